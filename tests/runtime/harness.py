"""Short ways to run the test machines: a runtime with a clock one moves, and waiting for a condition without sleeping.

Owns: opening, telling and waiting. Never: looks into a runtime; what it reads is public or in the store.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

from decidable import Runtime, Settings
from decidable.bind.machine import Machine
from decidable.models.port import Heard
from decidable.runtime.channel import Channel
from decidable.runtime.parts import Part, Question, Said, Settled
from decidable.runtime.run import Run
from decidable.stores import Memory
from decidable.stores.port import RunKey, Store
from decidable.testing import FakeClock, Scripted
from tests.runtime.machines.parcel import SCRIPT, Facts, parcel
from tests.runtime.machines.world import World

GUARD_S = 10.0
"""Real seconds after which a test that hangs is ended."""
START = {"customer": "C1"}


def script(more: Mapping[str, Any] | None = None) -> Scripted:
    """The translator of the parcel machine."""
    answers = {message: [Heard(event, fields, 1.0) for event, fields in heard] for message, heard in SCRIPT.items()}
    return Scripted({**answers, **(more or {})})


class Unclosed(Memory):
    """A store in memory that outlives its runtime, as a file does."""

    def close(self) -> None:
        """Stay open."""


@dataclass
class Bench:
    """Everything around a runtime, to be used by the next one as well."""

    machine: Machine[Any, Any] = parcel
    store: Store = field(default_factory=Unclosed)
    world: World = field(default_factory=World)
    clock: FakeClock = field(default_factory=FakeClock)
    translator: Any = field(default_factory=script)
    channel: Channel | None = None
    settings: Settings = field(default_factory=lambda: Settings(store_threads=2))
    guard_s: float = GUARD_S

    @asynccontextmanager
    async def open(self, **settings: Any) -> AsyncIterator[Runtime[Facts, World]]:
        """A runtime over all this."""
        runtime: Runtime[Facts, World] = Runtime(
            self.machine,
            store=self.store,
            deps=self.world,
            clock=self.clock,
            translator=self.translator,
            channel=self.channel,
            settings=Settings(**settings) if settings else self.settings,
        )
        async with asyncio.timeout(self.guard_s), runtime:
            yield runtime

    async def until(self, holds: Callable[[], bool], *, tick: float = 0.0) -> None:
        """Let everybody work until something holds, and then come to rest; with `tick`, time passes meanwhile, so much a
        look."""
        for _ in range(20_000):
            if holds():
                await self.rest()
                return
            if tick:
                await self.clock.advance(tick)
            else:
                await asyncio.sleep(0)
                await asyncio.to_thread(lambda: None)
        raise AssertionError("it never came to hold")

    async def rest(self) -> None:
        """Let everybody work until they wait for time or for the world."""
        for _ in range(30):
            await asyncio.sleep(0)
            await asyncio.to_thread(lambda: None)


async def read(stream: AsyncIterator[Part]) -> list[Part]:
    """A stream to its end."""
    return [part async for part in stream]


async def say(run: Run[Any], text: str, id: str = "", by: str = "ann") -> list[Part]:
    """Send a message and read until the run waits."""
    return await read(run.send(text, id=id or f"m-{text}", by=by))


def texts(parts: list[Part] | tuple[Part, ...]) -> list[str]:
    """What was said, questions included."""
    return [part.text for part in parts if isinstance(part, Said | Question)]


def question(parts: list[Part] | tuple[Part, ...]) -> Question:
    """The one question of a stream."""
    found = [part for part in parts if isinstance(part, Question)]
    assert len(found) == 1, parts
    return found[0]


def settled(parts: list[Part] | tuple[Part, ...]) -> Settled:
    """How a stream ended."""
    last = parts[-1]
    assert isinstance(last, Settled), parts
    return last


def records(store: Store, key: RunKey, kind: str = "") -> list[Any]:
    """The journal's records, of one kind where given."""
    rows = store.history(key)
    return [row.record for row in rows if kind in {"", type(row.record).__name__}]


def waiting(store: Store, key: RunKey) -> list[str]:
    """The ids in a run's inbox."""
    return [arrival.id for arrival in store.waiting(key)]
