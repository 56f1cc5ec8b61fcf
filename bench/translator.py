"""The embedded translator, measured: `python bench/translator.py`.

Owns: the figures for events recognised, foreign messages accepted, plain answers, and time. Never: decides whether they
are good enough; the tests hold a floor. Data is read from `../shared/data`, never shipped:
CLINC150 (Larson et al. 2019, CC BY 3.0) and recorded confirmation turns (tau-bench, MIT, labelled by hand in the tests).
"""

from __future__ import annotations

import asyncio
import json
import os
import platform
import random
import statistics
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from decidable.models.classifier import BACKGROUND, Classifier, background_sentences  # noqa: E402
from decidable.models.confirm import Polarity, answer  # noqa: E402
from decidable.models.extract.reading import read  # noqa: E402
from decidable.models.vectors import load_vectors  # noqa: E402
from tests.models.vocabulary import BOOKING, SHARED, context, loaded  # noqa: E402

DRAWS, EVENTS, EXAMPLES, SEED = 20, 6, 10, 7
ANSWERS = {"yes", "no", "maybe"}
NOT_FOREIGN = ANSWERS | {
    "restaurant_reservation",
    "accept_reservations",
    "confirm_reservation",
    "cancel_reservation",
    "cancel",
}
"""Intents of CLINC150 that a guest of the booking may mean."""


class Sentence(NamedTuple):
    """A labelled message of CLINC150; "oos" is out of the scope of all its intents."""

    text: str
    intent: str


def main() -> None:
    print(f"{platform.platform()}, {os.cpu_count()} cores, Python {platform.python_version()}, numpy {np.__version__}")
    clinc = SHARED / "clinc150" / "data_full.json"
    turns = SHARED / "confirm_turns.jsonl"
    for path in (clinc, turns):
        if not path.exists():
            raise SystemExit(f"{path.name} is not in {SHARED}")
    data = {key: [Sentence(*row) for row in rows] for key, rows in json.loads(clinc.read_text()).items()}
    six_events(data)
    the_booking(data)
    plain_answers(data, [json.loads(line) for line in turns.read_text().splitlines()])
    load_time()


def six_events(data: dict[str, list[Sentence]]) -> None:
    """Six intents drawn at random, ten sentences each; everything else of the test set is foreign."""
    chance = random.Random(SEED)
    by_intent: dict[str, list[str]] = {}
    for sentence in data["train"]:
        by_intent.setdefault(sentence.intent, []).append(read(sentence.text))
    test = [Sentence(read(text), intent) for text, intent in data["test"]]
    out = [Sentence(read(text), "oos") for text, _ in data["oos_test"]]
    background = [read(text) for text in background_sentences()]
    own: list[tuple[float, bool]] = []
    foreign: list[float] = []
    out_of_scope: list[float] = []
    for _ in range(DRAWS):
        drawn = chance.sample(sorted(by_intent.keys() - ANSWERS), EVENTS)
        events = {intent: chance.sample(by_intent[intent], EXAMPLES) for intent in drawn}
        classifier = Classifier(load_vectors(), events, background)
        for text, intent in test:
            share, best = _best(classifier, text)
            if intent in events:
                own.append((share, best == intent))
            elif intent not in ANSWERS:
                foreign.append(share)
        out_of_scope += [_best(classifier, text)[0] for text, _ in out]
    print(
        f"\nSix events, {EXAMPLES} examples each, {DRAWS} draws (CLINC150 test; other intents and out-of-scope are foreign)"
    )
    print(f"  nearest event right, no threshold          {sum(right for _, right in own) / len(own):.3f}")
    kept_90 = sorted(share for share, _ in own)[len(own) // 10]
    for name, threshold in (("90% kept", kept_90), ("0.40", 0.40), ("0.50", 0.50)):
        kept = [right for share, right in own if share >= threshold]
        print(
            f"  threshold {threshold:.2f} ({name:8})   kept {len(kept) / len(own):.3f}  right {sum(kept) / len(kept):.3f}"
            f"  foreign accepted {_over(foreign, threshold):.3f}  out-of-scope accepted {_over(out_of_scope, threshold):.3f}"
        )


def _best(classifier: Classifier, text: str) -> tuple[float, str]:
    shares = classifier.probabilities(text)
    return max((share, name) for name, share in shares.items() if name != BACKGROUND)


def _over(shares: Sequence[float], threshold: float) -> float:
    return sum(share >= threshold for share in shares) / len(shares)


def the_booking(data: dict[str, list[Sentence]]) -> None:
    """The shipped booking examples against everything in CLINC150 that is not about a booking."""
    booking = loaded("booking")
    here = context(BOOKING)
    messages = [s.text for s in [*data["test"], *data["oos_test"]] if s.intent not in NOT_FOREIGN]
    heard: Counter[str] = Counter()
    took: list[float] = []
    for message in messages:
        began = time.perf_counter()
        events = asyncio.run(booking.translate(message, here))
        took.append(time.perf_counter() - began)
        heard.update({event.event for event in events})
    accepted = {event: count for event, count in sorted(heard.items()) if event != "other"}
    print(f"\nThe booking example, {len(messages)} foreign messages (CLINC150 test)")
    print(f"  accepted as an event   {sum(accepted.values()) / len(messages):.4f}   {accepted}")
    print(
        f"  a message takes        {_ms(statistics.mean)(took)} ms on average, {_ms(_p99)(took)} ms at the 99th percentile"
    )


def plain_answers(data: dict[str, list[Sentence]], turns: list[dict[str, str]]) -> None:
    labels = json.loads((ROOT / "tests" / "models" / "confirm_labels.json").read_text())
    said = [answer(turn["reply"].replace("###STOP###", ""), turn["question"]).plain for turn in turns]
    print(f"\nPlain answers, {len(turns)} recorded replies to a confirmation question (tau-bench)")
    for polarity in (Polarity.YES, Polarity.NO):
        found = {at for at, plain in enumerate(said) if plain is polarity}
        true = set(labels[polarity])
        print(f"  plain {polarity:3}   right {len(found & true)} of {len(found)} found; {len(true)} there are")
    sentences = [*data["train"], *data["test"], *data["oos_test"]]
    heard: Counter[tuple[str, str]] = Counter()
    for text, intent in sentences:
        heard[(intent if intent in ANSWERS else "another intent", answer(text).plain)] += 1
    print(f"Plain answers, {len(sentences)} messages of CLINC150 (train and test) without a question")
    for intent in (*sorted(ANSWERS), "another intent"):
        total = sum(count for (name, _), count in heard.items() if name == intent)
        print(f"  {intent:15} {total:6} messages: plain yes {heard[(intent, 'yes')]}, plain no {heard[(intent, 'no')]}")


def load_time() -> None:
    """A new process each time: import, read the files, train on the booking examples."""
    lines = (
        "import time; began = time.perf_counter()",
        "from decidable.models import local",
        "local('booking.examples.toml').load('examples/booking')",
        "print(time.perf_counter() - began)",
    )
    took = [
        float(
            subprocess.run([sys.executable, "-c", "\n".join(lines)], check=True, capture_output=True, cwd=ROOT).stdout
        )
        for _ in range(5)
    ]
    print(f"\nLoading from nothing: {_ms(statistics.median)(took)} ms, the median of {len(took)} processes")


def _p99(values: Sequence[float]) -> float:
    return sorted(values)[len(values) * 99 // 100]


def _ms(of: Callable[[Sequence[float]], float]) -> Callable[[Sequence[float]], str]:
    return lambda values: f"{1000 * of(values):.2f}"


if __name__ == "__main__":
    main()
