"""A translator whose answers were written down beforehand, for tests and demonstrations.

Owns: exact messages and what each is heard as, an outage that can be switched on and off, and a list of what it was
asked. Never: guesses; a message nobody wrote down goes to the next translator, or is `other`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple, TypeAlias

from decidable.errors import ProviderError, ProviderFault
from decidable.models.port import Context, Heard, Translator, other

__all__ = ["Asked", "Script", "Scripted"]

Script: TypeAlias = "str | Heard | Iterable[str | Heard]"
"""What a message is heard as: the name of an event without fields, a `Heard`, or several of them in order."""


class Asked(NamedTuple):
    """One call of the translator, answered or not."""

    message: str
    context: Context


class Scripted:
    """Answers each known message as written; compares without surrounding blanks, and otherwise exactly."""

    def __init__(self, answers: Mapping[str, Script], *, otherwise: Translator | None = None) -> None:
        self.name = "scripted"
        self.asked: list[Asked] = []
        self._answers = {message.strip(): _written(answer) for message, answer in answers.items()}
        self._otherwise = otherwise
        self._fault: ProviderFault | None = None

    def off(self, kind: str = ProviderFault.OVERLOADED) -> None:
        """From now on every call raises ProviderError of this kind ("overloaded", "rate limited", ...)."""
        self._fault = ProviderFault(kind.replace("_", " "))

    def on(self) -> None:
        """The outage is over."""
        self._fault = None

    async def translate(self, message: str, context: Context) -> tuple[Heard, ...]:
        """What was written for this message. Raises ProviderError while switched off."""
        self.asked.append(Asked(message, context))
        if self._fault is not None:
            raise ProviderError("the scripted translator is switched off", self._fault)
        found = self._answers.get(message.strip())
        if found is not None:
            return found
        if self._otherwise is not None:
            return await self._otherwise.translate(message, context)
        return other("not in the script")


def _written(answer: Script) -> tuple[Heard, ...]:
    items: Iterable[str | Heard] = (answer,) if isinstance(answer, str | Heard) else answer
    heard = tuple(item if isinstance(item, Heard) else Heard(item, {}, 1.0, "scripted") for item in items)
    if not heard:
        raise ValueError("a message is heard as at least one event; write 'other' for one that cannot be placed")
    return heard
