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


_IN_CONVERSATION = "run.conversation = ? AND run.tenant = ? AND run.machine = ?"
_KNOWS = f"""SELECT run.run FROM run JOIN inbox ON inbox.run = run.id WHERE {_IN_CONVERSATION} AND inbox.id = ?
    ORDER BY run.id"""
_LATEST = f"SELECT run.run, run.ended FROM run WHERE {_IN_CONVERSATION} ORDER BY run.id DESC"


def post(
    connection: sqlite3.Connection, tenant: str, conversation: str, machine: str, arrival: Arrival
) -> RunKey | None:
    """Queue an arrival at the latest run of a machine in a conversation, unless that has ended or one of them knows it."""
    where = (conversation, tenant, machine)
    known = connection.execute(_KNOWS, (*where, arrival.id)).fetchone()
    if known is not None:
        return RunKey(tenant, known[0])
    latest = connection.execute(_LATEST, where).fetchone()
    if latest is None or latest[1]:
        return None
    key = RunKey(tenant, latest[0])
    offer(connection, key, arrival)
    return key


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
