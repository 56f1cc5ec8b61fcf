"""Correct use, with the types a reader expects. mypy --strict reads it; nothing runs it."""

from typing import Any, assert_type

from decidable import (
    Ctx,
    Event,
    Machine,
    Money,
    NotDone,
    Run,
    Runtime,
    Shown,
    SyncRuntime,
    Tool,
    Words,
    load_machine,
    tool,
)
from decidable.stores import Memory
from decidable.testing import At, at, ctx, given_by
from orders import Orders
from refund import Eligible, Facts, GiveOrder, NotEligible, Yes, check_eligible, issue_refund, refund


class Counted(Event):
    lines: int


class Empty(Event): ...


@tool.read(timeout_s=1, requires="order_id known")
def count(ctx: Ctx[Orders], order_id: str) -> Counted | Empty:
    """A function that blocks is a tool like any other."""
    return Counted(lines=len(ctx.deps.paid_back(order_id)))


@tool.read()
async def look(ctx: Ctx[Orders]) -> Shown[list[str]]:
    return Shown(["A-1"], max_tokens=10)


@tool.write(timeout_s=1, approval="user", repeatable=True)
async def clear(ctx: Ctx[object], order_id: str) -> Empty:
    """It needs nothing of its dependencies, so that any will do."""
    raise NotDone(f"{order_id} has no lines under {ctx.key}")


smaller = load_machine(
    "refund.states", facts=Facts, deps=Orders, user=GiveOrder | Yes, tools=[count, look, clear], words=Words("x.md")
)


async def uses(run: Run[Facts], orders: Orders) -> None:
    assert_type(refund, Machine[Facts, Orders])
    assert_type(smaller, Machine[Facts, Orders])
    assert_type(run.facts.amount, Money)
    assert_type(run.facts.order_id, str)
    assert_type(await check_eligible(ctx(orders), "A-1", customer_id="C1"), Eligible | NotEligible)
    assert_type(await count(ctx(orders), "A-1"), Counted | Empty)
    assert_type(await look(ctx(orders)), Shown[list[str]])
    assert_type(ctx(orders), Ctx[Orders])
    assert_type(GiveOrder(order_ids=["A-1"]).order_id, str)
    async with Runtime(refund, store=Memory(), deps=orders) as runtime:
        assert_type(runtime, Runtime[Facts, Orders])
        assert_type(await runtime.conversation("c"), Run[Facts])
    tools: list[Tool[Orders, Any, Any]] = [check_eligible, issue_refund]
    assert tools


def uses_without_async(orders: Orders) -> None:
    with SyncRuntime(Runtime(refund, store=Memory(), deps=orders)) as runtime:
        assert_type(runtime, SyncRuntime[Facts, Orders])


def cells() -> At:
    s = at(refund, "checking", customer_id="C1").on("failed").moves("human").calls_nothing()
    s.calls(check_eligible, "A-1", customer_id="C1").proposes(issue_refund, "A-1", amount=given_by("eligible"))
    return s.on(Yes()).rejects(strikes=1)
