"""A state diagram as a tree of states with arrows between them.

Owns: which state stands in which, where each begins and ends. Never: names anything for a machine, or decides a cell.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Final, assert_never

from decidable.core.problem import Severity
from decidable.text.mermaid.statements import (
    EDGE,
    Arrow,
    Close,
    Declared,
    Divider,
    Note,
    Sort,
    Statement,
    Style,
)
from decidable.text.trouble import Problems

DEEPEST: Final = 8
"""Levels of states in states, as many as a `.states` file may have."""


@dataclass(slots=True)
class Node:
    """One state of the diagram. The root, whose id is empty, stands for the diagram itself."""

    id: str
    line: int
    parent: Node | None = None
    sort: Sort = Sort.STATE
    labels: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    children: list[Node] = field(default_factory=list)
    initial: str = ""
    """Where it begins inside; empty where the diagram does not say."""
    settled: bool = False
    """Whether its place was said outright, and not only that an arrow mentioned it."""

    def within(self) -> Iterator[Node]:
        """It, and what it stands in, from the inside out."""
        node: Node | None = self
        while node is not None:
            yield node
            node = node.parent


@dataclass(frozen=True, slots=True)
class Way:
    """An arrow between two states. `target` is EDGE where `scope`, the state it is drawn in, ends."""

    source: str
    target: str
    label: str
    line: int
    column: int
    scope: str


@dataclass(slots=True)
class Chart:
    """A whole diagram."""

    root: Node
    nodes: dict[str, Node]
    ways: list[Way]


def chart_of(said: Iterable[Statement], problems: Problems) -> Chart:
    """Put statements together."""
    maker = _Maker(problems)
    for statement in said:
        maker.take(statement)
    return maker.finish()


class _Maker:
    """A diagram in the making: the state whose block is open, and what was said so far."""

    def __init__(self, problems: Problems) -> None:
        self.problems = problems
        self.root = Node("", 0)
        self.here = self.root
        self.nodes: dict[str, Node] = {}
        self.ways: list[Way] = []
        self._too_deep = 0
        self._divided: set[str] = set()
        self._styles: list[Statement] = []
        self._opened: list[tuple[Statement, Node]] = []
        """The blocks that are open, each with the state it stands in."""

    def take(self, statement: Statement) -> None:
        said = statement.said
        if self._too_deep and not (isinstance(said, Close) or (isinstance(said, Declared) and said.opens)):
            return
        match said:
            case Arrow():
                self._arrow(said, statement)
            case Declared():
                self._declare(said, statement)
            case Close():
                self._close(statement)
            case Divider():
                self._divide(statement)
            case Note(id_, text):
                node = self._mention(id_, statement) if id_ else self.here
                node.notes.append(text)
            case Style():
                self._styles.append(statement)
            case _:
                assert_never(said)

    def finish(self) -> Chart:
        if self._opened:
            opened, _ = self._opened[-1]
            self._syntax("this block is never closed", "write `}` where it ends", opened)
        if self._styles:
            first = self._styles[0]
            message = f"how the diagram looks is left out ({len(self._styles)} lines)"
            self.problems.add("import-left-out", message, line=first.line, column=first.column, severity=Severity.NOTE)
        for node in self.nodes.values():
            assert node.parent is not None  # every state is mentioned in some block
            node.parent.children.append(node)
        return Chart(self.root, self.nodes, self.ways)

    def _arrow(self, said: Arrow, statement: Statement) -> None:
        place = statement.line, statement.column, self.here.id
        if said.source == said.target == EDGE:
            self._syntax("this arrow leads from the beginning to the end, past every state", "remove it", statement)
        elif said.source == EDGE:
            node = self._mention(said.target, statement)
            self._begin(node, said.label, statement)
        else:
            self._mention(said.source, statement)
            if said.target != EDGE:
                self._mention(said.target, statement)
            self.ways.append(Way(said.source, said.target, said.label, *place))

    def _begin(self, node: Node, label: str, statement: Statement) -> None:
        if label:
            node.notes.append(label)
        if not self.here.initial:
            self.here.initial = node.id
        elif self.here.initial != node.id and self.here.id not in self._divided:
            message = f"this diagram begins in '{self.here.initial}' and in '{node.id}'"
            hint = f"it is read as beginning in '{self.here.initial}'; a run begins in one state"
            self._left_out(message, hint, statement)

    def _declare(self, said: Declared, statement: Statement) -> None:
        if said.opens and (self._too_deep or len(self._opened) >= DEEPEST):
            if not self._too_deep:
                message = f"states in states, more than {DEEPEST} deep"
                self.problems.add(
                    "too-deep", message, line=statement.line, column=statement.column, hint="draw it flatter"
                )
            self._too_deep += 1
            return
        node = self._mention(said.id, statement)
        if said.label:
            node.labels.append(said.label)
        if said.sort is not Sort.STATE:
            self._sort(node, said.sort, statement)
        if not node.settled and not any(each is node for each in self.here.within()):
            self._settle(node)
        if said.opens:
            self._open(node, statement)

    def _settle(self, node: Node) -> None:
        """Put a state that was only mentioned, maybe in an arrow of another block, where it is declared."""
        node.settled = True
        node.parent = self.here

    def _open(self, node: Node, statement: Statement) -> None:
        if any(each is node for each in self.here.within()):
            self._syntax(f"'{node.id}' would stand inside itself", "give the inner state another name", statement)
            node = self.here
        self._opened.append((statement, self.here))
        self.here = node

    def _close(self, statement: Statement) -> None:
        if self._too_deep:
            self._too_deep -= 1
        elif self._opened:
            _, self.here = self._opened.pop()
        else:
            self._syntax("this `}` closes nothing", "remove it", statement)

    def _divide(self, statement: Statement) -> None:
        if self.here.id not in self._divided:
            self._divided.add(self.here.id)
            where = f"'{self.here.id}'" if self.here.id else "this diagram"
            message = f"{where} is in several states at the same time, and a run is in one"
            hint = f"the states are read as one group that begins in '{self.here.initial}'; make the others runs of their own, or facts"
            self._left_out(message, hint, statement)

    def _sort(self, node: Node, sort: Sort, statement: Statement) -> None:
        node.sort = sort
        if sort in (Sort.FORK, Sort.JOIN):
            message = f"'{node.id}' is a {sort.value}, and a run is in one state at a time"
            self._left_out(message, "it is read as a state; let one state wait for what has to come", statement)

    def _mention(self, id_: str, statement: Statement) -> Node:
        node = self.nodes.get(id_)
        if node is None:
            node = self.nodes[id_] = Node(id_, statement.line, self.here)
        return node

    def _syntax(self, message: str, hint: str, statement: Statement) -> None:
        self.problems.add("import-syntax", message, line=statement.line, column=statement.column, hint=hint)

    def _left_out(self, message: str, hint: str, statement: Statement) -> None:
        self.problems.add(
            "import-left-out",
            message,
            line=statement.line,
            column=statement.column,
            hint=hint,
            severity=Severity.WARNING,
        )
