"""Every way the values a cell looks at can be: the proof that its guards are disjoint and leave nothing out.

Owns: the finite cuts of each type and their product. Never: samples; a cell too wide to enumerate is an error for its
author, not a guess.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date, time
from itertools import count, islice, product
from math import prod
from typing import Final, NamedTuple, TypeAlias, assert_never

from decidable.core import guard as g
from decidable.core import values as v
from decidable.core.conditions import View
from decidable.core.snapshot import Known

WIDEST: Final = 20_000
"""More combinations than this in one cell are refused: nobody could review it either."""

Domain: TypeAlias = "tuple[v.Value | v.Unknown, ...]"


class TooWide(Exception):  # noqa: N818 - not an error of ours: the caller turns it into a problem
    """The guards of one cell span more than `WIDEST` combinations."""


class Name(NamedTuple):
    """A fact or field as a cell sees it."""

    type: v.Type
    is_fact: bool
    may_be_unknown: bool


class Valuation(NamedTuple):
    """One combination, and how it reads: `deposit = 0, reservation unknown`."""

    view: View
    text: str


ALWAYS: Final = Valuation(View({}, {}), "always")
"""The one combination of nothing."""


def valuations(guards: Sequence[g.Guard], seen: Mapping[str, Name]) -> Iterator[Valuation]:
    """Every combination of the values these guards can tell apart. Raises `TooWide`."""
    wanted = sorted({name for guard in guards for name in g.names(guard)})
    atoms = [atom for guard in guards for atom in g.atoms(guard)]
    domains = [_domain(name, seen[name], atoms, seen) for name in wanted]
    approved = (False, True) if g.Approved() in atoms else (False,)
    busy = (False, True) if g.Busy() in atoms else (False,)
    if prod(map(len, domains)) * len(approved) * len(busy) > WIDEST:
        raise TooWide
    for combination in product(*domains, approved, busy):
        values = dict(zip(wanted, combination[: len(wanted)], strict=True))
        known = {name: value for name, value in values.items() if not isinstance(value, v.Unknown)}
        view = View(
            {name: Known(value, 0, "") for name, value in known.items() if seen[name].is_fact},
            {name: value for name, value in known.items() if not seen[name].is_fact},
            bool(combination[-2]),
            bool(combination[-1]),
        )
        yield Valuation(view, _text(values, view, len(approved) > 1, len(busy) > 1))


def _domain(name: str, seen: Name, atoms: Iterable[g.Atom], names: Mapping[str, Name]) -> Domain:
    group = _compared_with(name, atoms)
    mentioned: list[g.Literal] = []
    only_presence = len(group) == 1
    for atom in atoms:
        match atom:
            case g.Is(of, value) if of in group:
                mentioned.append(value)
            case g.OneOf(of, several) if of in group:
                mentioned.extend(several)
            case g.Compare(of, _, bound) if of in group:
                mentioned.append(bound)
            case g.Holds(of) if of == name:
                only_presence = False
            case _:
                pass
    only_presence = only_presence and not mentioned
    domain = cuts(seen.type, mentioned, len(group))
    known: Domain = domain[:1] if only_presence else domain
    return (v.UNKNOWN, *known) if seen.may_be_unknown else known


def _compared_with(name: str, atoms: Iterable[g.Atom]) -> set[str]:
    group = {name}
    pairs = [(atom.name, atom.other) for atom in atoms if isinstance(atom, g.Same)]
    for _ in pairs:
        for one, other in pairs:
            if one in group or other in group:
                group |= {one, other}
    return group


def cuts(type_: v.Type, mentioned: Sequence[g.Literal], apart: int) -> Domain:
    """Values of a type that represent all others: the mentioned ones, and between any two of them enough that `apart`
    names can all differ there."""
    match type_:
        case v.Bool():
            return (False, True)
        case v.Choices(values):
            return values
        case v.Range(low, high):
            return _whole_numbers(low, high, [m for m in mentioned if isinstance(m, int)], apart)
        case v.MoneyType():
            return _amounts(mentioned, apart)
        case v.Text():
            texts = tuple(dict.fromkeys(m for m in mentioned if isinstance(m, str)))
            others = (text for n in count(1) if (text := f"other text {n}") not in texts)
            return (*islice(others, apart), *texts)
        case v.Date():
            return tuple(date(2000, 1, n + 1) for n in range(min(apart, 28)))
        case v.Time():
            return tuple(time(n) for n in range(min(apart, 24)))
        case v.ListOf() | v.Data():
            return tuple((n,) for n in range(apart))
        case _:
            assert_never(type_)


def _whole_numbers(low: int, high: int, mentioned: Iterable[int], apart: int) -> Domain:
    near = {low, high} | {m + d for m in mentioned for d in range(-1, apart + 1)} | {low + n for n in range(apart)}
    return tuple(sorted(n for n in near if low <= n <= high))


def _amounts(mentioned: Iterable[g.Literal], apart: int) -> Domain:
    currencies = sorted({m.currency for m in mentioned if isinstance(m, v.Money)} | {"XXX"})
    found: dict[v.Value, None] = {}
    for currency in currencies:
        bounds = {m.minor if isinstance(m, v.Money) else 0 for m in mentioned} | {0}
        for minor in sorted({b + d for b in bounds for d in range(-1, apart + 1)}):
            found[v.Money.of(minor, currency)] = None
    return tuple(found)


def _text(values: Mapping[str, v.Value | v.Unknown], view: View, approved: bool, busy: bool) -> str:
    parts = [
        f"{name} unknown" if isinstance(value, v.Unknown) else f"{name} = {_shown(value)}"
        for name, value in values.items()
    ]
    if approved:
        parts.append("approved" if view.approved else "not approved")
    if busy:
        parts.append("busy" if view.busy else "not busy")
    return ", ".join(parts) or "always"


def _shown(value: v.Value) -> str:
    return g.literal_text(value, bare=True) if isinstance(value, str | int | v.Money) else str(value)
