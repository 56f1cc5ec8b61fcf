"""A step's changes, as statements inside one transaction.

Owns: beginning a run and committing a step. Never: opens, commits or retries the transaction; `sqlite_file` does.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from typing import Final

from decidable.core.records import JournalRecord
from decidable.journal.chain import CHECK_BYTES, START, append
from decidable.stores import refusals
from decidable.stores import sqlite_rows as rows
from decidable.stores.bodies import Bodies
from decidable.stores.port import Commit, Head, RunKey, Said
from decidable.stores.sqlite_derived import bring_up_to_date
from decidable.stores.sqlite_inbox import consume, take
from decidable.stores.sqlite_run import RunRow, Standing, find_run, insert_run, standing, update_run
from decidable.stores.sqlite_words import keep_decisions, keep_words

_APPEND: Final = """INSERT INTO journal (run, definition, seq, kind, event_id, body, salt, digest, chk)
    VALUES (?1, ?2, ?3, ?4, ?5, ?7, ?8, ?9, ?10)"""
"""?6 is the entry's fingerprint, kept once as a definition."""


def fence(connection: sqlite3.Connection, key: RunKey | None, epoch: int) -> None:
    """Raises StoreError unless `epoch` owns the store."""
    _check_epoch(key, epoch, connection.execute("SELECT epoch FROM owner").fetchone()[0])


def _check_epoch(key: RunKey | None, epoch: int, current: int) -> None:
    if not current:
        raise refusals.not_claimed()
    if epoch != current:
        raise refusals.fenced(key, epoch, current)


def begin(
    connection: sqlite3.Connection, head: Head, records: Sequence[JournalRecord], said: Sequence[Said], texts: Bodies
) -> Head:
    """Make a run, with its first records."""
    key = head.key
    fence(connection, key, head.epoch)
    if find_run(connection, key) is not None:
        raise refusals.taken(key)
    number = connection.execute("SELECT coalesce(max(id), 0) + 1 FROM run").fetchone()[0]
    row = RunRow(
        number,
        key.tenant,
        key.run,
        head.conversation,
        head.machine,
        0,
        "",
        "",
        0,
        0,
        head.epoch,
        head.created_at,
        head.updated_at,
        START,
        bytes(CHECK_BYTES),
        b"",
    )
    commit = Commit(key, 0, head.epoch, head.fingerprint, records, head.snapshot, head.updated_at, said=said)
    row = _change(connection, Standing(row, "", False, head.epoch), commit, texts)
    insert_run(connection, row, head.fingerprint, texts.snapshot)
    return head._replace(check=row.chk.hex())


def commit(connection: sqlite3.Connection, commit: Commit, texts: Bodies) -> Head:
    """One step, whole or not at all."""
    before = standing(connection, commit.key)
    _check_epoch(commit.key, commit.epoch, before.owner)
    if before.row.seq != commit.expected_seq:
        raise refusals.moved_on(commit.key, commit.expected_seq, before.row.seq)
    row = _change(connection, before, commit, texts)
    update_run(connection, row, commit.fingerprint, texts.snapshot)
    return Head(
        row.key,
        row.conversation,
        row.machine,
        commit.fingerprint,
        commit.snapshot,
        row.epoch,
        row.chk.hex(),
        row.created_at,
        row.updated_at,
    )


def _change(connection: sqlite3.Connection, before: Standing, commit: Commit, texts: Bodies) -> RunRow:
    """Everything but the run's own row, which comes back as it must be written."""
    row, snapshot = before.row, commit.snapshot
    tally = rows.Tally(connection, row.tally)
    if commit.arrival is not None:
        take(tally, row.id, commit.key, commit.arrival)
    if commit.consumed:
        consume(tally, row.id, commit.key, commit.consumed)
    same = before.fingerprint == commit.fingerprint
    definition = row.definition if same else definition_id(connection, commit.fingerprint)
    entries = append(
        row.tenant, row.run, texts.records, after=(row.seq, row.chk), cause=(commit.event_id, commit.fingerprint)
    )
    connection.executemany(_APPEND, [(row.id, definition, *entry) for entry in entries])
    bring_up_to_date(tally, before, commit)
    keep_words(tally, row.id, commit)
    keep_decisions(tally, row.id, commit)
    return row._replace(
        definition=definition,
        state=snapshot.state,
        ended=snapshot.end.value if snapshot.end else "",
        seq=snapshot.seq,
        arrivals=row.arrivals + (commit.arrival is not None),
        epoch=commit.epoch,
        updated_at=commit.at,
        chk=entries[-1].check if entries else row.chk,
        tally=tally.kept,
    )


def definition_id(connection: sqlite3.Connection, fingerprint: str) -> int:
    """The small number of a fingerprint, given on first sight, also before the definition itself is kept."""
    found = connection.execute("SELECT id FROM definition WHERE fingerprint = ?", (fingerprint,)).fetchone()
    if found is None:
        found = connection.execute(
            "INSERT INTO definition (fingerprint) VALUES (?) RETURNING id", (fingerprint,)
        ).fetchone()
    number: int = found[0]
    return number
