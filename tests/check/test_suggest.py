"""From the tools alone: the states of the worked examples by other names, and always a machine that compiles."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from random import Random
from textwrap import dedent

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from decidable.check import check
from decidable.check.suggest import Suggestion, suggest
from decidable.core import definition as d
from decidable.core.compile import compile_table
from decidable.core.definition import Definition, Role
from decidable.core.guard import And, Guard, Holds, IsKnown, Not, Or
from decidable.core.validate import validate
from decidable.core.values import Bool, Text
from decidable.text import read, reformat
from decidable.text.rows import GENERATED
from refund import refund
from tests.core import anything

BOOKING = Path(__file__).parents[2] / "examples" / "booking" / "booking.states"


def suggestion(definition: Definition, *, generated: bool = False) -> Suggestion:
    """A suggestion that keeps the promises of every one."""
    found = suggest(definition, generated=generated)
    reading = read(found.text)
    assert reading.problems == ()
    assert reading.definition == found.definition
    assert reformat(found.text) == found.text
    assert validate(found.definition) == ()
    assert [name for name, _ in found.states] == [state.name for state in found.definition.states]
    assert all(why for _, why in found.states)
    check(compile_table(found.definition), found.text)
    return found


def of(text: str) -> Suggestion:
    """The suggestion for declarations."""
    definition = read(dedent(text)).definition
    assert definition is not None
    return suggestion(definition)


def lines(found: Suggestion, state: str) -> list[str]:
    """The part of the draft about one state, without its header."""
    return found.text.partition(f"\n\n{state}")[2].partition("\n\n")[0].splitlines()[1:]


def states(found: Suggestion) -> list[str]:
    return [name for name, _ in found.states]


def booking() -> Definition:
    definition = read(BOOKING.read_bytes()).definition
    assert definition is not None
    return definition


def test_the_booking_has_the_boundaries_of_its_worked_states() -> None:
    found = suggestion(booking())
    assert states(found) == [
        "gather",  # gather
        "check_availability",  # search
        "ask_reserve_table",  # confirm
        "reserve_table",  # book
        "ask_pay_deposit",
        "pay_deposit",
        "text_group",  # notify
        "ask_change_reservation",
        "change_reservation",
        "cancel_reservation",
        "recover",  # report
        "degraded",  # degraded
        "done",
        "closed",
    ]
    assert lines(found, "gather") == [
        "  # `day`, `time` and `party` are needed by `check_availability` and said by people: a boundary",
        "  details when day known and time known and party known   -> check_availability : `day`, `time` and `party` are known",
        "  details else             stay                            : keep what was given; ask for the rest",
        "  model_down               -> degraded                     : reading messages needs the model",
    ]
    why = dict(found.states)
    assert why["ask_pay_deposit"] == (
        "`reservation` is needed by `pay_deposit` and brought by `reserve_table` (`committed`): a boundary",
        "`deposit` is needed by `pay_deposit` and brought by `check_availability` (`slot_free`): a boundary",
        "a person is asked for exactly this, and may say no",
        "one question may do for both: `propose reserve_table then pay_deposit(reservation from committed)`",
    )
    assert why["ask_change_reservation"][-1] == (
        "nothing leads here yet: it gives `committed` as `reserve_table` does: another way to the same end"
    )
    assert why["cancel_reservation"][-1] == (
        "nothing leads here yet: it requires `cancelling`, which no event brings: a line has to set it"
    )
    assert found.text.splitlines()[:2] == [
        "machine booking",
        "# States suggested from the tools alone: a state where a fact is a boundary, while a tool is at work, and where a person",
    ]


def test_the_refund_has_the_states_it_was_given_by_hand() -> None:
    found = suggestion(refund.definition, generated=True)
    assert states(found) == [
        "gather",  # begin, need_order
        "check_eligible",  # checking
        "ask_issue_refund",  # confirming
        "issue_refund",  # refunding
        "recover",  # human
        "degraded",  # degraded
        "done",  # done
        "closed",  # closed
    ]
    assert lines(found, "ask_issue_refund") == [
        "  # `order_id` and `amount` are needed by `issue_refund` and brought by `check_eligible` (`eligible`): a boundary",
        "  # a person is asked for exactly this, and may say no",
        "  enter: propose issue_refund",
        "  yes when approved   -> issue_refund / perform : exactly this was approved",
        "  no                  -> closed                 : not wanted",
    ]
    assert lines(found, "issue_refund") == [
        "  # a write: what was started cannot be taken back, so the task stays here until it has answered",
        "  refunded            -> done                   : nothing else is left to do",
        "  declined            -> recover                : a definite no; what now?",
        "  unknown             stay                      : it is being looked up; never repeated blindly",
    ]
    assert found.text.count(GENERATED) == 3


REQUIRED = """\
facts
  order: text
  eligible: bool

