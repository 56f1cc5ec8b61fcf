"""Every error about a declaration, a state or a line, before anything is compiled."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from decidable.core import definition as d
from decidable.core import guard as g
from decidable.core.values import Choices, ListOf, Range, Text
from tests.core.good import GOOD, line, wrong
from tests.core.machines import SHOP, definition, table


def test_the_good_one_is_good() -> None:
    assert wrong() == []
    assert table(SHOP).fit


FACT, EVENT, TOOL, STATE = (
    d.Fact(name="day", type=Text()),
    d.Event(name="news", kind=d.Kind.SIGNAL),
    d.Tool(name="look", write=False, gives=("gone",), no_answer="failed"),
    d.State(name="here"),
)


@pytest.mark.parametrize(
    ("part", "one", "what"),
    [("facts", FACT, "fact 'day'"), ("events", EVENT, "event 'news'"), ("tools", TOOL, "tool 'look'"), ("states", STATE, "state 'here'")],
)  # fmt: skip
def test_nothing_is_declared_twice(part: str, one: object, what: str) -> None:
    good = definition(GOOD)
    assert ("duplicate", f"{what} is declared twice (first in line {_line(good, part, one)})") in wrong(
        **{part: (*getattr(good, part), one)}
    )
    unplaced = replace(one, name="new")  # type: ignore[type-var]  # every declaration is a dataclass
    assert ("duplicate", f"{part[:-1]} 'new' is declared twice") in wrong(
        **{part: (*getattr(good, part), unplaced, unplaced)}
    )


def _line(good: d.Definition, part: str, one: Any) -> int:
    return int(next(each.at for each in getattr(good, part) if each.name == one.name))


@pytest.mark.parametrize("name", ["strikes", "approved", "busy", "back", "blocked"])
def test_no_name_of_ours(name: str) -> None:
    codes = [code for code, _ in wrong(facts=(*definition(GOOD).facts, d.Fact(name=name, type=Text())))]
    assert codes == ["reserved"]


@pytest.mark.parametrize(
    ("fact", "message"),
    [
        (d.Fact(name="x", type=Range(0, 2), initial=3), "fact 'x' starts as 3, which is not 0..2"),
        (d.Fact(name="x", type=Text(), initial=True), "fact 'x' starts as yes, which is not text"),
        (d.Fact(name="x", type=ListOf(Text()), initial="a"), "fact 'x' starts as \"a\", which is not list of text"),
        (d.Fact(name="x", type=Range(2, 1)), "'x' has an empty range 2..1"),
        (d.Fact(name="x", type=Choices(("a", "n"))), "'n' is a fact and a value of 'x'"),
    ],
)
def test_facts(fact: d.Fact, message: str) -> None:
    assert [found for _, found in wrong(facts=(*definition(GOOD).facts, fact))] == [message]


@pytest.mark.parametrize(
    ("event", "message"),
    [
        (d.Event(name="x", kind=d.Kind.ANSWER), "3 answer event(s): an open question has two, the yes first, then the no"),
        (d.Event(name="x", kind=d.Kind.TIMER), "'x': timer events are synthesised"),
        (d.Event(name="x", kind=d.Kind.SIGNAL, fields=(d.Field(name="day", type=Range(0, 1)),)), "field 'day' of 'x' is 0..1, the fact is text"),
        (d.Event(name="x", kind=d.Kind.SIGNAL, fields=(d.Field(name="day", type=ListOf(Text())),)), "field 'day' of 'x' is list of text, the fact is text"),
        (d.Event(name="x", kind=d.Kind.SIGNAL, fields=(d.Field(name="y", type=Range(2, 1)),)), "'y' has an empty range 2..1"),
        (d.Event(name="x", kind=d.Kind.SIGNAL, fields=(d.Field(name="y", type=Choices(("day",))),)), "'day' is a fact and a value of 'y'"),
        (d.Event(name="x", kind=d.Kind.CHOICE, fields=(d.Field(name="code"),)), "'x' would let a message set 'code', and evidence establishes it"),
    ],
)  # fmt: skip
def test_events(event: d.Event, message: str) -> None:
    assert [found for _, found in wrong(events=(*definition(GOOD).events, event))] == [message]


def test_a_message_may_not_set_a_fact_of_authority() -> None:
    good = definition(GOOD)
    facts = tuple(replace(fact, authority=fact.name == "n") for fact in good.facts)
    assert wrong(facts=facts) == [("claim", "'tell' would let a message set 'n', and it is marked as authority")]


@pytest.mark.parametrize(
    ("tool", "message"),
    [
        ({"gives": ("fre",)}, "tool 'x' may end in 'fre', which is not an event"),
        ({"gives": ("ask",)}, "'ask' is a user event; a tool gives results and evidence"),
        ({"no_answer": "nothing"}, "tool 'x' may end in 'nothing', which is not an event"),
        ({"gives": ()}, "tool 'x' has no outcome"),
        ({"lookup": d.Lookup.TOOL, "lookup_with": "lok"}, "'lok', with which 'x' is looked up, is not a tool"),
        ({"args": ("dya",)}, "argument 'dya' of 'x' is not a fact"),
        ({"requires": g.Holds("sur")}, "'sur' is neither a fact nor a field here"),
        ({"requires": g.Approved()}, "`approved` is asked of an event"),
        ({"trusts": ("day",)}, "'day', which 'x' trusts, is nothing that it takes or requires"),
        ({"trusts": ("day",), "write": False, "args": ("day",)}, "'x' is a read, so it needs nobody's authority"),
    ],
)
def test_tools(tool: dict[str, Any], message: str) -> None:
    made = d.Tool(**{"name": "x", "write": True, "gives": ("gone",), "no_answer": "unknown", **tool})
    assert [found for _, found in wrong(tools=(*definition(GOOD).tools, made))] == [message]


def test_tools_that_are_as_they_may_be() -> None:
    shown = d.Tool(name="x", write=False, no_answer="nothing", shown=True)
    keyed = d.Tool(name="y", write=True, args=("key", "day"), gives=("gone",), no_answer="unknown", requires=g.Busy())
    assert wrong(tools=(*definition(GOOD).tools, shown, keyed)) == []
    trusting = replace(keyed, trusts=("day", "sure"), requires=g.Holds("sure"))
    assert wrong(tools=(*definition(GOOD).tools, trusting)) == []
    bound = replace(definition(GOOD).tools[1], lookup_with="bound in Python")
    assert wrong(tools=(bound,), any_state=(), states=definition(GOOD).states[2:3]) != []
    codes = [code for code, _ in wrong(tools=(bound,))]
    assert codes == ["unknown-name"], "the call of `look`; with no read declared, look-ups are bound in Python"


@pytest.mark.parametrize(
    ("states", "message"),
    [
        ((), "the machine has no state"),
        ((STATE,), "the machine has 0 start states"),
        ((replace(STATE, role=d.Role.START), replace(STATE, name="b", role=d.Role.START)), "the machine has 2 start states"),
        ((replace(STATE, role=d.Role.START), replace(STATE, name="b", role=d.Role.FINAL)), "state 'b' is final without saying how it ends"),
        (
            (replace(STATE, role=d.Role.START), replace(STATE, name="b", role=d.Role.FINAL, end=d.End.FAILED, lines=(line("ask"),))),
            "'b' is final, so nothing is decided in it",
        ),
        (
            (replace(STATE, role=d.Role.START), replace(STATE, name="b", role=d.Role.FINAL, end=d.End.FAILED, enter=(d.Call("look"),))),
            "'b' is final, so it can start nothing",
        ),
    ],
)  # fmt: skip
def test_states(states: tuple[d.State, ...], message: str) -> None:
    assert message in [found for _, found in wrong(states=states)]
