"""What a runtime committed, beside what `step` makes of the same input.

Owns: finding the input of a commit in its records. Never: trusts a commit.
"""

from __future__ import annotations

from decidable.core import records as r
from decidable.core.effects import Ignored
from decidable.core.snapshot import (
    NO_FIELDS,
    Act,
    Blocked,
    Delivered,
    Dispatched,
    Input,
    NotFound,
    Occurrence,
    Snapshot,
    Undelivered,
)
from decidable.core.step import Step, step
from decidable.core.table import Table
from decidable.journal import decode_occurrence
from decidable.stores.port import ArrivalKind, Commit

_REFUSED = "the gate refused it: "


def input_of(before: Snapshot, commit: Commit) -> Input | None:
    """The input that a commit took in; None where its records do not tell."""
    arrival = commit.arrival
    if not commit.records:
        if arrival is None or arrival.kind is not ArrivalKind.EVENT:
            return None
        return decode_occurrence(arrival.body)._replace(at=arrival.at)
    match commit.records[0]:
        case r.Started(id, _, at):
            return Dispatched(id, at)
        case r.Retried(id):
            return NotFound(id, commit.at, before.operations[id].attempt)
        case r.Sent(id, run):
            return Delivered(id, run, commit.at)
        case r.Withdrawn((id,), why) if before.operations[id].act is Act.SEND:
            return Undelivered(id, why, commit.at)
        case r.Withdrawn((id,), why):
            at = next((x.occurrence.at for x in commit.records if isinstance(x, r.Decided)), commit.at)
            return Blocked(id, why.removeprefix(_REFUSED), at)
        case r.Settled(id) | r.Unanswered(id):
            return _occurrence(commit, id) or _ignored(commit, id)
        case _:
            return _occurrence(commit)


def _occurrence(commit: Commit, operation: str = "") -> Occurrence | None:
    """The first that the records name; of this operation, where one is given."""
    found = (record.occurrence for record in commit.records if isinstance(record, r.Decided | r.Noted | r.Held))
    return next((each for each in found if not operation or each.operation == operation), None)


def _ignored(commit: Commit, operation: str) -> Occurrence | None:
    """The outcome of an operation that the table ignores: it settles the operation, or says that nobody answered, and no
    record says what was decided of it."""
    if not commit.ignored:
        return None
    fields = commit.records[0].fields if isinstance(commit.records[0], r.Settled) else NO_FIELDS
    return Occurrence(commit.ignored[0], fields, commit.at, operation=operation)


def step_of(commit: Commit) -> Step:
    """A commit as the step that it says it was; of the effects only what was ignored is kept in one."""
    return Step(commit.snapshot, tuple(commit.records), tuple(Ignored(event) for event in commit.ignored))


def differs(table: Table, before: Snapshot, commit: Commit) -> str:
    """How a commit differs from what `step` makes of its input; empty where it does not, or where that cannot be told."""
    input = input_of(before, commit)
    if input is None:
        return ""
    after = step(table, before, input)
    if after.records == tuple(commit.records) and after.snapshot == commit.snapshot:
        return ""
    return f"the runtime committed {list(commit.records)} for {input}, and step makes {list(after.records)} of it"
