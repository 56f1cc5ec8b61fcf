"""The guards of a diagram, as guards of a machine where they are ones, else as a fact of their name.

Owns: which facts a draft declares, and of which type. Never: invents a threshold or a value that the diagram does not have.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Final

from decidable.core.definition import Fact
from decidable.core.guard import And, Compare, Guard, Holds, Is, IsKnown, Not, OneOf, Or, names
from decidable.core.validate import RESERVED
from decidable.core.values import Bool, Choices
from decidable.text.asked_types import asked_types
from decidable.text.guards import guard_from, settle
from decidable.text.names import NameOf
from decidable.text.slugs import Slugs, slug
from decidable.text.trouble import Unreadable

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
    renamed: dict[str, str] = field(default_factory=dict)
    """Facts that a guard calls by a word of the language, and what they are called here."""


def conditions(texts: Iterable[str]) -> Conditions:
    """Read guards. One that is no guard, or that fits no type, is a bool fact of the machine's own; one without a
    letter or digit says nothing."""
    made = Conditions()
    read = {text: guard for text in texts if slug(text) and (guard := _read(text)) is not None}
    odd = _without_type(read)
    while odd:  # a guard that falls out may have been what made another fit
        read = {text: guard for text, guard in read.items() if not odd & set(names(guard))}
        odd = _without_type(read)
    types = asked_types(read.values())
    values = {value for type_ in types.values() if isinstance(type_, Choices) for value in type_.values}
    slugs = Slugs(NameOf.FACT, [*types, *values])
    made.renamed = {name: slugs[f"{name} "] for name in types if name in RESERVED}
    made.guards = {text: _called(guard, made.renamed) for text, guard in read.items()}
    called = {name: made.renamed.get(name, name) for name in types}
    made.facts = {called[name]: Fact(name=called[name], type=type_) for name, type_ in types.items() if type_}
    made.words = {name: word for word, name in made.renamed.items()}
    for text in texts:
        if text not in made.guards and slug(text):
            name = slugs[f"{_spelt(text)} "]  # led to a name of its own, even where the text is one that is taken
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


def _called(guard: Guard, names: Mapping[str, str]) -> Guard:
    """The guard with its facts called by these names."""
    match guard:
        case Not(inner):
            return Not(_called(inner, names))
        case And(guards) | Or(guards):
            return type(guard)(tuple(_called(each, names) for each in guards))
        case Holds(name) | IsKnown(name) | Is(name) | OneOf(name) | Compare(name):
            return replace(guard, name=names.get(name, name))
        case _:  # approved, busy; a name beside `is` is a value here
            return guard


def _without_type(read: Mapping[str, Guard]) -> set[str]:
    """The facts that are asked for in ways no type allows, and those that are values of another."""
    types = asked_types(read.values())
    values = {value for type_ in types.values() if isinstance(type_, Choices) for value in type_.values}
    return {name for name, type_ in types.items() if type_ is None or name in values}
