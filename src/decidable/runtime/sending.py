"""Events for other machines: from the run that sends them into the inbox of the run they are for, and how they are read there.

Owns: delivery at least once, in the order in which they were sent, under an id that tells a repetition; and what a receiver
makes of one. Never: decides an event, or takes one in for a run of another machine.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from decidable.bind.machine import Machine
from decidable.core import snapshot as s
from decidable.core.definition import Kind
from decidable.core.problem import did_you_mean
from decidable.journal import decode_occurrence, encode_occurrence
from decidable.runtime.arrivals import OURS
from decidable.stores import port

if TYPE_CHECKING:
    from decidable.runtime.live import LiveRun

SEND: Final = "send"


def resume(live: LiveRun) -> None:
    """Send what is to be sent: after the step that asks for it, and after a restart."""
    if _next(live) is not None:
        live.start(SEND, _send(live))


async def _send(live: LiveRun) -> None:
    """One after the other. A crash between the inbox and the report repeats the event under the same id, and the store
    tells which run has it already: also when that run has ended since and another one is open."""
    host = live.host
    while (operation := _next(live)) is not None:
        arrival = _arrival(live, operation)
        key = await host.ask(host.store.post, live.key.tenant, live.conversation, operation.tool, arrival)
        now = host.clock.now()
        if key is None:
            why = f"no run of {operation.tool} is open in conversation {live.conversation}"
            await live.apply(s.Undelivered(operation.id, why, now))
        else:
            await live.apply(s.Delivered(operation.id, key.run, now))


def _next(live: LiveRun) -> s.Operation | None:
    """The oldest event that is still to be sent. A snapshot from the store does not keep the order of operations."""
    to_send = [operation for operation in live.snapshot.operations.values() if operation.act is s.Act.SEND]
    return min(to_send, key=_place, default=None)


def _place(operation: s.Operation) -> tuple[int, int]:
    version, _, number = operation.id.partition(".")
    return int(version), int(number)


def _arrival(live: LiveRun, operation: s.Operation) -> port.Arrival:
    """The id is that of the intention: run and operation, in the tenant that both runs belong to."""
    id, by = f"{OURS}{live.key.run}/{operation.id}", f"{live.host.machine.name} {live.key.run}"
    body = encode_occurrence(s.Occurrence(operation.event, operation.args, id=id, by=by))
    return port.Arrival(id, port.ArrivalKind.SENT, body, live.host.clock.now(), by)


def received(
    machine: Machine[Any, Any], snapshot: s.Snapshot, arrival: port.Arrival, now: int
) -> s.Occurrence | s.Unreadable:
    """What another machine sent, as an event of this one: of the values its sender knew, those that are its fields."""
    sent = decode_occurrence(arrival.body)._replace(at=now)
    if snapshot.end is not None:  # since it was posted; nobody else would hear of it
        return s.Unreadable(sent, f"the run has ended: {snapshot.end.value}", now)
    info = machine.table.events.get(sent.event)
    if info is None:
        hint = did_you_mean(sent.event, machine.table.events) or "name one of its signals"
        return s.Unreadable(sent, f"{machine.name} has no event '{sent.event}'; {hint}", now)
    if info.kind is not Kind.SIGNAL:
        why = f"'{sent.event}' is {info.kind.value} in {machine.name}, and another machine sends signals"
        return s.Unreadable(sent, why, now)
    given = {name: sent.fields[name] for name in machine.given(sent.event) if name in sent.fields}
    fields, problem = machine.build_fields(sent.event, given)
    if problem:
        return s.Unreadable(sent._replace(fields=given), f"'{sent.event}' cannot be built: {problem}", now)
    return sent._replace(fields=fields)
