"""Tools that say one thing and do another."""

from decidable import Ctx, Money, Shown, tool
from decidable.testing import ctx
from orders import Orders
from refund import Declined, Eligible, NotEligible, Refunded, check_eligible


@tool.write(timeout_s=1)
async def returns_another_outcome(ctx: Ctx[Orders]) -> Refunded | Declined:
    return NotEligible()  # error: return-value


@tool.write(timeout_s=1)
async def forgets_an_outcome(ctx: Ctx[Orders], order_id: str) -> Refunded | Declined:  # error: return
    if order_id:
        return Declined()


@tool.write(timeout_s=1)
async def does_not_list_an_outcome(ctx: Ctx[Orders]) -> Refunded:
    return Declined()  # error: return-value


@tool.read()
async def shows_something_else(ctx: Ctx[Orders]) -> Shown[str]:
    return Shown(3)  # error: arg-type


@tool.read()
async def asks_what_the_dependency_cannot(ctx: Ctx[Orders], order_id: str) -> NotEligible:
    await ctx.deps.gett(order_id)  # error: attr-defined
    await ctx.deps.get(3)  # error: arg-type
    return NotEligible()


@tool.read()  # error: arg-type
async def has_no_context(order_id: str) -> NotEligible:
    return NotEligible()


@tool.write()  # error: call-arg
async def has_no_time_limit(ctx: Ctx[Orders]) -> Declined:
    return Declined()


@tool.read(retries=3)  # error: call-arg
async def has_an_option_that_is_none(ctx: Ctx[Orders]) -> Declined:
    return Declined()


@tool.read  # error: call-arg  # error: arg-type
async def is_not_called(ctx: Ctx[Orders]) -> Declined:
    return Declined()


@returns_another_outcome.lookup  # error: arg-type
async def looks_by_more_than_the_key(ctx: Ctx[Orders], order_id: str) -> Refunded | None:
    return None


async def calls(orders: Orders) -> Eligible | NotEligible:
    await check_eligible(ctx(orders), "A-1")  # error: call-arg
    await check_eligible(ctx(orders), "A-1", 3)  # error: arg-type
    await check_eligible(ctx(orders), order="A-1", customer_id="C1")  # error: call-arg
    await check_eligible(ctx("orders"), "A-1", "C1")  # error: arg-type
    await check_eligible("A-1", "C1")  # error: call-arg
    amount: Money = await check_eligible(ctx(orders), "A-1", "C1")  # error: assignment
    return check_eligible(ctx(orders), "A-1", str(amount))  # error: return-value
