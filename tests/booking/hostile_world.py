"""The world around a booking, at its worst: a guest, a restaurant, a bank, a messenger, a translator, a network.

Owns: what each of them may do at any moment and what must never come of it. Never: looks into the machine beyond what it
was asked and told; what it knows of approvals is what the guest was shown and said yes to.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterator, Mapping
from datetime import date, time
from typing import Final

from decidable.core import effects as e
from decidable.core import records as r
from decidable.core import snapshot as s
from decidable.core.definition import Kind
from decidable.core.step import Step
from decidable.core.table import Table
from decidable.core.values import Money, Value
from decidable.testing.hostile import Move, Why
from tests.booking.outside import (
    DEPOSIT,
    Args,
    Budget,
    Mail,
    Outside,
    args,
    given_away,
    is_known,
    occurrence,
    shown,
    too_late,
    unused,
    use_up,
    without,
)

_NEEDS_A_YES: Final = {"reserve_table", "change_reservation", "pay_deposit"}
"""What the guest must have agreed to, whatever the machine says of its tools."""
DAY, HOUR = date(2026, 12, 4), time(19)


class BookingWorld:
    """The world of one booking."""

    def __init__(self, table: Table, budget: Budget, deposits: tuple[Money, ...] = (DEPOSIT,)) -> None:
        self._table = table
        self._budget = budget
        self._deposits = deposits

    def start(self) -> Outside:
        return Outside(self._budget)

    # What can happen.

    def moves(self, snapshot: s.Snapshot, world: Outside) -> Iterator[Move[Outside]]:
        yield from self._guest(snapshot, world)
        yield from self._translator(world)
        for timer in snapshot.timers:
            yield Move(timer.event, Why.FREE, world, (s.Occurrence(timer.event, entry=snapshot.entry),))
        for operation in snapshot.operations.values():
            if operation.act is s.Act.SAY:
                yield Move("told", Why.OWED, world, (s.Occurrence("told", operation=operation.id),))
            elif operation.act is s.Act.READ:
                yield from self._availability(operation, world)
            else:
                yield from self._write(snapshot, operation, world)
        yield from self._network(world)
        yield from self._webhook(world)

    def _guest(self, snapshot: s.Snapshot, world: Outside) -> Iterator[Move[Outside]]:
        for event in ("user_yes", "user_no"):
            yield Move(event, Why.FREE, world, (s.Occurrence(event),))
        words = sum(op.act is s.Act.SAY for op in snapshot.operations.values())
        budget = world.budget
        if words < budget.patience:
            yield Move("user_cancels", Why.FREE, world, (s.Occurrence("user_cancels"),))
            if budget.mumbles:
                spent = world._replace(budget=budget._replace(mumbles=budget.mumbles - 1))
                yield Move("other", Why.FREE, spent, (s.Occurrence("other"),))
        if words < budget.patience and len(snapshot.queue) < budget.patience:
            yield self._wish(world)
            if budget.changes:
                other = 5 - world.party
                yield self._wish(world._replace(party=other, budget=budget._replace(changes=budget.changes - 1)))
        question = snapshot.proposal
        if question is not None and not question.approved:
            agreed = tuple(
                (step.tool, args({**step.args, **dict.fromkeys(step.taken, "taken")})) for step in question.steps
            )
            yes = s.Occurrence("user_yes", by="guest", approval=question.digest)
            yield Move("user_yes to the question", Why.FREE, world._replace(allowed=agreed), (yes,))

    def _wish(self, world: Outside) -> Move[Outside]:
        given: dict[str, Value] = {"day": DAY, "time": HOUR, "party": world.party}
        return Move(f"details for {world.party}", Why.FREE, world, (s.Occurrence("details", given),))

    def _translator(self, world: Outside) -> Iterator[Move[Outside]]:
        if world.down:
            yield Move("model_back", Why.OWED, world._replace(down=False), (s.Occurrence("model_back"),))
        elif world.budget.outages:
            budget = world.budget._replace(outages=world.budget.outages - 1)
            yield Move("model_down", Why.FAULT, world._replace(down=True, budget=budget), (s.Occurrence("model_down"),))

    def _availability(self, read: s.Operation, world: Outside) -> Iterator[Move[Outside]]:
        slot = f"for {read.args['party']}"
        for deposit in self._deposits:
            found = s.Occurrence("slot_free", {"slot": slot, "deposit": deposit}, operation=read.id)
            yield Move(f"slot_free, deposit {deposit}", Why.OWED, world, (found,))
        yield Move("slot_gone", Why.OWED, world, (s.Occurrence("slot_gone", operation=read.id),))
        if world.budget.lost:
            spent = world._replace(budget=world.budget._replace(lost=world.budget.lost - 1))
            yield Move("availability unknown", Why.FAULT, spent, (s.Occurrence("unknown", operation=read.id),))

    def _write(self, snapshot: s.Snapshot, write: s.Operation, world: Outside) -> Iterator[Move[Outside]]:
        id = write.id
        if id in world.asked:
            started = without(world, asked=id)
            yield Move(f"start {write.tool}", Why.OWED, self._starts(write, started), (s.Dispatched(id, 0),))
            if world.budget.blocks:
                blocked = started._replace(budget=world.budget._replace(blocks=world.budget.blocks - 1))
                yield Move(f"the gate blocks {write.tool}", Why.FAULT, blocked, (s.Blocked(id, "budget", 0),))
        if id in world.looked_up:
            yield self._look_up(write, without(world, looked_up=id))
        waits = any(mail.operation == id for mail in world.mail)
        if write.status is not s.Status.STARTED or waits or id in world.looked_up:
            return
        if any(mail.operation == id for mail in world.done):
            return
        for outcome, after in self._outcomes(snapshot, write, world):
            did = after._replace(done=(*after.done, outcome))
            label = f"{write.tool}: {outcome.event}"
            yield Move(label, Why.OWED, self._delivers(outcome, did), (occurrence(outcome),))
            if world.budget.webhooks and outcome.event == "committed":
                gone = given_away(did, str(dict(outcome.fields)["reservation"]), outcome)
                yield Move(f"{label}, and given away before we hear of it", Why.FAULT, gone)
            if world.budget.lost:
                yield self._loses(f"{label}, and the answer is lost", did, id)
        if world.budget.lost:
            yield self._loses(f"{write.tool} is lost on its way", world, id)

    def _starts(self, write: s.Operation, world: Outside) -> Outside:
        """The moment nothing can be taken back: is it allowed? (An agreement is used once, whatever is tried again.)"""
        if write.tool in _NEEDS_A_YES and not write.attempt:
            world = use_up(world, write)
        if write.tool == "pay_deposit":
            world = world._replace(paid=True, broken=world.broken or ("a second payment" if world.paid else ""))
        return world

    def _look_up(self, write: s.Operation, world: Outside) -> Move[Outside]:
        for found in world.done:
            if found.operation == write.id:
                told = self._delivers(found, world)
                return Move(f"look-up finds {write.tool}: {found.event}", Why.OWED, told, (occurrence(found),))
        nothing = world._replace(paid=world.paid and write.tool != "pay_deposit")
        return Move(f"look-up finds no {write.tool}", Why.OWED, nothing, (s.NotFound(write.id, 0, write.attempt),))

    def _outcomes(self, snapshot: s.Snapshot, write: s.Operation, world: Outside) -> Iterator[tuple[Mail, Outside]]:
        match write.tool:
            case "reserve_table":
                new = unused(snapshot, world)
                made: Args = (("held", str(write.args["slot"])), ("reservation", new))
                yield Mail(write.id, "committed", made), world._replace(live=(*world.live, new))
                yield Mail(write.id, "refused"), world
            case "change_reservation":
                old, new = str(write.args["reservation"]), unused(snapshot, world)
                made = (("held", str(write.args["slot"])), ("reservation", new))
                if old in world.live:
                    live = tuple(new if id == old else id for id in world.live)
                    yield Mail(write.id, "committed", made), world._replace(live=live)
                yield Mail(write.id, "refused"), world
            case "cancel_reservation":
                id = str(write.args["reservation"])
                live = tuple(other for other in world.live if other != id)
                yield Mail(write.id, "table_gone", (("which", id),)), world._replace(live=live)
                yield Mail(write.id, "refused"), world
            case "pay_deposit":
                yield Mail(write.id, "paid", (("receipt", "receipt"),)), world
                yield Mail(write.id, "declined"), world
            case _:
                yield Mail(write.id, "sent", (("message", "message"),)), world
                yield Mail(write.id, "refused"), world

    def _network(self, world: Outside) -> Iterator[Move[Outside]]:
        for mail in world.mail:
            yield Move(
                f"deliver {shown(mail)}",
                Why.OWED,
                self._delivers(mail, without(world, mail=mail)),
                (occurrence(mail),),
            )
        if world.again is not None and world.budget.doubled:
            spent = world._replace(again=None, budget=world.budget._replace(doubled=world.budget.doubled - 1))
            yield Move(f"deliver {shown(world.again)} again", Why.FAULT, spent, (occurrence(world.again),))

    def _delivers(self, mail: Mail, world: Outside) -> Outside:
        again = mail if world.budget.doubled else None
        return world._replace(unreported=world.unreported or mail.event == "committed", again=again)

    def _loses(self, label: str, world: Outside, operation: str) -> Move[Outside]:
        spent = world._replace(budget=world.budget._replace(lost=world.budget.lost - 1))
        return Move(label, Why.FAULT, spent, (s.Occurrence("unknown", operation=operation),))

    def _webhook(self, world: Outside) -> Iterator[Move[Outside]]:
        if world.budget.webhooks:
            for id in world.live:
                yield Move(f"the restaurant gives {id} away", Why.FAULT, given_away(world, id))

    # What a step did.

    def takes(self, world: Outside, step: Step) -> Outside:
        asked, looked_up = list(world.asked), list(world.looked_up)
        for effect in step.effects:
            match effect:
                case e.Dispatch(operation) if operation.act is s.Act.WRITE:
                    asked.append(operation.id)
                case e.LookUp(operation):
                    looked_up.append(operation.id)
                case e.Cancel(ids):
                    asked = [id for id in asked if id not in ids]
                case _:
                    pass
        snapshot = step.snapshot
        raised = {
            id for x in step.records if isinstance(x, r.Raised) and x.occurrence for id in x.occurrence.fields.values()
        }
        mailed = {mail.operation for mail in world.mail}
        done = tuple(mail for mail in world.done if mail.operation in snapshot.operations or mail.operation in mailed)
        allowed = () if any(isinstance(x, r.Dropped) for x in step.records) else world.allowed
        entered = any(isinstance(x, r.Decided) and x.target == "report" for x in step.records)
        heard = {x.occurrence.event for x in step.records if isinstance(x, r.Decided)}
        return world._replace(
            asked=tuple(asked),
            looked_up=tuple(id for id in looked_up if id in snapshot.operations),
            done=done,
            allowed=allowed,
            paid=world.paid and not heard & {"declined", "table_gone"},
            raised=tuple(id for id in world.live if id in raised or id in world.raised),
            unreported=world.unreported and not entered and snapshot.state != "report",
            broken=world.broken or self._lost(step) or too_late(step),
        )

    def _lost(self, step: Step) -> str:
        """Evidence that a step took in must have been decided, be waiting, or be before a person."""
        noted = [x for x in step.records if isinstance(x, r.Noted) and x.note is not r.Note.DUPLICATE]
        raised = [x.occurrence for x in step.records if isinstance(x, r.Raised)]
        for note in noted:
            info = self._table.events.get(note.occurrence.event)
            if info is not None and info.kind is Kind.EVIDENCE and note.occurrence not in raised:
                return f"evidence {note.occurrence.event} is only noted: {note.why}"
        return ""

    def wrong(self, label: str, before: s.Snapshot, after: s.Snapshot, world: Outside) -> str:
        if world.broken:
            return world.broken
        if len(world.live) > 1:
            return f"two tables: {', '.join(world.live)}"
        if label == "user_cancels" and before.state != "book" and after.state != "report":
            return f"user_cancels leads from {before.state} to {after.state}"
        for id in world.live:
            if not is_known(id, after, world):
                return f"the restaurant holds {id}, and nobody knows"
        return ""

    def marks(self, snapshot: s.Snapshot, world: Outside) -> frozenset[str]:
        found = {snapshot.state}
        if world.unreported:
            found.add("unreported")
        return frozenset(found)

    def speaks_of(self, world: Outside) -> Collection[str]:
        news = (*world.done, *world.mail, *((world.again,) if world.again else ()))
        return {mail.operation for mail in news if mail.operation}.union(world.asked, world.looked_up)

    def key(self, world: Outside, names: Mapping[str, int]) -> Hashable:
        def renamed(mail: Mail) -> tuple[object, ...]:
            return names.get(mail.operation, -1), mail.event, mail.fields

        return (
            world.budget,
            world.live,
            frozenset(map(renamed, world.done)),
            frozenset(names[id] for id in world.asked),
            frozenset(names[id] for id in world.looked_up),
            tuple(sorted(map(renamed, world.mail), key=str)),
            renamed(world.again) if world.again else None,
            world.allowed,
            world.raised,
            world.paid,
            world.down,
            world.party,
            world.unreported,
        )
