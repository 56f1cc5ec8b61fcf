"""What a person may do to one run by its name: answer its question, settle an operation.

Owns: that exactly the open question is answered, once, and the refusal that says what is open instead. Never: decides
what an answer leads to; the table does.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from decidable.core.snapshot import Act, Occurrence, Snapshot, Status
from decidable.errors import RefusedError
from decidable.runtime import arrivals, asked, speaking
from decidable.runtime.job import OvertakenError, Taken
from decidable.stores import port

if TYPE_CHECKING:
    from decidable.runtime.live import LiveRun


async def answer(live: LiveRun, digest: str, *, yes: bool, by: str) -> port.Offered:
    """Answer a question. It is looked at once more at the writer's turn, so that of two answers one counts.

    Raises RefusedError, with the current question, for a digest that is not the open one.
    """
    host = live.host
    if not host.machine.answers[0]:
        raise RefusedError(f"{host.machine.name} has no answer events: declare them with yes_no()")
    arrivals.require_names(host, digest, by)
    event = host.machine.answers[0 if yes else 1]
    id = f"{arrivals.OURS}answer {digest}"
    occurrence = Occurrence(event, {}, host.clock.now(), id, by, approval=digest if yes else "")

    def prepare(snapshot: Snapshot) -> Taken:
        proposal = snapshot.proposal
        if proposal is None or proposal.digest != digest or proposal.approved:
            raise OvertakenError(digest)
        return Taken((occurrence,))

    if yes:
        await asked.require_recorded(live, digest)
    try:
        return await arrivals.take_now(live, occurrence, prepare)
    except OvertakenError:
        raise RefusedError(f"{digest} cannot be answered: {await _why_not(live, digest)}") from None


async def _why_not(live: LiveRun, digest: str) -> str:
    rows = await live.host.ask(live.host.store.approvals, live.key)
    found = next((row for row in reversed(rows) if row.digest == digest), None)
    why = "this run never asked it"
    if found is not None:
        why = f"it is {found.status.value}" + (f" by {found.by}" if found.by else "")
    proposal = live.snapshot.proposal
    if proposal is None or proposal.approved:
        return f"{why}; nothing is asked now"
    return f"{why}; the open question is: {speaking.question(live.host, proposal)} ({proposal.digest})"


async def settle(live: LiveRun, operation: str, event: str, fields: Mapping[str, object], by: str) -> port.Offered:
    """A person says how a write ended that nobody could look up.

    Raises RefusedError for an operation that is not unknown, and for what is not one of its outcomes.
    """
    host = live.host
    arrivals.require_names(host, operation, by)
    found = live.snapshot.operations.get(operation)
    if found is None or found.act is not Act.WRITE:
        known = ", ".join(id for id, op in live.snapshot.operations.items() if op.act is Act.WRITE) or "none"
        raise RefusedError(f"'{operation}' is not an open write of {live.key}; open: {known}")
    gives = host.machine.table.tools[found.tool].tool.gives
    if event not in gives:
        raise RefusedError(f"'{event}' is not an outcome of {found.tool}; its outcomes are {', '.join(gives)}")
    made = arrivals.event_of(host, event, fields, operation, by)
    occurrence = made._replace(id=f"{arrivals.OURS}settle {operation}", operation=operation)

    def prepare(snapshot: Snapshot) -> Taken:
        current = snapshot.operations.get(operation)
        if current is None or current.status is not Status.UNKNOWN:
            raise OvertakenError(operation)
        return Taken((occurrence,))

    try:
        return await arrivals.take_now(live, occurrence, prepare)
    except OvertakenError:
        current = live.snapshot.operations.get(operation)
        stands = "it has settled meanwhile" if current is None else f"it is {current.status.value}; wait for its answer"
        raise RefusedError(f"'{operation}' cannot be settled by hand: {stands}") from None
