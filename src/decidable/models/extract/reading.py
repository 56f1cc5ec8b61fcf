"""A message made ready for the extractors: lower case, one blank between words, number words as digits.

Owns: that one normal form ("Friday at seven" -> "friday at 7", "the fourteenth" -> "the 14th").
Never: drops a word or adds one.
"""

from __future__ import annotations

import re
import unicodedata
from typing import Final

from text_to_num import alpha2digit

__all__ = ["read"]

# "one" is a number only beside a word that counts: "for one", "one person", but not "this one" or "no one".
_COUNTS_BEFORE: Final = frozenset("for at of past to just it make around about by till until be are only plus".split())
_COUNTS_AFTER: Final = frozenset("o'clock person guest adult child pm am thirty fifteen forty hundred thousand".split())
_TENS: Final = frozenset("twenty thirty forty fifty sixty seventy eighty ninety and".split())
_KEPT: Final = "\ue000"


def read(message: str) -> str:
    """The normal form of a message or of a phrase to look for in one."""
    text = unicodedata.normalize("NFKC", message).lower()
    text = text.replace("’", "'").replace("‘", "'").replace("–", "-").replace("—", " - ").replace("\0", " ")
    text = " ".join(text.split())
    text = re.sub(r"\bhalf a dozen\b", "six", text)
    text = re.sub(r"\ba dozen\b", "twelve", text)
    kept = re.sub(r"\bone\b", lambda found: "one" if _counts(text, found) else _KEPT, text)
    return str(alpha2digit(kept, "en", threshold=0)).replace(_KEPT, "one")


def _counts(text: str, found: re.Match[str]) -> bool:
    before = re.split(r"[ -]", text[: found.start()].rstrip(" -"))[-1]
    after = re.match(r"[ -]([\w']+)", text[found.end() :])
    return before in _COUNTS_BEFORE | _TENS or (after is not None and after[1] in _COUNTS_AFTER) or text == "one"
