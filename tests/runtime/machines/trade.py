"""Two machines of one conversation that send each other events: the orders, and their billing."""

from __future__ import annotations

from enum import StrEnum

from decidable import Ctx, Event, Evidence, Money, load_machine, tool
from tests.runtime.machines.world import World


class Size(StrEnum):
    SMALL = "small"
    LARGE = "large"


class OrderFacts:
    item: str
    price: Money
    size: Size
    tags: list[str]
    receipt: str
    secret: str


class OrderIt(Event):
    """Order it."""

    item: str
    price: Money
    tags: list[str]
    size: Size = Size.LARGE
    secret: str = "only ours"
    note: str = ""


class LoseIt(Event):
    """Lose it."""


class CallOff(Event):
    """Call it off."""


class Shout(Event):
    """Say it, and shout it."""


class Paid(Event):
    """Billing has the money."""

    receipt: str


orders = load_machine(
    "orders.states", facts=OrderFacts, deps=World, user=OrderIt | LoseIt | CallOff | Shout, signal=Paid, tools=[]
)


class BillingFacts:
    item: str
    price: Money
    bulky: bool
    receipt: str


class Ordered(Event):
    """An order to charge."""

    item: str
    price: Money
    size: Size
    tags: list[str]
    note: str | None = None

    @property
    def bulky(self) -> bool:
        """Computed by the receiver: the sender has no such fact."""
        return self.size is Size.LARGE and bool(self.tags)


class Said(Event): ...


class Shouted(Event): ...


class Closed(Event):
    """The order is done."""

    receipt: str


class Charge(Event):
    """A person charges by hand."""


class Charged(Evidence):
    receipt: str


class Declined(Event): ...


@tool.write(timeout_s=5, repeatable=True)
async def charge(ctx: Ctx[World], item: str, price: Money) -> Charged | Declined:
    await ctx.deps.act("charge", ctx.key, ctx.attempt, deed=f"{item} for {price}")
    return Charged(receipt=f"R-{len(ctx.deps.done)}")


billing = load_machine(
    "billing.states",
    facts=BillingFacts,
    deps=World,
    user=Charge,
    signal=Ordered | Said | Shouted | Closed,
    tools=[charge],
)
