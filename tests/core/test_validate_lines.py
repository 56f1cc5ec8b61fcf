"""Every error about a line: its events, guard, outcome and effects."""

from __future__ import annotations

from dataclasses import replace

import pytest

from decidable.core import definition as d
from decidable.core import guard as g
from decidable.core.compile import compile_table
from decidable.core.problem import Problem, did_you_mean
from decidable.core.values import Data, Money, MoneyType
from decidable.errors import MachineError
from tests.core.good import GOOD, in_here, line, wrong
from tests.core.machines import definition

NEVER = d.Reject(), d.Defer(), d.Ignore(), d.Undecided()


@pytest.mark.parametrize(
    ("written", "message"),
    [
        (line("aks"), "'aks' is not an event"),
        (d.Line(selector=d.Group("exit"), outcome=d.Stay()), "`@exit` belongs to turn, loop and child runs"),
        (d.Line(selector=d.Group("usr"), outcome=d.Stay()), "'@usr' is not a group"),
        (d.Line(selector=d.Group("zzz"), outcome=d.Stay()), "'@zzz' is not a group"),
        (d.Line(selector=d.After(0), outcome=d.Stay()), "a timer needs a time to wait"),
        (d.Line(selector=d.AfterStrikes(0), outcome=d.Stay()), "`after 0 strikes` would always hold"),
        (line("ask", guard=g.Holds("sure"), otherwise=True), "a line has a guard or `else`, not both"),
        (line("ask", outcome=d.Move("ther")), "'ther' is not a state"),
        (line("ask", outcome=d.Move("here")), "`-> here` in 'here' itself: enter it again, or stay?"),
        (line("ask", outcome=d.Back()), "`-> back` in 'here', which is no interruption"),
        (line("news", outcome=d.Reject(strike=True)), "only a user's events are strikes"),
        (line("made", outcome=d.Reject()), "'made' is evidence: it happened, whatever this state expected"),
        (line("made", outcome=d.Ignore()), "'made' is evidence: it happened, whatever this state expected"),
        (line("made", outcome=d.Defer()), "'made' is evidence and is deferred, though it establishes facts"),
        (d.Line(selector=d.Group("evidence"), outcome=d.Defer()), "'made' is evidence and is deferred"),
        *((line("ask", outcome=never, effects=(d.Call("look"),)), f"a line that ends in {type(never).__name__.lower()} does nothing more") for never in NEVER),
        (line("ask", outcome=d.Ignore(), effects=(d.Say("x"),)), "a line that ends in ignore does nothing more"),
        (line("ask", outcome=d.Defer(), effects=(d.Say("x", "gone"),)), "a line that ends in defer does nothing more"),
        (line("ask", effects=(d.Call("lok"),)), "'lok' is not a tool"),
        (line("ask", effects=(d.Propose((d.Item("mak"),)),)), "'mak' is not a tool"),
        (line("ask", effects=(d.Set("dya", "x"),)), "'dya' is not a fact"),
        (line("ask", effects=(d.Count("m"),)), "'m' is not a fact"),
        (line("ask", effects=(d.Reset("m"),)), "'m' is not a fact"),
        (line("ask", effects=(d.ForgetAllBut(("m",)),)), "'m' is not a fact"),
        (line("ask", effects=(d.Say("x", "shown"),)), "'shown' is not a event"),
        (line("ask", effects=(d.Compose("x", "shown"),)), "'shown' is not a event"),
        (line("ask", effects=(d.Set("n", 12),)), "`set n`: 12 is not 0..9"),
        (line("ask", effects=(d.Count("day"),)), "'day' cannot be counted"),
        (line("ask", effects=(d.Propose((d.Item("make", (("dya", "made"),)),)),)), "'make' has no argument 'dya'"),
        (line("ask", effects=(d.Propose((d.Item("make", (("day", "made"),)),)),)), "no earlier step of this proposal gives 'day' from 'made'"),
        (line("ask", effects=(d.Forget(("code",)),)), "'code' is established by evidence; only evidence or a signal forgets it"),
        (line("ask", "made", effects=(d.Reset("code"),)), "'code' is established by evidence; only evidence or a signal forgets it"),
        (line("blocked", effects=(d.Forget(("code",)),)), "'code' is established by evidence; only evidence or a signal forgets it"),
        (d.Line(selector=d.After(5), outcome=d.Stay(), effects=(d.Forget(("code",)),)), "'code' is established by evidence; only evidence or a signal forgets it"),
        *((line("ask", outcome=d.Move("over"), effects=(starts,)), "'over' is final, so it can start nothing") for starts in (d.Call("look"), d.Perform(), d.Propose((d.Item("make"),)))),
    ],
)  # fmt: skip
def test_lines(written: d.Line, message: str) -> None:
    assert [found for _, found in in_here(written)] == [message]


