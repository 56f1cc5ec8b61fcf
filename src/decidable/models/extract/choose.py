"""One value out of several that a message names for one field.

Owns: corrections ("Friday, no, Saturday"), replacements ("Saturday instead of Friday", "from 4 to 5") and the refusal to
choose where the message does not ("4 or 5"). Never: takes the first because it came first.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final, NamedTuple

from decidable.core.values import Value

__all__ = ["Found", "one_of", "rejected", "without_rejected"]

_REJECTED_BEFORE: Final = re.compile(
    r"(?:\bnot|n't|\binstead of|\brather than|\bno longer|\bwithout)(?: (?:on|at|for|the|by|a table for))? ?$"
)
_REJECTED_AFTER: Final = re.compile(r" (?:is not|isn't|does not|doesn't|won't|will not|no longer|is no good|is out)\b")
_CORRECTED: Final = re.compile(
    r"\b(?:no|nope|actually|sorry|i mean|i meant|rather|make (?:it|that)|wait|instead|scratch that|change|better)\b"
)
_CHANGED: Final = re.compile(r" (?:to|->|into) (?:\w+ )?")


class Found(NamedTuple):
    """A value that may be the field's, and its place in the text."""

    value: Value
    start: int
    end: int


def without_rejected(text: str, found: Sequence[Found]) -> list[Found]:
    """Those the message does not take back."""
    return [
        item
        for at, item in enumerate(found)
        if not rejected(text, item.start, item.end) and not _left_behind(text, item, found[at + 1 : at + 2])
    ]


def rejected(text: str, start: int, end: int) -> bool:
    """Whether the message takes back what stands here: "not Friday", "Friday doesn't work"."""
    return bool(_REJECTED_BEFORE.search(text[:start]) or _REJECTED_AFTER.match(text[end:]))


def one_of(text: str, found: Sequence[Found]) -> tuple[Value | None, str]:
    """The value that is meant, or None and why there is none."""
    if len({(type(item.value), item.value) for item in found}) == 1:
        return found[0].value, ""
    last, before = found[-1], found[-2]
    if _CORRECTED.search(text[before.end : last.start]) or _CORRECTED.match(text[last.end :].lstrip(" ,")):
        return last.value, ""
    return None, " or ".join(f"'{text[item.start : item.end].strip()}'" for item in found)


def _left_behind(text: str, item: Found, following: Sequence[Found]) -> bool:
    """ "from 4 to 5": the 4 is what it was."""
    return bool(
        following and text[: item.start].endswith("from ") and _CHANGED.fullmatch(text[item.end : following[0].start])
    )
