"""A channel that keeps what it was given, and can be broken on purpose.

Owns: a real channel for tests. Never: hides a repetition unless it was told to.
"""

from __future__ import annotations

from typing import NamedTuple

from decidable.stores.port import RunKey, Said


class Delivered(NamedTuple):
    """Words that arrived."""

    run: RunKey
    text: str
    words: str
    digest: str
    key: str


class Recorder:
    """Keeps delivered words in order. `refuse` makes the next deliveries fail."""

    def __init__(self) -> None:
        self.delivered: list[Delivered] = []
        self._refusing = 0

    def refuse(self, times: int) -> None:
        """Fail so many deliveries from now on."""
        self._refusing = times

    async def deliver(self, run: RunKey, said: Said, key: str) -> None:
        """Take words. Raises ConnectionError while refusing."""
        if self._refusing:
            self._refusing -= 1
            raise ConnectionError("the channel was told to refuse")
        self.delivered.append(Delivered(run, said.text, said.words, said.digest, key))

    @property
    def texts(self) -> list[str]:
        """What arrived, as text."""
        return [each.text for each in self.delivered]
