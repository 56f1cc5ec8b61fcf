"""What is heard: arrivals in order, and messages through the translator.

Owns: the next thing a run takes from its inbox, and what a message becomes. Never: lets a message approve what its sender
cannot have read.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from decidable.core.snapshot import Occurrence, Snapshot
from decidable.errors import ProviderError
from decidable.journal import decode_occurrence, encode_occurrence
from decidable.models.port import OTHER, Heard, other
from decidable.runtime import absence, asked, sending, speaking
from decidable.runtime.job import OvertakenError, Taken
from decidable.runtime.keepable import repaired, require_keepable
from decidable.runtime.translating import translate
from decidable.stores import port

if TYPE_CHECKING:
    from decidable.runtime.live import LiveRun

RECENT: Final = 200
"""How many of the last words are looked at to see which questions a person can have read."""
TRANSLATE: Final = "translate"


def take_next(live: LiveRun) -> bool:
    """Start on the oldest arrival that can be taken now. Messages keep their order; an event need not wait for a
    translation, nor for a translator that is away."""
    for arrival in live.waiting:
        if arrival.kind is not port.ArrivalKind.MESSAGE:
            name = f"take {arrival.id}"
            if name not in live.tasks:
                live.start(name, _take_event(live, arrival))
                return True
        elif TRANSLATE not in live.tasks and not live.away.since:
            live.start(TRANSLATE, _translate(live, arrival))
            return True
    return False


async def _take_event(live: LiveRun, arrival: port.Arrival) -> None:
    now = live.host.clock.now()

    def prepare(snapshot: Snapshot) -> Taken:
        if arrival.kind is port.ArrivalKind.SENT:
            return Taken((sending.received(live.host.machine, snapshot, arrival, now),))
        return Taken((decode_occurrence(arrival.body)._replace(at=now),))

    await live.judge(prepare, arrival=arrival, offered=True)
    live.waiting.remove(arrival)


async def _translate(live: LiveRun, arrival: port.Arrival) -> None:
    """One message: translated, decided, its inbox row used up, all in one commit. A translation counts for the state
    entry that it was made for; when that passes, it is made once more."""
    for _ in (1, 2):
        if live.snapshot.end is not None:
            break
        snapshot = live.snapshot
        try:
            heard = await translate(live, arrival.body)
        except ProviderError as error:
            await absence.begin(live, str(error))
            return
        digest = await _shown_digest(live, arrival, heard)
        try:
            await _decide(live, arrival, heard, digest, made_in=snapshot.entry)
        except OvertakenError:
            continue
        live.waiting.remove(arrival)
        return
    if live.snapshot.end is not None:
        await _answer_from_records(live, arrival)
    else:
        await _decide(live, arrival, other("the state changed twice while it was translated"), "", made_in=0)
    live.waiting.remove(arrival)


async def _decide(live: LiveRun, arrival: port.Arrival, heard: tuple[Heard, ...], digest: str, *, made_in: int) -> None:
    """`made_in`: the state entry the translation was made for; 0 where that does not matter. Raises OvertakenError."""
    occurrences = tuple(_occurrence(live, arrival, one) for one in heard)
    if digest:
        occurrences = (occurrences[0]._replace(approval=digest),)
    causes = "; ".join(f"{one.event}: {one.cause}" if one.cause else one.event for one in heard)
    text = _heard_text(arrival, causes)

    def prepare(snapshot: Snapshot) -> Taken:
        if made_in and snapshot.entry != made_in:
            raise OvertakenError(arrival.id)
        return Taken(occurrences)

    await live.judge(prepare, arrival=arrival, offered=True, heard=text)


def _heard_text(arrival: port.Arrival, translation: str) -> port.HeardText:
    return port.HeardText(arrival.id, arrival.body, arrival.by, arrival.at, repaired(translation), arrival.seen)


async def _answer_from_records(live: LiveRun, arrival: port.Arrival) -> None:
    """The run has ended: nothing is decided, and the sender hears once more how it ended."""
    said = await live.host.ask(live.host.store.said, live.key, limit=RECENT)
    ended = live.snapshot.end.value if live.snapshot.end is not None else ""
    last = next((row.text for row in reversed(said) if row.words != speaking.ENDED), "")
    text = _heard_text(arrival, "the run has ended")
    await live.apply(arrival=arrival, offered=True, heard=text, answer=last or f"This task has ended: {ended}.")


def _occurrence(live: LiveRun, arrival: port.Arrival, heard: Heard) -> Occurrence:
    """What a translator heard, as an event; what it cannot have meant, or nobody can keep, is `other`."""
    now = live.host.clock.now()
    words = {word.name for word in live.host.machine.vocabulary}
    fields, problem = live.host.machine.build_fields(heard.event, heard.fields)
    made = Occurrence(heard.event, fields, now, arrival.id, arrival.by)
    if not problem and heard.event in words:
        try:
            encode_occurrence(made)
            require_keepable(fields)
        except Exception:
            problem = "it cannot be kept"
    return made if not problem and heard.event in words else Occurrence(OTHER, {}, now, arrival.id, arrival.by)


async def _shown_digest(live: LiveRun, arrival: port.Arrival, heard: tuple[Heard, ...]) -> str:
    """The one question that this message can approve; empty when there is none.

    A question is shown to the conversation, and everyone who may write in it can answer it. But a yes counts only if
    exactly one question was shown since its sender's previous message arrived and before this one did; and only a
    message that is nothing but a yes.
    """
    yes, _ = live.host.machine.answers
    if len(heard) != 1 or heard[0].event != yes or live.snapshot.proposal is None:
        return ""
    store = live.host.store
    earlier = await live.host.ask(store.heard, live.key, limit=RECENT)
    words = await live.host.ask(store.said, live.key, limit=RECENT)
    mine = [row.seen for row in earlier if row.by == arrival.by]
    previous = mine[-1] if mine else 0
    if len(words) == RECENT and words[0].number > previous + 1:
        return ""  # there are older words that its sender may have read, and nobody has looked at them
    shown = {row.digest for row in words if row.digest and row.delivered_at and previous < row.number <= arrival.seen}
    if len(shown) != 1:
        return ""
    (digest,) = shown
    await asked.require_recorded(live, digest)
    return digest
