"""How a run may begin: with nothing, and with what only a start can give.

Owns: the start facts of a proof. Never: begins a run.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import islice, product
from typing import Final

from decidable.check.explore.domains import Domains, Sight, effects
from decidable.core import definition as d
from decidable.core.table import Table
from decidable.core.values import Value

MOST: Final = 64
"""Combinations that are tried."""


def beginnings(table: Table, domains: Domains) -> list[Mapping[str, Value]]:
    """A run begins with none of them, and with every combination of the facts that only a start can give."""
    given = {name for info in table.events.values() for name in info.establishes}
    given |= {effect.fact for effect in effects(table) if isinstance(effect, d.Set | d.Count)}
    options: list[list[tuple[str, Value] | None]] = []
    for name, fact in table.facts.items():
        if name not in given and fact.initial is None and domains[name].sight is not Sight.NOTHING:
            values = domains[name].values or (domains.first(name),)
            options.append([None, *((name, value) for value in values)])
    combinations = product(*options)
    return [dict(filter(None, each)) for each in islice(combinations, MOST + 1)]
