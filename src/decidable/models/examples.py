"""The file of example sentences: what an author writes so that messages of a vocabulary are recognised.

Owns: reading that TOML file, and saying what is wrong with it. Never: trains anything.

    threshold = 0.5                    # under it a message is `other`
    [events.user_cancels]
    threshold = 0.8                    # an event with consequences may ask for more
    examples = ["cancel my booking", ...]
    [events.details]
    some_field = true                  # not this event without any of its fields
    [fields.party]
    cues = ["for", "people"]           # beside the value; after a preposition, before any other word
    words = { 1 = ["just me"] }        # phrases that stand for a value
    [background]
    also = ["tell the group"]          # messages that are none of the events
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from decidable.core.problem import Problem, did_you_mean
from decidable.errors import MachineError
from decidable.models.extract.hints import Hints
from decidable.models.port import OTHER

__all__ = ["EventExamples", "Examples", "read_examples"]

_THRESHOLD: Final = 0.5
_EVENT_KEYS: Final = ("examples", "some_field", "threshold")
_FIELD_KEYS: Final = ("afternoon", "cues", "currency", "order", "pattern", "reads", "whole", "words")
_TOP_KEYS: Final = ("background", "events", "fields", "threshold")


@dataclass(frozen=True, slots=True, kw_only=True)
class EventExamples:
    """One event's sentences. `threshold` None: that of the file. `some_field`: at least one field has to be found."""

    examples: tuple[str, ...]
    threshold: float | None = None
    some_field: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Examples:
    """The whole file."""

    threshold: float
    events: Mapping[str, EventExamples]
    fields: Mapping[str, Hints]
    background: tuple[str, ...]


def read_examples(path: Path) -> Examples:
    """Read the file. Raises MachineError with every problem found."""
    try:
        text = path.read_text(encoding="utf-8")
        raw = tomllib.loads(text)
    except FileNotFoundError:
        problem = Problem(
            "examples-missing", "there is no such file of example sentences", hint="create it, or correct the name"
        )
        raise MachineError([problem], str(path)) from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise MachineError([Problem("examples-unreadable", f"not TOML: {error}")], str(path)) from None
    reader = _Reader(text)
    examples = reader.whole(raw)
    if reader.problems:
        raise MachineError(reader.problems, str(path))
    return examples


class _Reader:
    """Reads tables and gathers what is wrong, with the line of the table it is in."""

    def __init__(self, text: str) -> None:
        self._lines = text.splitlines()
        self.problems: list[Problem] = []

    def whole(self, raw: Mapping[str, Any]) -> Examples:
        self._keys(raw, _TOP_KEYS, "")
        events = {name: self._event(name, table) for name, table in self._tables(raw, "events")}
        fields = {name: self._field(name, table) for name, table in self._tables(raw, "fields")}
        background = raw.get("background", {})
        self._keys(background, ("also",), "background")
        return Examples(
            threshold=self._share(raw, ""),
            events=events,
            fields=fields,
            background=self._texts(background, "also", "background"),
        )

    def _event(self, name: str, table: Mapping[str, Any]) -> EventExamples:
        place = f"events.{name}"
        before = len(self.problems)
        self._keys(table, _EVENT_KEYS, place)
        if name == OTHER:
            self._wrong(place, "'other' is what fits no event", "write such sentences under [background] also = [...]")
        examples = self._texts(table, "examples", place)
        if not examples and len(self.problems) == before:
            self._wrong(
                place, "an event needs example sentences", "about ten, in the words of the people who will write"
            )
        threshold = self._share(table, place) if "threshold" in table else None
        return EventExamples(examples=examples, threshold=threshold, some_field=self._flag(table, "some_field", place))

    def _field(self, name: str, table: Mapping[str, Any]) -> Hints:
        place = f"fields.{name}"
        self._keys(table, _FIELD_KEYS, place)
        return Hints(
            cues=self._texts(table, "cues", place),
            words=self._words(table, place),
            pattern=self._pattern(table, place),
            whole=self._flag(table, "whole", place),
            afternoon=self._flag(table, "afternoon", place),
            order=self._one_of(table, "order", ("mdy", "dmy"), place),
            currency=str(table.get("currency", "")),
            reads=self._one_of(table, "reads", ("date", "time", "money"), place),
        )

    def _tables(self, raw: Mapping[str, Any], key: str) -> list[tuple[str, Mapping[str, Any]]]:
        tables = raw.get(key, {})
        if isinstance(tables, dict) and all(isinstance(table, dict) for table in tables.values()):
            return list(tables.items())
        self._wrong(key, f"[{key}.NAME] is a table", f"write [{key}.NAME] on a line of its own")
        return []

    def _keys(self, table: Mapping[str, Any], known: tuple[str, ...], place: str) -> None:
        for key in table:
            if key not in known:
                self._wrong(
                    place, f"'{key}' means nothing here", did_you_mean(key, known) or f"known: {', '.join(known)}"
                )

    def _texts(self, table: Mapping[str, Any], key: str, place: str) -> tuple[str, ...]:
        value = table.get(key, [])
        if isinstance(value, list) and all(isinstance(item, str) and item.strip() for item in value):
            return tuple(value)
        self._wrong(place, f"'{key}' is a list of sentences or words", f'{key} = ["...", "..."]')
        return ()

    def _words(self, table: Mapping[str, Any], place: str) -> dict[str, str]:
        value = table.get("words", {})
        if not isinstance(value, dict):
            self._wrong(place, "'words' is a table of values and their phrases", 'words = { 1 = ["just me"] }')
            return {}
        return {phrase: meant for meant in value for phrase in self._texts(value, meant, place)}

    def _pattern(self, table: Mapping[str, Any], place: str) -> re.Pattern[str] | None:
        if "pattern" not in table:
            return None
        try:
            return re.compile(table["pattern"])
        except (re.error, TypeError) as error:
            self._wrong(place, f"'pattern' is no regular expression: {error}", r"for example pattern = 'A-\d{4,}'")
            return None

    def _share(self, table: Mapping[str, Any], place: str) -> float:
        value = table.get("threshold", _THRESHOLD)
        if isinstance(value, int | float) and not isinstance(value, bool) and 0 < value < 1:
            return float(value)
        self._wrong(place, "'threshold' is a probability between 0 and 1", "threshold = 0.5")
        return _THRESHOLD

    def _flag(self, table: Mapping[str, Any], key: str, place: str) -> bool:
        value = table.get(key, False)
        if not isinstance(value, bool):
            self._wrong(place, f"'{key}' is true or false", f"{key} = true")
        return bool(value)

    def _one_of(self, table: Mapping[str, Any], key: str, known: tuple[str, ...], place: str) -> str:
        value = table.get(key, "")
        if key in table and value not in known:
            self._wrong(place, f"'{key}' is one of {', '.join(known)}", did_you_mean(str(value), known))
        return str(value)

    def _wrong(self, place: str, message: str, hint: str) -> None:
        line = next((n for n, text in enumerate(self._lines, 1) if place and text.strip().startswith(f"[{place}")), 0)
        self.problems.append(Problem("examples-invalid", message, hint=hint, line=line, token=place))
