"""Who listens to a run: the streams that are open, and whether words have reached one of them.

Owns: the queues of open streams and the handing over of words. Never: counts words as delivered that nobody has taken,
or waits for a reader longer than it was told.
"""

from __future__ import annotations

import asyncio
from collections import deque
from typing import Final, NamedTuple

from decidable.runtime.clock import Clock
from decidable.runtime.parts import Part

IDLE: Final = None
"""What a listener is told when the run has nothing more to do."""
MOST_UNREAD: Final = 1_000
"""As many parts as one open stream holds for a reader who does not come back."""
News = Part | BaseException | None


class Handover:
    """Words on their way to the open streams. `taken` is True once a reader has them, False when none will."""

    __slots__ = ("readers", "taken")

    def __init__(self, readers: int) -> None:
        self.readers = readers
        self.taken: asyncio.Future[bool] = asyncio.get_running_loop().create_future()

    def settle(self, taken: bool) -> None:
        """A reader has taken it, or one more reader is gone."""
        self.readers -= 1
        if not self.taken.done() and (taken or not self.readers):
            self.taken.set_result(taken)

    @property
    def called_off(self) -> bool:
        """Whether it was given up: it goes another way, and must not be read from a queue as well."""
        return self.taken.done() and not self.taken.result()


class _Entry(NamedTuple):
    news: News
    handover: Handover | None


class Listener:
    """One open stream's queue. `reader`: the words are for whoever reads it; a watcher only sees that they were said."""

    def __init__(self, *, reader: bool = True) -> None:
        self.reader = reader
        self._entries: deque[_Entry] = deque()
        self._filled = asyncio.Event()
        self.missed = False
        """Words were taken back from this queue because they waited too long in it."""

    @property
    def empty(self) -> bool:
        """Whether nothing waits to be read."""
        return not self._entries

    def put(self, news: News, handover: Handover | None = None) -> None:
        """Tell it something. A reader who does not read is told of moves so often, and of being idle once."""
        if handover is None and not isinstance(news, BaseException):
            last = self._entries[-1].news if self._entries else self
            if len(self._entries) >= MOST_UNREAD or (news is IDLE and last is IDLE):
                return
        self._entries.append(_Entry(news, handover))
        self._filled.set()

    async def get(self) -> News:
        """The next news. Reading words is what counts as their delivery."""
        while True:
            while not self._entries:
                self._filled.clear()
                await self._filled.wait()
            news, handover = self._entries.popleft()
            if handover is None:
                return news
            if not handover.called_off:
                handover.settle(True)
                return news
            self.missed = True

    def close(self) -> None:
        """Nobody reads any more: what is still in the queue was not taken."""
        while self._entries:
            handover = self._entries.popleft().handover
            if handover is not None:
                handover.settle(False)


class Listeners:
    """The open streams of one run."""

    def __init__(self) -> None:
        self._open: list[Listener] = []

    def __bool__(self) -> bool:
        """Whether there is anybody whom words can reach."""
        return any(listener.reader for listener in self._open)

    def add(self, *, reader: bool = True) -> Listener:
        """A new stream, told of everything that happens from now on."""
        listener = Listener(reader=reader)
        self._open.append(listener)
        return listener

    def remove(self, listener: Listener) -> None:
        """A stream has ended, or its reader has left."""
        self._open.remove(listener)
        listener.close()

    def tell(self, news: News) -> None:
        """Tell all of them."""
        for listener in self._open:
            listener.put(news)

    def show(self, part: Part) -> None:
        """Let watchers see words that are on their way to whom they are for."""
        for listener in self._open:
            if not listener.reader:
                listener.put(part)

    async def hand_over(self, part: Part, clock: Clock, seconds: float) -> bool:
        """Bring words to the open streams: True as soon as one reader has them, False when none took them in time."""
        readers = [listener for listener in self._open if listener.reader]
        if not readers:
            return False
        handover = Handover(len(readers))
        for listener in readers:
            listener.put(part, handover)
        limit = asyncio.create_task(clock.sleep(seconds), name="limit of a reader")
        try:
            await asyncio.wait((handover.taken, limit), return_when=asyncio.FIRST_COMPLETED)
        finally:
            limit.cancel()
            if not handover.taken.done():
                handover.taken.set_result(False)
        return handover.taken.result()
