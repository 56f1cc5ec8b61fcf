"""Values on a command line, by the type they should have.

Owns: text -> core value. Never: guesses a type; it is given.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import date, time
from typing import Any, NoReturn, TypeVar

from decidable.bind.types import core_value
from decidable.cli.exits import Refusal
from decidable.core import values as v
from decidable.core.problem import did_you_mean
from decidable.core.table import Table
from decidable.text.names import shown

T = TypeVar("T", date, time)


def parsed(text: str, type_: v.Type, name: str) -> v.Value:
    """A word of the command line as a value of a type. Raises Refusal, naming what it should be."""
    try:
        value = _value(text, type_)
    except ValueError as error:
        raise Refusal(f"{name}={shown(text)}: {error}", f"{name} is {type_}{_form(type_)}") from None
    if not v.fits(value, type_):
        raise Refusal(f"{name}={shown(text)} is not {type_}")
    return value


def start_fact(table: Table, given: str) -> tuple[str, v.Value]:
    """`customer_id=C1` as a fact of the machine. Raises Refusal."""
    name, equals, text = given.partition("=")
    fact = table.facts.get(name)
    if fact is None:
        facts = f"its facts are {', '.join(table.facts)}" if table.facts else "it has none"
        hint = did_you_mean(name, table.facts) or facts
        raise Refusal(f"--fact {shown(given)}: '{shown(name)}' is not a fact of {table.name or 'this machine'}", hint)
    if not equals:
        raise Refusal(f"--fact {shown(given)}: write NAME=VALUE", f"{name} is {fact.type}{_form(fact.type)}")
    return name, parsed(text, fact.type, name)


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
            return _number(text)
        case v.MoneyType():
            return v.Money(text)
        case v.Date():
            return _iso(text, date.fromisoformat, "a date, like 2026-12-24")
        case v.Time():
            return _iso(text, time.fromisoformat, "a time, like 19:30")
        case v.ListOf(of) if text.lstrip().startswith("[") or (text.strip() and isinstance(of, v.ListOf | v.Data)):
            return _of_json(_json(text), type_)
        case v.ListOf(of):
            return tuple(_value(part.strip(), of) for part in text.split(",") if part.strip())
        case v.Data():
            return core_value(_json(text))
        case _:
            return text


def _number(text: str) -> int:
    try:
        return int(text)
    except ValueError:
        raise ValueError("write a whole number") from None


def _iso(text: str, read: Callable[[str], T], form: str) -> T:
    try:
        return read(text)
    except ValueError:
        raise ValueError(f"write {form}") from None


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
