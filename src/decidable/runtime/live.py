"""One run while it is in memory: its single writer.

Owns: the order in which inputs are taken (what the run itself caused before what comes from outside) and the commit of
each step. Never: decides an event (`step` does) or calls a tool (`perform` does).
"""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Coroutine, Sequence
from typing import Any, Final

from decidable.core import effects as e
from decidable.core.snapshot import Input, Snapshot, Status
from decidable.core.step import Step, step
from decidable.errors import RefusedError
from decidable.runtime import absence, aftermath, delivery, hearing, sending, speaking
from decidable.runtime.host import Host
from decidable.runtime.job import Job, OvertakenError, Prepare, Taken
from decidable.runtime.listening import IDLE, Listeners
from decidable.runtime.parts import Waits
from decidable.stores import port

log = logging.getLogger("decidable")
QUIET: Final = frozenset({absence.PROBE, delivery.REDELIVER})
"""Tasks that only wait for something outside to come back: the run is idle meanwhile."""


class LiveRun:
    """The single writer of one run."""

    def __init__(self, host: Host, head: port.Head) -> None:
        self.host = host
        self.key = head.key
        self.conversation = head.conversation
        self.fingerprint = head.fingerprint
        self.snapshot: Snapshot = head.snapshot
        self.waiting: deque[port.Arrival] = deque()
        self.listeners = Listeners()
        self.tasks: dict[str, asyncio.Task[None]] = {}
        self.away = absence.Away()
        self.shown = 0
        """The number of the last words that watchers have seen."""
        self.spoken = 0
        """The number of the last words that were delivered."""
        self.unsaid = False
        """Words were committed since the outbox was last read."""
        self.refusals = 0
        """How often in a row the channel has refused words."""
        self.broken: BaseException | None = None
        self.closing = False
        """Nothing new is begun any more."""
        self._jobs: deque[Job] = deque()
        self._working = False
        self._worker: asyncio.Task[None] | None = None
        self._door = asyncio.Lock()

    # What others ask of a run.

    async def apply(
        self,
        *inputs: Input,
        arrival: port.Arrival | None = None,
        offered: bool = False,
        heard: port.HeardText | None = None,
        gate: Sequence[port.GateDecision] = (),
        answer: str = "",
    ) -> Step:
        """Take inputs in, as one commit; returns when it is durable. Raises what broke the run, and
        DuplicateArrivalError for an arrival that is known and was not offered."""
        taken = Taken(inputs, tuple(gate))
        return await self.judge(lambda _: taken, arrival=arrival, offered=offered, heard=heard, answer=answer)

    async def judge(
        self,
        prepare: Prepare,
        *,
        arrival: port.Arrival | None = None,
        offered: bool = False,
        heard: port.HeardText | None = None,
        answer: str = "",
    ) -> Step:
        """Like `apply`, with inputs that are made at their turn. Raises OvertakenError when `prepare` calls it off."""
        if self.broken is not None:
            raise self.broken
        done: asyncio.Future[Step] = asyncio.get_running_loop().create_future()
        self._jobs.append(Job(prepare, done, arrival, offered, heard, answer))
        self.kick()
        return await done

    @property
    def free(self) -> bool:
        """Whether an event would be decided at once: nothing is being decided, and none waits before it."""
        events = any(arrival.kind is not port.ArrivalKind.MESSAGE for arrival in self.waiting)
        return not (self._jobs or self._working or events)

    async def offer(self, arrival: port.Arrival) -> port.Offered:
        """Put an arrival into the inbox, durably; what its sender can have read is kept with it.

        Once begun it is carried through, also when the sender leaves: a row that the memory did not know of would wait
        for the next start.
        """
        task = asyncio.create_task(self._offer(arrival), name=f"{self.key}: offer")
        self.host.at_work.add(task)
        task.add_done_callback(self.host.at_work.discard)
        return await asyncio.shield(task)

    async def _offer(self, arrival: port.Arrival) -> port.Offered:
        async with self._door:
            if self.broken is not None or self.closing:
                raise self.broken or RefusedError("this runtime is closing: send it again when it is open")
            most = self.host.settings.longest_inbox
            if len(self.waiting) >= most:
                raise RefusedError(f"run {self.key} has {most} arrivals waiting already: send it again later")
            arrival = arrival._replace(seen=self.spoken)
            offered = await self.host.ask(self.host.store.offer, self.key, arrival)
            if offered is port.Offered.ACCEPTED:
                self.waiting.append(arrival)
                self.kick()
        return offered

    def has_work(self, arrival: str) -> bool:
        """Whether anything is still going on, or this arrival has not been taken in."""
        pending = any(waiting.id == arrival for waiting in self.waiting) and not self.away.since
        at_work = self._worker is not None and not self._worker.done()
        return bool(self._jobs) or at_work or self._busy or pending

    @property
    def _busy(self) -> bool:
        return not QUIET.issuperset(self.tasks)

    def kick(self) -> None:
        """Make sure that somebody works."""
        if self.broken is None and (self._worker is None or self._worker.done()):
            self.host.at_work.add(self)
            self._worker = asyncio.create_task(self._work(), name=f"run {self.key}")

    def start(self, name: str, work: Coroutine[Any, Any, None]) -> None:
        """Run something for this run beside the writer; the run is not idle before it has ended."""
        if name in self.tasks or self.broken is not None:
            work.close()
            return
        task = asyncio.create_task(work, name=f"{self.key}: {name}")
        self.tasks[name] = task
        self.host.at_work.add(self)
        task.add_done_callback(lambda ended: self._ended(name, ended))

    def _ended(self, name: str, task: asyncio.Task[None]) -> None:
        if self.tasks.get(name) is task:
            del self.tasks[name]
        if not task.cancelled() and (error := task.exception()) is not None and error is not self.broken:
            self.fail(error)
        if name == delivery.DELIVER and self.unsaid:
            self.speak()
        if name == sending.SEND:
            sending.resume(self)
        self.kick()

    def fail(self, error: BaseException) -> None:
        """Stop: the store or our own code failed, and nothing more may be decided from this memory. The run is read
        anew from the store, by whoever asks for it next or after a pause; what was under way is looked up then."""
        if self.broken is None:
            log.error("run %s stops: %s", self.key, error, exc_info=error)
            self._stop(error)
            self.host.failed(self.key)

    def _stop(self, error: BaseException) -> None:
        self.broken = error
        for task in self.tasks.values():
            task.cancel()
        for job in self._jobs:
            job.refuse(error)
        self._jobs.clear()
        self.listeners.tell(error)
        self.host.at_work.discard(self)

    async def close(self, grace_s: float) -> None:
        """Let writes that are under way finish, for so long; what is then still open is looked up at the next start."""
        self.closing = True
        if self.broken is None:
            writes = aftermath.writes_under_way(self)
            if writes:
                await asyncio.wait(writes, timeout=grace_s)
        rest = [*self.tasks.values(), *([self._worker] if self._worker else [])]
        self._stop(self.broken or RefusedError("this runtime is closed: open it again"))
        if self._worker is not None:
            self._worker.cancel()
        if rest:
            await asyncio.wait(rest, timeout=max(grace_s, 1.0))

    @property
    def waits(self) -> Waits:
        """What the run waits for."""
        snapshot = self.snapshot
        if snapshot.end is not None:
            return Waits.ENDED
        if self.away.since:
            return Waits.MODEL
        if snapshot.proposal is not None and not snapshot.proposal.approved and snapshot.interrupted is None:
            return Waits.APPROVAL
        if any(op.status is Status.UNKNOWN for op in snapshot.operations.values()):
            return Waits.PERSON
        return Waits.USER if self.host.machine.possible(snapshot) else Waits.SIGNAL

    # The writer.

    async def _work(self) -> None:
        try:
            while self.broken is None:
                if self._jobs:
                    await self._do(self._jobs.popleft())
                elif self.closing or not hearing.take_next(self):
                    break
        except asyncio.CancelledError:
            raise
        except BaseException as error:
            self.fail(error)
        if not self._busy:
            self.listeners.tell(IDLE)
        if not self.tasks:
            self.host.at_work.discard(self)

    async def _do(self, job: Job) -> None:
        self._working = True
        before = self.snapshot
        try:
            taken = job.prepare(before)
            whole = self._decide(taken.inputs)
            said = speaking.compose(self, whole, job)
            await self._commit(job, taken, whole, said)
        except (OvertakenError, RefusedError) as refused:
            job.refuse(refused)  # nothing was written, and this memory is as true as before
            return
        except BaseException as error:
            job.refuse(error if not isinstance(error, asyncio.CancelledError) else RefusedError("the runtime closed"))
            raise
        finally:
            self._working = False
        self.snapshot = whole.snapshot
        if not job.done.done():
            job.done.set_result(whole)
        aftermath.follow(self, before, whole, said)

    def speak(self) -> None:
        """Words were committed: bring them out."""
        self.unsaid = True
        self.start(delivery.DELIVER, delivery.deliver(self))

    def _decide(self, inputs: Sequence[Input]) -> Step:
        """Several inputs are one translation: decided one after the other, committed together."""
        steps = []
        snapshot = self.snapshot
        for each in inputs:
            steps.append(step(self.host.machine.table, snapshot, each))
            snapshot = steps[-1].snapshot
        return Step(
            snapshot,
            tuple(record for each in steps for record in each.records),
            tuple(effect for each in steps for effect in each.effects),
        )

    async def _commit(self, job: Job, taken: Taken, whole: Step, said: Sequence[port.Said]) -> None:
        ignored = [effect.event for effect in whole.effects if isinstance(effect, e.Ignored)]
        if not (whole.records or job.arrival or taken.gate or ignored):
            return
        commit = port.Commit(
            key=self.key,
            expected_seq=self.snapshot.seq,
            epoch=self.host.epoch,
            fingerprint=self.fingerprint,
            records=whole.records,
            snapshot=whole.snapshot,
            at=self.host.clock.now(),
            event_id=job.arrival.id if job.arrival else "",
            consumed=job.arrival.id if job.arrival and job.offered else "",
            arrival=job.arrival if job.arrival and not job.offered else None,
            heard=job.heard,
            said=said,
            gate=taken.gate,
            ignored=ignored,
        )
        await self.host.ask(self.host.store.commit, commit)
