"""Annotations as types of a machine, and values across the edge."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time
from decimal import Decimal
from enum import Enum, IntEnum, StrEnum
from typing import Annotated, Any, Literal, NamedTuple, NewType, Optional, TypedDict
from uuid import UUID

import pytest
from annotated_types import Ge, Gt, Interval, Le, Lt
from pydantic import BaseModel, Field, PositiveInt

from decidable import Money
from decidable.bind.types import WIDEST, core_type, core_value, inexact, is_optional, typed_value, unwrapped
from decidable.core import values as v

Party = Annotated[int, Field(ge=1, le=20)]
OrderId = NewType("OrderId", str)


class Cabin(StrEnum):
    ECONOMY = "economy"
    BUSINESS = "business"


class Level(IntEnum):
    LOW = 1


class Odd(Enum):
    HALF = 0.5


class Order(BaseModel):
    id: str
    day: date
    parts: list["Order"] = []


class Heavy(BaseModel):
    kilos: float


class Priced(BaseModel, arbitrary_types_allowed=True):
    price: Money


@dataclass
class Pair:
    left: int
    right: str


class Row(NamedTuple):
    name: str
    seats: int


class Basket(TypedDict):
    apples: int


EVERY_INT = v.Range(-WIDEST, WIDEST)


@pytest.mark.parametrize(
    ("annotation", "type_"),
    [
        (str, v.Text()),
        (bool, v.Bool()),
        (int, EVERY_INT),
        (Money, v.MoneyType()),
        (date, v.Date()),
        (time, v.Time()),
        (datetime, v.Data()),
        (OrderId, v.Text()),
        (Party, v.Range(1, 20)),
        (Annotated[int, Ge(1), Le(20)], v.Range(1, 20)),
        (Annotated[int, Gt(0), Lt(21)], v.Range(1, 20)),
        (Annotated[int, Interval(ge=1, lt=21)], v.Range(1, 20)),
        (Annotated[int, Field(gt=0.5, le=20.9)], v.Range(1, 20)),
        (Annotated[int, "a note", Ge(3)], v.Range(3, WIDEST)),
        (PositiveInt, v.Range(1, WIDEST)),
        (Annotated[Party, Le(5)], v.Range(1, 5)),
        (Annotated[str, Field(max_length=3)], v.Text()),
        (Literal["a", "b"], v.Choices(("a", "b"))),
        (Literal[1, 2], v.Data()),
        (Cabin, v.Choices(("economy", "business"))),
        (Level, v.Data()),
        (str | None, v.Text()),
        (Optional[Party], v.Range(1, 20)),  # noqa: UP045 - the old spelling is still written
        (Annotated[int | None, Ge(1)], v.Range(1, WIDEST)),
        (str | int, v.Data()),
        (list[str], v.ListOf(v.Text())),
        (Sequence[date], v.ListOf(v.Date())),
        (tuple[Cabin, ...], v.ListOf(v.Choices(("economy", "business")))),
        (tuple[str, int], v.Data()),
        (list, v.Data()),
        (dict[str, int], v.Data()),
        (Order, v.Data()),
        (Any, v.Data()),
        (object, v.Data()),
    ],
)
def test_the_type_of_an_annotation(annotation: object, type_: v.Type) -> None:
    assert core_type(annotation) == type_


def test_bounds_may_stand_beside_the_annotation() -> None:
    assert core_type(int, (Ge(1), Le(9))) == v.Range(1, 9)
    assert core_type(str, (Ge(1),)) == v.Text()


def test_an_alias_stands_for_what_it_names() -> None:
    class Alias:
        __value__ = OrderId

    assert unwrapped(Alias()) is str
    assert unwrapped(Cabin) is Cabin


@pytest.mark.parametrize(
    ("annotation", "optional"),
    [
        (str, False),
        (str | None, True),
        (Optional[str], True),  # noqa: UP045
        (Annotated[int | None, Ge(1)], True),
        (str | int, False),
        (Literal["a", None], False),
        (list[None], False),
    ],
)
def test_whether_none_is_admitted(annotation: object, optional: bool) -> None:
    assert is_optional(annotation) is optional


@pytest.mark.parametrize(
    ("annotation", "odd"),
    [
        (str, ""),
        (Party, ""),
        (Money | None, ""),
        (list[Money], ""),
        (Cabin, ""),
        (Level, ""),
        (Literal["a"], ""),
        (dict[str, list[int]], ""),
        (tuple[str, ...], ""),
        (datetime, ""),
        (Any, ""),
        (Order, ""),
        (Pair, ""),
        (Row, ""),
        (Basket, ""),
        (float, "float"),
        (Decimal, "Decimal"),
        (Annotated[float, Ge(0)], "float"),
        (float | None, "float"),
        (list[float], "float"),
        (dict[str, Decimal], "Decimal"),
        (set[str], "set[str]"),
        (bytes, "bytes"),
        (UUID, "UUID"),
        (Odd, "float"),
        (Heavy, "float"),
        (list[Heavy], "float"),
        (Priced, "Money inside data"),
        (dict[str, Money], "Money inside data"),
        (Money | str, "Money inside data"),
    ],
)
def test_what_has_no_exact_form(annotation: object, odd: str) -> None:
    assert inexact(annotation) == odd


@pytest.mark.parametrize(
    ("value", "kept"),
    [
        (None, None),
        ("a", "a"),
        (True, True),
        (3, 3),
        (Money("1.00 EUR"), Money("1.00 EUR")),
        (date(2026, 12, 4), date(2026, 12, 4)),
        (time(19), time(19)),
        (datetime(2026, 12, 4, 19, tzinfo=UTC), "2026-12-04T19:00:00+00:00"),
        (Cabin.ECONOMY, "economy"),
        (Level.LOW, 1),
        (["a", ("b",)], ("a", ("b",))),
        ({"at": time(19), "many": [Money("1.00 EUR")]}, {"at": "19:00:00", "many": ("1.00 EUR",)}),
        (Order(id="A", day=date(2026, 1, 2)), {"id": "A", "day": "2026-01-02", "parts": ()}),
        (Pair(1, "x"), {"left": 1, "right": "x"}),
        (Row("x", 1), ("x", 1)),
    ],
)
def test_a_value_as_the_core_holds_it(value: object, kept: v.Value) -> None:
    made = core_value(value)
    assert (made, type(made)) == (kept, type(kept))


@pytest.mark.parametrize("value", [0.5, Decimal("0.5"), b"x", {"a"}, object(), Pair, [0.5], {"x": 0.5}])
def test_what_cannot_be_kept_exactly_is_refused(value: object) -> None:
    with pytest.raises(TypeError, match="cannot be kept exactly; use text, whole numbers or Money"):
        core_value(value)


def test_inside_data_typed_scalars_are_text() -> None:
    assert typed_value([date(2026, 1, 2)], v.Data()) == ("2026-01-02",)
    assert typed_value(date(2026, 1, 2), v.Data()) == "2026-01-02"
    assert typed_value([[Money("1.00 EUR")]], v.ListOf(v.Data())) == (("1.00 EUR",),)
    assert typed_value([date(2026, 1, 2)], v.ListOf(v.Date())) == (date(2026, 1, 2),)
