"""What a machine is, as data: facts, events, tools, states, lines, rules, accepted findings.

Owns: the definition that the text reader, the builder and the binding all produce, equal whenever they say the same. A
line stands in `line`, what it asks for in `line_effects`; both are offered here as well, so that a whole machine is spelled
from one module.
Never: knows how it was written (positions do not take part in equality) or how it runs (that is `table` and `step`).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from decidable.core.canonical import LATER, OF_THE_FILE
from decidable.core.guard import Guard, Literal
from decidable.core.line import (
    After,
    AfterStrikes,
    Back,
    Defer,
    Group,
    Ignore,
    Line,
    Move,
    Named,
    Outcome,
    Reject,
    Selector,
    Shared,
    Star,
    Stay,
    Undecided,
)
from decidable.core.line_effects import (
    AskAgain,
    Call,
    Compose,
    Count,
    Effect,
    Forget,
    ForgetAllBut,
    HandOff,
    Item,
    Perform,
    Propose,
    Record,
    Reset,
    Say,
    Send,
    Set,
)
from decidable.core.values import Type

__all__ = [
    "After",
    "AfterStrikes",
    "AskAgain",
    "Back",
    "Call",
    "Compose",
    "Count",
    "Defer",
    "Definition",
    "Effect",
    "End",
    "Event",
    "Fact",
    "Field",
    "Forget",
    "ForgetAllBut",
    "Group",
    "HandOff",
    "Ignore",
    "Item",
    "Kind",
    "Line",
    "Lookup",
    "Move",
    "Named",
    "Outcome",
    "Perform",
    "Propose",
    "Record",
    "Reject",
    "Reset",
    "Role",
    "Say",
    "Selector",
    "Send",
    "Set",
    "Shared",
    "Star",
    "State",
    "Stay",
    "Tool",
    "Undecided",
]


class Kind(StrEnum):
    """Where an event comes from."""

    USER = "user"
    ANSWER = "answer"
    CHOICE = "choice"
    RESULT = "result"
    EVIDENCE = "evidence"
    SIGNAL = "signal"
    SYSTEM = "system"
    TIMER = "timer"
    """Synthesised: `after 30m` and `after 3 strikes`."""
    BLOCKED = "blocked"
    """Synthesised: a tool this state starts was refused."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Fact:
    """A typed value the machine may know. `authority`: never set by a message or a model."""

    name: str
    type: Type
    initial: Literal | None = None
    authority: bool = False
    at: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Field:
    """A field of an event. `type` None takes the type of the fact of that name. `derived`: computed, not given."""

    name: str
    type: Type | None = None
    optional: bool = False
    derived: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """Something code can observe. Of two `answer` events the first declared is the yes, the second the no."""

    name: str
    kind: Kind
    fields: tuple[Field, ...] = ()
    at: int = field(default=0, compare=False)


class Lookup(StrEnum):
    """How the outcome of a write is found out when no answer came."""

    NONE = "none"
    TOOL = "tool"
    REPEAT = "repeat"
    """By repeating the key: the other side is idempotent."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Tool:
    """A function the world feels. `gives`: its outcomes; `no_answer`: the event for none (`failed`, `unknown`)."""

    name: str
    write: bool
    args: tuple[str, ...] = ()
    gives: tuple[str, ...] = ()
    no_answer: str
    lookup: Lookup = Lookup.NONE
    lookup_with: str = ""
    """With `Lookup.TOOL`: the name of the read that looks (declared as a tool, or bound in Python)."""
    approval: bool = False
    requires: Guard | None = None
    trusts: tuple[str, ...] = field(default=(), metadata=LATER)
    """The facts that it takes from a user or a model at their word: arguments, or what it requires."""
    shown: bool = False
    """Its result is for a model's eyes: recorded, no event."""
    at: int = field(default=0, compare=False)


class Role(StrEnum):
    """What a state is for."""

    PLAIN = "plain"
    START = "start"
    INTERRUPTION = "interruption"
    FINAL = "final"


class End(StrEnum):
    """How a run ended."""

    COMPLETED = "completed"
    FAILED = "failed"
    CANCELLED = "cancelled"
    HANDED_OFF = "handed off"


@dataclass(frozen=True, slots=True, kw_only=True)
class State:
    """Where a task stands: what it does on entry, and its own lines.

    `parent`: the state it is nested in, empty at the top. A parent stands before its children; it is no row of the grid,
    and its lines hold in all of them. Among the children of one parent `Role.START` marks the one that is entered first.
    """

    name: str
    role: Role = Role.PLAIN
    end: End | None = None
    leftovers: bool = False
    """`leftovers to attention`: a queue or an open write at the end goes before a person."""
    enter: tuple[Effect, ...] = ()
    lines: tuple[Line, ...] = ()
    parent: str = field(default="", metadata=LATER)
    uses: tuple[str, ...] = field(default=(), metadata=LATER)
    """The fragments of contracts it includes; their lines stand among its own."""
    at: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Accepted:
    """A finding of the checker that the author knows of. `of`: the event, tool, fact or word it is about; `state`: the
    state, or `any state`; at least one of the two is given."""

    code: str
    of: str = ""
    state: str = ""
    reason: str
    at: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class EventGroup:
    """A group of events that a contract names: `@money`."""

    name: str
    events: tuple[str, ...]
    at: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Contract:
    """What several machines share and promise. Its facts and events are those it expects a machine to declare.

    `lines` hold in any state, `fragments` in the states that include one. `required` are the cells as they must be
    decided: under a name in that state, under none in every state.
    """

    name: str
    facts: tuple[Fact, ...] = ()
    events: tuple[Event, ...] = ()
    groups: tuple[EventGroup, ...] = ()
    lines: tuple[Line, ...] = ()
    fragments: tuple[State, ...] = ()
    required: tuple[State, ...] = ()
    uses: tuple[str, ...] = field(default=(), metadata=LATER)
    """Other contracts, which a machine that uses this one uses as well."""
    unread: bool = field(default=False, compare=False, metadata=OF_THE_FILE)
    """Whether its file is not there, or is no contract: nobody knows then what it would have given."""
    text: str = field(default="", compare=False, repr=False, metadata=OF_THE_FILE)
    """Its file, for the places of what is found in it."""

    @property
    def file(self) -> str:
        """Where it is found: beside the machine."""
        return f"{self.name}.states"


@dataclass(frozen=True, slots=True, kw_only=True)
class Definition:
    """A whole machine, as written. Order of lines means nothing; order of states is the author's, each
    parent followed by its children. What its contracts share stands among its lines already."""

    name: str
    facts: tuple[Fact, ...] = ()
    events: tuple[Event, ...] = ()
    tools: tuple[Tool, ...] = ()
    any_state: tuple[Line, ...] = ()
    states: tuple[State, ...] = ()
    rules: tuple[str, ...] = ()
    accepted: tuple[Accepted, ...] = field(default=(), metadata=LATER)
    contracts: tuple[Contract, ...] = field(default=(), metadata=LATER)
