"""A few values of each type, on both sides of what guards ask for.

Owns: which values a search tries for a field. Never: claims that they are enough.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from datetime import date, time
from itertools import islice, product
from typing import Final, assert_never

from decidable.core import guard as g
from decidable.core import values as v
from decidable.core.table import EventInfo, Table

_FEW: Final = 24
"""So many values are tried for one field."""
_COMBINATIONS: Final = 160
"""So many combinations of values are tried for one event."""


class Samples:
    """Of one machine. A field, or a fact, is tried with what any guard says of a name like it."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._mentioned: dict[str, dict[g.Literal, None]] = defaultdict(dict)
        options = {id(o.line): o.line for row in table.rows.values() for cell in row.values() for o in cell.options}
        guards = [line.guard for line in options.values()] + [info.tool.requires for info in table.tools.values()]
        for guard in guards:
            for atom in () if guard is None else g.atoms(guard):
                match atom:
                    case g.Is(name, value) | g.Compare(name, _, value):
                        self._mentioned[name][value] = None
                    case g.OneOf(name, values):
                        self._mentioned[name].update(dict.fromkeys(values))
                    case _:
                        pass

    def of(self, name: str, type_: v.Type) -> tuple[v.Value, ...]:
        """Values to try; at least one, and where the type has as many, two."""
        return tuple(islice(dict.fromkeys(_values(type_, [*self._mentioned[name]])), _FEW))

    def fields(self, info: EventInfo) -> Iterator[dict[str, v.Value]]:
        """What an event may carry: everything first, then without what it may lack."""
        choices: list[list[tuple[tuple[str, v.Value], ...]]] = []
        for name, type_ in info.types.items():
            given: list[tuple[tuple[str, v.Value], ...]] = [((name, value),) for value in self.of(name, type_)]
            choices.append(given if name in info.required else [*given, ()])
        for several in islice(product(*choices), _COMBINATIONS):
            yield {name: value for one in several for name, value in one}


def _values(type_: v.Type, mentioned: list[g.Literal]) -> Iterator[v.Value]:
    match type_:
        case v.Bool():
            yield from (True, False)
        case v.Choices(values):
            yield from values
        case v.Range(low, high):
            near = [n + more for n in mentioned if isinstance(n, int) for more in (0, 1, -1)]
            yield from (n for n in (*near, low, high) if low <= n <= high)
        case v.MoneyType():
            currencies = [m.currency for m in mentioned if isinstance(m, v.Money)] or ["USD"]
            near = [m.minor if isinstance(m, v.Money) else 0 for m in mentioned]
            yield from (
                v.Money.of(n, currencies[0]) for n in (*(n + more for n in near for more in (1, 0, -1)), 100, 200)
            )
        case v.Text():
            yield from (*(m for m in mentioned if isinstance(m, str)), "a", "b")
        case v.Date():
            yield from (date(2030, 1, 1), date(2030, 1, 2))
        case v.Time():
            yield from (time(9), time(10))
        case v.ListOf(of):
            yield from ((value,) for value in _values(of, []))
        case v.Data():
            yield "a"
        case _:
            assert_never(type_)
