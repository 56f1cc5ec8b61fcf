"""What is said: words and questions become outbox rows with the step.

Owns: rendering, in the order in which it is to be read. Never: says something that was not committed (`delivery` brings
out what was).
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from typing import TYPE_CHECKING

from decidable.core import effects as e
from decidable.core import records as r
from decidable.core import snapshot as s
from decidable.core.definition import Kind
from decidable.core.step import Step
from decidable.runtime.keepable import repaired
from decidable.stores import port

if TYPE_CHECKING:
    from decidable.runtime.host import Host
    from decidable.runtime.job import Job
    from decidable.runtime.live import LiveRun

log = logging.getLogger("decidable")
QUESTION = "question"
"""The key of words that code wrote from a proposal."""
NOT_NOW = "not_now"
ENDED = "ended"


def compose(live: LiveRun, whole: Step, job: Job) -> list[port.Said]:
    """The outbox rows of a step, in the order in which they are to be read."""
    rows = opening(live, whole)
    if job.answer and job.arrival is not None:
        id = f"{live.key.run}/ended/{job.arrival.id}"
        rows.append(port.Said(id, job.answer, ENDED, live.host.clock.now()))
    if job.arrival is not None:
        if not rows:
            rows += _refusals(live, whole)
        rows += _question_again(live, whole, rows)
    return rows


def opening(live: LiveRun, whole: Step) -> list[port.Said]:
    """The words that a step asks for; those with which a run begins, too."""
    host, now = live.host, live.host.clock.now()
    possible = _possible(live, whole.snapshot)
    rows: list[port.Said] = []
    for effect in whole.effects:
        id = f"{live.key.run}/{whole.snapshot.seq}.{len(rows)}"
        match effect:
            case e.Speak(words, values, operation):
                text = _rendered(host, words, {"possible_here": f"Possible here: {possible}.", **values})
                rows.append(port.Said(id, text, words, now, operation=operation))
            case e.Ask(proposal) if _still_open(whole.snapshot, proposal):
                rows.append(port.Said(id, question(host, proposal), QUESTION, now, digest=proposal.digest))
            case _:
                pass
    return rows


def question(host: Host, proposal: s.Proposal) -> str:
    """The question of a proposal. Where the author's words for it fail, it names the tools and every argument."""
    try:
        return _keepable(host.machine.question(proposal))
    except Exception:
        log.exception("the words of a question of %s failed", host.machine.name)
        return _keepable(host.machine.question(proposal, plain=True))


def _rendered(host: Host, words: str, values: s.Fields) -> str:
    """The text of a key. Words that fail are an author's mistake, and no reason to lose the step that says them."""
    try:
        return _keepable(host.machine.words.render(words, values))
    except Exception as error:
        log.exception("the words '%s' of %s failed", words, host.machine.name)
        return _keepable(f"({words.replace('_', ' ')}: these words could not be written: {error})")


def _keepable(text: object) -> str:
    """Text as every store can keep it. Raises TypeError for what is no text."""
    if not isinstance(text, str):
        raise TypeError(f"words are text, and this is {type(text).__name__}")
    return repaired(text)


def _possible(live: LiveRun, snapshot: s.Snapshot) -> str:
    return ", ".join(name.replace("_", " ") for name in live.host.machine.possible(snapshot))


def _still_open(snapshot: s.Snapshot, proposal: s.Proposal) -> bool:
    """A question that the same step withdrew again is not shown."""
    return snapshot.proposal is not None and snapshot.proposal.digest == proposal.digest


def _question_again(live: LiveRun, whole: Step, rows: Sequence[port.Said]) -> list[port.Said]:
    """A yes that was refused is answered with the current question: else no later yes could ever be to it."""
    yes, _ = live.host.machine.answers
    proposal, kept = whole.snapshot.proposal, whole.snapshot.interrupted
    if proposal is None or proposal.approved or kept is not None or any(row.digest == proposal.digest for row in rows):
        return []
    rejected = [one for one in whole.records if isinstance(one, r.Decided) and one.verdict is r.Verdict.REJECT]
    if not any(record.occurrence.event == yes for record in rejected):
        return []
    id = f"{live.key.run}/{whole.snapshot.seq}.{len(rows)}"
    text = question(live.host, proposal)
    return [port.Said(id, text, QUESTION, live.host.clock.now(), digest=proposal.digest)]


def _refusals(live: LiveRun, whole: Step) -> list[port.Said]:
    """A person whose message or button was rejected without words hears why, and what is possible."""
    kinds = live.host.machine.table.events
    possible = _possible(live, whole.snapshot)
    for record in whole.records:
        if not isinstance(record, r.Decided) or record.verdict is not r.Verdict.REJECT:
            continue
        info = kinds.get(record.occurrence.event)
        if info is None or info.kind not in (Kind.USER, Kind.ANSWER):
            continue
        text = f"Not possible now: {record.reason or 'not requested here'}."
        if possible:
            text += f" Possible: {possible}."
        id = f"{live.key.run}/{whole.snapshot.seq}.0"
        return [port.Said(id, text, NOT_NOW, live.host.clock.now())]
    return []
