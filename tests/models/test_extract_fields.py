"""Which value of a message belongs to which field."""

from __future__ import annotations

import re
from datetime import date, time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from decidable.core.values import Bool, Choices, Data, Date, ListOf, Money, MoneyType, Range, Text, Value, fits
from decidable.models import Slot
from decidable.models.extract.fill import Filled, fill
from decidable.models.extract.hints import Hints
from decidable.models.extract.reading import read
from tests.models.vocabulary import BOOKING, NOW

TABLE = BOOKING[0].fields
TABLE_HINTS = {
    "time": Hints(afternoon=True, cues=("at", "by", "around")),
    "party": Hints(
        cues=(
            "for",
            "people",
            "persons",
            "guests",
            "friends",
            "adults",
            "kids",
            "children",
            "of us",
            "party of",
            "table for",
        ),
        words={"just me": "1", "both of us": "2"},
    ),
}
TRIP = (
    Slot("cabin", Choices(("economy", "business_class")), True),
    Slot("bags", Range(0, 5), True),
    Slot("insurance", Bool(), True),
    Slot("limit", MoneyType(), True),
    Slot("out", Date(), True),
    Slot("back", Date(), True),
    Slot("codes", ListOf(Text()), True),
    Slot("anything", Data(), True),
)
TRIP_HINTS = {
    "cabin": Hints(words={"coach": "economy"}),
    "bags": Hints(cues=("bags",)),
    "insurance": Hints(cues=("insurance", "insured")),
    "out": Hints(cues=("from", "leaving")),
    "back": Hints(cues=("to", "until", "back on")),
    "codes": Hints(pattern=re.compile(r"\b[A-Z]{2}\d{3}\b")),
}


def _table(message: str) -> Filled:
    return fill(message, TABLE, TABLE_HINTS, NOW)


def _trip(message: str) -> dict[str, Value]:
    return dict(fill(message, TRIP, TRIP_HINTS, NOW).fields)


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        ("for four", {"party": 4}),
        ("a party of 6", {"party": 6}),
        ("five people", {"party": 5}),
        ("one person", {"party": 1}),
        ("the two of us", {"party": 2}),
        ("both of us", {"party": 2}),
        ("table for 2", {"party": 2}),
        ("just me", {"party": 1}),
        ("make it five", {"party": 5}),
        ("half a dozen", {"party": 6}),
        ("me and three friends", {"party": 4}),
        ("table for me and 3 friends at 7", {"party": 4, "time": time(19)}),
        ("me and my two kids", {"party": 3}),
        ("for me plus five", {"party": 6}),
        ("four adults and two kids", {"party": 6}),
        ("four adults, two children and three guests", {"party": 9}),
        ("me and four guests and two kids", {"party": 7}),
        ("four people, no, five people", {"party": 5}),
        ("party: 6", {"party": 6}),
        ("twenty", {"party": 20}),
        ("at 7", {"time": time(19)}),
        ("at around 7", {"time": time(19)}),
        ("7 for 7", {"time": time(19), "party": 7}),
        ("for 7 at 8", {"time": time(20), "party": 7}),
        ("for four at eight", {"time": time(20), "party": 4}),
        ("4 people 7", {"time": time(19), "party": 4}),
        ("7, 4 people", {"time": time(19), "party": 4}),
        ("seven thirty for two", {"time": time(19, 30), "party": 2}),
        ("2 at 2 on the 2nd", {"day": date(2026, 12, 2), "time": time(14), "party": 2}),
        ("at 8 for 8 on the 8th", {"day": date(2026, 12, 8), "time": time(20), "party": 8}),
        ("Friday at 7 for four", {"day": date(2026, 12, 4), "time": time(19), "party": 4}),
        ("from 4 to 5 people", {"party": 5}),
        ("not 4, 5", {"party": 5}),
        ("Friday, no, Saturday", {"day": date(2026, 12, 5)}),
        ("Saturday instead of Friday", {"day": date(2026, 12, 5)}),
    ],
)
def test_a_table(message: str, expected: dict[str, Value]) -> None:
    assert dict(_table(message).fields) == expected


