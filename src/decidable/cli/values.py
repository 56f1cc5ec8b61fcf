"""Values on a command line, by the type they should have.

Owns: text -> core value. Never: guesses a type; it is given.
"""

from __future__ import annotations

import json
from datetime import date, time
from typing import Any, NoReturn

from decidable.bind.types import core_value
from decidable.cli.exits import Refusal
from decidable.core import values as v
from decidable.text.names import shown


def parsed(text: str, type_: v.Type, name: str) -> v.Value:
    """A word of the command line as a value of a type. Raises Refusal, naming what it should be."""
    try:
        value = _value(text, type_)
    except ValueError as error:
        raise Refusal(f"{name}={shown(text)}: {error}", f"{name} is {type_}{_form(type_)}") from None
    if not v.fits(value, type_):
        raise Refusal(f"{name}={shown(text)} is not {type_}")
    return value


def _form(type_: v.Type) -> str:
    match type_:
        case v.ListOf(v.ListOf() | v.Data()):
            return ", written as JSON"
        case v.ListOf():
            return ", with commas between, or as JSON"
        case v.Data():
            return ", written as JSON"
        case _:
            return ""


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
        case v.ListOf(of) if text.lstrip().startswith("[") or (text.strip() and isinstance(of, v.ListOf | v.Data)):
            return _of_json(_json(text), type_)
        case v.ListOf(of):
            return tuple(_value(part.strip(), of) for part in text.split(",") if part.strip())
        case v.Data():
            return core_value(_json(text))
        case _:
            return text


def _json(text: str) -> Any:  # whatever the JSON holds
    try:
        return json.loads(text, parse_float=_no_float, parse_constant=_no_float)
    except RecursionError:
        raise ValueError("it is nested too deep") from None


def _no_float(figures: str) -> NoReturn:
    raise ValueError(f"{figures} cannot be kept exactly: write it as text, or as a whole number")


def _of_json(item: object, type_: v.Type) -> v.Value:
    """An item of a JSON list as a value: what JSON has no form for, such as money, is text there."""
    match type_, item:
        case v.Data(), _:
            return core_value(item)
        case v.ListOf(of), list():
            return tuple(_of_json(each, of) for each in item)
        case v.Text() | v.Choices(), str():
            return item
        case v.Bool(), bool():
            return item
        case v.Range(), int() if not isinstance(item, bool):
            return item
        case v.MoneyType() | v.Date() | v.Time(), str():
            return _value(item, type_)
        case _:
            raise ValueError(f"{shown(json.dumps(item))} is not {type_}")
