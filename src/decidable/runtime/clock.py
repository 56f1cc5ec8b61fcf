"""Time for the host: the only place where the runtime learns what time it is.

Owns: the clock port and the system's clock. Never: sleeps on its own; a caller awaits it.
"""

from __future__ import annotations

import asyncio
import time
from typing import Protocol


class Clock(Protocol):
    """Milliseconds since 1970 UTC, and waiting for them."""

    def now(self) -> int:
        """UTC milliseconds."""
        ...

    async def sleep(self, seconds: float) -> None:
        """Wait so long."""
        ...


class SystemClock:
    """The machine's clock."""

    def now(self) -> int:
        """UTC milliseconds."""
        return time.time_ns() // 1_000_000

    async def sleep(self, seconds: float) -> None:
        """Wait so long."""
        await asyncio.sleep(seconds)
