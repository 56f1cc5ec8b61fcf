"""A dinner table for a group: free text in, one table, one deposit and one text out. No model key, no internet.

The table is booking.states. Here is what its names mean in Python, and how the tools reach the world.
"""

import datetime as dt
from typing import Annotated

from pydantic import Field

from decidable import Ctx, Event, Evidence, Money, Words, fact, load_machine, main, tool, yes_no
from decidable.models import local
from services import Services
from services.answers import Cancelled, Free, Receipt, Reservation
from services.answers import Declined as PaymentDeclined
from services.answers import Sent as TextSent
from words import (
    ask_change_reservation,
    ask_pay_deposit,
    ask_reserve_table,
    group_text,
    slot_is_gone,
    table_is_gone,
    what_i_need,
    what_is_done_and_what_is_not,
    what_is_missing,
    what_stands,
)

Party = Annotated[int, Field(ge=1, le=20)]


class Facts:
    day: dt.date
    time: dt.time
    slot: str
    reservation: str
    held: str
    receipt: str
    message: str
    party: Party
    deposit: Money
    cancelling: bool = fact(initial=False)
    gone: bool = fact(initial=False)
    misses: Annotated[int, Field(ge=0, le=2)] = fact(initial=0)
    declines: Annotated[int, Field(ge=0, le=2)] = fact(initial=0)


class Details(Event):
    """The guest gave or changed the day, the time or the number of people."""

    day: dt.date | None = None
    time: dt.time | None = None
    party: Party | None = None


class UserCancels(Event):
    """The guest wants to cancel the booking, or to stop."""


UserYes, UserNo = yes_no("user_yes", "user_no")


class SlotFree(Event):
    slot: str
    deposit: Money


class SlotGone(Event): ...


class Refused(Event): ...


class Declined(Event): ...


class Committed(Evidence):
    reservation: str
    held: str


class Paid(Evidence):
    receipt: str


class Sent(Evidence):
    message: str | None = None


class TableGone(Evidence):
    which: str


def what_is_held(table: Reservation) -> str:
    """What is held, in one value: a wish for five that was not granted must not read as a table for five."""
    return f"{table.slot} for {table.party}"


@tool.read(timeout_s=5, fails="unknown")
async def check_availability(ctx: Ctx[Services], day: dt.date, time: dt.time, party: Party) -> SlotFree | SlotGone:
    answer = await ctx.deps.restaurant.availability(day, time, party)
    return SlotFree(slot=answer.slot, deposit=answer.deposit) if isinstance(answer, Free) else SlotGone()


@tool.write(timeout_s=5, approval="user", requires="not reservation known")
async def reserve_table(ctx: Ctx[Services], slot: str, party: Party) -> Committed | Refused:
    answer = await ctx.deps.restaurant.reserve(slot, party, key=ctx.key)
    return Committed(reservation=answer.id, held=what_is_held(answer)) if isinstance(answer, Reservation) else Refused()


@tool.write(timeout_s=5, approval="user")
async def change_reservation(
    ctx: Ctx[Services], reservation: str, held: str, slot: str, party: Party
) -> Committed | Refused:
    """An id that is replaced by a change is not reported gone: the restaurant's contract."""
    answer = await ctx.deps.restaurant.change(reservation, slot, party, key=ctx.key)
    return Committed(reservation=answer.id, held=what_is_held(answer)) if isinstance(answer, Reservation) else Refused()


@reserve_table.lookup
@change_reservation.lookup
async def lookup_reservation(ctx: Ctx[Services]) -> Committed | Refused | None:
    answer = await ctx.deps.restaurant.find(ctx.key)
    if answer is None:
        return None
    return Committed(reservation=answer.id, held=what_is_held(answer)) if isinstance(answer, Reservation) else Refused()


@tool.write(timeout_s=5, requires="cancelling")
async def cancel_reservation(ctx: Ctx[Services], reservation: str) -> TableGone | Refused:
    answer = await ctx.deps.restaurant.cancel(reservation, key=ctx.key)
    return TableGone(which=reservation) if isinstance(answer, Cancelled) else Refused()


@cancel_reservation.lookup
async def lookup_cancellation(ctx: Ctx[Services]) -> TableGone | Refused | None:
    answer = await ctx.deps.restaurant.find(ctx.key)
    if answer is None:
        return None
    return TableGone(which=answer.reservation_id) if isinstance(answer, Cancelled) else Refused()


@tool.write(timeout_s=5, approval="user", requires="not receipt known")
async def pay_deposit(ctx: Ctx[Services], reservation: str, deposit: Money) -> Paid | Declined:
    answer = await ctx.deps.payments.pay(reservation, deposit, key=ctx.key)
    return Declined() if isinstance(answer, PaymentDeclined) else Paid(receipt=answer.id)


@pay_deposit.lookup
async def lookup_payment(ctx: Ctx[Services]) -> Paid | Declined | None:
    answer = await ctx.deps.payments.find(ctx.key)
    if answer is None:
        return None
    return Paid(receipt=answer.id) if isinstance(answer, Receipt) else Declined()


@tool.write(timeout_s=5)
async def text_group(ctx: Ctx[Services], reservation: str, held: str) -> Sent | Refused:
    answer = await ctx.deps.messages.send(group_text(reservation, held), key=ctx.key)
    return Sent(message=answer.id) if isinstance(answer, TextSent) else Refused()


@text_group.lookup
async def lookup_text(ctx: Ctx[Services]) -> Sent | Refused | None:
    answer = await ctx.deps.messages.find(ctx.key)
    if answer is None:
        return None
    return Sent(message=answer.id) if isinstance(answer, TextSent) else Refused()


booking = load_machine(
    "booking.states",
    facts=Facts,
    deps=Services,
    user=Details | UserCancels | UserYes | UserNo,
    tools=[check_availability, reserve_table, change_reservation, cancel_reservation, pay_deposit, text_group],
    words=Words(
        "booking.words.md",
        what_i_need=what_i_need,
        what_is_missing=what_is_missing,
        slot_is_gone=slot_is_gone,
        table_is_gone=table_is_gone,
        what_stands=what_stands,
        what_is_done_and_what_is_not=what_is_done_and_what_is_not,
        ask_reserve_table=ask_reserve_table,
        ask_change_reservation=ask_change_reservation,
        ask_pay_deposit=ask_pay_deposit,
    ),
    translate=local("booking.examples.toml"),
    cancel=UserCancels,
)

if __name__ == "__main__":
    main(booking)  # python booking.py check | grid | chat