def test_a_call_whose_result_is_for_a_models_eyes_would_never_end() -> None:
    good = definition(GOOD)
    shown = d.Tool(name="peek", write=False, no_answer="failed", shown=True)
    here = replace(good.states[0], lines=(line("ask", effects=(d.Call("peek"),)),))
    found = wrong(tools=(*good.tools, shown), states=(here, *good.states[1:]))
    assert found == [("effect", "'peek' has no outcome for the table, so a call of it would never end")]


@pytest.mark.parametrize(
    "written",
    [
        line("blocked", guard=g.Is("tool", "make")),
        line("ask", outcome=d.Back("ther")),
        line("made", effects=(d.Forget(("code",)),)),
        line("news", "made", effects=(d.Forget(("code", "day")),)),
        d.Line(selector=d.Group("signal"), outcome=d.Stay(), effects=(d.Forget(("code",)),)),
        line("ask", effects=(d.Forget(("day",)),)),
        line("ask", outcome=d.Move("here", restart=True)),
        line("ask", outcome=d.Reject(strike=True), effects=(d.Say("x"),)),
        line("news", outcome=d.Defer(), effects=(d.Say("x"),)),
        line("ask", effects=(d.Say("x", "gone"), d.Compose("x"), d.AskAgain(), d.HandOff(), d.Record(), d.Perform())),
        line("ask", effects=(d.Propose((d.Item("make"), d.Item("make", ()))),)),
        d.Line(selector=d.Star(), outcome=d.Ignore()),
        d.Line(selector=d.AfterStrikes(2), outcome=d.Stay()),
    ],
)
def test_lines_that_are_as_they_may_be(written: d.Line) -> None:
    assert [code for code, _ in in_here(written)] == (
        ["back", "unknown-name"][::-1] if isinstance(written.outcome, d.Back) else []
    )


def test_a_name_taken_from_an_earlier_outcome() -> None:
    good = definition(GOOD)
    second = d.Tool(name="pay", write=True, args=("code",), gives=("gone", "nowhere"), no_answer="unknown")
    events = (*good.events, d.Event(name="nowhere", kind=d.Kind.RESULT))
    propose = d.Propose((d.Item("make"), d.Item("pay", (("code", "made"),))))
    here = replace(good.states[0], lines=(line("ask", effects=(propose,)),))
    assert wrong(tools=(*good.tools, second), events=events, states=(here, *good.states[1:])) == []
    unknown = d.Propose((d.Item("make"), d.Item("pya", (("code", "made"),))))
    here = replace(here, lines=(line("ask", effects=(unknown,)),))
    assert wrong(states=(here, *good.states[1:])) == [("unknown-name", "'pya' is not a tool")]
    tool = replace(second, gives=("gone", "undeclared"))
    here = replace(here, lines=(line("ask", effects=(propose,)),))
    assert [code for code, _ in wrong(tools=(*good.tools, tool), states=(here, *good.states[1:]))] == [
        "outcome-without-event"
    ]


