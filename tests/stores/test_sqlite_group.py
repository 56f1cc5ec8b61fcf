"""Commits of several threads share a transaction: each still succeeds or fails on its own."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from decidable.errors import StoreError
from decidable.stores import SQLite
from decidable.stores.port import RunKey
from decidable.testing.store_contract_run import Writer
from tests.stores.faulty_disk import FaultyDisk


class SlowFirst(FaultyDisk):
    """Holds the first transaction's commit until `go`, so that what comes after gathers."""

    def __init__(self) -> None:
        super().__init__()
        self.go = threading.Event()
        self.held = threading.Event()
        self.armed = False

    def touch(self) -> None:
        super().touch()
        if self.armed and not self.held.is_set():
            self.held.set()
            assert self.go.wait(timeout=30)


@pytest.fixture
def disk() -> SlowFirst:
    return SlowFirst()


@pytest.fixture
def store(tmp_path: Path, disk: SlowFirst) -> Iterator[SQLite]:
    made = SQLite(tmp_path / "runs.db", connect=disk.connect)
    yield made
    made.close()


def _gathered(store: SQLite, disk: SlowFirst, keys: list[RunKey]) -> dict[int, str]:
    """Begin these runs from as many threads, all but the first in one transaction. What each was told."""
    writer = Writer(store)
    told: dict[int, str] = {}

    def begin(number: int) -> None:
        try:
            writer.begin(keys[number])
            told[number] = ""
        except StoreError as error:
            told[number] = str(error)

    threads = [threading.Thread(target=begin, args=(number,)) for number in range(len(keys))]
    disk.armed = True
    threads[0].start()
    assert disk.held.wait(timeout=30)
    for thread in threads[1:]:
        thread.start()
    while store._file._turns.waiting < len(keys) - 1:
        threading.Event().wait(0)  # gives way to the others
    disk.statements = 0
    disk.go.set()
    for thread in threads:
        thread.join()
    return told


def test_a_refused_neighbour_takes_back_only_its_own(store: SQLite, disk: SlowFirst) -> None:
    keys = [RunKey("acme", name) for name in ("r-1", "a", "r-1", "b", "a", "c")]
    told = _gathered(store, disk, keys)
    assert sorted(key.run for key in store.find("")) == ["a", "b", "c", "r-1"]
    refusals = [text for text in told.values() if text]
    assert len(refusals) == 2
    assert all("exists already" in text for text in refusals)
    assert [store.verify(key) for key in store.find("")] == [1, 1, 1, 1]


def test_a_full_disk_fails_all_that_share_the_commit(store: SQLite, disk: SlowFirst) -> None:
    keys = [RunKey("acme", f"r-{number}") for number in range(5)]
    begin = store._file._transact
    shared: list[int] = []

    def transact(turns: list[object]) -> None:
        shared.append(len(turns))
        if len(turns) > 1:
            disk.fails_at = disk.statements + 12
        begin(turns)  # type: ignore[arg-type]

    store._file._transact = transact  # type: ignore[method-assign,assignment]
    told = _gathered(store, disk, keys)
    disk.repair()
    assert shared == [1, 1, 4], "the claim, the first, and four in one transaction"
    failed = [number for number, text in told.items() if "make room" in text]
    assert len(failed) == 4
    assert store.find("") == (keys[0],)
