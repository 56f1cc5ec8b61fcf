"""Rows in columns: the one way a file looks.

Owns: alignment, blank lines, and where comments stand. Never: changes what a row says.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, assert_never

from decidable.core.definition import Accepted, EventGroup, Line, Role, State, Tool
from decidable.core.values import Text
from decidable.text.accepted import accepted_text
from decidable.text.lines import reason_text
from decidable.text.literals import escape_unfit
from decidable.text.phrases import (
    condition_text,
    decision_text,
    effects_text,
    event_text,
    facts_text,
    header_text,
    tool_cells,
)
from decidable.text.rows import Blank, Enter, Events, Facts, Name, Remark, Row, Rule, Section, Use

_CONDITION: Final = 40
"""Widest condition that decides where outcomes stand; a longer one pushes its own outcome to the right."""
_GAP: Final = 3
_INDENT: Final = "  "
_DECISION: Final = 56
_TOOL_WIDTHS: Final = (5, 46, 30, 16)


def lay_out(rows: Iterable[Row]) -> str:
    """The text of a file."""
    kept = _spaced(rows)
    columns = _Columns(kept)
    lines = [f"{columns.text(row)}{_comment(row)}".rstrip() for row in kept]
    return escape_unfit("".join(f"{line}\n" for line in lines))


def _comment(row: Row) -> str:
    return f"  {row.comment}" if row.comment and not isinstance(row.node, Remark) else ""


class _Columns:
    """How wide the columns of one file are."""

    def __init__(self, rows: Sequence[Row]) -> None:
        nodes = [row.node for row in rows]
        facts = [fact for node in nodes if isinstance(node, Facts) for fact in node.facts]
        self._texts = frozenset(fact.name for fact in facts if isinstance(fact.type, Text))
        lines = [node for node in nodes if isinstance(node, Line)]
        conditions = ((row.depth, condition_text(row.node)) for row in rows if isinstance(row.node, Line))
        fitting = (2 * depth + len(text) for depth, text in conditions if len(text) <= _CONDITION)
        self._outcome = max(fitting, default=2) + _GAP
        decisions = (decision_text(line, self._texts) for line in lines if line.reason)
        self._reason = self._outcome + 1 + _widest(decisions, _DECISION)
        self._kind = _widest((node.kind for node in nodes if isinstance(node, Events)), 10)
        self._accepted = _widest((accepted_text(node) for node in nodes if isinstance(node, Accepted)), _DECISION)
        tools = [tool_cells(node) for node in nodes if isinstance(node, Tool)]
        self._tool = [_widest((cells[at] for cells in tools), most) for at, most in enumerate(_TOOL_WIDTHS)]

    def text(self, row: Row) -> str:
        node = row.node
        match node:
            case Blank():
                return ""
            case Remark():
                return f"{_INDENT * row.depth}{row.comment}"
            case Name(name, contract):
                return f"{'contract' if contract else 'machine'} {name}"
            case Use(name):
                return f"{_INDENT * row.depth}use {name}"
            case EventGroup(name=name, events=events):
                return f"  {name}: {', '.join(events)}"
            case Section(title):
                return title
            case State():
                return f"{_INDENT * row.depth}{'state ' if row.depth else ''}{header_text(node)}"
            case Facts(facts):
                return f"  {facts_text(facts)}"
            case Events(kind, events):
                return f"  {kind.value.ljust(self._kind)}  {', '.join(map(event_text, events))}"
            case Tool():
                return self._tool_text(node)
            case Enter(effects):
                return f"{_INDENT * row.depth}enter: {effects_text(effects, self._texts)}"
            case Line():
                return self._line_text(node, _INDENT * row.depth)
            case Rule(rule):
                return f"  {rule}"
            case Accepted():
                return f"  {accepted_text(node).ljust(self._accepted)}   : {reason_text(node.reason)}"
            case _:
                assert_never(node)

    def _line_text(self, line: Line, indent: str) -> str:
        text = _padded(f"{indent}{condition_text(line)}", self._outcome, _GAP) + decision_text(line, self._texts)
        return _padded(text, self._reason, 1) + f": {reason_text(line.reason)}" if line.reason else text

    def _tool_text(self, tool: Tool) -> str:
        text, at = "  ", 2
        for cell, width in zip(tool_cells(tool), [*self._tool, 0], strict=True):
            if cell:
                text = _padded(text, at, _GAP if text.strip() else 0) + cell
            at += width + _GAP if width else 0
        return text


def _padded(text: str, to: int, least: int) -> str:
    return text.ljust(max(to, len(text) + least))


def _widest(texts: Iterable[str], most: int) -> int:
    """The width of the widest that is not too wide to count."""
    return max((len(text) for text in texts if len(text) <= most), default=0)


def _spaced(rows: Iterable[Row]) -> list[Row]:
    """Blank lines: one at most, one before every header and its comments, but not between a parent and its first
    child; final states may stand close together."""
    found: list[Row] = []
    last: State | None = None
    for row in rows:
        node = row.node
        if isinstance(node, Blank):
            if found and not isinstance(found[-1].node, Blank):
                found.append(row)
            continue
        if isinstance(node, Section | State):
            at = len(found)
            while at and isinstance(found[at - 1].node, Remark) and found[at - 1].depth == row.depth:
                at -= 1
            first = row.depth and at and isinstance(found[at - 1].node, State) and found[at - 1].depth < row.depth
            close = isinstance(node, State) and node.role is Role.FINAL and last is not None and last.role is Role.FINAL
            if at and not close and not first and not isinstance(found[at - 1].node, Blank):
                found.insert(at, Row(Blank()))
            last = node if isinstance(node, State) else None
        elif found and 0 < row.depth < found[-1].depth:  # the lines of a parent go on after a child
            found.append(Row(Blank()))
        found.append(row)
    while found and isinstance(found[-1].node, Blank):
        found.pop()
    return found
