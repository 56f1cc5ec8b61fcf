"""Which topical event a message speaks of: a logistic regression over sentence vectors, trained at load.

Owns: features, training and probabilities. A class of background sentences stands for "none of these", so that a message
about something else is not pressed into the nearest event. Training begins at zero and runs a fixed number of steps:
equal sentences give equal probabilities. Never: sees fields, states or facts, or knows what a probability is enough for.

Measured on CLINC150 (`bench/translator.py`): the words themselves, beside their vectors, take a sixth off the foreign
messages accepted at equal recall; weighting words by rarity made it worse.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from importlib.resources import files
from typing import Final

import numpy as np
from numpy.typing import NDArray

from decidable.models.vectors import Vectors

__all__ = ["BACKGROUND", "Classifier", "background_sentences"]

BACKGROUND: Final = ""
"""The name of the class for everything that is no event."""
_WORD: Final = re.compile(r"[^\W_]+(?:'[^\W_]+)?")
_WORDS_WEIGH: Final = 0.6
"""Length of the part of the features that is words, where the part that is vectors has length 1."""
_ALSO_WEIGHS: Final = 0.5
"""Weight of the author's own background, where an event or the general background has 1."""
_RIDGE: Final = 0.0012
_STEPS: Final = 150
_TOO_NEAR: Final = 0.75
"""A background sentence with at least this cosine to an example would teach that the example is none."""


class Classifier:
    """Probabilities of the events, and of none of them, for a text."""

    def __init__(
        self, vectors: Vectors, events: Mapping[str, Sequence[str]], background: Sequence[str], also: Sequence[str] = ()
    ) -> None:
        """`background`: general sentences, left out where near an example; `also`: the author's own, always kept."""
        self._vectors = vectors
        examples = [text for texts in events.values() for text in texts]
        # The author's own "none of these" are a class beside the general one: among hundreds they would not count.
        classes = [*events.items(), (BACKGROUND, self._not_near(background, examples))]
        classes += [(BACKGROUND, also)] if also else []
        self._names = [name for name, _ in classes]
        texts = [text for _, sentences in classes for text in sentences]
        words = sorted({word for text in texts for word in _words(text)})
        self._places = {word: place for place, word in enumerate(words)}
        labels = [at for at, (_, sentences) in enumerate(classes) for _ in sentences]
        features = np.stack([self._features(text) for text in texts])
        shares = np.array([_ALSO_WEIGHS if also and at == len(events) + 1 else 1.0 for at in range(len(classes))])
        self._slopes, self._offsets = _train(features, np.array(labels), shares)

    def probabilities(self, text: str) -> dict[str, float]:
        """By name of event; the background's under `BACKGROUND`. They add up to 1."""
        scores = self._features(text) @ self._slopes + self._offsets
        powers = np.exp(scores - scores.max())
        shares: dict[str, float] = {}
        for name, share in zip(self._names, (powers / powers.sum()).tolist(), strict=True):
            shares[name] = shares.get(name, 0.0) + share
        return shares

    def _features(self, text: str) -> NDArray[np.float64]:
        words = sorted(set(_words(text)))
        known = np.zeros(len(self._places))
        for word in words:
            if word in self._places:
                known[self._places[word]] = _WORDS_WEIGH / len(words) ** 0.5
        return np.concatenate([self._vectors.sentence(text), known])

    def _not_near(self, background: Sequence[str], examples: Sequence[str]) -> list[str]:
        if not examples:
            return list(background)
        near = np.stack([self._vectors.sentence(text) for text in examples])
        return [text for text in background if float((near @ self._vectors.sentence(text)).max()) < _TOO_NEAR]


def background_sentences() -> tuple[str, ...]:
    """The general sentences that come with the package."""
    text = (files("decidable.models") / "background.txt").read_text(encoding="utf-8")
    return tuple(line.strip() for line in text.splitlines() if line.strip() and not line.startswith("#"))


def _words(text: str) -> list[str]:
    return _WORD.findall(text.lower())


def _train(
    features: NDArray[np.float64], labels: NDArray[np.int64], shares: NDArray[np.float64]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Multinomial logistic regression, `shares` the weight of each class, by Nesterov's accelerated gradient.

    The loss is the weighted mean of the cross-entropy plus `_RIDGE` / 2 times the square of the slopes; its curvature is
    at most that of the features, which gives the length of a step.
    """
    counts = np.bincount(labels, minlength=len(shares))
    shares = np.where(counts > 0, shares, 0.0)
    weights = ((shares / shares.sum())[labels] / counts[labels])[:, None]
    target = np.eye(len(shares))[labels]
    # The slopes are always a mixture of the features ("mixture"): there are fewer sentences than features, so their
    # products with one another are all that the steps need.
    products = features @ features.T
    curvature = 0.5 * (_largest(products * np.sqrt(weights * weights.T)) + 1.0) + _RIDGE
    mixture = ahead = np.zeros_like(target)
    offsets = ahead_offsets = np.zeros(len(shares))
    for step in range(_STEPS):
        scores = products @ ahead + ahead_offsets
        powers = np.exp(scores - scores.max(axis=1, keepdims=True))
        error = (powers / powers.sum(axis=1, keepdims=True) - target) * weights
        next_mixture = ahead - (error + _RIDGE * ahead) / curvature
        next_offsets = ahead_offsets - error.sum(axis=0) / curvature
        momentum = step / (step + 3)
        ahead = next_mixture + momentum * (next_mixture - mixture)
        ahead_offsets = next_offsets + momentum * (next_offsets - offsets)
        mixture, offsets = next_mixture, next_offsets
    return features.T @ mixture, offsets


def _largest(positive: NDArray[np.float64]) -> float:
    """A little more than the largest eigenvalue of a symmetric matrix without negative ones, by repeated products."""
    vector = np.ones(len(positive)) / len(positive) ** 0.5
    length = 1.0
    for _ in range(40):
        vector = positive @ vector
        length = float(np.linalg.norm(vector)) or 1.0
        vector /= length
    return 1.05 * length
