"""From a definition, or from an existing file, to canonical text.

Owns: `write`, `reformat`, and the sections that repeat what Python declares. Never: changes what a machine says: reading the
result gives the same definition.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import groupby
from typing import Final, TypeVar

from decidable.core.definition import Definition, Event, Fact, State
from decidable.core.problem import Severity
from decidable.errors import MachineError
from decidable.text.document import read_rows
from decidable.text.layout import lay_out
from decidable.text.phrases import event_text
from decidable.text.reader import Declared
from decidable.text.rows import GENERATED, Blank, Enter, Events, Facts, Name, Node, Remark, Row, Rule, Section
from decidable.text.trouble import Problems

_T = TypeVar("_T")
_WIDE: Final = 100
"""Characters of events or names in one line, after which a new line is begun."""


def write(definition: Definition) -> str:
    """The canonical text of a machine: `read(write(d)).definition == d` for every definition that can be read or built."""
    return lay_out(rows_of(definition))


def rows_of(definition: Definition) -> Iterator[Row]:
    """The rows of that text, for who has comments to put between them."""
    if definition.name:
        yield Row(Name(definition.name))
    for title, nodes in (
        ("facts", _fact_nodes(definition.facts)),
        ("events", _event_nodes(definition.events)),
        ("tools", definition.tools),
        ("any state", definition.any_state),
    ):
        yield from _section(title, nodes)
    open_states: list[str] = []
    for state in definition.states:
        while open_states and open_states[-1] != state.parent:
            open_states.pop()
        depth = len(open_states)
        open_states.append(state.name)
        yield Row(State(name=state.name, role=state.role, end=state.end, leftovers=state.leftovers), depth=depth)
        if state.enter:
            yield Row(Enter(state.enter), depth=depth + 1)
        yield from (Row(line, depth=depth + 1) for line in state.lines)
    yield from _section("rules", map(Rule, definition.rules))
    yield from _section("accepted findings", definition.accepted)


def _section(title: str, nodes: Iterable[Node]) -> Iterator[Row]:
    for at, node in enumerate(nodes):
        if at == 0:
            yield Row(Section(title))
        yield Row(node, depth=1)


def _fact_nodes(facts: Iterable[Fact]) -> Iterator[Facts]:
    # `repr` tells yes from 1, which Python calls equal.
    for _, alike in groupby(facts, key=lambda fact: (fact.type, repr(fact.initial), fact.authority)):
        yield from map(Facts, _chunks(alike, lambda fact: len(fact.name)))


def _event_nodes(events: Iterable[Event]) -> Iterator[Events]:
    for kind, alike in groupby(events, key=lambda event: event.kind):
        for chunk in _chunks(alike, lambda event: len(event_text(event))):
            yield Events(kind, chunk)


def reformat(source: str | bytes, *, declared: Declared | None = None) -> str:
    """The canonical layout of a file, with its comments, its blank lines and the author's order.

    With `declared`, the sections that a bound file repeats from Python are written anew, marked as generated; a section
    that the file declares by itself is left alone. Raises MachineError for a file that cannot be read whole.
    """
    problems = Problems()
    rows = read_rows(source, problems).rows
    wrong = [problem for problem in problems.listed() if problem.severity is Severity.ERROR]
    if wrong:
        raise MachineError(wrong)
    return lay_out(_with_generated(rows, declared) if declared else rows)


def _with_generated(rows: Iterable[Row], declared: Declared) -> Iterator[Row]:
    kept = list(rows)
    made: dict[str, list[Node]] = {
        "facts": list(_fact_nodes(declared.facts)),
        "events": list(_event_nodes(declared.events)),
        "tools": list(declared.tools),
    }
    present = {row.node.title for row in kept if isinstance(row.node, Section)}
    missing = [_generated(title, nodes) for title, nodes in made.items() if nodes and title not in present]
    first = next((at for at, row in enumerate(kept) if isinstance(row.node, Section | State)), len(kept))
    while first and isinstance(kept[first - 1].node, Remark):
        first -= 1
    yield from kept[:first]
    for section in missing:
        yield from section
    repeated = False
    for row in kept[first:]:
        if isinstance(row.node, Section | State):
            repeated = isinstance(row.node, Section) and row.generated
            if isinstance(row.node, Section) and repeated:
                yield from _generated(row.node.title, made.get(row.node.title, []))
                continue
        if not repeated or isinstance(row.node, Blank | Remark):
            yield row


def _generated(title: str, nodes: list[Node]) -> Iterator[Row]:
    if nodes:
        yield Row(Section(title), GENERATED)
    yield from (Row(node, depth=1) for node in nodes)


def _chunks(items: Iterable[_T], width: Callable[[_T], int]) -> Iterator[tuple[_T, ...]]:
    """The items, of which there is at least one, in groups that fit a line."""
    chunk: list[_T] = []
    used = 0
    for item in items:
        if chunk and used + width(item) > _WIDE:
            yield tuple(chunk)
            chunk, used = [], 0
        chunk.append(item)
        used += width(item) + 2
    yield tuple(chunk)
