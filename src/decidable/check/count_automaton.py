"""Orders of calls watched by rules, made as small as counting needs.

Owns: what an order and a rule are to a counter, their product, and its reduction to moments that differ in what can still
be called and broken. Never: knows a table or a sentence.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from typing import Final, NamedTuple, Protocol, TypeAlias

MOST_MOMENTS: Final = 200_000
"""More moments than this are not counted: the table allows too many orders to tell them apart."""


class Called(NamedTuple):
    """A tool was started."""

    tool: str


class Happened(NamedTuple):
    """An event was accepted."""

    event: str


class Entered(NamedTuple):
    """A state was entered."""

    state: str


Letter: TypeAlias = Called | Happened | Entered
Node: TypeAlias = Hashable


class Broken(NamedTuple):
    """Where a monitor ends: its rule was broken, and stays so."""


BROKEN: Final = Broken()


class Monitor(Protocol):
    """A rule, as it watches a run letter by letter. `step` gives the next state, or BROKEN."""

    @property
    def start(self) -> Hashable:
        """Before anything has happened."""

    def step(self, state: Hashable, letter: Letter) -> Hashable:
        """After one more letter."""


class Orders(Protocol):
    """In which orders tools can be called: a graph whose edges are letters."""

    @property
    def start(self) -> Node:
        """Before anything has happened."""

    @property
    def tools(self) -> tuple[str, ...]:
        """The alphabet of the sequences."""

    def moves(self, node: Node) -> Iterable[tuple[Letter | None, Node]]:
        """What can come next; None happens without anybody's knowing."""


class FreeLoop(NamedTuple):
    """Any tool at any time, and nothing else need happen: what a model in a loop can do."""

    tools: tuple[str, ...]

    @property
    def start(self) -> Node:
        """The only moment there is."""
        return ""

    def moves(self, node: Node) -> Iterable[tuple[Letter | None, Node]]:
        """Every tool."""
        return [(Called(tool), node) for tool in self.tools]


class TooManyOrders(Exception):  # noqa: N818 - not an error of ours: the caller says that it was not counted
    """The orders have too many moments to be told apart."""


class Automaton(NamedTuple):
    """Moments by number: where each call leads (before what follows without a call), and which rules are broken there."""

    start: int
    calls: Sequence[Mapping[str, frozenset[int]]]
    quiet: Sequence[frozenset[int]]
    """Where a moment leads without a call. Empty in a reduced automaton."""
    broken: Sequence[frozenset[int]]


def watched(orders: Orders, rules: Sequence[Monitor]) -> Automaton:
    """The product of the orders and the rules, as far as it can be reached. Raises TooManyOrders."""
    first = (orders.start, tuple(rule.start for rule in rules))
    numbers: dict[tuple[Node, tuple[Hashable, ...]], int] = {first: 0}
    waiting = [first]
    calls: list[dict[str, set[int]]] = []
    quiet: list[set[int]] = []
    broken: list[frozenset[int]] = []
    for node, states in waiting:  # it grows while it is read
        called: dict[str, set[int]] = {}
        following: set[int] = set()
        for letter, target in orders.moves(node):
            moment = (target, states if letter is None else _watched(rules, states, letter))
            number = numbers.setdefault(moment, len(numbers))
            if number == len(waiting):
                waiting.append(moment)
            if isinstance(letter, Called):
                called.setdefault(letter.tool, set()).add(number)
            else:
                following.add(number)
        if len(waiting) > MOST_MOMENTS:
            raise TooManyOrders
        calls.append(called)
        quiet.append(following)
        broken.append(frozenset(n for n, state in enumerate(states) if state == BROKEN))
    frozen = [{tool: frozenset(targets) for tool, targets in each.items()} for each in calls]
    return Automaton(0, frozen, [frozenset(each) for each in quiet], broken)


def _watched(rules: Sequence[Monitor], states: tuple[Hashable, ...], letter: Letter) -> tuple[Hashable, ...]:
    pairs = zip(rules, states, strict=True)
    return tuple(state if state == BROKEN else rule.step(state, letter) for rule, state in pairs)


def reduced(automaton: Automaton) -> Automaton:
    """The same sequences from fewer moments: what follows without a call is folded in, and moments from which the same
    sequences can be told to break the same rules become one."""
    parts = _components(automaton.quiet)
    part_of = [0] * len(automaton.quiet)
    for number, part in enumerate(parts):
        for moment in part:
            part_of[moment] = number
    classes = [0] * len(parts)
    known: dict[_Told, int] = {}
    while True:
        before, known = len(known), {}
        told = _told(automaton, parts, part_of, classes)
        classes = [known.setdefault(each, len(known)) for each in told]
        if len(known) == before:
            break
    return Automaton(
        start=classes[part_of[automaton.start]],
        calls=[dict(each.calls) for each in known],
        quiet=[frozenset()] * len(known),
        broken=[each.broken for each in known],
    )


class _Told(NamedTuple):
    """What tells one class of moments from another."""

    broken: frozenset[int]
    calls: frozenset[tuple[str, frozenset[int]]]


def _told(
    automaton: Automaton, parts: Sequence[Sequence[int]], part_of: Sequence[int], classes: Sequence[int]
) -> list[_Told]:
    """What can be told of each part, whatever follows it without a call included; those that follow come first."""
    found: list[_Told] = []
    for number, part in enumerate(parts):
        after = [found[other] for other in {part_of[q] for moment in part for q in automaton.quiet[moment]} - {number}]
        broken = frozenset[int]().union(
            *(automaton.broken[moment] for moment in part), *(each.broken for each in after)
        )
        calls: dict[str, set[int]] = {}
        for moment in part:
            for tool, targets in automaton.calls[moment].items():
                calls.setdefault(tool, set()).update(classes[part_of[target]] for target in targets)
        for each in after:
            for tool, reached in each.calls:
                calls.setdefault(tool, set()).update(reached)
        found.append(_Told(broken, frozenset((tool, frozenset(reached)) for tool, reached in calls.items())))
    return found


def _components(edges: Sequence[Iterable[int]]) -> list[list[int]]:
    """The strongly connected parts of a graph, each after those it leads to (Tarjan's walk, without recursion)."""
    index: dict[int, int] = {}
    low: dict[int, int] = {}
    open_: dict[int, None] = {}
    parts: list[list[int]] = []
    for root in range(len(edges)):
        if root in index:
            continue
        walk = [(root, iter(edges[root]))]
        index[root] = low[root] = len(index)
        open_[root] = None
        while walk:
            node, rest = walk[-1]
            fresh = next((other for other in rest if other not in index), None)
            if fresh is not None:
                index[fresh] = low[fresh] = len(index)
                open_[fresh] = None
                walk.append((fresh, iter(edges[fresh])))
                continue
            walk.pop()
            low[node] = min([low[node], *(low[other] for other in edges[node] if other in open_)])
            if low[node] == index[node]:
                part: list[int] = []
                while not part or part[-1] != node:
                    part.append(open_.popitem()[0])
                parts.append(part)
    return parts
