"""What is supposed of facts that are not kept is every case there is, or the fact is kept."""

from __future__ import annotations

import pytest

from decidable.check.prove import Options, prove
from tests.check.prove.test_rules import run_of
from tests.check.written import table

THREE = """\
    machine three
    facts
      x: text
    events
      user tell(x), two(u: text, v: text), go
    any state
      *   reject : not now
    first (start)
      tell  stay : told
      two when x known and not u is x and not v is x and not u is v   -> bad : three of them
      two else   stay : fewer
      go  -> good : on
    good
      go  stay : over
    bad
      go  stay : over
"""
ARGUMENTS = """\
    machine arguments
    facts
      x, y: text
    events
      user tell(x, y), go
      result found, failed
    tools
      read look(x, y) gives found fails failed
    any state
      blocked stay : not known
      *   reject : not now
    first (start)
      tell  stay / call look : look
      found when not x is y -> bad : it is about two
      found else stay : about one
      failed stay : no answer
      go  -> good : on
    good
      go  stay : over
    bad
      go  stay : over
"""
ANSWER = """\
    machine answer
    facts
      r: text
    events
      user tell(r), go
      result found(which: text), failed
    tools
      read look(r) gives found fails failed
    any state
      blocked stay : not known
      *   reject : not now
    first (start)
      tell  stay / call look : look
      found when not which is r -> bad : another
      found else stay : this
      failed stay : no answer
      go  -> good : on
    good
      go  stay : over
    bad
      go  stay : over
"""
COMPARED = """\
    machine compared
    facts
      r: text
    events
      user tell(r), compare(which: text)
    first (start)
      tell     stay : told
      compare when which is r -> over : the same
      compare else   stay : another
    over (final: completed)
"""


@pytest.mark.parametrize("loosely", [True, False])
@pytest.mark.parametrize(
    ("source", "run"),
    [
        (THREE, ['tell(x = "x 1")', 'two(u = "u 2", v = "v 3")']),
        (ARGUMENTS, ['tell(x = "x 1", y = "y 2")', "look: found"]),
        (ANSWER, ['tell(r = "r 1")', 'look: found(which = "which 2")']),
    ],
)
def test_values_that_meet_more_than_one_other(source: str, run: list[str], loosely: bool) -> None:
    (verdict,) = prove(table(source), ["never bad before good"], Options(loosely=loosely))
    assert run_of(verdict) == run


@pytest.mark.parametrize("loosely", [True, False])
def test_a_cheapest_path_is_one_that_a_run_takes(loosely: bool) -> None:
    """What is supposed of a fact would make it cheaper."""
    rule = "at most 1 model call on a shortest path"
    (verdict,) = prove(table(COMPARED), [rule], Options(loosely=loosely, facts={}))
    assert run_of(verdict) == ['tell(r = "r 1")', 'compare(which = "r 1")']


@pytest.mark.parametrize("type_", ["text", "0..5", "date", "money"])
def test_fresh_values_beside_one_another_differ(type_: str) -> None:
    """Of a small range the first ones may be around already, and two of what is left are two."""
    source = THREE.replace("text", type_)
    (verdict,) = prove(table(source), ["never bad before good"])
    assert len(run_of(verdict)) == 2
    begun = source.replace("user tell(x), ", "user ").replace("      tell  stay : told\n", "")
    (verdict,) = prove(table(begun), ["never bad before good"])
    assert len(run_of(verdict)) == 2, "a fact of the start, and an event"
