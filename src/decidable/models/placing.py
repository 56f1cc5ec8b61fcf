"""Which event a piece of a message is, with its fields.

Owns: weighing what the classifier says against the fields that were found, and the thresholds. Never: reads a yes or no
(that is `confirm`), or answers with an event outside the vocabulary.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Final, NamedTuple

from decidable.core.definition import Kind
from decidable.core.values import Value
from decidable.models.classifier import BACKGROUND, Classifier, background_sentences
from decidable.models.examples import Examples
from decidable.models.extract.fill import Filled, fill
from decidable.models.extract.reading import read
from decidable.models.polarity import Turned, asks_about
from decidable.models.port import OTHER, Word
from decidable.models.vectors import load_vectors

__all__ = ["Placed", "Placer"]

_FIELDS_WEIGH: Final = 4.5
"""Log odds that a message says an event, when the event's fields account for all of it."""
_PATTERN_COVERS: Final = 0.8
"""A pattern of the author seldom matches by chance: it counts at least like so much of the message."""
_UNTRAINED: Final = 0.02
"""Probability of an event that has fields and no example sentences, before its fields are looked at."""


class Placed(NamedTuple):
    """The most likely event of a piece, and whether that is enough. `event` "": not even a candidate."""

    event: str
    fields: Mapping[str, Value]
    confidence: float
    enough: bool
    cause: str


class Placer:
    """Trained on one file of examples; answers for any vocabulary."""

    def __init__(self, examples: Examples) -> None:
        self.examples = examples
        sentences = {name: [read(text) for text in event.examples] for name, event in examples.events.items()}
        also = [read(text) for text in examples.background]
        general = [read(text) for text in background_sentences()]
        self._classifier = Classifier(load_vectors(), sentences, general, also)
        self._turned = {name: Turned(texts) for name, texts in sentences.items()}

    def place(self, text: str, vocabulary: Sequence[Word], now: datetime) -> Placed:
        """The event that a piece of a message most likely is."""
        normal = read(text)
        shares = self._classifier.probabilities(normal)
        candidates: list[tuple[float, Word, Filled, str]] = []
        for word in vocabulary:
            if word.kind is not Kind.USER or word.name == OTHER:
                continue
            share = shares.get(word.name, _UNTRAINED if word.fields else 0.0)
            if share > 0:
                filled = fill(text, word.fields, self.examples.fields, now)
                weight = share * math.exp(_FIELDS_WEIGH * _evidence(word, filled))
                candidates.append((weight, word, filled, self._lacking(word, filled)))
        names = {word.name for _, word, _, _ in candidates}
        rest = sum(share for name, share in shares.items() if name not in names or name == BACKGROUND)
        if not candidates:
            return Placed("", {}, 1.0, False, "no event of this vocabulary has examples")
        total = rest + sum(weight for weight, *_ in candidates)
        best, word, filled, lacking = max(candidates, key=lambda candidate: candidate[0])
        return self._judged(normal, word, filled, best / total, lacking)

    def _judged(self, normal: str, word: Word, filled: Filled, confidence: float, lacking: str) -> Placed:
        threshold = self._threshold(word.name)
        notes = f"; {'; '.join(filled.notes)}" if filled.notes else ""
        if confidence < threshold:
            cause = f"{word.name} at {confidence:.2f} is below threshold {threshold:.2f}{notes}"
            return Placed(word.name, {}, confidence, False, cause)
        turned = self._against(normal, word.name, threshold)
        if lacking or turned:
            return Placed(
                word.name, {}, confidence, False, f"{word.name} at {confidence:.2f}, but {lacking or turned}{notes}"
            )
        return Placed(word.name, filled.fields, confidence, True, f"embedded: {confidence:.2f}{notes}")

    def _against(self, normal: str, event: str, threshold: float) -> str:
        """What in the words speaks against an event the message is about; a question only where it has consequences."""
        refused = self._turned[event].refuses(normal) if event in self._turned else ""
        if refused:
            return f"'{refused}' refuses it"
        return "the message asks about it" if threshold > self.examples.threshold and asks_about(normal) else ""

    def has_consequences(self, event: str) -> bool:
        """Whether an event has a threshold of its own, higher than the others'."""
        return self._threshold(event) > self.examples.threshold

    def _threshold(self, event: str) -> float:
        own = self.examples.events[event].threshold if event in self.examples.events else None
        return self.examples.threshold if own is None else own

    def _lacking(self, word: Word, filled: Filled) -> str:
        missing = [slot.name for slot in word.fields if not slot.optional and slot.name not in filled.fields]
        if missing:
            return f"{' and '.join(missing)} could not be read"
        settings = self.examples.events.get(word.name)
        if settings and settings.some_field and word.fields and not filled.fields:
            return "none of its fields could be read"
        return ""


def _evidence(word: Word, filled: Filled) -> float:
    """How far the fields alone vouch for the event, 0 to 1; not at all where a field that is required is missing.

    Steep: "for four" is all field; in "my flight is on Friday at 7" two thirds are, and it is about a flight.
    """
    if not filled.fields or any(not slot.optional and slot.name not in filled.fields for slot in word.fields):
        return 0.0
    return max(filled.coverage**3, _PATTERN_COVERS if filled.patterned else 0.0)
