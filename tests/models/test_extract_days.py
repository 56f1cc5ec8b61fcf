"""Days and times of day in a message."""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from decidable.models.extract.dates import dates, not_past
from decidable.models.extract.reading import read
from decidable.models.extract.times import Clock, clock_of, times
from tests.models.vocabulary import NOW


def _days(message: str, order: str = "", now: datetime = NOW) -> list[date | None]:
    return [mention.value for mention in dates(read(message), now, order)]  # type: ignore[misc]


def _times(message: str, *, afternoon: bool = False) -> list[time | None]:
    text = read(message)
    return [mention.value for mention in times(text, NOW, clock_of(text, afternoon=afternoon))]  # type: ignore[misc]


@pytest.mark.parametrize(
    ("message", "month", "day"),
    [
        ("Friday", 12, 4),
        ("on Friday evening", 12, 4),
        ("this Saturday", 12, 5),
        ("coming sunday", 12, 6),
        ("Wednesday", 12, 2),
        ("next Tuesday", 12, 8),
        ("next Friday", 12, 11),
        ("Thursday next week", 12, 10),
        ("next week on Thursday", 12, 10),
        ("today", 12, 2),
        ("tonight", 12, 2),
        ("this evening", 12, 2),
        ("tomorrow night", 12, 3),
        ("tmrw", 12, 3),
        ("the day after tomorrow", 12, 4),
        ("in three days", 12, 5),
        ("in two weeks", 12, 16),
        ("a week from today", 12, 9),
        ("on the 14th", 12, 14),
        ("the fourteenth please", 12, 14),
        ("Dec 4", 12, 4),
        ("December 4th", 12, 4),
        ("4 December", 12, 4),
        ("the fourth of December", 12, 4),
        ("Friday the 4th", 12, 4),
        ("Friday, 4 December", 12, 4),
        ("2026-12-04", 12, 4),
        ("4.12.2026", 12, 4),
        ("4.12.", 12, 4),
        ("12/24", 12, 24),
        ("24/12/26", 12, 24),
        ("Sat", 12, 5),
        ("thurs", 12, 3),
    ],
)
def test_a_day(message: str, month: int, day: int) -> None:
    assert _days(message) == [date(2026, month, day)]


def test_a_day_that_is_past_this_year_is_next_year() -> None:
    assert _days("we may come on May 3rd") == [date(2027, 5, 3)]
    assert _days("the 1st") == [date(2027, 1, 1)]
    assert _days("on the 31st", now=datetime(2026, 11, 2, tzinfo=UTC)) == [date(2026, 12, 31)]
    assert _days("Feb 29") == [date(2028, 2, 29)]


@pytest.mark.parametrize(
    "message",
    [
        "Feb 30",
        "4/12",
        "this weekend",
        "next week",
        "every Friday",
        "last Friday",
        "Friday the 12th",
        "a week from Friday",
    ],
)
def test_words_of_a_day_that_are_no_one_day(message: str) -> None:
    found = dates(read(message), NOW)
    assert [mention.value for mention in found] == [None]
    assert found[0].note


@pytest.mark.parametrize(
    "message",
    [
        "we sat outside",
        "in the sun",
        "the 4th floor",
        "the second option",
        "wait a second",
        "we may",
        "march on",
        "v1.2.3",
    ],
)
def test_no_day_at_all(message: str) -> None:
    assert _days(message) == []


def test_the_order_of_figures_is_the_authors() -> None:
    assert _days("4/12", "dmy") == [date(2026, 12, 4)]
    assert _days("4/12", "mdy") == [date(2027, 4, 12)]


def test_todays_weekday_is_today_until_the_time_said_with_it_is_past() -> None:
    [wednesday] = dates(read("Wednesday"), NOW)
    assert not_past(wednesday, NOW, None).value == NOW.date()
    assert not_past(wednesday, NOW, time(19)).value == NOW.date()
    assert not_past(wednesday, NOW, time(9)).value == NOW.date() + timedelta(days=7)


@pytest.mark.parametrize(
    ("message", "hour", "minute"),
    [
        ("7pm", 19, 0),
        ("7 p.m.", 19, 0),
        ("12am", 0, 0),
        ("12 pm", 12, 0),
        ("19:30", 19, 30),
        ("07:30", 7, 30),
        ("7.30pm", 19, 30),
        ("7 30 pm", 19, 30),
        ("19h", 19, 0),
        ("19h30", 19, 30),
        ("noon", 12, 0),
        ("midnight", 0, 0),
        ("eight in the morning", 8, 0),
        ("7 in the evening", 19, 0),
        ("half past seven this evening", 19, 30),
        ("in half an hour", 10, 30),
        ("in two hours", 12, 0),
    ],
)
def test_a_time_that_says_which_half_of_the_day(message: str, hour: int, minute: int) -> None:
    assert _times(message) == [time(hour, minute)]
    assert _times(message, afternoon=True) == [time(hour, minute)]


@pytest.mark.parametrize(
    ("message", "hour", "minute"),
    [
        ("half past seven", 7, 30),
        ("half eight", 8, 30),
        ("quarter to eight", 7, 45),
        ("a quarter past 7", 7, 15),
        ("twenty past six", 6, 20),
        ("ten to nine", 8, 50),
        ("7 o'clock", 7, 0),
        ("7:30", 7, 30),
        ("seven thirty", 7, 30),
        ("at 6.30", 6, 30),
    ],
)
def test_a_time_that_does_not(message: str, hour: int, minute: int) -> None:
    assert _times(message) == [time(hour, minute)]
    assert _times(message, afternoon=True) == [time(hour + 12, minute)]


@pytest.mark.parametrize("message", ["25:00", "13am", "7-8pm", "7pm or 8pm", "7:00 - 8:30"])
def test_no_one_time(message: str) -> None:
    assert _times(message) == [None]


@pytest.mark.parametrize(
    "message", ["at 7", "for seven", "7", "1930", "5 of 10", "from 7 to 8 people", "$7.30", "room 12:b"]
)
def test_no_explicit_time(message: str) -> None:
    assert _times(message) == []


def test_a_clock_without_a_half_of_the_day_reads_hours_as_they_stand() -> None:
    assert Clock("").at(7) == time(7)
    assert Clock("pm").at(7) == time(19)
    assert Clock("pm").at(12) == time(12)
    assert Clock("pm").at(0, 30) == time(0, 30)


@given(st.dates(date(2020, 1, 1), date(2090, 1, 1)), st.text(max_size=40), st.text(max_size=40))
def test_an_iso_day_is_found_in_any_text(day: date, before: str, after: str) -> None:
    assert day in _days(f"{before} {day.isoformat()} {after}")


@given(st.text(max_size=200))
def test_any_text_is_read(text: str) -> None:
    for order in ("", "dmy"):
        for mention in dates(read(text), NOW, order):
            assert 0 <= mention.start < mention.end
    for hour in times(read(text), NOW, Clock("pm")):
        assert hour.value is None or isinstance(hour.value, time)
