"""The fields of one event, from one message.

Owns: which of the values found belongs to which field. Explicit forms go first (patterns, phrases of the author, days,
times, money); a bare number then goes to the field whose cue stands beside it, else to a number field, else to an hour.
Never: sets a field that the event does not have, or one whose value does not fit its type.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime, time
from typing import Final, NamedTuple

from decidable.core.values import Date, ListOf, MoneyType, Range, Text, Time, Type, Value, fits
from decidable.models.extract.choose import Found, one_of, rejected, without_rejected
from decidable.models.extract.coverage import coverage
from decidable.models.extract.cues import Side, cued, trailing
from decidable.models.extract.dates import dates, not_past
from decidable.models.extract.hints import NO_HINTS, Hints
from decidable.models.extract.mention import Mention, Sort, blank
from decidable.models.extract.money import amounts
from decidable.models.extract.named import matches, named
from decidable.models.extract.numbers import bare, numbers, relative, separate
from decidable.models.extract.reading import read
from decidable.models.extract.times import Clock, clock_of, times
from decidable.models.extract.together import together
from decidable.models.port import Slot

__all__ = ["Filled", "fill"]

_MARK: Final = "\ue001"
"""Stands for a value found by its pattern; a character that no message means."""


class Filled(NamedTuple):
    """What a message says about an event's fields.

    `coverage`: the share of the message's content that the fields account for. `patterned`: fields found by a pattern of
    the author. `notes`: why a field stayed out.
    """

    fields: Mapping[str, Value]
    coverage: float
    patterned: frozenset[str]
    notes: tuple[str, ...]


def fill(message: str, slots: Sequence[Slot], hints: Mapping[str, Hints], now: datetime) -> Filled:
    """Read the fields of one event. `now`: an aware datetime; days are counted from it."""
    filling = _Filling(message, slots, hints)
    filling.take_patterns()
    filling.take_named()
    filling.take_mentions(now)
    return filling.result()


class _Filling:
    """The message while its parts are given to fields: what was found for each, and what is used up."""

    def __init__(self, message: str, slots: Sequence[Slot], hints: Mapping[str, Hints]) -> None:
        self._message = message.strip()
        self._slots = [_Field(slot, hints.get(slot.name, NO_HINTS)) for slot in slots]
        self._text = ""
        self._left = ""
        self._spans: list[tuple[int, int]] = []
        self._notes: list[str] = []

    def take_patterns(self) -> None:
        raw = self._message
        for field in self._slots:
            if field.hints.pattern is not None:
                places = matches(raw, field.hints.pattern)
                field.found += [Found(*place) for place in places]
                for place in reversed(places):
                    raw = f"{raw[: place.start]}{_MARK * (place.end - place.start)}{raw[place.end :]}"
        self._text = self._left = read(raw)
        at = self._text.find(_MARK)
        while at >= 0:
            end = at
            while end < len(self._text) and self._text[end] == _MARK:
                end += 1
            self._use(at, end)
            at = self._text.find(_MARK, end)

    def take_named(self) -> None:
        for field in self._slots:
            for place in named(self._left, field.type, field.hints):
                field.found.append(Found(*place))
                self._use(place.start, place.end)

    def take_mentions(self, now: datetime) -> None:
        days = self._take(dates(self._left, now, self._hint("order")))
        sums = self._take(amounts(self._left, self._hint("currency")))
        clock = clock_of(self._text, afternoon=any(field.hints.afternoon for field in self._slots))
        counted = tuple(cue for field in self._slots if field.sort is Sort.NUMBER for cue in trailing(field.cues))
        hours = self._take(times(self._left, now, clock, counted))
        self._give([*sums, *hours])
        self._give_numbers(clock)
        at = next((item.value for field in self._slots for item in field.found if isinstance(item.value, time)), None)
        self._give([not_past(day, now, at if isinstance(at, time) else None) for day in days])

    def _take(self, mentions: list[Mention]) -> list[Mention]:
        """Whatever is a day, a time or money is no longer there to be a number, whether a field wants it or not."""
        self._left = blank(self._left, [(mention.start, mention.end) for mention in mentions])
        return mentions

    def _give(self, mentions: list[Mention]) -> None:
        for mention in mentions:
            wanting = [field for field in self._slots if field.sort is mention.sort]
            near = [field for field in wanting if cued(self._text, mention.start, mention.end, field.cues)]
            given = near or [field for field in wanting if not field.found] or wanting
            if mention.value is None:
                self._notes += [mention.note] if wanting else []
            elif len(given) == 1 or (given and not near and len(mentions) == len(wanting)):
                self._put(given[0], mention)
            elif given:
                self._notes.append(f"'{self._text[mention.start : mention.end]}' may be {_either(given)}")

    def _give_numbers(self, clock: Clock) -> None:
        left, notes = separate(self._left, numbers(self._left))
        self._notes += notes if self._numeric() else []
        for field in self._slots:
            left = together(self._left, left, field.cues) if field.sort is Sort.NUMBER else left
        free: list[Mention] = []
        for mention in left:
            place = (self._left, mention.start, mention.end)
            if relative(self._left, mention) or rejected(*place):
                continue
            sides = [(field, cued(*place, field.cues)) for field in self._numeric()]
            alone = bare(self._left, mention)
            near = [field for field, side in sides if side is Side.AFTER]
            near = near or [field for field, side in sides if side is Side.BEFORE and alone]
            if len(near) == 1:
                self._put_number(near[0], mention, clock)
            elif alone:
                free.append(mention)
        for mention in free:
            open_ = [field for field in self._numeric() if not field.found]
            first = [field for field in open_ if field.sort is Sort.NUMBER] or open_
            if len(first) == 1:
                self._put_number(first[0], mention, clock)
            elif first:
                self._notes.append(f"'{mention.value}' may be {_either(first)}")
            elif self._numeric():
                self._notes.append(f"'{mention.value}' is one number too many")

    def _numeric(self) -> list[_Field]:
        return [field for field in self._slots if field.sort in (Sort.NUMBER, Sort.TIME)]

    def _put_number(self, field: _Field, mention: Mention, clock: Clock) -> None:
        if field.sort is Sort.TIME:
            try:
                self._put(field, mention._replace(value=clock.at(int(str(mention.value)))))
            except ValueError:
                self._notes.append(f"{field.name}: {mention.value} is no hour")
        else:
            self._put(field, mention)

    def _put(self, field: _Field, mention: Mention) -> None:
        field.found.append(Found(field.written(mention.value), mention.start, mention.end))
        self._use(mention.start, mention.end)

    def _use(self, start: int, end: int) -> None:
        self._spans.append((start, end))
        self._left = blank(self._left, [(start, end)])

    def _hint(self, name: str) -> str:
        return next((str(value) for field in self._slots if (value := getattr(field.hints, name))), "")

    def result(self) -> Filled:
        values: dict[str, Value] = {}
        for field in self._slots:
            value, note = field.value(self._text, self._message)
            if value is not None:
                values[field.name] = value
            if note:
                self._notes.append(f"{field.name}: {note}")
        cues = tuple(read(cue) for field in self._slots if field.name in values for cue in field.cues)
        patterned = frozenset(field.name for field in self._slots if field.hints.pattern and field.name in values)
        return Filled(values, coverage(self._text, self._spans, cues), patterned, tuple(self._notes))


class _Field:
    """One slot, its hints, and what was found for it."""

    def __init__(self, slot: Slot, hints: Hints) -> None:
        self.name = slot.name
        self.whole_type = slot.type
        self.type: Type = slot.type.of if isinstance(slot.type, ListOf) else slot.type
        self.hints = hints
        self.sort = _sort(self.type, hints)
        # The name of a field is a cue of its own: "party: 6".
        self.cues = (*hints.cues, slot.name.replace("_", " "))
        self.found: list[Found] = []

    def written(self, value: Value | None) -> Value:
        """The value as this field holds it: text for a field of type text."""
        if isinstance(self.type, Text):
            return value.isoformat(timespec="minutes") if isinstance(value, time) else str(value)
        return value

    def value(self, text: str, message: str) -> tuple[Value | None, str]:
        """The field's value, or None and what there is to say about it."""
        if self.hints.whole and message:
            return message, ""
        # Places of a pattern are those of the message itself; no other rule applies to them than their order.
        found = sorted(self.found, key=lambda item: item.start)
        kept = found if self.hints.pattern else without_rejected(text, found)
        fitting = [item for item in kept if fits(item.value, self.type)]
        if not fitting:
            return None, f"{kept[0].value} is not {self.type}" if kept else ""
        if isinstance(self.whole_type, ListOf):
            return tuple(dict.fromkeys(item.value for item in fitting)), ""
        if self.hints.pattern:
            return fitting[0].value, ""
        return one_of(text, fitting)


def _sort(type_: Type, hints: Hints) -> Sort | None:
    match type_:
        case Range():
            return Sort.NUMBER
        case Date():
            return Sort.DATE
        case Time():
            return Sort.TIME
        case MoneyType():
            return Sort.MONEY
        case Text() if hints.reads:
            return Sort(hints.reads)
        case _:
            return None


def _either(fields: list[_Field]) -> str:
    return " or ".join(field.name for field in fields)
