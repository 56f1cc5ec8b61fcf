"""The read half of the SQLite store.

Owns: opening the file and every question that changes nothing, each over one consistent state of the file.
Never: writes a row; that is `sqlite`. Works beside a writer in another process, with `read_only=True`.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable, Mapping
from typing import Final

from decidable.core.snapshot import Operation
from decidable.errors import StoreError
from decidable.stores import refusals
from decidable.stores import sqlite_rows as rows
from decidable.stores import sqlite_schema as schema
from decidable.stores.port import (
    ApprovalRow,
    Arrival,
    ArrivalKind,
    AttentionItem,
    DueTimer,
    GateDecision,
    Head,
    HeardText,
    JournalRow,
    RunKey,
    RunSummary,
    Said,
)
from decidable.stores.sqlite_derived import approval
from decidable.stores.sqlite_file import Connect, Durability, SQLiteFile
from decidable.stores.sqlite_journal import check_file, history, read_definition, verify
from decidable.stores.sqlite_run import read_head, the_run
from decidable.stores.turns import T

_SUMMARY: Final = """SELECT tenant, run, conversation, machine, state, ended, seq, created_at, updated_at FROM run
    WHERE ended = '' OR NOT ? ORDER BY updated_at DESC, id DESC LIMIT ?"""
_DUE: Final = """SELECT tenant, run.run, event, entry, deadline FROM timer JOIN run ON run.id = timer.run
    WHERE noted = 0 AND deadline <= ? ORDER BY deadline LIMIT ?"""
_WITH_WORK: Final = """SELECT tenant, run FROM run WHERE id IN (
    SELECT run FROM inbox WHERE number IS NOT NULL
    UNION SELECT run FROM operation WHERE status NOT IN ('settled', 'withdrawn')
    UNION SELECT run FROM said WHERE delivered_at = 0) ORDER BY id"""
_ATTENTION: Final = """SELECT number, tenant, run.run, attention.seq, why, operation, at, resolved_at FROM attention
    JOIN run ON run.id = attention.run WHERE resolved_at = 0 OR NOT ? ORDER BY number"""


class SQLiteReads:
    """What `SQLite` opens and answers."""

    def __init__(
        self, path: str | os.PathLike[str], *, read_only: bool, durability: Durability, connect: Connect, store_id: str
    ) -> None:
        self.path: Final = os.fspath(path)
        self._whole_at: int | None = None
        self._file: Final = SQLiteFile(
            self.path, read_only=read_only, durability=durability, connect=connect, identify=self._identify
        )
        try:
            if not read_only and self._file.read(self._is_empty):
                self._file.write(lambda c: schema.create(c, store_id) if self._is_empty(c) else None)
            self._store_id: Final = self._file.read(lambda c: schema.read_store_id(c, self.path))
        except BaseException:
            self._file.close()
            raise

    @property
    def store_id(self) -> str:
        """Made with the store and kept with it: the first part of every operation's key."""
        return self._store_id

    def _is_empty(self, connection: sqlite3.Connection) -> bool:
        return schema.is_empty(connection, self.path)

    def _identify(self, connection: sqlite3.Connection, read_only: bool) -> None:
        if self._is_empty(connection) and read_only:
            raise StoreError(f"there is no store in {self.path}: check the path; a run makes one when it begins")

    def _of_run(self, key: RunKey, side: rows.Side, make: Callable[..., T], last: int = 0) -> tuple[T, ...]:
        """The rows beside a run's journal as the port gives them; the last so many where given."""

        def job(connection: sqlite3.Connection) -> tuple[T, ...]:
            run = the_run(connection, key).id
            if not last:
                return tuple(make(*row) for row in rows.rows_of_run(connection, side, run))
            found = connection.execute(f"{side.read} WHERE run = ? ORDER BY number DESC LIMIT ?", (run, last))
            return tuple(make(*row) for row in found)[::-1]

        return self._file.read(job)

    def get_definition(self, fingerprint: str) -> str | None:
        """A kept definition, or None."""
        return self._file.read(lambda c: read_definition(c, fingerprint, self.path))

    def head(self, key: RunKey) -> Head | None:
        """A run as it stands, or None."""
        return self._file.read(lambda c: read_head(c, key))

    def find(self, run: str) -> tuple[RunKey, ...]:
        """The keys of the runs whose name is `run` or begins with it, in any tenant."""
        statement = "SELECT tenant, run FROM run WHERE run >= ? AND substr(run, 1, ?) = ? ORDER BY run, tenant"
        return self._keys(statement, run, len(run), run)

    def in_conversation(self, tenant: str, conversation: str) -> tuple[RunKey, ...]:
        """The runs of a conversation, oldest first."""
        statement = "SELECT tenant, run FROM run WHERE conversation = ? AND tenant = ? ORDER BY id"
        return self._keys(statement, conversation, tenant)

    def runs_with_work(self) -> tuple[RunKey, ...]:
        """Runs with waiting arrivals, unsettled operations or undelivered words, oldest first."""
        return self._keys(_WITH_WORK)

    def _keys(self, statement: str, *values: str | int) -> tuple[RunKey, ...]:
        return self._file.read(lambda c: tuple(RunKey(*row) for row in c.execute(statement, values)))

    def runs(self, *, open_only: bool = False, limit: int = 100) -> tuple[RunSummary, ...]:
        """Runs, the most recently changed first."""
        return self._file.read(
            lambda c: tuple(
                RunSummary(RunKey(tenant, run), *rest) for tenant, run, *rest in c.execute(_SUMMARY, (open_only, limit))
            )
        )

    def count_by_state(self) -> Mapping[tuple[str, str], int]:
        """How many open runs stand in each (machine, state)."""
        statement = "SELECT machine, state, count(*) FROM run WHERE ended = '' GROUP BY machine, state"
        return self._file.read(lambda c: {(machine, state): count for machine, state, count in c.execute(statement)})

    def history(self, key: RunKey, *, after: int = 0, limit: int = 0) -> tuple[JournalRow, ...]:
        """The journal from `after` on, every row checked."""
        return self._file.read(lambda c: history(c, key, after, limit))

    def verify(self, key: RunKey) -> int:
        """Check a whole run against its head, and the file under it, and return the length of the chain."""

        def job(connection: sqlite3.Connection) -> int:
            schema.read_store_id(connection, self.path)
            schema.read_owner(connection, self.path)
            version: int = connection.execute("PRAGMA data_version").fetchone()[0]
            if self._whole_at != version:
                check_file(connection, self.path)
                self._whole_at = version
            return verify(connection, key)

        return self._file.read(job)

    def waiting(self, key: RunKey) -> tuple[Arrival, ...]:
        """The inbox rows not yet consumed, oldest first."""

        def job(connection: sqlite3.Connection) -> tuple[Arrival, ...]:
            statement = f"{rows.INBOX.read} WHERE run = ? AND number IS NOT NULL ORDER BY number"
            found = connection.execute(statement, (the_run(connection, key).id,))
            return tuple(
                Arrival(id, ArrivalKind(kind), body, at, sender, number, seen)
                for _, id, _, number, kind, body, at, sender, seen in found
            )

        return self._file.read(job)

    def open_operations(self, key: RunKey) -> tuple[Operation, ...]:
        """A run's unsettled operations, also after its end."""
        head = self.head(key)
        if head is None:
            raise refusals.no_run(key)
        return tuple(head.snapshot.operations.values())

    def due(self, now: int, limit: int = 100) -> tuple[DueTimer, ...]:
        """Deadlines that have passed, the earliest first."""
        return self._file.read(
            lambda c: tuple(
                DueTimer(RunKey(tenant, run), *rest) for tenant, run, *rest in c.execute(_DUE, (now, limit))
            )
        )

    def next_deadline(self) -> int | None:
        """The earliest armed deadline."""
        statement = "SELECT min(deadline) FROM timer WHERE noted = 0"
        return self._file.read(lambda c: c.execute(statement).fetchone()[0])  # type: ignore[no-any-return]

    def undelivered(self, key: RunKey) -> tuple[Said, ...]:
        """The outbox of a run, oldest first."""

        def job(connection: sqlite3.Connection) -> tuple[Said, ...]:
            statement = f"{rows.SAID.read} WHERE run = ? AND delivered_at = 0 ORDER BY number"
            return tuple(_said(*row) for row in connection.execute(statement, (the_run(connection, key).id,)))

        return self._file.read(job)

    def said(self, key: RunKey, *, limit: int = 0) -> tuple[Said, ...]:
        """What was said in a run; the last `limit` where given."""
        return self._of_run(key, rows.SAID, _said, limit)

    def heard(self, key: RunKey, *, limit: int = 0) -> tuple[HeardText, ...]:
        """What was heard in a run; the last `limit` where given."""
        return self._of_run(key, rows.HEARD, _heard, limit)

    def approvals(self, key: RunKey) -> tuple[ApprovalRow, ...]:
        """The proposals of a run, oldest first."""
        return self._of_run(key, rows.APPROVAL, approval)

    def attention(self, *, open_only: bool = True) -> tuple[AttentionItem, ...]:
        """What waits for a person, oldest first."""
        return self._file.read(
            lambda c: tuple(
                AttentionItem(number, RunKey(tenant, run), *rest)
                for number, tenant, run, *rest in c.execute(_ATTENTION, (open_only,))
            )
        )

    def gate_decisions(self, key: RunKey, operation: str = "") -> tuple[GateDecision, ...]:
        """Why operations were permitted or refused, oldest first."""
        found = self._of_run(key, rows.GATE, _decision)
        return tuple(row for row in found if operation in {"", row.operation})

    def ignored(self, key: RunKey) -> Mapping[str, int]:
        """How often each event was dropped as irrelevant."""
        return dict(self._of_run(key, rows.IGNORED, lambda _, event, times: (event, times)))

    def close(self) -> None:
        """Close the file; everything committed is in it."""
        self._file.close()


def _said(
    number: int, _: int, id: str, text: str, words: str, at: int, operation: str, digest: str, delivered_at: int
) -> Said:
    return Said(id, text, words, at, operation, digest, delivered_at, number)


def _heard(number: int, _: int, id: str, text: str, by: str, at: int, translation: str, seen: int) -> HeardText:
    return HeardText(id, text, by, at, translation, seen, number)


def _decision(_: int, __: int, operation: str, permitted: int, why: str, grounds: str, at: int) -> GateDecision:
    return GateDecision(operation, bool(permitted), why, grounds, at)
