"""The checker is tested by damage: machines broken in one way are found by that code at that place; whole ones are not accused.

A code that the checker or the core can report and that no machine is broken for fails here.
"""

import ast
from collections.abc import Callable, Iterator
from importlib import import_module
from itertools import islice
from pathlib import Path

import pytest

from decidable.check import check, unfit
from decidable.core.compile import compile_table
from decidable.core.problem import Problem, Severity
from decidable.core.validate import validate
from decidable.text import read
from decidable.text.contracts import Find
from tests.check.mutations.damage import Mutant
from tests.check.mutations.machines import Machine, machines
from tests.check.test_codes import REPORTING

ROOT = Path(__file__).parents[2]
MOST = 3
"""Mutants of one machine and code, spread over all there are; `tests/cases` takes hundreds of the common ones."""
MODULES = [
    import_module(f"tests.check.mutations.{file.stem}")
    for file in sorted((Path(__file__).parent / "mutations").glob("of_*.py"))
]
FAULTS: dict[str, Callable[[Machine], Iterator[Mutant]]] = {
    code: make for module in MODULES for code, make in module.FAULTS.items()
}
FOUND_ELSEWHERE = {
    "owed": "it takes a second file; tests/core/test_contracts.py breaks every kind of promise",
    "else": "the text cannot say it; tests/core/test_validate.py builds it",
}
"""Codes that no single text can have, with the reason."""


def findings_of(text: str, find: Find | None = None) -> tuple[Problem, ...]:
    reading = read(text, find=find)
    assert reading.definition is not None
    problems = (*reading.problems, *validate(reading.definition))
    if any(problem.severity is Severity.ERROR for problem in problems):
        return unfit(problems, "", text).findings
    return check(compile_table(reading.definition), text, problems).findings


def reported() -> set[str]:
    """The codes in the source of the checker and the core."""
    files = [*(ROOT / "src/decidable/check").rglob("*.py"), *(ROOT / "src/decidable/core").rglob("*.py")]
    found: set[str] = set()
    for node in (node for file in files for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))):
        match node:
            case ast.Call(func=ast.Name(id=name), args=[ast.Constant(value=str(code)), *_]) if name in REPORTING:
                found.add(code)
    return found


def test_machines_are_broken_for_every_code() -> None:
    assert reported() - set(FAULTS) - set(FOUND_ELSEWHERE) == set()
    assert (set(FAULTS) | set(FOUND_ELSEWHERE)) - reported() == set()


def spread(mutants: list[Mutant]) -> list[Mutant]:
    return list(islice(mutants, 0, None, max(1, -(-len(mutants) // MOST))))


@pytest.mark.parametrize("code", sorted(FAULTS))
def test_a_broken_machine_is_found_by_its_code_at_its_place(code: str) -> None:
    broken = [(machine.name, mutant) for machine in machines() for mutant in spread(list(FAULTS[code](machine)))]
    assert broken
    for name, mutant in broken:
        lines = mutant.text.split("\n")
        findings = findings_of(mutant.text)
        assert any(
            finding.code == code
            and mutant.place in lines[finding.line - 1]
            and 0 < finding.column <= len(lines[finding.line - 1])
            and mutant.state in (finding.state, "")
            and mutant.event in (finding.event, "")
            for finding in findings
        ), (name, mutant[1:], [(f.code, f.line, f.column, f.state, f.event, f.message) for f in findings])


@pytest.mark.parametrize("machine", machines(), ids=lambda machine: machine.name)
def test_a_whole_machine_is_not_accused(machine: Machine) -> None:
    found = check(machine.table, machine.text)
    assert found.grid is not None
    assert (found.grid.undecided, found.grid.partial, found.grid.conflict) == (0, 0, 0)
    assert [finding for finding in found.findings if finding.severity is not Severity.NOTE] == []
