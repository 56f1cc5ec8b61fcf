"""Find out what became of a write that nobody answered.

Owns: look-ups with their pauses, repeating where the other side is idempotent, and giving the rest to a person.
Never: repeats a write that may have happened where the other side would do it twice.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any, NamedTuple

from decidable.bind.ctx import Ctx
from decidable.bind.declared import AnyTool
from decidable.bind.events import Event
from decidable.core import definition as d
from decidable.core import snapshot as s
from decidable.runtime import perform

if TYPE_CHECKING:
    from decidable.runtime.live import LiveRun

Look = Callable[[Ctx[Any]], Awaitable[Event | None]]


class _Found(NamedTuple):
    """What a look-up came to. `why` empty: it is known. `final`: asking again would not help."""

    why: str = ""
    final: bool = False


async def look_up(live: LiveRun, id: str) -> None:
    """Find out what became of a write; a person is asked where nobody can tell."""
    host = live.host
    found = _Found("it has no look-up")
    for pause in (0.0, *host.settings.lookup_backoff_s):
        if pause:
            await host.clock.sleep(pause)
        operation = live.snapshot.operations.get(id)
        if operation is None or operation.status is not s.Status.UNKNOWN:
            return
        found = await _once(live, operation)
        if not found.why:
            return
        if found.final:
            break
    await live.apply(s.Unresolved(id, found.why, host.clock.now()))


async def _once(live: LiveRun, operation: s.Operation) -> _Found:
    host = live.host
    tool = host.machine.table.tools[operation.tool].tool
    bound = host.machine.tools.get(operation.tool)
    if host.outside.still_at_work(host.key_of(live.key, operation.id)):
        # "It did not happen" would not hold: the call that was given up may still do it.
        return _Found(f"the call of {operation.tool} was given up and has not ended")
    if tool.lookup is d.Lookup.REPEAT and bound is not None:
        return await _repeat(live, operation, bound)
    if bound is not None and bound.look is not None:
        return await _look(live, operation, bound.look)
    return _Found("it has no look-up", final=True)


async def _look(live: LiveRun, operation: s.Operation, look: Look) -> _Found:
    host, seconds = live.host, live.host.settings.lookup_timeout_s
    name = getattr(look, "__name__", "look-up")
    ctx = perform.context(live, operation, seconds)
    try:
        answer = await host.outside.call(seconds, lambda: look(ctx), name=f"look-up {ctx.key}")
        found = None if answer is None else perform.outcome(live, operation, answer, by=f"look-up by {name}")
    except Exception as error:
        return _Found(f"{name}: {perform.said(error)}")
    await live.apply(found or s.NotFound(operation.id, host.clock.now(), operation.attempt))
    return _Found()


async def _repeat(live: LiveRun, operation: s.Operation, bound: AnyTool) -> _Found:
    """The other side is idempotent by the key: ask again, if that is still wanted here."""
    snapshot = live.snapshot
    current = {snapshot.entry, snapshot.interrupted.entry if snapshot.interrupted else 0}
    if operation.entry not in current or snapshot.end is not None:
        return _Found("asking again could do it now, and it is no longer wanted", final=True)
    verdict, _ = perform.judged(live, snapshot, operation)
    begun = await perform.dispatch(live, operation.id)
    if begun is None:
        return _Found(verdict.why or "it was overtaken", final=not verdict.permitted)
    await perform.write(live, begun, bound)
    after = live.snapshot.operations.get(operation.id)
    return _Found("no answer again") if after is not None and after.status is s.Status.UNKNOWN else _Found()
