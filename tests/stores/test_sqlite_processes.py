"""Several processes and one file: one writer, any number of readers, and a writer that is killed."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from decidable.errors import StoreError
from decidable.stores import SQLite
from decidable.testing.store_contract_run import KEY, Writer, moved

WRITER = """
import sys
from decidable.stores import SQLite
from decidable.testing.store_contract_run import KEY, Writer, moved

store = SQLite(sys.argv[1])
writer = Writer(store)
head = store.head(KEY) or writer.begin()
print(head.snapshot.seq, flush=True)
while sys.argv[2] == "forever" or sys.stdin.readline():
    head = writer.commit(head, moved(head.snapshot), moved(head.snapshot)._replace(version=head.snapshot.version + 2))
    print(head.snapshot.seq, flush=True)
"""


@contextmanager
def _writing(path: Path, how: str) -> Iterator[subprocess.Popen[str]]:
    """Another process that has claimed the store. Killed at the end, as a crash would."""
    process = subprocess.Popen(
        [sys.executable, "-c", WRITER, str(path), how], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    try:
        yield process
    finally:
        process.kill()
        process.communicate()


def _told(process: subprocess.Popen[str]) -> int:
    assert process.stdout is not None
    return int(process.stdout.readline())


def test_a_second_writer_is_refused_and_told_by_whom(tmp_path: Path) -> None:
    path = tmp_path / "runs.db"
    with _writing(path, "asked") as other:
        assert _told(other) == 1
        store = SQLite(path)
        with pytest.raises(StoreError, match="in use by 'contract'") as found:
            store.claim("me")
        for words in (str(path), f"process {other.pid}", "since 20", "read_only=True"):
            assert words in str(found.value)
    assert store.claim("me") == 2, "a lock dies with its process"
    store.close()


def test_a_second_store_in_one_process_is_refused_too(tmp_path: Path) -> None:
    one, two = SQLite(tmp_path / "runs.db", clock=lambda: 0), SQLite(tmp_path / "runs.db")
    one.claim("first")
    with pytest.raises(StoreError, match=r"in use by 'first' .*since 1970-01-01 00:00:00"):
        two.claim("second")
    one.close()
    assert two.claim("second") == 2
    two.close()


def test_a_reader_looks_on_while_another_process_writes(tmp_path: Path) -> None:
    path = tmp_path / "runs.db"
    with _writing(path, "asked") as other:
        assert _told(other) == 1
        reader = SQLite(path, read_only=True)
        for seq in (3, 5):
            assert other.stdin is not None
            other.stdin.write("go\n")
            other.stdin.flush()
            assert _told(other) == seq
            head = reader.head(KEY)
            assert head is not None
            assert head.snapshot.seq == seq
            assert len(reader.history(KEY)) == reader.verify(KEY) == seq
            assert [line.seq for line in reader.runs()] == [seq]
        reader.close()


def test_a_killed_writer_loses_nothing_it_acknowledged(tmp_path: Path) -> None:
    """kill -9 while it commits as fast as it can."""
    path = tmp_path / "runs.db"
    for round_ in range(4):
        with _writing(path, "forever") as other:
            acknowledged = [_told(other) for _ in range(20 + 7 * round_)][-1]
            other.kill()
            assert other.stdout is not None
            acknowledged = max([acknowledged, *(int(line) for line in other.stdout if line.endswith("\n"))])
        store = SQLite(path)
        length = store.verify(KEY)
        assert length >= acknowledged
        assert length % 2 == 1, "both records of a step, or none"
        store.close()


def test_a_claim_needs_a_file_beside_the_store(tmp_path: Path) -> None:
    path = tmp_path / "runs.db"
    store = SQLite(path)
    (tmp_path / "runs.db.lock").mkdir()
    with pytest.raises(StoreError, match="cannot be locked"):
        store.claim("me")
    store.close()


def test_a_run_goes_on_after_a_restart(tmp_path: Path) -> None:
    path = tmp_path / "runs.db"
    store = SQLite(path)
    head = Writer(store).begin()
    store.close()
    store = SQLite(path)
    Writer(store).commit(head, moved(head.snapshot))
    assert store.verify(KEY) == 2
    store.close()
