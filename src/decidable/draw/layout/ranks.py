"""How far down each box stands, so that most arrows point downwards.

Owns: which arrows are turned round while a layout is made (a machine has cycles, a ranking has none). Never: turns an
arrow for good; it is drawn as it is.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from decidable.draw.layout.shape import Link


def ranks(
    names: Sequence[str], links: Sequence[Link], first: str, beside: Mapping[str, frozenset[str]]
) -> dict[str, int]:
    """The rank of each box, from 0; the two ends of a link are never of one rank. `first` is on top.

    `beside`: boxes that stand no higher than the first of others, the nearest below it that their links let them.
    """
    author = [first, *(name for name in names if name != first)]
    orders = [author, _walk(author, links)]
    order = min(orders, key=lambda each: _against(each, links))  # of two as good: the author's
    for name, others in beside.items():
        order.remove(name)
        order.insert(next(n for n, other in enumerate(order) if other in others) + 1, name)
    place = {name: n for n, name in enumerate(order)}
    downward = [_downward(link, place) for link in links]
    found = _longest(order, downward, beside)
    _tighten([name for name in order if name not in beside], downward, found)
    used = {rank: n for n, rank in enumerate(sorted(set(found.values())))}
    return {name: used[rank] for name, rank in found.items()}


def _walk(names: Sequence[str], links: Sequence[Link]) -> list[str]:
    """The boxes as a walk along the arrows is done with them, last first: the classic order with few arrows against it."""
    after: dict[str, list[str]] = {name: [] for name in names}
    for link in links:
        after[link.source].append(link.target)
    seen: set[str] = set()
    done: list[str] = []
    for root in names:
        if root in seen:
            continue
        seen.add(root)
        walk = [(root, iter(after[root]))]
        while walk:
            name, targets = walk[-1]
            target = next((target for target in targets if target not in seen), None)
            if target is None:
                done.append(name)
                walk.pop()
            else:
                seen.add(target)
                walk.append((target, iter(after[target])))
    done.reverse()
    done.remove(names[0])
    return [names[0], *done]


def _against(order: Sequence[str], links: Sequence[Link]) -> int:
    place = {name: n for n, name in enumerate(order)}
    return sum(link.weight for link in links if place[link.source] > place[link.target])


def _downward(link: Link, place: Mapping[str, int]) -> tuple[str, str, int]:
    upper, lower = sorted((link.source, link.target), key=lambda name: place[name])
    return upper, lower, link.weight


def _longest(
    order: Sequence[str], downward: Sequence[tuple[str, str, int]], beside: Mapping[str, frozenset[str]]
) -> dict[str, int]:
    found = dict.fromkeys(order, 0)
    by_upper: dict[str, list[str]] = {name: [] for name in order}
    for upper, lower, _ in downward:
        by_upper[upper].append(lower)
    for name in order:
        if name in beside:
            above = next(other for other in order if other in beside[name])
            found[name] = max(found[name], found[above])
        for lower in by_upper[name]:
            found[lower] = max(found[lower], found[name] + 1)
    return found


def _tighten(order: Sequence[str], downward: Sequence[tuple[str, str, int]], found: dict[str, int]) -> None:
    """Move boxes towards the side that pulls more, as far as their arrows let them: shorter lines."""
    above: dict[str, list[tuple[str, int]]] = {name: [] for name in found}
    below: dict[str, list[tuple[str, int]]] = {name: [] for name in found}
    for upper, lower, weight in downward:
        above[lower].append((upper, weight))
        below[upper].append((lower, weight))
    moved = True
    while moved:  # boxes only go down, and never past one that they lead to
        moved = False
        for name in reversed(order[1:]):
            pull = sum(weight for _, weight in below[name]) - sum(weight for _, weight in above[name])
            if pull > 0 and below[name]:
                nearest = min(found[lower] for lower, _ in below[name]) - 1
                moved |= nearest != found[name]
                found[name] = nearest
