"""Each form of rule on a small machine: it holds, and after one change it is refuted by the shortest run."""

from __future__ import annotations

import pytest

from decidable.check.explore.moves import Bounds
from decidable.check.prove import Holds, Options, Refuted, Undecided, Verdict, prove
from decidable.check.regression import broken_by
from decidable.check.rules.meaning import monitor_of
from decidable.check.rules.monitors import BROKEN, START
from decidable.check.rules.names import problems, rule_findings
from decidable.check.rules.seen import Started
from decidable.check.script import play, script_lines
from decidable.text.sentences import NothingAfterEnd
from tests.check.written import table

SHOP = """\
    machine shop
    facts
      order, receipt: text
      checked: bool = no
      amount: money
      tries: 0..2 = 0
    events
      user      ask(order), other
      answer    yes, no
      choice    pick
      result    fine(amount), unfit, failed, declined, unknown, told
      evidence  refunded(receipt)
      signal    ring
      system    model_down, model_back
    tools
      read   check(order)                 gives fine, unfit  fails failed
      write  refund_order(order, amount)  gives refunded, declined  timeout unknown  look up by repeating the key  needs approval  requires checked
    any state
      refunded     -> done         : the money has moved
      unknown, ring stay           : news
      blocked      -> start_here   : refused
      model_down   stay            : code
      other        reject strike   : a miss
      *            reject          : not now
    start_here (start)
      ask          -> checking : look first
    checking
      enter: call check
      fine         -> asked / set checked = yes, propose refund_order : it may be
      unfit        -> start_here   : it may not
      failed       -> start_here   : no answer
      ask          -> checking restart : another one
    asked
      yes when approved   stay / perform   : exactly this
      yes else     stay / ask again        : to what
      no           -> start_here / set checked = no : not this
      declined     -> start_here / set checked = no : the bank said no
      after 1h     -> start_here / set checked = no : too late
      pick         stay / compose hint     : a model may word it
      model_down   -> away                 : the talk needs it
    away (interruption)
      model_back   -> back else start_here : again
    done (final: completed, leftovers to attention)
"""


def ask(rule: str, *changes: tuple[str, str], options: Options | None = None) -> Verdict:
    """The verdict on one rule of the shop, with pieces of it changed."""
    source = SHOP
    for old, new in changes:
        assert source.count(old) == 1, old
        source = source.replace(old, new)
    machine = table(source)
    assert machine.fit, machine.problems
    (verdict,) = prove(machine, [rule], options)
    return verdict


def run_of(verdict: Verdict) -> list[str]:
    """The lines of a refutation, without remarks; each is played again."""
    assert isinstance(verdict, Refuted)
    assert verdict.trace is not None
    return [line.partition("  #")[0].rstrip() for line in script_lines(verdict.trace)]


HOLD = (
    "never refund_order before yes",
    "never refund_order before check",
    "never done twice",
    "refund_order only in asked",
    "every path after fine visits start_here or done, if operations are answered",
    "every path after fine visits start_here or done",
    "from any state but away refunded reaches done within 1 event",
    "checked holds whenever refund_order is possible",
    "after an end no tool",
    "at most 1 model call on a shortest path",
)


@pytest.mark.parametrize("rule", HOLD)
@pytest.mark.parametrize("loosely", [True, False])
def test_what_holds(rule: str, loosely: bool) -> None:
    verdict = ask(rule, options=Options(loosely=loosely))
    assert isinstance(verdict, Holds), run_of(verdict)


def test_a_tool_before_its_event() -> None:
    verdict = ask(
        "never refund_order before yes", (" needs approval", ""), ("propose refund_order", "call refund_order")
    )
    assert run_of(verdict) == ['ask(order = "order 1")', "check: fine(amount = 10.00 USD)", "refund_order starts"]


def test_a_state_before_an_event() -> None:
    assert run_of(ask("never asked before yes"))[-1].startswith("check: fine")
    at_once = ask("never start_here before ask")
    assert run_of(at_once) == ["# begins: start_here   <- here"]
    assert isinstance(at_once, Refuted)
    assert at_once.size == (1, 0)
    assert at_once.why == "start_here happens before ask: the beginning itself breaks it"


def test_a_read_that_is_asked_too_early() -> None:
    assert run_of(ask("never check before yes")) == ['ask(order = "order 1")']


