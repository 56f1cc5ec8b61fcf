"""The parcel machine: what the names of parcel.states mean in Python."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from decidable import Ctx, Event, Evidence, Money, NotDone, Words, fact, load_machine, tool, yes_no
from decidable.testing import Scripted
from tests.runtime.machines.world import World


class Facts:
    item: str
    price: Money
    receipt: str
    customer: str = fact(authority=True)
    pings: Annotated[int, Field(ge=0, le=100_000)] = fact(initial=0)


class Wants(Event):
    """A parcel to send."""

    item: str


class Cancels(Event):
    """Stop."""


class Free(Event):
    price: Money


class Taken(Event): ...


class Refused(Event): ...


class Shipped(Evidence):
    receipt: str


class Returned(Evidence):
    which: str


class Ping(Event):
    number: int | None = None


class Noise(Event): ...


class PriceChanged(Event):
    price: Money


Yes, No = yes_no()
PRICES = {"book": "5.00 USD", "lamp": "20.00 USD"}


@tool.read(timeout_s=5, attempts=3)
async def check(ctx: Ctx[World], item: str) -> Free | Taken:
    await ctx.deps.act("check", ctx.key, ctx.attempt)
    return Free(price=Money(PRICES[item])) if item in PRICES else Taken()


@tool.write(timeout_s=5, approval="user")
async def ship(ctx: Ctx[World], item: str, price: Money) -> Shipped | Refused:
    await ctx.deps.act("ship", ctx.key, ctx.attempt, deed=f"{item} for {price}")
    return Shipped(receipt=receipt_of(ctx.key))


@ship.lookup
async def find_shipment(ctx: Ctx[World]) -> Shipped | None:
    await ctx.deps.act("find", ctx.key, ctx.attempt)
    return Shipped(receipt=receipt_of(ctx.key)) if ctx.key in ctx.deps.done else None


def receipt_of(key: str) -> str:
    return f"receipt of {key.rpartition('/')[2]}"


SCRIPT: dict[str, list[tuple[str, dict[str, str]]]] = {
    "book": [("wants", {"item": "book"})],
    "lamp": [("wants", {"item": "lamp"})],
    "piano": [("wants", {"item": "piano"})],
    "yes": [("yes", {})],
    "no": [("no", {})],
    "yes and a lamp": [("yes", {}), ("wants", {"item": "lamp"})],
    "stop": [("cancels", {})],
}

parcel = load_machine(
    "parcel.states",
    facts=Facts,
    deps=World,
    user=Wants | Cancels | Yes | No,
    signal=Ping | Noise | PriceChanged | Returned,
    tools=[check, ship],
    words=Words("parcel.words.md"),
    translate=Scripted({}),
    cancel=Cancels,
)
definitely_not = NotDone("the carrier is closed")
