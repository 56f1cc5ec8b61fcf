"""A mistake in a call of the builder is raised by that call, and a line without an outcome is never lost."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from decidable.core.definition import End, Field, Kind
from decidable.core.guard import Holds
from decidable.core.values import Choices, ListOf, Money, Range, Text
from decidable.errors import MachineError
from decidable.text import Builder
from decidable.text.do import say, set_, then


def lines_without_outcome(m: Builder) -> None:
    m.any_state().on("a")
    m.state("s").on("b").when("c")
    m.state("t").on("d").otherwise()
    m.definition()


def outcome_twice(m: Builder) -> None:
    line = m.state("s").on("a")
    line.stay()
    line.ignore()


def test_a_line_without_outcome_is_never_lost() -> None:
    with pytest.raises(MachineError) as raised:
        lines_without_outcome(Builder())
    assert [problem.message for problem in raised.value.problems] == [
        "any state: the line `a` has no outcome",
        "state 's': the line `b when c` has no outcome",
        "state 't': the line `d else` has no outcome",
    ]


MISTAKES: dict[str, tuple[str, Callable[[Builder], object]]] = {
    "machine name": ("syntax-name", lambda m: Builder("my shop")),
    "fact name": ("syntax-name", lambda m: m.fact("my-fact", Text())),
    "long name": ("syntax-name", lambda m: m.fact("f" * 101, Text())),
    "reserved fact": ("reserved", lambda m: m.fact("known", Text())),
    "initial": ("syntax-literal", lambda m: m.fact("f", Range(0, 1), initial=10**18)),
    "empty range": ("syntax-type", lambda m: m.fact("f", Range(2, 1))),
    "large range": ("syntax-literal", lambda m: m.fact("f", Range(0, 10**20))),
    "one choice": ("syntax-type", lambda m: m.fact("f", Choices(("a",)))),
    "same choice": ("syntax-type", lambda m: m.fact("f", Choices(("a", "b", "a")))),
    "choice name": ("syntax-name", lambda m: m.fact("f", Choices(("a", "first class")))),
    "choice yes": ("reserved", lambda m: m.fact("f", Choices(("yes", "maybe")))),
    "deep list": ("too-deep", lambda m: m.fact("f", ListOf(ListOf(ListOf(ListOf(ListOf(ListOf(Text())))))))),
    "event name": ("reserved", lambda m: m.event("after", Kind.USER)),
    "event kind": ("syntax-event", lambda m: m.event("a", Kind.TIMER)),
    "field name": ("reserved", lambda m: m.event("a", Kind.USER, "is")),
    "field type": ("syntax-type", lambda m: m.event("a", Kind.USER, Field(name="x", type=Range(2, 1)))),
    "tool name": ("syntax-name", lambda m: m.tool("a b", write=True, shown=True)),
    "argument": ("syntax-name", lambda m: m.tool("a", "x y", write=True, shown=True)),
    "tool gives nothing": ("syntax-tool", lambda m: m.tool("a", write=True)),
    "tool gives and shows": ("syntax-tool", lambda m: m.tool("a", write=True, gives=["b"], shown=True)),
    "tool looks twice": (
        "syntax-tool",
        lambda m: m.tool("a", write=True, shown=True, look_up_with="b", look_up_by_repeating=True),
    ),
    "requires": ("syntax-guard", lambda m: m.tool("a", write=True, shown=True, requires="b is not c")),
    "state name": ("reserved", lambda m: m.state("back")),
    "two roles": ("syntax-header", lambda m: m.state("s", start=True, final=End.FAILED)),
    "leftovers": ("syntax-header", lambda m: m.state("s", leftovers=True)),
    "enter twice": ("syntax-enter", lambda m: m.state("s").enter(say("a")).enter(say("b"))),
    "rule": ("syntax-rule", lambda m: m.rule("be good")),
    "no event": ("syntax-selector", lambda m: m.state("s").on()),
    "group": ("syntax-name", lambda m: m.state("s").on_group("us er")),
    "never": ("syntax-selector", lambda m: m.state("s").after(minutes=-1)),
    "strikes": ("syntax-selector", lambda m: m.state("s").after_strikes(0)),
    "guard text": ("syntax-guard", lambda m: m.state("s").on("a").when("b ==  c")),
    "guard rest": ("syntax-guard", lambda m: m.state("s").on("a").when("b c")),
    "guard value": ("syntax-guard", lambda m: m.state("s").on("a").when(Holds("b c"))),
    "two guards": ("syntax-guard", lambda m: m.state("s").on("a").when("b").when("c")),
    "guard and else": ("syntax-guard", lambda m: m.state("s").on("a").otherwise().when("c")),
    "target": ("reserved", lambda m: m.state("s").on("a").move("back")),
    "back to": ("syntax-name", lambda m: m.state("s").on("a").back(otherwise="a b")),
    "restart nothing": ("syntax-outcome", lambda m: m.any_state().on("a").restart()),
    "two outcomes": ("syntax-outcome", outcome_twice),
    "words": ("syntax-name", lambda m: say("Hello there")),
    "set": ("syntax-literal", lambda m: set_("f", Money.of(1, "x"))),
    "taken": ("reserved", lambda m: then("a", x="after")),
}


@pytest.mark.parametrize("name", MISTAKES)
def test_a_mistake_is_raised_where_it_is_made(name: str) -> None:
    code, make = MISTAKES[name]
    with pytest.raises(MachineError) as raised:
        make(Builder())
    (problem,) = raised.value.problems
    assert problem.code == code
    assert problem.message
    assert problem.hint or name == "guard rest"


def test_a_bad_guard_says_where() -> None:
    with pytest.raises(MachineError, match=r"\(at 3 of `b == c`\)\n  hint: write `is`"):
        Builder().state("s").on("a").when("b == c")
