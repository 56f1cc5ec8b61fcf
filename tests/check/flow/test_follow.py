"""The shadow never says less than the runs it stands for: random machines, random orders, through the real step."""

from __future__ import annotations

from dataclasses import replace
from itertools import count
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from decidable.check.flow.domain import UNKNOWN, Domain, Source
from decidable.check.flow.follow import PATIENCE, follow
from decidable.check.flow.found import Decision, Flow
from decidable.check.flow.space import OPEN
from decidable.core import definition as d
from decidable.core import records as r
from decidable.core import snapshot as s
from decidable.core.compile import compile_table
from decidable.core.learn import CLAIMS
from decidable.core.step import begin, step
from decidable.core.table import Table
from decidable.core.values import Value
from tests.core.anything import Past, hostile, machine

_SOURCES = {**dict.fromkeys(CLAIMS, Source.CLAIM), "evidence": Source.EVIDENCE, "initial": Source.INITIAL}


def numbered(definition: d.Definition) -> d.Definition:
    """The machine with a number for every line, by which a record says which one decided."""
    at = count(1)

    def lines(several: tuple[d.Line, ...]) -> tuple[d.Line, ...]:
        return tuple(replace(line, at=next(at)) for line in several)

    states = tuple(replace(state, lines=lines(state.lines)) for state in definition.states)
    return replace(definition, any_state=lines(definition.any_state), states=states)


def mask_of(domain: Domain, known: s.Known | None) -> int:
    """The one bit for what a run knows of a fact."""
    if known is None:
        return UNKNOWN
    source = _SOURCES.get(known.source, Source.SAID)
    alike = [(atom, bit) for atom, bit in domain.known(domain.whole) if atom[1:] == (source, known.depends)]
    fitting = domain.equal_to(known.value, (source, known.depends)) if alike else 0  # type: ignore[arg-type]
    found = [bit for _, bit in alike if bit & fitting] or [bit for atom, bit in alike if domain.classes[atom.at].rest]
    assert found, (domain.fact.name, known)
    return found[0]


def check_snapshot(flow: Flow, snapshot: s.Snapshot) -> None:
    """Some box of its state holds everything it knows, together, and the writes that are open."""
    space = flow.world.space
    wanted = sum(
        mask_of(domain, snapshot.facts.get(domain.fact.name)) << space.shift[at]
        for at, domain in enumerate(space.domains)
    )
    for operation in snapshot.operations.values():
        if operation.act is s.Act.WRITE:
            wanted |= OPEN << space.writes[operation.tool]
    assert any(wanted & box == wanted for box in flow.boxes.get(snapshot.state, ())), (snapshot.state, snapshot.facts)


def check_records(table: Table, flow: Flow, records: tuple[r.JournalRecord, ...]) -> None:
    """Whatever decided is among what can decide."""
    for record in records:
        if isinstance(record, r.Decided) and record.line:
            cell = table.rows[record.state].get(record.occurrence.event)
            assert cell is not None
            numbers = [n for n, option in enumerate(cell.options) if option.line.at == record.line]
            assert any(Decision(record.state, cell.event, n) in flow.decided for n in numbers), record


def walk(random: Random, steps: int, patience: int = PATIENCE) -> None:
    table = compile_table(numbered(machine(random)))
    flow = follow(table, patience=patience)
    known: dict[str, Value] = {}
    for domain in flow.world.space.domains:
        if domain.given and random.random() < 0.5:
            known[domain.fact.name] = "a" if domain.fact.name != "n" else 2
    first = begin(table, known, 0)
    snapshot = first.snapshot
    check_snapshot(flow, snapshot)
    past = Past([], [], [])
    for now in range(1, steps + 1):
        after = step(table, snapshot, hostile(random, table, snapshot, past, now))
        check_records(table, flow, after.records)
        past.operations.extend(id for id in snapshot.operations if id not in past.operations)
        if snapshot.proposal is not None:
            past.digests.append(snapshot.proposal.digest)
        past.entries.append(snapshot.entry)
        snapshot = after.snapshot
        check_snapshot(flow, snapshot)


@settings(max_examples=50, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.integers(0, 2**32))
def test_whatever_a_run_knows_the_shadow_knew(seed: int) -> None:
    walk(Random(seed), 40)


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.integers(0, 2**32))
def test_nor_where_each_fact_is_followed_by_itself(seed: int) -> None:
    walk(Random(seed), 40, patience=0)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(400))
def test_whatever_a_long_run_knows_the_shadow_knew(seed: int) -> None:
    walk(Random(seed), 200)
