"""Whether the words of an answer only repeat the question.

Owns: the comparison of an answer's words with those of the open question, strict where a repetition could hide a change:
a number or a day must stand after the same word as in the question, one of several things asked must not be
picked out. Never: knows what a yes is.
"""

from __future__ import annotations

import re
from itertools import pairwise
from typing import Final

from decidable.models import phrases
from decidable.models.tokens import tokens_of

__all__ = ["Question"]

_SENTENCE: Final = re.compile(r"(?<=[.!?])\s+|\n+")
_ANNOUNCED: Final = re.compile(r",? and (i'll|i will|let me know)\b.*", re.IGNORECASE | re.DOTALL)
"""What the asker will do, or wants besides: not one of the things asked."""
_ENDINGS: Final = ("ellation", "elling", "lation", "ation", "ling", "ing", "led", "ed", "es", "s", "e")
_NUMBERS: Final = frozenset(
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen "
    "eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety hundred thousand half quarter dozen".split()
)
_JOINED: Final = frozenset("and then these those".split())
_CHOICE: Final = frozenset("or which what who whom whose when where how".split())
"""A question with one of these asks for more than a yes: to repeat a part of it may be to choose."""
_WHOLE: Final = frozenset("both all everything".split())


class Question:
    """The open question, as the sentences that ask it."""

    def __init__(self, text: str) -> None:
        asking = _asking(text)
        codes = frozenset(token.word for token in tokens_of(text) if _is_code(token.word))
        whole = _Asked(" ".join(asking), codes)
        one_by_one = asking if sum("?" in part for part in asking) < 2 else []
        self._asked = [whole, *(_Asked(part, codes) for part in one_by_one)]

    def repeated_by(self, words: list[str], unknown: list[int]) -> bool:
        """Whether the words at these places say nothing but what was asked."""
        return any(asked.repeated_by(words, unknown) for asked in self._asked)


class _Asked:
    """The words of what was asked. `codes`: every order number or reference of the whole question."""

    def __init__(self, text: str, codes: frozenset[str]) -> None:
        self._words = [token.word for token in tokens_of(text)]
        self._known = frozenset(self._words) | codes
        self._stems = frozenset(_stem(word) for word in self._words)
        self._codes = codes
        self._offers_a_choice = bool(self._known & _CHOICE)
        wanted = {token.word for token in tokens_of(_ANNOUNCED.sub("", text))}
        self._several = bool(wanted & {"and", "then"})
        self._pairs = frozenset(pairwise(self._words))

    def repeated_by(self, words: list[str], unknown: list[int]) -> bool:
        content = [i for i in unknown if words[i] not in phrases.GRAMMAR]
        if not all(self._has(words, i) for i in content):
            return False
        if not content:
            # Links and pronouns alone ("yes, that", "yes to it") repeat nothing and change nothing.
            return True
        if self._offers_a_choice or (self._several and not (_JOINED | _WHOLE) & set(words)):
            return False
        named = {words[i] for i in content if _is_code(words[i])}
        return not named or named >= self._codes

    def _has(self, words: list[str], at: int) -> bool:
        word = words[at]
        if word in _WHOLE:
            return self._several or len(self._codes) > 1 or word in self._known
        before = next((w for w in words[at - 1 :: -1] if at and w not in ("the", "a", "an", "my", "your")), "")
        if word in phrases.TEMPORAL or _is_code(word):
            return word in self._known and (before not in phrases.LINKS or (before, word) in self._pairs)
        if _is_number(word):
            after = words[at + 1] if at + 1 < len(words) else ""
            return (before, word) in self._pairs or (word, after) in self._pairs
        stem = _stem(word)
        known = word in self._known or any(_akin(stem, other) for other in self._stems)
        return known and (before not in ("from", "to") or self._moved(before, stem))

    def _moved(self, before: str, stem: str) -> bool:
        """Whether the question too has this word after `from` or `to`: the two ends of a change must not be swapped."""
        other_end = {"from": "to", "to": "from"}[before]
        said = {a for a, b in self._pairs_without_articles() if _akin(stem, _stem(b))}
        return other_end not in said or before in said

    def _pairs_without_articles(self) -> list[tuple[str, str]]:
        plain = [word for word in self._words if word not in ("the", "a", "an", "my", "your")]
        return list(pairwise(plain))


def _asking(text: str) -> list[str]:
    """The sentences that ask: those with a question mark, and a call to confirm with the sentence it is about."""
    sentences = [part for part in _SENTENCE.split(text) if part.strip()]
    found: list[str] = []
    for before, part in zip(["", *sentences], sentences, strict=False):
        if "?" in part:
            found.append(part)
        elif "confirm" in part.lower():
            found += [before, part] if before not in found else [part]
    return found or sentences[-1:]


def _is_number(word: str) -> bool:
    return word.lstrip("$€£")[:1].isdigit() or any(part in _NUMBERS for part in word.split("-"))


def _is_code(word: str) -> bool:
    """An order number, a booking reference: letters and digits in one word."""
    return (
        bool(re.search(r"\d", word)) and bool(re.search(r"[a-z]", word)) and not re.fullmatch(r"\d+(st|nd|rd|th)", word)
    )


def _stem(word: str) -> str:
    for ending in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= 3:
            return word[: -len(ending)]
    return word


def _akin(one: str, two: str) -> bool:
    """Two forms of one word: equal stems, or one begins with the other and is little longer."""
    if one == two:
        return True
    short, long = sorted((one, two), key=len)
    return len(short) >= 4 and long.startswith(short) and len(long) - len(short) <= 3
