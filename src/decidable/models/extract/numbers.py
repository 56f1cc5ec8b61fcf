"""Bare whole numbers in a message, and which of them may stand for something at all.

Owns: telling "make it 5" from "5 stars", "room 5" and "2 more". Never: gives a number to a field.
"""

from __future__ import annotations

import re
from typing import Final

from decidable.models.extract.mention import Mention, Sort, word_after, word_before

__all__ = ["bare", "numbers", "relative", "separate"]

_NUMBER: Final = re.compile(r"(?<![\w$€£#/:-])(?<!\d[.,])\d{1,9}(?![\w%$€£:/-]|[.,]\d)")
_MAY_FOLLOW: Final = frozenset(
    "and for at on please instead this next tonight today tomorrow in with or thanks thank would then actually not if "
    "rather but maybe now too works sharp ok okay around about from by sounds to i we it that's pls only monday tuesday wednesday "
    "thursday friday saturday sunday mon tue wed thu fri sat sun".split()
)
"""Words after which a number still stands alone; before any other word it counts that word ("5 stars")."""
_LABELS: Final = frozenset(
    "number no. nr room table option version step item order gate flight page part chapter level ticket line seat row "
    "question answer size age zone group".split()
)
"""Words that make a number a name: "room 5"."""
_CHANGES: Final = frozenset("more extra additional fewer less others".split())
_ADDS: Final = frozenset("add plus another extra minus remove".split())


def numbers(text: str) -> list[Mention]:
    """Every whole number in a text in normal form."""
    return [Mention(Sort.NUMBER, int(found[0]), *found.span()) for found in _NUMBER.finditer(text)]


def separate(text: str, mentions: list[Mention]) -> tuple[list[Mention], list[str]]:
    """Without numbers that are given as alternatives ("4 or 5", "between 7 and 8") and why; of "from 4 to 5", the 5."""
    kept: list[Mention] = []
    notes: list[str] = []
    for mention in mentions:
        before = kept[-1] if kept else None
        joint = text[before.end : mention.start] if before else ""
        opening = word_before(text, before.start) if before else ""
        if before and joint == " to " and opening == "from":
            kept[-1] = mention
        elif before and (joint in (" or ", " to ", " - ") or (joint == " and " and opening == "between")):
            kept.pop()
            notes.append(f"'{text[before.start : mention.end]}' is not one number")
        else:
            kept.append(mention)
    return kept, notes


def bare(text: str, mention: Mention) -> bool:
    """Whether a number stands for itself, and neither counts nor names something else."""
    after, before = word_after(text, mention.end), word_before(text, mention.start)
    return (not after or after in _MAY_FOLLOW or after[0].isdigit()) and before not in _LABELS


def relative(text: str, mention: Mention) -> bool:
    """Whether a number says how many more or fewer, which is not how many."""
    return word_after(text, mention.end) in _CHANGES or word_before(text, mention.start) in _ADDS
