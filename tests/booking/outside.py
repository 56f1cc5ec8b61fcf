"""One moment of the world around a booking, as a value: what was done, what is on its way, what may still go wrong.

Owns: the state that `hostile_world` moves, and the small changes to it. Never: decides what can happen.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from decidable.core import records as r
from decidable.core import snapshot as s
from decidable.core.canonical import text
from decidable.core.step import Step
from decidable.core.values import Money, Value

Args = tuple[tuple[str, Value], ...]
DEPOSIT: Final = Money("20.00 USD")
FREE: Final = Money("0.00 USD")


class Mail(NamedTuple):
    """News on its way: an outcome, or a webhook where `operation` is empty."""

    operation: str
    event: str
    fields: Args = ()


class Budget(NamedTuple):
    """How often each fault may happen, and how much the guest talks: what nobody bounds has no end."""

    patience: int = 1
    """How many of their wishes wait, and how many reports are on their way, before a guest waits too."""
    changes: int = 0
    """Another number of people."""
    mumbles: int = 0
    """What cannot be placed."""
    lost: int = 0
    """An answer, or a question, is lost: nobody knows whether it was done."""
    doubled: int = 0
    """News arrives twice."""
    webhooks: int = 0
    """The restaurant gives a table away."""
    outages: int = 0
    """The translator is away for a while."""
    blocks: int = 0
    """The gate refuses."""


class Outside(NamedTuple):
    """The world at one moment."""

    budget: Budget
    live: tuple[str, ...] = ()
    """The reservations the restaurant holds for us."""
    done: tuple[Mail, ...] = ()
    """What became of operations that were carried out, whether or not anybody heard of it."""
    asked: tuple[str, ...] = ()
    """Operations the host was asked to carry out and has not started."""
    looked_up: tuple[str, ...] = ()
    mail: tuple[Mail, ...] = ()
    again: Mail | None = None
    """The latest news, which may arrive a second time."""
    allowed: tuple[tuple[str, Args], ...] = ()
    """What the guest said yes to, and what of it has not been started: a tool and its arguments."""
    raised: tuple[str, ...] = ()
    """Live reservations that a person was told of."""
    paid: bool = False
    """A payment was started that may have gone through, and since then neither was one declined nor the table gone."""
    down: bool = False
    party: int = 2
    """What the guest wants now."""
    unreported: bool = False
    """A table was made, and the machine has not been in `report` since."""
    broken: str = ""
    """What must not have happened, and has."""


def args(fields: Mapping[str, Value]) -> Args:
    return tuple(sorted(fields.items()))


def given_away(world: Outside, id: str, *also: Mail) -> Outside:
    """A table is gone, and the news of it is on its way, together with other news."""
    return world._replace(
        live=tuple(other for other in world.live if other != id),
        mail=(*world.mail, *also, Mail("", "table_gone", (("which", id),))),
        budget=world.budget._replace(webhooks=world.budget.webhooks - 1),
    )


def without(world: Outside, *, asked: str = "", looked_up: str = "", mail: Mail | None = None) -> Outside:
    left = list(world.mail)
    if mail is not None:
        left.remove(mail)
    return world._replace(
        asked=tuple(id for id in world.asked if id != asked),
        looked_up=tuple(id for id in world.looked_up if id != looked_up),
        mail=tuple(left),
    )


def use_up(world: Outside, write: s.Operation) -> Outside:
    """Whether the guest said yes to exactly this. A value that was to be taken from an outcome is not theirs to say."""
    for number, (tool, agreed) in enumerate(world.allowed):
        expected = {name: write.args.get(name) if value == "taken" else value for name, value in agreed}
        if tool == write.tool and expected == dict(write.args):
            return world._replace(allowed=world.allowed[:number] + world.allowed[number + 1 :])
    return world._replace(broken=f"{write.tool} without a yes to exactly {dict(write.args)}")


def unused(snapshot: s.Snapshot, world: Outside) -> str:
    """A reservation id that nobody speaks of: names are used again, so that there are finitely many."""
    spoken = text((snapshot.facts, snapshot.operations, snapshot.proposal, snapshot.queue, snapshot.settled))
    spoken += text((world.live, world.mail, world.done, world.again))
    return next(id for n in range(1, 100) if f'"{(id := f"table {n}")}"' not in spoken)


def is_known(id: str, snapshot: s.Snapshot, world: Outside) -> bool:
    """By a fact, on its way, of an operation that is still open, waiting in the queue, or before a person."""
    known = snapshot.facts.get("reservation")
    if known is not None and known.value == id:
        return True
    on_its_way = any(("reservation", id) in mail.fields for mail in (*world.mail, *world.done))
    return on_its_way or id in world.raised


def too_late(step: Step) -> str:
    """Nothing new is begun for a guest who has cancelled."""
    cancelling = step.snapshot.facts.get("cancelling")
    if cancelling is None or cancelling.value is not True:
        return ""
    planned = [x.operation for x in step.records if isinstance(x, r.Planned)]
    begun = [op.tool for op in planned if op.act is s.Act.WRITE and op.tool != "cancel_reservation"]
    return f"{begun[0]} is begun for a guest who has cancelled" if begun else ""


def occurrence(mail: Mail) -> s.Occurrence:
    return s.Occurrence(mail.event, dict(mail.fields), operation=mail.operation)


def shown(mail: Mail) -> str:
    return f"{mail.event}({', '.join(str(value) for _, value in mail.fields)})"
