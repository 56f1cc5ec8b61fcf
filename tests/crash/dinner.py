"""The booking example, lived over files, with a guest who answers and sends again what was not answered.

Owns: one life of it, and what must be true of the world at the end. Never: crashes on its own.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from sqlite3 import Connection
from typing import Any

from booking import booking
from decidable import Runtime, Settings
from decidable.core.snapshot import Act
from decidable.models.port import Heard
from decidable.runtime.run import Run
from decidable.stores import SQLite
from decidable.stores.port import RunKey
from decidable.testing import Scripted
from decidable.testing.crash import CrashPoints, crashing, lived
from services import Ledger, Services

KEY = RunKey("", "dinner.1")
WISH = "Friday at 7 for four, and tell the group"
FRIDAY = dt.date(2026, 12, 4)
SETTINGS = Settings(lookup_backoff_s=(0.001,), read_backoff_s=(0.001,), store_threads=1, closing_s=1.0)
ROUNDS = 8
"""As often as the guest looks again before something must have happened."""


class MortalLedger(Ledger):
    """A ledger whose caller may end before and after each of its transactions."""

    def __init__(self, path: Path, points: CrashPoints) -> None:
        self._points = points
        super().__init__(path)
        self._db.execute("pragma synchronous = off")  # what ends is the process, never the machine

    @contextmanager
    def transaction(self) -> Iterator[Connection]:
        self._points.point("before a deed")
        with super().transaction() as db:
            yield db
        self._points.point("after a deed")


def translator() -> Scripted:
    """Knows the guest's two sentences."""
    wish = Heard("details", {"day": FRIDAY, "time": dt.time(19), "party": 4}, 1.0)
    return Scripted({WISH: wish, "yes": "user_yes"})


async def dine(folder: Path, points: CrashPoints, life: int) -> None:
    """One life: ask for a table, say yes to the question, until the group and the guest have been told."""
    real = SQLite(folder / "runs.db", durability="process")
    with closing(real), closing(MortalLedger(folder / "world.db", points)) as ledger:
        runtime = Runtime(
            booking,
            store=crashing(real, points),
            deps=Services(ledger),
            translator=translator(),
            settings=SETTINGS,
        )
        async with runtime:
            await order(await runtime.conversation("dinner"), life)


async def order(run: Run[Any], life: int) -> None:
    """The guest's part, with ids of this life's own for what is said anew."""
    async for _ in run.send(WISH, id="wish"):
        pass
    for number in range(ROUNDS):
        if run.question is not None:
            async for _ in run.send("yes", id=f"yes-{life}-{number}"):
                pass
        elif run.state == "gather" and "message" in set(run.facts):
            return
        else:
            async for _ in run.updates():
                pass
    raise AssertionError(f"after {ROUNDS} rounds it stands in {run.state}")


def live_through(folder: Path, *crashes: int) -> tuple[str, ...]:
    """Lives with a crash at each of these points, then one without. Where it crashed."""
    where: list[str] = []
    for life, at in enumerate((*crashes, 0)):
        points = CrashPoints(at)
        if lived(lambda points, life=life: dine(folder, points, life), points):  # type: ignore[misc]  # a lambda's default
            break
        where.append(points.where)
    require_one_of_each(folder)
    return tuple(where)


def require_one_of_each(folder: Path) -> None:
    """One table, one deposit, one text; the guest was told; the journal is whole; nothing is open."""
    with closing(Ledger(folder / "world.db")) as world:
        assert [row.state for row in world.reservations()] == ["held"]
        assert [row.state for row in world.payments()] == ["paid"]
        assert len(world.texts()) == 1
    with closing(SQLite(folder / "runs.db")) as store:
        assert store.verify(KEY) > 10
        assert not [operation for operation in store.open_operations(KEY) if operation.act is Act.WRITE]
        assert not store.attention()
        assert not store.waiting(KEY)
        said = store.said(KEY)
        assert any(words.text.startswith("Booked:") and "told" in words.text for words in said)
        assert all(words.delivered_at for words in said)
