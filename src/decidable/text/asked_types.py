"""Types of facts that nobody has declared, from what guards ask of them.

Owns: that guess, for drafts. Never: a type where the questions contradict one another.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from decidable.core.guard import Atom, Compare, Guard, Holds, Is, OneOf, atoms, names
from decidable.core.values import Bool, Choices, Money, MoneyType, Range, Text, Type

_NUMBER: Final = Range(1 - 2**53, 2**53 - 1)
"""A number of which no bounds are known: what JSON carries exactly."""


def asked_types(guards: Iterable[Guard]) -> dict[str, Type | None]:
    """The type of each fact, from all that is asked of it; None where no type allows all of it."""
    asked: dict[str, list[Atom]] = {}
    for atom in (atom for guard in guards for atom in atoms(guard)):
        for name in names(atom):
            asked.setdefault(name, []).append(atom)
    equal = {other for found in asked.values() for atom in found if (other := _other(atom)) in asked}
    return {
        name: _type(
            [Is(name, "") if _other(atom) in equal else atom for atom in found] + [Is(name, "")] * (name in equal)
        )
        for name, found in asked.items()
    }


def _other(atom: Atom) -> str:
    """What may be a fact that the fact of an atom is equal to: two texts, as far as one can tell."""
    return atom.value if isinstance(atom, Is) and atom.bare and isinstance(atom.value, str) else ""


def _type(asked: Sequence[Atom]) -> Type | None:
    types: set[Type] = set()
    words: list[str] = []
    for atom in asked:
        match atom:
            case Holds():
                types.add(Bool())
            case Is(_, value, True) if isinstance(value, str):
                words.append(value)
            case OneOf(_, values, True):
                words += [value for value in values if isinstance(value, str)]
            case Is(_, value) | Compare(_, _, value):
                types.add(_type_of(value))
            case OneOf(_, values):
                types.update(map(_type_of, values))
            case _:  # `known` may be asked of any
                continue
    if words:
        distinct = tuple(dict.fromkeys(words))
        types.add(Choices(distinct if len(distinct) > 1 else (*distinct, f"not_{distinct[0]}")))
    if types == {MoneyType(), _NUMBER} and all(_number(atom) in (None, 0) for atom in asked):
        types = {MoneyType()}  # a plain 0 is of any currency
    return None if len(types) > 1 else next(iter(types), Text())


def _number(atom: Atom) -> int | None:
    """The plain number that an atom compares with."""
    return atom.value if isinstance(atom, Compare) and isinstance(atom.value, int) else None


def _type_of(value: object) -> Type:
    match value:
        case bool():
            return Bool()
        case str():
            return Text()
        case Money():
            return MoneyType()
        case _:
            return _NUMBER
