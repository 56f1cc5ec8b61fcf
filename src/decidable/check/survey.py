"""What a machine does where, gathered once: ways out of states, what is started, asked and performed in them.

Owns: `survey`, over the lines that decide something. Never: judges; the findings do, and each reads what it needs here.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Container, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from decidable.check.graph import Graph, reachable, ways_in, with_returns
from decidable.check.lines import counts_strikes, lines
from decidable.core import definition as d
from decidable.core.cells import deciding, seen_by
from decidable.core.guard import Busy, atoms, names
from decidable.core.records import Verdict
from decidable.core.rows import always_known
from decidable.core.scope import Scope
from decidable.core.table import Cell, Option, Table
from decidable.core.valuations import valuations


class Passage(NamedTuple):
    """A line that moves a state to another one, or enters it anew. `busy`: it can decide while a write is unsettled."""

    state: str
    event: str
    option: Option
    target: str
    busy: bool


class Deed(NamedTuple):
    """An effect in the state whose entry it belongs to: that which a move enters, or that which stays."""

    state: str
    effect: d.Effect
    at: int
    source: str
    """Where it is written: a state, or `any state`."""


@dataclass(frozen=True, slots=True, eq=False)
class Survey:
    """A table, and what is gathered from it."""

    table: Table
    ways_in: Graph
    graph: Graph
    """With the ways back from interruptions."""
    entered: frozenset[str]
    """The states on a path from the start."""
    passages: Mapping[str, tuple[Passage, ...]]
    """By the state they lead out of. `-> back` is none: the entry it returns to was never left."""
    deeds: tuple[Deed, ...]
    asked: Mapping[str, tuple[d.Propose, ...]]
    """The questions that can be open in a state."""
    approved: Mapping[str, tuple[d.Propose, ...]]
    """The lists whose yes leads into a state, where they are performed."""
    started: Mapping[str, frozenset[str]]
    """The tools that an entry of a state can start."""


def survey(table: Table) -> Survey:
    """Gather it."""
    ways = ways_in(table)
    graph = with_returns(table, ways)
    passages: dict[str, list[Passage]] = {state: [] for state in table.states}
    deeds = [
        Deed(name, effect, place.at, place.name)
        for name, info in table.states.items()
        for place in (info.state, *(each for each in table.definition.states if each.name in info.parents))
        for effect in place.enter
    ]
    yeses: list[tuple[str, str]] = []
    asking = frozenset(
        id(line) for _, line in lines(table.definition) if line.guard is not None and Busy() in atoms(line.guard)
    )
    for state, row in table.rows.items():
        for cell in row.values():
            busy: Container[int] | None = None
            for at, option in enumerate(cell.options):
                if not option.reached or option.verdict not in (Verdict.MOVE, Verdict.STAY):
                    continue
                if isinstance(option.line.selector, d.AfterStrikes) and not counts_strikes(table, state):
                    continue
                places = _places(table, graph, state, option)
                if option.verdict is Verdict.MOVE and not isinstance(option.line.outcome, d.Back):
                    busy = _deciding_while_busy(table, cell, asking) if busy is None else busy
                    passages[state].append(Passage(state, cell.event, option, option.target, at in busy))
                if option.line.effects:
                    deeds += _deeds(option, places)
                if option.uses_approval:
                    yeses += ((state, place) for place in places)
    asked = _by_state(deeds, d.Propose)
    approved: dict[str, list[d.Propose]] = defaultdict(list)
    for state, home in yeses:
        approved[home] += asked.get(state, ())
    return Survey(
        table=table,
        ways_in=ways,
        graph=graph,
        entered=frozenset(reachable(ways, [table.start])),
        passages={state: tuple(found) for state, found in passages.items()},
        deeds=tuple(deeds),
        asked=asked,
        approved={state: tuple(dict.fromkeys(lists)) for state, lists in approved.items()},
        started=_started(deeds, approved),
    )


def _places(table: Table, graph: Graph, state: str, option: Option) -> tuple[str, ...]:
    """The states whose entry an accepted line leads to, or stays in."""
    if option.verdict is Verdict.STAY:
        return (state,)
    if isinstance(option.line.outcome, d.Back) and table.states[state].state.role is d.Role.INTERRUPTION:
        return tuple(other for other in table.states if other in graph[state])
    return (option.target,)


def _deeds(option: Option, places: Iterable[str]) -> Iterator[Deed]:
    for place in places:
        for effect in option.line.effects:
            yield Deed(place, effect, option.line.at, option.source)


def _by_state(deeds: Iterable[Deed], kind: type[d.Propose]) -> dict[str, tuple[d.Propose, ...]]:
    found: dict[str, dict[d.Propose, None]] = {}
    for deed in deeds:
        if isinstance(deed.effect, kind):
            found.setdefault(deed.state, {})[deed.effect] = None
    return {state: tuple(effects) for state, effects in found.items()}


def _started(deeds: Iterable[Deed], approved: Mapping[str, Iterable[d.Propose]]) -> dict[str, frozenset[str]]:
    found: dict[str, set[str]] = defaultdict(set)
    for deed in deeds:
        match deed.effect:
            case d.Call(tool):
                found[deed.state].add(tool)
            case d.Perform():
                found[deed.state] |= {item.tool for asked in approved.get(deed.state, ()) for item in asked.items}
            case _:
                pass
    return {state: frozenset(tools) for state, tools in found.items()}


def _deciding_while_busy(table: Table, cell: Cell, asking: Container[int]) -> Container[int]:
    """The options that can decide while a write is unsettled: all that can decide, unless a guard asks for `busy`.

    `asking`: the lines whose guards do.
    """
    if not any(id(option.line) in asking for option in cell.options):
        return range(len(cell.options))
    guards = tuple(option.line.guard for option in cell.options if option.line.guard is not None)
    scope = Scope.of(table.definition)
    known, info = always_known(table.definition, scope), table.events.get(cell.event)
    seen = {name: seen_by(name, info, scope, known) for guard in guards for name in names(guard)}
    busy = (valuation for valuation in valuations(guards, seen) if valuation.view.busy)
    return frozenset(at for valuation in busy for at in deciding(cell.options, valuation))
