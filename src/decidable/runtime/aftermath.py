"""What follows a commit: the step's effects are begun, listeners are told; and the same again after a restart.

Owns: the names of a run's tasks about operations, and starting them. Never: decides or commits.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from decidable.core import effects as e
from decidable.core import records as r
from decidable.core.snapshot import Act, Operation, Snapshot, Status
from decidable.core.step import Step
from decidable.runtime import absence, delivery, lookups, perform, sending
from decidable.runtime.parts import Moved
from decidable.stores import port

if TYPE_CHECKING:
    from decidable.runtime.live import LiveRun

LOOK_UP: Final = "look up "


def follow(live: LiveRun, before: Snapshot, whole: Step, said: Sequence[port.Said]) -> None:
    """A step is committed: tell of it, begin what it asks for, bring its words out."""
    for record in whole.records:
        if isinstance(record, r.Decided) and record.verdict is r.Verdict.MOVE:
            live.listeners.tell(Moved(record.target, record.reason))
    for effect in whole.effects:
        match effect:
            case e.Dispatch(operation) if operation.id in live.snapshot.operations:
                live.start(_name(operation), perform.carry_out(live, operation.id))
            case e.LookUp(operation):
                live.start(f"{LOOK_UP}{operation.id}", lookups.look_up(live, operation.id))
            case e.Send():
                sending.resume(live)
            case e.Cancel(operations):
                for task in _tasks_about(live, operations):
                    task.cancel()
            case _:
                pass  # words and questions are in the outbox; ignored events are counted by the commit
    if live.snapshot.timers is not before.timers and live.snapshot.timers:
        live.host.armed(min(timer.deadline for timer in live.snapshot.timers))
    _stop_looking(live, before, whole)
    if said:
        live.speak()


def resume(live: LiveRun, said: Sequence[port.Said]) -> None:
    """After a restart, go on with everything that was open: planned operations are carried out; what had been started
    is unknown, and is looked up. `said`: the last words of the run."""
    for operation in live.snapshot.operations.values():
        match operation.status:
            case _ if operation.act is Act.SAY or operation.act is Act.SEND:
                pass  # `delivery` knows whether the words were delivered, and `sending` what is still to be sent
            case Status.PLANNED:
                live.start(_name(operation), perform.carry_out(live, operation.id))
            case Status.STARTED:
                why = "the process ended before an answer"
                live.start(_name(operation), perform.no_answer(live, operation, why))
            case Status.UNKNOWN:
                live.start(f"{LOOK_UP}{operation.id}", lookups.look_up(live, operation.id))
    delivery.resume(live, said)
    absence.resume(live)
    sending.resume(live)
    live.kick()


def writes_under_way(live: LiveRun) -> list[asyncio.Task[None]]:
    """The tasks of the writes that have been started and not answered."""
    return _tasks_about(live, [id for id, op in live.snapshot.operations.items() if op.status is Status.STARTED])


def _name(operation: Operation) -> str:
    """Each attempt is a task of its own: the next may begin before the last has been put away."""
    return f"{operation.id}/{operation.attempt}"


def _tasks_about(live: LiveRun, operations: Sequence[str]) -> list[asyncio.Task[None]]:
    wanted = {*operations, *(f"{LOOK_UP}{id}" for id in operations)}
    return [task for name, task in live.tasks.items() if name in wanted or name.rpartition("/")[0] in wanted]


def _stop_looking(live: LiveRun, before: Snapshot, whole: Step) -> None:
    """A write has settled: nobody needs to look any more, neither a person nor a look-up that was about to."""
    settled = {record.operation for record in whole.records if isinstance(record, r.Settled) and record.write}
    for id in settled:
        if (looking := live.tasks.get(f"{LOOK_UP}{id}")) is not None:
            looking.cancel()
    known = {id for id in settled if before.end is not None or _doubtful(before.operations.get(id))}
    if known:
        live.start(f"clear attention of {', '.join(sorted(known))}", _clear(live, known, before.seq))


def _doubtful(operation: Operation | None) -> bool:
    return operation is not None and operation.status is Status.UNKNOWN


async def _clear(live: LiveRun, operations: set[str], until: int) -> None:
    host = live.host
    for item in await host.ask(host.store.attention):
        if item.key == live.key and item.operation in operations and item.seq <= until:
            await host.ask(host.store.resolve_attention, item.number, host.clock.now(), host.epoch)
