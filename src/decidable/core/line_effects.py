"""What a line of the table can ask for, left to right, as written.

Owns: the effects of a definition; `definition` offers them beside the rest of it. Never: what a step then asks of its host;
those requests are in `effects`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from decidable.core.guard import Literal


@dataclass(frozen=True, slots=True)
class Call:
    """`call T`: start a tool; its arguments are the facts of their names."""

    tool: str


@dataclass(frozen=True, slots=True)
class Item:
    """One tool of a proposal. `taken`: (argument, event) pairs read from an earlier outcome of the list."""

    tool: str
    taken: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Propose:
    """`propose A then B(x from committed)`: freeze an ordered list and ask."""

    items: tuple[Item, ...]


@dataclass(frozen=True, slots=True)
class AskAgain:
    """`ask again`: show the open question once more."""


@dataclass(frozen=True, slots=True)
class Perform:
    """`perform`: start the next operation of the approved list."""


@dataclass(frozen=True, slots=True)
class Say:
    """`say W [gives event]`: code's words."""

    words: str
    gives: str = ""


@dataclass(frozen=True, slots=True)
class Compose:
    """`compose W [gives event]`: a model's words; code's words of the same key where there is no model."""

    words: str
    gives: str = ""


@dataclass(frozen=True, slots=True)
class Send:
    """`send E to M`: an event for the open run of another machine in this conversation, with the values known here."""

    event: str
    machine: str


@dataclass(frozen=True, slots=True)
class HandOff:
    """`hand off`: put the run before a person."""


@dataclass(frozen=True, slots=True)
class Set:
    """`set f = v`."""

    fact: str
    value: Literal


@dataclass(frozen=True, slots=True)
class Count:
    """`count f`: one more, from 0, up to the fact's maximum."""

    fact: str


@dataclass(frozen=True, slots=True)
class Reset:
    """`reset f`: back to the initial value; unknown where there is none."""

    fact: str


@dataclass(frozen=True, slots=True)
class Forget:
    """`forget f and g`."""

    facts: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ForgetAllBut:
    """`forget all but f and g`."""

    facts: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Record:
    """`record`: nothing more than the entry every decision makes, said aloud."""


Effect: TypeAlias = (
    Call
    | Propose
    | AskAgain
    | Perform
    | Say
    | Compose
    | Send
    | HandOff
    | Set
    | Count
    | Reset
    | Forget
    | ForgetAllBut
    | Record
)
