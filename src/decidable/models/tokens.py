"""The words of a message, as the confirmation grammar reads them.

Owns: cutting a text into lower-case words with their places, contractions spelled out. Never: knows what a word means.
"""

from __future__ import annotations

import re
import unicodedata
from typing import Final, NamedTuple

from decidable.models import phrases

__all__ = ["Token", "tokens_of"]

_TOKEN: Final = re.compile(r"[$€£]?[^\W_]+(?:(?<=\d)[.,:/](?=\d)[^\W_]+|[-'_][^\W_]+)*|\S")
_MODIFIERS: Final = re.compile("[\u200d\ufe0f\U0001f3fb-\U0001f3ff]")
_CONTRACTED: Final = dict(phrases.CONTRACTIONS)


class Token(NamedTuple):
    """One word of the message as the grammar reads it, and where it stands."""

    word: str
    start: int
    end: int


def tokens_of(text: str) -> list[Token]:
    """The words of a text, lower case, contractions spelled out; emoji are words, punctuation is not."""
    found: list[Token] = []
    for match in _TOKEN.finditer(text.replace("’", "'")):
        word = _MODIFIERS.sub("", match.group().lower())
        if not word or (len(word) == 1 and not word.isalnum() and unicodedata.category(word) not in ("So", "Sm")):
            continue
        found += [Token(part, match.start(), match.end()) for part in _spelled(word).split()]
    return found


def _spelled(word: str) -> str:
    if word in _CONTRACTED:
        return _CONTRACTED[word]
    return f"{word[:-3]} not" if word.endswith("n't") else word
