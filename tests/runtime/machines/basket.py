"""A shop's basket: facts that are lists and opaque data, from an event through a tool to words and back."""

from __future__ import annotations

from datetime import date
from typing import Any

from pydantic import BaseModel

from decidable import Ctx, Event, Evidence, Money, Words, load_machine, tool


class Line(BaseModel):
    """One article."""

    sku: str
    count: int


class Basket(BaseModel):
    """What is bought."""

    lines: list[Line]
    note: str | None = None


class Facts:
    tags: list[str]
    prices: list[Money]
    grid: list[list[int]]
    days: list[date]
    basket: Basket
    extra: dict[str, int]
    receipt: dict[str, Any]


class Fill(Event):
    """The basket is filled."""

    tags: list[str]
    prices: list[Money]
    grid: list[list[int]]
    days: list[date]
    basket: Basket
    extra: dict[str, int]


class Sold(Evidence):
    receipt: dict[str, Any]


class Refused(Event): ...


class Till:
    """Keeps what it was given."""

    def __init__(self) -> None:
        self.given: list[tuple[object, ...]] = []


@tool.write(timeout_s=5, requires="basket known and tags known", repeatable=True)
async def sell(
    ctx: Ctx[Till],
    tags: list[str],
    prices: list[Money],
    grid: list[list[int]],
    days: list[date],
    basket: Basket,
    extra: dict[str, int],
) -> Sold | Refused:
    ctx.deps.given.append((tags, prices, grid, days, basket, extra))
    return Sold(receipt={"lines": len(basket.lines), "tags": tags, "deep": [{"none": None}]})


basket = load_machine("basket.states", facts=Facts, deps=Till, user=Fill, tools=[sell], words=Words("basket.words.md"))
