"""What is true in the world outside a run: tables held, money taken, texts sent, calls made, faults planned.

Owns: one SQLite file, its schema, its transactions. Several processes may use one file at once; each `Ledger` has its own
connection. Never: knows the machine, the runtime or a run; a test compares a run's story with this one.

Calls into SQLite block for the length of one short commit. They are made directly rather than in a worker thread, so that
a service's deed happens whole, before the caller can be cancelled, or not at all.
"""

from __future__ import annotations

import json
import sqlite3
import threading
from collections.abc import Generator, Iterable, Mapping
from contextlib import contextmanager
from os import PathLike, fspath
from time import sleep
from typing import Any, NamedTuple, Self

from decidable.core.values import Money
from services.faults import Fault, FaultKind

_SCHEMA = """
create table if not exists reservations (
  id text primary key, key text not null unique, slot text not null, day text not null, time text not null,
  party integer not null check (party between 1 and 20),
  state text not null check (state in ('held', 'changed', 'cancelled', 'gone')),
  changed_by text references reservations (id)
);
create table if not exists payments (
  receipt text primary key, key text not null unique, reservation text not null,
  minor integer not null check (typeof(minor) = 'integer'), currency text not null,
  state text not null check (state in ('paid', 'refunded'))
);
create table if not exists texts (id text primary key, key text not null unique, body text not null);
create table if not exists answers (
  service text not null, key text not null, operation text not null, args text not null, answer text not null,
  primary key (service, key)
);
create table if not exists calls (
  n integer primary key autoincrement, service text not null, operation text not null,
  key text not null, args text not null, outcome text not null
);
create table if not exists faults (
  n integer primary key autoincrement, service text not null, operation text not null, kind text not null,
  times integer not null, seconds real not null, origin text not null
);
"""


class ReservationRow(NamedTuple):
    """One table at the restaurant. `state`: held, changed (see `changed_by`, the new id), cancelled, gone."""

    id: str
    key: str
    slot: str
    day: str
    time: str
    party: int
    state: str
    changed_by: str | None


class PaymentRow(NamedTuple):
    """One movement of money. `state`: paid, refunded."""

    receipt: str
    key: str
    reservation: str
    amount: Money
    state: str


class TextRow(NamedTuple):
    """One text that went out."""

    id: str
    key: str
    body: str


class CallRow(NamedTuple):
    """One attempt to call. `outcome` is `begun` where the caller left or died before there was another."""

    n: int
    service: str
    operation: str
    key: str
    args: dict[str, object]
    outcome: str


def _write_ahead(db: sqlite3.Connection) -> None:
    """Switch to WAL. For this one step SQLite does not wait when several processes open a new file at once; we do."""
    for attempt in range(500):
        try:
            db.execute("pragma journal_mode = wal")
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode != sqlite3.SQLITE_BUSY or attempt == 499:
                raise
            sleep(0.02)
        else:
            return


class Ledger:
    """One open ledger. Usable from any thread; close it, or use it in a `with` statement."""

    def __init__(self, path: str | PathLike[str]) -> None:
        self.path = fspath(path)
        self._lock = threading.RLock()
        self._db = sqlite3.connect(self.path, timeout=30, isolation_level=None, check_same_thread=False)
        try:
            self._db.execute("pragma busy_timeout = 30000")
            _write_ahead(self._db)
            self._db.execute("pragma synchronous = full")
            self._db.execute("pragma foreign_keys = on")
            with self.transaction() as db:
                for statement in _SCHEMA.split(";\n"):
                    db.execute(statement)
        except BaseException:
            self._db.close()
            raise

    @contextmanager
    def transaction(self) -> Generator[sqlite3.Connection, None, None]:
        """All or nothing, alone on the file: on leaving it is on the disk, on an exception it never was."""
        with self._lock:
            self._db.execute("begin immediate")
            try:
                yield self._db
            except BaseException:
                self._db.execute("rollback")
                raise
            self._db.execute("commit")

    def plan(self, service: str, operation: str, kind: str, times: int = 1, seconds: float = 0.0) -> None:
        """Let the next `times` calls of an operation go wrong, in this process or another one on the same file.

        Planned faults are taken in order, one a call. Raises ValueError for one that makes no sense.
        """
        self.plan_all([Fault(service, operation, FaultKind(kind), times, seconds)])

    def plan_all(self, faults: Iterable[Fault], *, origin: str = "") -> None:
        """Plan several. Those of one named `origin` are planned once for a ledger, however often this is called.

        So a process that died of a planned fault gets past it when it is started again with the same environment.
        """
        with self.transaction() as db:
            if origin and db.execute("select 1 from faults where origin = ?", (origin,)).fetchone():
                return
            rows = [(f.service, f.operation, f.kind.value, f.times, f.seconds, origin) for f in faults]
            insert = "insert into faults (service, operation, kind, times, seconds, origin) values (?, ?, ?, ?, ?, ?)"
            db.executemany(insert, rows)

    def begin_call(
        self, service: str, operation: str, key: str, args: Mapping[str, object]
    ) -> tuple[int, Fault | None]:
        """Write an attempt down and take the fault that waits for it, if one does. Returns the call's number."""
        with self.transaction() as db:
            row = db.execute(
                "select n, kind, seconds from faults where service = ? and operation = ? and times > 0 order by n",
                (service, operation),
            ).fetchone()
            if row is not None:
                db.execute("update faults set times = times - 1 where n = ?", (row[0],))
            n = db.execute(
                "insert into calls (service, operation, key, args, outcome) values (?, ?, ?, ?, 'begun') returning n",
                (service, operation, key, json.dumps(args, sort_keys=True)),
            ).fetchone()[0]
        return n, Fault(service, operation, FaultKind(row[1]), 1, row[2]) if row else None

    def end_call(self, n: int, outcome: str) -> None:
        """Write down what came of an attempt."""
        with self.transaction() as db:
            db.execute("update calls set outcome = ? where n = ?", (outcome, n))

    def reservations(self) -> tuple[ReservationRow, ...]:
        """Every table ever made, oldest first."""
        columns = "id, key, slot, day, time, party, state, changed_by"
        return tuple(ReservationRow(*row) for row in self._rows(f"select {columns} from reservations order by rowid"))

    def held(self) -> tuple[ReservationRow, ...]:
        """The tables that stand."""
        return tuple(row for row in self.reservations() if row.state == "held")

    def payments(self) -> tuple[PaymentRow, ...]:
        """Every payment, oldest first."""
        rows = self._rows("select receipt, key, reservation, minor, currency, state from payments order by rowid")
        return tuple(PaymentRow(r[0], r[1], r[2], Money.of(r[3], r[4]), r[5]) for r in rows)

    def texts(self) -> tuple[TextRow, ...]:
        """Every text that went out, oldest first."""
        return tuple(TextRow(*row) for row in self._rows("select id, key, body from texts order by rowid"))

    def calls(self) -> tuple[CallRow, ...]:
        """Every attempt, oldest first, also those that failed."""
        rows = self._rows("select n, service, operation, key, args, outcome from calls order by n")
        return tuple(CallRow(r[0], r[1], r[2], r[3], json.loads(r[4]), r[5]) for r in rows)

    def _rows(self, sql: str) -> list[Any]:  # Any: what SQLite returns is typed by the schema above
        with self._lock:
            return self._db.execute(sql).fetchall()

    def close(self) -> None:
        """Close the connection. The file stays."""
        with self._lock:
            self._db.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
