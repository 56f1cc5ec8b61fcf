"""What follows from records: operations, timers, approvals and attention, the same in every store.

Owns: the rows that are derived and how each record changes them, and the key an operation has for the outside world.
Never: reads or writes a store. A row found here is never the truth; the journal is, and `verify` derives them again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple
from urllib.parse import quote, unquote

from decidable.core import records as r
from decidable.core.canonical import digest
from decidable.core.snapshot import Operation, Snapshot, Status
from decidable.stores.port import ApprovalRow, ApprovalStatus, RunKey, Said

SETTLED = "settled"
WITHDRAWN = "withdrawn"


def operation_key(store_id: str, key: RunKey, operation: str) -> str:
    """The key an operation has for the outside world: never that of another store, tenant, run or operation."""
    return f"{store_id}/{quote(key.tenant, safe='')}/{quote(key.run, safe='')}/{operation}"


def parse_operation_key(text: str) -> tuple[str, RunKey, str]:
    """The store, run and operation that `operation_key` named. Raises ValueError for what is no such key."""
    store_id, tenant, run, operation = text.split("/")
    return store_id, RunKey(unquote(tenant), unquote(run)), operation


class OperationRow(NamedTuple):
    """An operation for the operator's eyes. `status`: planned, started, unknown, settled or withdrawn."""

    id: str
    act: str
    tool: str
    args_digest: str
    proposal: str
    status: str
    attempt: int
    event: str = ""
    """Its outcome, once settled."""

    @property
    def open(self) -> bool:
        """Whether it is still unsettled."""
        return self.status not in {SETTLED, WITHDRAWN}


class TimerRow(NamedTuple):
    """An armed deadline. `noted`: it fired during an interruption and fires again on return, not before."""

    entry: int
    event: str
    deadline: int
    noted: bool = False


class Raise(NamedTuple):
    """A row of the attention list, from the record at `seq`."""

    seq: int
    why: str
    operation: str


def operations(
    records: Iterable[r.JournalRecord], known: Callable[[str], OperationRow | None]
) -> tuple[OperationRow, ...]:
    """The operation rows that the records add or change. `known` looks up a row of an earlier commit."""
    changed: dict[str, OperationRow] = {}

    def change(id: str, status: str, attempt: int | None = None, event: str = "") -> None:
        row = changed.get(id) or known(id)
        if row is None:
            raise ValueError(f"operation {id} is {status} and was never planned")
        changed[id] = row._replace(status=status, event=event, attempt=row.attempt if attempt is None else attempt)

    for record in records:
        match record:
            case r.Planned(operation):
                changed[operation.id] = _planned(operation)
            case r.Started(id, attempt, _):
                change(id, Status.STARTED.value, attempt)
            case r.Unanswered(id):
                change(id, Status.UNKNOWN.value)
            case r.Retried(id):
                change(id, Status.PLANNED.value)
            case r.Settled(id, event, _, _):
                change(id, SETTLED, event=event)
            case r.Sent(id, _):
                change(id, SETTLED)
            case r.Withdrawn(ids, _):
                for id in ids:
                    change(id, WITHDRAWN)
            case _:
                pass
    return tuple(changed.values())


def _planned(operation: Operation) -> OperationRow:
    return OperationRow(
        operation.id,
        operation.act.value,
        operation.tool,
        digest(operation.args),
        operation.proposal,
        operation.status.value,
        operation.attempt,
    )


def timers(before: Iterable[TimerRow], records: Iterable[r.JournalRecord], snapshot: Snapshot) -> tuple[TimerRow, ...]:
    """The deadlines armed in a snapshot, those of an interrupted entry included."""
    noted = {(row.entry, row.event) for row in before if row.noted}
    for record in records:
        if isinstance(record, r.Noted) and record.note is r.Note.WAITING:
            noted.add((record.occurrence.entry, record.occurrence.event))
    rows = [TimerRow(snapshot.entry, timer.event, timer.deadline) for timer in snapshot.timers]
    kept = snapshot.interrupted
    if kept is not None:
        for timer in kept.timers:
            waits = (kept.entry, timer.event) in noted
            rows.append(TimerRow(kept.entry, timer.event, timer.deadline, waits))
    return tuple(sorted(rows))


def approvals(
    before: Sequence[ApprovalRow], records: Iterable[r.JournalRecord], said: Iterable[Said], at: int
) -> tuple[ApprovalRow, ...]:
    """A run's proposals after a commit, oldest first: those before, changed, and new ones at the end."""
    rows = list(before)

    def answer(digest: str, status: ApprovalStatus, by: str = "") -> None:
        at_index = _last(rows, digest)
        if at_index is not None and rows[at_index].status is ApprovalStatus.OPEN:
            rows[at_index] = rows[at_index]._replace(status=status, by=by, answered_at=at)

    for record in records:
        match record:
            case r.Proposed(proposal):
                index = _last(rows, proposal.digest)
                if index is None or rows[index].status is not ApprovalStatus.OPEN:
                    rows.append(ApprovalRow(proposal.digest, ApprovalStatus.OPEN, "", at))
            case r.Approved(digest, by, _):
                answer(digest, ApprovalStatus.APPROVED, by)
            case r.Dropped(digest, why):
                answer(digest, _dropped(why))
            case r.Ended():
                for row in tuple(rows):
                    answer(row.digest, ApprovalStatus.WITHDRAWN)
            case _:
                pass
    for words in said:
        index = _last(rows, words.digest) if words.digest else None
        if index is not None and not rows[index].question:
            rows[index] = rows[index]._replace(question=words.text)
    return tuple(rows)


def _last(rows: Sequence[ApprovalRow], digest: str) -> int | None:
    return next((i for i in reversed(range(len(rows))) if rows[i].digest == digest), None)


def _dropped(why: str) -> ApprovalStatus:
    """What became of an open question, from the words of the record that dropped it."""
    if why.startswith("expired"):  # only the beginning is the core's word; what follows may name a fact
        return ApprovalStatus.EXPIRED
    return ApprovalStatus.DENIED if why.startswith("denied") else ApprovalStatus.WITHDRAWN


def touches_approvals(records: Iterable[r.JournalRecord], said: Iterable[Said]) -> bool:
    """Whether `approvals` could change anything, so that a plain step need not read them."""
    return any(isinstance(record, r.Proposed | r.Approved | r.Dropped | r.Ended) for record in records) or any(
        words.digest for words in said
    )


def attention(records: Iterable[r.JournalRecord], first_seq: int) -> tuple[Raise, ...]:
    """The attention rows that the records raise; the first of them stands at `first_seq`."""
    return tuple(
        Raise(seq, record.why, record.operation or (record.occurrence.operation if record.occurrence else ""))
        for seq, record in enumerate(records, first_seq)
        if isinstance(record, r.Raised)
    )
