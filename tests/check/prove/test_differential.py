"""Packed, framed and loose, the search finds what a plain one finds: the same moments as early, the same shortest runs."""

from __future__ import annotations

import pytest

from decidable.check.explore.domains import Domains
from decidable.check.explore.plan import packed
from decidable.check.prove import Holds, Options, Refuted, Undecided, Verdict, prove
from decidable.check.prove.loose import loosest
from decidable.core.table import Table
from decidable.text.sentences import NothingAfterEnd, parse
from tests.check.prove import generated, oracle, several, timed, wide
from tests.check.prove.explored import everything, looked_at

RULES = {
    "look": ("never look twice", "never look before yes", "look only in s1", "never s2 twice without look between"),
    "act": ("never act twice", "never act twice without acted between", "act only in s1", "never act before ring"),
    "pay": ("never pay twice without refused between", "never pay before yes", "pay only in s2", "never s0 before pay"),
    "": ("never s2 twice without ring, tell between", "from any state go reaches s1 within 3 events"),
}
SEVERAL = (
    "never act twice",
    "act only in s1",
    "never ship before found",
    "never ship twice without acted between",
    "never ship before act",
    "after an end no tool",
    "never s1 twice without shipped between",
    "never act twice without ship between",
)
ALWAYS = ("after an end no tool", "from any state but s0 tell reaches s2 within 1 event")


def moments(table: Table, *, loosely: bool) -> dict[oracle.Moment, int]:
    """The moments that the search finds, and how early."""
    found: dict[oracle.Moment, int] = {}
    for depth, snapshot, _ in everything(table, loosely=loosely):
        found.setdefault(oracle.moment(snapshot), depth)
    return found


def kept(table: Table) -> set[str]:
    """The facts that are kept where as many as may be are loose."""
    domains = Domains(table)
    return looked_at(table) - loosest(table, domains, packed(table, domains))


def without(moments: dict[oracle.Moment, int], facts: set[str]) -> dict[oracle.Moment, int]:
    found: dict[oracle.Moment, int] = {}
    for (state, known), depth in moments.items():
        short = state, tuple(pair for pair in known if pair[0] in facts)
        found[short] = min(depth, found.get(short, depth))
    return found


@pytest.mark.parametrize("seed", range(16))
def test_the_same_moments_as_early(seed: int) -> None:
    table = generated.machine(seed)
    plain = None if table is None else oracle.ask(table, NothingAfterEnd(), 3_000)
    if table is None or plain is None or plain.length is not None:
        return  # no machine, one that is too large, or a rule that is broken at once
    assert moments(table, loosely=False) == without(plain.moments, looked_at(table))
    loose, few = moments(table, loosely=True), without(plain.moments, kept(table))
    assert all(moment in loose and loose[moment] <= depth for moment, depth in few.items())


@pytest.mark.parametrize("seed", range(40))
def test_the_same_verdicts_and_shortest_runs(seed: int) -> None:
    agree(seed)


@pytest.mark.parametrize("seed", [*range(20), 23, 46])
def test_deadlines_interruptions_and_facts_written_for_another_state(seed: int) -> None:
    assert agree_on_time(seed, nested=False)


@pytest.mark.parametrize("seed", range(10))
def test_deadlines_of_states_in_states(seed: int) -> None:
    agree_on_time(seed, nested=True)


@pytest.mark.slow
@pytest.mark.parametrize("seeds", range(20))
def test_many_machines_of_deadlines(seeds: int) -> None:
    """How long a run had been in a state when an interruption came is not kept either: now and then more is found."""
    flat = [agree_on_time(seed, nested=False) for seed in range(100 + 50 * seeds, 150 + 50 * seeds, 2)]
    assert flat.count(False) <= 2
    for seed in range(101 + 50 * seeds, 150 + 50 * seeds, 2):
        agree_on_time(seed, nested=True)


def agree_on_time(seed: int, *, nested: bool) -> bool:
    """Whether the search finds the same. In states in states it may find more, in an order that no clock gives; never
    less."""
    table = timed.machine(seed, nested=nested)
    plain = None if table is None else oracle.ask(table, NothingAfterEnd(), 1_500)
    if table is None or plain is None:
        return True
    found, expected = moments(table, loosely=False), without(plain.moments, looked_at(table))
    assert all(moment in found and found[moment] <= depth for moment, depth in expected.items())
    return found == expected


