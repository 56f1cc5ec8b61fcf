"""Tools alone declare facts, events and tools: what they take, what they give, what they ask for."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from decidable import Ctx, Event, Evidence, Money, tool
from decidable.bind.from_tools import declared_by_tools
from decidable.core.validate import validate
from decidable.text import write


class Deps: ...


class Priced(Event):
    price: Money
    seats: int


class Full(Event): ...


class Sold(Evidence):
    ticket: str


@tool.read(timeout_s=1)
async def price_of(ctx: Ctx[Deps], seats: Annotated[int, Field(ge=1, le=9)], tags: list[str]) -> Priced | Full:
    return Full()


@tool.write(timeout_s=1, approval="user", requires="price known and vip and not banned and tier is gold")
async def sell(ctx: Ctx[Deps], seats: int, price: Money, options: dict[str, int]) -> Sold | Full:
    return Full()


def test_what_tools_take_and_ask_for_are_facts() -> None:
    definition, problems = declared_by_tools([price_of, sell], "tickets")
    assert problems == ()
    assert (
        write(definition)
        == """\
machine tickets

facts
  seats: -9007199254740991..9007199254740991
  tags: list of text
  price: money
  options: data
  vip, banned: bool
  tier: gold | not_gold

events
  result    priced(price: money, seats: -9007199254740991..9007199254740991), full, failed, unknown
  evidence  sold(ticket: text)

tools
  read    price_of(seats, tags)         gives priced, full
  write   sell(seats, price, options)   gives sold, full     timeout unknown   needs approval   requires price known and vip and not banned and tier is gold
"""
    )
    assert [problem.code for problem in validate(definition)] == ["no-state"]


def test_what_keeps_a_tool_from_being_declared_is_told() -> None:
    @tool.read(timeout_s=1, requires="is")
    async def look(ctx: Ctx[Deps]) -> Full:
        return Full()

    definition, problems = declared_by_tools([look])
    assert [problem.code for problem in problems] == ["syntax-guard"]
    assert [each.name for each in definition.tools] == ["look"]
