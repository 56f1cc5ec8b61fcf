"""A kiosk that sells seats: a small machine whose Python the tests bend out of shape, one way at a time."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any

from pydantic import Field

from decidable import Ctx, Event, Evidence, Machine, MachineError, Money, Words, fact, load_machine, tool, yes_no
from decidable.core.problem import Problem


class Till:
    """The dependency of the kiosk's tools."""


class Facts:
    customer: str = fact(authority=True)
    seats: Annotated[int, Field(ge=1, le=4)]
    price: Money
    ticket: str
    asked: Annotated[int, Field(ge=0, le=3)] = fact(initial=0)


class Want(Event):
    """The customer wants seats."""

    seats: Annotated[int, Field(ge=1, le=4)]


class Leave(Event):
    """The customer goes away."""


Yes, No = yes_no()


class Priced(Event):
    price: Money


class SoldOut(Event): ...


class Sold(Evidence):
    ticket: str


class Refused(Event): ...


@tool.read(timeout_s=1)
async def look(ctx: Ctx[Till], seats: int) -> Priced | SoldOut:
    return Priced(price=Money.of(1000 * seats, "EUR"))


@tool.write(timeout_s=1, approval="user", requires="price known")
async def sell(ctx: Ctx[Till], seats: int, price: Money, customer: str) -> Sold | Refused:
    return Sold(ticket=f"T-{ctx.key}")


@sell.lookup
async def find_sale(ctx: Ctx[Till]) -> Sold | None:
    return None


STATES = """\
machine kiosk

any state
  sold              -> sold_out : it is sold
  unknown           stay : being looked up
  blocked           -> gone : refused
  *                 reject : not now

begin (start)
  want              -> priced : seats are wanted
  leave             -> gone : nobody is there

priced
  enter: call look
  priced            -> asking : it has a price
  sold_out          -> gone : no seat is left
  failed            -> gone : the till does not answer

asking
  enter: say here_it_is, propose sell
  yes when approved -> selling : approved
  no                -> gone : not wanted

selling
  enter: perform
  refused           -> gone : the till said no

sold_out (final: completed)
gone (final: cancelled)
"""
WORDS = "## here_it_is\n{seats} for {price|free}.\n"
DEFAULTS: Mapping[str, Any] = {"facts": Facts, "deps": Till, "user": Want | Leave | Yes | No, "tools": [look, sell]}


def load(folder: Path, states: str = STATES, words: str | None = WORDS, **changes: Any) -> Machine[Any, Any]:
    """The kiosk, or what is left of it, loaded from files in a folder."""
    (folder / "kiosk.states").write_text(states, encoding="utf-8")
    given = {**DEFAULTS, **changes}
    if words is not None:
        (folder / "kiosk.words.md").write_text(words, encoding="utf-8")
        given.setdefault("words", Words(str(folder / "kiosk.words.md")))
    return load_machine(str(folder / "kiosk.states"), **given)


def problems(folder: Path, states: str = STATES, words: str | None = WORDS, **changes: Any) -> tuple[Problem, ...]:
    """What loading says, whether it succeeds or not; machine-made paths are cut to file names."""
    try:
        found = load(folder, states, words, **changes).warnings
    except MachineError as error:
        found = error.problems
    cut = f"{folder}/"
    return tuple(p._replace(message=p.message.replace(cut, ""), hint=p.hint.replace(cut, "")) for p in found)


def said(folder: Path, states: str = STATES, words: str | None = WORDS, **changes: Any) -> list[str]:
    """The messages of `problems`, behind their line in the `.states` file where they have one."""
    found = problems(folder, states, words, **changes)
    return [f"{p.line}: {p.message}" if p.line else p.message for p in found]
