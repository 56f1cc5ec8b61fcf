"""A file as a list of rows: what each line of text says, and the comment that stands on it.

Owns: the shape between text and definition, which keeps comments, blank lines and the author's order. Never: positions in
a running machine; a row is only about a file.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, TypeAlias

from decidable.core.definition import Accepted, Effect, Event, EventGroup, Fact, Kind, Line, State, Tool

GENERATED: Final = "# generated from Python by decidable fmt"
"""The comment on the header of a section that repeats what Python declares."""


_MARK: Final = "# generated from python"
"""How the mark begins, however an editor has spaced it."""


@dataclass(frozen=True, slots=True)
class Blank:
    """An empty line."""


@dataclass(frozen=True, slots=True)
class Remark:
    """A comment on a line of its own; its text is the row's comment."""


@dataclass(frozen=True, slots=True)
class Name:
    """`machine NAME`, or `contract NAME`."""

    name: str
    contract: bool = False


@dataclass(frozen=True, slots=True)
class Use:
    """`use NAME`: of a contract at the left edge, of one of its fragments in a state."""

    name: str


@dataclass(frozen=True, slots=True)
class Section:
    """`facts`, `events`, `tools`, `any state`, `rules` or `accepted findings`."""

    title: str


@dataclass(frozen=True, slots=True)
class Facts:
    """Facts declared in one line: one type, one initial value."""

    facts: tuple[Fact, ...]


@dataclass(frozen=True, slots=True)
class Events:
    """Events of one kind declared in one line."""

    kind: Kind
    events: tuple[Event, ...]


@dataclass(frozen=True, slots=True)
class Enter:
    """`enter: effects` of a state."""

    effects: tuple[Effect, ...]


@dataclass(frozen=True, slots=True)
class Rule:
    """A sentence to prove."""

    text: str


Header: TypeAlias = Name | Use | Section | State
Node: TypeAlias = Blank | Remark | Header | Facts | Events | Tool | Enter | Line | Rule | Accepted | EventGroup
"""What a row says. A State here is its header alone: without lines, effects of entering, or the name of its parent."""


@dataclass(frozen=True, slots=True)
class Row:
    """One line of a file."""

    node: Node
    comment: str = ""
    at: int = 0
    depth: int = 0
    """How many headers it stands under; a state at the left edge stands under none, and its lines under one."""

    @property
    def generated(self) -> bool:
        """Whether this heads a section generated from Python."""
        return isinstance(self.node, Section) and " ".join(self.comment.split()).casefold().startswith(_MARK)
