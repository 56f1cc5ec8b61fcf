"""The diagram as Mermaid text (`stateDiagram-v2`), for pages that draw it.

Owns: ids of our own (`s0`, `s1`, ...) with quoted names, because Mermaid takes names such as `end` for its own words;
and which signs stand in a label. Never: positions; Mermaid has its own.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

from decidable.core import definition as d
from decidable.core.table import ANY_STATE, Table
from decidable.draw.diagram import BACK, Diagram, Label, Node, Parent, diagram, in_words, label_text
from decidable.draw.face import headline
from decidable.text.mermaid.blocks import OURS

_SAFE = frozenset(" _,.()[]=/+-*!?'")
"""Signs that Mermaid leaves alone, beside letters and digits."""


def as_mermaid(table: Table) -> str:
    """A machine as a state diagram. Guards stand in brackets; `[...]` stands for several, or for one that is long."""
    drawn = diagram(table)
    ids = _ids(drawn)
    return (
        "\n".join(["stateDiagram-v2", f"  {OURS}", *(f"  {line}" for line in _lines(drawn, ids, headline(table)))])
        + "\n"
    )


def _lines(drawn: Diagram, ids: dict[str, str], title: str) -> Iterator[str]:
    yield f"accTitle: {_safe(title)}"
    yield f"accDescr: {_safe(in_words(drawn, answers='are left out'))}"
    yield from _declared(drawn, ids)
    if BACK in ids:
        yield f'state "{_safe("back to where it was")}" as {ids[BACK]}'
    yield f"[*] --> {ids[drawn.start]}"
    for (source, target), labels in _arrows(drawn).items():
        yield f"{ids[source]} --> {ids[target]} : {', '.join(_safe(label_text(label)) for label in labels)}"
    for node in drawn.nodes:
        if node.role is d.Role.FINAL:
            yield f"{ids[node.name]} --> [*]"
    yield from _looks(drawn, ids)
    yield f"note right of {ids[drawn.start]} : {_safe(in_words(drawn, answers='are left out'))}"


def _declared(drawn: Diagram, ids: dict[str, str]) -> Iterator[str]:
    """The states, those of a parent within it, and where shared lines stand."""
    for depth, item in drawn.walk():
        indent = "  " * depth
        match item:
            case Node(name):
                yield f'{indent}state "{_safe(name)}" as {ids[name]}'
            case Parent(name):
                yield f'{indent}state "{_safe(name)}" as {ids[name]} {{'
            case None:
                yield f"{indent}}}"
            case _:
                assert_never(item)
    if ANY_STATE in drawn.scopes:
        yield f'state "{ANY_STATE}" as {ids[ANY_STATE]}'


def _ids(drawn: Diagram) -> dict[str, str]:
    ids = {node.name: f"s{n}" for n, node in enumerate(drawn.nodes)}
    ids |= {parent.name: f"in{n}" for n, parent in enumerate(drawn.parents)}
    ids |= {ANY_STATE: "any0"}
    if any(arrow.target == BACK for arrow in drawn.arrows):
        ids[BACK] = "back0"
    return ids


def _arrows(drawn: Diagram) -> dict[tuple[str, str], list[Label]]:
    """The labels between each two ends. A line of a parent leaves from its frame where it alone decides in all that is in
    it, and leads out of it (Mermaid hides an arrow from a frame to what is in it); else from each state in which it holds."""
    found: dict[tuple[str, str], list[Label]] = {}
    for arrow in drawn.arrows:
        within = drawn.leaves(arrow.source)
        for label in arrow.labels:
            whole = arrow.target not in within and not label.guarded and set(label.states) == set(within)
            for source in label.states if within and not whole else (arrow.source,):
                found.setdefault((source, arrow.target), []).append(label)
    return found


def _looks(drawn: Diagram, ids: dict[str, str]) -> Iterator[str]:
    """Apart by look: interruptions, shared lines, and states with an open cell."""
    looks = {
        "interruption": [ids[node.name] for node in drawn.nodes if node.role is d.Role.INTERRUPTION],
        "shared": [ids[name] for name in (ANY_STATE, BACK) if name in drawn.scopes or (name == BACK and BACK in ids)],
        "open": [ids[node.name] for node in drawn.nodes if node.undecided or node.conflicts],
    }
    styles = {"interruption": "stroke-dasharray: 5 3", "shared": "stroke-dasharray: 2 3", "open": "stroke: #d1242f"}
    for name, members in looks.items():
        if members:
            yield f"classDef {name} {styles[name]}"
            yield f"class {','.join(members)} {name}"


def _safe(text: str) -> str:
    """A text without a sign that Mermaid or a page may act on: such a sign is written as its full-width twin.

    Entities (`#58;`) would be the documented way; some versions print them as they are.
    """
    return "".join(char if char.isalnum() or char in _SAFE else _twin(char) for char in text)


def _twin(char: str) -> str:
    if "!" <= char <= "~":
        return chr(ord(char) + 0xFEE0)
    return char if char.isprintable() else " "
