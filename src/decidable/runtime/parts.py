"""What a sender's stream is made of.

Owns: the closed union of parts. Never: holds control state; a stream that nobody reads changes nothing.
"""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple, TypeAlias


class Waits(StrEnum):
    """Why a stream ended: what the run waits for now."""

    USER = "user"
    APPROVAL = "approval"
    SIGNAL = "signal"
    PERSON = "person"
    """Somebody has to settle an operation whose outcome nobody can tell."""
    MODEL = "model"
    """The translator is away; the message is kept."""
    ENDED = "ended"


class Delta(NamedTuple):
    """A piece of words that are still being written."""

    text: str


class Said(NamedTuple):
    """Words for a person; `words` is their key."""

    text: str
    words: str


class Question(NamedTuple):
    """The open question. `answers`: the names of the yes and the no."""

    text: str
    digest: str
    answers: tuple[str, str]


class Moved(NamedTuple):
    """The run entered another state, and why."""

    state: str
    reason: str


class Settled(NamedTuple):
    """The run waits. `duplicate`: this message had been taken before, and nothing was done again."""

    status: Waits
    duplicate: bool = False


Part: TypeAlias = Delta | Said | Question | Moved | Settled
