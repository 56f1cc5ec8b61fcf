"""The values in a script: `yes`, `4`, `12.50 EUR`, `2027-01-01`, and what JSON writes.

Owns: writing a value, and reading `name = value, ...` by the types that are expected. Never: knows what the values are for.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from datetime import date, time
from typing import Any, Final

from decidable.check.script.trouble import ScriptError
from decidable.core import values as v
from decidable.core.canonical import plain
from decidable.core.problem import did_you_mean
from decidable.text.names import shown

_NAME: Final = re.compile(r"\s*(\w+)\s*=\s*", re.ASCII)
_JSON: Final = json.JSONDecoder()


def value_text(value: v.Value) -> str:
    """A value as a script writes it."""
    match value:
        case bool():
            return "yes" if value else "no"
        case int() | v.Money() | date() | time():
            return str(value) if not isinstance(value, date | time) else value.isoformat()
        case _:
            return json.dumps(plain(value), ensure_ascii=False)


def read_values(text: str, types: Mapping[str, v.Type], number: int, of: str) -> dict[str, v.Value]:
    """The values of an event, or of a fact, in a line of this number. Raises ScriptError."""
    found: dict[str, v.Value] = {}
    at = 0
    while at < len(text):
        named = _NAME.match(text, at)
        if named is None:
            raise ScriptError(number, f"write the values of {of} as name = value, with commas between them")
        name, start = named[1], named.end()
        if name not in types:
            hint = did_you_mean(name, types) or f"there are {', '.join(types) or 'none'}"
            raise ScriptError(number, f"{of} has no '{shown(name)}'; {hint}")
        try:
            value, at = _value(text, start, types[name])
        except ValueError as error:
            raise ScriptError(number, f"{name}: {error}") from None
        except RecursionError:
            raise ScriptError(number, f"{name}: it is nested too deep") from None
        if not v.fits(value, types[name]):
            raise ScriptError(number, f"{name}: {value_text(value)} is not {types[name]}")
        found[name] = value
        rest = text[at:].lstrip()
        if rest and not rest.startswith(","):
            raise ScriptError(number, f"after {name} a comma should stand, not '{shown(rest)}'")
        at = len(text) - len(rest) + 1 if rest else len(text)
    return found


def _value(text: str, start: int, type_: v.Type) -> tuple[v.Value, int]:
    """A value of a type, and where it ends. Raises ValueError."""
    if text[start : start + 1] in ('"', "[", "{"):
        value, end = _JSON.raw_decode(text, start)
        return _from_json(value, type_), end
    end = text.find(",", start)
    end = len(text) if end < 0 else end
    return _bare(text[start:end].strip(), type_), end


def _bare(word: str, type_: v.Type) -> v.Value:
    match type_:
        case v.Bool():
            if word not in ("yes", "no"):
                raise ValueError(f"write yes or no, not '{shown(word)}'")
            return word == "yes"
        case v.Range():
            return int(word)
        case v.MoneyType():
            return v.Money(word)
        case v.Date():
            return date.fromisoformat(word)
        case v.Time():
            return time.fromisoformat(word)
        case _:
            return word


def _from_json(value: Any, type_: v.Type) -> v.Value:  # whatever JSON holds
    """What `plain` makes of a value, back again."""
    match type_:
        case v.ListOf(of) if isinstance(value, list):
            return tuple(_from_json(item, of) for item in value)
        case v.Data():
            return _data(value)
        case _ if isinstance(value, dict):
            return _bare(str(next(iter(value.values()), "")), type_)
        case _:
            return _bare(str(value), type_)


def _data(value: Any) -> v.Json:  # whatever JSON holds
    if isinstance(value, list):
        return tuple(map(_data, value))
    return {name: _data(item) for name, item in value.items()} if isinstance(value, dict) else value
