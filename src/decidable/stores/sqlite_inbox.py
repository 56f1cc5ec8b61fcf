"""The inbox of a run: what arrived, once.

Owns: telling a new arrival from a duplicate and a conflict, and what is left of one that was consumed.
Never: keeps the body of a consumed arrival; its id and digest are enough.
"""

from __future__ import annotations

import sqlite3

from decidable.stores import refusals
from decidable.stores import sqlite_rows as rows
from decidable.stores.bodies import arrival_digest
from decidable.stores.port import Arrival, DuplicateArrivalError, Offered, RunKey
from decidable.stores.sqlite_run import the_run, update_tally


def _known(tally: rows.Tally, run: int, arrival: Arrival) -> Offered:
    found = tally.find(rows.INBOX, run, arrival.id)
    if found is None:
        return Offered.ACCEPTED
    return Offered.DUPLICATE if found[2] in {None, arrival_digest(arrival)} else Offered.CONFLICT


def offer(connection: sqlite3.Connection, key: RunKey, arrival: Arrival) -> Offered:
    """Queue an arrival, unless its id is known."""
    run = the_run(connection, key)
    tally = rows.Tally(connection, run.tally)
    known = _known(tally, run.id, arrival)
    if known is Offered.ACCEPTED:
        number = run.arrivals + 1
        _, kind, body, at, by, _, seen = arrival
        tally.add(rows.INBOX, (run.id, arrival.id, arrival_digest(arrival), number, kind.value, body, at, by, seen))
        update_tally(connection, run.id, number, tally.kept)
    return known


def take(tally: rows.Tally, run: int, key: RunKey, arrival: Arrival) -> None:
    """Know an arrival that never waited. Raises DuplicateArrivalError."""
    if not tally.add_unless_known(rows.INBOX, _used_up(run, arrival.id, arrival_digest(arrival))):
        raise DuplicateArrivalError(key, arrival.id, _known(tally, run, arrival))


def consume(tally: rows.Tally, run: int, key: RunKey, id: str) -> None:
    """Use up a waiting arrival. Raises StoreError when it does not wait."""
    found = tally.find(rows.INBOX, run, id)
    if found is None or found[3] is None:
        raise refusals.not_waiting(key, id)
    tally.change(rows.INBOX, found, _used_up(run, id, found[2]))


def _used_up(run: int, id: str, digest: bytes | None) -> rows.Row:
    """An inbox row without a place in the queue: what is left of it tells a duplicate."""
    return (run, id, digest, None, None, None, None, None, None)
