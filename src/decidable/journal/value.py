"""The values of facts, fields and arguments as JSON, and JSON as its one line of text.

Owns: the tags (`{"$money": "20.00 USD"}`), the escape for keys that begin with `$`, and which values are refused.
Never: writes what would come back as something else: a float, a list, a moment with a date and a time.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from datetime import date, time
from typing import Any, Final, NoReturn

from decidable.core.canonical import Plain
from decidable.core.values import Money, Value
from decidable.journal.shape import NEWER, FormatError

DEPTH_LIMIT: Final = 64
"""How deep a `data` value may be nested."""
_CURRENCY: Final = re.compile(r"[A-Z]{3}")
_SURROGATE: Final = re.compile("[\ud800-\udfff]")
_PAIR: Final = re.compile("[\ud800-\udbff][\udc00-\udfff]")
_IN_ORDER: Final = json.JSONEncoder(separators=(",", ":"), ensure_ascii=False)
_SORTED: Final = json.JSONEncoder(separators=(",", ":"), ensure_ascii=False, sort_keys=True)


def write_value(value: object, depth: int = 0) -> Plain:
    """A value as JSON. Raises FormatError for what is not a value of a machine."""
    match value:
        case None | bool():
            return value
        case str():
            return str.__str__(value)
        case int():
            return int(value)
        case _ if depth > DEPTH_LIMIT:
            raise FormatError(f"a value nested more than {DEPTH_LIMIT} deep cannot be kept")
        case Money() if _CURRENCY.fullmatch(value.currency):
            return {"$money": str(value)}
        case _ if type(value) is date:
            return {"$date": value.isoformat()}
        case time():
            return {"$time": value.isoformat()}
        case _ if type(value) is tuple:
            return [write_value(item, depth + 1) for item in value]
        case Mapping():
            return {_escaped(key): write_value(item, depth + 1) for key, item in value.items()}
        case _:
            raise FormatError(
                f"{type(value).__name__} {value!r} cannot be kept: a value is text, a whole number, yes/no, money, "
                "a date, a time, a tuple, or a mapping of those"
            )


def read_value(plain: Plain) -> Any:
    """The value again (`Any`: JSON does not say which). Raises FormatError for a tag this version does not know."""
    if isinstance(plain, list):
        return tuple(read_value(item) for item in plain)
    if not isinstance(plain, dict):
        return plain
    if len(plain) == 1:
        ((tag, told),) = plain.items()
        if tag in _TAGS and isinstance(told, str):
            return _tagged(tag, told)
    return {_unescaped(key): read_value(item) for key, item in plain.items()}


class _Values:
    """Any value of a machine, as a shape."""

    def write(self, value: Any) -> Plain:
        return write_value(value)

    def read(self, plain: Plain) -> Any:
        return read_value(plain)


VALUE: Final = _Values()

_TAGS: Final[Mapping[str, Callable[[str], Value]]] = {
    "$money": Money,
    "$date": date.fromisoformat,
    "$time": time.fromisoformat,
}


def _tagged(tag: str, told: str) -> Value:
    try:
        return _TAGS[tag](told)
    except ValueError as error:
        raise FormatError(f"{tag} {told!r} cannot be read ({error}): {NEWER}") from None


def _escaped(key: object) -> str:
    if not isinstance(key, str):
        raise FormatError(f"a mapping with the key {key!r} cannot be kept: its keys are text")
    return "$" + key if key.startswith("$") else str.__str__(key)


def _unescaped(key: str) -> str:
    if not key.startswith("$"):
        return key
    if not key.startswith("$$"):
        raise FormatError(f"{key!r} is no tag this version knows: {NEWER}")
    return key[1:]


def to_text(plain: Plain, *, sort_keys: bool = False) -> str:
    """One line of JSON that is valid Unicode, whatever the text in it is."""
    try:
        line = (_SORTED if sort_keys else _IN_ORDER).encode(plain)
    except ValueError as error:  # an absurdly long number
        raise FormatError(f"a value cannot be kept: {error}") from None
    return line if line.isascii() or _SURROGATE.search(line) is None else _without_surrogates(line)


def _without_surrogates(line: str) -> str:
    """Half a character stays readable as an escape; two halves side by side would come back as one character."""
    if _PAIR.search(line):
        raise FormatError("text with a character split into two surrogates cannot be kept: join them first")
    return _SURROGATE.sub(lambda half: f"\\u{ord(half.group()):04x}", line)


def from_text(text: str) -> Plain:
    """JSON as written by `to_text`. Raises FormatError for anything else, a float included."""
    try:
        return json.loads(text, parse_float=_no_float, parse_constant=_no_float)  # type: ignore[no-any-return]
    except FormatError:
        raise
    except (ValueError, RecursionError) as error:
        raise FormatError(f"not the JSON that Decidable writes ({error})") from None


def _no_float(figures: str) -> NoReturn:
    raise FormatError(f"the number {figures} is not whole: {NEWER}")
