"""What a step shows to whoever watches it: which events arrived and were accepted, where the run went, what was started.

Owns: what it means that a tool, an event or a state *happens*. Never: judges it (`monitors`).

A write happens when it is started: what was planned and withdrawn again has not happened, repeating a key to find out is no
second time, and what a look-up or the tool itself says was certainly not done has not happened after all. A read happens when it is asked. An event happens when it is accepted (move or
stay), so a deferred one when it is recalled. A state happens when it is entered. A tool belongs to the state whose entry
called it, which an interruption leaves as it is.
"""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

from decidable.core import records as r
from decidable.core.effects import Ignored, Speak
from decidable.core.snapshot import Act, Input, NotDone, NotFound, Occurrence, Operation, Snapshot, Status
from decidable.core.step import Step


class Arrived(NamedTuple):
    """An event arrived and was looked up, whatever was decided."""

    event: str
    state: str
    accepted: bool


class Accepted(NamedTuple):
    """An event was accepted in this state."""

    event: str
    state: str


class Entered(NamedTuple):
    """A state was entered, or come back to."""

    state: str


class Started(NamedTuple):
    """A tool began to act, for this state; `ended`: after the run had."""

    tool: str
    state: str
    ended: bool


class Undone(NamedTuple):
    """A tool that had begun to act has certainly not done it."""

    tool: str


class Composed(NamedTuple):
    """A model was asked to word something."""


Seen: TypeAlias = Arrived | Accepted | Entered | Started | Undone | Composed

_ACCEPTED = (r.Verdict.MOVE, r.Verdict.STAY)


def seen(before: Snapshot | None, input: Input | None, step: Step) -> tuple[Seen, ...]:
    """What a step shows, in order. `before` and `input` are None for the step that begins a run."""
    found: list[Seen] = []
    after = step.snapshot
    for record in step.records:
        match record:
            case r.Begun():
                found.append(Entered(record.state))
            case r.Decided(_, state, occurrence, verdict):
                accepted = verdict in _ACCEPTED
                if record.cause is r.Cause.ARRIVED:
                    found.append(Arrived(occurrence.event, state, accepted))
                if accepted:
                    found.append(Accepted(occurrence.event, state))
                if verdict is r.Verdict.MOVE:
                    found.append(Entered(record.target))
            case r.Started(id) if before is not None and before.operations[id].status is Status.PLANNED:
                found.append(_started(before.operations[id], before))
            case r.Retried(id) | r.Settled(id) if before is not None and isinstance(input, NotFound | NotDone):
                found.append(Undone(before.operations[id].tool))
            case r.Planned(op) if op.act is Act.READ and op.id in after.operations:
                found.append(_started(op, after))
            case _:
                pass
    for effect in step.effects:
        match effect:
            case Speak(composed=True):
                found.append(Composed())
            case Ignored(event) if before is not None and isinstance(input, Occurrence) and event == input.event:
                found.append(Arrived(event, before.state, False))
            case _:
                pass
    return tuple(found)


def _started(op: Operation, snapshot: Snapshot) -> Started:
    kept = snapshot.interrupted
    state = kept.state if kept is not None and op.entry == kept.entry else snapshot.state
    return Started(op.tool, state, snapshot.end is not None)
