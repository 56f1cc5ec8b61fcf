"""What every run of a runtime shares: the machine, the store and its threads, the clock, the channel.

Owns: the shared dependencies, and which runs are at work. Never: knows what a run does.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from typing import Any, ParamSpec, TypeVar

from decidable.bind.machine import Machine
from decidable.models.port import Translator
from decidable.runtime.channel import Channel
from decidable.runtime.clock import Clock
from decidable.runtime.outside import Outside
from decidable.runtime.settings import Settings
from decidable.stores.derive import operation_key
from decidable.stores.port import RunKey, Store

P = ParamSpec("P")
T = TypeVar("T")


class Host:
    """The dependencies that runs share. The store is used from threads of its own, never from the event loop."""

    def __init__(
        self,
        *,
        machine: Machine[Any, Any],
        store: Store,
        deps: object,
        clock: Clock,
        settings: Settings,
        channel: Channel | None = None,
        translator: Translator | None = None,
    ) -> None:
        self.machine = machine
        self.store = store
        self.deps = deps
        self.clock = clock
        self.settings = settings
        self.channel = channel
        self.translator = translator
        self.disabled: set[str] = set()
        self.epoch = 0
        self.outside = Outside(clock)
        self.at_work: set[object] = set()
        """The runs that have something to do. The event loop holds its tasks only weakly: what is held by nothing but a
        call that has not answered yet would be collected with it."""
        self.failed: Callable[[RunKey], None] = lambda _: None
        """Whom to tell that a run has stopped."""
        self.armed: Callable[[int], None] = lambda _: None
        """Whom to tell of a new deadline."""
        self._threads = ThreadPoolExecutor(settings.store_threads, thread_name_prefix="decidable-store")

    async def ask(self, method: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Call a store method on one of the store's threads."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._threads, lambda: method(*args, **kwargs))

    def key_of(self, run: RunKey, operation: str) -> str:
        """The operation's name in the outside world: its idempotency key. No two tenants and runs can share one."""
        return operation_key(self.store.store_id, run, operation)

    def local_time(self) -> datetime:
        """Now, in the zone of the run."""
        return datetime.fromtimestamp(self.clock.now() / 1000, UTC).astimezone(self.settings.zone)

    def close(self) -> None:
        """Let the store's threads end."""
        self._threads.shutdown(wait=True)
