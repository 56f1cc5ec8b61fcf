"""The gate: every execution of a tool passes this one function.

Owns: `permit`, a pure judgement on resolved values, and its grounds. Never: carries anything out, or trusts that an
earlier check still holds.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

from decidable.core.canonical import digest, text
from decidable.core.conditions import View
from decidable.core.snapshot import Act, Known, Operation, Proposal, Snapshot, Status
from decidable.core.table import Table, ToolInfo
from decidable.core.values import fits
from decidable.stores.port import GateDecision


class Permit(NamedTuple):
    """A judgement. `why` is empty when permitted."""

    permitted: bool
    why: str

    def decision(self, table: Table, snapshot: Snapshot, operation: Operation, at: int) -> GateDecision:
        """The judgement with its grounds, to be kept: the facts the arguments came from, the approval, the tool."""
        proposal = snapshot.proposal
        grounds = {
            "state": snapshot.state,
            "tool": operation.tool,
            "args": dict(operation.args),
            "facts": {n: _grounds(snapshot.facts[n]) for n in operation.built_on if n in snapshot.facts},
            "approval": operation.proposal,
            "approved_by": proposal.by if proposal is not None and proposal.digest == operation.proposal else "",
            "machine": table.fingerprint,
            "attempt": operation.attempt + 1,
        }
        return GateDecision(operation.id, self.permitted, self.why, text(grounds), at)


def _grounds(known: Known) -> dict[str, int | str]:
    return {"record": known.record, "source": known.source, "value": text(known.value)}


def permit(
    table: Table, snapshot: Snapshot, operation: Operation, disabled: Collection[str], fingerprint: str
) -> Permit:
    """Whether this operation may be carried out now, in this snapshot. `fingerprint`: the machine the run was begun with."""
    why = _refusal(table, snapshot, operation, disabled, fingerprint)
    return Permit(not why, why)


def _refusal(
    table: Table, snapshot: Snapshot, operation: Operation, disabled: Collection[str], fingerprint: str
) -> str:
    current = snapshot.operations.get(operation.id)
    info = table.tools.get(operation.tool)
    if current is None:
        return "it was withdrawn or has settled"
    if info is None:
        return f"{operation.tool} is not a tool of this machine"
    if operation.tool in disabled:
        return f"{operation.tool} is switched off"
    if fingerprint != table.fingerprint:
        return f"the run was begun with machine {fingerprint}, and this is {table.fingerprint}"
    if current.status is Status.STARTED:
        return "it is under way already"
    if (current.tool, current.args) != (operation.tool, operation.args):
        return "it is not the planned call, or its arguments are not the planned ones"
    if not _entry_is_current(snapshot, current):
        return "the state it was planned in was left"
    for name, value in current.args.items():
        fact = table.facts.get(name)
        if fact is None or not fits(value, fact.type):
            return f"{name} is not {fact.type if fact is not None else 'a fact'}"
    if not _requirement_holds(info, snapshot, current):
        return f"it requires {info.tool.requires}"
    return _unapproved(info, snapshot.proposal, current) if info.tool.approval else ""


def _entry_is_current(snapshot: Snapshot, operation: Operation) -> bool:
    kept = snapshot.interrupted
    current = {snapshot.entry} if kept is None else {snapshot.entry, kept.entry}
    return snapshot.end is None and operation.entry in current


def _requirement_holds(info: ToolInfo, snapshot: Snapshot, operation: Operation) -> bool:
    """On the facts as they are now. The operation itself does not count as the run's being busy."""
    if info.requires is None:
        return True
    busy = any(op.act is Act.WRITE and op.id != operation.id for op in snapshot.operations.values())
    return info.requires(View(snapshot.facts, {}, busy=busy))


def _unapproved(info: ToolInfo, proposal: Proposal | None, operation: Operation) -> str:
    """The approval, looked at again: this list, this step, these arguments, this tool."""
    if proposal is None or not proposal.approved or proposal.digest != operation.proposal:
        return f"{operation.tool} has no approval"
    for number, step in enumerate(proposal.steps[: proposal.next]):
        frozen = dict(step.args)
        taken = {name: proposal.outcomes.get(event, {}).get(name) for name, event in step.taken.items()}
        if step.tool == operation.tool and {**frozen, **taken} == dict(operation.args):
            return "" if info.contract == digest(info.tool) else f"step {number + 1} was approved for another tool"
    return f"no approved step is {operation.tool} with these arguments"
