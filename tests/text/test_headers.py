"""Sections and headers of states: what they may say, and what a mistaken one is taken for."""

from __future__ import annotations

import pytest

from decidable.core.definition import End, Role, State
from decidable.text import read


def states(source: str) -> tuple[State, ...]:
    reading = read(source)
    assert reading.problems == ()
    assert reading.definition is not None
    return reading.definition.states


def test_a_header_says_what_a_state_is() -> None:
    source = (
        "begin (start)\nwait\ndegraded (interruption)\ndone (final: completed)\nbad (final: failed, leftovers to attention)\n"
        "off  ( final : cancelled )\nhuman (final: handed off, leftovers to attention)\n"
    )
    assert [(state.name, state.role, state.end, state.leftovers, state.at) for state in states(source)] == [
        ("begin", Role.START, None, False, 1),
        ("wait", Role.PLAIN, None, False, 2),
        ("degraded", Role.INTERRUPTION, None, False, 3),
        ("done", Role.FINAL, End.COMPLETED, False, 4),
        ("bad", Role.FINAL, End.FAILED, True, 5),
        ("off", Role.FINAL, End.CANCELLED, False, 6),
        ("human", Role.FINAL, End.HANDED_OFF, True, 7),
    ]


def test_without_a_mark_the_first_state_that_is_nothing_else_is_the_start() -> None:
    roles = [state.role for state in states("down (interruption)\ndone (final: failed)\na\nb\n")]
    assert roles == [Role.INTERRUPTION, Role.FINAL, Role.START, Role.PLAIN]
    assert [state.role for state in states("done (final: failed)\n")] == [Role.FINAL]


@pytest.mark.parametrize(
    ("header", "code", "column", "hint"),
    [
        ("gather (strat)", "syntax-header", 9, "did you mean 'start'?"),
        ("gather (xyzzy)", "syntax-header", 9, "a state is start"),
        ("gather (start", "syntax-header", 14, ""),
        ("gather (start) x", "syntax-header", 16, "two spaces in"),
        ("gather (final)", "syntax-header", 14, "(final: completed)"),
        ("gather (final:)", "syntax-header", 15, "(final: completed)"),
        ("gather (final: handed)", "syntax-header", 16, ""),
        ("gather (final: complete)", "syntax-header", 16, "did you mean 'completed'?"),
        ("gather (final: completed, leftover)", "syntax-header", 25, ""),
        ("gather (9)", "syntax-header", 9, ""),
        ("state gather", "syntax-header", 1, "write `gather`"),
        ("gather-more", "syntax-character", 7, "underscores"),
    ],
)
def test_a_mistaken_header_is_shown_and_its_lines_are_kept(header: str, code: str, column: int, hint: str) -> None:
    reading = read(f"{header}\n  a stay\n")
    (problem,) = reading.problems
    assert (problem.code, problem.line, problem.column) == (code, 1, column)
    assert hint in problem.hint
    assert reading.definition is not None
    assert [(state.name, len(state.lines)) for state in reading.definition.states] == [("gather", 1)]


@pytest.mark.parametrize("word", ["any", "back", "state", "use", "machine"])
def test_words_of_the_language_name_no_state(word: str) -> None:
    problem = read(f"{word}\n  a stay\n").problems[0]
    assert (problem.line, problem.column) == (1, len(word) + 1 if word == "machine" else 1)
    assert problem.code == ("syntax-header" if word == "machine" else "reserved")


@pytest.mark.parametrize(
    ("header", "line"),
    [
        ("facts:", "day: text"),
        ("any state:", "a stay"),
        ("any state (start)", "a stay"),
        ("tools x", "read find(day) shown"),
    ],
)
def test_a_section_stands_alone_on_its_line_and_is_read_all_the_same(header: str, line: str) -> None:
    reading = read(f"{header}\n  {line}\n")
    assert [problem.code for problem in reading.problems] == ["syntax-section"]
    assert reading.definition is not None
    assert reading.definition.facts or reading.definition.any_state or reading.definition.tools


@pytest.mark.parametrize(
    ("header", "line", "meant"),
    [
        ("fact", "day: text", "facts"),
        ("evnets", "user other", "events"),
        ("Tools", "read find(day) shown", "tools"),
        ("rule", "never a before b", "rules"),
    ],
)
def test_a_mistyped_section_is_known_by_its_lines(header: str, line: str, meant: str) -> None:
    reading = read(f"gather\n{header}\n  {line}\n  {line}\n")
    (problem,) = reading.problems
    assert (problem.code, problem.line, problem.column) == ("syntax-section", 2, 1)
    assert problem.hint == f"did you mean '{meant}'?"
    assert reading.definition is not None
    assert [state.name for state in reading.definition.states] == ["gather"]


def test_a_state_with_a_name_near_a_section_is_a_state_if_its_lines_say_so() -> None:
    assert [state.name for state in states("fact\n  a stay\nrule\n")] == ["fact", "rule"]
    reading = read("fact\n  a !\n  b : text\n")
    assert [(problem.line, problem.column) for problem in reading.problems] == [(2, 5), (3, 4)]


def test_a_line_at_the_left_edge_that_cannot_be_read_is_no_header() -> None:
    reading = read("gather\n  a stay\n§ b\n  c stay\n")
    assert [(problem.line, problem.column) for problem in reading.problems] == [(3, 1)]


def test_a_section_stands_once() -> None:
    reading = read("facts\n  a: text\nfacts\n  b: text\n")
    assert [(problem.code, problem.line, problem.column) for problem in reading.problems] == [
        ("duplicate-section", 3, 1)
    ]
    assert reading.definition is not None
    assert [fact.name for fact in reading.definition.facts] == ["a", "b"]


@pytest.mark.parametrize(
    ("source", "line"),
    [("gather\nmachine x\n  a stay\n", 2), ("machine x\nmachine y\n", 2), ("facts\nmachine x\n", 2)],
)
def test_the_name_of_the_machine_stands_first_and_once(source: str, line: int) -> None:
    assert [(problem.code, problem.line, problem.column) for problem in read(source).problems] == [
        ("syntax-header", line, 1)
    ]


def test_a_machine_may_have_only_a_name() -> None:
    reading = read("machine refund  # later\n")
    assert reading.problems == ()
    assert reading.definition is not None
    assert reading.definition.name == "refund"


@pytest.mark.parametrize(
    ("source", "column"), [("machine\n  a stay\n", 8), ("machine my shop\n", 12), ("machine 9\n", 9)]
)
def test_a_machine_has_one_word_for_a_name(source: str, column: int) -> None:
    problem = read(source).problems[0]
    assert (problem.code, problem.line, problem.column) == ("syntax-header", 1, column)


def test_a_state_is_entered_once_and_any_state_never() -> None:
    source = "any state\n  enter: say x\ngather\n  enter: say x\n  enter : say y\n"
    reading = read(source)
    assert [(problem.code, problem.line, problem.column) for problem in reading.problems] == [
        ("syntax-enter", 2, 3),
        ("syntax-enter", 5, 3),
    ]
