"""What a step asks its host to do, after the commit.

Owns: the requests. Never: carries one out. What must survive a crash is in the snapshot or in a record as well.
"""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

from decidable.core.snapshot import Fields, Operation, Proposal


class Dispatch(NamedTuple):
    """Carry out a planned operation, through the gate."""

    operation: Operation


class LookUp(NamedTuple):
    """Find out whether a write happened."""

    operation: Operation


class Cancel(NamedTuple):
    """Stop working on operations that were withdrawn."""

    operations: tuple[str, ...]


class Send(NamedTuple):
    """Put this event into the inbox of the open run of another machine, and report what became of it."""

    operation: Operation


class Speak(NamedTuple):
    """Say these words with the values frozen here. `operation`: report their delivery under this id."""

    words: str
    values: Fields
    operation: str = ""
    composed: bool = False
    """A model may word it; code's words of the same key otherwise."""


class Ask(NamedTuple):
    """Show the question of this proposal."""

    proposal: Proposal
    again: bool = False


class HandOver(NamedTuple):
    """Put the run before a person."""

    why: str


class Ignored(NamedTuple):
    """An irrelevant event was dropped; count it."""

    event: str


HostEffect: TypeAlias = Dispatch | LookUp | Cancel | Send | Speak | Ask | HandOver | Ignored
