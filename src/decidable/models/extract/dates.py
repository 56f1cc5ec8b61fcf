"""Days named in a message: "Friday", "tomorrow", "on the 14th", "4 December", "2026-12-04".

Owns: the grammar of a day and its arithmetic from the day it is said. A bare weekday is the next such day, today
included until the time said with it is past; "next Tuesday" is the Tuesday of the week after this one (weeks begin on
Monday); a day without a year or month is the next one not yet past. Never: reads a clock, or guesses: "4/12" without an
order, or a Friday that is none, is no date.

General date parsers were measured on the phrases of the tests and not taken: they read "Friday at 7 for four" as a day
in July and "we may come" as May, because they do not know which words belong to the date. That is the work here; the
arithmetic is the standard library's.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import date, datetime, time, timedelta
from typing import Final, NamedTuple, TypeAlias

from decidable.models.extract.mention import Mention, Sort, blank, word_after, word_before

__all__ = ["dates", "not_past"]


_DAYS: Final = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
_MONTHS: Final = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_WEEKDAY: Final = (
    r"(?P<weekday>mon(?:day)?|tue(?:s|sday)?|wed(?:s|nesday)?|thu(?:r|rs|rsday)?|fri(?:day)?|sat(?:urday)?|sun(?:day)?)"
)
_MONTH: Final = (
    r"(?P<month>jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?"
    r"|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\.?"
)
_NAMED: Final = rf"(?:{_WEEKDAY},? )?"
_PART: Final = r"(?: (?:morning|afternoon|evening|night))?"
_YEAR: Final = r"(?:,? (?P<year>20\d\d))?"
_ORDINAL: Final = r"(?P<day>\d{1,2})(?:st|nd|rd|th)"
_ABBREVIATED: Final = frozenset(_DAYS) | {"tues", "weds", "thur", "thurs"}
_SUBJECTS: Final = frozenset("i we they you he she who the it that".split())
"""Before them "sat", "sun" and "wed" are no days: "we sat outside", "in the sun"."""
_ENDS: Final = frozenset(
    "at for and or in please then if with would works is instead by around from to of works as this next thanks".split()
)
"""What may follow "the 4th" where it is a day; "the 4th floor" is none."""


class _Said(NamedTuple):
    today: date
    order: str


class _NotADayError(Exception):
    """The words have the form of a day, and no one day is meant."""


def dates(text: str, now: datetime, order: str = "") -> list[Mention]:
    """The days in a text in normal form. `order`: "mdy" or "dmy", how a date in figures is read."""
    found: list[Mention] = []
    said = _Said(now.date(), order)
    for pattern, build in _GRAMMAR:
        here = [_mention(match, build, said) for match in pattern.finditer(text) if _is_a_day(text, match)]
        text = blank(text, [(mention.start, mention.end) for mention in here])
        found += here
    return sorted(found, key=lambda mention: mention.start)


def not_past(mention: Mention, now: datetime, at: time | None) -> Mention:
    """A weekday that is today moves to next week where the time said with it is already past."""
    if mention.weekday and mention.value == now.date() and at is not None and at <= now.time():
        return mention._replace(value=now.date() + timedelta(days=7))
    return mention


def _mention(match: re.Match[str], build: _Build, said: _Said) -> Mention:
    alone = build is _weekday and "next" not in match[0]
    try:
        return Mention(Sort.DATE, build(match, said), *match.span(), weekday=alone)
    except _NotADayError as problem:
        return Mention(Sort.DATE, None, *match.span(), note=str(problem))
    except (ValueError, OverflowError):
        return Mention(Sort.DATE, None, *match.span(), note=f"'{match[0].strip()}' is no day of the calendar")


def _is_a_day(text: str, match: re.Match[str]) -> bool:
    """Whether words that can also mean something else are a day here."""
    words = match.groupdict()
    named = words.get("weekday")
    if named in _ABBREVIATED and match[0] == named and word_before(text, match.start()) in _SUBJECTS:
        return False
    if "alone" in words:
        after = word_after(text, match.end())
        return not after or after in _ENDS or after[0].isdigit()
    return True


def _iso(match: re.Match[str], said: _Said) -> date:
    return date(int(match["year"]), int(match["month"]), int(match["day"]))


def _figures(match: re.Match[str], said: _Said) -> date:
    first, second = int(match["first"]), int(match["second"])
    if match["mark"] == "." or first > 12 or (said.order == "dmy" and second <= 12):
        day, month = first, second
    elif second > 12 or said.order == "mdy" or first == second:
        day, month = second, first
    else:
        raise _NotADayError(f"'{match[0].strip()}' can be two days")
    year = match["year"]
    return date(int(year if len(year) == 4 else f"20{year}"), month, day) if year else _coming(month, day, said.today)


def _calendar(match: re.Match[str], said: _Said) -> date:
    month, day = _MONTHS.index(match["month"][:3]) + 1, int(match["day"])
    value = date(int(match["year"]), month, day) if match["year"] else _coming(month, day, said.today)
    return _agrees(match, value)


def _ordinal(match: re.Match[str], said: _Said) -> date:
    """The next such day of a month, this one included."""
    day = int(match["day"])
    year, month = said.today.year, said.today.month
    for ahead in range(12):
        index = month - 1 + ahead
        try:
            value = date(year + index // 12, index % 12 + 1, day)
        except ValueError:
            continue
        if value >= said.today:
            return _agrees(match, value)
    raise ValueError


def _agrees(match: re.Match[str], value: date) -> date:
    named = match.groupdict().get("weekday")
    if named and _DAYS.index(named[:3]) != value.weekday():
        raise _NotADayError(f"'{match[0].strip()}' is a {value:%A}")
    return value


def _coming(month: int, day: int, today: date) -> date:
    for year in range(today.year, today.year + 9):
        try:
            value = date(year, month, day)
        except ValueError:
            continue
        if value >= today:
            return value
    raise ValueError


def _weekday(match: re.Match[str], said: _Said) -> date:
    weekday = _DAYS.index(match["weekday"][:3])
    if "next" in match[0]:
        monday = said.today + timedelta(days=7 - said.today.weekday())
        return monday + timedelta(days=weekday)
    return said.today + timedelta(days=(weekday - said.today.weekday()) % 7)


def _relative(match: re.Match[str], said: _Said) -> date:
    words = match[0]
    if "after" in words:
        return said.today + timedelta(days=2)
    return said.today + timedelta(days=1 if words.startswith("tom") or words.startswith("tmr") else 0)


def _ahead(match: re.Match[str], said: _Said) -> date:
    count = match["count"]
    number = int(count) if count.isdigit() else 2 if "couple" in count else 1
    return said.today + timedelta(days=number * (7 if match["unit"].startswith("week") else 1))


def _vague(match: re.Match[str], said: _Said) -> date:
    raise _NotADayError(f"'{match[0].strip()}' is not one day")


_Build: TypeAlias = Callable[[re.Match[str], _Said], date]

_GRAMMAR: Final[tuple[tuple[re.Pattern[str], _Build], ...]] = tuple(
    (re.compile(rf"(?<![\w/$-])(?<!\d[.,])(?:{pattern})(?![\w/$%])"), build)
    for pattern, build in (
        (r"(?P<year>\d{4})-(?P<month>\d{1,2})-(?P<day>\d{1,2})", _iso),
        (r"(?P<first>\d{1,2})(?P<mark>[./])(?P<second>\d{1,2})(?P=mark)(?P<year>\d{4}|\d\d)", _figures),
        (r"(?P<first>\d{1,2})(?P<mark>/)(?P<second>\d{1,2})(?P<year>)", _figures),
        (r"(?P<first>\d{1,2})(?P<mark>\.)(?P<second>\d{1,2})\.(?P<year>)", _figures),
        (rf"{_NAMED}(?:the )?(?P<day>\d{{1,2}})(?:st|nd|rd|th)?(?: of)? {_MONTH}{_YEAR}{_PART}", _calendar),
        (rf"{_NAMED}{_MONTH} (?:the )?(?P<day>\d{{1,2}})(?:st|nd|rd|th)?(?![:.]\d){_YEAR}{_PART}", _calendar),
        (rf"{_WEEKDAY},? (?:the )?{_ORDINAL}{_PART}", _ordinal),
        (rf"(?:next week,? (?:on )?{_WEEKDAY}){_PART}", _weekday),
        (rf"{_WEEKDAY}{_PART} (?:of )?next week", _weekday),
        (rf"(?:every|each|last|past|weeks?,? from|week on|week after) {_WEEKDAY}", _vague),
        (rf"{_WEEKDAY}(?: week| after next)", _vague),
        (rf"(?:(?:this|next|coming|this coming) )?{_WEEKDAY}{_PART}", _weekday),
        (rf"(?:on the|on|the) {_ORDINAL}(?P<alone>)", _ordinal),
        (r"in (?P<count>\d+|a|a couple of) (?P<unit>days?|weeks?)(?: time)?", _ahead),
        (r"(?P<count>\d+|a) (?P<unit>days?|weeks?) from (?:now|today)", _ahead),
        (r"(?:the )?day after tomorrow|(?:tomorrow|tomorow|tommorow|tommorrow|tmrw|tmr)" + _PART, _relative),
        (r"today|tonight|tonite|this (?:morning|afternoon|evening)", _relative),
        (r"(?:this|next|the) weekend|next (?:week|month|year)|(?:mon|tues|wednes|thurs|fri|satur|sun)days", _vague),
    )
)
