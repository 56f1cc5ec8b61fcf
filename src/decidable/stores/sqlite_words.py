"""What was heard and said in a run, what the gate decided, and what was dropped as irrelevant.

Owns: the rows that only grow, the outbox among them. Never: control state; nothing in here decides a step.
"""

from __future__ import annotations

import sqlite3
from typing import Final

from decidable.stores import refusals
from decidable.stores import sqlite_rows as rows
from decidable.stores.port import Commit, RunKey
from decidable.stores.sqlite_run import the_run, update_tally

_NEXT: Final = """SELECT max(coalesce((SELECT max(number) FROM said), 0),
    coalesce((SELECT max(number) FROM heard), 0)) + 1"""


def keep_words(tally: rows.Tally, run: int, commit: Commit) -> None:
    """What a step heard, then what it said, in one numbering."""
    if commit.heard is None and not commit.said:
        return
    number = tally.connection.execute(_NEXT).fetchone()[0]
    if commit.heard is not None:
        tally.add(rows.HEARD, (number, run, *commit.heard[:-1]))
        number += 1
    for place, words in enumerate(commit.said, number):
        tally.add(rows.SAID, (place, run, *words[:-1]))


def keep_decisions(tally: rows.Tally, run: int, commit: Commit) -> None:
    """What the gate decided, and the count of dropped events."""
    for operation, permitted, why, grounds, at in commit.gate:
        tally.add(rows.GATE, (tally.next_number(rows.GATE), run, operation, int(permitted), why, grounds, at))
    for event in commit.ignored:
        found = tally.find(rows.IGNORED, run, event)
        tally.put(rows.IGNORED, (run, event, found[2] + 1 if found else 1))


def delivered(connection: sqlite3.Connection, key: RunKey, id: str, at: int) -> None:
    """Words have reached the channel; the first time counts."""
    run = the_run(connection, key)
    waits = f"{rows.SAID.read} WHERE run = ? AND delivered_at = 0 AND id = ? ORDER BY number"
    found = connection.execute(waits, (run.id, id)).fetchone()
    if found is not None:
        tally = rows.Tally(connection, run.tally)
        tally.change(rows.SAID, found, (*found[:-1], at))
        update_tally(connection, run.id, run.arrivals, tally.kept)
    elif connection.execute("SELECT 1 FROM said WHERE run = ? AND id = ?", (run.id, id)).fetchone() is None:
        raise refusals.nothing_numbered(f"message of run {key}", id)
