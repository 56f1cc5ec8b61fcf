"""Whatever machine, whatever order of events: what `step` promises without exception."""

from __future__ import annotations

from collections import Counter
from functools import reduce
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from decidable.core import definition as d
from decidable.core import effects as e
from decidable.core import records as r
from decidable.core import snapshot as s
from decidable.core import step as stepping
from decidable.core.canonical import text
from decidable.core.compile import compile_table
from decidable.core.evolve import evolve, replay
from decidable.core.learn import fields_problem
from decidable.core.step import Step, begin, step
from decidable.core.table import Table
from decidable.core.values import Money, Value, fits
from tests.core.anything import Past, hostile, machine
from tests.core.driver import NOTHING

START: dict[str, Value] = {"t1": "a", "price": Money("9.00 USD")}


def walk(random: Random, steps: int) -> None:
    """One random machine through so many hostile inputs, every promise checked after each."""
    table = compile_table(machine(random))
    assert table.fit, table.problems
    first = begin(table, START if random.random() < 0.7 else NOTHING, 0)
    records, snapshot = list(first.records), first.snapshot
    past = Past([], [], [])
    check_records(table, None, first, set())
    seen: set[str] = set()
    for now in range(1, steps + 1):
        news = hostile(random, table, snapshot, past, now)
        before = text(snapshot)
        after = step(table, snapshot, news)
        assert text(snapshot) == before, "the snapshot a step is given never changes"
        assert after == step(table, snapshot, news), "a step is a function"
        assert after == stepping._whole(table, snapshot, news), "the short way is the long way"
        records += after.records
        assert reduce(evolve, after.records, snapshot) == after.snapshot
        check_nothing_is_lost(table, snapshot, news, after)
        check_records(table, snapshot, after, seen)
        check_snapshot(table, after)
        remember(past, snapshot, after.snapshot)
        snapshot = after.snapshot
    assert text(replay(records)) == text(snapshot), "bit for bit"


def remember(past: Past, before: s.Snapshot, after: s.Snapshot) -> None:
    past.operations.extend(id for id in before.operations if id not in past.operations)
    if before.proposal and (after.proposal is None or after.proposal.digest != before.proposal.digest):
        past.digests.append(before.proposal.digest)
    if before.entry not in past.entries:
        past.entries.append(before.entry)


def mentioned(records: tuple[r.JournalRecord, ...]) -> list[s.Occurrence]:
    found = (getattr(record, "occurrence", None) for record in records)
    return [occurrence for occurrence in found if occurrence is not None]


def check_nothing_is_lost(table: Table, before: s.Snapshot, news: s.Input, after: Step) -> None:
    assert after.records or any(isinstance(effect, e.Ignored) for effect in after.effects)
    deferred = sum(isinstance(x, r.Decided) and x.verdict is r.Verdict.DEFER for x in after.records)
    recalled = sum(isinstance(x, r.Decided) and x.cause is r.Cause.RECALLED for x in after.records)
    raised = sum(isinstance(x, r.Raised) and x.why.startswith("still waiting") for x in after.records)
    assert len(before.queue) + deferred == recalled + raised + len(after.snapshot.queue)
    held_before = Counter(map(text, before.interrupted.held)) if before.interrupted else Counter()
    held_now = Counter(map(text, after.snapshot.interrupted.held)) if after.snapshot.interrupted else Counter()
    assert not held_before - held_now - Counter(map(text, mentioned(after.records)))
    if isinstance(news, s.Occurrence) and news.event in table.events:
        check_evidence(table, news, after)


def check_evidence(table: Table, news: s.Occurrence, after: Step) -> None:
    """Evidence is decided as a move, a stay or a deferral, noted as a duplicate, or put before a person."""
    info = table.events[news.event]
    if info.kind is not d.Kind.EVIDENCE:
        return
    about = [record for record in after.records if getattr(record, "occurrence", None) == news]
    decided = [record.verdict for record in about if isinstance(record, r.Decided)]
    assert set(decided) <= {r.Verdict.MOVE, r.Verdict.STAY, r.Verdict.DEFER} or any(
        isinstance(x, r.Raised) for x in about
    )
    duplicate = any(isinstance(x, r.Noted) and x.note is r.Note.DUPLICATE for x in about)
    assert decided or duplicate or any(isinstance(x, r.Raised) for x in about)
    if fields_problem(info, news.fields):
        assert any(isinstance(x, r.Raised) for x in about)


def check_records(table: Table, before: s.Snapshot | None, after: Step, seen: set[str]) -> None:
    """Record by record: what is planned is allowed at that moment, and its name is new."""
    records = after.records
    if before is None:
        snapshot, records = replay(records[:1]), records[1:]
    else:
        snapshot = before
        assert after.snapshot.version - before.version == sum(isinstance(x, r.Decided) for x in records)
        assert after.snapshot.seq - before.seq == len(records)
    for record in records:
        if isinstance(record, r.Planned):
            operation = record.operation
            assert operation.id not in seen
            seen.add(operation.id)
            if operation.act in (s.Act.READ, s.Act.WRITE) and table.tools[operation.tool].tool.approval:
                check_approved(snapshot.proposal, operation)
        if isinstance(record, r.Settled):
            assert record.operation in snapshot.operations
        snapshot = evolve(snapshot, record)


def check_approved(proposal: s.Proposal | None, operation: s.Operation) -> None:
    """Planned from an approved proposal, in order, with exactly the proposed arguments."""
    assert proposal is not None
    assert proposal.approved
    assert proposal.by == "ann"
    assert proposal.home == operation.entry
    planned = proposal.steps[proposal.next]
    taken = {name: proposal.outcomes[event][name] for name, event in planned.taken.items()}
    assert (operation.tool, operation.args) == (planned.tool, {**planned.args, **taken})


def check_snapshot(table: Table, after: Step) -> None:
    snapshot = after.snapshot
    writes = Counter(op.tool for op in snapshot.operations.values() if op.act is s.Act.WRITE)
    assert not writes or max(writes.values()) == 1, "at most one unsettled operation per write tool"
    assert len(snapshot.queue) <= s.QUEUE_LIMIT
    assert all(fits(known.value, table.facts[name].type) for name, known in snapshot.facts.items())
    assert all(name in snapshot.facts for known in snapshot.facts.values() for name in known.depends)
    assert snapshot.state in table.states
    role = table.states[snapshot.state].state.role
    assert (role is d.Role.FINAL) == (snapshot.end is not None)
    assert snapshot.interrupted is None or role is d.Role.INTERRUPTION
    current = {snapshot.entry, snapshot.interrupted.entry if snapshot.interrupted else snapshot.entry}
    for operation in snapshot.operations.values():
        planned = operation.status is s.Status.PLANNED and operation.act in (s.Act.READ, s.Act.WRITE)
        assert not planned or operation.entry in current, "what is planned belongs to an entry that is current"
    if snapshot.proposal is not None:
        assert {snapshot.proposal.home if snapshot.proposal.approved else snapshot.proposal.entry} <= current
    text(after)  # records, snapshot and effects have a canonical form
    for effect in after.effects:
        if isinstance(effect, e.Dispatch):
            assert snapshot.operations[effect.operation.id].status is s.Status.PLANNED


@settings(max_examples=250, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.integers(0, 2**32))
def test_every_promise_in_every_order(seed: int) -> None:
    """A seed and not `st.randoms()`: drawn bit by bit, machines come out too simple to be wrong."""
    walk(Random(seed), 50)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(200))
def test_every_promise_in_long_runs(seed: int) -> None:
    walk(Random(seed), 300)
