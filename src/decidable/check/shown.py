"""What a step decided and did, in the words of the table, to be compared with what a test expects.

Owns: the one spelling of decisions and deeds in tests. Never: judges them.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeGuard

from decidable.core import effects as e
from decidable.core import records as r
from decidable.core.guard import literal_text
from decidable.core.snapshot import Input, Occurrence, Snapshot
from decidable.core.step import Step
from decidable.core.table import Origin
from decidable.core.values import Money, Value

UNDECIDED = "?"


def outcome_text(record: r.Decided) -> str:
    """`-> confirm`, `stay`, `defer`, `reject`, `ignore`; `?` where no line decides."""
    if record.origin == Origin.UNDECIDED:
        return UNDECIDED
    return f"-> {record.target}" if record.verdict is r.Verdict.MOVE else record.verdict.value


def decisions(before: Snapshot, input: Input | None, step: Step) -> tuple[str, ...]:
    """Every decision of a step, in order: `report told: -> gather`. What was ignored on arrival left no record."""
    found = [f"{x.state} {x.occurrence.event}: {outcome_text(x)}" for x in step.records if isinstance(x, r.Decided)]
    if ignored_on_arrival(input, step):
        found.insert(0, f"{before.state} {input.event}: {r.Verdict.IGNORE.value}")
    return tuple(found)


def ignored_on_arrival(input: Input | None, step: Step) -> TypeGuard[Occurrence]:
    """Whether the input was dropped as irrelevant, which leaves no record."""
    if not isinstance(input, Occurrence) or not any(isinstance(effect, e.Ignored) for effect in step.effects):
        return False
    return not any(isinstance(record, r.Decided) and record.occurrence == input for record in step.records)


def deeds(step: Step) -> tuple[str, ...]:
    """What a step changed and asked for: facts set and forgotten by the table, then words, calls and questions."""
    return (*_changes(step), *_requests(step))


def _changes(step: Step) -> Iterator[str]:
    for record in step.records:
        match record:
            case r.Learned(facts):
                for name, known in facts.items():
                    if known.source in ("set", "initial"):
                        yield f"set {name} = {_shown(known.value)}"
            case r.Forgot(names, _):
                yield f"forget {' and '.join(names)}"
            case _:
                pass


def _requests(step: Step) -> Iterator[str]:
    for effect in step.effects:
        match effect:
            case e.Speak(words, _, operation, composed):
                verb = "compose" if composed else "say"
                given = step.snapshot.operations.get(operation)
                gives = "" if given is None else f" gives {given.args['gives']}"
                yield f"{verb} {words}{gives}"
            case e.Dispatch(operation):
                yield f"call {operation.tool}"
            case e.LookUp(operation):
                yield f"look up {operation.tool}"
            case e.Ask(_, True):
                yield "ask again"
            case e.Ask(proposal, _):
                yield f"propose {' then '.join(each.tool for each in proposal.steps)}"
            case e.Send(operation):
                yield f"send {operation.event} to {operation.tool}"
            case e.HandOver():
                yield "hand off"
            case _:
                pass


def _shown(value: Value) -> str:
    return literal_text(value, bare=True) if isinstance(value, str | int | Money) else str(value)
