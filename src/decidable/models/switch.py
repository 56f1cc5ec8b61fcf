"""A translator that can be switched off, to see what an assistant does while its model is away.

Owns: the switch. Never: translates; while on, it passes everything through.
"""

from __future__ import annotations

from decidable.errors import ProviderError, ProviderFault
from decidable.models.port import Context, Heard, Prepares, Translator


class Switch:
    """A translator behind a switch."""

    def __init__(self, inner: Translator) -> None:
        self._inner = inner
        self._on = True

    @property
    def name(self) -> str:
        """What the journal calls it: the name of the translator behind it."""
        return self._inner.name

    def load(self) -> None:
        """Let the translator behind it read its files."""
        if isinstance(self._inner, Prepares):
            self._inner.load()

    def off(self) -> None:
        """From now on it does not answer."""
        self._on = False

    def on(self) -> None:
        """It answers again."""
        self._on = True

    async def translate(self, message: str, context: Context) -> tuple[Heard, ...]:
        """Pass the message on. Raises ProviderError while switched off."""
        if not self._on:
            raise ProviderError("the model was switched off by hand", ProviderFault.OVERLOADED)
        return await self._inner.translate(message, context)
