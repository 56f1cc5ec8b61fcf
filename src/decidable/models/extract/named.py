"""Values that a message names by their own words: choices, yes-or-no fields, phrases of the author, and patterns.

Owns: finding such words and what they stand for. Never: takes a negated word for the thing ("not business").
"""

from __future__ import annotations

import re
from typing import NamedTuple

from decidable.core.values import Bool, Choices, Range, Type, Value
from decidable.models.extract.hints import Hints
from decidable.models.extract.reading import read

__all__ = ["Named", "matches", "named"]


class Named(NamedTuple):
    """A value found by its words."""

    value: Value
    start: int
    end: int


def named(text: str, type_: Type, hints: Hints) -> list[Named]:
    """The values of this type that a text in normal form names, in order, each place once, the longest words first."""
    phrases = _phrases(type_, hints)
    found: list[Named] = []
    for words in sorted(phrases, key=len, reverse=True):
        for match in re.finditer(rf"(?<![\w-]){words}(?![\w-])", text):
            value = _turned(text, match.start(), phrases[words], type_)
            if value is not None and not any(old.start < match.end() and match.start() < old.end for old in found):
                found.append(Named(value, *match.span()))
    return sorted(found, key=lambda item: item.start)


def matches(message: str, pattern: re.Pattern[str]) -> list[Named]:
    """Every place of the pattern, whatever the case; the value is in the case that the pattern itself asks for."""
    loose = re.compile(pattern.pattern, pattern.flags | re.IGNORECASE)
    found = []
    for match in loose.finditer(message):
        value = match[1] if match.re.groups and match[1] is not None else match[0]
        exact = pattern.fullmatch(match[0]) or not pattern.fullmatch(match[0].upper())
        if value:
            found.append(Named(value if exact else value.upper(), *match.span()))
    return found


def _phrases(type_: Type, hints: Hints) -> dict[str, Value]:
    """A regular expression for each phrase, and its value."""
    phrases: dict[str, Value] = {}
    if isinstance(type_, Choices):
        phrases |= {_inflected(read(value.replace("_", " "))): value for value in type_.values}
    if isinstance(type_, Bool):
        phrases |= {_inflected(read(cue)): True for cue in hints.cues}
    for phrase, meant in hints.words.items():
        value: Value = int(meant) if isinstance(type_, Range) else meant == "yes" if isinstance(type_, Bool) else meant
        phrases[_inflected(read(phrase))] = value
    return phrases


def _inflected(phrase: str) -> str:
    """A pattern for the phrase and the plain inflections of its last word."""
    words = [re.escape(word) for word in phrase.split()]
    return r"[ -]".join(words) + ("(?:e?s|'s|ed|ing)?" if words and words[-1].isalpha() and len(words[-1]) > 2 else "")


_NOT = re.compile(
    r"\b(?:not|no|without|n't|never|rather than|instead of|except)(?: (?:a|an|the|any|in|want|need|have|take))* $"
)


def _turned(text: str, at: int, value: Value, type_: Type) -> Value | None:
    """The value after what stands before it: a negation turns a yes-or-no round and takes any other value away."""
    if not _NOT.search(text[:at].replace("don't", "do not").replace("-", " ")):
        return value
    return (not value) if isinstance(type_, Bool) else None
