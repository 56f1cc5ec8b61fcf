"""The stored form of what changes: occurrences, snapshots and the journal's records.

Owns: every short key. They are a file format: a key is never renamed or given another meaning, a new field gets a new key
and a default. Never: logic; `encode` and `decode` read these tables.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from decidable.core import records as r
from decidable.core import snapshot as s
from decidable.core.definition import End
from decidable.journal.shape import BOOL, INT, TEXT, ByName, Many, Maybe, Struct, Word, struct
from decidable.journal.value import VALUE

TEXTS: Final = Many(TEXT)
VALUES: Final = ByName(VALUE)

KNOWN: Final = struct(s.Known, value=("v", VALUE), record=("r", INT), source=("s", TEXT), depends=("d", TEXTS))
FACTS: Final = ByName(KNOWN)

OCCURRENCE: Final = struct(
    s.Occurrence,
    event=("e", TEXT),
    fields=("f", VALUES),
    at=("t", INT),
    id=("i", TEXT),
    by=("b", TEXT),
    operation=("o", TEXT),
    approval=("a", TEXT),
    entry=("n", INT),
)

OPERATION: Final = struct(
    s.Operation,
    id=("i", TEXT),
    act=("a", Word(s.Act)),
    tool=("t", TEXT),
    args=("f", VALUES),
    entry=("n", INT),
    built_on=("b", TEXTS),
    proposal=("p", TEXT),
    status=("s", Word(s.Status)),
    attempt=("k", INT),
    event=("e", TEXT),
)

PLANNED_CALL: Final = struct(
    s.PlannedCall, tool=("t", TEXT), args=("f", VALUES), taken=("k", ByName(TEXT)), built_on=("b", TEXTS)
)

PROPOSAL: Final = struct(
    s.Proposal,
    digest=("d", TEXT),
    steps=("s", Many(PLANNED_CALL)),
    entry=("n", INT),
    approved=("a", BOOL),
    home=("h", INT),
    next=("x", INT),
    by=("b", TEXT),
    outcomes=("o", ByName(VALUES)),
)

TIMER: Final = struct(s.Timer, event=("e", TEXT), deadline=("t", INT))
TIMERS: Final = Many(TIMER)

INTERRUPTED: Final = struct(
    s.Interrupted, state=("s", TEXT), entry=("n", INT), timers=("m", TIMERS), held=("h", Many(OCCURRENCE))
)

OUTCOME: Final = struct(s.Outcome, operation=("o", TEXT), event=("e", TEXT), fields=("f", VALUES))

SNAPSHOT: Final = struct(
    s.Snapshot,
    state=("s", TEXT),
    entry=("n", INT),
    version=("v", INT),
    seq=("q", INT),
    facts=("f", FACTS),
    strikes=("k", INT),
    timers=("m", TIMERS),
    operations=("o", ByName(OPERATION)),
    settled=("z", Many(OUTCOME)),
    proposal=("p", Maybe(PROPOSAL)),
    queue=("u", Many(OCCURRENCE)),
    interrupted=("i", Maybe(INTERRUPTED)),
    end=("e", Maybe(Word(End))),
    draft=("d", BOOL),
)

_OPERATION_ID: Final = ("o", TEXT)
_WHY: Final = ("w", TEXT)

RECORDS: Final[Mapping[str, Struct]] = {
    "begun": struct(
        r.Begun,
        machine=("m", TEXT),
        fingerprint=("p", TEXT),
        at=("t", INT),
        state=("s", TEXT),
        facts=("f", FACTS),
        timers=("r", TIMERS),
        draft=("d", BOOL),
    ),
    "decided": struct(
        r.Decided,
        version=("v", INT),
        state=("s", TEXT),
        occurrence=("o", OCCURRENCE),
        verdict=("d", Word(r.Verdict)),
        reason=("r", TEXT),
        line=("l", INT),
        origin=("g", TEXT),
        target=("t", TEXT),
        way=("y", Word(r.Way)),
        timers=("m", TIMERS),
        cause=("c", Word(r.Cause)),
    ),
    "learned": struct(r.Learned, facts=("f", FACTS)),
    "forgot": struct(r.Forgot, facts=("f", TEXTS), why=_WHY),
    "planned": struct(r.Planned, operation=("o", OPERATION)),
    "started": struct(r.Started, operation=_OPERATION_ID, attempt=("k", INT), at=("t", INT)),
    "unanswered": struct(r.Unanswered, operation=_OPERATION_ID),
    "retried": struct(r.Retried, operation=_OPERATION_ID),
    "settled": struct(r.Settled, operation=_OPERATION_ID, event=("e", TEXT), fields=("f", VALUES), write=("x", BOOL)),
    "sent": struct(r.Sent, operation=_OPERATION_ID, run=("r", TEXT)),
    "withdrawn": struct(r.Withdrawn, operations=("o", TEXTS), why=_WHY),
    "proposed": struct(r.Proposed, proposal=("p", PROPOSAL)),
    "approved": struct(r.Approved, digest=("d", TEXT), by=("b", TEXT), home=("h", INT)),
    "dropped": struct(r.Dropped, digest=("d", TEXT), why=_WHY),
    "held": struct(r.Held, occurrence=("o", OCCURRENCE)),
    "struck": struct(r.Struck, strikes=("k", INT)),
    "noted": struct(r.Noted, note=("n", Word(r.Note)), occurrence=("o", OCCURRENCE), why=_WHY),
    "raised": struct(r.Raised, why=_WHY, occurrence=("o", Maybe(OCCURRENCE)), operation=("p", TEXT)),
    "ended": struct(r.Ended, end=("e", Word(End)), at=("t", INT)),
}
"""Each record under its kind, which is kept beside the body."""

KIND_OF: Final[Mapping[type, str]] = {shape.type: kind for kind, shape in RECORDS.items()}
