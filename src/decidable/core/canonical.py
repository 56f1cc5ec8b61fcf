"""One canonical, JSON-able form of the core's values, and digests over it.

Owns: `plain` (any core value -> str, int, bool, None, list, dict), `text` (its one spelling) and `digest`.
Never: reads anything back; decoding belongs to `journal`.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import MISSING, fields, is_dataclass
from datetime import date, time
from enum import Enum
from functools import cache
from hashlib import sha256
from typing import Final, TypeAlias

from decidable.core.values import Money

LATER: Final[Mapping[str, bool]] = {"later": True}
"""Marks a dataclass field that was added when digests had been stored already: it is left out of the canonical form while
it has its default, so that what does not use it keeps the digest it had."""

OF_THE_FILE: Final[Mapping[str, bool]] = {"of the file": True}
"""Marks a dataclass field that is only about the file as it was read: no part of the machine, and never stored."""

Plain: TypeAlias = "str | int | bool | list[Plain] | dict[str, Plain] | None"


def plain(value: object) -> Plain:
    """A core value as canonical JSON. Typed scalars are tagged: `{"$money": "20.00 USD"}`.

    Raises TypeError for anything that is not one of the core's values (a float, say).
    """
    kind = type(value)
    if kind is str and isinstance(value, str):  # by far the most; a word that is a StrEnum is looked at below
        return value
    match value:
        case Enum():
            return str(value.value)
        case None | str() | bool() | int():
            return value
        case Money():
            return {"$money": str(value)}
        case date():
            return {"$date": value.isoformat()}
        case time():
            return {"$time": value.isoformat()}
        case Mapping():
            return _mapping(value)
        case tuple() if hasattr(value, "_asdict"):
            return {"$": type(value).__name__, **{k: plain(v) for k, v in value._asdict().items()}}
        case tuple() | list():
            return [plain(item) for item in value]
        case _ if is_dataclass(value) and not isinstance(value, type):
            kept: dict[str, Plain] = {"$": kind.__name__}
            for name, default in _compared(kind):  # type: ignore[arg-type]  # a class is hashable, whatever its values are
                part = getattr(value, name)
                if default is MISSING or part != default:
                    kept[name] = plain(part)
            return kept
        case _:
            raise TypeError(f"{type(value).__name__} has no canonical form: {value!r}")


@cache
def _compared(kind: type) -> tuple[tuple[str, object], ...]:
    """The fields of a dataclass that count, each with the default at which it is left out, if it is one added later."""
    return tuple(
        (field.name, field.default if field.metadata == LATER else MISSING) for field in fields(kind) if field.compare
    )


def _mapping(value: Mapping[object, object]) -> Plain:
    """A mapping, escaped where a key could be taken for a tag."""
    kept: dict[str, Plain] = {}
    for key, item in value.items():
        if not isinstance(key, str):
            raise TypeError(f"a canonical mapping has text keys, not {key!r}")
        kept["$" + key if key.startswith("$") else key] = plain(item)
    return kept


def text(value: object) -> str:
    """The one spelling of a value: sorted keys, no spaces, UTF-8."""
    return json.dumps(plain(value), sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def digest(value: object, length: int = 16) -> str:
    """The first `length` hexadecimal digits of a SHA-256 over the canonical text."""
    return sha256(text(value).encode("utf-8", "surrogatepass")).hexdigest()[:length]
