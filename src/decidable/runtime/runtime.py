"""The embedded host: conversations, answers, signals, and what an operator does.

Owns: the public API and what happens on entering and leaving. Never: decides; it feeds `step` and keeps order.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Mapping
from types import MappingProxyType, TracebackType
from typing import Any, Generic, Self

from decidable.bind.events import Event
from decidable.bind.machine import D, F, Machine
from decidable.core.snapshot import Occurrence
from decidable.core.values import Value
from decidable.errors import RefusedError
from decidable.journal import encode_definition
from decidable.models.port import Prepares, Translator
from decidable.runtime import absence, answers, arrivals
from decidable.runtime.channel import Channel
from decidable.runtime.clock import Clock, SystemClock
from decidable.runtime.host import Host
from decidable.runtime.live import LiveRun
from decidable.runtime.live_runs import LiveRuns
from decidable.runtime.parts import Part
from decidable.runtime.run import Enter, Run
from decidable.runtime.settings import Settings
from decidable.runtime.timers import Timers
from decidable.stores import port
from decidable.stores.derive import parse_operation_key


class Runtime(Generic[F, D]):
    """Runs of one machine over one store. Use it as an async context manager:

        async with Runtime(refund, store=SQLite("refund.db"), deps=Orders.connect()) as runtime:
            run = await runtime.conversation("c-17")
            async for part in run.send("I want my money back", id="m-1"):
                ...

    Entering claims the store (StoreError when another process has it) and resumes what a crash left open. A run that
    cannot go on here, one begun with another version of the machine for instance, is left alone (`left_alone`) and keeps
    no other from going on.
    """

    def __init__(
        self,
        machine: Machine[F, D],
        *,
        store: port.Store,
        deps: D,
        channel: Channel | None = None,
        clock: Clock | None = None,
        settings: Settings | None = None,
        translator: Translator | None = None,
    ) -> None:
        self._host = Host(
            machine=machine,
            store=store,
            deps=deps,
            clock=clock or SystemClock(),
            settings=settings or Settings(),
            channel=channel,
            translator=translator or machine.translator,
        )
        self._runs = LiveRuns(self._host)
        self._timers = Timers(self._host, self._fire)

    # Life.

    async def __aenter__(self) -> Self:
        host = self._host
        try:
            await _prepare(host.translator)
            host.epoch = await host.ask(host.store.claim, f"pid {os.getpid()}")
            definition = encode_definition(host.machine.definition)
            await host.ask(host.store.put_definition, host.machine.table.fingerprint, host.machine.name, definition)
            await self._runs.resume_all()
        except BaseException:
            await self._close()
            raise
        self._timers.start()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self._close()

    async def _close(self) -> None:
        host = self._host
        try:
            await self._timers.stop()
            await self._runs.close()
            await host.outside.close(host.settings.closing_s)
        finally:
            try:
                await host.ask(host.store.close)
            finally:
                host.close()

    # Conversations.

    async def conversation(self, key: str, *, tenant: str = "", start: Mapping[str, Value] | None = None) -> Run[F]:
        """The open run of a conversation, or a new one with these start facts.

        Raises MachineError when the machine is not fit to run; RefusedError for start facts it does not have, and for
        ones that are not those the open run was begun with: whoever asks has taken it for another one.
        """
        self._runs.require_open()
        arrivals.require_names(self._host, key, tenant or "no tenant")
        async with self._runs.lock("conversation", tenant, key):
            head, count = await self._runs.in_conversation(tenant, key)
            if head is None or head.snapshot.end is not None:
                name = port.RunKey(tenant, f"{key}.{count + 1}")
                return self._handle(await self._runs.begin(name, key, start or {}))
            if start:
                await self._require_same_start(head.key, start)
            return self._handle(await self._runs.bring(head.key))

    async def _require_same_start(self, key: port.RunKey, start: Mapping[str, Value]) -> None:
        given = await self._runs.start_facts(key)
        if given is None:
            return  # a person's data was deleted; there is nothing left to compare with
        other = [name for name, value in start.items() if name not in given or given[name] != value]
        if other:
            raise RefusedError(f"run {key} is open and was begun with another value of {', '.join(other)}")

    async def run(self, run: str | port.RunKey) -> Run[F]:
        """A run by its key, or by a name that is unique in the store. Raises RefusedError when there is none."""
        return self._handle(await self._find(run))

    def _handle(self, live: LiveRun) -> Run[F]:
        return Run(live, self._runs.bring)

    async def _find(self, run: str | port.RunKey) -> LiveRun:
        self._runs.require_open()
        if isinstance(run, port.RunKey):
            return await self._runs.bring(run)
        exact = [key for key in await self._host.ask(self._host.store.find, run) if key.run == run]
        if len(exact) != 1:
            known = ", ".join(repr(key.tenant) for key in exact)
            raise RefusedError(
                f"'{run}' is a run of several tenants ({known}): give its RunKey"
                if exact
                else f"no run is named '{run}'"
            )
        return await self._runs.bring(exact[0])

    # What others may do to a run.

    async def approve(self, run: str | port.RunKey, digest: str, *, by: str, wait: bool = True) -> tuple[Part, ...]:
        """Answer the open question with yes, by its digest, once.

        Raises RefusedError, with the current question, for another digest, a second use, or a withdrawn proposal.
        """
        return await self._take(run, lambda live: answers.answer(live, digest, yes=True, by=by), "", wait)

    async def deny(self, run: str | port.RunKey, digest: str, *, by: str, wait: bool = True) -> tuple[Part, ...]:
        """Answer the open question with no, by its digest, once. Raises RefusedError as `approve` does."""
        return await self._take(run, lambda live: answers.answer(live, digest, yes=False, by=by), "", wait)

    async def signal(
        self,
        run: str | port.RunKey,
        event: str | Event,
        fields: Mapping[str, object] | None = None,
        *,
        id: str,
        by: str = "signal",
        operation: str = "",
        wait: bool = True,
    ) -> tuple[Part, ...]:
        """Send an event of the world or of an operator: a webhook, a schedule, a button. `id` is the sender's own.

        `operation`: the write this is the outcome of, where the sender's message says so (the last part of the key it
        was called with); it settles that write once, and the tool's own answer is then a duplicate.

        With `wait`, returns what happened until the run waits; without, as soon as the event is durable: decided where
        the run is free, in its inbox where it is not.
        """
        occurrence = arrivals.event_of(self._host, event, fields or {}, id, by)._replace(operation=operation)
        return await self._take(run, lambda live: arrivals.take(live, occurrence), id, wait)

    async def cancel(self, run: str | port.RunKey, *, by: str, id: str, wait: bool = True) -> tuple[Part, ...]:
        """Send the machine's event that cancels (`load_machine(cancel=...)`); the table says what that means here.

        Raises RefusedError for a machine that names none.
        """
        event = self._host.machine.cancel
        if not event:
            raise RefusedError(
                f"{self._host.machine.name} names no event that cancels: give load_machine(cancel=...) one of its user "
                "events, or send what its table expects with `signal`"
            )
        return await self.signal(run, event, id=id, by=by, wait=wait)

    async def settle(
        self,
        run: str | port.RunKey,
        operation: str,
        event: str,
        fields: Mapping[str, object] | None = None,
        *,
        by: str,
    ) -> tuple[Part, ...]:
        """A person says how a write ended that nobody could look up. It goes through the table.

        Raises RefusedError for an operation that is not unknown, and for what is not one of its outcomes.
        """
        return await self._take(run, lambda live: answers.settle(live, operation, event, fields or {}, by), "", True)

    async def _take(self, run: str | port.RunKey, enter: Enter, id: str, wait: bool) -> tuple[Part, ...]:
        return await self._handle(await self._find(run)).take(enter, id, wait=wait)

    async def _fire(self, due: port.DueTimer) -> bool:
        """A deadline has passed. Whether the run is one of this machine's."""
        head = await self._host.ask(self._host.store.head, due.key)
        if head is None or head.machine != self._host.machine.name:
            return False  # of another machine in the same store, whose own runtime fires it
        live = await self._runs.bring(due.key)
        await live.apply(Occurrence(due.event, {}, max(self._host.clock.now(), due.deadline), entry=due.entry))
        return True

    # What an operator sees and switches.

    async def runs(self, *, open_only: bool = False, limit: int = 100) -> tuple[port.RunSummary, ...]:
        """Runs, the most recently changed first."""
        self._runs.require_open()
        return await self._host.ask(self._host.store.runs, open_only=open_only, limit=limit)

    async def attention(self) -> tuple[port.AttentionItem, ...]:
        """What waits for a person."""
        self._runs.require_open()
        return await self._host.ask(self._host.store.attention)

    async def resolve(self, number: int) -> None:
        """A person has dealt with an item of the attention list that is not an operation to settle."""
        self._runs.require_open()
        await self._host.ask(self._host.store.resolve_attention, number, self._host.clock.now(), self._host.epoch)

    @property
    def left_alone(self) -> Mapping[port.RunKey, str]:
        """Runs with work to do that could not be resumed here, and why. Asking for one says so again."""
        return MappingProxyType(self._runs.left_alone)

    def write_of(self, key: str) -> tuple[port.RunKey, str]:
        """The run and the operation that a key (`ctx.key`) names: what a webhook has when the other side sends the key
        back. Raises RefusedError for a key that is not of this store."""
        try:
            store_id, run, operation = parse_operation_key(key)
        except ValueError:
            store_id, run, operation = "", port.RunKey("", ""), ""
        if not store_id or store_id != self._host.store.store_id:
            raise RefusedError(f"'{key}' is no key of this store")
        return run, operation

    def disable(self, tool: str) -> None:
        """Switch a tool off: the gate refuses it from now on. Raises RefusedError for a name that is no tool."""
        if tool not in self._host.machine.tools:
            raise RefusedError(f"'{tool}' is not a tool; the tools are {', '.join(self._host.machine.tools)}")
        self._host.disabled.add(tool)

    def enable(self, tool: str) -> None:
        """Switch a tool on again."""
        self._host.disabled.discard(tool)

    async def probe(self) -> None:
        """Ask a translator that is away whether it is back, now, for every run that waits for it."""
        for live in self._runs:
            if live.away.since:
                await absence.probe_now(live)

    @property
    def machine(self) -> Machine[Any, Any]:
        """The machine it runs."""
        return self._host.machine


async def _prepare(translator: Translator | None) -> None:
    """Let a translator read what it needs before the first message, away from the event loop."""
    prepares: object = translator  # that it is a Translator says nothing about whether it prepares
    if isinstance(prepares, Prepares):
        await asyncio.to_thread(prepares.load)
