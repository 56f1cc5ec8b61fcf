"""A guest, a world and a runtime around the booking example, for the scenarios in this folder."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from booking import Facts, booking
from decidable import Part, Question, Run, Runtime, Said, Settings
from decidable.models.port import Translator
from decidable.stores import Memory
from decidable.stores.port import Store
from decidable.testing import FakeClock
from services import Services

THURSDAY = datetime(2026, 12, 3, 12, 0, tzinfo=UTC)
"""When the scenarios begin; the Friday that guests speak of is 4 December 2026."""
ASK = "Friday at 7 for four, and tell the group"


class Held:
    """A service whose calls of one method wait until they are let go, before or after they have acted."""

    def __init__(self, service: Any, method: str, *, acted: bool) -> None:
        self._service = service
        self._method = method
        self._acted = acted
        self.reached = asyncio.Event()
        self.release = asyncio.Event()

    def __getattr__(self, name: str) -> Any:
        found = getattr(self._service, name)
        return self._held(found) if name == self._method else found

    def _held(self, call: Callable[..., Awaitable[Any]]) -> Callable[..., Awaitable[Any]]:
        async def held(*args: Any, **kwargs: Any) -> Any:
            if self._acted:
                answer = await call(*args, **kwargs)
                self.reached.set()
                await self.release.wait()
                return answer
            self.reached.set()
            await self.release.wait()
            return await call(*args, **kwargs)

        return held


class Dinner:
    """One conversation, with the world it acts on."""

    def __init__(self, runtime: Runtime[Facts, Services], run: Run[Facts], world: Services, clock: FakeClock) -> None:
        self.runtime = runtime
        self.run = run
        self.world = world
        self.clock = clock
        self._messages = 0

    async def says(self, *messages: str) -> list[Part]:
        """Say something and read until the run waits; the parts of the last message."""
        parts: list[Part] = []
        for message in messages:
            self._messages += 1
            stream = self.run.send(message, id=f"m{self._messages}", by="guest")
            parts = [part async for part in stream]
        return parts

    def starts_saying(self, message: str) -> asyncio.Task[list[Part]]:
        """Say something without waiting for the answer."""
        return asyncio.create_task(self.says(message))

    async def passes(self, seconds: float, *, until: str) -> None:
        """Let time pass, and then a second at a time until the run has come to a state; the store works in a thread."""
        await self.clock.advance(seconds)
        for _ in range(60):
            if self.run.state == until:
                return
            await self.clock.advance(1)
        raise AssertionError(f"still in {self.run.state} and not in {until}")

    async def until(self, holds: Callable[[], bool]) -> None:
        """Let the runtime work until something holds."""
        for _ in range(10_000):
            if holds():
                return
            await asyncio.sleep(0)
        raise AssertionError("it does not come to hold")

    @property
    def tables(self) -> list[str]:
        """What the restaurant holds."""
        return [f"{row.slot} for {row.party}" for row in self.world.ledger.reservations() if row.state == "held"]

    @property
    def ever(self) -> int:
        """How many tables were ever reserved, given back and changed ones included."""
        return len(self.world.ledger.reservations())

    @property
    def paid(self) -> list[str]:
        """What was paid."""
        return [str(row.amount) for row in self.world.ledger.payments() if row.state == "paid"]

    @property
    def texts(self) -> list[str]:
        """What the group was sent."""
        return [row.body for row in self.world.ledger.texts()]


def words(parts: list[Part]) -> list[str]:
    """The keys of what was said, `?` for a question."""
    return [part.words if isinstance(part, Said) else "?" for part in parts if isinstance(part, Said | Question)]


def texts(parts: list[Part]) -> list[str]:
    """What a person reads, in order."""
    return [part.text for part in parts if isinstance(part, Said | Question)]


def last_text(parts: list[Part]) -> str:
    """The last thing a person reads."""
    return texts(parts)[-1]


def question(parts: list[Part]) -> Question:
    """The one question among the parts."""
    (asked,) = [part for part in parts if isinstance(part, Question)]
    return asked


@asynccontextmanager
async def dinner(
    folder: Path,
    *,
    store: Store | None = None,
    translator: Translator | None = None,
    clock: FakeClock | None = None,
    hold: tuple[str, Held] | None = None,
    environment: dict[str, str] | None = None,
) -> AsyncIterator[Dinner]:
    """A conversation with the booking machine and its real translator, over the fake services' ledger in `folder`."""
    clock = clock or FakeClock(int(THURSDAY.timestamp() * 1000))
    with Services.open(folder / "world.db", environment=environment or {}) as world:
        if hold is not None:
            setattr(world, *hold)
        runtime = Runtime(
            booking,
            store=store or Memory(),
            deps=world,
            clock=clock,
            translator=translator,
            settings=Settings(zone=UTC, lookup_backoff_s=(0.0, 0.0), read_backoff_s=(0.0,)),
        )
        async with runtime:
            run = await runtime.conversation("dinner")
            async for _ in run.updates():
                pass
            yield Dinner(runtime, run, world, clock)
