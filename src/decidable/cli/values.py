"""Values on a command line, by the type they should have.

Owns: text -> core value. Never: guesses a type; it is given.
"""

from __future__ import annotations

import json
from datetime import date, time

from decidable.bind.types import core_value
from decidable.cli.exits import Refusal
from decidable.core import values as v


def parsed(text: str, type_: v.Type, name: str) -> v.Value:
    """A word of the command line as a value of a type. Raises Refusal, naming what it should be."""
    try:
        value = _value(text, type_)
    except ValueError as error:
        raise Refusal(f"{name}={text}: {error}", f"{name} is {type_}") from None
    if not v.fits(value, type_):
        raise Refusal(f"{name}={text} is not {type_}")
    return value


def _value(text: str, type_: v.Type) -> v.Value:
    match type_:
        case v.Bool():
            if text not in ("yes", "no"):
                raise ValueError("write yes or no")
            return text == "yes"
        case v.Range():
            return int(text)
        case v.MoneyType():
            return v.Money(text)
        case v.Date():
            return date.fromisoformat(text)
        case v.Time():
            return time.fromisoformat(text)
        case v.ListOf(of):
            return tuple(_value(part.strip(), of) for part in text.split(",") if part.strip())
        case v.Data():
            return core_value(json.loads(text))
        case _:
            return text
