"""Orders of calls watched by rules, made as small as counting needs.

Owns: what an order and a rule are to a counter, their product, and its reduction to moments that differ in what can still
be called and broken. Never: knows a table or a sentence.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple, Protocol, TypeAlias, TypeVar

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
    """A rule, as it watches a run letter by letter. `wants`: whether it looks at such a letter at all; `step` gives the next
    state, or BROKEN."""

    @property
    def start(self) -> Hashable:
        """Before anything has happened."""

    def wants(self, letter: Letter) -> bool:
        """Whether a letter can change anything."""

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
    """Moments by number: where each letter that is told leads (before what follows untold), and which rules are broken."""

    start: int
    told: Sequence[Mapping[Letter, frozenset[int]]]
    quiet: Sequence[frozenset[int]]
    """Where a moment leads untold. Empty in a reduced automaton."""
    broken: Sequence[frozenset[int]]


def calls_of(orders: Orders, rules: Sequence[Monitor]) -> Automaton:
    """The calls that can be made, and the rules that they break, reduced. Raises TooManyOrders.

    The orders are reduced before the rules watch them: most of what happens is nothing to these rules.
    """

    def letters(node: Node) -> Iterator[tuple[Letter | None, Node]]:
        for letter, target in orders.moves(node):
            told = letter is not None and (isinstance(letter, Called) or any(rule.wants(letter) for rule in rules))
            yield letter if told else None, target

    small = reduced(_explored(orders.start, letters, lambda _: frozenset()))

    def calls(moment: _Watched) -> Iterator[tuple[Letter | None, _Watched]]:
        for letter, targets in small.told[moment.node].items():
            states = tuple(
                state if state == BROKEN else rule.step(state, letter)
                for rule, state in zip(rules, moment.states, strict=True)
            )
            for target in targets:
                yield letter if isinstance(letter, Called) else None, _Watched(target, states)

    first = _Watched(small.start, tuple(rule.start for rule in rules))
    return reduced(_explored(first, calls, lambda moment: moment.broken))


class _Watched(NamedTuple):
    """A moment of the orders, and the states of the rules there."""

    node: int
    states: tuple[Hashable, ...]

    @property
    def broken(self) -> frozenset[int]:
        """The rules that are broken."""
        return frozenset(n for n, state in enumerate(self.states) if state == BROKEN)


_N = TypeVar("_N", bound=Hashable)


def _explored(
    start: _N, moves: Callable[[_N], Iterable[tuple[Letter | None, _N]]], broken: Callable[[_N], frozenset[int]]
) -> Automaton:
    """Everything that can be reached, numbered. Raises TooManyOrders."""
    numbers: dict[_N, int] = {start: 0}
    waiting = [start]
    told: list[dict[Letter, frozenset[int]]] = []
    quiet: list[frozenset[int]] = []
    for node in waiting:  # it grows while it is read
        found: dict[Letter | None, set[int]] = {}
        for letter, target in moves(node):
            number = numbers.setdefault(target, len(numbers))
            if number == len(waiting):
                waiting.append(target)
            found.setdefault(letter, set()).add(number)
        if len(waiting) > MOST_MOMENTS:
            raise TooManyOrders
        quiet.append(frozenset(found.pop(None, ())))
        told.append({letter: frozenset(targets) for letter, targets in found.items() if letter is not None})
    return Automaton(0, told, quiet, [broken(node) for node in waiting])


def reduced(automaton: Automaton) -> Automaton:
    """The same sequences from fewer moments: what follows untold is folded in, and moments from which the same sequences can
    be told to break the same rules become one."""
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
        told=[dict(each.letters) for each in known],
        quiet=[frozenset()] * len(known),
        broken=[each.broken for each in known],
    )


class _Told(NamedTuple):
    """What tells one class of moments from another."""

    broken: frozenset[int]
    letters: frozenset[tuple[Letter, frozenset[int]]]


def _told(
    automaton: Automaton, parts: Sequence[Sequence[int]], part_of: Sequence[int], classes: Sequence[int]
) -> list[_Told]:
    """What can be told of each part, whatever follows it untold included; those that follow come first."""
    found: list[_Told] = []
    for number, part in enumerate(parts):
        after = [found[other] for other in {part_of[q] for moment in part for q in automaton.quiet[moment]} - {number}]
        broken = frozenset[int]().union(
            *(automaton.broken[moment] for moment in part), *(each.broken for each in after)
        )
        letters: dict[Letter, set[int]] = {}
        for moment in part:
            for letter, targets in automaton.told[moment].items():
                letters.setdefault(letter, set()).update(classes[part_of[target]] for target in targets)
        for each in after:
            for letter, reached in each.letters:
                letters.setdefault(letter, set()).update(reached)
        found.append(_Told(broken, frozenset((letter, frozenset(reached)) for letter, reached in letters.items())))
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
