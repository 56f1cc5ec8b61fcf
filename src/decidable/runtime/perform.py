"""Carry operations out: write down, act with a key, record.

Owns: the way of one operation through the gate, its attempts and time limits. Never: decides what an outcome means, or
repeats a write that may have happened (`lookups` finds out).
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from functools import partial
from itertools import chain, repeat
from typing import TYPE_CHECKING, Any

from decidable.bind.ctx import Ctx, NotDone
from decidable.bind.declared import AnyTool
from decidable.bind.events import Event
from decidable.core import snapshot as s
from decidable.core.step import Step
from decidable.errors import DecidableError
from decidable.journal import encode_occurrence
from decidable.runtime.gate import Permit, permit
from decidable.runtime.job import OvertakenError, Prepare, Taken
from decidable.runtime.keepable import repaired, require_keepable
from decidable.stores import port

if TYPE_CHECKING:
    from decidable.runtime.live import LiveRun


async def carry_out(live: LiveRun, id: str) -> None:
    """Pass one planned operation through the gate, start it, and bring its result back."""
    operation = live.snapshot.operations.get(id)
    if operation is None or operation.status is not s.Status.PLANNED or live.closing:
        return
    bound = live.host.machine.tools.get(operation.tool)
    if operation.act is s.Act.WRITE:
        begun = await dispatch(live, id)
        if begun is not None and bound is not None:
            await write(live, begun, bound)
        return
    verdict, decision = judged(live, live.snapshot, operation)
    if verdict.permitted and bound is not None:
        await _read(live, operation, bound, decision)
    else:
        await live.apply(s.Blocked(id, verdict.why, live.host.clock.now()), gate=(decision,))


async def dispatch(live: LiveRun, id: str) -> s.Operation | None:
    """Judge an operation and mark it as started, in one commit and on one snapshot; None when it may not start."""
    try:
        begun = await live.judge(_through_the_gate(live, id))
    except OvertakenError:
        return None
    return _started(begun, id)


def _through_the_gate(live: LiveRun, id: str) -> Prepare:
    """At the writer's turn, so that nothing comes between the judgement and the mark."""

    def prepare(snapshot: s.Snapshot) -> Taken:
        operation = snapshot.operations.get(id)
        if operation is None or operation.status is s.Status.STARTED:
            raise OvertakenError(id)
        verdict, decision = judged(live, snapshot, operation)
        now = live.host.clock.now()
        if verdict.permitted:
            return Taken((s.Dispatched(id, now),), (decision,))
        if operation.status is s.Status.PLANNED:
            return Taken((s.Blocked(id, verdict.why, now),), (decision,))
        return Taken((), (decision,))

    return prepare


def judged(live: LiveRun, snapshot: s.Snapshot, operation: s.Operation) -> tuple[Permit, port.GateDecision]:
    """The gate's judgement of an operation in a snapshot, and as it is kept."""
    host = live.host
    verdict = permit(host.machine.table, snapshot, operation, host.disabled, live.fingerprint)
    if verdict.permitted and operation.tool not in host.machine.tools:
        verdict = Permit(False, f"{operation.tool} is bound to no function")
    return verdict, verdict.decision(host.machine.table, snapshot, operation, host.clock.now())


def _started(begun: Step, id: str) -> s.Operation | None:
    operation = begun.snapshot.operations.get(id)
    return operation if operation is not None and operation.status is s.Status.STARTED else None


async def write(live: LiveRun, operation: s.Operation, bound: AnyTool) -> None:
    """Call a write that is marked as started, once. Whatever is not an outcome means that nobody knows."""
    host, seconds = live.host, bound.options.timeout_s
    ctx = context(live, operation, seconds)
    try:
        args = host.machine.arguments(operation.tool, operation.args)
    except Exception as error:  # a validator of the author's; nothing was called yet
        await live.apply(s.NotDone(operation.id, said(error), host.clock.now()))
        return

    def late(answer: object) -> None:
        """It was given up and answers after all: the first outcome of a write counts, however late it comes."""
        with suppress(TypeError):  # none of its outcomes: what happened is looked up already
            live.start(f"{operation.id}/{operation.attempt}/late", _tell(live, outcome(live, operation, answer)))

    try:
        answer = await host.outside.call(seconds, partial(bound, ctx, **args), name=ctx.key, late=late)
        news: s.Input = outcome(live, operation, answer)
    except NotDone as no:
        news = s.NotDone(operation.id, said(no), host.clock.now())
    except Exception as error:
        await no_answer(live, operation, said(error))
        return
    await live.apply(news)


