"""A value found in a message, and where.

Owns: the one shape in which all extractors answer. Never: knows which field it is for.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from enum import StrEnum
from typing import NamedTuple

from decidable.core.values import Value

__all__ = ["Mention", "Sort", "blank", "word_after", "word_before"]


class Sort(StrEnum):
    """What kind of thing a mention is."""

    NUMBER = "number"
    DATE = "date"
    TIME = "time"
    MONEY = "money"


class Mention(NamedTuple):
    """`value` None: something of this sort stands here, but not one value; `note` says why.

    `weekday`: a day named by its weekday alone, which the time of day may still move by a week.
    """

    sort: Sort
    value: Value
    start: int
    end: int
    note: str = ""
    weekday: bool = False


def blank(text: str, spans: Iterable[tuple[int, int]]) -> str:
    """The text with these places taken out, every other place unmoved."""
    for start, end in spans:
        text = text[:start] + "\0" * (end - start) + text[end:]
    return text


def word_before(text: str, at: int) -> str:
    """The word that ends before this place; "" at the start or after a mark."""
    found = re.search(r"([^\s,.;:!?()\0]+) ?$", text[:at])
    return found[1] if found else ""


def word_after(text: str, at: int) -> str:
    """The word that begins after this place; "" at the end or before a mark."""
    found = re.match(r" ?([^\s,.;:!?()\0]+)", text[at:])
    return found[1] if found else ""