def test_twice() -> None:
    lines = run_of(ask("never refund_order twice without no between"))
    assert lines.count("refund_order starts") == 2
    assert "refund_order: declined" in lines


def test_a_write_that_certainly_did_not_happen_is_no_first_time() -> None:
    lines = run_of(ask("never refund_order twice without no between"))
    assert "refund_order: not found" not in lines


def test_outside_of_its_state() -> None:
    assert run_of(ask("refund_order only in done"))[-1] == "refund_order starts"
    assert run_of(ask("ask only in start_here"))[-1].startswith("ask")


def test_a_dead_end() -> None:
    change = ("failed       -> start_here   : no answer", "failed       -> cellar   : no answer")
    cellar = ("    away (interruption)", "    cellar\n      ask   stay   : nobody hears\n    away (interruption)")
    rule = "every path after ask visits start_here or asked or done, if operations are answered"
    assert run_of(ask(rule, change, cellar)) == ['ask(order = "order 1")', "check: failed"]
    assert isinstance(ask("every path after fine visits start_here or done", change, cellar), Holds)


def test_answers_that_are_not_promised() -> None:
    assert isinstance(ask("every path after ask visits asked or start_here"), Refuted)


def test_not_within_so_many_events() -> None:
    assert run_of(ask("from any state ask reaches checking within 1 event"))[-1].startswith("ask")
    assert isinstance(ask("from any state but start_here failed reaches asked within 2 events"), Refuted)
    assert isinstance(ask("from any state but asked ask reaches start_here within 3 events"), Refuted)


def test_a_fact_that_does_not_hold() -> None:
    change = ("set checked = yes, propose", "propose"), ("requires checked", "")
    assert run_of(ask("checked holds whenever refund_order is possible", *change))[-1].startswith("yes approves")
    assert isinstance(ask("checked holds whenever check is possible"), Refuted)


def test_a_tool_after_the_end() -> None:
    """No table can say it; the monitor would hear of it all the same."""
    monitor = monitor_of(table(SHOP), NothingAfterEnd())
    assert monitor.advance(START, [Started("check", "done", True)], "done") == BROKEN
    assert monitor.advance(START, [Started("check", "done", False)], "done") == START


def test_model_calls() -> None:
    verdict = ask("at most 0 model calls on a shortest path")
    assert isinstance(verdict, Refuted)
    assert verdict.why == "the cheapest path to a completed end needs 1 model call, and 0 would be allowed"
    assert run_of(verdict)[-1].startswith("refund_order: refunded")
    never = ("refunded     -> done         : the money has moved", "refunded     stay         : the money has moved")
    verdict = ask("at most 3 model calls on a shortest path", never)
    assert isinstance(verdict, Refuted)
    assert verdict.trace is None
    assert isinstance(ask("at most 1 model call on a shortest path", options=Options(limit=3)), Undecided)


def test_a_limit_is_never_a_proof() -> None:
    verdict = ask("never refund_order before yes", options=Options(limit=2))
    assert isinstance(verdict, Undecided)
    assert verdict.why == "not decided within 2 states"


def test_bounds_that_were_met_are_said() -> None:
    defers = ("no           -> start_here / set checked = no : not this", "no           defer : later")
    verdict = ask("after an end no tool", defers)
    assert isinstance(verdict, Holds)
    assert verdict.bounds == ("up to 1 deferred event at a time", "up to 2 attempts of a write")
    verdict = ask("after an end no tool", defers, options=Options(bounds=Bounds(queue=2)))
    assert isinstance(verdict, Holds)
    assert verdict.bounds[0] == "up to 2 deferred events at a time"


def test_start_facts() -> None:
    source = "machine m\nfacts\n  who: text\nevents\n  user go\nfirst (start)\n  go when who known -> second : known\n  go else stay : who\nsecond (final: completed)\n"
    rule = "never second before first_of_all".replace("first_of_all", "second")
    assert rule
    (verdict,) = prove(table(source), ["from any state go reaches first within 1 event"])
    assert isinstance(verdict, Refuted)
    assert next(iter(script_lines(verdict.trace))) == 'fact who = "who 1"' if verdict.trace else False
    (verdict,) = prove(table(source), ["from any state go reaches first within 1 event"], Options(facts={}))
    assert isinstance(verdict, Holds)


