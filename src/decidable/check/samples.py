"""Values to try where any of a type would do: one that stands for it, and those that guards tell apart.

Owns: which values a search or a test takes for a fact or a field, the same every time, on both sides of what guards ask for.
Never: random ones, or the claim that they are enough.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from datetime import date, time
from itertools import islice, product
from typing import Final, assert_never

from decidable.core import guard as g
from decidable.core import values as v
from decidable.core.table import EventInfo, Table

CURRENCY: Final = "EUR"
"""Of a sum about which no guard says one."""
_FEW: Final = 24
"""So many values are tried for one field."""
_COMBINATIONS: Final = 160
"""So many combinations of values are tried for one event."""


def sample(name: str, type_: v.Type, n: int = 1) -> v.Value:
    """The n-th value of a type that nothing is said about, as a person would write it."""
    match type_:
        case v.Text() | v.Data():
            return f"{name.replace('_', ' ')} {n}"
        case v.Bool():
            return n % 2 == 1
        case v.Range(low, high):
            return min(max(low, 1) + n - 1, high)
        case v.Choices(values):
            return values[(n - 1) % len(values)]
        case v.MoneyType():
            return v.Money.of(1_000 * n, CURRENCY)
        case v.Date():
            return date(2027, 1, n)
        case v.Time():
            return time(8 + n)
        case v.ListOf(of):
            return (sample(name, of, n),)
        case _:
            assert_never(type_)


def told_apart(name: str, type_: v.Type, guards: Iterable[g.Guard]) -> tuple[v.Value, ...]:
    """The values of a name that these guards treat differently, at and around each threshold; at least one."""
    return _around(name, type_, _mentioned(guards).get(name, ()))


class Samples:
    """Of one machine. A field, or a fact, is tried with what any guard says of a name like it."""

    def __init__(self, table: Table) -> None:
        options = {id(o.line): o.line for row in table.rows.values() for cell in row.values() for o in cell.options}
        guards = [line.guard for line in options.values()] + [info.tool.requires for info in table.tools.values()]
        self._mentioned: Final = _mentioned(guard for guard in guards if guard is not None)

    def of(self, name: str, type_: v.Type) -> tuple[v.Value, ...]:
        """Values to try; at least one, and where the type has as many, two."""
        mentioned = self._mentioned.get(name, ())
        values = dict.fromkeys((*_around(name, type_, mentioned), *_others(name, type_, mentioned)))
        return tuple(islice(values, _FEW))

    def fields(self, info: EventInfo) -> Iterator[dict[str, v.Value]]:
        """What an event may carry: everything first, then without what it may lack."""
        choices: list[list[tuple[tuple[str, v.Value], ...]]] = []
        for name, type_ in info.types.items():
            given: list[tuple[tuple[str, v.Value], ...]] = [((name, value),) for value in self.of(name, type_)]
            choices.append(given if name in info.required else [*given, ()])
        for several in islice(product(*choices), _COMBINATIONS):
            yield {name: value for one in several for name, value in one}


def _mentioned(guards: Iterable[g.Guard]) -> Mapping[str, tuple[g.Literal, ...]]:
    """What guards compare each name with, in their order."""
    found: dict[str, dict[g.Literal, None]] = defaultdict(dict)
    for guard in guards:
        for atom in g.atoms(guard):
            match atom:
                case g.Is(name, value) | g.Compare(name, _, value):
                    found[name][value] = None
                case g.OneOf(name, values):
                    found[name].update(dict.fromkeys(values))
                case _:
                    pass
    return {name: tuple(literals) for name, literals in found.items()}


def _around(name: str, type_: v.Type, mentioned: tuple[g.Literal, ...]) -> tuple[v.Value, ...]:
    """What stands for itself, or on another side of something mentioned than its neighbours."""
    match type_:
        case v.Bool():
            return (False, True)
        case v.Choices(values):
            return values
        case v.Range(low, high):
            near = [m + more for m in mentioned if isinstance(m, int) for more in (-1, 0, 1)]
            return tuple(dict.fromkeys(n for n in near if low <= n <= high)) or (sample(name, type_),)
        case v.MoneyType():
            sums = [m for m in mentioned if isinstance(m, v.Money)]
            nothing = v.Money.of(0, sums[0].currency if sums else CURRENCY)
            bounds = [m if isinstance(m, v.Money) else nothing for m in mentioned]
            near_money = dict.fromkeys(v.Money.of(m.minor + more, m.currency) for m in bounds for more in (-1, 0, 1))
            return tuple(near_money) or (sample(name, type_),)
        case _:
            return tuple(dict.fromkeys([sample(name, type_), *mentioned]))


def _others(name: str, type_: v.Type, mentioned: tuple[g.Literal, ...]) -> tuple[v.Value, ...]:
    """More of a type, that no guard looks at."""
    match type_:
        case v.Bool() | v.Choices() | v.Data():
            return ()
        case v.Range(low, high):
            return (low, high)
        case v.MoneyType() if mentioned:
            return ()
        case _:
            return (sample(name, type_, 2),)
