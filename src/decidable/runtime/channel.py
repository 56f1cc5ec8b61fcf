"""The way words reach a person when no request of theirs is open.

Owns: the channel port. Never: decides what is said. Delivery is at least once: `key` lets a channel drop a repetition.
"""

from __future__ import annotations

from typing import Protocol

from decidable.stores.port import RunKey
from decidable.stores.port import Said as SaidRow


class Channel(Protocol):
    """Takes words for a run's person."""

    async def deliver(self, run: RunKey, said: SaidRow, key: str) -> None:
        """Hand the words on; returning means that they have arrived. Raising means that they have not: the row stays in
        the outbox and is tried again."""
        ...
