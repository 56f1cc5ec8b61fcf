"""A process that ends in the middle, without a process: at every point in turn, and then started again.

    for at in points_of(life):                       # counts the points of a life without a crash
        crash = CrashPoints(at)
        while not lived(life, crash):                # ends there, abandons everything in memory ...
            crash = CrashPoints()                    # ... and lives again over what was kept

`life` is a coroutine function that gets the points and wraps its store with `crashing(store, points)`; a fake service calls
`points.point(...)` before and after its deeds.

Owns: the points and the abandoning. Never: lets anything after the crash reach a store or a service.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Coroutine, Iterator
from typing import Any, cast

from decidable.stores.port import Store

Life = Callable[["CrashPoints"], Coroutine[Any, Any, None]]


class Crash(BaseException):
    """The process has ended here. A BaseException: no code may catch it and go on."""


class CrashPoints:
    """Counts the points at which a process may end. It ends at the one numbered `at`; at none for 0."""

    def __init__(self, at: int = 0) -> None:
        self.at = at
        self.passed = 0
        self.where = ""
        """The point at which it ended."""
        self.crashed = False
        self._lock = threading.Lock()
        self._tell: Callable[[], object] = lambda: None

    def point(self, where: str) -> None:
        """A place between two lines. Raises Crash when this is the one, and at every place after it."""
        with self._lock:
            self.require_alive()
            self.passed += 1
            if self.passed != self.at:
                return
            self.crashed = True
            self.where = where
        self._tell()
        raise Crash(where)

    def require_alive(self) -> None:
        """Raises Crash once the process has ended."""
        if self.crashed:
            raise Crash(f"ended at {self.where}")

    def tell(self, tell: Callable[[], object]) -> None:
        """Whom to tell of the crash."""
        self._tell = tell


class _Crashing:
    """A store behind points: every call happens whole, and then the process may end."""

    def __init__(self, store: Store, points: CrashPoints) -> None:
        self._store = store
        self._points = points

    def __getattr__(self, name: str) -> Any:
        """Any: each method keeps its own type for whoever calls it through the port."""
        found = getattr(self._store, name)
        if not callable(found):
            return found

        def call(*args: Any, **kwargs: Any) -> Any:
            self._points.require_alive()
            result = found(*args, **kwargs)
            self._points.point(f"after {name}")
            return result

        return call


def crashing(store: Store, points: CrashPoints) -> Store:
    """A store whose process ends after one of its calls. What was committed stays; close the real store yourself."""
    return cast(Store, _Crashing(store, points))  # it forwards every name of the port


def lived(life: Life, points: CrashPoints) -> bool:
    """Whether a life came to its own end. After a crash everything of it in memory is abandoned; other errors are raised."""
    loop = asyncio.new_event_loop()
    loop.set_exception_handler(lambda _, __: None)  # a dead process has nobody to tell of its unfinished tasks
    main = loop.create_task(life(points))
    points.tell(lambda: loop.call_soon_threadsafe(main.cancel))
    try:
        loop.run_until_complete(main)
    except (Crash, asyncio.CancelledError):
        if not points.crashed:
            raise
    finally:
        rest = asyncio.all_tasks(loop)
        for task in rest:
            task.cancel()
        if rest:
            loop.run_until_complete(asyncio.wait(rest))
        loop.run_until_complete(loop.shutdown_asyncgens())
        loop.run_until_complete(loop.shutdown_default_executor())
        loop.close()
    return not points.crashed


def points_of(life: Life) -> Iterator[int]:
    """The numbers of all points of a life, counted in one that does not crash."""
    points = CrashPoints()
    assert lived(life, points)
    return iter(range(1, points.passed + 1))
