"""Values, their types, and their one canonical form."""

from __future__ import annotations

import copy
import pickle
from datetime import date, datetime, time
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from decidable.core import values as v
from decidable.core.canonical import digest, plain, text
from decidable.core.definition import Call, Fact, Role
from decidable.core.snapshot import Known, Timer


@pytest.mark.parametrize(
    ("written", "minor", "shown"),
    [
        ("20.00 USD", 2000, "20.00 USD"),
        ("20 USD", 2000, "20.00 USD"),
        (" 0.5 EUR ", 50, "0.50 EUR"),
        ("-3.07 USD", -307, "-3.07 USD"),
        ("500 JPY", 500, "500 JPY"),
        ("1.234 KWD", 1234, "1.234 KWD"),
    ],
)
def test_money(written: str, minor: int, shown: str) -> None:
    money = v.Money(written)
    assert (money.minor, str(money), repr(money)) == (minor, shown, f"Money('{shown}')")
    assert money == v.Money.of(minor, money.currency)
    assert hash(money) == hash(v.Money.of(minor, money.currency))
    assert pickle.loads(pickle.dumps(money)) == copy.deepcopy(money) == money


@pytest.mark.parametrize(
    ("written", "why"),
    [
        ("20", "'20' is not money: write an amount and a currency, as in '20.00 USD'"),
        ("20.5 JPY", "'20.5 JPY' has 1 decimals, and JPY has 0"),
        ("20.005 USD", "'20.005 USD' has 3 decimals, and USD has 2"),
    ],
)
def test_not_money(written: str, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        v.Money(written)


def test_money_is_a_value() -> None:
    money = v.Money("1.00 USD")
    with pytest.raises(AttributeError):
        money.minor = 5
    with pytest.raises(AttributeError):
        del money.minor
    assert money != v.Money("1.00 EUR")
    assert money != 100


@given(st.integers(-(10**12), 10**12), st.sampled_from(["USD", "JPY", "KWD"]))
def test_money_reads_back_what_it_shows(minor: int, currency: str) -> None:
    money = v.Money.of(minor, currency)
    assert v.Money(str(money)) == money


@pytest.mark.parametrize(
    ("type_", "fitting", "other"),
    [
        (v.Text(), ["", "a"], [1, None, True]),
        (v.Bool(), [True, False], [0, "yes"]),
        (v.Range(1, 3), [1, 3], [0, 4, True, "1", 1.0]),
        (v.Choices(("a", "b")), ["a"], ["c", 1]),
        (v.MoneyType(), [v.Money("1.00 USD")], [1, "1.00 USD"]),
        (v.Date(), [date(2026, 1, 2)], [datetime(2026, 1, 2), "2026-01-02"]),
        (v.Time(), [time(9, 30)], ["09:30", 9]),
        (v.ListOf(v.Range(1, 3)), [(), (1, 2)], [(1, 4), [1], 1]),
        (v.Data(), [None, "a", 1, True, (1, ("a",)), {"a": {"b": ()}}], [1.5, [1], {1: 2}, {"a": 1.5}, (1.5,), v.Money("1.00 USD")]),
    ],
)  # fmt: skip
def test_fits(type_: v.Type, fitting: list[object], other: list[object]) -> None:
    assert all(v.fits(value, type_) for value in fitting)
    assert not any(v.fits(value, type_) for value in other)


@pytest.mark.parametrize(
    ("type_", "shown"),
    [
        (v.Text(), "text"),
        (v.Bool(), "bool"),
        (v.Range(1, 3), "1..3"),
        (v.Choices(("a", "b")), "a | b"),
        (v.MoneyType(), "money"),
        (v.Date(), "date"),
        (v.Time(), "time"),
        (v.ListOf(v.Date()), "list of date"),
        (v.Data(), "data"),
    ],
)
def test_types_are_shown_as_the_text_writes_them(type_: v.Type, shown: str) -> None:
    assert str(type_) == shown


def test_unknown_has_a_marker_of_its_own() -> None:
    assert repr(v.UNKNOWN) == "UNKNOWN"
    assert v.Unknown("unknown") is v.UNKNOWN


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (None, "null"),
        (True, "true"),
        ("ä\n", '"ä\\n"'),
        (Role.START, '"start"'),
        (v.Money("1.00 USD"), '{"$money":"1.00 USD"}'),
        (date(2026, 1, 2), '{"$date":"2026-01-02"}'),
        (time(9, 30), '{"$time":"09:30:00"}'),
        ((1, [2]), "[1,[2]]"),
        ({"b": 1, "a": 2}, '{"a":2,"b":1}'),
        ({"$money": "1.00 USD"}, '{"$$money":"1.00 USD"}'),
        (Timer("after 5m", 3), '{"$":"Timer","deadline":3,"event":"after 5m"}'),
        (Call("look"), '{"$":"Call","tool":"look"}'),
    ],
)
def test_canonical_text(value: object, expected: str) -> None:
    assert text(value) == expected


def test_where_something_stands_in_a_file_is_not_part_of_what_it_is() -> None:
    assert text(Fact(name="a", type=v.Text(), at=3)) == text(Fact(name="a", type=v.Text(), at=9))
    assert Fact(name="a", type=v.Text(), at=3) == Fact(name="a", type=v.Text(), at=9)


@pytest.mark.parametrize("value", [1.5, {1: 2}, object(), Call, b"x"])
def test_nothing_else_has_a_canonical_form(value: Any) -> None:
    with pytest.raises(TypeError):
        plain(value)


def test_digests() -> None:
    assert digest("a") == digest("a")
    assert digest("a") != digest("b")
    assert len(digest("a", 64)) == 64
    assert digest("\ud800") != digest("\udfff"), "text that is no Unicode has a digest too"
    assert digest(Known("a", 1, "user")) != digest(Known("a", 1, "start"))
