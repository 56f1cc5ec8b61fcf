"""Reading the journal of a run back, checked; and looking for damage anywhere in it.

Owns: entries from rows, `history`, and `verify`, which compares everything that is kept of a run with everything else.
Never: changes a row, but for the body that somebody asked to be forgotten.
"""

from __future__ import annotations

import sqlite3
from typing import Final

from decidable.journal.chain import START, Entry, forgotten, record_of, short_hash
from decidable.stores import derive, refusals
from decidable.stores import sqlite_rows as rows
from decidable.stores.port import JournalRow, RunKey
from decidable.stores.shown import check_chain, journal_rows
from decidable.stores.sqlite_run import read_head, the_run, update_tally

_ENTRIES: Final = """SELECT seq, kind, event_id, fingerprint, journal.body, salt, journal.digest, chk FROM journal
    LEFT JOIN definition ON definition.id = journal.definition WHERE run = ? AND seq > ? ORDER BY seq LIMIT ?"""
_FORGET: Final = "UPDATE journal SET body = NULL, salt = NULL, digest = ? WHERE run = ? AND seq = ?"


def _entries(connection: sqlite3.Connection, run: int, after: int = 0, limit: int = 0) -> list[Entry]:
    return [Entry(*row) for row in connection.execute(_ENTRIES, (run, after, limit or -1))]


def history(connection: sqlite3.Connection, key: RunKey, after: int, limit: int) -> tuple[JournalRow, ...]:
    """The journal from `after` on, every row checked against the one before it."""
    run = the_run(connection, key).id
    if not after:
        return journal_rows(key, _entries(connection, run, 0, limit), (0, START))
    found = _entries(connection, run, after - 1, limit + 1 if limit else 0)
    return journal_rows(key, found[1:], (after, found[0].check)) if found else ()


def forget_body(connection: sqlite3.Connection, key: RunKey, seq: int) -> None:
    """Delete a body and its salt, and what would tell a guess at the message behind it."""
    run = the_run(connection, key)
    found = _entries(connection, run.id, seq - 1, 1)
    if not found or found[0].seq != seq:
        raise refusals.no_record(key, seq)
    entry = forgotten(found[0])
    connection.execute(_FORGET, (entry.digest, run.id, seq))
    tally = rows.Tally(connection, run.tally)
    arrived = tally.find(rows.INBOX, run.id, entry.event_id)
    if arrived is not None:
        tally.change(rows.INBOX, arrived, (*arrived[:2], None, *arrived[3:]))
        update_tally(connection, run.id, run.arrivals, tally.kept)


def verify(connection: sqlite3.Connection, key: RunKey) -> int:
    """The length of a run's chain, when everything kept of the run agrees. Raises StoreError otherwise."""
    head = read_head(connection, key)
    if head is None:
        raise refusals.no_run(key)
    run = the_run(connection, key)
    entries = _entries(connection, run.id)
    length = check_chain(head, entries)
    beside = [(side, row) for side in rows.SIDES for row in rows.rows_of_run(connection, side, run.id)]
    if rows.tally_of(beside) != run.tally:
        raise refusals.damaged(
            key, "a row of its inbox, words, operations, timers, approvals or gate was lost or changed"
        )
    _check_derived(key, beside, entries)
    _check_definitions(connection, key, {entry.fingerprint for entry in entries})
    return length


def _check_derived(key: RunKey, beside: list[tuple[rows.Side, rows.Row]], entries: list[Entry]) -> None:
    """What the journal says about operations is what the table says."""
    records = [record for entry in entries if (record := record_of(entry)) is not None]
    if len(records) < len(entries):
        return  # bodies were deleted, and the tally has to do
    found = {row[1]: row[1:] for side, row in beside if side is rows.OPERATION}
    if found != {row.id: tuple(row) for row in derive.operations(records, lambda _: None)}:
        raise refusals.damaged(key, "its operations are not those of its journal")


def _check_definitions(connection: sqlite3.Connection, key: RunKey, fingerprints: set[str]) -> None:
    for fingerprint in sorted(fingerprints):
        read_definition(connection, fingerprint, f"run {key}")


def read_definition(connection: sqlite3.Connection, fingerprint: str, where: str) -> str | None:
    """A kept definition, or None. Raises StoreError when it is not what was written."""
    found = connection.execute(
        "SELECT machine, body, digest FROM definition WHERE fingerprint = ?", (fingerprint,)
    ).fetchone()
    if found is None or found[2] is None:
        return None
    machine, body, digest = found
    if short_hash(fingerprint, machine, body) != digest:
        raise refusals.damaged_definition(fingerprint, where)
    return str(body)


def check_file(connection: sqlite3.Connection, path: str) -> None:
    """Raises StoreError unless every table and index of the file agree; a check of a run reads only its own rows."""
    found = connection.execute("PRAGMA integrity_check(1)").fetchone()[0]
    if found != "ok":
        raise refusals.damaged_file(path, found)
