"""What a step did to facts and asked of them, from the lines by which it decided.

Owns: the reading of records and lines. Never: what follows for the search (`depends`).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from typing import NamedTuple

from decidable.check.explore.traced import Note, Tried
from decidable.core import definition as d
from decidable.core import records as r
from decidable.core.table import Table

_ACCEPTED = (r.Verdict.MOVE, r.Verdict.STAY)


class Decision(NamedTuple):
    """One decision of a step."""

    state: str
    event: str
    line: int
    """Where the line stands."""
    accepted: bool
    fields: tuple[str, ...]
    open: bool
    """Whether a question or list was open when the line took effect, or was made by it."""


def decisions(records: Iterable[r.JournalRecord], *, open: bool) -> Iterator[Decision]:
    """The decisions among these records. `open`: whether a question or list was open before."""
    at: r.Decided | None = None
    was, untouched = open, True
    for record in records:
        match record:
            case r.Decided():
                if at is not None:
                    yield _decision(at, was)
                at, was, untouched = record, open, True
            case r.Learned() | r.Forgot():
                untouched = False
            case r.Proposed():
                open = was = True
            case r.Dropped():
                open = False
                was = was and not untouched  # leaving a state withdraws its question before facts are changed
            case _:
                pass
    if at is not None:
        yield _decision(at, was)


def _decision(record: r.Decided, open: bool) -> Decision:
    occurrence, accepted = record.occurrence, record.verdict in _ACCEPTED
    return Decision(record.state, occurrence.event, record.line, accepted, tuple(occurrence.fields), open)


class News(NamedTuple):
    """An occurrence that a step may look up: its event, and the fields that it has."""

    event: str
    fields: tuple[str, ...]


class Ask(NamedTuple):
    """A call or a question: its arguments, and the facts that may have been told, set, counted or forgotten by then."""

    args: tuple[str, ...]
    changed: frozenset[str]


class Deeds:
    """What the lines did by which a step decided."""

    def __init__(self, table: Table, notes: Iterable[Note], decided: Iterable[Decision], news: Iterable[News]) -> None:
        self.events: set[str] = set()
        self.asks: list[Ask] = []
        self.told: set[str] = set()
        """Facts that the events that were looked up tell, as their guards see it."""
        self.evidenced: set[str] = set()
        """Those of them that evidence tells, which may contradict it."""
        self.written: set[str] = set()
        """Facts that were told, set or counted."""
        self.counted: set[str] = set()
        self.forgotten: set[str] = set()
        """Facts that were forgotten, unless only evidence may do so."""
        self.proposed: set[str] = set()
        """The arguments of what was proposed."""
        self.felt: set[str] = set()
        """Facts that may have changed while a question or list was open."""
        self._table = table
        self._news = tuple(news)
        self._asking: list[tuple[str, ...]] = []
        for note in notes:
            if isinstance(note, Tried):
                self._tried(note.event)
        for decision in decided:
            self._decided(decision)

    def _tried(self, event: str) -> None:
        self.events.add(event)
        info = self._table.events.get(event)
        if info is not None:
            told = {name for news in self._news if news.event == event for name in news.fields}
            self.told.update(told.intersection(info.establishes))
            if info.kind is d.Kind.EVIDENCE:
                self.evidenced.update(told.intersection(info.establishes))

    def _decided(self, decision: Decision) -> None:
        self._tried(decision.event)
        if not decision.accepted:
            return
        info = self._table.events.get(decision.event)
        changed = set() if info is None else {name for name in info.establishes if name in decision.fields}
        self.written |= changed
        for option in self._table.rows[decision.state][decision.event].options:
            if option.line.at == decision.line:  # built in Python, several may say that they stand nowhere
                for effect in (*option.line.effects, *option.entering):
                    changed.update(self._enacted(effect))
        if decision.open:
            self.felt |= changed
        by_then = frozenset(self.written | self.forgotten)
        self.asks += [Ask(args, by_then) for args in self._asking]
        self._asking.clear()

    def _enacted(self, effect: d.Effect) -> Collection[str]:
        """Note an effect; the facts that it changes."""
        match effect:
            case d.Call(tool):
                self._asks(tool)
            case d.Propose(items):
                for item in items:
                    self.proposed.update(self._asks(item.tool, dict(item.taken)))
            case d.Count(fact):
                self.counted.add(fact)
                return self._written([fact])
            case d.Set(fact):
                return self._written([fact])
            case d.Reset(fact):
                return self._written([fact]) if fact in self._table.initial else self._forgotten([fact])
            case d.Forget(facts):
                return self._forgotten(facts)
            case d.ForgetAllBut(facts):
                return self._forgotten([name for name in self._table.facts if name not in facts])
            case _:
                pass
        return ()

    def _written(self, names: Collection[str]) -> Collection[str]:
        self.written.update(names)
        return names

    def _forgotten(self, names: Collection[str]) -> Collection[str]:
        self.forgotten.update(names)
        return names

    def _asks(self, tool: str, taken: Iterable[str] = ()) -> tuple[str, ...]:
        asked = self._table.tools[tool].tool.args
        args = tuple(arg for arg in asked if arg != "key" and arg not in taken)
        self._asking.append(args)
        return args
