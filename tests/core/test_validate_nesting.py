"""Trees of states that make no sense, whether a file says them or they were put together by hand."""

from __future__ import annotations

from dataclasses import replace

import pytest

from decidable.core.definition import Role, State
from decidable.core.validate import validate
from tests.core.machines import definition

BASE = """
    events
      user  a
    any state
      a  stay
    here (start)
"""


@pytest.mark.parametrize(
    ("text", "code", "message"),
    [
        (
            BASE + "      state x\n",
            "start",
            "'here' is entered, and none of its children is marked as the first: x",
        ),
        (
            BASE + "      a -> p\n    p\n      state q (start)\n        state x\n        state y\n",
            "start",
            "'q' is entered, and none of its children is marked as the first: x, y",
        ),
        (
            BASE + "      state x (start)\n      state y (start)\n",
            "start",
            "'here' has two children marked (start): 'x' and 'y'",
        ),
        (
            BASE + "    over (final: failed)\n      state x (start)\n",
            "nesting",
            "'over' is final, so no state stands in it",
        ),
        (
            BASE + "      state x (start)\n      state over (final: failed)\n",
            "nesting",
            "'over' is final and stands in 'here': an end is no part of a state",
        ),
        (
            BASE + "      state x (start)\n      state off (interruption)\n",
            "nesting",
            "'off' is an interruption and stands in 'here': it interrupts whole states",
        ),
        (
            BASE + "      state x (start)\n        state here\n",
            "duplicate",
            "state 'here' is declared twice (first in line 6)",
        ),
        (
            BASE + "      after 5m -> x\n      state x (start)\n        after 300s stay\n",
            "timer",
            "`after 5m` stands in 'x' and in its parent 'here'",
        ),
        (
            BASE + "      after 5m defer\n      state x (start)\n",
            "timer",
            "`after 5m` of 'here' is deferred, and would be lost on a move among its children",
        ),
        (
            BASE + "      a -> here\n      state x (start)\n",
            "self-move",
            "`-> here` in 'here' itself: enter it again, or only its first child?",
        ),
        (
            BASE + "      a -> here\n      state x\n",
            "self-move",
            "`-> here` in 'here' itself: enter it again, or only its first child?",
        ),
        (
            BASE + "      state x (start)\n        a -> here\n",
            "self-move",
            "`-> here` in 'x' itself: enter it again, or stay?",
        ),
        (
            BASE + "      state x (start)\n        a -> back\n",
            "back",
            "`-> back` in 'x', which is no interruption",
        ),
    ],
)
def test_trees_that_make_no_sense(text: str, code: str, message: str) -> None:
    assert (code, message) in [(problem.code, problem.message) for problem in validate(definition(text))]


def nested(*states: State) -> list[tuple[str, str]]:
    """What is wrong with a tree that was put together by hand: no file and no builder can say it."""
    first = State(name="here", role=Role.START)
    made = replace(definition(BASE), states=(first, *states))
    return [(problem.code, problem.message) for problem in validate(made)]


@pytest.mark.parametrize(
    "states",
    [
        (State(name="x", parent="nowhere"),),
        (State(name="x", parent="x"),),
        (State(name="x", parent="y"), State(name="y", parent="x")),
        (State(name="p"), State(name="q"), State(name="x", parent="p")),
    ],
)
def test_a_child_follows_its_parent(states: tuple[State, ...]) -> None:
    found = [message for code, message in nested(*states) if code == "unknown-name"]
    assert found
    assert all(message.endswith("is not a state under which it stands") for message in found)