events
  user    ask(order)
  result  eligible, not_eligible, failed, unknown, refused
  evidence  refunded

tools
  write  issue_refund(order)       gives refunded, refused  requires eligible
  read   check_eligibility(order)  gives eligible, not_eligible
"""


def test_a_required_fact_is_a_boundary_and_set_where_its_name_comes() -> None:
    found = of(REQUIRED)
    assert states(found)[:3] == ["gather", "check_eligibility", "issue_refund"]
    assert (
        "`eligible` is required by `issue_refund` and brought by `check_eligibility` (`eligible`): a boundary"
        in dict(found.states)["issue_refund"]
    )
    assert lines(found, "check_eligibility")[-3:] == [
        "  eligible       -> issue_refund / set eligible = yes : `eligible` is known, which `issue_refund` needs",
        "  not_eligible   -> gather                            : it brings nothing that leads on; what now?",
        "  failed         -> recover                           : no answer; nothing was changed",
    ]
    assert lines(found, "issue_refund")[-1] == (
        "  unknown        -> recover                           : nobody knows whether it happened, and nothing can look"
    )
    assert lines(found, "gather")[-1].startswith("  ask            -> check_eligibility")


def why_not(requires: str, more: str = "") -> str:
    """What keeps the refund off the path."""
    text = REQUIRED.replace("requires eligible", f"requires {requires}").replace(
        "  eligible: bool\n", f"  eligible: bool\n{more}"
    )
    return dict(of(text).states)["issue_refund"][-1]


def test_what_keeps_a_tool_off_the_path_is_told() -> None:
    assert why_not("paid known", "  paid: text\n") == (
        "nothing leads here yet: it needs `paid`, which nothing brings: a start fact, or an event is missing"
    )
    assert why_not("not eligible known") == (
        "nothing leads here yet: it requires that `eligible` is not known, and by then it is"
    )
    circle = """\
        facts
          a, b: text

        events
          result  a_found(a), b_found(b), failed

        tools
          read  find_a(b)  gives a_found
          read  find_b(a)  gives b_found
    """
    found = of(circle)
    assert states(found) == ["begin", "find_a", "find_b", "recover", "done"]
    assert dict(found.states)["begin"] == ("where a run begins; no tool says yet what comes next",)
    assert dict(found.states)["find_a"][-1] == "nothing leads here yet: it needs `b`, which no tool on the way brings"
    answered = of(
        circle.replace("gives a_found\n", "gives a_found, failed  fails failed\n")
    )  # no answer is one of its answers
    (state,) = (state for state in answered.definition.states if state.name == "find_a")
    assert [line.selector for line in state.lines] == [d.Named(("a_found",)), d.Named(("failed",))]


@pytest.mark.parametrize("requires", ["eligible or order known", "not (eligible and order known)", "eligible or busy"])
def test_what_need_not_hold_is_no_boundary(requires: str) -> None:
    found = of(REQUIRED.replace("requires eligible", f"requires {requires}"))
    assert [words for words in dict(found.states)["issue_refund"] if "required" in words] == []


def test_what_neither_may_hold_is_barred() -> None:
    assert "by then it is" in why_not("not (eligible known or order known)")


def test_tools_without_any_event_of_a_person_are_thought_to_be_told_what_they_need() -> None:
    found = of("""\
        facts
          order, receipt: text

        events
          result    failed
          evidence  paid(receipt)

        tools
          write  pay(order)      gives paid  timeout failed  needs approval
          write  post(receipt)   gives paid  timeout failed  needs approval
    """)
    assert states(found) == ["gather", "ask_pay", "pay", "ask_post", "post", "recover", "done"]
    assert lines(found, "gather") == [
        "  # `order` is needed by `pay` and brought by nothing yet: an event of a person's should"
    ]
    assert "no event answers a question yet: declare a yes and a no of kind `answer`" in dict(found.states)["ask_pay"]
    assert lines(found, "pay")[-1] == "  failed   -> recover : nobody knows whether it happened, and nothing can look"


def test_a_tool_that_needs_nobody_begins_a_run() -> None:
    found = of("""\
        events
          user    hello
          result  found, gone, failed

        tools
          read  look()     gives found, gone
          read  history()  shown
          write  save()    gives found  timeout gone
    """)
    assert states(found) == ["begin", "look", "save", "recover", "done"]
    assert dict(found.states)["begin"] == ("where a run begins: `look` needs nothing that a person has to say",)
    assert lines(found, "look")[2:] == [
        "  found    -> save    : `save` is next",
        "  gone     -> save    : `save` is next",
        "  failed   -> recover : no answer; nothing was changed",
    ]


def test_several_events_may_bring_what_is_needed() -> None:
    found = of("""\
        facts
          order: text
          who: text = "me"

        events
          user    give(order), maybe(order?)
          result  found, failed

        tools
          read  look(order, who)  gives found  fails failed
    """)
    assert lines(found, "gather")[1:] == [
        "  give                     -> look    : `order` is known",
        "  maybe when order known   -> look    : `order` is known",
        "  maybe else               stay       : keep what was given; ask for the rest",
    ]


def test_two_approvals_without_a_fact_between_them_may_be_one_question_too() -> None:
    found = of("""\
        events
          user      hello
          answer    yes, no
          result    unknown
          evidence  a_done, b_done

        tools
          write  do_a()  gives a_done  needs approval  look up by repeating the key
          write  do_b()  gives b_done, unknown  needs approval
    """)
    assert "one question may do for both: `propose do_a then do_b`" in dict(found.states)["ask_do_b"]
    assert lines(found, "do_b")[-2:] == [
        "  b_done              -> done           : nothing else is left to do",
        "  unknown             -> recover        : a definite no; what now?",
    ]


def test_names_of_the_language_are_not_taken() -> None:
    found = of("""\
        events
          user    hello
          result  ok, failed

        tools
          read  use()      gives ok
          read  done()     gives ok
          read  begin()    gives ok
          read  recover()  gives ok
    """)
    assert len(set(states(found))) == len(states(found)) == 7


def test_a_machine_without_tools_has_a_beginning_and_an_end() -> None:
    assert states(of("events\n  user  hello\n")) == ["begin", "done"]


@settings(deadline=None, max_examples=60)
@given(st.integers(0, 2**32))
def test_any_machine_gets_states_that_compile(seed: int) -> None:
    suggestion(anything.machine(Random(seed)))


FACTS = ("a", "b", "c", "d", "e")
KINDS = {
    "a": [d.Kind.RESULT],  # as a fact is called
    "b": [d.Kind.RESULT, d.Kind.EVIDENCE],
    "found": [d.Kind.RESULT, d.Kind.EVIDENCE],
    "said": [d.Kind.USER, d.Kind.SIGNAL],
    "told": [d.Kind.USER, d.Kind.SIGNAL, d.Kind.RESULT],
    "failed": [d.Kind.RESULT],
}


def _may_bring(event: str) -> str:
    """Facts so that no message claims what only authority or evidence may establish."""
    return "ab" if event in ("said", "told") else "cde" if event in ("b", "found") else "abcde"


@st.composite
def declarations(draw: st.DrawFn) -> Definition:
    """Any facts, events and tools that are declared without mistakes."""
    facts = tuple(
        d.Fact(name=name, type=Bool() if draw(st.booleans()) else Text(), authority=name == "e" and draw(st.booleans()))
        for name in FACTS
    )
    bools = [fact.name for fact in facts if isinstance(fact.type, Bool)]
    names = st.lists(st.sampled_from(FACTS), unique=True, max_size=3)
    events = tuple(
        d.Event(
            name=name,
            kind=draw(st.sampled_from(KINDS[name])),
            fields=tuple(
                d.Field(name=fact, optional=draw(st.booleans())) for fact in draw(names) if fact in _may_bring(name)
            ),
        )
        for name in KINDS
    )
    outcomes = [event.name for event in events if event.kind in (d.Kind.RESULT, d.Kind.EVIDENCE)]
    atoms: st.SearchStrategy[Guard] = st.builds(IsKnown, st.sampled_from(FACTS))
    if bools:
        atoms |= st.builds(Holds, st.sampled_from(bools))
    guards = st.recursive(
        atoms,
        lambda inner: st.one_of(
            st.builds(Not, inner),
            st.tuples(inner, inner).map(And),
            st.tuples(inner, inner).map(Or),
        ),
        max_leaves=4,
    )
    tools = tuple(
        d.Tool(
            name=f"tool_{n}",
            write=draw(st.booleans()),
            args=tuple(draw(names)),
            gives=tuple(draw(st.lists(st.sampled_from(outcomes), unique=True, min_size=1, max_size=3))),
            no_answer=draw(st.sampled_from(outcomes)),
            lookup=draw(st.sampled_from([d.Lookup.NONE, d.Lookup.REPEAT])),
            approval=draw(st.booleans()),
            requires=draw(st.none() | guards),
        )
        for n in range(draw(st.integers(0, 5)))
    )
    if draw(st.booleans()):
        events = (*events, d.Event(name="yes", kind=d.Kind.ANSWER), d.Event(name="no", kind=d.Kind.ANSWER))
    made = Definition(name="", facts=facts, events=events, tools=tools)
    settled = read(suggest(made).text).definition  # the normal form of its guards
    assert settled is not None
    return replace(made, tools=settled.tools)


@settings(deadline=None, max_examples=200)
@given(declarations())
def test_any_declarations_get_states_that_compile(definition: Definition) -> None:
    found = suggestion(definition)
    table = compile_table(found.definition)
    assert [problem.code for problem in table.problems if problem.code not in ("undecided", "partial")] == []
    assert [state.role for state in found.definition.states].count(Role.START) == 1
