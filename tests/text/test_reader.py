"""What a file and Python declare together, what a sketch leaves open, and where a problem of validation stands."""

from __future__ import annotations

from pathlib import Path

import pytest

from decidable.core.definition import Event, Fact, Kind, Tool
from decidable.core.problem import Problem, Severity
from decidable.core.validate import validate
from decidable.core.values import Bool, Text
from decidable.text import Declared, locate, read

GOLDEN = Path(__file__).parent / "golden"
PYTHON = Declared(
    facts=(Fact(name="day", type=Text()),),
    events=(Event(name="details", kind=Kind.USER),),
    tools=(Tool(name="find", write=False, shown=True, no_answer="failed"),),
)
SECTIONS = "facts{0}\n  day: text\nevents{0}\n  user details\ntools{0}\n  read find() shown\ngather\n  details stay\n"
GENERATED = "  # generated from Python by decidable fmt"


def test_python_declares_for_a_file_that_does_not() -> None:
    reading = read("gather\n  details stay\n", declared=PYTHON)
    assert reading.problems == ()
    assert reading.definition is not None
    assert (reading.definition.facts, reading.definition.events, reading.definition.tools) == PYTHON


def test_one_declaration_one_place() -> None:
    problems = read(SECTIONS.format(""), declared=PYTHON).problems
    assert [(problem.code, problem.line, problem.column, problem.token) for problem in problems] == [
        ("declared-twice", 2, 3, "day"),
        ("declared-twice", 4, 8, "details"),
        ("declared-twice", 6, 8, "find"),
    ]


def test_what_only_the_file_declares_is_added() -> None:
    reading = read("facts\n  time: text\ngather\n", declared=PYTHON)
    assert reading.problems == ()
    assert reading.definition is not None
    assert [fact.name for fact in reading.definition.facts] == ["day", "time"]


def test_a_generated_section_may_repeat_python() -> None:
    reading = read(SECTIONS.format(GENERATED), declared=PYTHON)
    assert reading.problems == ()
    assert reading.definition == read("gather\n  details stay\n", declared=PYTHON).definition
    assert read(SECTIONS.format(GENERATED)).definition == reading.definition
    assert reading.definition is not None  # a finding about one of them has its place in the file
    (fact,), (event,), (tool,) = reading.definition.facts, reading.definition.events, reading.definition.tools
    assert (fact.at, event.at, tool.at) == (2, 4, 6)


def test_a_generated_section_that_is_out_of_date_is_a_warning_and_python_counts() -> None:
    changed = PYTHON._replace(facts=(Fact(name="day", type=Bool()),))
    reading = read(SECTIONS.format(GENERATED), declared=changed)
    (problem,) = reading.problems
    assert (problem.code, problem.line, problem.column, problem.severity) == ("stale-section", 1, 1, Severity.WARNING)
    assert reading.definition is not None
    assert reading.definition.facts == changed.facts


def test_a_sketch_names_its_events_in_lines_alone() -> None:
    source = "b\n  second, first -> b\n  model_down, blocked stay\n  @user stay\n  after 3m -> b\nany state\n  first stay\n  third stay\n"
    reading = read(source)
    assert reading.problems == ()
    assert reading.definition is not None
    assert [(event.name, event.kind, event.at) for event in reading.definition.events] == [
        ("second", Kind.USER, 2),
        ("first", Kind.USER, 2),
        ("model_down", Kind.SYSTEM, 3),
        ("third", Kind.USER, 8),
    ]


def test_nothing_is_inferred_where_events_are_declared() -> None:
    reading = read("events\n  user a\ngather\n  b stay\n")
    assert reading.definition is not None
    assert [event.name for event in reading.definition.events] == ["a"]


def test_any_state_may_stand_between_states_and_each_line_has_its_place() -> None:
    reading = read("a\n  x stay\nany state\n  y stay\nb\n  z stay\n")
    assert reading.definition is not None
    assert [line.at for line in reading.definition.any_state] == [4]
    assert [(state.name, state.at, [line.at for line in state.lines]) for state in reading.definition.states] == [
        ("a", 1, [2]),
        ("b", 5, [6]),
    ]


def test_a_turn_of_a_model_is_named_at_every_place_in_the_example() -> None:
    problems = read((GOLDEN / "returns.states").read_text("utf-8")).problems
    assert {problem.code for problem in problems} == {"not-yet"}
    assert [(problem.line, problem.column) for problem in problems] == [
        (14, 3), (15, 3), (20, 3), (21, 3), (25, 3), (26, 3), (34, 3), (35, 3),
    ]  # fmt: skip


def test_the_booking_example_makes_sense() -> None:
    reading = read((GOLDEN / "booking.states").read_bytes())
    assert reading.problems == ()
    assert reading.definition is not None
    assert validate(reading.definition) == ()
    assert len(reading.definition.events) == 17
    assert len(reading.definition.states) == 7


def test_problems_of_validation_get_their_columns() -> None:
    source = "machine m\n\nevents\n  user eat, ate\n\ngather\n  eat       -> gathr : ate # gathr\n  ate       stay\n"
    reading = read(source)
    assert reading.definition is not None
    (problem,) = locate(validate(reading.definition), source)
    assert (problem.code, problem.line, problem.column, problem.token) == ("unknown-name", 7, 16, "gathr")


@pytest.mark.parametrize(
    ("line", "token", "column"),
    [(1, "b", 6), (1, "c", 10), (1, "zz", 3), (1, "", 3), (0, "b", 0), (9, "b", 0), (2, "b", 1)],
)
def test_the_place_of_a_token_is_where_it_stands_as_a_whole_word(line: int, token: str, column: int) -> None:
    (problem,) = locate([Problem("x", "y", line=line, token=token)], "  ab b # c b\n")
    assert problem.column == column


def test_a_place_that_is_known_is_left_alone() -> None:
    known = Problem("x", "y", line=1, column=7, token="b")
    assert locate([known], "  b") == (known,)


def test_what_is_done_on_entry_is_found_on_its_own_line() -> None:
    source = "s (start)\n  # first\n\n  a   stay   : x\n  enter: call pay\nt\n  b   stay   : x\nu"
    told = [
        Problem("c", "m", line=1, token="pay"),
        Problem("c", "m", line=6, token="pay"),
        Problem("c", "m", line=8, token="pay"),
    ]
    assert [(found.line, found.column) for found in locate(told, source)] == [(5, 15), (6, 1), (8, 1)]
    (other,) = locate([Problem("c", "m", line=1, token="charge")], source)
    assert (other.line, other.column) == (1, 1)