async def _tell(live: LiveRun, news: s.Input) -> None:
    await live.apply(news)


async def no_answer(
    live: LiveRun, operation: s.Operation, why: str, *, gate: tuple[port.GateDecision, ...] = ()
) -> None:
    """Tell the table that no answer came."""
    event = live.host.machine.table.tools[operation.tool].tool.no_answer
    now = live.host.clock.now()
    news = s.Occurrence(event, {}, now, f"{operation.id}/{operation.attempt}", why, operation.id)
    await live.apply(news, gate=gate)


async def _read(live: LiveRun, operation: s.Operation, bound: AnyTool, decision: port.GateDecision) -> None:
    """Reads may be repeated: so many attempts, with pauses, within one deadline. The gate's judgement is kept with the
    result: a read changes nothing that must be written down before."""
    host, options = live.host, bound.options
    ctx = context(live, operation, options.timeout_s)
    pauses = pauses_of(host.settings.read_backoff_s)
    why = f"no answer within {options.timeout_s:g} s"
    for attempt in range(1, options.attempts + 1):
        # A clock that is set back does not make the deadline longer than it was.
        left = min((ctx.deadline - host.clock.now()) / 1000, options.timeout_s)
        if left <= 0:
            break
        ctx.attempt = attempt
        try:
            args = host.machine.arguments(operation.tool, operation.args)
            answer = await host.outside.call(left, partial(bound, ctx, **args), name=ctx.key)
            news = outcome(live, operation, answer)
        except Exception as error:
            why = said(error)
            if attempt < options.attempts:
                await host.clock.sleep(next(pauses))
            continue
        await live.apply(news, gate=(decision,))
        return
    await no_answer(live, operation, why, gate=(decision,))


def outcome(live: LiveRun, operation: s.Operation, answer: object, by: str = "") -> s.Occurrence:
    """A tool's answer as an event addressed to its operation. Raises TypeError for what is none of its outcomes, or
    cannot be kept: then nobody knows what happened, as with any other exception."""
    tool = live.host.machine.table.tools[operation.tool].tool
    if not isinstance(answer, Event) or type(answer).event_name not in tool.gives:
        raise TypeError(f"{operation.tool} answered {type(answer).__name__}, which is none of its outcomes")
    try:
        name, fields = live.host.machine.occurrence_fields(answer)
        news = s.Occurrence(
            name, fields, live.host.clock.now(), f"{operation.id}/{operation.attempt}", by, operation.id
        )
        encode_occurrence(news)
        require_keepable(fields)
    except Exception as error:
        raise TypeError(f"{operation.tool} answered {type(answer).__name__} with fields that cannot be kept") from error
    return news


def context(live: LiveRun, operation: s.Operation, seconds: float) -> Ctx[Any]:
    """What a tool is given besides its arguments."""
    host = live.host
    return Ctx(
        host.deps,
        key=host.key_of(live.key, operation.id),
        tenant=live.key.tenant,
        attempt=max(operation.attempt, 1),
        deadline=host.clock.now() + int(seconds * 1000),
    )


def pauses_of(pauses: tuple[float, ...]) -> Iterator[float]:
    """Pauses one after the other; the last repeats."""
    return chain(pauses, repeat(pauses[-1]))


def said(error: BaseException) -> str:
    """An exception in one line that every store can keep, for the journal."""
    name = "" if isinstance(error, DecidableError | NotDone) else type(error).__name__
    first = next(iter(str(error).splitlines()), "")
    line = ": ".join(part for part in (name, first) if part) or type(error).__name__
    return repaired(line[:300])
