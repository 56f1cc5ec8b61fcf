"""The sections `facts`, `events` and `tools` as rows: as they are written, and written anew from what Python declares.

Owns: which declarations share a line, where a generated section stands, and what of an old one is kept. Never: touches a
section that is not marked as generated.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import groupby
from typing import Final, TypeVar

from decidable.core.definition import Event, Fact, State, Tool
from decidable.text.phrases import event_text
from decidable.text.reader import Declared
from decidable.text.rows import GENERATED, Blank, Events, Facts, Node, Remark, Row, Section

_T = TypeVar("_T")
_WIDE: Final = 100
"""Characters of events or names in one line, after which a new line is begun."""
TITLES: Final = ("facts", "events", "tools")


def fact_nodes(facts: Iterable[Fact]) -> Iterator[Facts]:
    """Facts as lines declare them: those of one type and initial value that stand side by side, together."""
    # `repr` tells yes from 1, which Python calls equal.
    for _, alike in groupby(facts, key=lambda fact: (fact.type, repr(fact.initial), fact.authority)):
        yield from map(Facts, _chunks(alike, lambda fact: len(fact.name)))


def event_nodes(events: Iterable[Event]) -> Iterator[Events]:
    """Events as lines declare them: those of one kind that stand side by side, as far as a line is wide."""
    for kind, alike in groupby(events, key=lambda event: event.kind):
        for chunk in _chunks(alike, lambda event: len(event_text(event))):
            yield Events(kind, chunk)


def with_generated(rows: Iterable[Row], declared: Declared) -> Iterator[Row]:
    """The rows of a bound file with its generated sections written anew, each once, and the missing ones added."""
    parts = list(_parts(rows))
    present = {part.title for part in parts}
    added: dict[int, list[Row]] = {}
    for title in TITLES:
        if title not in present:
            added.setdefault(_place(title, parts), []).extend(generated(title, declared, ()))
    written: set[str] = set()
    for number, part in enumerate(parts):
        yield from added.get(number, ())
        yield from part.lead
        if not part.generated:
            yield from part.rows
        elif part.title in written:  # a merge of two versions has left it twice
            yield from kept_of(part.rows)
        else:
            written.add(part.title)
            yield from generated(part.title, declared, part.rows)
    yield from added.get(len(parts), ())


def generated(title: str, declared: Declared, old: Sequence[Row]) -> list[Row]:
    """One section, marked as generated, with the comments of the section that it stands in for: at the declaration of the
    same name, else on lines of their own below."""
    nodes = declared_nodes(title, declared)
    comments = {name: row.comment for row in old if row.comment for name in _names(row.node)}
    made = [Row(Section(title), GENERATED)] if nodes else []
    for node in nodes:
        found = next((comments[name] for name in _names(node) if name in comments), "")
        comments = {name: comment for name, comment in comments.items() if comment != found}
        made.append(Row(node, found, depth=1))
    made += [Row(Remark(), comment, depth=1) for comment in dict.fromkeys(comments.values())]
    return [*made, *kept_of(old)]


def kept_of(old: Iterable[Row]) -> list[Row]:
    """What of an old section is not generated: comments on lines of their own, and blank lines."""
    return [row for row in old if isinstance(row.node, Blank | Remark)]


def declared_nodes(title: str, declared: Declared) -> list[Node]:
    """The lines of a section."""
    match title:
        case "facts":
            return list(fact_nodes(declared.facts))
        case "events":
            return list(event_nodes(declared.events))
        case _:
            return list(declared.tools)


def _names(node: Node) -> tuple[str, ...]:
    match node:
        case Facts(facts):
            return tuple(fact.name for fact in facts)
        case Events(_, events):
            return tuple(event.name for event in events)
        case Tool(name=name):
            return (name,)
        case _:
            return ()


class _Part:
    """A header with what stands under it, and the comments above it. The first has no header: the name of the machine."""

    def __init__(self, lead: list[Row]) -> None:
        self.lead = lead
        self.rows: list[Row] = []

    @property
    def title(self) -> str:
        """`facts`, `events` or `tools`; empty for any other part."""
        head = self.rows[0].node if self.rows else None
        return head.title if isinstance(head, Section) and head.title in TITLES else ""

    @property
    def generated(self) -> bool:
        return bool(self.title) and self.rows[0].generated


def _parts(rows: Iterable[Row]) -> Iterator[_Part]:
    part = _Part([])
    for row in rows:
        if isinstance(row.node, Section | State) and not row.depth:
            lead: list[Row] = []
            while part.rows and isinstance(part.rows[-1].node, Remark) and not part.rows[-1].depth:
                lead.insert(0, part.rows.pop())
            yield part
            part = _Part(lead)
        part.rows.append(row)
    yield part


def _place(title: str, parts: Sequence[_Part]) -> int:
    """The number of the part before which a missing section belongs: in the order of the titles, else before all headers."""
    order = TITLES.index(title)
    there = [(number, TITLES.index(part.title)) for number, part in enumerate(parts) if part.title]
    later = [number for number, other in there if other > order]
    earlier = [number + 1 for number, other in there if other < order]
    return (later or earlier[-1:] or [1])[0]


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
