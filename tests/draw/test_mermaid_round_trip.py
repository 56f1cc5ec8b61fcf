"""What is drawn as Mermaid and read again has the same states and the same arrows."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from decidable.core.compile import compile_table
from decidable.core.definition import After, AfterStrikes, Back, Definition, Line, Move, Named, Role, State
from decidable.core.nesting import Nesting
from decidable.core.table import Table
from decidable.core.validate import validate
from decidable.draw.diagram import diagram
from decidable.draw.mermaid import _arrows, as_mermaid
from decidable.text import read, read_mermaid
from decidable.text.phrases import selector_text
from tests.core import anything

ROOT = Path(__file__).parents[2]


def drawn(table: Table) -> set[tuple[str, str, str]]:
    """The arrows of the drawing, each for one event."""
    return {
        (source, label.event, target)
        for (source, target), labels in _arrows(diagram(table)).items()
        for label in labels
    }


def written(definition: Definition) -> set[tuple[str, str, str]]:
    """The moves of a draft."""
    found = [("any state", line) for line in definition.any_state]
    found += [(state.name, line) for state in definition.states for line in state.lines]
    return {(source, event, target(line)) for source, line in found for event in events(line)}


def events(line: Line) -> tuple[str, ...]:
    assert isinstance(line.selector, Named | After | AfterStrikes)
    return line.selector.events if isinstance(line.selector, Named) else (selector_text(line.selector),)


def target(line: Line) -> str:
    match line.outcome:
        case Move(name):
            return name
        case Back(""):
            return "back"
        case outcome:
            raise AssertionError(outcome)


def by_name(definition: Definition) -> dict[str, State]:
    return {state.name: state for state in definition.states}


def same(table: Table) -> None:
    found = read_mermaid(as_mermaid(table))
    assert {problem.code for problem in found.problems} == {"import-left-out"}, (
        "how it looks, and which states are nested"
    )
    assert found.definition is not None
    assert validate(found.definition) == ()
    tree = {state.name: state.parent for state in found.definition.states}
    assert tree == {state.name: state.parent for state in table.definition.states}
    before, after = Nesting.of(by_name(table.definition)), Nesting.of(by_name(found.definition))
    assert after.start == before.start
    for state in table.definition.states:
        assert (by_name(found.definition)[state.name].role is Role.FINAL) is (state.role is Role.FINAL)
    assert written(found.definition) == drawn(table)


@pytest.mark.parametrize("file", ["booking/booking.states", "booking/first_drawing.states", "booking/two_edits.states"])
def test_an_example_drawn_and_read_again(file: str) -> None:
    definition = read((ROOT / "examples" / file).read_bytes()).definition
    assert definition is not None
    same(compile_table(definition))


@settings(deadline=None, max_examples=60)
@given(st.integers(0, 2**32))
def test_any_machine_drawn_and_read_again(seed: int) -> None:
    same(compile_table(anything.machine(Random(seed))))
