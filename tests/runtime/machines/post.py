"""The post machine: a write that is repeated under its key, one that nobody can look up, and awaited words."""

from __future__ import annotations

from decidable import Ctx, Event, Evidence, Words, fact, load_machine, tool
from tests.runtime.machines.world import World


class Facts:
    letter: str = fact(initial="a letter")


class MailIt(Event):
    """Mail it."""


class DropIt(Event):
    """Drop it off."""


class Leave(Event):
    """Leave it."""


class Delivered(Evidence): ...


class DroppedOff(Evidence): ...


class Refused(Event): ...


@tool.write(timeout_s=5, repeatable=True)
async def mail(ctx: Ctx[World], letter: str) -> Delivered | Refused:
    await ctx.deps.act("mail", ctx.key, ctx.attempt, deed=letter)
    return Delivered()


@tool.write(timeout_s=5)
async def drop_off(ctx: Ctx[World], letter: str) -> DroppedOff | Refused:
    await ctx.deps.act("drop_off", ctx.key, ctx.attempt, deed=letter)
    return DroppedOff()


post = load_machine(
    "post.states",
    facts=Facts,
    deps=World,
    user=MailIt | DropIt | Leave,
    tools=[mail, drop_off],
    words=Words("post.words.md"),
)
