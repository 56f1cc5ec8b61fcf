"""Tools: options, calling one as the function it is, look-ups, and declarations."""

from __future__ import annotations

import asyncio
import inspect
import math
import re
import threading
from collections.abc import Awaitable, Callable
from functools import wraps
from typing import Any, ParamSpec, TypeVar

import pytest

from decidable import Ctx, Event, Evidence, NotDone, Shown, Tool, tool
from decidable.core.definition import Lookup
from decidable.core.definition import Tool as Declared
from decidable.core.guard import IsKnown
from decidable.testing import ctx

P = ParamSpec("P")
T = TypeVar("T")


class Till:
    def __init__(self) -> None:
        self.sold: list[str] = []


class Sold(Evidence):
    ticket: str


class Refused(Event): ...


class Free(Event):
    seats: int


@tool.read()
async def look(ctx: Ctx[Till], seats: int) -> Free:
    """How many are left."""
    return Free(seats=seats)


@tool.write(timeout_s=2, approval="user", requires="seats known", trusts=("seats",), timeout="no_word")
def sell(ctx: Ctx[Till], seats: int, price: int = 3) -> Sold | Refused:
    ctx.deps.sold.append(f"{seats} for {price} in {threading.current_thread().name} under {ctx.key}")
    if seats > 4:
        raise NotDone("too many")
    return Sold(ticket=f"T-{ctx.attempt}")


@tool.write(timeout_s=2, name="resell")
async def sell_again(ctx: Ctx[Till]) -> Sold | Refused:
    return Refused()


@sell.lookup
@sell_again.lookup
async def find_sale(ctx: Ctx[Till]) -> Sold | None:
    """What became of it."""
    return Sold(ticket=ctx.key) if ctx.deps.sold else None


def logged(function: Callable[P, Awaitable[T]]) -> Callable[P, Awaitable[T]]:
    @wraps(function)
    def wrapper(*args: P.args, **kwargs: P.kwargs) -> Awaitable[T]:
        return function(*args, **kwargs)

    return wrapper


@tool.write(timeout_s=1, repeatable=True)
@logged
async def refund(ctx: Ctx[Till], seats: int) -> Sold | Refused:
    return Sold(ticket=f"{seats}")


@tool.read(fails="unknown", attempts=1)
async def browse(ctx: Ctx[Till]) -> Shown[list[str]]:
    return Shown(["a"], max_tokens=5)


async def test_an_async_tool_stays_the_function_it_was() -> None:
    assert await look(ctx(Till()), 3) == await look(ctx(Till()), seats=3) == Free(seats=3)
    assert look.__doc__ == "How many are left."
    assert look.__name__ == "look"
    assert look.__module__ == __name__
    assert inspect.unwrap(look) is look.function
    assert look.place.startswith("test_tools.py:")


async def test_a_tool_that_blocks_does_so_in_a_thread() -> None:
    till = Till()
    assert await sell(ctx(till, key="k"), 2) == Sold(ticket="T-1")
    with pytest.raises(NotDone, match="too many"):
        await sell(ctx(till), 5, price=1)
    assert till.sold[0].startswith("2 for 3 in ")
    assert till.sold[0].endswith("under k")
    assert threading.main_thread().name not in till.sold[0]


async def test_a_wrapper_that_gives_something_to_await_is_awaited() -> None:
    assert await refund(ctx(Till()), seats=2) == Sold(ticket="2")
    assert (refund.name, refund.arguments, refund.outcomes) == ("refund", ("seats",), (Sold, Refused))


async def test_what_is_only_shown() -> None:
    shown = await browse(ctx(Till()))
    assert (shown.value, shown.max_tokens, Shown("x").max_tokens) == (["a"], 5, 1000)
    assert browse.shown
    assert not look.shown


async def test_a_look_up_stays_a_function_and_serves_two_tools() -> None:
    assert inspect.iscoroutinefunction(find_sale)
    assert await find_sale(ctx(Till())) is None
    for each in (sell, sell_again):
        till = Till()
        assert each.look is not None
        assert await each.look(ctx(till, key="k")) is None
        till.sold.append("x")
        assert await each.look(ctx(till, key="k")) == Sold(ticket="k")


