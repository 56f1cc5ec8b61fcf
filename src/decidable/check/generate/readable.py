"""The values of a checker's witness as a person would write them.

Owns: what stands for a witness's texts, lists and currencies in a test that is read. Never: makes equal ones different, or
different ones equal.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from decidable.check.samples import CURRENCY, sample
from decidable.core import guard as g
from decidable.core import values as v

_NO_CURRENCY: Final = "XXX"


def readable(
    values: Mapping[str, v.Value], types: Mapping[str, v.Type], guards: Iterable[g.Guard]
) -> dict[str, v.Value]:
    """The values of a witness by name, readable; equal ones stay equal, and others different."""
    atoms = [atom for guard in guards for atom in g.atoms(guard)]
    currencies = any(isinstance(atom, g.Compare) and isinstance(atom.value, v.Money) for atom in atoms)
    return {name: _readable(value, name, types[name], currencies) for name, value in values.items()}


def _readable(value: v.Value, name: str, type_: v.Type, currency_matters: bool) -> v.Value:
    match value:
        case str() if value.startswith("other text "):
            return value.removeprefix("other ")
        case v.Money() if value.currency == _NO_CURRENCY and not currency_matters:
            return v.Money.of(value.minor, CURRENCY)
        case (int(n),) if isinstance(type_, v.ListOf | v.Data):  # a witness counts lists, whatever they are of
            return sample(name, type_, n + 1)
        case _:
            return value
