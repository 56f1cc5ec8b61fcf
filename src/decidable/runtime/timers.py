"""Deadlines: rows with absolute times, each fired once, never early.

Owns: waiting for the earliest one. Never: decides what a deadline means, or trusts a timer it did not read from the store.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from math import inf
from typing import Final, NamedTuple

from decidable.errors import DecidableError
from decidable.runtime.host import Host
from decidable.stores.port import DueTimer, RunKey

log = logging.getLogger("decidable")
LONGEST_WAIT_S: Final = 5.0
"""How long the clock is trusted before deadlines are read again: a jump of the clock is noticed within this time."""
SHORTEST_HOLD_S: Final = 1.0
"""The first pause before a deadline that could not fire is tried again."""
AT_ONCE: Final = 100
"""How many deadlines are read together."""


LONGEST_HOLD_S: Final = 60.0
"""The longest pause before a deadline that could not fire is tried again."""


class _Hold(NamedTuple):
    """A deadline that was tried: not again before `since` plus `seconds`."""

    since: int
    seconds: float

    def holds(self, now: int) -> bool:
        """Whether it must still wait; a clock that was set back does not prolong it."""
        return self.since <= now < self.since + self.seconds * 1000


class Timers:
    """Fires due timers of all runs of a store. `fire` says whether the run is one of ours."""

    def __init__(self, host: Host, fire: Callable[[DueTimer], Awaitable[bool]]) -> None:
        self._host = host
        self._fire = fire
        self._task: asyncio.Task[None] | None = None
        self._held: dict[DueTimer, _Hold] = {}
        """Deadlines that were tried and may still be due: of a run that fails now, or of another machine."""
        self._sooner = asyncio.Event()
        self._next_look = inf
        host.armed = self._armed

    def start(self) -> None:
        """Begin to watch."""
        self._task = asyncio.create_task(self._watch(), name="timers")

    async def stop(self) -> None:
        """End."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    def _armed(self, deadline: int) -> None:
        """A step has armed a deadline: it may come before the next look."""
        if deadline < self._next_look:
            self._sooner.set()

    async def _watch(self) -> None:
        while True:
            self._sooner.clear()
            self._next_look = inf
            try:
                wait = await self.fire_due()
            except DecidableError as error:
                # A disk that fails for a while must not end all deadlines for good.
                log.warning("deadlines cannot be read: %s", error)
                wait = SHORTEST_HOLD_S
            self._next_look = self._host.clock.now() + wait * 1000
            if not self._sooner.is_set():
                await self._rest(wait)

    async def _rest(self, seconds: float) -> None:
        """Until the next look, or until a sooner deadline is armed."""
        both = [asyncio.create_task(self._host.clock.sleep(seconds)), asyncio.create_task(self._sooner.wait())]
        try:
            await asyncio.wait(both, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in both:
                task.cancel()

    async def fire_due(self) -> float:
        """Fire what is due now, each run's earliest first. Returns the seconds until the next look."""
        now = self._host.clock.now()
        horizon = now + int(LONGEST_WAIT_S * 1000)
        rows = await self._host.ask(self._host.store.due, horizon, AT_ONCE + len(self._held))
        self._held = {timer: hold for timer, hold in self._held.items() if timer in rows}
        fresh = [row for row in rows if row not in self._held or not self._held[row].holds(now)]
        due: dict[RunKey, list[DueTimer]] = {}
        for row in fresh:
            if row.deadline <= now:
                due.setdefault(row.key, []).append(row)
        await asyncio.gather(*(self._fire_in_order(timers, now) for timers in due.values()))
        if due:
            return 0.0  # there may be more, and time has passed
        longest = SHORTEST_HOLD_S if any(hold.seconds < inf for hold in self._held.values()) else LONGEST_WAIT_S
        return min([longest, *((row.deadline - now) / 1000 for row in fresh)])

    async def _fire_in_order(self, timers: Sequence[DueTimer], now: int) -> None:
        """What has fired is not due any more; whatever stays due is tried again later, and never in a circle."""
        for timer in timers:
            before = self._held.get(timer)
            pause = min(before.seconds * 2, LONGEST_HOLD_S) if before is not None else SHORTEST_HOLD_S
            try:
                ours = await self._fire(timer)
                self._held[timer] = _Hold(now, pause if ours else inf)
            except DecidableError as error:
                # One run that cannot go on must not stop the deadlines of all others; it stays due.
                self._held[timer] = _Hold(now, pause)
                log.warning("the deadline '%s' of run %s cannot fire: %s", timer.event, timer.key, error)
