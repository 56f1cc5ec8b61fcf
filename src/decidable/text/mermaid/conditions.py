"""The guards of a diagram, as guards of a machine where they are ones, else as a fact of their name.

Owns: which facts a draft declares, and of which type. Never: invents a threshold or a value that the diagram does not have.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from decidable.core.definition import Fact
from decidable.core.guard import (
    And,
    Compare,
    Guard,
    Holds,
    Is,
    IsKnown,
    Not,
    OneOf,
    Or,
)
from decidable.core.values import Bool, Choices, Money, MoneyType, Range, Text, Type
from decidable.text.guards import guard_from, settle
from decidable.text.names import NameOf
from decidable.text.slugs import Slugs, slug
from decidable.text.trouble import Unreadable

_NUMBER: Final = Range(1 - 2**53, 2**53 - 1)
"""A number of which no bounds are known: what JSON carries exactly."""
_NOT: Final = re.compile(r"!(?=\s*[\w(])")
_FOREIGN: Final = (
    (re.compile(r"&&"), " and "),
    (re.compile(r"\|\|"), " or "),
    (re.compile(r"([A-Za-z_]\w*)\s*!==?\s*(\"[^\"]*\"|[\w.]+)"), r"not (\1 is \2)"),
    (re.compile(r"===?"), " is "),
    (re.compile(r"(?<![<>=!])=(?!=)"), " is "),
    (_NOT, " not "),
    (re.compile(r"\bis\s+true\b"), "is yes"),
    (re.compile(r"\bis\s+false\b"), "is no"),
    (re.compile(r"'([^'\"]*)'"), r'"\1"'),
)
_SIGNS: Final = (
    ("<=", " at most "),
    (">=", " at least "),
    ("!=", " is not "),
    ("<", " below "),
    (">", " above "),
    ("==", " is "),
    ("=", " is "),
    ("&&", " and "),
    ("||", " or "),
    ("%", " percent "),
)


@dataclass(slots=True)
class Conditions:
    """What the guards of a diagram became: a guard for each text, and the facts they speak of, with the words of those
    that stand for a whole text."""

    guards: dict[str, Guard] = field(default_factory=dict)
    facts: dict[str, Fact] = field(default_factory=dict)
    words: dict[str, str] = field(default_factory=dict)


def conditions(texts: Iterable[str]) -> Conditions:
    """Read guards. One that is no guard, or that fits no type, is a bool fact of the machine's own; one without a
    letter or digit says nothing."""
    made = Conditions()
    read = {text: guard for text in texts if slug(text) and (guard := _read(text)) is not None}
    odd = _without_type(read)
    while odd:  # a guard that falls out may have been what made another fit
        read = {text: guard for text, guard in read.items() if not odd & set(_facts_of(guard))}
        odd = _without_type(read)
    types = _types(read.values())
    made.guards = dict(read)
    made.facts = {name: Fact(name=name, type=type_) for name, type_ in types.items() if type_ is not None}
    values = {value for type_ in types.values() if isinstance(type_, Choices) for value in type_.values}
    names = Slugs(NameOf.FACT, [*types, *values])
    for text in texts:
        if text not in made.guards and slug(text):
            name = names[f"{_spelt(text)} "]  # led to a name of its own, even where the text is one that is taken
            made.guards[text] = Holds(name)
            if name not in made.facts:
                made.facts[name] = Fact(name=name, type=Bool())
                made.words[name] = text
    return made


def _spelt(text: str) -> str:
    """A condition with its signs as words: `amount < 50` becomes `amount below 50`."""
    for sign, word in _SIGNS:
        text = text.replace(sign, word)
    return _NOT.sub(" not ", text)


def _read(text: str) -> Guard | None:
    for pattern, words in _FOREIGN:
        text = pattern.sub(words, text)
    try:
        return settle(guard_from(text), ())
    except Unreadable:
        return None


def _atoms(guard: Guard) -> Iterator[Guard]:
    match guard:
        case And(guards) | Or(guards):
            for part in guards:
                yield from _atoms(part)
        case Not(inner):
            yield from _atoms(inner)
        case _:
            yield guard


def _facts_of(guard: Guard) -> Iterator[str]:
    for atom in _atoms(guard):
        match atom:
            case Holds(name) | IsKnown(name) | Is(name) | OneOf(name) | Compare(name):
                yield name
            case _:  # `approved`, `busy`; `f is g` is told only when all facts are known
                continue


def _without_type(read: Mapping[str, Guard]) -> set[str]:
    """The facts that are asked for in ways no type allows, and those that are values of another."""
    types = _types(read.values())
    values = {value for type_ in types.values() if isinstance(type_, Choices) for value in type_.values}
    return {name for name, type_ in types.items() if type_ is None or name in values}


def _types(guards: Iterable[Guard]) -> dict[str, Type | None]:
    """The type of each fact, from all that is asked of it; None where no type allows all of it."""
    asked: dict[str, list[Guard]] = {}
    for atom in (atom for guard in guards for atom in _atoms(guard)):
        for name in _facts_of(atom):
            asked.setdefault(name, []).append(atom)
    equal = {other for atoms in asked.values() for atom in atoms if (other := _other(atom)) in asked}
    return {
        name: _type(
            [Is(name, "") if _other(atom) in equal else atom for atom in atoms] + [Is(name, "")] * (name in equal)
        )
        for name, atoms in asked.items()
    }


def _other(atom: Guard) -> str:
    """What may be a fact that the fact of an atom is equal to: two texts, as far as one can tell."""
    return atom.value if isinstance(atom, Is) and atom.bare and isinstance(atom.value, str) else ""


def _type(atoms: Sequence[Guard]) -> Type | None:
    types: set[Type] = set()
    words: list[str] = []
    for atom in atoms:
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
    if types == {MoneyType(), _NUMBER} and all(_number(atom) in (None, 0) for atom in atoms):
        types = {MoneyType()}  # a plain 0 is of any currency
    return None if len(types) > 1 else next(iter(types), Text())


def _number(atom: Guard) -> int | None:
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
