"""Calls to code that is not ours: tools, look-ups, translators, channels.

Owns: their time limit, and making whatever they raise an ordinary error. Never: waits for a call that ignores its
cancellation, and never loses sight of one: what it answers late is still told.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any, Final, TypeVar

from decidable.runtime.clock import Clock

T = TypeVar("T")
TURNS: Final = 20
"""How many turns of the event loop a cancelled call is given to end, before it counts as one that is still at work."""


class OutsideError(Exception):
    """A call did what no caller can let through: it raised a BaseException, or cancelled itself."""


class Outside:
    """Every call of a runtime to code that is not its own. Time is the runtime's clock's."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._strays: dict[asyncio.Task[Any], str] = {}
        """Calls that were given up and have not ended, by name."""

    async def call(
        self,
        seconds: float,
        work: Callable[[], Awaitable[T]],
        *,
        name: str = "",
        late: Callable[[T], None] | None = None,
    ) -> T:
        """The call's answer. Raises TimeoutError after `seconds`, OutsideError, or the Exception that it raised.

        `late` is told of an answer that comes after the call was given up. `name` finds it then (`still_at_work`).
        """
        task = asyncio.create_task(_contained(work), name=f"outside {name}")
        limit = asyncio.create_task(self._clock.sleep(seconds), name=f"limit of {name}")
        try:
            await asyncio.wait((task, limit), return_when=asyncio.FIRST_COMPLETED)
        finally:
            limit.cancel()
            if not task.done():
                self._give_up(task, name, late)
        if task.done() and not task.cancelled():
            return _opened(task.result())
        for _ in range(TURNS):  # one that heeds its cancellation has ended before anybody asks what became of it
            if task.done():
                break
            await asyncio.sleep(0)
        raise TimeoutError(f"no answer within {seconds:g} s")

    def still_at_work(self, name: str) -> bool:
        """Whether a call of this name was given up and has not ended."""
        return name in self._strays.values()

    async def close(self, seconds: float) -> None:
        """Cancel what was given up and has not ended; wait so long, and no longer."""
        for task in self._strays:
            task.cancel()
        if self._strays:
            await asyncio.wait(tuple(self._strays), timeout=seconds)

    def _give_up(self, task: asyncio.Task[_Answer[T]], name: str, late: Callable[[T], None] | None) -> None:
        task.cancel()
        self._strays[task] = name

        def ended(task: asyncio.Task[_Answer[T]]) -> None:
            del self._strays[task]
            if task.cancelled() or task.exception() is not None:
                return
            with suppress(Exception):  # it was given up; that it failed after all is no news
                answer = _opened(task.result())
                if late is not None:
                    late(answer)

        task.add_done_callback(ended)


_Answer = tuple[T | None, BaseException | None]


async def _contained(work: Callable[[], Awaitable[T]]) -> _Answer[T]:
    """What it answers or raises, as a value: an exception such as SystemExit would stop the event loop itself."""
    try:
        return await work(), None
    except asyncio.CancelledError:
        task = asyncio.current_task()
        if task is not None and task.cancelling():
            raise  # it was we who cancelled it
        return None, OutsideError("it cancelled itself")
    except (KeyboardInterrupt, GeneratorExit):
        raise  # somebody wants the whole program to stop
    except Exception as error:
        return None, error
    except BaseException as error:
        return None, OutsideError(f"{type(error).__name__}: {error}")


def _opened(answer: _Answer[T]) -> T:
    value, error = answer
    if error is not None:
        raise error
    return value  # type: ignore[return-value]  # without an error it is the answer, None included
