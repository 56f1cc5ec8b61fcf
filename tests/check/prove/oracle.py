"""The same question answered the plain way: breadth first over concrete snapshots, one by one, through the real `step`.

Owns: a search without frames, packed or loose facts, with another canonical form (`testing.hostile_shape`). Never: is fast.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from itertools import product
from typing import NamedTuple

from decidable.check.rules.meaning import monitor_of
from decidable.check.rules.monitors import BROKEN, START
from decidable.check.rules.seen import seen
from decidable.core import snapshot as s
from decidable.core.definition import Kind
from decidable.core.step import begin, step
from decidable.core.table import EventInfo, Table
from decidable.core.values import Bool, Money, MoneyType, Range, Value
from decidable.testing.hostile_shape import Shaper
from decidable.text.sentences import Sentence

ATTEMPTS, QUEUE, READS = 2, 1, 2
TEXTS = ("one", "two", "three")


Moment = tuple[str, tuple[tuple[str, Value], ...]]
"""A state and what is known there; of a text only that it is known."""


class Answer(NamedTuple):
    """`length`: moves of a shortest run that breaks the rule; None where there is none."""

    length: int | None
    moments: dict[Moment, int]
    """With the moves it takes to get there."""


def moment(snapshot: s.Snapshot) -> Moment:
    """A snapshot as far as two searches must agree on it."""
    known = ((name, "known" if isinstance(k.value, str) else k.value) for name, k in snapshot.facts.items())
    return snapshot.state, tuple(sorted(known))


def values(type_: object) -> tuple[Value, ...]:
    if isinstance(type_, Bool):
        return (False, True)
    if isinstance(type_, Range):
        return tuple(range(type_.low, type_.high + 1))
    if isinstance(type_, MoneyType):
        return (Money("0.00 USD"), Money("5.00 USD"), Money("6.00 USD"))
    return TEXTS


def fields(info: EventInfo) -> Iterator[dict[str, Value]]:
    options = [(*values(type_), *(() if name in info.required else (None,))) for name, type_ in info.types.items()]
    for chosen in product(*options):
        yield {name: value for name, value in zip(info.types, chosen, strict=True) if value is not None}


def times(table: Table, snapshot: s.Snapshot, now: int) -> list[int]:
    """When something may come, so that each order of the deadlines is tried: after each that is kept for later, and where
    states in states arm theirs at different times, before the next. A host may be late to say that one has passed."""
    kept = snapshot.interrupted
    later = [timer.deadline for timer in kept.timers] if kept is not None else []
    if table.states[snapshot.state].parents:
        later += [min(timer.deadline for timer in snapshot.timers) - 1_000] if snapshot.timers else []
    return [now, *(at for at in later if now < at)]


def timed(table: Table, snapshot: s.Snapshot, now: int) -> Iterator[s.Input]:
    """All inputs at all times; a deadline passes when it is due, or later, and after those before it."""
    for input in inputs(table, snapshot):
        least = now
        if isinstance(input, s.Occurrence) and input.entry:
            least = max(now, min(timer.deadline for timer in snapshot.timers))
        yield from (input._replace(at=at) for at in times(table, snapshot, least))


def clocked(snapshot: s.Snapshot, now: int) -> s.Snapshot:
    """A snapshot whose deadlines say how long it is until then."""
    kept = snapshot.interrupted
    if kept is not None:
        kept = kept._replace(timers=tuple(t._replace(deadline=max(t.deadline - now, 0)) for t in kept.timers))
    timers = tuple(timer._replace(deadline=timer.deadline - now) for timer in snapshot.timers)
    return snapshot._replace(timers=timers, interrupted=kept)


def inputs(table: Table, snapshot: s.Snapshot) -> Iterator[s.Input]:
    for op in snapshot.operations.values():
        if op.act is s.Act.SEND:
            continue
        if op.act is s.Act.SAY:
            yield s.Occurrence(str(op.args["gives"]), {}, operation=op.id)
            continue
        info = table.tools[op.tool]
        if op.act is s.Act.WRITE and op.status is s.Status.PLANNED:
            yield s.Dispatched(op.id, 0)
            yield s.Blocked(op.id, "no", 0)
            continue
        for event in dict.fromkeys((*info.tool.gives, info.tool.no_answer)):
            silent = op.act is s.Act.WRITE and event == info.tool.no_answer
            if silent and (op.status is s.Status.UNKNOWN or op.attempt >= ATTEMPTS):
                continue
            for given in fields(table.events[event]):
                yield s.Occurrence(event, given, operation=op.id)
        if op.act is s.Act.READ:
            yield s.Blocked(op.id, "no", 0)
        else:
            yield s.NotDone(op.id, "no", 0)
            if op.status is s.Status.UNKNOWN:
                yield s.NotFound(op.id, 0, op.attempt)
                if op.attempt < ATTEMPTS:
                    yield s.Dispatched(op.id, 0)
    if snapshot.end is not None:
        return
    for timer in sorted(snapshot.timers, key=lambda timer: timer.deadline)[:1]:
        yield s.Occurrence(timer.event, entry=snapshot.entry)
    for info_ in table.events.values():
        if info_.kind is not Kind.RESULT:
            for given in fields(info_):
                yield s.Occurrence(info_.name, given)
                if snapshot.proposal is not None:
                    yield s.Occurrence(info_.name, given, approval=snapshot.proposal.digest)


def _unsent(snapshot: s.Snapshot) -> s.Snapshot:
    """Without what is on its way to another machine, of which nothing comes back; strikes that nobody counts are one."""
    left = {id: op for id, op in snapshot.operations.items() if op.act is not s.Act.SEND}
    return snapshot._replace(operations=left, strikes=min(snapshot.strikes, 2))


def ask(table: Table, sentence: Sentence, most: int = 60_000) -> Answer | None:
    """None where the machine is too large to ask so."""
    monitor = monitor_of(table, sentence)
    evidenced = {n for info in table.events.values() if info.kind is Kind.EVIDENCE for n in info.establishes}
    shaper = Shaper(evidenced)
    first = begin(table, {}, 0)
    at = monitor.advance(START, seen(None, None, first), first.snapshot.state)
    if at == BROKEN:
        return Answer(0, {})
    known = {(shaper.shape(first.snapshot, ()).key, at)}
    frontier = deque([(first.snapshot, at, 0, 0)])
    moments: dict[Moment, int] = {}
    while frontier:
        snapshot, at, depth, now = frontier.popleft()
        moments.setdefault(moment(snapshot), depth)
        for input in timed(table, snapshot, now):
            done = step(table, snapshot, input)
            done = done._replace(snapshot=_unsent(done.snapshot))
            if len(done.snapshot.queue) > QUEUE:
                continue
            if sum(op.act is s.Act.READ for op in done.snapshot.operations.values()) > READS:
                return None
            after = monitor.advance(at, seen(snapshot, input, done), done.snapshot.state)
            if after == BROKEN:
                return Answer(depth + 1, moments)
            if after < 0:
                continue
            key = (shaper.shape(clocked(done.snapshot, input.at), ()).key, after)
            if key not in known:
                if len(known) >= most:
                    return None
                known.add(key)
                frontier.append((done.snapshot, after, depth + 1, input.at))
    return Answer(None, moments)
