"""A run of any machine in the real runtime, without its world: a store in memory, a clock that is moved, tools and a channel
that answer when they are told to.

    with rehearsed(booking) as run:
        run.on(happens("details", day=..., time=..., party=4))     # ["gather details: -> search"]

Owns: how an event of a test reaches the runtime as it would in life, and the comparison of every commit with `step`. Never:
decides; the table is the machine's own, and what is replaced is what surrounds it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from decidable.bind.ctx import Ctx
from decidable.bind.machine import Machine
from decidable.check.generate.walk import events_now
from decidable.check.shown import decisions
from decidable.check.situation import BLOCKED, Happens, answering, yes_of
from decidable.core.evolve import replay
from decidable.core.snapshot import Act, Operation, Snapshot
from decidable.runtime.runtime import Runtime
from decidable.runtime.settings import Settings
from decidable.stores.memory import Memory
from decidable.stores.port import Commit, Head, RunKey, Said
from decidable.testing.clocks import FakeClock
from decidable.testing.commits import differs, input_of, step_of
from decidable.testing.given import fact_value
from decidable.testing.machines import LONG_S, StandIn, stand_in
from decidable.testing.watching import tell

_BY = "test"
_QUIET_ROUNDS = 3
_TURNS = 12


class NoAnswer(Exception):  # noqa: N818 - what a tool raises that never answers
    """The call was given up."""


class _Store(Memory):
    """A store in memory that keeps every commit beside the snapshot before it."""

    def __init__(self) -> None:
        super().__init__()
        self.snapshot: Snapshot | None = None
        self.steps: list[tuple[Snapshot, Commit]] = []

    def begin(self, head: Head, records: Any, said: Any) -> Head:
        begun = super().begin(head, records, said)
        self.snapshot = head.snapshot
        return begun

    def commit(self, commit: Commit) -> Head:
        done = super().commit(commit)
        assert self.snapshot is not None
        self.steps.append((self.snapshot, commit))
        self.snapshot = commit.snapshot
        return done


class _World:
    """What waits for an answer: calls, look-ups and words on their way, by operation."""

    def __init__(self) -> None:
        self.called: dict[str, str] = {}
        """The tools that were called, by key."""
        self.calls: dict[str, asyncio.Future[object]] = {}
        self.looks: dict[str, asyncio.Future[object]] = {}
        self.words: dict[str, asyncio.Future[None]] = {}
        self.operation_of: Callable[[str], str] = str

    async def call(self, tool: str, ctx: Ctx[Any], args: object) -> object:
        """A tool is called, and answers when it is told to. To repeat a key in order to find out is no second call."""
        self.called.setdefault(ctx.key, tool)
        return await self._wait(self.calls, self.operation_of(ctx.key))

    async def look(self, tool: str, ctx: Ctx[Any]) -> object:
        """A write is looked up."""
        return await self._wait(self.looks, self.operation_of(ctx.key))

    async def deliver(self, run: RunKey, said: Said, key: str) -> None:
        """Words whose delivery is awaited arrive when they are told to, others at once."""
        if said.operation:
            await self._wait(self.words, said.operation)

    async def _wait(self, kept: dict[str, asyncio.Future[Any]], name: str) -> Any:  # Any: each future has its own
        kept[name] = asyncio.get_running_loop().create_future()
        try:
            return await kept[name]
        finally:
            kept.pop(name, None)


class Rehearsal:
    """One run, told event by event what happens. Close it, or use `rehearsed`."""

    def __init__(self, machine: Machine[Any, Any], /, **start: Any) -> None:  # Any: facts of the machine's own types
        self._world = _World()
        tools = {
            name: StandIn(info.tool, self._world.call, self._world.look) for name, info in machine.table.tools.items()
        }
        self.machine = stand_in(machine, tools)
        self._store = _Store()
        self._clock = FakeClock()
        self._loop = asyncio.Runner()
        self._seen = 0
        self._stashed: list[list[str]] = []
        self._number = 0
        try:
            self._loop.run(self._open({name: fact_value(machine, name, value) for name, value in start.items()}))
        except BaseException:
            self._loop.close()
            raise

    async def _open(self, start: Any) -> None:
        self._runtime: Runtime[Any, Any] = Runtime(
            self.machine,
            store=self._store,
            deps=object(),
            clock=self._clock,
            channel=self._world,
            settings=Settings(
                store_threads=1,
                lookup_timeout_s=LONG_S,
                deliver_timeout_s=LONG_S,
                closing_s=0.0,
                draft=not self.machine.table.fit,
            ),
        )
        self._world.operation_of = lambda key: self._runtime.write_of(key)[1]
        await self._runtime.__aenter__()
        self._run = await self._runtime.conversation("rehearsal", start=start)
        await self._rest()

    def close(self) -> None:
        """End the runtime. What was under way is left."""
        self._loop.run(self._runtime.__aexit__(None, None, None))
        self._loop.close()

    @property
    def state(self) -> str:
        """Where the run stands."""
        return self.snapshot.state

    @property
    def snapshot(self) -> Snapshot:
        """The run as the store has it."""
        assert self._store.snapshot is not None
        return self._store.snapshot

    @property
    def called(self) -> tuple[str, ...]:
        """The tools that were called, in order. A write whose key is repeated, to find out what became of it, was called
        once."""
        return tuple(self._world.called.values())

    def possible(self) -> tuple[Happens, ...]:
        """What can happen now, with the values that guards tell apart."""
        return () if self.snapshot.end is not None else events_now(self.machine.table, self.snapshot)

    def on(self, event: Happens | str, *, refused: bool = False) -> list[str]:
        """Let something happen as it would in life: a person, a webhook, the answer of a call, the delivery of words, the
        passing of time. Returns the decisions it led to. `refused`: the gate refuses what this starts, so that `blocked` is
        the next event.

        Raises AssertionError where the runtime committed anything but what `step` makes of the same input, and ValueError
        for what cannot happen now.
        """
        happens = Happens(event) if isinstance(event, str) else event
        if happens.event == BLOCKED:
            if not self._stashed:
                raise ValueError("nothing was refused: say so with the event before it, on(..., refused=True)")
            return self._stashed.pop(0)
        for tool in self.machine.tools if refused else ():
            self._runtime.disable(tool)
        self._loop.run(self._happen(happens))
        for tool in self.machine.tools if refused else ():
            self._runtime.enable(tool)
        found = self._news()
        self._stashed = found[1:] if refused else []
        return [each for group in (found[:1] if refused else found) for each in group]

    def agrees(self) -> None:
        """The journal folds to where the run stands. Raises AssertionError."""
        rows = self._store.history(self._run.key)
        folded = replay([row.record for row in rows if row.record is not None])
        assert folded == self.snapshot, f"the journal folds to {folded}, and the run stands at {self.snapshot}"

    def _news(self) -> list[list[str]]:
        """The decisions of each commit since the last look; every commit is compared."""
        found: list[list[str]] = []
        for before, commit in self._store.steps[self._seen :]:
            wrong = differs(self.machine.table, before, commit)
            assert not wrong, wrong
            input = input_of(before, commit)
            tell(self.machine.table, before, input, step_of(commit))
            shown = decisions(before, input, step_of(commit))
            found += [list(shown)] if shown else []
        self._seen = len(self._store.steps)
        return found

    async def _happen(self, happens: Happens) -> None:
        snapshot, (event, fields, approves) = self.snapshot, happens
        deadline = next((timer.deadline for timer in snapshot.timers if timer.event == event), None)
        operation = answering(self.machine.table, snapshot, event)
        proposal = snapshot.proposal
        if deadline is not None:
            self._clock.jump(max(0, deadline - self._clock.now()) / 1000)
            await self._clock.advance(6.0)  # deadlines are read again within that time
        elif operation is not None:
            await self._answer(operation, happens)
        elif event == yes_of(self.machine.table) and proposal is not None and not proposal.approved and approves:
            await self._runtime.approve(self._run.key, proposal.digest, by=_BY, wait=False)
        else:
            self._number += 1
            await self._runtime.signal(
                self._run.key, event, dict(fields), id=f"{_BY} {self._number}", by=_BY, wait=False
            )
        await self._rest()

    async def _answer(self, operation: Operation, happens: Happens) -> None:
        """The outcome of a call comes from the call, or from its look-up, or from a person."""
        world, (event, fields, _) = self._world, happens
        if operation.act is Act.SAY:
            world.words[operation.id].set_result(None)
            return
        waiting = world.calls.get(operation.id) or world.looks.get(operation.id)
        if event == self.machine.table.tools[operation.tool].tool.no_answer:
            if operation.id in world.calls:
                world.calls[operation.id].set_exception(NoAnswer(f"{operation.tool} never answered"))
        elif waiting is not None:
            waiting.set_result(self.machine.events[event](**fields))
        else:
            await self._runtime.settle(self._run.key, operation.id, event, dict(fields), by=_BY)

    async def _rest(self) -> None:
        """Let everybody work until they wait for this test. The store has one thread: what it was asked before is done
        when it answers."""
        for _ in range(_QUIET_ROUNDS):
            for _ in range(_TURNS):
                await asyncio.sleep(0)
            await self._runtime.attention()


@contextmanager
def rehearsed(
    machine: Machine[Any, Any], /, **start: Any
) -> Iterator[Rehearsal]:  # Any: facts of the machine's own types
    """A rehearsal that is closed at the end."""
    run = Rehearsal(machine, **start)
    try:
        yield run
    finally:
        run.close()