@pytest.mark.parametrize(
    ("message", "note"),
    [
        ("4 or 5 people", "'4 or 5' is not one number"),
        ("between 7 and 8", "'7 and 8' is not one number"),
        ("Friday or Saturday", "day: 'friday' or 'saturday'"),
        ("for 25 people", "party: 25 is not 1..20"),
        ("7-8pm", "'7-8pm' is not one time of day"),
        ("this weekend", "'this weekend' is not one day"),
    ],
)
def test_what_is_left_open_is_not_chosen(message: str, note: str) -> None:
    assert dict(_table(message).fields) == {}
    assert note in _table(message).notes


@pytest.mark.parametrize(
    "message",
    [
        "5 stars",
        "room 5",
        "two more people",
        "add two people",
        "for 2 hours",
        "I have 3 dogs",
        "this one",
        "no one",
        "50%",
        "$5",
    ],
)
def test_numbers_that_are_no_party(message: str) -> None:
    assert dict(_table(message).fields) == {}


def test_the_share_of_a_message_that_its_fields_account_for() -> None:
    assert _table("no, five people please").coverage == 1.0
    assert _table("what's on TV on Friday").coverage < 0.5
    assert _table("hello there").coverage == 0.0


def test_a_trip() -> None:
    assert _trip("business class with insurance, 2 bags, under $600 from Friday to Sunday, AB123 and cd456") == {
        "cabin": "business_class",
        "bags": 2,
        "insurance": True,
        "limit": Money("600.00 USD"),
        "out": date(2026, 12, 4),
        "back": date(2026, 12, 6),
        "codes": ("AB123", "CD456"),
    }
    assert _trip("no insurance, coach") == {"insurance": False, "cabin": "economy"}
    assert _trip("I don't want insurance") == {"insurance": False}
    assert _trip("economy, not business class") == {"cabin": "economy"}
    assert _trip("two bags and three bags") == {}


@pytest.mark.parametrize(
    ("message", "amount"),
    [
        ("$20", "20.00 USD"),
        ("20 dollars", "20.00 USD"),
        ("20 dollars and 50 cents", "20.50 USD"),
        ("20.00 USD", "20.00 USD"),
        ("twenty bucks", "20.00 USD"),
        ("€15", "15.00 EUR"),
        ("15,50 €", "15.50 EUR"),
        ("1,000 dollars", "1000.00 USD"),
        ("$1,234.50", "1234.50 USD"),
        ("500 yen", "500 JPY"),
        ("CHF 12.50", "12.50 CHF"),
    ],
)
def test_money(message: str, amount: str) -> None:
    assert _trip(f"at most {message}")["limit"] == Money(amount)


@pytest.mark.parametrize("message", ["20", "$20.005", "$20k", "20 points", "500.50 yen", "$5 or $6"])
def test_no_money(message: str) -> None:
    assert "limit" not in _trip(message)


def test_text_fields() -> None:
    slots = (Slot("day", Text(), True), Slot("at", Text(), True), Slot("note", Text(), True))
    hints = {"day": Hints(reads="date"), "at": Hints(reads="time")}
    assert dict(fill("Friday 7pm", slots, hints, NOW).fields) == {"day": "2026-12-04", "at": "19:00"}
    assert dict(fill(" all of it ", slots, {"note": Hints(whole=True)}, NOW).fields) == {"note": "all of it"}


def test_the_dollar_of_another_country() -> None:
    slots = (Slot("limit", MoneyType(), False),)
    assert dict(fill("$20", slots, {"limit": Hints(currency="CAD")}, NOW).fields) == {"limit": Money("20.00 CAD")}


@given(st.text(max_size=300))
def test_any_text_gives_only_fields_of_the_event_that_fit(text: str) -> None:
    for slots, hints in ((TABLE, TABLE_HINTS), (TRIP, TRIP_HINTS)):
        types = {slot.name: slot.type for slot in slots}
        for name, value in fill(text, slots, hints, NOW).fields.items():
            assert fits(value, types[name])


@pytest.mark.parametrize(
    ("message", "normal"),
    [
        ("Friday at Seven  for FOUR", "friday at 7 for 4"),
        ("the twenty-first", "the 21st"),
        ("No one; this one, for one, twenty-one", "no one; this one, for 1, 21"),
        ("one", "1"),
        ("a dozen", "12"),
    ],
)
def test_the_normal_form(message: str, normal: str) -> None:
    assert read(message) == normal
