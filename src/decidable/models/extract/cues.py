"""Cue words: which field a mention stands beside.

Owns: reading an author's cues. A cue that ends in a preposition ("for", "party of", "at") stands before its value; any
other ("people", "of us", "o'clock") stands after it, or before it with a joint ("guests: 4"). Never: looks further than
the next word.
"""

from __future__ import annotations

import re
from enum import StrEnum
from functools import lru_cache
from typing import Final

from decidable.models.extract.reading import read

__all__ = ["Side", "cued", "spelled", "trailing"]

_PREPOSITIONS: Final = frozenset(
    "for of at by from to until till around about with on in before after between since".split()
)
_ROUGHLY: Final = r"(?:(?:about|around|roughly|say|maybe|just|only|exactly|up to|like|a|the|all|all the) )?"


class Side(StrEnum):
    """On which side of a mention a cue stands."""

    NONE = ""
    BEFORE = "before"
    AFTER = "after"


def cued(text: str, start: int, end: int, cues: tuple[str, ...]) -> Side:
    """Where one of the cues stands beside this place; after it, if on both sides ("for 4 people")."""
    before, after = _compiled(cues)
    if after.match(text[end:]):
        return Side.AFTER
    return Side.BEFORE if before.search(text[:start]) else Side.NONE


def trailing(cues: tuple[str, ...]) -> tuple[str, ...]:
    """The cues that stand after their value."""
    return tuple(cue for cue in cues if cue.split()[-1] not in _PREPOSITIONS)


@lru_cache(maxsize=256)
def _compiled(cues: tuple[str, ...]) -> tuple[re.Pattern[str], re.Pattern[str]]:
    never = "(?!)"
    after = "|".join(spelled(read(cue)) for cue in trailing(cues)) or never
    leading = "|".join(re.escape(read(cue)) for cue in cues if cue not in trailing(cues)) or never
    joined = rf"(?:{after})(?:\s*[:=] ?| is | are | of )"
    return (
        re.compile(rf"(?<![\w-])(?:(?:{leading}) {_ROUGHLY}|{joined})$"),
        re.compile(rf" ?(?:{after})(?![\w-])"),
    )


def spelled(cue: str) -> str:
    """A regular expression for a cue, in the singular or the plural."""
    return f"{re.escape(cue[:-1])}s?" if len(cue) > 3 and cue.endswith("s") else f"{re.escape(cue)}s?"
