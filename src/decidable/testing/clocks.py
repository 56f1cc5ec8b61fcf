"""A clock that a test moves.

Owns: fake time. Never: lets real time pass; whoever sleeps wakes when the test has advanced far enough.
"""

from __future__ import annotations

import asyncio
import heapq
from itertools import count
from typing import Final

DEFAULT: Final = 1_780_000_000_000
"""28 May 2026, 20:26:40 UTC: a Thursday."""
_ON_THE_WAY: Final = 4
_AT_THE_END: Final = 30
"""Turns given to everybody else, each long enough for a call of a store."""


class FakeClock:
    """UTC milliseconds under a test's control.

    Like a real one it has two hands: what it shows can be set (`jump`), and how long somebody has slept cannot.
    """

    def __init__(self, now: int = DEFAULT) -> None:
        self._shown = now
        self._passed = 0
        self._number = count()
        self._sleepers: list[tuple[int, int, asyncio.Future[None]]] = []

    def now(self) -> int:
        """The time it shows."""
        return self._shown

    @property
    def sleepers(self) -> int:
        """How many are asleep."""
        return sum(not future.done() for _, _, future in self._sleepers)

    async def sleep(self, seconds: float) -> None:
        """Wait until the test has let so much time pass."""
        until = self._passed + round(seconds * 1000)
        if until <= self._passed:
            await asyncio.sleep(0)
            return
        woken: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        heapq.heappush(self._sleepers, (until, next(self._number), woken))
        await woken

    async def advance(self, seconds: float) -> None:
        """Let time pass, waking sleepers in the order of their times, each at its own."""
        target = self._passed + round(seconds * 1000)
        while self._sleepers and self._sleepers[0][0] <= target:
            at, _, woken = heapq.heappop(self._sleepers)
            if woken.done():
                continue
            self._pass(at)
            woken.set_result(None)
            await _settle(_ON_THE_WAY)
        self._pass(target)
        await _settle(_AT_THE_END)

    def _pass(self, until: int) -> None:
        self._shown += max(0, until - self._passed)
        self._passed = max(self._passed, until)

    def jump(self, seconds: float) -> None:
        """Set what it shows, forward or back, without waking anybody, as an operator or a time server does."""
        self._shown += round(seconds * 1000)


async def _settle(rounds: int) -> None:
    """Let whoever was woken run until they wait again; a store's threads are given their turns as well."""
    for _ in range(rounds):
        for _ in range(5):
            await asyncio.sleep(0)
        await asyncio.to_thread(lambda: None)
