"""Many threads, one writer, shared commits: jobs that gather while one is carried out go together in the next.

Owns: who leads, who waits, and that whoever waits is always told. The thread that finds nobody leading carries out what
has gathered, then makes the first of the queue the next leader before it wakes those it served; no thread of its own,
no delay. Never: knows what a job does; `carry_out` must leave each turn with a result or an error.
"""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable, Sequence
from typing import Any, Final, Generic, TypeVar

from decidable.errors import StoreError

T = TypeVar("T")
C = TypeVar("C")


class Turn(Generic[C]):
    """A job on its way, and what became of it (`Any`: a queue holds turns of every result)."""

    __slots__ = ("awake", "done", "error", "job", "result", "served")

    def __init__(self, job: Callable[[C], Any]) -> None:
        self.job: Final = job
        self.result: Any = None
        self.error: Exception | None = None
        self.done = False
        self.served: Sequence[Turn[C]] = ()
        """Whose jobs this turn carries out, its own among them, when it leads."""
        self.awake: Final = threading.Lock()
        self.awake.acquire()


class Turns(Generic[C]):
    """The queue in front of `carry_out`."""

    def __init__(self, carry_out: Callable[[Sequence[Turn[C]]], None]) -> None:
        self._carry_out: Final = carry_out
        self._mutex: Final = threading.Lock()
        self._queue: Final[deque[Turn[C]]] = deque()
        self._leader: Turn[C] | None = None

    @property
    def waiting(self) -> int:
        """How many jobs have gathered."""
        return len(self._queue)

    def take(self, job: Callable[[C], T]) -> T:
        """What the job returns, once it was carried out; or raises what it, or the commit it shared, raised."""
        turn: Turn[C] = Turn(job)
        try:
            self._join(turn)
            turn.awake.acquire()
            if not turn.done:
                self._lead(turn)
        finally:
            self._leave(turn)
        if turn.error is not None:
            raise turn.error
        result: T = turn.result
        return result

    def _join(self, turn: Turn[C]) -> None:
        with self._mutex:
            self._queue.append(turn)
            if self._leader is None:
                self._promote()

    def _lead(self, turn: Turn[C]) -> None:
        with self._mutex:
            turn.served = tuple(self._queue)
            self._queue.clear()
        self._carry_out(turn.served)

    def _leave(self, turn: Turn[C]) -> None:
        """Also for a thread that was interrupted: nobody waits for it afterwards."""
        with self._mutex:
            if turn in self._queue:
                self._queue.remove(turn)
            if self._leader is turn:
                self._promote()
        for other in turn.served:
            if not other.done:
                other.error = StoreError("the write was interrupted, and nothing was written: read the run afresh")
                other.done = True
            if other is not turn:
                other.awake.release()

    def _promote(self) -> None:
        self._leader = self._queue[0] if self._queue else None
        if self._leader is not None:
            self._leader.awake.release()
