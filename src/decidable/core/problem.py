"""A problem found in a machine before it runs: what, where, what to do.

Owns: the one shape in which the reader, the validation and the checker report. Never: decides how it is printed.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from enum import StrEnum
from functools import lru_cache
from heapq import nlargest
from itertools import pairwise
from typing import Final, NamedTuple


class Severity(StrEnum):
    """`error` makes a machine unfit to run; `warning` is worth a look; `note` only informs."""

    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"


class Problem(NamedTuple):
    """One finding. `line` and `column` count from 1; 0 where it has no place in a file.

    `token`: the word it is about, by which a reader of the text can find the column. `state` and `event`: the cell, state or
    column it is about, where it is about one; lines of any state stand in `any state`.
    """

    code: str
    message: str
    hint: str = ""
    line: int = 0
    column: int = 0
    token: str = ""
    severity: Severity = Severity.ERROR
    state: str = ""
    event: str = ""
    file: str = ""
    """The file of a contract that it is about; empty for the machine's own."""


MANY: Final = 50
"""Of more names, only so many as have most in common with a word are compared with it letter by letter."""
TOO_MANY: Final = 2_000
"""Among more names no near one is looked for: a file may hold thousands that are wrong."""


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """`did you mean 'gather'?`, or nothing where no known name is near."""
    words = list(known)
    if len(words) > TOO_MANY:
        return ""
    if len(words) > MANY:
        pairs = _pairs(word)
        words = nlargest(MANY, words, key=lambda each: len(pairs & _pairs(each)))
    near = difflib.get_close_matches(word, words, n=1, cutoff=0.6)
    return f"did you mean '{near[0]}'?" if near else ""


@lru_cache(maxsize=2 * TOO_MANY)
def _pairs(word: str) -> frozenset[tuple[str, str]]:
    """The letters of a word as they stand beside each other."""
    return frozenset(pairwise(f" {word}"))
