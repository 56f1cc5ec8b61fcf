"""The diagram as DOT text, for Graphviz.

Owns: ids of our own with quoted labels, and their escapes. Never: HTML-like labels; a reason may hold anything.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

from decidable.core import definition as d
from decidable.core.table import ANY_STATE, Table
from decidable.draw.diagram import BACK, Arrow, Diagram, Node, Parent, diagram, in_words, label_text, scope_text
from decidable.draw.face import headline

_HEAD = (
    'graph [fontname="Helvetica", labelloc=t, rankdir=TB]',
    'node [fontname="Helvetica", shape=box, style=rounded]',
    'edge [fontname="Helvetica", fontsize=10]',
)


def as_dot(table: Table) -> str:
    """A machine as a directed graph. Each arrow has one label a line."""
    drawn = diagram(table)
    lines = [*_HEAD, f"label={_quoted([headline(table), in_words(drawn, answers='are left out')])}"]
    lines += _statements(drawn)
    return "\n".join([f"digraph {_quoted([drawn.name])} {{", *(f"  {line}" for line in lines), "}"]) + "\n"


def _statements(drawn: Diagram) -> Iterator[str]:
    ids = {node.name: f"s{n}" for n, node in enumerate(drawn.nodes)}
    ids |= {scope: f"any{n}" for n, scope in enumerate(drawn.scopes)}
    yield from _declared(drawn, ids)
    if any(arrow.target == BACK for arrow in drawn.arrows):
        ids[BACK] = "back0"
        yield f'back0 [label={_quoted(["back to where it was"])}, style="rounded,dashed"]'
    yield "start [shape=point, width=0.15]"
    yield f"start -> {ids[drawn.start]}"
    for arrow in drawn.arrows:
        yield f"{ids[arrow.source]} -> {ids[arrow.target]} [label={_quoted(_labels(arrow))}]"


def _declared(drawn: Diagram, ids: dict[str, str]) -> Iterator[str]:
    """The states, those of a parent in a cluster, and where shared lines stand."""
    dashed = 'style="rounded,dashed"'
    for depth, item in drawn.walk():
        indent = "  " * depth
        match item:
            case Node(name):
                yield f"{indent}{ids[name]} [label={_quoted([name])}{_look(item)}]"
            case Parent(name):
                number = [parent.name for parent in drawn.parents].index(name)
                yield f"{indent}subgraph cluster{number} {{"
                yield f"{indent}  label={_quoted([name])}"
                if name in drawn.scopes:
                    yield f"{indent}  {ids[name]} [label={_quoted([scope_text(name)])}, {dashed}]"
            case None:
                yield f"{indent}}}"
            case _:
                assert_never(item)
    if ANY_STATE in drawn.scopes:
        yield f"{ids[ANY_STATE]} [label={_quoted([ANY_STATE])}, {dashed}]"


def _look(node: Node) -> str:
    looks = []
    if node.role is d.Role.INTERRUPTION:
        looks.append('style="rounded,dashed"')
    if node.role is d.Role.FINAL:
        looks.append("peripheries=2")
    if node.undecided or node.conflicts:
        looks.append('color="#d1242f"')
    return "".join(f", {look}" for look in looks)


def _labels(arrow: Arrow) -> list[str]:
    return [label_text(label) for label in arrow.labels]


def _quoted(lines: list[str]) -> str:
    escaped = (line.replace("\\", "\\\\").replace('"', '\\"').replace("\n", " ") for line in lines)
    return '"' + "\\n".join(escaped) + '"'
