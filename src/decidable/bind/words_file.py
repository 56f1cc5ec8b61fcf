"""A words file: Markdown with a section `## key` for each text, and places `{fact}` or `{fact|otherwise}` in the texts.

Owns: reading it, and filling its places. Never: opens a file, or knows a machine.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from datetime import date, time
from typing import Final, NamedTuple

from decidable.core.problem import Problem
from decidable.core.values import Value
from decidable.text.names import is_name

_PLACE: Final = re.compile(r"\{([A-Za-z_][A-Za-z0-9_]*)(?:\|([^{}]*))?\}")
_BRACES: Final = re.compile(r"\{[^{}\n]*\}?")
_HEADING: Final = re.compile(r"##\s+(\S.*?)\s*")
_COMMENT: Final = re.compile(r"<!--.*?(?:-->|\Z)", re.DOTALL)


class Slot(NamedTuple):
    """A place in a text that a value fills. `otherwise` None: the value must be known."""

    name: str
    otherwise: str | None


class Page(NamedTuple):
    """One file: its texts, and the line of each key's heading."""

    path: str
    texts: Mapping[str, str]
    lines: Mapping[str, int]

    def place(self, key: str) -> str:
        """`refund.words.md:3`, where a key is written."""
        return f"{self.path}:{self.lines[key]}"


class _Section(NamedTuple):
    key: str
    line: int
    body: list[str]


def read_page(source: str, path: str) -> tuple[Page, tuple[Problem, ...]]:
    """The sections of a words file, without HTML comments. Problems name the file and its lines in their message, as the
    lines of a problem are those of the `.states` file."""
    source = _COMMENT.sub(lambda found: "\n" * found[0].count("\n"), source)
    texts: dict[str, str] = {}
    lines: dict[str, int] = {}
    problems: list[Problem] = []
    for key, line, body in _sections(source):
        here, text = f"{path}:{line}", "\n".join(body).strip()
        if not line:
            first = next((at for at, written in enumerate(body, start=1) if written.strip()), 0)
            if first:
                problems.append(_problem(f"{path}:{first}: text before the first `## key`", "give it a key"))
            continue
        if not is_name(key):
            problems.append(_problem(f"{here}: '{key}' is no key", "a key is one word, such as which_order"))
        elif key in lines:
            problems.append(_problem(f"{here}: '{key}' is written twice, first in line {lines[key]}", "keep one"))
            continue
        elif not text:
            problems.append(
                _problem(f"{here}: nothing is written under '{key}'", "write what is said, or remove the key")
            )
        for odd in _odd_braces(text):
            hint = "a place is {fact} or {fact|otherwise}, with the name as the machine has it"
            problems.append(_problem(f"{here}: '{key}' has {odd}, which is no place for a value", hint))
        texts[key], lines[key] = text, line
    return Page(path, texts, lines), tuple(problems)


def _odd_braces(text: str) -> Iterator[str]:
    """What begins with a brace and is no place: a reader would be shown it as it is."""
    without = _PLACE.sub(lambda found: " " * len(found[0]), text)
    return (text[odd.start() : odd.end()] for odd in _BRACES.finditer(without))


def _problem(message: str, hint: str) -> Problem:
    return Problem("words", message, hint)


def _sections(source: str) -> Iterator[_Section]:
    """The lines under each heading; those above the first stand under line 0."""
    section = _Section("", 0, [])
    for number, line in enumerate(source.split("\n"), start=1):
        heading = _HEADING.fullmatch(line)
        if heading is None:
            section.body.append(line)
            continue
        yield section
        section = _Section(heading[1], number, [])
    yield section


def slots(text: str) -> Iterator[Slot]:
    """The places of a text."""
    for found in _PLACE.finditer(text):
        yield Slot(found[1], found[2])


def fill(text: str, values: Mapping[str, Value]) -> str:
    """Put values into the places of a text."""

    def place(found: re.Match[str]) -> str:
        name, otherwise = found[1], found[2]
        if name in values:
            return shown(values[name])
        return f"({name.replace('_', ' ')} not known)" if otherwise is None else otherwise

    return _PLACE.sub(place, text)


def shown(value: Value) -> str:
    """A value as a person reads it: `20.00 USD`, `Friday 4 December`, `19:00`, `A-1, A-2`, `yes`; opaque data as JSON.

    A text in a list is quoted where it would read as two items or none: what a person approves has to be exact.
    """
    match value:
        case bool():
            return "yes" if value else "no"
        case date():
            return f"{value:%A} {value.day} {value:%B}"
        case time():
            return f"{value:%H:%M}"
        case tuple():
            return ", ".join(map(_item, value))
        case Mapping():
            return json.dumps(value, ensure_ascii=False, default=dict)
        case None:
            return "nothing"
        case _:
            return str(value)


def _item(value: Value) -> str:
    match value:
        case tuple():
            return f"[{shown(value)}]"
        case str() if "," in value or value != value.strip() or not value:
            return json.dumps(value, ensure_ascii=False)
        case _:
            return shown(value)
