"""What a step looked at is known, in whatever way it looked, and it is taken up wherever it waits."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from decidable.check.explore.traced import Log, Look, Looked, Tried, traced
from decidable.check.prove import Holds, Options, prove
from decidable.core.conditions import View
from decidable.core.snapshot import Known, Occurrence, Snapshot
from decidable.core.step import step
from decidable.core.table import Table
from tests.check.prove.test_pieces import made
from tests.check.written import table

SMALL = """\
    machine small
    facts
      a, b: bool
    events
      user go
    first (start)
      go when a   stay : one
      go else     stay : other
"""


def guarded(machine: Table, test: Callable[[View], bool]) -> Table:
    """The machine with another guard in its first line."""
    cell = machine.rows["first"]["go"]
    first, other = cell.options
    cell = cell._replace(options=(first._replace(test=test), other))
    return replace(machine, rows={"first": {**machine.rows["first"], "go": cell}})


@pytest.mark.parametrize(
    ("test", "looks"),
    [
        (lambda view: "a" in view.facts, {Looked("a", Look.PRESENCE)}),
        (lambda view: 3 in view.facts, set()),
        (lambda view: view.facts.get("a") is not None, {Looked("a", Look.CLOSELY)}),
        (lambda view: view.facts["a"].value is True, {Looked("a", Look.CLOSELY)}),
        (lambda view: len(view.facts) == 2, {Looked("a", Look.CLOSELY), Looked("b", Look.CLOSELY)}),
        (lambda view: set(view.facts) == {"a"}, {Looked("a", Look.CLOSELY), Looked("b", Look.CLOSELY)}),
        (lambda view: view.busy, set()),
    ],
)
def test_a_guard_is_heard_however_it_asks(test: Callable[[View], bool], looks: set[Looked]) -> None:
    log = Log()
    facts = {"a": Known(True, 1, "set")}
    log.begin(facts, busy=True)
    snapshot = Snapshot(state="first", entry=1, version=1, seq=1, facts=facts)
    step(traced(guarded(table(SMALL), test), log), snapshot, Occurrence("go"))
    tried = {note for note in log.notes if isinstance(note, Tried)}
    assert set(log.notes) - tried == looks
    assert {note.event for note in tried} == {"go"}


OFTEN = """\
    machine often
    facts
      x, y: text
    events
      user   go(x), again
      result found(y), failed
      evidence said(y)
    tools
      read   look(x)   gives found   fails failed
      read   tell(y)   gives said    fails failed
    any state
      said    stay     : news
      blocked stay     : not now
      *       reject   : not here
    first (start)
      go      -> asked : off
    asked
      enter: call look
      found   stay / call tell : it is there
      go      -> asked restart : another
      failed  -> first : nothing
"""


@pytest.mark.parametrize("loosely", [True, False])
def test_a_fact_that_evidence_may_keep_though_its_question_is_gone(loosely: bool) -> None:
    verdicts = list(
        prove(made(OFTEN), ["never tell before found", "never found before look"], Options(loosely=loosely))
    )
    assert all(isinstance(verdict, Holds) for verdict in verdicts)


CROWDED = """\
    machine crowded
    events
      user   go, more, enough
    first (start)
      go      -> second : off
      more, enough  reject : not yet
    second
      go      reject    : once
      more    defer     : later
      enough  -> third  : done
    third
      go, enough  reject : over
      more    stay      : taken up
"""


def test_what_leads_beyond_the_bounds_is_no_way_to_a_visit() -> None:
    (verdict,) = prove(made(CROWDED), ["every path after go visits third"])
    assert isinstance(verdict, Holds)
    assert verdict.bounds == ("up to 1 deferred event at a time",)