@pytest.mark.parametrize(
    ("rule", "message"),
    [
        ("never refnd_order before yes", "'refnd_order' is not a tool, event or state"),
        ("never yes twice without nope between", "'nope' is not a tool, event or state"),
        ("done only in asked", "'done' is not a tool or event"),
        ("every path after done visits asked", "'done' is not an event"),
        ("from any state but nowhere ask reaches asked within 1 event", "'nowhere' is not a state"),
        ("order holds whenever check is possible", "'order' is text, and only a bool fact holds"),
        ("cheked holds whenever check is possible", "'cheked' is not a fact"),
    ],
)
def test_names_that_mean_nothing(rule: str, message: str) -> None:
    source = f"{SHOP}    rules\n      {rule}\n"
    (problem,) = rule_findings(table(source), source)
    assert problem.message == message
    assert problem.line == source.split("\n").index(f"      {rule}") + 1
    assert problem.hint


@pytest.mark.parametrize(
    ("rule", "message"),
    [
        ("never ask before ask", "nothing happens before itself, so 'ask' never does"),
        ("never ask before start_here", "every run begins in 'start_here', so nothing happens before it"),
        ("never ask twice without yes, ask between", "between two times that 'ask' happens it does not happen"),
        ("never ask twice without yes, no, yes between", "'yes' is named twice"),
        ("ask only in done", "a run has ended in 'done', and no event happens there"),
        ("every path after ask visits asked or asked", "'asked' is named twice"),
        ("from any state ask reaches asked within 0 events", "nothing is reached within 0 events"),
    ],
)
def test_rules_that_say_nothing(rule: str, message: str) -> None:
    source = f"{SHOP}    rules\n      {rule}\n"
    (problem,) = rule_findings(table(source), source)
    assert (problem.code, problem.message) == ("idle-rule", message)
    assert problem.hint


def test_a_sentence_of_no_known_shape() -> None:
    """The text refuses it; a machine that Python builds may hold one."""
    (problem,) = problems(table(SHOP), "never mind")
    assert (problem.code, problem.message) == ("rule-name", "'never mind' is not a rule of a known shape")


def test_rules_that_nearly_say_nothing() -> None:
    for rule in (
        "never start_here before ask",
        "never ask twice without yes between",
        "refund_order only in done",
        "every path after ask visits asked or done",
        "from any state but asked ask reaches checking within 1 event",
    ):
        assert list(problems(table(SHOP), rule)) == [], rule


def test_a_rule_about_every_state_or_no_other() -> None:
    source = "machine m\nevents\n  user go, no\n  system off, on\nhere (start)\n  go -> there : x\n  * stay : x\nthere (final: completed)\n"
    small = table(source)
    every, nowhere, tools = (
        next(problems(small, rule)).message
        for rule in (
            "every path after go visits here or there",
            "from any state but here go reaches there within 1 event",
            "after an end no tool",
        )
    )
    assert every == "every state is named, and a run is always in one of them"
    assert nowhere == "'go' comes in no state but 'here'"
    assert tools == "there is no tool that could start"
    assert list(problems(small, "every path after go visits there")) == []


def test_a_rule_about_an_end_that_is_not_there() -> None:
    source = f"{SHOP}    rules\n      at most 1 model call on a shortest path\n      after an end no tool\n"
    assert list(rule_findings(table(source))) == []
    (problem,) = rule_findings(table(source.replace("(final: completed,", "(final: failed,")))
    assert problem.message == "there is no completed end that a path could reach"
    endless = table(source.replace("done (final: completed, leftovers to attention)", "done"))
    assert [problem.message for problem in rule_findings(endless)] == [
        "there is no completed end that a path could reach",
        "no state is final, so no run ends",
    ]
    (problem,) = problems(table(SHOP), "always nice")
    assert problem.message == "'always nice' is not a rule of a known shape"


@pytest.mark.parametrize("rule", ["never asked twice", "refund_order only in done", "never refund_order before no"])
def test_a_refutation_is_played_as_a_script(rule: str) -> None:
    verdict = ask(rule)
    assert isinstance(verdict, Refuted)
    assert verdict.trace is not None
    script = "\n".join(script_lines(verdict.trace))
    played = list(play(table(SHOP), script))
    assert played[-1].step.snapshot.state == verdict.trace.steps[-1].target
    assert broken_by(table(SHOP), rule, script)
    assert verdict.trace.arrows[0] == ("start_here", "ask", "checking")
