"""`step`, measured beside the bare dictionary look-up that no state machine in Python can be faster than.

Owns: the figures beside the bars for a step. Never: compares with other engines (that needs their packages).

    python -m bench.step
"""

from __future__ import annotations

import platform
import sys
import time
from collections.abc import Callable

from decidable.core.canonical import text
from decidable.core.compile import compile_table
from decidable.core.definition import Definition
from decidable.core.records import Decided
from decidable.core.snapshot import Occurrence, Snapshot
from decidable.core.step import begin, step
from decidable.core.table import Table
from decidable.core.values import Value
from decidable.text.reader import read

FLAT_BAR, WHOLE_BAR, IDLE_BYTES = 40, 80, 1024
"""At most so many times slower than the floor, flat and with everything; at most so many bytes for a run that waits."""

FLAT = """
machine flat
events
  user      details_complete, details_missing, user_yes, user_no, user_revises
  signal    slot_free, slot_gone, refused, unknown, told, webhook_cancel, timeout
  evidence  committed, paid, sent
  system    model_down, model_back
any state
  webhook_cancel   -> report : the restaurant gave the table back
  committed, paid, sent   -> report : it is real
  slot_free, slot_gone, refused, unknown, told, timeout   stay : recorded
  *   reject : not expected here
gather (start)
  details_missing    stay : keep what was given
  details_complete   -> search : everything is known
  model_down         -> degraded : reading messages needs the model
search
  slot_free    -> confirm : free
  slot_gone    -> gather : taken
  model_down   -> degraded : needs the model
confirm
  user_yes       -> book : wanted
  user_no        -> gather : not wanted
  user_revises   -> gather : something else
book
  committed   -> notify : the table is ours
  refused     -> search : look again
notify
  sent         -> report : the group knows
  model_down   -> degraded : needs the model
report
  told   -> gather : ready for a revision
degraded
  model_back   -> gather : to where it was
"""
"""Seven states x seventeen events, all of them decided."""
FLAT_CYCLE = "details_missing details_complete slot_free user_yes committed paid sent told".split()

WHOLE = """
machine whole
facts
  day, hour, slot, reservation: text
  party: 1..20
  misses: 0..2 = 0
events
  user      details(day?, hour?, party?), user_yes, user_no, user_cancels, other
  signal    slot_free(slot), slot_gone, refused, told, timeout
  evidence  committed(reservation), paid, sent, table_gone(which: text)
  system    model_down, model_back, tick
any state
  committed, paid, sent   -> report : it is real
  table_gone when which is reservation   -> report / forget reservation : given back
  table_gone else   stay : not ours
  slot_free, slot_gone, refused, told, timeout   stay : recorded
  *   reject : not expected here
gather (start)
  details when day known and hour known and party known   -> search : everything is known
  details else       stay : keep what was given
  other when misses < 2   stay / count misses : ask again
  other else         -> report / reset misses : a person should look
search
  slot_free when party <= 8   -> confirm : free
  slot_free else     -> report : too many for one table
  details            defer : when the search is over
confirm
  user_yes           -> book : wanted
  user_no            -> gather : not wanted
book
  committed when party > 4 and not reservation known   stay : a large table
  committed else     stay : the table is ours
  paid               -> notify : table and deposit are settled
  details, other     defer : finish first
notify
  details, other     defer : tell this first
  sent               -> report : the group knows
report
  details            stay : noted
  told               -> gather / forget day and hour and party, reset misses : done
degraded
  model_back         -> gather : to where it was
"""
"""The same machine and cycle with everything added: facts, guards, effects on facts, an event deferred and recalled."""
WHOLE_CYCLE: tuple[tuple[str, dict[str, Value]], ...] = (
    ("details", {"day": "fri"}),
    ("details", {"hour": "19:00", "party": 4}),
    ("slot_free", {"slot": "A"}),
    ("user_yes", {}),
    ("details", {"party": 5}),
    ("committed", {"reservation": "R"}),
    ("paid", {}),
    ("sent", {}),
    ("told", {}),
)


def table_of(source: str) -> Table:
    """Compile a source that must be fit."""
    definition = read(source).definition
    assert isinstance(definition, Definition)
    table = compile_table(definition)
    assert table.fit, table.problems
    return table


def rate(run: Callable[[int], int], cycles: int, repeats: int = 40) -> float:
    """The best rate of several runs, in what `run` counts per second. Every run here lasts some ten milliseconds: on a
    machine that others use as well, a longer one would be interrupted more often than what it is compared with."""
    best = 0.0
    for _ in range(repeats):
        start = time.perf_counter()
        count = run(cycles)
        best = max(best, count / (time.perf_counter() - start))
    return best


def floor(table: Table) -> Callable[[int], int]:
    """Nothing but the look-up: (state, event) -> state, round the flat cycle."""
    targets = {
        (state, event): cell.options[0].target or state
        for state, row in table.rows.items()
        for event, cell in row.items()
    }

    def run(cycles: int) -> int:
        state = table.start
        for _ in range(cycles):
            for event in FLAT_CYCLE:
                state = targets[state, event]
        return cycles * len(FLAT_CYCLE)

    return run


def stepping(table: Table, inputs: tuple[Occurrence, ...], start: Snapshot) -> Callable[[int], int]:
    """Real steps, records and all, round a cycle. A recalled event is looked up and recorded like any other, so that
    what is counted, as for the floor, is decisions."""
    per_cycle = decisions(table, inputs, start)

    def run(cycles: int) -> int:
        snapshot = start
        for _ in range(cycles):
            for occurrence in inputs:
                snapshot = step(table, snapshot, occurrence).snapshot
        return cycles * per_cycle

    return run


def decisions(table: Table, inputs: tuple[Occurrence, ...], snapshot: Snapshot) -> int:
    """How many decisions one cycle makes: those of recalled events included."""
    count = 0
    for occurrence in inputs:
        done = step(table, snapshot, occurrence)
        snapshot = done.snapshot
        count += sum(isinstance(record, Decided) for record in done.records)
    return count


def main() -> int:
    """Print the figures; 1 where a bar is missed."""
    print(f"{platform.machine()}, {platform.system()}, Python {platform.python_version()}; the best of several runs")
    flat, whole = table_of(FLAT), table_of(WHOLE)
    least = rate(floor(flat), 20_000)
    plain = rate(stepping(flat, tuple(map(Occurrence, FLAT_CYCLE)), begin(flat, {}, 0).snapshot), 1_200)
    first = begin(whole, {}, 0).snapshot
    everything = rate(stepping(whole, tuple(Occurrence(event, fields) for event, fields in WHOLE_CYCLE), first), 200)
    idle = len(text(first).encode())
    print(f"floor, a dict look-up      {least:12,.0f}/s")
    print(f"flat, 7 states x 17 events {plain:12,.0f}/s   1/{least / plain:.0f} of it (bar 1/{FLAT_BAR})")
    print(f"guards, facts and a queue  {everything:12,.0f}/s   1/{least / everything:.0f} of it (bar 1/{WHOLE_BAR})")
    print(f"a run that waits           {idle:12,d} bytes (bar {IDLE_BYTES})")
    held = least / plain <= FLAT_BAR and least / everything <= WHOLE_BAR and idle <= IDLE_BYTES
    return 0 if held else 1


if __name__ == "__main__":
    sys.exit(main())
