"""A bare number as a message of its own is read as an answer to what is still missing.

Owns: "7" where the number of people is known and the time is not. Never: touches a message that says anything else.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Final

from decidable.core.values import Range, Time, Value
from decidable.models.port import Word

__all__ = ["spelled_out"]

_WORDS: Final = "one two three four five six seven eight nine ten eleven twelve".split()
_BARE: Final = re.compile(rf"(\d{{1,2}})(?:[.:](\d\d))?|({'|'.join(_WORDS)})", re.IGNORECASE)


def spelled_out(message: str, vocabulary: Iterable[Word], facts: Mapping[str, Value]) -> str:
    """The message, with "at" before a bare number where one event has a whole number that is known and a time that is
    not: asked for the time, nobody says how many they are."""
    found = _BARE.fullmatch(message.strip().rstrip(".!"))
    if found is None or not any(_time_is_missing(word, facts) for word in vocabulary):
        return message
    hour = found[1] or str(_WORDS.index(found[3].lower()) + 1)
    return f"at {hour}:{found[2]}" if found[2] else f"at {hour}"


def _time_is_missing(word: Word, facts: Mapping[str, Value]) -> bool:
    numbers = [slot.name for slot in word.fields if isinstance(slot.type, Range)]
    times = [slot.name for slot in word.fields if isinstance(slot.type, Time)]
    return bool(numbers and times) and all(n in facts for n in numbers) and not any(t in facts for t in times)
