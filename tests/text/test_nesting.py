"""States in states: how they are read, built, written and laid out, and what is refused."""

from __future__ import annotations

import pytest

from decidable.core.definition import Definition, Kind, Role
from decidable.text import Builder, read, reformat, write
from decidable.text.do import say

TEXT = """machine shop

events
  user  next, hours

checkout (start)
  enter: say welcome
  hours       stay / say hours : asked anywhere

  state address (start)
    next      -> card          : known

  state card
    state front (start)
      next    -> address       : wrong side

    state rear
      next    -> front         : and back

  after 30m   -> gone          : nobody waits for ever

gone (final: cancelled)
"""


def whole(text: str) -> Definition:
    reading = read(text)
    assert reading.problems == ()
    assert reading.definition is not None
    return reading.definition


def tree(text: str) -> list[tuple[str, str, int]]:
    """Every state with its parent and how many lines it has."""
    definition = read(text).definition
    assert definition is not None
    return [(state.name, state.parent, len(state.lines)) for state in definition.states]


def found(text: str) -> list[tuple[str, int, int]]:
    return [(problem.code, problem.line, problem.column) for problem in read(text).problems]


def test_a_state_one_level_deeper_is_nested_and_lines_belong_where_they_stand() -> None:
    assert tree(TEXT) == [
        ("checkout", "", 2),
        ("address", "checkout", 1),
        ("card", "checkout", 0),
        ("front", "card", 1),
        ("rear", "card", 1),
        ("gone", "", 0),
    ]


def test_how_far_in_is_the_author_s_but_deeper_is_deeper() -> None:
    text = "a\n    state b\n       x stay\n       state c\n             x stay\n         y stay\n    z stay\n  w stay\n"
    assert tree(text) == [("a", "", 2), ("b", "a", 1), ("c", "b", 2)]
    assert found(text) == []


def test_layout_comments_and_lines_after_a_child() -> None:
    assert reformat(TEXT) == TEXT
    loose = """checkout (start)
   # of the parent
   hours stay
   # of the child
   state address
       # inside
       next   stay   # here
   # after it
   after 30m   stay
       # far in, under no child
gone (final: cancelled)
"""
    assert (
        reformat(loose)
        == """checkout (start)
  # of the parent
  hours       stay

  # of the child
  state address
    # inside
    next      stay  # here

  # after it
  after 30m   stay
  # far in, under no child

gone (final: cancelled)
"""
    )
    assert reformat(reformat(loose)) == reformat(loose)


def test_text_and_builder_give_equal_objects() -> None:
    m = Builder("shop")
    m.event("next", Kind.USER)
    m.event("hours", Kind.USER)
    checkout = m.state("checkout", start=True).enter(say("welcome"))
    m.state("gone", final=next(state.end for state in whole(TEXT).states if state.end))
    card = checkout.state("card")
    checkout.children.insert(0, checkout.state("address", start=True))
    checkout.children.pop()
    card.state("front", start=True).on("next").move("address", because="wrong side")
    card.state("rear").on("next").move("front", because="and back")
    checkout.children[0].on("next").move("card", because="known")
    checkout.on("hours").stay(do=[say("hours")], because="asked anywhere")
    checkout.after(minutes=30).move("gone", because="nobody waits for ever")
    assert m.definition() == whole(TEXT)
    assert write(m.definition()) == write(whole(TEXT))
    assert whole(write(m.definition())) == whole(TEXT)


def test_only_at_the_left_edge_a_start_is_found_where_none_is_marked() -> None:
    definition = whole("off (interruption)\n  state first\n    a stay\nnext\n  a stay\n")
    assert [state.role for state in definition.states] == [Role.INTERRUPTION, Role.PLAIN, Role.START]


@pytest.mark.parametrize(
    ("text", "problems"),
    [
        ("any state\n  state x\n    a stay\nb\n  a stay\n", [("syntax-header", 2, 3)]),
        ("a\n  state\n    b stay\n  b stay\n", [("syntax-header", 2, 8)]),
        ("a\n  state b (\n    b stay\n  c stay\n", [("syntax-header", 2, 12)]),
        ("a\n  state any\n    b stay\n  c stay\n", [("reserved", 2, 9)]),
        ("a\n  state b: stay\n", [("syntax-header", 2, 10)]),
        ("a\n state b\n  c stay\n", [("syntax-indent", 2, 2), ("syntax-indent", 3, 3)]),
        ("a\n  state b\n   c stay\n", [("syntax-indent", 3, 4)]),
        ("a\n\tstate b\n\t\tc stay\n", [("tab", 2, 1)]),
        ("a\n  state b\nstate c\n  d stay\n", [("syntax-header", 3, 1)]),
        ("a\n  state b\nx stay\n", [("syntax-indent", 3, 1)]),
        ("a\n  state b\n    enter: say x\n    enter: say y\n  enter: say z\n", [("syntax-enter", 4, 5)]),
        ("rules\n  state x\n", [("syntax-rule", 2, 3)]),
        ("machine x\n  state y\n", [("syntax-indent", 2, 3)]),
    ],
)
def test_headers_that_cannot_be_read(text: str, problems: list[tuple[str, int, int]]) -> None:
    assert found(text) == problems


def test_what_stands_under_an_unreadable_header_is_not_taken_for_the_parents() -> None:
    assert tree("a\n  state 1\n    b stay\n  c stay\nd\n  e stay\n") == [("a", "", 1), ("d", "", 1)]


def test_a_mistyped_section_is_found_only_at_the_left_edge() -> None:
    assert tree("a\n  state tols\n    b stay\n") == [("a", "", 0), ("tols", "a", 1)]
    assert found("fact\n  state tols\n  day: text\n") == [("syntax-outcome", 3, 6)]


def test_states_in_states_have_an_end() -> None:
    lines = ["a", *(f"{'  ' * depth}state s{depth}" for depth in range(1, 2000))]
    (problem,) = read("\n".join(lines)).problems
    assert (problem.code, problem.line) == ("too-deep", 10)
    definition = read("\n".join([*lines, "b"])).definition
    assert definition is not None
    assert [state.name for state in definition.states][-2:] == ["s8", "b"]
