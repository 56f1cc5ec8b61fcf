"""The row of a run: where it stands, sealed, so that a head can be trusted without reading its journal.

Owns: the columns of `run`, the seal over them, and the head they make. Never: what a commit changes beside it.
"""

from __future__ import annotations

import sqlite3
from typing import Final, NamedTuple

from decidable.errors import StoreError
from decidable.journal import decode_snapshot
from decidable.journal.chain import short_hash
from decidable.stores import refusals
from decidable.stores.port import Head, RunKey


class RunRow(NamedTuple):
    """A run without its snapshot. `arrivals` counts its inbox; `tally` adds up the rows beside its journal."""

    id: int
    tenant: str
    run: str
    conversation: str
    machine: str
    definition: int
    state: str
    ended: str
    seq: int
    arrivals: int
    epoch: int
    created_at: int
    updated_at: int
    chk: bytes
    tally: bytes
    seal: bytes

    @property
    def key(self) -> RunKey:
        """Its name."""
        return RunKey(self.tenant, self.run)

    def sealed(self, fingerprint: str, snapshot: str) -> bytes:
        """The seal that belongs on it."""
        return short_hash(*self[:5], fingerprint, *self[6:9], *self[10:13], self.chk.hex(), snapshot)


class Standing(NamedTuple):
    """All that a step has to know before it changes a run. `armed`: it has timers. `owner`: the epoch that may write."""

    row: RunRow
    fingerprint: str
    armed: bool
    owner: int


_COLUMNS: Final = ", ".join(RunRow._fields)
_BY_KEY: Final = f"SELECT {_COLUMNS} FROM run WHERE run = ? AND tenant = ?"
_WITH_SNAPSHOT: Final = f"""SELECT {", ".join(f"run.{name}" for name in RunRow._fields)}, run.snapshot,
    definition.fingerprint FROM run LEFT JOIN definition ON definition.id = run.definition
    WHERE run.run = ? AND run.tenant = ?"""
_TO_CHANGE: Final = f"""SELECT {", ".join(f"run.{name}" for name in RunRow._fields)}, definition.fingerprint,
    EXISTS (SELECT 1 FROM timer WHERE timer.run = run.id), owner.epoch
    FROM run JOIN owner LEFT JOIN definition ON definition.id = run.definition WHERE run.run = ? AND run.tenant = ?"""
_INSERT: Final = f"INSERT INTO run ({_COLUMNS}, snapshot) VALUES ({', '.join('?' * (len(RunRow._fields) + 1))})"
_UPDATE: Final = """UPDATE run SET definition = ?, state = ?, ended = ?, seq = ?, arrivals = ?, epoch = ?, updated_at = ?,
    chk = ?, tally = ?, seal = ?, snapshot = ? WHERE id = ?"""


def find_run(connection: sqlite3.Connection, key: RunKey) -> RunRow | None:
    """The row of a key, or None."""
    row = connection.execute(_BY_KEY, (key.run, key.tenant)).fetchone()
    return RunRow(*row) if row else None


def the_run(connection: sqlite3.Connection, key: RunKey) -> RunRow:
    """The row of a key. Raises StoreError when there is none."""
    row = find_run(connection, key)
    if row is None:
        raise refusals.no_run(key)
    return row


def standing(connection: sqlite3.Connection, key: RunKey) -> Standing:
    """What a step must know of its run, in one question. Raises StoreError when there is none."""
    found = connection.execute(_TO_CHANGE, (key.run, key.tenant)).fetchone()
    if found is None:
        raise refusals.no_run(key)
    *row, fingerprint, armed, owner = found
    return Standing(RunRow(*row), fingerprint, bool(armed), owner)


def run_numbered(connection: sqlite3.Connection, id: int) -> RunRow:
    """The row of a number that another row names. Raises StoreError when there is none."""
    row = connection.execute(f"SELECT {_COLUMNS} FROM run WHERE id = ?", (id,)).fetchone()
    if row is None:
        raise StoreError(f"a row names run number {id}, and there is none: the store is damaged; run `verify`")
    return RunRow(*row)


def read_head(connection: sqlite3.Connection, key: RunKey) -> Head | None:
    """A run as it stands, or None. Raises StoreError when it is not what was written."""
    found = connection.execute(_WITH_SNAPSHOT, (key.run, key.tenant)).fetchone()
    if found is None:
        return None
    row, (snapshot, fingerprint) = RunRow(*found[:-2]), found[-2:]
    if row.sealed(fingerprint, snapshot) != row.seal:
        raise refusals.damaged(key, "its head was changed after it was written")
    return Head(
        key,
        row.conversation,
        row.machine,
        fingerprint,
        decode_snapshot(snapshot),
        row.epoch,
        row.chk.hex(),
        row.created_at,
        row.updated_at,
    )


def insert_run(connection: sqlite3.Connection, row: RunRow, fingerprint: str, snapshot: str) -> None:
    """Make a run's row."""
    connection.execute(_INSERT, (*row._replace(seal=row.sealed(fingerprint, snapshot)), snapshot))


def update_run(connection: sqlite3.Connection, row: RunRow, fingerprint: str, snapshot: str) -> None:
    """Move a run's head on."""
    seal = row.sealed(fingerprint, snapshot)
    connection.execute(
        _UPDATE, (row.definition, *row[6:11], row.updated_at, row.chk, row.tally, seal, snapshot, row.id)
    )


def update_tally(connection: sqlite3.Connection, run: int, arrivals: int, tally: bytes) -> None:
    """Keep what changed beside a run whose head stands still."""
    connection.execute("UPDATE run SET arrivals = ?, tally = ? WHERE id = ?", (arrivals, tally, run))
