"""Whether a message that speaks of an event asks for it, refuses it, or asks about it.

Owns: that check; sentence vectors tell the topic and not the direction ("cancel" and "don't
cancel" are neighbours). Never: makes an event likelier; it only takes back.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from decidable.models import phrases

__all__ = ["Turned", "asks_about", "hedge"]

_NEGATED: Final = re.compile(
    r"\b(?:not|n't|dont|never|without|no need to|no reason to|instead of|rather than)\s+"
    r"(?:(?:want|need|wish|like|going|trying|asking|have|you|to|be|actually|really|just|even)\s+)*([\w']+)"
)
_ASKS_ABOUT: Final = re.compile(
    r"(?:(?:and|but|so|ok|okay|hi|hello|hey|please|sorry)[ ,]+)*"
    r"(?:what|when|how|why|who|which|where|is|are|was|were|does|do|did|has|have|had|if)\b"
)
_HEDGED: Final = re.compile(r"\b(?:if|unless|in case|until|might|may|maybe|perhaps|possibly|probably|could|depends)\b")
_REQUEST: Final = re.compile(r"\b(?:could|may|might) (?:you|we|i)\b|\bif (?:possible|you (?:can|could|please|would))\b")
_PLAIN: Final = frozenset(
    "a an the it that this me my i you your we us our to and or of for on in at is be do so any all".split()
)


class Turned:
    """Knows the words with which an event's examples ask for it."""

    def __init__(self, examples: Iterable[str]) -> None:
        asked: set[str] = set()
        negated: set[str] = set()
        for text in map(_spread, examples):
            asked |= {_stem(word) for word in re.findall(r"[\w']+", text) if _asks(word)}
            negated |= {_stem(found[1]) for found in _NEGATED.finditer(text)}
        # "never mind" is a way to ask for it: a word that an example itself negates tells nothing.
        self._asked = asked - negated

    def refuses(self, text: str) -> str:
        """The words of a text in normal form that refuse the event, or ""."""
        refused = (found[0] for found in _NEGATED.finditer(_spread(text)) if _stem(found[1]) in self._asked)
        return next(refused, "")


def asks_about(text: str) -> bool:
    """Whether a text in normal form is a question that is no request ("what if I cancel?", not "can you cancel it?")."""
    return _ASKS_ABOUT.match(text) is not None


def hedge(text: str) -> str:
    """The word of a text in lower case by which something is said only on a condition or as a thought ("if it rains,
    cancel it", "I might cancel"), or ""; a polite request ("could you cancel it, if possible") has none."""
    found = _HEDGED.search(_REQUEST.sub(" ", text))
    return found[0] if found else ""


def _asks(word: str) -> bool:
    """Not a word that is in every sentence, nor a value: "not Friday" refuses the Friday and not the event."""
    return word not in _PLAIN and word not in phrases.TEMPORAL and not word[0].isdigit()


def _spread(text: str) -> str:
    return text.replace("n't", " not").replace("dont ", "do not ")


def _stem(word: str) -> str:
    for ending in ("ling", "lation", "ing", "led", "ed", "es", "s"):
        if word.endswith(ending) and len(word) - len(ending) >= 4:
            return word[: -len(ending)]
    return word
