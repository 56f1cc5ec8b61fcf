"""While the translator is away: the table hears of it once, it is probed, and it comes back.

Owns: that a translator is away, and the probes. Never: drops or reorders a message; they wait in the inbox.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from decidable.core.records import Verdict
from decidable.core.snapshot import Occurrence
from decidable.core.table import Rank
from decidable.errors import ProviderError
from decidable.runtime.translating import translate
from decidable.stores import port

if TYPE_CHECKING:
    from decidable.runtime.live import LiveRun

PROBE: Final = "probe"
MODEL_DOWN, MODEL_BACK = "model_down", "model_back"


@dataclass(slots=True)
class Away:
    """Whether the translator is away: since when (UTC milliseconds; 0 when it is there) and how often it was probed."""

    since: int = 0
    probes: int = 0


async def begin(live: LiveRun, why: str) -> None:
    """The message stays first in the inbox; the table hears of it once; the translator is probed."""
    now = live.host.clock.now()
    first = not live.away.since
    live.away.since = live.away.since or now
    if first and MODEL_DOWN in live.host.machine.table.events:
        await live.apply(Occurrence(MODEL_DOWN, {}, now, by=why))
    live.tasks.pop(PROBE, None)  # one that has just brought it back, and is not put away yet
    live.start(PROBE, _probe(live))


def resume(live: LiveRun) -> None:
    """After a restart in a state that waits for the model: it may be back already."""
    cell = live.host.machine.table.rows[live.snapshot.state].get(MODEL_BACK)
    named = [option for option in cell.options if option.rank is not Rank.DEFAULT] if cell is not None else []
    if live.snapshot.end is None and any(option.verdict is Verdict.MOVE for option in named):
        live.away.since = live.host.clock.now()
        live.start(PROBE, come_back(live))


async def probe_now(live: LiveRun) -> None:
    """Do not wait for the next probe."""
    waiting = live.tasks.pop(PROBE, None)
    if waiting is not None:
        waiting.cancel()
    await come_back(live)


async def _probe(live: LiveRun) -> None:
    """Wait longer each time, then let the first waiting message try."""
    pauses = live.host.settings.probe_backoff_s
    await live.host.clock.sleep(pauses[min(live.away.probes, len(pauses) - 1)])
    live.away.probes += 1
    await come_back(live)


async def come_back(live: LiveRun) -> None:
    """Try the translator; when it answers, the table hears of it and waiting messages are handled."""
    first = next((arrival for arrival in live.waiting if arrival.kind is port.ArrivalKind.MESSAGE), None)
    if first is not None:
        try:
            await translate(live, first.body)
        except ProviderError:
            live.tasks.pop(PROBE, None)
            live.start(PROBE, _probe(live))
            return
    # The table first: `model_back` is queued before the writer looks at the inbox again.
    live.away = Away()
    if MODEL_BACK in live.host.machine.table.events:
        await live.apply(Occurrence(MODEL_BACK, {}, live.host.clock.now()))
    live.kick()
