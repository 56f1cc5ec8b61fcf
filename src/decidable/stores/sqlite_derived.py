"""What follows from a step's records, kept as rows: operations, timers, approvals, attention.

Owns: bringing those rows up to date. Never: decides what they say; `derive` does, the same for every store.
"""

from __future__ import annotations

import sqlite3

from decidable.stores import derive, refusals
from decidable.stores import sqlite_rows as rows
from decidable.stores.port import ApprovalRow, ApprovalStatus, Commit
from decidable.stores.sqlite_run import Standing, run_numbered, update_tally


def bring_up_to_date(tally: rows.Tally, before: Standing, commit: Commit) -> None:
    """Every derived row that a commit changes."""
    run = before.row.id

    def known(id: str) -> derive.OperationRow | None:
        found = tally.find(rows.OPERATION, run, id)
        return derive.OperationRow(*found[1:]) if found else None

    for changed in derive.operations(commit.records, known):
        tally.put(rows.OPERATION, (run, *changed))
    if before.armed or commit.snapshot.timers or commit.snapshot.interrupted:
        _timers(tally, run, commit)
    if derive.touches_approvals(commit.records, commit.said):
        _approvals(tally, run, commit)
    for raised in derive.attention(commit.records, before.row.seq + 1):
        tally.add(rows.ATTENTION, (tally.next_number(rows.ATTENTION), run, *raised, commit.at, 0))


def _timers(tally: rows.Tally, run: int, commit: Commit) -> None:
    found = {timer(*row): row for row in tally.of_run(rows.TIMER, run)}
    armed = derive.timers(found, commit.records, commit.snapshot)
    for known, row in found.items():
        if known not in armed:
            tally.drop(rows.TIMER, row)
    for entry in armed:
        if entry not in found:
            tally.add(rows.TIMER, (run, entry.entry, entry.event, entry.deadline, int(entry.noted)))


def _approvals(tally: rows.Tally, run: int, commit: Commit) -> None:
    before = [approval(*row) for row in tally.of_run(rows.APPROVAL, run)]
    after = derive.approvals(before, commit.records, commit.said, commit.at)
    for number, answer in enumerate(after, 1):
        if number > len(before) or answer != before[number - 1]:
            tally.put(rows.APPROVAL, (run, number, *answer._replace(status=answer.status.value)))  # type: ignore[arg-type]


def resolve_attention(connection: sqlite3.Connection, number: int, at: int) -> None:
    """A person has dealt with an item; the first time counts."""
    found = rows.find(connection, rows.ATTENTION, number)
    if found is None:
        raise refusals.nothing_numbered("attention item", number)
    if not found[-1]:
        run = run_numbered(connection, found[1])
        tally = rows.Tally(connection, run.tally)
        tally.change(rows.ATTENTION, found, (*found[:-1], at))
        update_tally(connection, run.id, run.arrivals, tally.kept)


def timer(_: int, entry: int, event: str, deadline: int, noted: int) -> derive.TimerRow:
    """A kept deadline, from its columns."""
    return derive.TimerRow(entry, event, deadline, bool(noted))


def approval(_: int, __: int, digest: str, status: str, question: str, asked_at: int, by: str, at: int) -> ApprovalRow:
    """A kept proposal, from its columns."""
    return ApprovalRow(digest, ApprovalStatus(status), question, asked_at, by, at)
