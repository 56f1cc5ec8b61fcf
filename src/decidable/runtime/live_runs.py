"""The runs of a runtime that are in memory: brought there when somebody needs them, and gone when nobody does.

Owns: one live run for each key, beginning and resuming runs, and which ones are left alone. Never: keeps a run in memory
that only waits.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterator, Mapping
from itertools import count
from weakref import WeakValueDictionary

from decidable.core import records as r
from decidable.core.step import begin
from decidable.core.values import Value
from decidable.errors import RefusedError, StoreError
from decidable.runtime import aftermath, hearing, speaking
from decidable.runtime.host import Host
from decidable.runtime.live import LiveRun
from decidable.stores import port

log = logging.getLogger("decidable")


class LiveRuns:
    """The live runs over one store."""

    def __init__(self, host: Host) -> None:
        self._host = host
        self.left_alone: dict[port.RunKey, str] = {}
        """Runs with work to do that cannot go on here, and why."""
        self.closed = False
        # Weak: a run that waits, and that nobody holds, costs rows and no memory. The host holds those at work.
        self._live: WeakValueDictionary[port.RunKey, LiveRun] = WeakValueDictionary()
        self._locks: WeakValueDictionary[tuple[str, ...], asyncio.Lock] = WeakValueDictionary()
        self._revivals: dict[port.RunKey, asyncio.Task[None]] = {}
        host.failed = self._revive_later

    def __iter__(self) -> Iterator[LiveRun]:
        return iter(list(self._live.values()))

    def __len__(self) -> int:
        return len(self._live)

    def lock(self, *name: str) -> asyncio.Lock:
        """The one lock of a name, for as long as somebody holds or awaits it."""
        return self._locks.setdefault(name, asyncio.Lock())

    async def resume_all(self) -> None:
        """Go on with everything that a stop or a crash left open. One run that cannot go on keeps no other from it."""
        host = self._host
        for key in await host.ask(host.store.runs_with_work):
            try:
                head = await host.ask(host.store.head, key)
                if head is not None and head.machine == host.machine.name:
                    await self.bring(key)
            except (RefusedError, StoreError) as error:
                self.left_alone[key] = str(error)
                log.warning("run %s is left alone: %s", key, error)

    async def bring(self, key: port.RunKey) -> LiveRun:
        """The one live run of a key; taken into memory where it is not. Raises RefusedError for one that is not there,
        or that this machine cannot go on with."""
        self.require_open()
        async with self.lock("run", *key):
            live = self._live.get(key)
            if live is not None and live.broken is None:
                return live
            head = await self._host.ask(self._host.store.head, key)
            if head is None:
                raise RefusedError(f"no run is named '{key}'")
            self._require_ours(head)
            if live is not None:
                await live.close(self._host.settings.closing_s)
            return await self._resume(head)

    async def _resume(self, head: port.Head) -> LiveRun:
        """Take a run into memory, with everything that was open."""
        host = self._host
        live = LiveRun(host, head)
        live.waiting.extend(await host.ask(host.store.waiting, head.key))
        said = await host.ask(host.store.said, head.key, limit=hearing.RECENT)
        self.require_open()
        self._live[head.key] = live
        aftermath.resume(live, said)
        self.left_alone.pop(head.key, None)
        return live

    def _revive_later(self, key: port.RunKey) -> None:
        """A run has stopped, for a disk that failed for instance: somebody has to go on with what it had begun."""
        if key not in self._revivals and not self.closed:
            task = asyncio.create_task(self._revive(key), name=f"revive {key}")
            self._revivals[key] = task
            task.add_done_callback(lambda _: self._revivals.pop(key, None))

    async def _revive(self, key: port.RunKey) -> None:
        pauses = self._host.settings.revive_backoff_s
        for attempt in count():
            await self._host.clock.sleep(pauses[min(attempt, len(pauses) - 1)])
            try:
                live = await self.bring(key)
            except RefusedError as error:
                self.left_alone[key] = str(error)
                return
            except StoreError as error:
                log.warning("run %s cannot go on yet: %s", key, error)
                continue
            await self._host.clock.sleep(pauses[0])
            if live.broken is None:
                return

    def _require_ours(self, head: port.Head) -> None:
        machine = self._host.machine
        if head.machine != machine.name:
            raise RefusedError(f"run {head.key} is one of {head.machine}, and this runtime runs {machine.name}")
        if head.fingerprint != machine.table.fingerprint:
            raise RefusedError(
                f"run {head.key} was begun with another version of {head.machine} ({head.fingerprint}, now "
                f"{machine.table.fingerprint}): finish it with that version, or start in a new store"
            )

    async def in_conversation(self, tenant: str, conversation: str) -> tuple[port.Head | None, int]:
        """The latest run of a conversation that is one of this machine, and how many runs it has altogether."""
        host = self._host
        keys = await host.ask(host.store.in_conversation, tenant, conversation)
        for key in reversed(keys):
            head = await host.ask(host.store.head, key)
            if head is not None and head.machine == host.machine.name:
                return head, len(keys)
        return None, len(keys)

    async def begin(self, key: port.RunKey, conversation: str, facts: Mapping[str, Value]) -> LiveRun:
        """Make a run. Raises MachineError when the machine is not fit, RefusedError for facts it does not have."""
        self.require_open()
        host = self._host
        table, now = host.machine.table, host.clock.now()
        first = begin(table, facts, now, draft=host.settings.draft)
        head = port.Head(key, conversation, table.name, table.fingerprint, first.snapshot, host.epoch, "", now, now)
        live = LiveRun(host, head)
        said = speaking.opening(live, first)
        await host.ask(host.store.begin, head, first.records, said)
        self.require_open()
        self._live[key] = live
        aftermath.follow(live, first.snapshot._replace(timers=()), first, said)
        live.kick()
        return live

    async def start_facts(self, key: port.RunKey) -> Mapping[str, Value] | None:
        """The facts a run was begun with, from its first record; None where that was deleted on request."""
        rows = await self._host.ask(self._host.store.history, key, limit=1)
        first = rows[0].record if rows else None
        if not isinstance(first, r.Begun):
            return None
        return {name: fact.value for name, fact in first.facts.items() if fact.source == "start"}

    def require_open(self) -> None:
        """Raises RefusedError once the runtime is closed."""
        if self.closed:
            raise RefusedError("this runtime is closed: open it again")

    async def close(self) -> None:
        """Let writes that are under way finish for a while, and stop everything."""
        self.closed = True
        for task in list(self._revivals.values()):
            task.cancel()
        await asyncio.gather(*(live.close(self._host.settings.closing_s) for live in self))