async def test_a_look_up_may_block_or_be_a_tool_itself() -> None:
    @tool.write(timeout_s=1)
    async def buy(ctx: Ctx[Till]) -> Sold | Refused:
        return Refused()

    @buy.lookup  # type: ignore[arg-type]  # not as it is annotated, and it works all the same
    def find(ctx: Ctx[Till]) -> Sold | None:
        return Sold(ticket=threading.current_thread().name)

    assert buy.look is not None
    found = await buy.look(ctx(Till()))
    assert isinstance(found, Sold)
    assert found.ticket != threading.main_thread().name

    @tool.read()
    async def find_purchase(ctx: Ctx[Till]) -> Sold:
        return Sold(ticket="T")

    @tool.write(timeout_s=1)
    async def purchase(ctx: Ctx[Till]) -> Sold | Refused:
        return Refused()

    purchase.lookup(find_purchase)
    assert purchase.look is not None
    assert await purchase.look(ctx(Till())) == Sold(ticket="T")
    assert purchase.look_name == "find_purchase"


def test_declarations() -> None:
    assert sell.declare(IsKnown("seats")) == Declared(
        name="sell",
        write=True,
        args=("seats", "price"),
        gives=("sold", "refused"),
        no_answer="no_word",
        lookup=Lookup.TOOL,
        lookup_with="find_sale",
        approval=True,
        requires=IsKnown("seats"),
        trusts=("seats",),
    )
    assert look.declare(None) == Declared(
        name="look", write=False, args=("seats",), gives=("free",), no_answer="failed"
    )
    assert refund.declare(None).lookup is Lookup.REPEAT
    assert (sell_again.declare(None).name, sell_again.declare(None).no_answer) == ("resell", "unknown")
    assert browse.declare(None) == Declared(name="browse", write=False, no_answer="unknown", shown=True)


def test_a_look_up_is_declared_as_a_read_by_the_key() -> None:
    assert sell.declare_lookup() == Declared(
        name="find_sale", write=False, args=("key",), gives=("sold",), no_answer="no_word"
    )
    assert look.declare_lookup() is None
    assert refund.look_name == ""


@pytest.mark.parametrize(
    ("make", "said"),
    [
        (lambda: tool.read(timeout_s=0), "timeout_s=0: a tool needs a positive number of seconds"),
        (lambda: tool.write(timeout_s=-1), "timeout_s=-1: a tool needs a positive"),
        (lambda: tool.write(timeout_s=math.nan), "timeout_s=nan: a tool needs a positive"),
        (lambda: tool.write(timeout_s=math.inf), "timeout_s=inf: a tool needs a positive"),
        (lambda: tool.read(attempts=0), "attempts=0: at least one"),
        (
            lambda: tool.write(timeout_s=1, approval="admin"),
            "approval='admin': write approval=\"user\", or leave it out",
        ),
        (lambda: tool.read(name="a b"), "'a b' cannot be the name of a tool: a name has ASCII letters"),
        (lambda: tool.read(fails="when"), "'when' cannot be the name of an event: it is a word of the language"),
        (lambda: look.lookup(find_sale), "'look' is a read, which is simply repeated: only a write is looked up"),
        (lambda: sell.lookup(find_sale), "'sell' is looked up with find_sale already"),
        (lambda: refund.lookup(find_sale), "'refund' is looked up by repeating it already"),
    ],
)
def test_options_that_make_no_sense_are_refused_where_they_are_written(make: Callable[[], Any], said: str) -> None:
    with pytest.raises(ValueError, match=re.escape(said)):
        make()


def test_a_function_without_a_name_needs_one() -> None:
    class Calls:
        async def __call__(self, ctx: Ctx[Till]) -> Sold | Refused:
            return Refused()

    unnamed: Tool[Till, [], Sold | Refused] = tool.write(timeout_s=1)(Calls())
    assert unnamed.name == ""
    assert tool.write(timeout_s=1, name="calls")(Calls()).name == "calls"


async def test_giving_up_on_a_call_in_a_thread_still_brings_its_result() -> None:
    begun, release = threading.Event(), threading.Event()

    @tool.write(timeout_s=1, repeatable=True)
    def wait_for_it(ctx: Ctx[Till]) -> Sold | Refused:
        begun.set()
        release.wait(10)
        return Sold(ticket="T-1")

    call = asyncio.ensure_future(wait_for_it(ctx(Till())))
    await asyncio.to_thread(begun.wait, 10)
    call.cancel()
    await asyncio.sleep(0)
    assert not call.done(), "the thread is still at work, and what it does must not be lost"
    release.set()
    assert await call == Sold(ticket="T-1")
