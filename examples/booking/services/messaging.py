"""A small message service: one text for a key. Two keys with the same words are two texts.

Owns: the texts in the ledger. Never: reads them.
"""

from __future__ import annotations

import sqlite3
from typing import Final

from services.answers import Kinds, NotTaken, Sent
from services.desk import Desk
from services.ledger import Ledger

LONGEST: Final = 1600
_SEND: Final[Kinds[Sent | NotTaken]] = {"Sent": Sent, "NotTaken": NotTaken}


class Messages:
    """The message service as its customers' programs see it."""

    def __init__(self, ledger: Ledger) -> None:
        self._desk = Desk(ledger, "messages")

    async def send(self, text: str, *, key: str) -> Sent | NotTaken:
        """Send a text. Once for a key; repeating the key is a lookup too."""

        def act(db: sqlite3.Connection) -> Sent | NotTaken:
            if not text.strip() or len(text) > LONGEST:
                return NotTaken(f"a text has 1 to {LONGEST} characters")
            made = Sent(f"T-{9001 + db.execute('select count(*) from texts').fetchone()[0]}")
            db.execute("insert into texts (id, key, body) values (?, ?, ?)", (made.id, key, text))
            return made

        return await self._desk.write(
            "send", {"text": text}, key=key, act=act, kinds=_SEND, no=NotTaken("the number does not take texts")
        )

    async def find(self, key: str) -> Sent | NotTaken | None:
        """What came of it. None: it certainly did not happen. Raises ConnectionError: cannot tell."""
        return await self._desk.find(key, _SEND)
