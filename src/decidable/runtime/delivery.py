"""Words on their way to a person: from the outbox to whoever listens, or to the channel.

Owns: delivery at least once, in order, and the report of it where it is awaited. Never: marks words as delivered that
nobody has taken.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from typing import TYPE_CHECKING

from decidable.core import snapshot as s
from decidable.runtime.parts import Question, Said
from decidable.stores import port

if TYPE_CHECKING:
    from decidable.runtime.live import LiveRun

log = logging.getLogger("decidable")
DELIVER = "deliver"
REDELIVER = "deliver again"


def resume(live: LiveRun, said: Sequence[port.Said]) -> None:
    """After a restart: report what was delivered and not yet reported, and bring out the rest where there is a way."""
    live.spoken = max((row.number for row in said if row.delivered_at), default=0)
    if any(operation.act is s.Act.SAY for operation in live.snapshot.operations.values()):
        live.start("report delivery", _report_delivered(live))
    if live.host.channel is not None and any(not row.delivered_at for row in said):
        live.speak()


async def _report_delivered(live: LiveRun) -> None:
    """The process may have ended between the delivery and its report."""
    for row in await live.host.ask(live.host.store.said, live.key):
        if row.operation and row.delivered_at:
            await _report(live, row)


async def deliver(live: LiveRun) -> None:
    """Bring what is in the outbox to whoever listens, or to the channel; report delivery where it is awaited."""
    host = live.host
    while True:
        live.unsaid = False
        rows = await host.ask(host.store.undelivered, live.key)
        for row in rows:
            if row.number > live.shown:
                live.shown = row.number
                live.listeners.show(_part(live, row))
        for row in rows:
            if not await _hand_over(live, row):
                if host.channel is not None or live.listeners:
                    live.start(REDELIVER, _again(live))
                return
            live.refusals = 0
            await host.ask(host.store.delivered, live.key, row.id, host.clock.now(), host.epoch)
            live.spoken = max(live.spoken, row.number)
            if row.operation:
                await _report(live, row)
        if not rows:
            return


async def _again(live: LiveRun) -> None:
    """Wait longer each time. The run is idle meanwhile: the words are in the outbox, and nothing is lost."""
    pauses = live.host.settings.deliver_backoff_s
    pause = pauses[min(live.refusals, len(pauses) - 1)]
    live.refusals += 1
    await live.host.clock.sleep(pause)
    live.speak()


async def _hand_over(live: LiveRun, row: port.Said) -> bool:
    seconds = live.host.settings.deliver_timeout_s
    return await live.listeners.hand_over(_part(live, row), live.host.clock, seconds) or await _by_channel(live, row)


def _part(live: LiveRun, row: port.Said) -> Question | Said:
    return Question(row.text, row.digest, live.host.machine.answers) if row.digest else Said(row.text, row.words)


async def _by_channel(live: LiveRun, row: port.Said) -> bool:
    host = live.host
    seconds = host.settings.deliver_timeout_s
    channel = host.channel
    if channel is None:
        return False
    key = host.key_of(live.key, row.id)
    try:
        await host.outside.call(seconds, lambda: channel.deliver(live.key, row, key), name=f"channel {key}")
    except Exception as error:
        log.warning("words of run %s stay in the outbox: the channel failed: %r", live.key, error)
        return False  # and `deliver` tries again
    return True


async def _report(live: LiveRun, row: port.Said) -> None:
    operation = live.snapshot.operations.get(row.operation)
    if operation is None or operation.act is not s.Act.SAY:
        return
    event = str(operation.args["gives"])
    await live.apply(s.Occurrence(event, {}, live.host.clock.now(), f"{row.id}/delivered", "", row.operation))
