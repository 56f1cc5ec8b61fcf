"""When two moments of a run are the same, as far as anything that may still happen can tell.

Owns: the canonical form of a snapshot, in which names and numbers that only count are gone. Never: drops what a step
looks at.

What is dropped, and why that is sound (the two moments then allow the same moves, to the same moments):
- `version` and `seq` only number what comes; the record number of a fact is read by nobody who decides.
- Entries are told apart only by being the current one, the interrupted one, or over: an entry that is over never comes
  back. Operations are renamed in the order in which they were planned; a digest matters only as that of the open question.
- When, by whom and under which id an occurrence came is never read again once it waits.
- Of the writes that have settled those count that the world can still speak of. That a run remembers only the last
  `SETTLED_KEPT` of them is therefore not explored.
Deadlines are kept as they are: a world that uses finitely many times stays finite.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable, Mapping
from datetime import date, time
from typing import Final, NamedTuple

from decidable.core.canonical import text
from decidable.core.learn import CLAIMS
from decidable.core.snapshot import Known, Occurrence, Operation, Proposal, Snapshot
from decidable.core.values import Money, Value

_SCALARS: Final = frozenset({str, int, Money, date, time})
_MOST_SEEN: Final = 10_000
_AUTHORITY: Final = "authority"
_TOLD_APART: Final = {**dict.fromkeys(CLAIMS, "claim"), "evidence": "evidence", "initial": "initial"}


class Shape(NamedTuple):
    """The canonical form, and the new names of the operations, for a world that refers to them."""

    key: Hashable
    names: Mapping[str, int]


class Shaper:
    """Gives snapshots their canonical form. `evidenced`: the facts that evidence may establish."""

    def __init__(self, evidenced: Collection[str]) -> None:
        self._evidenced = frozenset(evidenced)
        self._seen: dict[int, tuple[Mapping[str, Known], Hashable]] = {}
        """Facts already put in order, by identity; kept alive here, so that an identity stands for one mapping."""

    def shape(self, snapshot: Snapshot, spoken_of: Collection[str]) -> Shape:
        """The canonical form of a snapshot. `spoken_of`: operations that the world may still say something about."""
        names = _names(snapshot, spoken_of)
        kept, proposal = snapshot.interrupted, snapshot.proposal
        entries = {0: 0, snapshot.entry: 1}
        if kept is not None:
            entries[kept.entry] = 2

        def occurrences(waiting: Iterable[Occurrence]) -> Hashable:
            return tuple(_occurrence(each, snapshot, names, entries) for each in waiting)

        known_of = (done for done in snapshot.settled if done.operation in names)
        key = (
            snapshot.state,
            self._facts(snapshot.facts),
            snapshot.strikes,
            snapshot.timers,
            tuple(_operation(op, snapshot, names, entries) for op in snapshot.operations.values()),
            tuple((names[done.operation], done.event, _fields(done.fields)) for done in known_of),
            None if proposal is None else _proposal(proposal, entries),
            occurrences(snapshot.queue),
            None if kept is None else (kept.state, kept.timers, occurrences(kept.held)),
            snapshot.end,
        )
        return Shape(key, names)

    def _facts(self, facts: Mapping[str, Known]) -> Hashable:
        seen = self._seen.get(id(facts))
        if seen is not None:
            return seen[1]
        if len(self._seen) > _MOST_SEEN:
            self._seen.clear()
        key = tuple(sorted((name, *_known(known, name in self._evidenced)) for name, known in facts.items()))
        self._seen[id(facts)] = facts, key
        return key


def _names(snapshot: Snapshot, spoken_of: Collection[str]) -> dict[str, int]:
    waiting = [*snapshot.queue, *(snapshot.interrupted.held if snapshot.interrupted else ())]
    ids = {*snapshot.operations, *spoken_of, *(w.operation for w in waiting)} - {""}
    return {id: number for number, id in enumerate(sorted(ids, key=_planned))}


def _planned(id: str) -> tuple[int, ...]:
    """When an operation was planned: its name is version.n."""
    return tuple(int(part) for part in id.split("."))


def _known(known: Known, evidenced: bool) -> tuple[Hashable, ...]:
    """That a value is only the initial one matters to evidence alone."""
    source = known.source if evidenced or known.source in CLAIMS else _AUTHORITY
    return _hashable(known.value), _TOLD_APART.get(source, _AUTHORITY), known.depends


def _fields(fields: Mapping[str, Value]) -> tuple[tuple[str, Hashable], ...]:
    return tuple(sorted((name, _hashable(value)) for name, value in fields.items()))


def _hashable(value: Value) -> Hashable:
    """Values of type `data` may be mappings; their canonical text stands for them. `yes` is kept apart from 1."""
    if type(value) is bool:
        return ("yes",) if value else ("no",)
    return value if type(value) in _SCALARS else ("", text(value))


def _operation(
    op: Operation, snapshot: Snapshot, names: Mapping[str, int], entries: Mapping[int, int]
) -> tuple[Hashable, ...]:
    entry, digest = entries.get(op.entry, 3), _digest(op.proposal, snapshot)
    return names[op.id], op.tool, op.event, _fields(op.args), entry, op.built_on, digest, op.status, op.attempt


def _digest(digest: str, snapshot: Snapshot) -> int:
    if not digest:
        return 0
    return 1 if snapshot.proposal is not None and snapshot.proposal.digest == digest else 2


def _occurrence(
    waiting: Occurrence, snapshot: Snapshot, names: Mapping[str, int], entries: Mapping[int, int]
) -> tuple[Hashable, ...]:
    return (
        waiting.event,
        _fields(waiting.fields),
        names.get(waiting.operation),
        _digest(waiting.approval, snapshot),
        entries.get(waiting.entry, 3),
    )


def _proposal(proposal: Proposal, entries: Mapping[int, int]) -> tuple[Hashable, ...]:
    steps = tuple((step.tool, _fields(step.args), tuple(sorted(step.taken.items()))) for step in proposal.steps)
    outcomes = tuple(sorted((event, _fields(fields)) for event, fields in proposal.outcomes.items()))
    home = entries.get(proposal.home, 3)
    return steps, entries.get(proposal.entry, 3), proposal.approved, home, proposal.next, outcomes
