"""Values to test with: one that stands for any of its type, and all that a cell's guards can tell apart.

Owns: the choice of values, the same every time. Never: random ones.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import date, time
from typing import Final, assert_never

from decidable.core import guard as g
from decidable.core import values as v

_CURRENCY: Final = "EUR"
_NO_CURRENCY: Final = "XXX"


def sample(name: str, type_: v.Type, n: int = 1) -> v.Value:
    """The n-th value of a type that nothing is said about; the first has no number where the type has few values."""
    match type_:
        case v.Text():
            return f"{name.replace('_', ' ')} {n}"
        case v.Bool():
            return n % 2 == 1
        case v.Range(low, high):
            return min(max(low, 1) + n - 1, high)
        case v.Choices(values):
            return values[(n - 1) % len(values)]
        case v.MoneyType():
            return v.Money.of(1_000 * n, _CURRENCY)
        case v.Date():
            return date(2027, 1, n)
        case v.Time():
            return time(8 + n)
        case v.ListOf(of):
            return (sample(name, of, n),)
        case v.Data():
            return f"{name.replace('_', ' ')} {n}"
        case _:
            assert_never(type_)


def told_apart(name: str, type_: v.Type, guards: Iterable[g.Guard]) -> tuple[v.Value, ...]:
    """The values of a name that these guards treat differently, at and around each threshold."""
    mentioned: list[g.Literal] = []
    for guard in guards:
        for atom in g.atoms(guard):
            match atom:
                case g.Is(of, value) | g.Compare(of, _, value) if of == name:
                    mentioned.append(value)
                case g.OneOf(of, several) if of == name:
                    mentioned.extend(several)
                case _:
                    pass
    return tuple(dict.fromkeys([*_near(name, type_, mentioned)]))


def _near(name: str, type_: v.Type, mentioned: list[g.Literal]) -> Iterable[v.Value]:
    match type_:
        case v.Bool():
            return (False, True)
        case v.Choices(values):
            return values
        case v.Range(low, high):
            near = [m + d for m in mentioned if isinstance(m, int) for d in (-1, 0, 1)]
            return [n for n in near if low <= n <= high] or [sample(name, type_)]
        case v.MoneyType():
            bounds = [m if isinstance(m, v.Money) else v.Money.of(0, _CURRENCY) for m in mentioned]
            near_money = [v.Money.of(m.minor + d, m.currency) for m in bounds for d in (-1, 0, 1)]
            return near_money or [sample(name, type_)]
        case _:
            return [sample(name, type_), *mentioned]


def readable(
    values: Mapping[str, v.Value], types: Mapping[str, v.Type], guards: Iterable[g.Guard]
) -> dict[str, v.Value]:
    """The values of a checker's witness as a person would write them; equal ones stay equal, and others different."""
    atoms = [atom for guard in guards for atom in g.atoms(guard)]
    currencies = any(isinstance(atom, g.Compare) and isinstance(atom.value, v.Money) for atom in atoms)
    return {name: _readable(value, name, types[name], currencies) for name, value in values.items()}


def _readable(value: v.Value, name: str, type_: v.Type, currency_matters: bool) -> v.Value:
    match value:
        case str() if value.startswith("other text "):
            return value.removeprefix("other ")
        case v.Money() if value.currency == _NO_CURRENCY and not currency_matters:
            return v.Money.of(value.minor, _CURRENCY)
        case (int(n),) if isinstance(type_, v.ListOf | v.Data):  # a witness counts lists, whatever they are of
            return sample(name, type_, n + 1)
        case _:
            return value
