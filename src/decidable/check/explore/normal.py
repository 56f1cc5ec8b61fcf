"""When two moments of a run are the same, as far as anything that may still happen can tell: one snapshot for both.

Owns: the normal form of a snapshot. Never: drops what a step looks at, or makes a snapshot that `step` would not take.

What is put aside, and why that is sound: from the normal snapshot the same inputs lead to the same moments.
- `version`, `seq` and the record of a fact only number things. Entries are told apart as the current one, the interrupted
  one, or over. Operations are renumbered in the order they were planned; a digest matters only as that of the question.
- When, by whom and under which id an occurrence came is never read once it waits. Deadlines count from when they were armed,
  of which remains whether that was before the latest of them (a state keeps those of the states around it).
- A fact that no guard and no tool looks at is dropped. Values that are only compared with one another are renamed in the
  order in which they appear; the arguments of a write, and what a list will take from an outcome, are never compared.
- Of settled writes those count that a held outcome is about: any other second outcome is only noted.
- What is on its way to another machine is that machine's: nothing comes back of it.
- A delivery whose entry is over moves nothing when it comes. Of alike deliveries in one entry `deliveries` are kept, and one
  more of the reads of one tool, the latest: it is as if the others were never heard of, and `Normal.cut` says that it was so.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable, Mapping
from typing import Any, Final, NamedTuple

from decidable.check.explore.domains import Domains, Sight, sample
from decidable.core.definition import Kind
from decidable.core.learn import CLAIMS
from decidable.core.made import made
from decidable.core.snapshot import (
    Act,
    Fields,
    Known,
    Occurrence,
    Operation,
    Outcome,
    PlannedCall,
    Proposal,
    Snapshot,
    Timer,
)
from decidable.core.table import EventInfo, Table
from decidable.core.values import Value

VERSION: Final = 1000
CURRENT: Final = 900
INTERRUPTED: Final = 800
OVER: Final = 1
LATEST: Final = -1
"""When a deadline was armed, in a normal snapshot: with the latest ones there."""
BEFORE: Final = -2
"""Before those, or nobody knows in which order."""
ASKED: Final = "asked"
"""The digest of the open question or approved list, in a normal snapshot."""
GONE: Final = "gone"


class Names:
    """How names of one snapshot read in its normal form, and back."""

    def __init__(self) -> None:
        self.operations: dict[str, str] = {}
        self.values: dict[str, list[Value]] = {}
        """Of each group of values: those that appear, in their order."""
        self.digest = ""

    def number(self, group: str, value: Value) -> int:
        """Which of its group this value is, in the order in which they appear."""
        values = self.values.setdefault(group, [])
        if value not in values:
            values.append(value)
        return values.index(value)


class Normal(NamedTuple):
    """A snapshot in normal form, without the packed facts. `cut`: a delivery was left out."""

    snapshot: Snapshot
    packed: tuple[Known | None, ...]
    names: Names
    cut: bool


class Normalizer:
    """Gives the snapshots of one table their normal form. `packed`: facts that are kept apart; `loose`: facts that are
    not kept at all, because what can be known of them is tried anew with every step."""

    def __init__(
        self, table: Table, domains: Domains, packed: tuple[str, ...], loose: frozenset[str], deliveries: int
    ) -> None:
        self._table = table
        self._domains = domains
        self._packed = packed
        self._deliveries = deliveries
        kinds = {kind: _established(table, kind) for kind in (Kind.EVIDENCE, Kind.RESULT)}
        self._evidenced = kinds[Kind.EVIDENCE]
        self._dependent = kinds[Kind.RESULT]
        self._most_strikes = max((info.strikes[1] for info in table.states.values() if info.strikes), default=0)
        self._timers = {name: dict(info.timers) for name, info in table.states.items()}
        self._kept = tuple(
            name for name in table.facts if domains[name].sight is not Sight.NOTHING and name not in loose
        )
        self._supposed = {event: loose_fields(info, loose) for event, info in table.events.items()}
        self._loose_groups = frozenset(domains[name].group for name in loose)

    def normal(self, snapshot: Snapshot) -> Normal:
        """The normal form of a snapshot."""
        names = Names()
        kept, proposal = snapshot.interrupted, snapshot.proposal
        names.digest = proposal.digest if proposal is not None else ""
        entries = {snapshot.entry: CURRENT}
        if kept is not None:
            entries[kept.entry] = INTERRUPTED
        facts, packed = self._facts(snapshot.facts, names)
        operations, cut = self._operations(snapshot, entries, names)
        queue = tuple(self._occurrence(each, entries, names) for each in snapshot.queue)
        interrupted = None
        if kept is not None:
            interrupted = kept._replace(
                entry=INTERRUPTED,
                timers=self._rebased(kept.state, kept.timers),
                held=tuple(self._occurrence(each, entries, names) for each in kept.held),
            )
        normal = Snapshot(
            state=snapshot.state,
            entry=CURRENT,
            version=VERSION,
            seq=VERSION,
            facts=facts,
            strikes=min(snapshot.strikes, self._most_strikes),
            timers=self._rebased(snapshot.state, snapshot.timers),
            operations=operations,
            settled=self._settled(snapshot, names),
            proposal=None if proposal is None else self._proposal(proposal, entries, names),
            queue=queue,
            interrupted=interrupted,
            end=snapshot.end,
            draft=snapshot.draft,
        )
        return Normal(normal, packed, names, cut)

    def _facts(self, facts: Mapping[str, Known], names: Names) -> tuple[dict[str, Known], tuple[Known | None, ...]]:
        found: dict[str, Known] = {}
        for name in self._kept:
            known = facts.get(name)
            if known is not None:
                source = known.source
                if source not in CLAIMS:
                    source = source if name in self._evidenced and source in ("evidence", "initial") else "set"
                elif name not in self._dependent:
                    source = "set"
                else:
                    source = "user"
                found[name] = Known(self.value(name, known.value, names), 0, source, known.depends)
        packed = tuple(found.pop(name, None) for name in self._packed)
        return found, packed

    def value(self, name: str, value: Value, names: Names) -> Value:
        """A value as the normal form holds it."""
        known = self._domains[name]
        if known.sight is not Sight.VALUE and known.sight is not Sight.EQUALITY:
            return known.values[0]
        if known.values:
            return value
        if known.group in self._loose_groups:
            return sample(known.type, known.group, 0)
        return sample(known.type, known.group, names.number(known.group, value))

    def _fields(self, fields: Fields, names: Names) -> dict[str, Value]:
        return {name: self.value(name, value, names) for name, value in sorted(fields.items())}

    def _occurrence(self, waiting: Occurrence, entries: Mapping[int, int], names: Names) -> Occurrence:
        operation = ""
        if waiting.operation:
            operation = names.operations.setdefault(waiting.operation, f"{len(names.operations) + 1}.1")
        approval = waiting.approval and (ASKED if waiting.approval == names.digest else GONE)
        entry = entries.get(waiting.entry, OVER) if waiting.entry else 0
        loose = self._supposed.get(waiting.event, ())
        fields = self._fields({n: value for n, value in waiting.fields.items() if n not in loose}, names)
        return Occurrence(waiting.event, fields, operation=operation, approval=approval, entry=entry)

    def _operations(
        self, snapshot: Snapshot, entries: Mapping[int, int], names: Names
    ) -> tuple[dict[str, Operation], bool]:
        found: dict[str, Operation] = {}
        deliveries: dict[tuple[str, int], int] = {}
        cut = False
        left: dict[tuple[str, int], int] = {}
        for op in snapshot.operations.values():
            if op.act is Act.READ:
                left[op.tool, op.entry] = left.get((op.tool, op.entry), 0) + 1
        for op in _oldest_first(snapshot.operations):
            if op.act is Act.SEND:
                continue
            if op.act is Act.READ and left[op.tool, op.entry] > self._deliveries + 1 and not op.proposal:
                left[op.tool, op.entry] -= 1
                cut = True
                continue
            entry = entries.get(op.entry, OVER)
            args: Fields
            if op.act is Act.SAY:
                gives = str(op.args["gives"])
                evidence = self._table.events[gives].kind is Kind.EVIDENCE
                if entry == OVER and not evidence:
                    continue
                alike = deliveries[gives, entry] = deliveries.get((gives, entry), 0) + 1
                if alike > self._deliveries:
                    cut = True
                    continue
                tool, args = gives, {"gives": gives}
            else:
                tool = op.tool
                args = self._fields(op.args, names) if op.act is Act.READ else dict.fromkeys(sorted(op.args), "")
            id = names.operations[op.id] = f"{len(names.operations) + 1}.1"
            proposal = op.proposal and (ASKED if op.proposal == names.digest else GONE)
            rest = op.status, op.attempt, op.event
            found[id] = made(Operation, (id, op.act, tool, args, entry, op.built_on, proposal, *rest))
        return found, cut

    def _proposal(self, proposal: Proposal, entries: Mapping[int, int], names: Names) -> Proposal:
        steps = tuple(self._step(step, names) for step in proposal.steps)
        wanted = {(event, name) for step in steps for name, event in step.taken.items()}
        outcomes = {
            event: {name: "" for name in sorted(fields) if (event, name) in wanted}
            for event, fields in sorted(proposal.outcomes.items())
            if any(event == of for of, _ in wanted)
        }
        entry, home = entries.get(proposal.entry, OVER), entries.get(proposal.home, OVER) if proposal.home else 0
        return proposal._replace(digest=ASKED, steps=steps, entry=entry, home=home, by="", outcomes=outcomes)

    def _step(self, step: PlannedCall, names: Names) -> PlannedCall:
        write = self._table.tools[step.tool].tool.write
        args: Fields = dict.fromkeys(sorted(step.args), "") if write else self._fields(step.args, names)
        return step._replace(args=args, taken=dict(sorted(step.taken.items())))

    def _settled(self, snapshot: Snapshot, names: Names) -> tuple[Outcome, ...]:
        held = snapshot.interrupted.held if snapshot.interrupted is not None else ()
        about = {each.operation for each in held}
        return tuple(
            Outcome(names.operations[done.operation], done.event, {})
            for done in snapshot.settled
            if done.operation in about
        )

    def _rebased(self, state: str, timers: Iterable[Timer]) -> tuple[Timer, ...]:
        waits = self._timers[state]
        armed = [timer.deadline - waits[timer.event] for timer in timers]
        newest = max(armed, default=BEFORE)
        return tuple(
            Timer(timer.event, waits[timer.event] + (LATEST if at == newest > BEFORE else BEFORE))
            for timer, at in zip(timers, armed, strict=True)
        )


def _oldest_first(operations: Mapping[str, Operation]) -> Iterable[Operation]:
    """In the order in which they were planned, which their names tell."""
    if len(operations) < 2:
        return operations.values()
    return sorted(operations.values(), key=lambda op: tuple(map(int, op.id.split("."))))


def frozen(normal: Snapshot) -> Hashable:
    """A normal snapshot as something that can be a key. (A name has values of one type, so that yes is never taken for 1.)"""
    kept, proposal = normal.interrupted, normal.proposal
    return (
        normal.state,
        tuple(normal.facts.items()),
        normal.strikes,
        normal.timers,
        tuple([(*op[:3], _fixed(op.args), *op[4:]) for op in normal.operations.values()]),
        tuple(done[:2] for done in normal.settled),
        None if proposal is None else _fixed_proposal(proposal),
        _fixed_occurrences(normal.queue),
        None if kept is None else (kept.state, kept.timers, _fixed_occurrences(kept.held)),
        normal.end,
    )


def _fixed(fields: Fields) -> Any:  # a key in the place of a mapping
    return tuple(fields.items())


def _fixed_occurrences(waiting: Iterable[Occurrence]) -> Hashable:
    return tuple(each._replace(fields=_fixed(each.fields)) for each in waiting)


def _fixed_proposal(proposal: Proposal) -> Hashable:
    steps = tuple((step.tool, _fixed(step.args), tuple(step.taken.items()), step.built_on) for step in proposal.steps)
    outcomes = tuple((event, tuple(fields)) for event, fields in proposal.outcomes.items())
    return steps, proposal.entry, proposal.approved, proposal.home, proposal.next, outcomes


def loose_fields(info: EventInfo, loose: Collection[str]) -> tuple[str, ...]:
    """The fields of an event that need not be given and bear the name of a loose fact: they are not kept while it waits."""
    return tuple(name for name in info.types if name in loose and name not in info.required)


def _established(table: Table, kind: Kind) -> frozenset[str]:
    return frozenset(name for info in table.events.values() if info.kind is kind for name in info.establishes)
