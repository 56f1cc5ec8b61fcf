"""Which ways through a machine are worth a test: a tour of what it accepts and defers, and a sneak path for what it refuses.

Owns: the choice. Never: walks; `walk` does.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from decidable.check.generate.walk import Walk, Way
from decidable.core import definition as d


class Chosen(NamedTuple):
    """Ways to test, and the lines no way was found to: those it accepts, and those it refuses."""

    tour: tuple[Way, ...]
    sneaks: tuple[Way, ...]
    not_toured: tuple[tuple[str, str, d.Line], ...]
    not_sneaked: tuple[tuple[str, str, d.Line], ...]


def chosen(walk: Walk) -> Chosen:
    """Few ways that accept and defer by every line, and one that ends in each refusal."""
    return Chosen(
        tour=tuple(_few(way for way in walk.ways if not refuses(way.to.line))),
        sneaks=tuple(way for way in walk.ways if refuses(way.to.line) and way.to == way.paces[-1].by[0]),
        not_toured=tuple(each for each in walk.missing if not refuses(each[2])),
        not_sneaked=tuple(each for each in walk.missing if refuses(each[2])),
    )


def refuses(line: d.Line) -> bool:
    """Whether a line rejects or ignores."""
    return isinstance(line.outcome, d.Reject | d.Ignore)


def _few(ways: Iterable[Way]) -> list[Way]:
    """The longest first, without those that another passes on its way; in the order in which they were found."""
    found = list(ways)
    passed: set[tuple[str, str, int, bool]] = set()
    kept: set[int] = set()
    for number in sorted(range(len(found)), key=lambda number: -len(found[number].paces)):
        if found[number].to.key not in passed:
            kept.add(number)
            passed.update(reached.key for pace in found[number].paces for reached in pace.by)
    return [found[number] for number in sorted(kept)]
