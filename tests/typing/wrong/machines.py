"""Machines bound to, and run with, what they were not written for."""

from typing import Any

from decidable import Event, FactsView, Money, Run, Runtime, SyncRuntime, Tool, Words, load_machine, main
from decidable.stores import Memory
from orders import Orders
from refund import Facts, GiveOrder, No, Yes, check_eligible, issue_refund, refund

TOOLS: list[Tool[Orders, Any, Any]] = [check_eligible, issue_refund]


class Other: ...


def plain(order_id: str) -> str:
    return order_id


def without_facts() -> str:
    return "x"


def with_a_number(facts: FactsView) -> int:
    return 3


load_machine("x.states", facts=Facts, deps=Other, user=Yes | No, tools=TOOLS)  # error: misc
load_machine("x.states", facts=Facts(), deps=Orders, user=Yes | No, tools=TOOLS)  # error: arg-type
load_machine("x.states", facts=Facts, deps=Orders.fake(), user=Yes | No, tools=TOOLS)  # error: arg-type
load_machine("x.states", facts=Facts, deps=Orders, user=Yes(), tools=TOOLS)  # error: arg-type
load_machine("x.states", facts=Facts, deps=Orders, user=[Yes, No], tools=TOOLS)  # error: arg-type
load_machine("x.states", facts=Facts, deps=Orders, user=str, tools=TOOLS)  # error: arg-type
load_machine("x.states", facts=Facts, deps=Orders, user=Yes | No, tools=[plain])  # error: list-item
load_machine("x.states", facts=Facts, deps=Orders, user=Yes | No, tools=TOOLS, words="x.md")  # error: arg-type
load_machine("x.states", facts=Facts, deps=Orders, user=Yes | No, tools=TOOLS, translate="local")  # error: arg-type
load_machine("x.states", facts=Facts, deps=Orders, user=Yes | No, tools=TOOLS, word=Words())  # error: call-arg
load_machine("x.states", facts=Facts, user=Yes | No, tools=TOOLS)  # error: call-arg
Words("x.md", hello=without_facts)  # error: arg-type
Words("x.md", hello=with_a_number)  # error: arg-type
Words("x.md", hello="Hello")  # error: arg-type
main("refund.states")  # error: arg-type


async def runs(run: Run[Facts], orders: Orders) -> None:
    Runtime(refund, store=Memory(), deps=Other())  # error: misc
    Runtime(refund, store=Memory())  # error: call-arg
    Runtime(refund, store="refund.db", deps=orders)  # error: arg-type
    SyncRuntime(refund)  # error: arg-type
    _ = run.facts.unknown_fact  # error: attr-defined
    _ = run.facts.amount + 1  # error: operator
    order_id: Money = run.facts.order_id  # error: assignment
    run.send(3, id="1")  # error: arg-type
    run.send("hello")  # error: call-arg
    run.send(GiveOrder, id="1")  # error: arg-type
    async with Runtime(refund, store=Memory(), deps=orders) as runtime:
        other: Run[Other] = await runtime.conversation("c")  # error: assignment
        await runtime.conversation("c", start=[order_id, other])  # error: arg-type


def event(cls: type[Event]) -> None:
    _ = cls.event_nam  # error: attr-defined
