"""A disk that fails at any statement: the call raises StoreError, nothing is half-written, and the store goes on."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest

from decidable.core import records as r
from decidable.errors import StoreError
from decidable.stores import SQLite
from decidable.stores.port import Arrival, ArrivalKind, RunKey
from decidable.testing.store_contract_run import Writer
from tests.stores.everything import KEYS, everything, fill, full_step
from tests.stores.faulty_disk import FaultyDisk

MESSAGES = {
    "database or disk is full": "make room",
    "disk I/O error": "check the disk",
    "attempt to write a readonly database": "read_only=True",
    "database is locked": "another process",
}

Write = Callable[[SQLite, Writer], object]


def _commit(store: SQLite, writer: Writer) -> object:
    head = store.head(KEYS[1])
    assert head is not None
    step = full_step(writer, head, "m-new")
    return store.commit(step._replace(records=step.records, consumed="waits"))


def _settle(store: SQLite, writer: Writer) -> object:
    head = store.head(KEYS[1])
    assert head is not None
    first = next(iter(head.snapshot.operations))
    return writer.commit(
        head, r.Started(first, 1, 1), r.Settled(first, "committed", {}, True), r.Dropped("d-m-3", "left")
    )


WRITES: dict[str, Write] = {
    "commit": _commit,
    "settle": _settle,
    "begin": lambda store, writer: writer.begin(RunKey("acme", "new")),
    "offer": lambda store, writer: store.offer(KEYS[0], Arrival("new", ArrivalKind.MESSAGE, "hi", 1)),
    "post": lambda store, writer: store.post(
        "acme", "talk", "booking", Arrival("@x/2.1", ArrivalKind.SENT, "{}", 1, "billing x")
    ),
    "delivered": lambda store, writer: store.delivered(KEYS[1], "s-m-1", 9, writer.epoch),
    "resolve": lambda store, writer: store.resolve_attention(1, 9, writer.epoch),
    "forget": lambda store, writer: store.forget_body(KEYS[1], 2),
    "define": lambda store, writer: store.put_definition("new", "booking", "{}"),
    "claim": lambda store, writer: store.claim("again"),
}


@pytest.mark.parametrize("name", WRITES)
@pytest.mark.parametrize("message", MESSAGES)
def test_nothing_is_half_written(name: str, message: str, tmp_path: Path) -> None:
    disk = FaultyDisk()
    disk.message = message
    path = tmp_path / "runs.db"
    store = SQLite(path, durability="process", connect=disk.connect)
    writer = fill(store, 2)
    before = everything(store)
    failures = 0
    while True:
        disk.fail(after=failures)
        try:
            WRITES[name](store, writer)
            break
        except StoreError as error:
            disk.repair()
            assert str(path) in str(error)  # noqa: PT017 - how often it fails is not known before
            assert MESSAGES[message] in str(error)  # noqa: PT017
            assert everything(store) == before
            failures += 1
        assert failures < 200, "it never works"
    disk.repair()
    assert failures >= 3, "there is more than one statement to fail at"
    assert [store.verify(key) > 0 for key in KEYS] == [True] * len(KEYS)
    after = everything(store)
    store.close()
    with_a_good_disk = SQLite(path)
    assert everything(with_a_good_disk) == after
    with_a_good_disk.close()


def test_a_store_that_could_not_be_made_can_be_made_later(tmp_path: Path) -> None:
    disk = FaultyDisk()
    path = tmp_path / "runs.db"
    failures = 0
    while True:
        disk.fail(after=failures)
        try:
            store = SQLite(path, connect=disk.connect)
            break
        except StoreError:
            failures += 1
    disk.repair()
    assert failures > 30, "every table is a statement"
    Writer(store).begin()
    store.close()


def test_a_file_that_may_not_grow_is_a_full_disk(tmp_path: Path) -> None:
    """SQLite's own refusal, not ours."""
    kept: list[sqlite3.Connection] = []

    def connect(uri: str) -> sqlite3.Connection:
        kept.append(sqlite3.connect(uri, uri=True, isolation_level=None, check_same_thread=False))
        return kept[-1]

    store = SQLite(tmp_path / "runs.db", connect=connect)
    writer = fill(store, 2)
    kept[0].execute("PRAGMA max_page_count = 1")  # no more than it has now
    head = store.head(KEYS[0])
    assert head is not None
    refused = ""
    while not refused:
        try:
            head = store.commit(full_step(writer, head, f"m-{head.snapshot.seq}"))
        except StoreError as error:
            refused = str(error)
    assert "make room" in refused
    assert store.head(KEYS[0]) == head
    assert store.verify(KEYS[0]) == head.snapshot.seq
    kept[0].execute("PRAGMA max_page_count = 100000")
    store.commit(full_step(writer, head, "m-more"))
    store.close()


def test_an_interrupted_write_is_taken_back(tmp_path: Path) -> None:
    """Ctrl-C in the middle of a commit."""
    disk = FaultyDisk()
    store = SQLite(tmp_path / "runs.db", connect=disk.connect)
    writer = fill(store, 2)
    before = everything(store)
    touch, countdown = disk.touch, iter(range(5))

    def interrupted() -> None:
        if next(countdown, None) is None:
            raise KeyboardInterrupt
        touch()

    disk.touch = interrupted  # type: ignore[method-assign]  # the disk is ours
    with pytest.raises(KeyboardInterrupt):
        writer.begin(RunKey("acme", "new"))
    disk.touch = touch  # type: ignore[method-assign]
    assert everything(store) == before
    writer.begin(RunKey("acme", "new"))
    store.close()
