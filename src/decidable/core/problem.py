"""A problem found in a machine before it runs: what, where, what to do.

Owns: the one shape in which the reader, the validation and the checker report. Never: decides how it is printed.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from enum import StrEnum
from typing import NamedTuple


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


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """`did you mean 'gather'?`, or nothing where no known name is near."""
    near = difflib.get_close_matches(word, list(known), n=1, cutoff=0.6)
    return f"did you mean '{near[0]}'?" if near else ""
