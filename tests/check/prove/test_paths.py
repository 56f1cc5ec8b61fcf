"""Runs that only one thing leads to: a refusal, a look-up that finds nothing, a deadline that passes in an outage."""

from __future__ import annotations

from textwrap import indent

from decidable.check.prove import Holds, Options, Refuted, Verdict, prove
from decidable.check.rules.monitors import BROKEN, START, ReachesMonitor, VisitsMonitor
from decidable.check.rules.seen import Accepted, Arrived, Entered, Seen
from decidable.check.script import play, script_lines
from tests.check.prove.test_rules import ask, run_of
from tests.check.written import table

WRITE = """\
machine write
facts
  flag: bool = no
  x: 0..1
  other_x: text
events
  user go(x), mark
  evidence acted
  result unknown, found, failed
  signal ring
  system model_down, model_back
tools
  write act(x) gives acted timeout unknown look up by repeating the key
  read look(x) gives found fails failed
any state
  acted stay : it is real
  found, failed stay : news
  blocked -> first : refused
  ring stay / send mark to another_machine : tell them
  model_down -> away : an outage
  * reject : not now
first (start)
  go -> going / set flag = yes, call act : go
going
  unknown stay / set flag = no : looked up
  go ignore : twice
  mark when not busy -> free : nothing is under way
  mark else stay / call look : look
  after 10m when flag stay : not yet
  after 10m else -> late : too late
free
  go stay : free
late
  mark stay : late
away (interruption)
  mark stay / set flag = no : marked
  after 5m -> late : too long
  model_back -> back else first : again
"""


def told(rule: str, source: str = WRITE, options: Options | None = None) -> Verdict:
    (verdict,) = prove(table(indent(source, "    ")), [rule], options)
    if isinstance(verdict, Refuted) and verdict.trace is not None:
        script = "\n".join(script_lines(verdict.trace))
        last = list(play(table(indent(source, "    ")), script))[-1]
        assert last.step.snapshot.state == (
            verdict.trace.steps[-1].target if verdict.trace.steps else last.step.snapshot.state
        )
    return verdict


def test_a_refusal_of_the_gate() -> None:
    assert run_of(ask("never blocked before no")) == ['ask(order = "order 1")', "check: blocked"]
    assert run_of(told("never blocked before mark"))[-1] == "act: blocked"


def test_a_look_up_that_finds_nothing_makes_a_call_possible_again() -> None:
    source = WRITE.replace("mark stay / set flag = no : marked", "mark stay : marked")
    lines = run_of(told("flag holds whenever act is possible", source))
    assert lines == ["go(x = 0)", "act starts", "act: unknown", "act: not found"]


def test_a_tool_that_says_it_did_nothing() -> None:
    lines = run_of(told("never free before acted"))
    assert lines[-2:] == ["act: not done", "mark"]


def test_a_deadline_that_passes_in_an_outage() -> None:
    lines = run_of(told("never late before away"))
    assert lines[-1] == "after 10m"
    lines = run_of(told("never late twice without blocked between"))
    assert lines
    source = WRITE.replace("  after 5m -> late : too long\n", "").replace(
        "unknown stay / set flag = no", "unknown stay"
    )
    lines = run_of(told("never late before free", source))
    assert lines[-3:] == ["mark", "wait 10m", "model_back"]


def test_an_ignored_event_has_arrived() -> None:
    assert run_of(told("from any state but first go reaches going within 1 event"))[-1] == "go(x = 0)"
    verdict = told("from any state but first go reaches free within 1 event")
    assert isinstance(verdict, Refuted)


def test_alike_reads_are_bounded() -> None:
    verdict = told("never look before go")
    assert isinstance(verdict, Holds)
    verdict = told("after an end no tool", options=Options(limit=200))
    assert verdict.size.states


def test_a_visit_within_the_step_that_asks_for_it() -> None:
    monitor = VisitsMonitor("go", ("there",))
    assert monitor.advance(START, [Accepted("go", "here"), Entered("there"), Entered("beyond")], "beyond") == START
    assert monitor.advance(START, [Entered("there"), Accepted("go", "here"), Entered("else")], "else") == 1


def test_a_state_that_is_only_passed_through_is_reached() -> None:
    monitor = ReachesMonitor("go", ("there",), 1)
    through: list[Seen] = [Arrived("go", "here", True), Entered("there"), Entered("beyond")]
    assert monitor.advance(START, through, "beyond") == START
    assert monitor.advance(START, through[:1], "here") == BROKEN
    slow = ReachesMonitor("go", ("there",), 2)
    assert slow.advance(START, through[:1], "here") == 1
    assert slow.advance(1, [Arrived("other", "here", False)], "here") == 1
    assert slow.advance(1, [Entered("elsewhere")], "elsewhere") == 1
    assert slow.advance(1, [Arrived("go", "here", False)], "here") == 1, (
        "what is rejected is an event of its own, not of the first"
    )
    assert slow.advance(1, [Arrived("other", "here", True)], "here") == BROKEN
