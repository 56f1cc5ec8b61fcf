"""A run along a path that a search has found, or which facts to keep because there is none.

Owns: how a path and a run are compared. Never: calls a path a run that no run takes (`explore.confirm`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from decidable.check.explore.confirm import Confirmer, Leg
from decidable.check.explore.domains import Domains, Sight
from decidable.check.explore.moves import Move
from decidable.check.explore.search import Hit, Place, Search
from decidable.check.explore.space import Space
from decidable.check.rules.monitors import BROKEN, Monitor
from decidable.check.rules.seen import Seen
from decidable.check.rules.trace import Trace
from decidable.core.snapshot import Snapshot
from decidable.core.values import Value


def run_along(
    search: Search, hit: Hit, monitor: Monitor, domains: Domains, starts: Sequence[Mapping[str, Value]]
) -> Trace | Callable[[frozenset[str]], frozenset[str]]:
    """A run for what was found, or fewer loose facts because there is none."""
    space, place = search.space, hit.place
    way = search.way(place)
    last = [] if hit.last is None else [hit.last]
    places = [*(before for before, _ in way), place][1:]
    legs = [Leg(move, _arrives(space, move, to)) for (_, move), to in zip(way, places, strict=True)]
    legs += [Leg(move, _breaks(monitor, place.at)) for move in last]
    first = way[0][0] if way else place
    confirmer = Confirmer(space, domains)
    found = confirmer.confirm(starts, lambda snapshot: _is_at(space, snapshot, first), legs)
    if isinstance(found, Trace):
        return found
    moves = [*(move for _, move in way), *last]
    origins = [*(before for before, _ in way), place]
    return lambda loose: _tighter(space, origins[: found.leg + 1], moves[: found.leg + 1], loose)


def _is_at(space: Space, snapshot: Snapshot, place: Place) -> bool:
    return space.is_at(space.normalizer.normal(snapshot), place.control, place.valuation)


def _arrives(space: Space, move: Move, place: Place) -> Callable[[Snapshot, tuple[Seen, ...]], bool]:
    def arrives(snapshot: Snapshot, shown: tuple[Seen, ...]) -> bool:
        return space.shows(shown) == move.seen and _is_at(space, snapshot, place)

    return arrives


def _breaks(monitor: Monitor, at: int) -> Callable[[Snapshot, tuple[Seen, ...]], bool]:
    def breaks(snapshot: Snapshot, shown: tuple[Seen, ...]) -> bool:
        return monitor.advance(at, shown, snapshot.state) == BROKEN

    return breaks


def _tighter(space: Space, origins: Sequence[Place], moves: Sequence[Move], loose: frozenset[str]) -> frozenset[str]:
    """Fewer loose facts: those are kept that the leg which no run takes looked at most closely, or else one before it;
    all of them where none did."""
    used: dict[str, Sight] = {}
    for place, move in zip(origins, moves, strict=True):
        used = {name: sight for name, sight in space.consulted(place.control, move) if name in loose} or used
    closest = max(used.values(), default=Sight.NOTHING)
    kept = {name for name, sight in used.items() if sight is closest} or loose
    return loose - kept
