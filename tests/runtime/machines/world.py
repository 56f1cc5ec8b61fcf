"""The world outside the test machines: it does what it is asked, once for a key, and goes wrong as planned.

Owns: what really happened, and the plan of what goes wrong. Never: knows a run or a machine.
"""

from __future__ import annotations

import asyncio
from collections import defaultdict, deque
from collections.abc import Awaitable, Callable
from typing import NamedTuple

Trouble = Callable[[], Awaitable[None]]


class Call(NamedTuple):
    """One call of a tool."""

    tool: str
    key: str
    attempt: int


class World:
    """`before` and `after` hold, by tool, what happens to its next calls before and after the deed."""

    def __init__(self) -> None:
        self.calls: list[Call] = []
        self.done: dict[str, str] = {}
        """What was done, by key: nothing is done twice for one."""
        self.before: defaultdict[str, deque[Trouble]] = defaultdict(deque)
        self.after: defaultdict[str, deque[Trouble]] = defaultdict(deque)

    async def act(self, tool: str, key: str, attempt: int, deed: str = "") -> None:
        """Be called: first the trouble before, then the deed, then the trouble after."""
        self.calls.append(Call(tool, key, attempt))
        if self.before[tool]:
            await self.before[tool].popleft()()
        if deed:
            self.done.setdefault(key, deed)
        if self.after[tool]:
            await self.after[tool].popleft()()

    def called(self, tool: str) -> list[Call]:
        """The calls of a tool."""
        return [call for call in self.calls if call.tool == tool]


def raising(error: BaseException) -> Trouble:
    """It raises."""

    async def trouble() -> None:
        raise error

    return trouble


def waiting(until: asyncio.Event) -> Trouble:
    """It takes until somebody lets it go on; cancelling ends it."""

    async def trouble() -> None:
        await until.wait()

    return trouble


def stubborn(until: asyncio.Event) -> Trouble:
    """It takes until somebody lets it go on, and does not heed its cancellation."""

    async def trouble() -> None:
        while not until.is_set():
            try:
                await until.wait()
            except asyncio.CancelledError:
                continue

    return trouble


async def fine() -> None:
    """It works."""
