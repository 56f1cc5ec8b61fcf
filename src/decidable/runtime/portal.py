"""An event loop in a thread of its own, and a way to run something on it from any other.

Owns: the loop, the thread, and their clean end. Never: knows what runs on it.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Coroutine
from typing import Any, TypeVar

T = TypeVar("T")


class Portal:
    """An event loop in a thread of its own."""

    def __init__(self) -> None:
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._run, name="decidable-portal", daemon=True)

    def start(self) -> None:
        """Begin."""
        self._thread.start()

    def call(self, work: Coroutine[Any, Any, T]) -> T:
        """Run something on the loop and wait for its result."""
        if self._loop.is_closed():
            work.close()
            raise RuntimeError("the portal is closed: use the runtime within its `with` statement")
        return asyncio.run_coroutine_threadsafe(work, self._loop).result()

    def stop(self) -> None:
        """End the loop and its thread, with everything that still ran on it."""
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()

    def _run(self) -> None:
        asyncio.set_event_loop(self._loop)
        try:
            self._loop.run_forever()
            rest = asyncio.all_tasks(self._loop)
            for task in rest:
                task.cancel()
            if rest:
                self._loop.run_until_complete(asyncio.wait(rest, timeout=5))
            self._loop.run_until_complete(self._loop.shutdown_asyncgens())
            self._loop.run_until_complete(self._loop.shutdown_default_executor())
        finally:
            asyncio.set_event_loop(None)
            self._loop.close()
