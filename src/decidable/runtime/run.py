"""A run as a developer holds it: send, and read the stream of what happens.

Owns: the handle and its stream. Never: keeps control state; the live run and the store do.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Generic, TypeAlias, TypeVar, cast

from decidable.bind.events import Event
from decidable.core.values import Value
from decidable.errors import RefusedError
from decidable.runtime import arrivals, speaking
from decidable.runtime.listening import IDLE
from decidable.runtime.live import LiveRun
from decidable.runtime.parts import Part, Settled, Waits
from decidable.stores import port

F = TypeVar("F")
Enter: TypeAlias = "Callable[[LiveRun], Awaitable[port.Offered]]"
"""How something enters a run. Raises RefusedError where the run does not take it."""


class Run(Generic[F]):
    """One run of a machine."""

    def __init__(self, live: LiveRun, bring: Callable[[port.RunKey], Awaitable[LiveRun]]) -> None:
        self._live = live
        self._bring = bring

    @property
    def key(self) -> port.RunKey:
        """Its tenant and name."""
        return self._live.key

    @property
    def conversation(self) -> str:
        """The conversation it belongs to."""
        return self._live.conversation

    @property
    def length(self) -> int:
        """How many records its journal has."""
        return self._live.snapshot.seq

    @property
    def start_facts(self) -> dict[str, Value]:
        """Those of the facts it was begun with that still stand as they were given."""
        facts = self._live.snapshot.facts
        return {name: known.value for name, known in facts.items() if known.source == "start"}

    @property
    def state(self) -> str:
        """Where the task stands."""
        return self._live.snapshot.state

    @property
    def waits(self) -> Waits:
        """What it waits for."""
        return self._live.waits

    @property
    def facts(self) -> F:
        """What is known now. Reading an unknown fact raises FactUnknown."""
        values = {name: known.value for name, known in self._live.snapshot.facts.items()}
        return cast(
            F, self._live.host.machine.facts_view(values)
        )  # the view has the attributes of the author's class, and no others

    @property
    def question(self) -> tuple[str, str] | None:
        """The open question and its digest."""
        proposal = self._live.snapshot.proposal
        if proposal is None or proposal.approved:
            return None
        return speaking.question(self._live.host, proposal), proposal.digest

    def send(self, message: str | Event, *, id: str, by: str = "user") -> AsyncIterator[Part]:
        """Send a message, or an event as a button does, and read what happens until the run waits.

        Nothing is sent before the stream is read. `id` is the sender's own: a repetition is answered `duplicate` and
        does nothing. `by` is the authenticated principal. Leaving the stream early never cancels the run. Raises
        RefusedError for what is too long, is no event of a person, or has an id that was used for something else;
        StoreError when the store fails.
        """
        host = self._live.host
        if isinstance(message, str):
            arrival = arrivals.message(host, message, id, by)
            return self.stream(lambda live: live.offer(arrival), id)
        occurrence = arrivals.of_a_person(host, message, id, by)
        return self.stream(lambda live: arrivals.take(live, occurrence), id)

    def updates(self) -> AsyncIterator[Part]:
        """What was said and not read yet, and what happens until the run waits."""
        return self.stream(None, "")

    async def stream(self, enter: Enter | None, id: str, *, reader: bool = True) -> AsyncIterator[Part]:
        """Let something enter, and read what happens until the run waits. `reader`: the run's words are for whoever
        reads this; somebody who only answers or reports does not take them away from the person they are for."""
        live = await self._current()
        listener = live.listeners.add(reader=reader)
        try:
            # What arrives comes first: it may not answer a question that is only shown by opening this stream.
            offered = await enter(live) if enter is not None else port.Offered.ACCEPTED
            _require_no_conflict(offered, id)
            live.speak()
            while True:
                news = await listener.get()
                if isinstance(news, BaseException):
                    raise news
                if listener.missed:
                    listener.missed = False
                    live.speak()  # it read too slowly: what was taken back from it is in the outbox
                if news is not IDLE:
                    yield news
                elif listener.empty and not live.has_work(id):
                    break
            yield Settled(live.waits, duplicate=offered is port.Offered.DUPLICATE)
        finally:
            live.listeners.remove(listener)

    async def take(self, enter: Enter, id: str, *, wait: bool) -> tuple[Part, ...]:
        """Let something enter; with `wait`, return what happens until the run waits."""
        if wait:
            return tuple([part async for part in self.stream(enter, id, reader=False)])
        live = await self._current()
        offered = await enter(live)
        _require_no_conflict(offered, id)
        return (Settled(live.waits, duplicate=offered is port.Offered.DUPLICATE),)

    async def _current(self) -> LiveRun:
        """The live run; read anew from the store after a failure."""
        if self._live.broken is not None:
            self._live = await self._bring(self._live.key)
        return self._live


def _require_no_conflict(offered: port.Offered, id: str) -> None:
    if offered is port.Offered.CONFLICT:
        raise RefusedError(f"the id '{id}' was used for something else already")
