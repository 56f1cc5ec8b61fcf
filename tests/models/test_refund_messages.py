"""What customers write, and what the refund hears."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from decidable.core.values import Value
from decidable.models import LocalTranslator, OpenQuestion
from tests.models.vocabulary import REFUND, REFUND_QUESTION, ROOT, context, loaded

Expected = list[tuple[str, dict[str, Value]]]

TRANSLATIONS = ROOT.parent / "shared" / "design" / "examples" / "translator.jsonl"


def order(*numbers: str) -> Expected:
    return [("give_order", {"order_ids": numbers})]


WANTS: Expected = [("want_refund", {})]
HUMAN: Expected = [("ask_human", {})]
OTHER: Expected = [("other", {})]

MESSAGES: list[tuple[str, Expected]] = [
    ("hi, order A-1234 arrived broken", order("A-1234")),
    ("A-1234", order("A-1234")),
    ("a-1234", order("A-1234")),
    ("my order is A-1234 and also A-5678", order("A-1234", "A-5678")),
    ("the number on the receipt is A-40404.", order("A-40404")),
    ("I want a refund for A-1234", order("A-1234")),
    ("no, A-5678", order("A-5678")),
    ("yes, A-5678", order("A-5678")),
    ("sorry, wrong one, it is A-7777", order("A-7777")),
    ("I want my money back", WANTS),
    ("refund please", WANTS),
    ("could you please refund my purchase?", WANTS),
    ("the thing broke, I want my cash back", WANTS),
    ("it arrived damaged and I'd like a refund", WANTS),
    ("can I speak to a person", HUMAN),
    ("human", HUMAN),
    ("let me talk to someone", HUMAN),
    ("I want a real agent, not a bot", HUMAN),
    ("connect me with a real human, order A-1234", [*HUMAN, *order("A-1234")]),
    ("yes", [("yes", {})]),
    ("no", [("no", {})]),
    ("don't refund it", OTHER),
    ("what's your refund policy?", OTHER),
    ("where is my parcel", OTHER),
    ("order 1234", OTHER),
    ("what is the weather", OTHER),
    ("asdf", OTHER),
    ("hello", OTHER),
]

ANSWERS: list[tuple[str, Expected]] = [
    ("yes", [("yes", {})]),
    ("yes, please refund it", [("yes", {})]),
    ("yes, refund A-1234", [("yes", {})]),
    ("yes, refund A-2222", order("A-2222")),
    ("yes, and make it both orders", OTHER),
    ("no", [("no", {})]),
    ("no, A-2222 instead", order("A-2222")),
]


@pytest.fixture(scope="module")
def refund() -> LocalTranslator:
    return loaded("refund")


@pytest.mark.parametrize(("message", "expected"), MESSAGES)
async def test_a_message(refund: LocalTranslator, message: str, expected: Expected) -> None:
    heard = await refund.translate(message, context(REFUND))
    assert [(item.event, dict(item.fields)) for item in heard] == expected, heard


@pytest.mark.parametrize(("message", "expected"), ANSWERS)
async def test_a_message_while_a_refund_is_asked(refund: LocalTranslator, message: str, expected: Expected) -> None:
    heard = await refund.translate(message, context(REFUND, REFUND_QUESTION))
    assert [(item.event, dict(item.fields)) for item in heard] == expected, heard


async def test_the_translations_of_the_design(refund: LocalTranslator) -> None:
    for case in _cases(TRANSLATIONS):
        question = OpenQuestion(str(case["question"]), "sha256:3", "yes", "no") if "question" in case else None
        heard = await refund.translate(str(case["message"]), context(REFUND, question))
        expected = [(name, fields) for event in case["expect"] for name, fields in event.items()]
        assert [(item.event, json.loads(json.dumps(dict(item.fields)))) for item in heard] == expected


def _cases(path: Path) -> list[dict[str, list[dict[str, object]]]]:
    if not path.exists():
        pytest.skip(f"the design's cases are not beside the repository: {path.name}")
    return [json.loads(line) for line in path.read_text().splitlines()]