@pytest.mark.parametrize(
    ("guard", "message"),
    [
        (g.Holds("dya"), "'dya' is neither a fact nor a field here"),
        (g.Holds("where"), "'where' is neither a fact nor a field here"),
        (g.Same("day", "where"), "'where' is neither a fact nor a field here"),
        (g.Holds("n"), "`n`: n is 0..9, not yes or no"),
        (g.Compare("price", g.Op.LESS, 3), "`price < 3`: money is compared with money, or with 0"),
        (g.Compare("n", g.Op.LESS, Money("1.00 USD")), "`n < 1.00 USD`: n is 0..9"),
        (g.Compare("day", g.Op.LESS, 3), "`day < 3`: day is text"),
        (g.Is("n", 12), "`n is 12`: 12 is not 0..9"),
        (g.Is("kind", "huge", bare=True), '`kind is huge`: "huge" is not small | large'),
        (g.OneOf("kind", ("small", "huge"), bare=True), "`kind in (small, huge)`: not all of these are small | large"),
        (g.Same("day", "kind"), "`day is kind`: kind is small | large, day is text"),
        (g.Holds("thing"), "`thing`: thing is data, which a guard cannot look into"),
        (g.Is("sure", "x"), '`sure is "x"`: "x" is not bool'),
    ],
)
def test_guards(guard: g.Guard, message: str) -> None:
    good = definition(GOOD)
    here = replace(good.states[0], lines=(line("ask", guard=guard),))
    found = wrong(facts=(*good.facts, d.Fact(name="thing", type=Data())), states=(here, *good.states[1:]))
    assert [text for _, text in found] == [message]


@pytest.mark.parametrize(
    "guard",
    [
        g.IsKnown("thing"),
        g.Compare("price", g.Op.MORE, 0),
        g.Compare("price", g.Op.MORE, Money("1.00 USD")),
        g.Is("price", Money("1.00 USD")),
        g.OneOf("n", (1, 2)),
        g.And((g.Approved(), g.Busy())),
    ],
)
def test_guards_that_are_as_they_may_be(guard: g.Guard) -> None:
    good = definition(GOOD)
    here = replace(good.states[0], lines=(line("ask", guard=guard), *good.states[0].lines))
    assert wrong(facts=(*good.facts, d.Fact(name="thing", type=Data())), states=(here, *good.states[1:])) == []


def test_a_guard_reads_the_fields_that_all_events_of_its_line_have() -> None:
    shared = line("tell", guard=g.IsKnown("where"))
    assert in_here(shared) == []
    both = line("tell", "ask", guard=g.IsKnown("where"))
    assert in_here(both) == [("unknown-name", "'where' is neither a fact nor a field here")]


def test_every_problem_at_once_in_the_order_of_the_file() -> None:
    source = (
        GOOD.replace("ask       -> there", "aks       -> ther")
        .replace("gives made, gone", "gives mad, gone")
        .replace("day, code: text", "day, day: text")
    )
    with pytest.raises(MachineError) as raised:
        compile_table(definition_with_problems(source))
    lines = [problem.line for problem in raised.value.problems]
    assert lines == sorted(lines)
    assert {problem.code for problem in raised.value.problems} >= {"duplicate", "unknown-name", "outcome-without-event"}


def definition_with_problems(source: str) -> d.Definition:
    from textwrap import dedent

    from decidable.text.reader import read

    found = read(dedent(source)).definition
    assert found is not None
    return found


def test_did_you_mean() -> None:
    assert did_you_mean("gahter", ["gather", "search"]) == "did you mean 'gather'?"
    assert did_you_mean("zzz", ["gather"]) == ""
    many = [f"{word}_{number}" for word in ("gather", "search", "confirm") for number in range(600)]
    assert did_you_mean("serach_417", many) == "did you mean 'search_417'?"
    assert did_you_mean("zzz", many) == ""
    assert did_you_mean("serach_417", [*many, *many]) == "", "nobody compares each of thousands with each of thousands"
    assert Problem("x", "y").severity == "error"


def test_money_may_be_named_in_a_type() -> None:
    assert str(MoneyType()) == "money"
