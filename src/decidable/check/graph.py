"""Where a task can go: states never entered, states never left.

Owns: the graph of moves, over every line that decides something: timers, strikes and `blocked` are columns like others.
Never: looks at facts; a path of this graph may still be impossible.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TypeAlias

from decidable.check.speech import listed
from decidable.core import definition as d
from decidable.core.problem import Problem, Severity
from decidable.core.records import Verdict
from decidable.core.table import Table

Graph: TypeAlias = "Mapping[str, frozenset[str]]"


def moves(table: Table) -> Graph:
    """Every state with the other states that a line moves it to. `-> back` leads to all that can be interrupted."""
    return with_returns(table, ways_in(table))


def ways_in(table: Table) -> Graph:
    """Every state with the other states that a line enters anew. `-> back` enters nothing: where it leads, the task was."""
    found: dict[str, set[str]] = {state: set() for state in table.states}
    for state, row in table.rows.items():
        interruption = table.states[state].state.role is d.Role.INTERRUPTION
        for cell in row.values():
            for option in cell.options:
                if option.reached and option.verdict is Verdict.MOVE:
                    outcome = option.line.outcome
                    returns = interruption and isinstance(outcome, d.Back)
                    target = outcome.otherwise if returns and isinstance(outcome, d.Back) else option.target
                    found[state].update([target] if target else [])
    return {state: frozenset(targets - {state}) for state, targets in found.items()}


def with_returns(table: Table, ways: Graph) -> Graph:
    """The same with the ways back from interruptions to what they can interrupt."""
    found = dict(ways)
    for state in ways:
        if table.states[state].state.role is d.Role.INTERRUPTION and _goes_back(table, state):
            found[state] = ways[state] | {other for other, targets in ways.items() if state in targets}
    return found


def _goes_back(table: Table, state: str) -> bool:
    return any(
        option.reached and isinstance(option.line.outcome, d.Back)
        for cell in table.rows[state].values()
        for option in cell.options
    )


def graph_findings(table: Table, ways: Graph, graph: Graph) -> Iterator[Problem]:
    """Unreachable and inescapable states. `ways`: those in; `graph`: the same with the ways back."""
    yield from _unreachable(table, ways)
    yield from _inescapable(table, graph)


def reachable(graph: Graph, starts: Iterable[str]) -> set[str]:
    """The states on any path from these, themselves included."""
    found = set(starts)
    waiting = list(found)
    while waiting:
        for target in graph[waiting.pop()] - found:
            found.add(target)
            waiting.append(target)
    return found


def _unreachable(table: Table, graph: Graph) -> Iterator[Problem]:
    entered = reachable(graph, [table.start])
    for state, info in table.states.items():
        if state in entered:
            continue
        before = [other for other, targets in graph.items() if state in targets]
        if before:
            message = f"'{state}' is unreachable: it is entered only from {listed(before)}, where no path from the start leads"
        else:
            message = f"'{state}' is unreachable: no line moves into it"
        hint = f"write the line that ends in `-> {state}`, or remove the state"
        yield Problem("unreachable", message, hint, info.state.at, 0, state, Severity.WARNING, state)


def _inescapable(table: Table, graph: Graph) -> Iterator[Problem]:
    """Traps: states that lead only to one another and are no end.

    A machine without a final state goes on forever on purpose; there a trap is a single state that nothing leaves.
    """
    finals = {state for state, info in table.states.items() if info.state.role is d.Role.FINAL}
    for trap in traps(graph):
        alone = len(trap) == 1
        if trap & finals or (not finals and (not alone or table.start in trap)):
            continue
        names = [state for state in table.states if state in trap]
        if alone:
            message = f"'{names[0]}' is inescapable: no line leaves it, and it is not final"
        else:
            message = f"{listed(names)} are inescapable: they lead only to one another, and none is final"
        hint = "write the line that leads on, or mark the end with (final: completed)"
        at = table.states[names[0]].state.at
        yield Problem("inescapable", message, hint, at, 0, names[0], Severity.WARNING, names[0])


def traps(graph: Graph) -> list[frozenset[str]]:
    """The strongly connected parts of a graph that no edge leaves (Kosaraju's two passes, without recursion)."""
    backwards: dict[str, set[str]] = {state: set() for state in graph}
    for state, targets in graph.items():
        for target in targets:
            backwards[target].add(state)
    part: dict[str, int] = {}
    parts: list[set[str]] = []
    for root in reversed(_finished(graph)):
        if root in part:
            continue
        members = {root}
        waiting = [root]
        while waiting:
            state = waiting.pop()
            part[state] = len(parts)
            fresh = {other for other in backwards[state] if other not in part and other not in members}
            members |= fresh
            waiting.extend(fresh)
        parts.append(members)
    return [frozenset(members) for members in parts if all(graph[state] <= members for state in members)]


def _finished(graph: Graph) -> list[str]:
    """The states in the order in which a depth-first walk is done with them."""
    seen: set[str] = set()
    done: list[str] = []
    for root in graph:
        if root in seen:
            continue
        seen.add(root)
        walk = [(root, iter(sorted(graph[root])))]
        while walk:
            state, targets = walk[-1]
            target = next((target for target in targets if target not in seen), None)
            if target is None:
                done.append(state)
                walk.pop()
            else:
                seen.add(target)
                walk.append((target, iter(sorted(graph[target]))))
    return done
