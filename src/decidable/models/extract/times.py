"""Times of day named in a message: "7pm", "19:30", "half past seven", "quarter to eight", "noon".

Owns: the grammar of an explicit time, and what an hour means when nobody said morning or evening. Never: takes a bare
number for a time; whether "at 7" is one depends on the event's other fields, and `fill` decides it.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import datetime, time, timedelta
from typing import Final, NamedTuple, TypeAlias

from decidable.models.extract.mention import Mention, Sort, blank, word_after

__all__ = ["Clock", "clock_of", "times"]

_HALF: Final = r"(?P<half>a\.?m\b\.?|p\.?m\b\.?)"
_HOUR: Final = r"\d{1,2}(?:[:.][0-5]\d)?"
_WHEN: Final = r"(?:in the|at|this) (?P<part>morning|afternoon|evening|night)"
_MORNING: Final = re.compile(r"\bmornings?\b")
_LATER: Final = re.compile(r"\b(?:afternoon|evening|night|tonight|tonite)s?\b")
_SPOKEN_MINUTES: Final = frozenset("00 05 10 15 20 25 30 35 40 45 50 55".split())


class Clock(NamedTuple):
    """How an hour without am or pm is read: "am", "pm", or "" for as it stands on a 24-hour clock."""

    half: str

    def at(self, hour: int, minute: int = 0, half: str = "") -> time:
        """The time of day. Raises ValueError where there is none (25:00, 13am)."""
        half = half or (self.half if 1 <= hour <= 11 else "")
        if half and not (1 <= hour <= 12 or (half == "pm" and hour <= 23)):
            raise ValueError(f"{hour}{half}")
        if half == "pm" and hour < 12:
            hour += 12
        if half == "am" and hour == 12:
            hour = 0
        return time(hour, minute)


def clock_of(text: str, *, afternoon: bool) -> Clock:
    """The clock of a whole message: its own "morning" or "evening" first, then what the author declared."""
    morning, later = _MORNING.search(text), _LATER.search(text)
    if morning and not later:
        return Clock("am")
    return Clock("pm" if afternoon or (later and not morning) else "")


def times(text: str, now: datetime, clock: Clock, counted: tuple[str, ...] = ()) -> list[Mention]:
    """The explicit times in a text in normal form. `counted`: words that show that "7 30" before them is no time."""
    found: list[Mention] = []
    for pattern, build in _GRAMMAR:
        here = []
        for match in pattern.finditer(text):
            if build is _spoken and (
                match["minute"] not in _SPOKEN_MINUTES or word_after(text, match.end()) in counted
            ):
                continue
            try:
                here.append(Mention(Sort.TIME, build(match, clock, now), *match.span()))
            except ValueError:
                here.append(
                    Mention(Sort.TIME, None, *match.span(), note=f"'{match[0].strip()}' is not one time of day")
                )
        text = blank(text, [(mention.start, mention.end) for mention in here])
        found += here
    return sorted(found, key=lambda mention: mention.start)


def _half(match: re.Match[str]) -> str:
    groups = match.groupdict()
    if groups.get("half"):
        return "am" if groups["half"].startswith("a") else "pm"
    if groups.get("part"):
        return "am" if groups["part"] == "morning" else "pm"
    return ""


def _clock(match: re.Match[str], clock: Clock, now: datetime) -> time:
    hour, minute = int(match["hour"]), int(match.groupdict().get("minute") or 0)
    half = _half(match)
    if match.groupdict().get("part") == "night" and hour == 12:
        return time(0, minute)
    # "07:30" is written for a 24-hour clock; "7:30" is not.
    return Clock("").at(hour, minute) if match["hour"].startswith("0") and not half else clock.at(hour, minute, half)


def _spoken(match: re.Match[str], clock: Clock, now: datetime) -> time:
    """Two numbers, "7 30": a time where the second is one that people say."""
    return _clock(match, clock, now)


def _past(match: re.Match[str], clock: Clock, now: datetime) -> time:
    minutes = {"half": 30, "quarter": 15, "a quarter": 15}.get(match["minutes"]) or int(match["minutes"])
    if minutes > 59:
        raise ValueError(match["minutes"])
    at = clock.at(int(match["hour"]), 0, _half(match))
    whole = at.hour * 60 + (-minutes if match["way"] in ("to", "before", "til", "till") else minutes)
    return time(whole % 1440 // 60, whole % 60)


def _half_past(match: re.Match[str], clock: Clock, now: datetime) -> time:
    """ "half eight", as it is said in Britain: half past eight."""
    return clock.at(int(match["hour"]), 30, _half(match))


def _named(match: re.Match[str], clock: Clock, now: datetime) -> time:
    return time(0) if "midnight" in match[0] else time(12)


def _two(match: re.Match[str], clock: Clock, now: datetime) -> time:
    raise ValueError(match[0])


def _from_now(match: re.Match[str], clock: Clock, now: datetime) -> time:
    count = match["count"]
    number = 0.5 if "half" in count else float(count) if count.isdigit() else 1
    if number > 24 * 60:
        raise ValueError(count)
    later = now + timedelta(minutes=number * (60 if match["unit"].startswith("h") else 1))
    return later.time().replace(second=0, microsecond=0, tzinfo=None)


_Build: TypeAlias = Callable[[re.Match[str], Clock, datetime], time]

_GRAMMAR: Final[tuple[tuple[re.Pattern[str], _Build], ...]] = tuple(
    (re.compile(rf"(?<![\w:/$€£-])(?<!\d[.,])(?:{pattern})(?![\w:%])"), build)
    for pattern, build in (
        (r"in (?P<count>\d+|half an|an|a) (?P<unit>hours?|hrs?|minutes?|mins?)", _from_now),
        (
            rf"(?<!from )(?P<minutes>half|(?:a )?quarter|5|10|20|25|\d{{1,2}}(?= min))(?: minutes?)? (?P<way>past|after|to|before|till?) "
            rf"(?P<hour>\d{{1,2}})(?: ?{_HALF}| {_WHEN})?",
            _past,
        ),
        (rf"half (?P<hour>\d{{1,2}})(?: ?{_HALF}| {_WHEN})?", _half_past),
        (rf"{_HOUR} ?(?:{_HALF})? ?(?:-|or|to) ?{_HOUR} ?(?:am|pm|a\.m\.|p\.m\.|o'?clock)", _two),
        (r"\d{1,2}:\d\d ?(?:-|or|to) ?\d{1,2}(?::\d\d)?", _two),
        (rf"(?P<hour>\d{{1,2}})[:.](?P<minute>[0-5]\d) ?{_HALF}", _clock),
        (r"(?<=at )(?P<hour>\d{1,2})\.(?P<minute>[0-5]\d)", _clock),
        (rf"(?P<hour>\d{{1,2}}):(?P<minute>[0-5]\d)(?: (?:hours|hrs|{_WHEN}))?", _clock),
        (r"(?P<hour>\d{1,2}) ?h ?(?P<minute>[0-5]\d)?", _clock),
        (rf"(?P<hour>\d{{1,2}}) (?P<minute>[0-5]\d) ?{_HALF}", _clock),
        (rf"(?P<hour>\d{{1,2}}) ?{_HALF}", _clock),
        (rf"(?P<hour>\d{{1,2}}) (?:o'?clock|o clock)(?: ?{_HALF}| {_WHEN})?", _clock),
        (rf"(?P<hour>\d{{1,2}}) {_WHEN}", _clock),
        (r"(?:12 )?(?:noon|midday|midnight)", _named),
        (r"(?P<hour>1?\d|2[0-3]) (?P<minute>[0-5]\d)", _spoken),
    )
)
