"""State diagrams as the tests of the import write them: the body of one, and what its draft says."""

from __future__ import annotations

from textwrap import dedent

from decidable.core.definition import Definition
from decidable.core.problem import Severity
from decidable.core.validate import validate
from decidable.text import read, reformat
from decidable.text.mermaid import Imported, read_mermaid


def imported(body: str, **more: object) -> Imported:
    """The import of a diagram with these lines, whose draft keeps the promises of every draft."""
    found = read_mermaid(f"stateDiagram-v2\n{dedent(body)}")
    if found.definition is not None:
        assert reformat(found.text) == found.text
        reading = read(found.text)
        assert reading.problems == ()
        assert reading.definition == found.definition
        assert validate(found.definition) == ()
    return found


def drafted(body: str) -> str:
    """The draft of a diagram that has no mistake, without the remarks at its head."""
    found = imported(body)
    assert [problem for problem in found.problems if problem.severity is Severity.ERROR] == []
    return "".join(line for line in found.text.lstrip("# ").splitlines(keepends=True)[3:]).lstrip("\n")


def machine(body: str) -> Definition:
    """The machine of a diagram."""
    found = imported(body).definition
    assert found is not None
    return found


def edges(definition: Definition) -> list[str]:
    """Its moves as `state event target`, for reading."""
    return [f"{state.name} {line.selector} {line.outcome}" for state in definition.states for line in state.lines]


def told(body: str) -> list[tuple[str, int, int, str]]:
    """What an import of these lines says: code, line and column in the file, message. The first line of the body is 2."""
    return [(problem.code, problem.line, problem.column, problem.message) for problem in imported(body).problems]
