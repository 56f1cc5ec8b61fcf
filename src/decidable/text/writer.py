"""From a definition, or from an existing file, to canonical text.

Owns: `write` and `reformat`. Never: changes what a machine says: reading the
result gives the same definition.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from decidable.core.definition import Definition, Line, State
from decidable.core.problem import Severity
from decidable.errors import MachineError
from decidable.text.document import read_rows
from decidable.text.layout import lay_out
from decidable.text.reader import Declared, forget_generated
from decidable.text.rows import Enter, Name, Node, Row, Rule, Section, Use
from decidable.text.sections import event_nodes, fact_nodes, with_generated
from decidable.text.trouble import Problems


def write(definition: Definition) -> str:
    """The canonical text of a machine: `read(write(d)).definition == d` for every definition that can be read or built."""
    return lay_out(rows_of(definition))


def rows_of(definition: Definition) -> Iterator[Row]:
    """The rows of that text, for who has comments to put between them."""
    if definition.name:
        yield Row(Name(definition.name))
    for contract in definition.contracts:
        yield Row(Use(contract.name))
    for title, nodes in (
        ("facts", fact_nodes(definition.facts)),
        ("events", event_nodes(definition.events)),
        ("tools", definition.tools),
        ("any state", _own(definition.any_state)),
    ):
        yield from _section(title, nodes)
    open_states: list[str] = []
    for state in definition.states:
        while open_states and open_states[-1] != state.parent:
            open_states.pop()
        depth = len(open_states)
        open_states.append(state.name)
        yield Row(State(name=state.name, role=state.role, end=state.end, leftovers=state.leftovers), depth=depth)
        yield from (Row(Use(name), depth=depth + 1) for name in state.uses)
        if state.enter:
            yield Row(Enter(state.enter), depth=depth + 1)
        yield from (Row(line, depth=depth + 1) for line in _own(state.lines))
    yield from _section("rules", map(Rule, definition.rules))
    yield from _section("accepted findings", definition.accepted)


def _own(lines: Iterable[Line]) -> Iterator[Line]:
    """What stands in the machine itself; the lines of a contract stand in its file."""
    return (line for line in lines if line.shared is None)


def _section(title: str, nodes: Iterable[Node]) -> Iterator[Row]:
    for at, node in enumerate(nodes):
        if at == 0:
            yield Row(Section(title))
        yield Row(node, depth=1)


def reformat(source: str | bytes, *, declared: Declared | None = None) -> str:
    """The canonical layout of a file, with its comments, its blank lines and the author's order.

    With `declared`, the sections that a bound file repeats from Python are written anew, marked as generated; a section
    that the file declares by itself is left alone. Raises MachineError for a file that cannot be read whole.
    """
    problems = Problems()
    document = read_rows(source, problems)
    rows = document.rows
    if declared is not None:
        forget_generated(document, declared, problems)
    wrong = [problem for problem in problems.listed() if problem.severity is Severity.ERROR]
    if wrong:
        raise MachineError(wrong)
    return lay_out(with_generated(rows, declared) if declared else rows)
