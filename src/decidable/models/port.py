"""The translator's port: what goes in, what comes out, in the words of the machine.

Owns: the closed vocabulary as a translator sees it, and the shape of its answer. Never: imports a model, reads a clock,
or decides anything: what a translator answers is a proposal, and the table says what it is worth.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Final, NamedTuple, Protocol, runtime_checkable

from decidable.core.definition import Kind
from decidable.core.values import Type, Value

__all__ = ["OTHER", "Context", "Heard", "OpenQuestion", "Prepares", "Slot", "Translator", "Word", "other"]

OTHER: Final = "other"
"""The event for what could not be placed."""


class Slot(NamedTuple):
    """One field that a message may fill."""

    name: str
    type: Type
    optional: bool


class Word(NamedTuple):
    """One event the translator may answer with. `says`: what it means, for whoever translates."""

    name: str
    kind: Kind
    says: str
    fields: tuple[Slot, ...]


class OpenQuestion(NamedTuple):
    """The question that is open in this entry. `yes` and `no`: the names of its two answers."""

    text: str
    digest: str
    yes: str
    no: str


class Context(NamedTuple):
    """Everything besides the message. `now`: an aware datetime in the local zone of the run."""

    vocabulary: tuple[Word, ...]
    question: OpenQuestion | None
    facts: Mapping[str, Value]
    state: str
    now: datetime


class Heard(NamedTuple):
    """One event a message was taken for. `cause`: why, for the journal."""

    event: str
    fields: Mapping[str, Value]
    confidence: float
    cause: str = ""


class Translator(Protocol):
    """Turns a message into events of the closed vocabulary, in order."""

    @property
    def name(self) -> str:
        """What the journal calls it."""
        ...

    async def translate(self, message: str, context: Context) -> tuple[Heard, ...]:
        """Never empty; what cannot be placed is `other`. Raises ProviderError where a provider did not answer."""
        ...


@runtime_checkable
class Prepares(Protocol):
    """A translator that has something to read before the first message."""

    def load(self) -> None:
        """Read it now. Raises MachineError for what is missing or wrong."""
        ...


def other(cause: str, confidence: float = 1.0) -> tuple[Heard, ...]:
    """The answer of every translator that cannot place a message."""
    return (Heard(OTHER, {}, confidence, cause),)
