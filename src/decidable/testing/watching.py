"""Who is told which cells the tools of this package decide: the pytest plugin, or nobody.

Owns: the list of watchers, and a store that tells them of the runs it keeps. Never: costs a run outside of tests anything;
neither the core nor the runtime knows of it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any, Protocol, cast

from decidable.check.exercised import CellKey, cells_of, cells_of_step
from decidable.core import records as r
from decidable.core.compile import compile_table
from decidable.core.snapshot import Input, Snapshot
from decidable.core.step import Step
from decidable.core.table import Table
from decidable.journal import decode_definition
from decidable.stores.port import Commit, Head, Store


class Watcher(Protocol):
    """Is told of cells that were decided."""

    def decided(self, table: Table, cells: Iterable[CellKey]) -> None:
        """These cells of this table were decided, in order."""


_watchers: list[Watcher] = []


@contextmanager
def watched_by(watcher: Watcher) -> Iterator[None]:
    """Tell this watcher of everything until the end."""
    _watchers.append(watcher)
    try:
        yield
    finally:
        _watchers.remove(watcher)


def tell(table: Table, before: Snapshot, input: Input | None, step: Step) -> None:
    """A step was taken in a test."""
    for watcher in _watchers:
        watcher.decided(table, cells_of_step(before, input, step))


class _Watched:
    """A store that tells of each commit, and is otherwise the store it was given."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._tables: dict[str, Table] = {}

    def __getattr__(
        self, name: str
    ) -> Any:  # Any: each method keeps its own type for whoever calls it through the port
        return getattr(self._store, name)

    def commit(self, commit: Commit) -> Head:
        """The commit, and then the news."""
        done = self._store.commit(commit)
        table = self._table(commit.fingerprint) if _watchers else None
        if table is not None:
            decided = any(isinstance(record, r.Decided) for record in commit.records)
            ignored = [] if decided else [(commit.snapshot.state, event) for event in commit.ignored]
            for watcher in _watchers:
                watcher.decided(table, [*ignored, *cells_of(commit.records)])
        return done

    def _table(self, fingerprint: str) -> Table | None:
        if fingerprint not in self._tables:
            text = self._store.get_definition(fingerprint)
            if text is None:
                return None
            self._tables[fingerprint] = compile_table(decode_definition(text))
        return self._tables[fingerprint]


def watched(store: Store) -> Store:
    """A store whose runs count as well: `Runtime(refund, store=watched(Memory()), ...)` in a test of your own."""
    return cast(Store, _Watched(store))  # it forwards every name of the port
