"""The vocabularies of the two shipped examples, as a translator sees them, and the moment at which the tests happen."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

from decidable.core.definition import Kind
from decidable.core.values import Date, ListOf, Range, Text, Time
from decidable.models import Context, LocalTranslator, OpenQuestion, Slot, Word, local

ROOT = Path(__file__).parents[2]
SHARED = ROOT.parent / "shared" / "data"

NOW = datetime(2026, 12, 2, 10, 0, tzinfo=UTC)
"""A Wednesday morning."""

BOOKING = (
    Word(
        "details",
        Kind.USER,
        "The guest gave or changed day, time or number of people.",
        (Slot("day", Date(), True), Slot("time", Time(), True), Slot("party", Range(1, 20), True)),
    ),
    Word("user_yes", Kind.ANSWER, "", ()),
    Word("user_no", Kind.ANSWER, "", ()),
    Word("user_cancels", Kind.USER, "The guest wants to cancel the booking or stop.", ()),
    Word("other", Kind.USER, "", ()),
)
BOOKING_QUESTION = OpenQuestion("Book Friday 4 December at 19:00 for 4 people?", "sha256:1", "user_yes", "user_no")

REFUND = (
    Word("want_refund", Kind.USER, "The customer wants money back.", ()),
    Word(
        "give_order",
        Kind.USER,
        "The customer wrote an order number in this message.",
        (Slot("order_ids", ListOf(Text()), False),),
    ),
    Word("ask_human", Kind.USER, "The customer asks for a person.", ()),
    Word("yes", Kind.ANSWER, "", ()),
    Word("no", Kind.ANSWER, "", ()),
    Word("other", Kind.USER, "", ()),
)
REFUND_QUESTION = OpenQuestion("Refund 20.00 USD for order A-1234?", "sha256:2", "yes", "no")


def context(vocabulary: tuple[Word, ...], question: OpenQuestion | None = None, now: datetime = NOW) -> Context:
    """What a translator is given besides the message."""
    return Context(vocabulary, question, {}, "gather", now)


def loaded(example: str) -> LocalTranslator:
    """The embedded translator of a shipped example."""
    translator = local(f"{example}.examples.toml")
    translator.load(ROOT / "examples" / example)
    return translator
