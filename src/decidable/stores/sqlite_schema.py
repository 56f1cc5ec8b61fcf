"""The tables of the SQLite store, and whether a file has them.

Owns: the schema, its version, and the row that names the store. Never: reads or writes a run.
Runs, definitions and the rest are joined by small integers, so that a step costs few bytes. `run.tally` adds up the hashes
of the rows that are not chained (`sqlite_rows`); `run.seal` and `store.seal` do the same for a single row.
"""

from __future__ import annotations

import sqlite3
from typing import Final, NamedTuple

from decidable.errors import StoreError
from decidable.journal.chain import short_hash

VERSION: Final = 1
APPLICATION: Final = 0x44436442
"""Marks the file as one of ours ("DCdB")."""

TABLES: Final = (
    """CREATE TABLE store (one INTEGER PRIMARY KEY CHECK (one = 1), id TEXT NOT NULL, seal BLOB NOT NULL)""",
    """CREATE TABLE owner (one INTEGER PRIMARY KEY CHECK (one = 1), epoch INTEGER NOT NULL, owner TEXT NOT NULL,
        process INTEGER NOT NULL, since INTEGER NOT NULL, seal BLOB NOT NULL)""",
    """CREATE TABLE definition (id INTEGER PRIMARY KEY, fingerprint TEXT NOT NULL UNIQUE, machine TEXT, body TEXT,
        digest BLOB)""",
    """CREATE TABLE run (id INTEGER PRIMARY KEY, tenant TEXT NOT NULL, run TEXT NOT NULL, conversation TEXT NOT NULL,
        machine TEXT NOT NULL, definition INTEGER NOT NULL, state TEXT NOT NULL, ended TEXT NOT NULL,
        seq INTEGER NOT NULL, arrivals INTEGER NOT NULL, epoch INTEGER NOT NULL, created_at INTEGER NOT NULL,
        updated_at INTEGER NOT NULL, chk BLOB NOT NULL, tally BLOB NOT NULL, seal BLOB NOT NULL,
        snapshot TEXT NOT NULL, UNIQUE (run, tenant))""",
    """CREATE INDEX run_conversation ON run (conversation, tenant)""",
    """CREATE TABLE journal (id INTEGER PRIMARY KEY, run INTEGER NOT NULL, seq INTEGER NOT NULL, kind TEXT NOT NULL,
        event_id TEXT NOT NULL, definition INTEGER NOT NULL, body TEXT, salt BLOB, digest BLOB, chk BLOB NOT NULL,
        UNIQUE (run, seq))""",
    """CREATE TABLE inbox (run INTEGER NOT NULL, id TEXT NOT NULL, digest BLOB, number INTEGER, kind TEXT, body TEXT,
        at INTEGER, sender TEXT, seen INTEGER, PRIMARY KEY (run, id)) WITHOUT ROWID""",
    """CREATE INDEX inbox_waiting ON inbox (run, number) WHERE number IS NOT NULL""",
    """CREATE TABLE operation (run INTEGER NOT NULL, id TEXT NOT NULL, act TEXT NOT NULL, tool TEXT NOT NULL,
        args_digest TEXT NOT NULL, proposal TEXT NOT NULL, status TEXT NOT NULL, attempt INTEGER NOT NULL,
        event TEXT NOT NULL, PRIMARY KEY (run, id)) WITHOUT ROWID""",
    """CREATE INDEX operation_open ON operation (run) WHERE status NOT IN ('settled', 'withdrawn')""",
    """CREATE TABLE timer (run INTEGER NOT NULL, entry INTEGER NOT NULL, event TEXT NOT NULL, deadline INTEGER NOT NULL,
        noted INTEGER NOT NULL, PRIMARY KEY (run, entry, event)) WITHOUT ROWID""",
    """CREATE INDEX timer_due ON timer (deadline) WHERE noted = 0""",
    """CREATE TABLE approval (run INTEGER NOT NULL, number INTEGER NOT NULL, digest TEXT NOT NULL, status TEXT NOT NULL,
        question TEXT NOT NULL, asked_at INTEGER NOT NULL, answered_by TEXT NOT NULL, answered_at INTEGER NOT NULL,
        PRIMARY KEY (run, number)) WITHOUT ROWID""",
    """CREATE TABLE heard (number INTEGER PRIMARY KEY, run INTEGER NOT NULL, id TEXT NOT NULL, body TEXT NOT NULL,
        sender TEXT NOT NULL, at INTEGER NOT NULL, translation TEXT NOT NULL, seen INTEGER NOT NULL)""",
    """CREATE INDEX heard_run ON heard (run)""",
    """CREATE TABLE said (number INTEGER PRIMARY KEY, run INTEGER NOT NULL, id TEXT NOT NULL, body TEXT NOT NULL,
        words TEXT NOT NULL, at INTEGER NOT NULL, operation TEXT NOT NULL, digest TEXT NOT NULL,
        delivered_at INTEGER NOT NULL)""",
    """CREATE INDEX said_run ON said (run)""",
    """CREATE INDEX said_undelivered ON said (run) WHERE delivered_at = 0""",
    """CREATE TABLE attention (number INTEGER PRIMARY KEY, run INTEGER NOT NULL, seq INTEGER NOT NULL, why TEXT NOT NULL,
        operation TEXT NOT NULL, at INTEGER NOT NULL, resolved_at INTEGER NOT NULL)""",
    """CREATE INDEX attention_run ON attention (run)""",
    """CREATE INDEX attention_open ON attention (number) WHERE resolved_at = 0""",
    """CREATE TABLE gate (number INTEGER PRIMARY KEY, run INTEGER NOT NULL, operation TEXT NOT NULL,
        permitted INTEGER NOT NULL, why TEXT NOT NULL, grounds TEXT NOT NULL, at INTEGER NOT NULL)""",
    """CREATE INDEX gate_run ON gate (run)""",
    """CREATE TABLE ignored (run INTEGER NOT NULL, event TEXT NOT NULL, times INTEGER NOT NULL,
        PRIMARY KEY (run, event)) WITHOUT ROWID""",
)


