"""Every move of a search, at every moment that it takes it from, is what the real step does there."""

from __future__ import annotations

import pytest

from decidable.check.explore.domains import Domains
from decidable.check.explore.moves import Bounds
from decidable.check.explore.packing import apply, lowest
from decidable.check.explore.plan import packed, supposed
from decidable.check.explore.search import Search
from decidable.check.explore.space import Space
from decidable.check.rules.monitors import IdleMonitor
from decidable.core.compile import compile_table
from decidable.core.step import step
from decidable.core.table import Table
from decidable.text.reader import read
from tests.check.prove import generated, made, several, timed
from tests.check.prove.test_spin import KINDS, rule


def look_at_moves(table: Table, limit: int) -> int:
    """Take every move by the real step, with every fact kept; how many there were. (When a deadline of an interrupted
    state passes, only the path to it says.)"""
    monitor, domains = IdleMonitor(), Domains(table)
    facts = packed(table, domains)
    space = Space(table, domains, facts, supposed(table, domains, ()), monitor.wants, Bounds())
    search = Search(space, monitor, None, limit)
    search.run([{}], lambda _: None)
    looked = 0
    for (number, _), bits in search.known.items():
        control, snapshot = space.controls[number], space.frame(number).snapshot
        each = zip(snapshot.operations.items(), control.operations, strict=True)
        operations = {id: op._replace(status=status, attempt=attempt) for (id, op), (status, attempt) in each}
        for valuation in (at for at in range(space.layout.count) if bits >> at & 1):
            known = space.told(snapshot.facts, space.layout.values(valuation))
            whole = snapshot._replace(operations=operations, facts=known)
            for move in control.moves:
                if move.where >> valuation & 1 and (snapshot.interrupted is None or not move.offer.input.at):
                    done = step(table, whole, move.offer.input)
                    after = lowest(apply(1 << valuation, space.layout.shifts(move.changes)))
                    assert space.place(space.normalizer.normal(done.snapshot)) == (move.target, after), whole
                    looked += 1
    return looked


def machine(kind: str, seed: int) -> Table:
    built = made.machine(seed, KINDS[kind])
    sentence, _ = rule(built, seed)
    definition = read(made.as_states(built, sentence)).definition
    assert definition is not None
    return compile_table(definition)


@pytest.mark.parametrize("seed", [0, 1, 125])
@pytest.mark.parametrize("kind", KINDS)
def test_every_move_is_what_the_step_does(kind: str, seed: int) -> None:
    assert look_at_moves(machine(kind, seed), 1_500)


@pytest.mark.parametrize("seed", range(9))
def test_every_move_with_guards_lists_and_several_operations(seed: int) -> None:
    tables = generated.machine(seed), several.machine(seed), timed.machine(seed, nested=False)
    table = tables[seed % 3]
    if table is not None:
        look_at_moves(table, 1_000)


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_every_move_of_many_machines(kind: str) -> None:
    for seed in range(100, 200):
        look_at_moves(machine(kind, seed), 5_000)


@pytest.mark.slow
@pytest.mark.parametrize("seeds", range(10))
def test_every_move_of_many_machines_of_other_kinds(seeds: int) -> None:
    for seed in range(100 + 30 * seeds, 130 + 30 * seeds):
        for table in (generated.machine(seed), several.machine(seed), timed.machine(seed, nested=False)):
            if table is not None:
                look_at_moves(table, 3_000)
