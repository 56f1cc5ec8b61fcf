"""A run as a path, for people and for programs.

Owns: how journal rows read. Never: interprets them; what is shown was recorded.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from typing import Any

from decidable.bind.words import shown
from decidable.cli.screen import Screen, printable
from decidable.core import records as r
from decidable.core.canonical import plain
from decidable.core.snapshot import Act, Fields, Occurrence
from decidable.stores.port import Head, HeardText, JournalRow, Said


def path_lines(rows: Sequence[JournalRow], screen: Screen) -> Iterator[str]:
    """The journal, a decision a line, with what it changed under it."""
    for row in rows:
        number = screen.paint(f"{row.seq:>5}", "dim")
        if row.record is None:
            yield f"{number}  {row.kind} (its text was deleted on request)"
        else:
            for line in _record_lines(row.record, screen):
                yield f"{number}  {line}"


def _record_lines(record: r.JournalRecord, screen: Screen) -> Iterator[str]:
    match record:
        case r.Decided():
            yield _decision(record, screen)
        case r.Begun(machine, fingerprint, at, state, _, _, draft):
            what = f"begun in {state}, {moment(at)}, machine {machine} {fingerprint}{', a draft' if draft else ''}"
            yield screen.paint(what, "strong")
        case r.Ended(end, at):
            yield screen.paint(f"ended: {end.value}, {moment(at)}", "strong")
        case r.Raised(why, _, operation):
            of = f" (operation {operation})" if operation else ""
            yield "    " + screen.paint(f"attention: {printable(why)}{of}", "warning")
        case _:
            yield "    " + screen.paint(printable(detail(record)), "dim")


def _decision(record: r.Decided, screen: Screen) -> str:
    event = occurrence_text(record.occurrence)
    outcome = f"-> {record.target}" if record.verdict is r.Verdict.MOVE else record.verdict.value
    style = {"reject": "warning", "move": "good"}.get(record.verdict.value, "strong")
    cause = "" if record.cause is r.Cause.ARRIVED else f" ({record.cause.value})"
    by = f" by {record.occurrence.by}" if record.occurrence.by else ""
    inherited = record.origin if " from " in record.origin else ""
    place = ", ".join(part for part in (f"line {record.line}" if record.line else "", inherited) if part)
    line = f" [{place}]" if place else ""
    reason = printable(record.reason)
    return f"{record.state:<10} {printable(event + by)}{cause}  {screen.paint(outcome, style)}  : {reason}{line}"


def occurrence_text(occurrence: Occurrence) -> str:
    """`details(day = Friday 4 December, party = 4)`."""
    return f"{occurrence.event}{_fields(occurrence.fields)}"


def _fields(fields: Fields) -> str:
    return f"({', '.join(f'{name} = {shown(value)}' for name, value in fields.items())})" if fields else ""


def detail(record: r.JournalRecord) -> str:
    """What a record says that is not a decision, in one line."""
    match record:
        case r.Learned(facts):
            return "knows " + ", ".join(
                f"{name} = {shown(known.value)} ({known.source})" for name, known in facts.items()
            )
        case r.Forgot(facts, why):
            return f"forgets {', '.join(facts)}: {why}"
        case r.Planned(op) if op.act is Act.SAY:
            return f"{op.id} says {op.tool}, then {shown(op.args['gives'])}"
        case r.Planned(op) if op.act is Act.SEND:
            return f"{op.id} sends {op.event} to {op.tool}{_fields(op.args)}"
        case r.Sent(id, run):
            return f"{id} is in the inbox of {run}"
        case r.Planned(op):
            return f"{op.id} will {op.act.value}: {op.tool}{_fields(op.args)}"
        case r.Started(id, attempt, at):
            return f"{id} started, attempt {attempt}, {moment(at)}"
        case r.Unanswered(id):
            return f"{id} had no answer: looked up"
        case r.Retried(id):
            return f"{id} certainly did not happen: again, under the same key"
        case r.Settled(id, event, fields, _):
            return f"{id} settled: {event or 'not done'}{_fields(fields)}"
        case r.Withdrawn(ids, why):
            return f"{', '.join(ids)} withdrawn: {why}"
        case r.Proposed(proposal):
            steps = ", then ".join(f"{step.tool}{_fields(step.args)}" for step in proposal.steps)
            return f"asks {proposal.digest}: {steps}"
        case r.Approved(digest, by, _):
            return f"{digest} approved by {by or 'nobody named'}"
        case r.Dropped(digest, why):
            return f"{digest} {why}"
        case r.Held(occurrence):
            return f"held until the interruption ends: {occurrence_text(occurrence)}"
        case r.Struck(strikes):
            return f"strikes: {strikes}"
        case r.Noted(note, occurrence, why):
            return f"{note.value}: {occurrence_text(occurrence)}: {why}"
        case _:
            return type(record).__name__.lower()


def fact_lines(head: Head) -> Iterator[str]:
    """What is known, and from where."""
    for name, known in head.snapshot.facts.items():
        depends = f", depends on {', '.join(known.depends)}" if known.depends else ""
        yield f"  {name:<12} {printable(shown(known.value))}  (record {known.record}, {known.source}{depends})"


def operation_lines(rows: Sequence[JournalRow]) -> Iterator[str]:
    """Every operation with how it went: planned, attempts, look-ups, outcome."""
    story: dict[str, list[str]] = {}
    for row in rows:
        match row.record:
            case r.Planned(op) if op.act is Act.SEND:
                story[op.id] = [f"{op.event} to {op.tool}{_fields(op.args)}"]
            case r.Sent(id, run) if id in story:
                story[id].append(f"in the inbox of {run}")
            case r.Planned(op) if op.act is not Act.SAY:
                story[op.id] = [f"{op.tool}{_fields(op.args)}"]
            case r.Started(id, attempt, _) if id in story:
                story[id].append(f"attempt {attempt}")
            case r.Unanswered(id) if id in story:
                story[id].append("no answer")
            case r.Retried(id) if id in story:
                story[id].append("certainly not done, tried again")
            case r.Settled(id, event, _, _) if id in story:
                story[id].append(event or "not done")
            case r.Withdrawn(ids, _):
                for id in ids:
                    story.get(id, []).append("withdrawn")
            case r.Decided(occurrence=Occurrence(operation=id, by=by)) if id in story and by.startswith("look-up"):
                story[id].insert(-1, by)
            case _:
                pass
    for id, parts in story.items():
        yield f"  {id:<6} {printable(parts[0])}: {printable(', '.join(parts[1:]) or 'planned')}"


def talk_lines(heard: Sequence[HeardText], said: Sequence[Said], screen: Screen) -> Iterator[str]:
    """What was heard and said, in order."""
    lines = [(row.number, f"  > {row.text}", f"   [{row.translation}]" if row.translation else "") for row in heard]
    lines += [(row.number, f"  {row.text}", "" if row.delivered_at else "   [not delivered]") for row in said]
    for _, text, note in sorted(lines, key=lambda line: line[0]):
        first, *rest = text.splitlines() or [""]
        yield "\n".join(map(printable, [first, *rest])) + (screen.paint(printable(note), "dim") if note else "")


def run_json(
    head: Head, rows: Sequence[JournalRow], heard: Sequence[HeardText], said: Sequence[Said]
) -> dict[str, Any]:
    """The run for programs. Any: JSON."""
    snapshot = head.snapshot
    return {
        "run": head.key.run,
        "tenant": head.key.tenant,
        "conversation": head.conversation,
        "machine": head.machine,
        "fingerprint": head.fingerprint,
        "state": snapshot.state,
        "end": snapshot.end.value if snapshot.end else None,
        "facts": {name: plain(known) for name, known in snapshot.facts.items()},
        "operations": [plain(op) for op in snapshot.operations.values()],
        "journal": [
            {
                "seq": row.seq,
                "kind": row.kind,
                "event_id": row.event_id,
                "record": plain(row.record),
                "check": row.check,
            }
            for row in rows
        ],
        "heard": [plain(row) for row in heard],
        "said": [plain(row) for row in said],
    }


def moment(at: int) -> str:
    """UTC milliseconds as a person reads them, to the second."""
    return f"{datetime.fromtimestamp(at / 1000, UTC):%Y-%m-%d %H:%M:%S} UTC"
