"""Opening a store: what is made, what is refused, and what a reader may do."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from decidable import stores
from decidable.errors import StoreError
from decidable.stores import SQLite
from decidable.stores.port import Arrival, ArrivalKind, RunKey
from decidable.stores.sqlite_schema import VERSION
from decidable.testing.store_contract_run import KEY, Writer, moved
from tests.stores.everything import KEYS, everything, fill


def test_a_new_file_is_a_durable_store(tmp_path: Path) -> None:
    path = tmp_path / "a?b c#%.db"
    store = SQLite(path, entropy=lambda count: bytes(range(count)))
    assert store.store_id == "0001020304050607"
    with closing(sqlite3.connect(path)) as raw:
        assert raw.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    assert store._file._writer.execute("PRAGMA synchronous").fetchone() == (2,)
    store.close()
    again = SQLite(path, durability="process")
    assert again.store_id == "0001020304050607"
    assert again._file._writer.execute("PRAGMA synchronous").fetchone() == (1,)
    again.close()


def test_two_stores_have_two_names(tmp_path: Path) -> None:
    made = [SQLite(tmp_path / name) for name in ("a.db", "b.db")]
    assert made[0].store_id != made[1].store_id
    for store in made:
        store.close()


def test_what_is_no_store_is_refused_and_left_alone(tmp_path: Path) -> None:
    text, other, empty = (tmp_path / name for name in ("text.db", "other.db", "empty.db"))
    text.write_text("these are not the pages you are looking for " * 100)
    with closing(sqlite3.connect(other)) as raw:
        raw.execute("CREATE TABLE theirs (x)")
    empty.touch()
    before = other.read_bytes()
    for path, read_only, words in (
        (text, False, "not an SQLite database"),
        (other, False, "another program"),
        (other, True, "another program"),
        (empty, True, "no store"),
        (tmp_path / "none.db", True, "cannot be opened"),
        (tmp_path / "none" / "runs.db", False, "does not exist"),
        (tmp_path, False, "a directory"),
    ):
        with pytest.raises(StoreError, match=words) as found:
            SQLite(path, read_only=read_only)
        assert str(path) in str(found.value)
    assert other.read_bytes() == before


def test_a_newer_schema_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "runs.db"
    SQLite(path).close()
    for version, words in ((VERSION + 1, "newer version of Decidable"), (0, "no schema this version knows")):
        with closing(sqlite3.connect(path, isolation_level=None)) as raw:
            raw.execute(f"PRAGMA user_version = {version}")
        with pytest.raises(StoreError, match=words):
            SQLite(path)


@pytest.mark.parametrize("change", ["UPDATE store SET id = 'other'", "DELETE FROM store"])
def test_a_store_without_its_name_is_refused(change: str, tmp_path: Path) -> None:
    path = tmp_path / "runs.db"
    SQLite(path).close()
    with closing(sqlite3.connect(path, isolation_level=None)) as raw:
        raw.execute(change)
    with pytest.raises(StoreError, match="its own id"):
        SQLite(path)


def test_a_changed_epoch_fences_nobody_and_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "runs.db"
    SQLite(path).close()
    with closing(sqlite3.connect(path, isolation_level=None)) as raw:
        raw.execute("UPDATE owner SET epoch = 7")
    store = SQLite(path)
    with pytest.raises(StoreError, match="owner is not what was written"):
        store.claim("me")
    store.close()


def test_a_reader_sees_everything_and_writes_nothing(tmp_path: Path) -> None:
    path = tmp_path / "runs.db"
    store = SQLite(path)
    writer = fill(store, 2)
    reader = SQLite(path, read_only=True)
    assert everything(reader) == everything(store)
    head = writer.begin(RunKey("acme", "new"))
    assert reader.head(head.key) == head, "what is committed is seen at once"
    assert [reader.verify(key) for key in KEYS] == [store.verify(key) for key in KEYS]
    for write in (
        lambda: reader.claim("me"),
        lambda: reader.offer(KEYS[0], Arrival("m", ArrivalKind.MESSAGE, "hi", 1)),
        lambda: reader.post("acme", "talk", "booking", Arrival("@x/2.1", ArrivalKind.SENT, "{}", 1)),
        lambda: reader.commit(writer.step(head, moved(head.snapshot))),
        lambda: reader.forget_body(KEYS[0], 1),
    ):
        with pytest.raises(StoreError, match="read_only"):
            write()
    reader.close()
    store.close()


def test_a_forgotten_body_is_gone_from_the_disk(tmp_path: Path) -> None:
    path = tmp_path / "runs.db"
    store = SQLite(path)
    writer = Writer(store)
    head = writer.begin()
    decided = moved(head.snapshot)
    secret = decided._replace(occurrence=decided.occurrence._replace(fields={"note": "peanut-allergy"}))
    writer.commit(head, secret)

    def on_disk() -> bytes:
        return b"".join(file.read_bytes() for file in tmp_path.iterdir())

    assert b"peanut-allergy" in on_disk()
    store.forget_body(KEY, 2)
    assert b"peanut-allergy" not in on_disk()
    store.close()


def test_a_damaged_definition_is_named(tmp_path: Path) -> None:
    path = tmp_path / "runs.db"
    store = SQLite(path)
    writer = fill(store, 1)
    with closing(sqlite3.connect(path, isolation_level=None)) as raw:
        raw.execute("UPDATE definition SET body = '{}'")
    for ask in (lambda: store.verify(KEYS[0]), lambda: store.get_definition("f00dfeedf00dfeed")):
        with pytest.raises(StoreError, match="definition f00dfeedf00dfeed"):
            ask()
    assert writer.epoch == 1
    store.close()


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ("UPDATE run SET state = 'paid'", "its head was changed"),
        ("UPDATE journal SET body = '{}' WHERE seq = 2", "record 2 was changed"),
        ("DELETE FROM journal WHERE seq = 3", "record 3 is missing"),
        ("DELETE FROM journal WHERE seq = (SELECT max(seq) FROM journal)", "its head stands at 6"),
        ("DELETE FROM said WHERE run = 2 AND delivered_at = 0", "was lost or changed"),
        ("UPDATE inbox SET body = 'x' WHERE number IS NOT NULL", "was lost or changed"),
        ("UPDATE operation SET status = 'settled'", "was lost or changed"),
    ],
)
def test_a_change_behind_our_back_is_named(change: str, words: str, tmp_path: Path) -> None:
    path = tmp_path / "runs.db"
    store = SQLite(path)
    fill(store, 1)
    with closing(sqlite3.connect(path, isolation_level=None)) as raw:
        raw.execute(change)
    with pytest.raises(StoreError, match=words):
        store.verify(KEYS[1])
    store.close()


def test_stores_are_imported_when_they_are_asked_for() -> None:
    assert stores.SQLite is SQLite
    with pytest.raises(AttributeError, match="Redis"):
        _ = stores.Redis