@pytest.mark.parametrize("seed", range(48))
def test_several_operations_at_a_time(seed: int) -> None:
    agree_on_several(seed)


@pytest.mark.slow
@pytest.mark.parametrize("seeds", range(20))
def test_many_machines_of_several_operations(seeds: int) -> None:
    for seed in range(100 + 50 * seeds, 150 + 50 * seeds):
        agree_on_several(seed)


def agree_on_several(seed: int) -> None:
    table = several.machine(seed)
    if table is not None:
        agree_on(table, SEVERAL[seed % len(SEVERAL)], 2_000)
        plain = oracle.ask(table, NothingAfterEnd(), 1_000)
        if plain is not None and plain.length is None:
            assert moments(table, loosely=False) == without(plain.moments, looked_at(table))


@pytest.mark.slow
@pytest.mark.parametrize("seeds", range(20))
def test_many_machines(seeds: int) -> None:
    for seed in range(100 + 50 * seeds, 150 + 50 * seeds):
        agree(seed)


def agree(seed: int) -> None:
    table = generated.machine(seed)
    if table is None:
        return
    tool = next(iter(table.tools), "")
    rules = (*RULES[tool], *ALWAYS)
    agree_on(table, rules[seed % len(rules)], 3_000)


def agree_on(table: Table, rule: str, most: int) -> None:
    """On one rule, where the plain search ends within so many moments."""
    sentence = parse(rule)
    assert sentence is not None
    plain = oracle.ask(table, sentence, most)
    if plain is None:
        return
    for loosely in (True, False):
        (verdict,) = prove(table, [rule], Options(loosely=loosely, limit=10**6))
        if plain.length is None:
            assert isinstance(verdict, Holds), rule
        else:
            assert isinstance(verdict, Refuted), rule
            assert verdict.trace is not None
            assert len(verdict.trace.steps) == plain.length


WIDE = (
    "never s2 before tell",
    "never s2 twice without go between",
    "never rare before s2",
    "from any state go reaches s1 within 1 event",
    "from any state but s0 ring reaches s0 within 2 events",
    "go only in s1",
)


@pytest.mark.parametrize("seed", [*range(6), 35, 60, 96, 115, 132, 138])
def test_contracts_nesting_lists_and_values_that_meet(seed: int) -> None:
    """Half of the seeds notice where too few values are supposed of what is not kept."""
    agree_widely(seed, 1_200)


@pytest.mark.slow
@pytest.mark.parametrize("seeds", range(10))
def test_many_wide_machines(seeds: int) -> None:
    for seed in range(200 + 50 * seeds, 250 + 50 * seeds):
        agree_widely(seed, 1_500)


def agree_widely(seed: int, most: int) -> None:
    """Every moment as early, whether facts are kept or loose; and one rule. Where states in states have deadlines more
    may be found, in an order that no clock gives."""
    table = wide.machine(seed)
    plain = None if table is None else oracle.ask(table, NothingAfterEnd(), most)
    if table is None or plain is None:
        return
    clocks = any(info.parents and len(info.timers) > 1 for info in table.states.values())
    found, expected = moments(table, loosely=False), without(plain.moments, looked_at(table))
    assert all(moment in found and found[moment] <= depth for moment, depth in expected.items())
    assert clocks or found == expected
    loose, few = moments(table, loosely=True), without(plain.moments, kept(table))
    assert all(moment in loose and loose[moment] <= depth for moment, depth in few.items())
    rule = WIDE[seed % len(WIDE)]
    sentence = parse(rule)
    assert sentence is not None
    asked = oracle.ask(table, sentence, most)
    for loosely in (True, False) if asked is not None else ():
        (verdict,) = prove(table, [rule], Options(loosely=loosely, limit=10**6, facts={}))
        if asked is None or (clocks and isinstance(verdict, Undecided)):
            continue
        length = None if isinstance(verdict, Holds) else _length(verdict)
        assert length == asked.length, rule


def _length(verdict: Verdict) -> int:
    assert isinstance(verdict, Refuted)
    assert verdict.trace is not None
    return len(verdict.trace.steps)
