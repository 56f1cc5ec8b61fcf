"""Yes and no, by a small grammar and never by a model.

Owns: whether a message is a plain yes, a plain no, or neither, and what is left of it beyond the yes or no. Every word
of a plain answer is accounted for: agreement, courtesy, or a repetition of the open question. One word more, and it is
neither. Never: maps the answer to an event or reads the rest; that is the translator's.
"""

from __future__ import annotations

import re
from enum import StrEnum
from typing import Final, NamedTuple

from decidable.models import phrases
from decidable.models.restate import Question
from decidable.models.tokens import Token, tokens_of

__all__ = ["Answer", "Polarity", "answer", "is_courtesy"]


class Polarity(StrEnum):
    """Which way a message, or the word it opens or ends with, points."""

    YES = "yes"
    NO = "no"
    NEITHER = "neither"


class Answer(NamedTuple):
    """What a message answers. `plain`: nothing but that answer. `lean`: the yes or no it opens or ends with.

    `rest`: the message beyond the yes or no, empty where nothing is left that could be an event; `apart`: a mark stands
    between the two ("no, five", not "no onions"). `cause`: why, for the journal.
    """

    plain: Polarity
    lean: Polarity
    rest: str
    apart: bool
    cause: str


class _Piece(NamedTuple):
    """A phrase of the grammar, or one word that is none (`kind` "")."""

    kind: str
    first: int
    last: int


_STRETCHED: Final = re.compile(r"([a-z])\1{2,}")
_KINDS: Final = (
    ("unclear", phrases.UNCLEAR),
    ("no", phrases.NO),
    ("yes", phrases.YES),
    ("soft", phrases.SOFT),
)
_LONGEST: Final = max(len(phrase.split()) for _, known in _KINDS for phrase in known)


def answer(message: str, question: str = "") -> Answer:
    """Read a message as an answer to a question; without one ("") nothing counts as a repetition of it."""
    tokens = tokens_of(message)
    pieces = _pieces(tokens)
    kinds = {piece.kind for piece in pieces}
    words = [token.word for token in tokens]
    asked = Question(question)
    unknown = [i for piece in pieces if not piece.kind for i in range(piece.first, piece.last)]
    if not unknown or (kinds & {"yes", "no"} and asked.repeated_by(words, unknown)):
        return _whole(kinds, message, asks="?" in message or (0 in unknown and words[0] in phrases.OPENERS))
    return _beyond(message, tokens, pieces)


def is_courtesy(text: str) -> bool:
    """Whether a text says nothing but please, thanks or hello."""
    return all(piece.kind == "soft" for piece in _pieces(tokens_of(text)))


def _whole(kinds: set[str], message: str, *, asks: bool) -> Answer:
    """A message every word of which is known."""
    lean = Polarity.YES if "yes" in kinds else Polarity.NO if "no" in kinds else Polarity.NEITHER
    if "unclear" in kinds or {"yes", "no"} <= kinds:
        return Answer(Polarity.NEITHER, Polarity.NEITHER, "", False, "grammar: neither a clear yes nor a clear no")
    if lean is Polarity.NEITHER:
        return Answer(lean, lean, message, False, "grammar: nothing but courtesy")
    if asks:
        return Answer(Polarity.NEITHER, lean, "", False, f"grammar: a question is not a {lean}")
    return Answer(lean, lean, "", False, f"grammar: plain {lean}")


def _beyond(message: str, tokens: list[Token], pieces: list[_Piece]) -> Answer:
    """A message with more in it than a yes or a no."""
    head = _lead(pieces)
    if head and tokens[pieces[head - 1].last - 1].word == "not" and not _marked(message, tokens, pieces[head].first):
        # "don't cancel": the negation belongs to what follows.
        head = 0
    tail = _lead(pieces[::-1])
    leading, trailing = _polarity(pieces[:head]), _polarity(pieces[len(pieces) - tail :])
    lean = leading if leading is not Polarity.NEITHER else trailing
    if lean is Polarity.NEITHER:
        return Answer(lean, lean, message, False, "grammar: no answer in it")
    first = pieces[head].first if head and leading is lean else 0
    last = pieces[len(pieces) - 1 - tail].last if trailing is not Polarity.NEITHER else len(tokens)
    apart = _marked(message, tokens, first)
    while first < last and tokens[first].word in phrases.CONNECTIVES:
        first += 1
    rest = message[tokens[first].start : tokens[last - 1].end] if first < last else ""
    if trailing is Polarity.NEITHER and rest:
        rest = message[tokens[first].start :].strip()
    if first < last and _conditional([token.word for token in tokens[first:last]]):
        return Answer(Polarity.NEITHER, lean, "", apart, f"grammar: a {lean} with a condition")
    return Answer(Polarity.NEITHER, lean, rest, apart, f"grammar: a {lean} with more in it")


def _lead(pieces: list[_Piece]) -> int:
    """How many pieces at this end belong to the answer and its courtesy."""
    count = 0
    for piece in pieces:
        if piece.kind not in ("yes", "no", "soft"):
            break
        count += 1
    return count


def _polarity(pieces: list[_Piece]) -> Polarity:
    kinds = {piece.kind for piece in pieces} & {"yes", "no"}
    return Polarity(kinds.pop()) if len(kinds) == 1 else Polarity.NEITHER


def _marked(message: str, tokens: list[Token], first: int) -> bool:
    between = message[tokens[first - 1].end : tokens[first].start] if first else ""
    return bool(re.search(r"[^\w\s]", between)) or tokens[first].word in phrases.CONNECTIVES


def _conditional(words: list[str]) -> bool:
    return words[0] in phrases.CONDITION or " ".join(words).startswith(phrases.CONDITION_PHRASES)


def _pieces(tokens: list[Token]) -> list[_Piece]:
    """The longest known phrase at each place; a word that starts none stands alone."""
    words = [token.word for token in tokens]
    found: list[_Piece] = []
    at = 0
    while at < len(words):
        kind, last = _phrase(words, at)
        found.append(_Piece(kind, at, last))
        at = last
    return found


def _phrase(words: list[str], at: int) -> tuple[str, int]:
    for length in range(min(_LONGEST, len(words) - at), 0, -1):
        phrase = " ".join(words[at : at + length])
        for kind, known in _KINDS:
            if phrase in known or (length == 1 and _STRETCHED.sub(r"\1", phrase) in known):
                return kind, at + length
    return "", at + 1
