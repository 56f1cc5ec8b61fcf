"""Drives a machine through `step` and reads what each step did, checking on the way that records replay to the snapshot.

Owns: the short way to write "this event, then that answer" in tests. Never: decides anything itself.
"""

from __future__ import annotations

from collections.abc import Mapping

from decidable.core import effects as e
from decidable.core import records as r
from decidable.core import snapshot as s
from decidable.core.canonical import text
from decidable.core.evolve import replay
from decidable.core.step import Step, begin, step
from decidable.core.table import Table
from decidable.core.values import Value

NOTHING: dict[str, Value] = {}


class Driver:
    """One run. `last` is the step of the latest input."""

    def __init__(
        self, table: Table, facts: Mapping[str, Value] = NOTHING, /, *, draft: bool = False, **more: Value
    ) -> None:
        self.table = table
        self.now = 0
        self.last: Step = begin(table, {**facts, **more}, 0, draft=draft)
        self.records = list(self.last.records)

    @property
    def snapshot(self) -> s.Snapshot:
        return self.last.snapshot

    @property
    def state(self) -> str:
        return self.snapshot.state

    def give(self, news: s.Input) -> Step:
        """Take any input in; what was recorded must replay to the same snapshot, bit for bit."""
        self.last = step(self.table, self.snapshot, news)
        self.records += self.last.records
        assert text(replay(self.records)) == text(self.snapshot)
        return self.last

    def on(
        self,
        event: str,
        fields: Mapping[str, Value] = NOTHING,
        /,
        *,
        approval: str = "",
        by: str = "",
        operation: str = "",
        **more: Value,
    ) -> Step:
        """An event from outside."""
        given = {**fields, **more}
        return self.give(s.Occurrence(event, given, self.now, by=by, approval=approval, operation=operation))

    def open(self, tool: str) -> s.Operation:
        """The open operation of a tool, the latest where there are several."""
        return [operation for operation in self.snapshot.operations.values() if operation.tool == tool][-1]

    def start(self, tool: str) -> s.Operation:
        """Tell that the host is about to carry the tool out."""
        self.give(s.Dispatched(self.open(tool).id, self.now))
        return self.open(tool)

    def answer(self, tool: str, event: str, **fields: Value) -> Step:
        """An outcome of the tool's open operation."""
        return self.on(event, fields, operation=self.open(tool).id)

    def approve(self, event: str = "yes") -> Step:
        """A yes to the open question, by ann."""
        assert self.snapshot.proposal is not None
        return self.on(event, approval=self.snapshot.proposal.digest, by="ann")

    def fire(self, event: str, entry: int | None = None) -> Step:
        """A deadline of the current entry, or of another one."""
        return self.give(s.Occurrence(event, {}, self.now, entry=self.snapshot.entry if entry is None else entry))

    def value(self, fact: str) -> Value:
        return self.snapshot.facts[fact].value

    def knows(self, fact: str) -> bool:
        return fact in self.snapshot.facts

    # What the last step did.

    @property
    def decided(self) -> list[tuple[str, str]]:
        """Event and verdict of each decision of the last step."""
        return [(d.occurrence.event, d.verdict.value) for d in self.last.records if isinstance(d, r.Decided)]

    @property
    def causes(self) -> list[tuple[str, str]]:
        return [(d.occurrence.event, d.cause.value) for d in self.last.records if isinstance(d, r.Decided)]

    @property
    def notes(self) -> list[str]:
        return [note.note.value for note in self.last.records if isinstance(note, r.Noted)]

    @property
    def raised(self) -> list[str]:
        return [raised.why for raised in self.last.records if isinstance(raised, r.Raised)]

    @property
    def dropped(self) -> list[str]:
        return [dropped.why for dropped in self.last.records if isinstance(dropped, r.Dropped)]

    @property
    def forgot(self) -> set[str]:
        return {name for record in self.last.records if isinstance(record, r.Forgot) for name in record.facts}

    @property
    def blocked(self) -> list[str]:
        """Why calls were refused in the last step."""
        return [
            str(d.occurrence.fields["why"])
            for d in self.last.records
            if isinstance(d, r.Decided) and d.occurrence.event == "blocked"
        ]

    @property
    def said(self) -> list[str]:
        return [effect.words for effect in self.last.effects if isinstance(effect, e.Speak)]

    @property
    def dispatched(self) -> list[str]:
        return [effect.operation.tool for effect in self.last.effects if isinstance(effect, e.Dispatch)]

    @property
    def kinds(self) -> list[str]:
        """The kinds of the last step's effects, in order."""
        return [type(effect).__name__ for effect in self.last.effects]

    @property
    def queue(self) -> list[str]:
        return [waiting.event for waiting in self.snapshot.queue]

    @property
    def held(self) -> list[str]:
        kept = self.snapshot.interrupted
        return [] if kept is None else [waiting.event for waiting in kept.held]