class Owner(NamedTuple):
    """Who claimed the store last. `since`: UTC milliseconds."""

    epoch: int
    owner: str
    process: int
    since: int


NOBODY: Final = Owner(0, "", 0, 0)


def create(connection: sqlite3.Connection, store_id: str) -> None:
    """Give an empty file its tables. The caller holds the transaction."""
    for statement in TABLES:
        connection.execute(statement)
    connection.execute("INSERT INTO store VALUES (1, ?, ?)", (store_id, short_hash(store_id)))
    write_owner(connection, NOBODY)
    connection.execute(f"PRAGMA application_id = {APPLICATION}")
    connection.execute(f"PRAGMA user_version = {VERSION}")


def is_empty(connection: sqlite3.Connection, path: str) -> bool:
    """Whether the file still needs its tables. Raises StoreError when it is not ours, or newer than this version."""
    application, version = (
        connection.execute(f"PRAGMA {name}").fetchone()[0] for name in ("application_id", "user_version")
    )
    if application == 0 and connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0] == 0:
        return True
    if application != APPLICATION:
        raise StoreError(f"{path} is an SQLite database of another program: give the store a file of its own")
    if version > VERSION:
        raise StoreError(
            f"{path} was written by a newer version of Decidable (schema {version}, this one knows {VERSION}): "
            "upgrade Decidable, or open a copy made before"
        )
    if version != VERSION:
        raise StoreError(f"{path} has no schema this version knows ({version}): restore it from a backup")
    return False


def read_store_id(connection: sqlite3.Connection, path: str) -> str:
    """The store's own name. Raises StoreError when it was changed: every operation's key begins with it."""
    row = connection.execute("SELECT id, seal FROM store").fetchone()
    if row is None or not isinstance(row[0], str) or short_hash(row[0]) != row[1]:
        raise StoreError(f"{path} is damaged: its own id is not what was written. Restore it from a backup")
    return row[0]


def read_owner(connection: sqlite3.Connection, path: str) -> Owner:
    """Who claimed the store last. Raises StoreError when the row was changed: a wrong epoch would fence nobody."""
    row = connection.execute("SELECT epoch, owner, process, since, seal FROM owner").fetchone()
    if row is None or short_hash(*row[:-1]) != row[-1]:
        raise StoreError(f"{path} is damaged: the row of its owner is not what was written. Restore it from a backup")
    return Owner(*row[:-1])


def write_owner(connection: sqlite3.Connection, owner: Owner) -> None:
    """Keep who claimed the store."""
    connection.execute("INSERT OR REPLACE INTO owner VALUES (1, ?, ?, ?, ?, ?)", (*owner, short_hash(*owner)))
