"""Whether a visit that is awaited can still come, from every moment that can be reached.

Owns: the search for moments from which nothing leads to the visit. Never: counts on luck: what helps is what people and the
model may do, what the host does, and the answers where they are promised; never news that nobody asked for, or a fault.

Facts that are not kept may be anything. So a thing helps only if it does whatever is supposed of them.
"""

from __future__ import annotations

from collections.abc import Iterator

from decidable.check.explore.moves import Move
from decidable.check.explore.packing import Bits, lowest
from decidable.check.explore.search import Node, Place, Search
from decidable.check.explore.world import Owed

WAITING = 1
"""The monitor's state while a visit is awaited."""


def stranded(search: Search, least: Owed) -> Place | None:
    """A waiting moment, among the nearest to the beginning, from which nothing helps; None where there is none."""
    waiting = {node: bits for node, bits in search.known.items() if node[1] == WAITING and bits}
    helps = {node: list(_helpful(search, node, least)) for node in waiting}
    escaping: dict[Node, Bits] = dict.fromkeys(waiting, 0)
    growing = True
    while growing:
        growing = False
        for node, bits in waiting.items():
            if bits & ~escaping[node]:
                more = bits & ~escaping[node] & _led(search, escaping, helps[node])
                if more:
                    escaping[node] |= more
                    growing = True
    for depth, layer in enumerate(search.layers):
        for node, bits in layer.items():
            lost = bits & ~escaping.get(node, bits)
            if lost:
                return Place(node[0], lowest(lost), WAITING, depth)
    return None


def looked_at(search: Search, place: Place, least: Owed) -> set[str]:
    """The facts that are not kept and that anything looks at on the ways that may help from a place: where there are none,
    nothing is supposed there, and it is as lost as it seems."""
    found: set[str] = set()
    seen, left = {place.control}, [place.control]
    while left:
        control = left.pop()
        found |= search.space.looked_at(control)
        for tried in _helpful(search, (control, WAITING), least):
            for _, move in tried:
                if move is not None and move.target not in seen and search.advance(WAITING, move) == WAITING:
                    seen.add(move.target)
                    left.append(move.target)
    return found


def _helpful(search: Search, node: Node, least: Owed) -> Iterator[list[tuple[Bits, Move | None]]]:
    """Everything that may help: where it was tried, and the move."""
    for offer, tried in search.space.choices(node[0]):
        if offer.owed is Owed.PEOPLE or offer.owed >= least:
            yield tried


def _led(search: Search, escaping: dict[Node, Bits], helps: list[list[tuple[Bits, Move | None]]]) -> Bits:
    """The valuations from which one of these leads on, whatever is supposed."""
    found = 0
    for tried in helps:
        covered = lost = 0
        for where, move in tried:
            covered |= where
            lost |= where & ~_leading(search, escaping, move)
        found |= covered & ~lost
    return found


def _leading(search: Search, escaping: dict[Node, Bits], move: Move | None) -> Bits:
    """The valuations from which a move leads on."""
    if move is None:
        return 0
    if search.advance(WAITING, move) != WAITING:
        return search.space.layout.all
    return search.space.layout.before(escaping.get((move.target, WAITING), 0), move.changes)
