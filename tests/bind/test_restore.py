"""Core values become again what annotations promise."""

from dataclasses import dataclass
from datetime import date
from enum import Enum
from typing import Annotated

import pytest
from pydantic import AfterValidator, BaseModel, Field

from decidable import Money
from decidable.bind.restore import Restorer
from decidable.bind.types import core_type, typed_value


class Cabin(Enum):
    ECONOMY = "economy"


class Order(BaseModel):
    id: str
    days: list[date]


@dataclass(frozen=True)
class Pair:
    left: int
    right: tuple[str, ...]


@pytest.mark.parametrize(
    ("annotation", "value"),
    [
        (str, "x"),
        (Money, Money("1.00 EUR")),
        (date, date(2026, 1, 2)),
        (Annotated[int, Field(ge=1)], 3),
        (Cabin, Cabin.ECONOMY),
        (Cabin | None, Cabin.ECONOMY),
        (list[str], ["a", "b"]),
        (list[Money], [Money("1.00 EUR")]),
        (list[list[int]], [[1], []]),
        (tuple[str, int], ("a", 1)),
        (dict[str, list[int]], {"a": [1]}),
        (dict[str, object], {"a": [1, {"b": [2]}]}),
        (Order, Order(id="A", days=[date(2026, 1, 2)])),
        (list[Order], [Order(id="A", days=[])]),
        (Pair, Pair(1, ("x",))),
    ],
)
def test_what_goes_in_comes_out(annotation: object, value: object) -> None:
    kept = typed_value(value, core_type(annotation))
    back = Restorer({"it": annotation}).one("it", kept)
    assert (back, type(back)) == (value, type(value))


def test_a_name_without_an_annotation_keeps_its_value() -> None:
    assert Restorer({"a": Cabin}).all({"a": "economy", "b": ("x",)}) == {"a": Cabin.ECONOMY, "b": ("x",)}


def test_what_does_not_fit_is_a_value_error() -> None:
    def even(value: list[int]) -> list[int]:
        raise ValueError("never fits")

    with pytest.raises(ValueError, match="never fits"):
        Restorer({"it": Annotated[list[int], AfterValidator(even)]}).one("it", ())
    with pytest.raises(ValueError, match="economy"):
        Restorer({"it": Cabin}).one("it", "first")
