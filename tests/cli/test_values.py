"""Values on a command line: by their type, lists with commas or as JSON, data as JSON, and a clear word about the rest."""

from __future__ import annotations

from datetime import date, time

import pytest

from decidable.cli.exits import Refusal
from decidable.cli.values import parsed
from decidable.core.values import Bool, Choices, Data, Date, ListOf, Money, MoneyType, Range, Text, Time, Type, Value

TEXTS, GRID = ListOf(Text()), ListOf(ListOf(Range(0, 9)))


@pytest.mark.parametrize(
    ("text", "type_", "value"),
    [
        ("x, y", Text(), "x, y"),
        ("yes", Bool(), True),
        ("3", Range(0, 9), 3),
        ("1.50 USD", MoneyType(), Money("1.50 USD")),
        ("2026-01-02", Date(), date(2026, 1, 2)),
        ("19:30", Time(), time(19, 30)),
        ("gold", Choices(("gold", "tin")), "gold"),
        ("a, b", TEXTS, ("a", "b")),
        ("", TEXTS, ()),
        ('["a, b", ""]', TEXTS, ("a, b", "")),
        ("[[1], [], [2, 3]]", GRID, ((1,), (), (2, 3))),
        ("", GRID, ()),
        ('["1.00 USD"]', ListOf(MoneyType()), (Money("1.00 USD"),)),
        ('["2026-01-02"]', ListOf(Date()), (date(2026, 1, 2),)),
        ("[true, false]", ListOf(Bool()), (True, False)),
        ('["gold"]', ListOf(Choices(("gold", "tin"))), ("gold",)),
        ('[{"a": [1]}, null]', ListOf(Data()), ({"a": (1,)}, None)),
        ('{"a": [1, {"b": "ä"}]}', Data(), {"a": (1, {"b": "ä"})}),
        ("null", Data(), None),
    ],
)
def test_a_word_becomes_a_value_of_its_type(text: str, type_: Type, value: Value) -> None:
    assert parsed(text, type_, "f") == value


@pytest.mark.parametrize(
    ("text", "type_", "message", "hint"),
    [
        ("perhaps", Bool(), "f=perhaps: write yes or no", "f is bool"),
        ("12", Range(0, 9), "f=12 is not 0..9", ""),
        ("many", Range(0, 9), "f=many: write a whole number", "f is 0..9"),
        ("tomorrow", Date(), "f=tomorrow: write a date, like 2026-12-24", "f is date"),
        ("noon", Time(), "f=noon: write a time, like 19:30", "f is time"),
        (
            "[1.5]",
            GRID,
            "f=[1.5]: 1.5 cannot be kept exactly: write it as text, or as a whole number",
            "f is list of list of 0..9, written as JSON",
        ),
        ("1,2", GRID, "f=1,2: Extra data: line 1 column 2 (char 1)", "f is list of list of 0..9, written as JSON"),
        (
            "[true]",
            ListOf(Range(0, 9)),
            "f=[true]: true is not 0..9",
            "f is list of 0..9, with commas between, or as JSON",
        ),
        (
            '{"a": NaN}',
            Data(),
            'f={"a": NaN}: NaN cannot be kept exactly: write it as text, or as a whole number',
            "f is data, written as JSON",
        ),
        ('{"a":', Data(), 'f={"a":: Expecting value: line 1 column 6 (char 5)', "f is data, written as JSON"),
        ("[" * 100_000, Data(), f"f={'[' * 37}...: it is nested too deep", "f is data, written as JSON"),
        ('["12"]', ListOf(Choices(("gold", "tin"))), 'f=["12"] is not list of gold | tin', ""),
    ],
)
def test_what_is_no_value_of_its_type_is_refused(text: str, type_: Type, message: str, hint: str) -> None:
    with pytest.raises(Refusal) as caught:
        parsed(text, type_, "f")
    assert (caught.value.message, caught.value.hint) == (message, hint)
