"""What an event teaches: which facts it establishes, which it contradicts, and what becomes unknown by that.

Owns: provenance, dependence and invalidation. Never: decides whether the event is accepted; guards look at the result
before anything is recorded.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Final, NamedTuple

from decidable.core.definition import Kind
from decidable.core.made import made
from decidable.core.snapshot import Act, Fields, Known, Occurrence, Operation, Snapshot
from decidable.core.table import EventInfo
from decidable.core.values import fits

CLAIMS: Final = frozenset({Kind.USER.value, Kind.ANSWER.value, Kind.CHOICE.value})
"""Sources whose facts are claims; everything else, `start` and `set` included, is authority."""


class Lesson(NamedTuple):
    """What accepting an event would change."""

    learned: Mapping[str, Known]
    changed: tuple[str, ...]
    """Facts whose value differs now."""
    lost: tuple[str, ...]
    """Facts that depended on a changed one."""
    kept: tuple[str, ...]
    """Facts that the evidence contradicts; the known value stands."""
    facts: Mapping[str, Known]
    """The facts as guards see them: overlaid with what this would teach, without what it would lose."""


def learn(snapshot: Snapshot, info: EventInfo, occurrence: Occurrence, operation: Operation | None) -> Lesson:
    """What this occurrence would establish, were it accepted now."""
    facts, fields = snapshot.facts, occurrence.fields
    learned: dict[str, Known] = {}
    replaced: list[str] = []
    equal: list[str] = []
    kept: list[str] = []
    record, source = snapshot.seq + 1, info.source
    for name in info.establishes:
        if name not in fields:
            continue
        value, old = fields[name], facts.get(name)
        if old is not None:
            if old.value == value:
                equal.append(name)
                continue
            if info.kind is Kind.EVIDENCE and not _replaces(old, operation, name):
                kept.append(name)
                continue
            replaced.append(name)
        depends = () if operation is None else _depends(name, info, operation)
        learned[name] = made(Known, (value, record, source, depends))
    changed = tuple(learned)
    # Nothing depends on a fact that was unknown: what depended on it was lost with it.
    lost = dependents(facts, replaced, (*changed, *equal, *kept)) if replaced else ()
    for name in equal:
        again = Known(fields[name], record, source, () if operation is None else _depends(name, info, operation))
        if _better(again, facts[name]) or not {*changed, *lost}.isdisjoint(facts[name].depends):
            learned[name] = again
    overlay = facts
    if learned:
        overlay = {**facts, **learned}
        for name in lost:
            del overlay[name]
    return made(Lesson, (learned, changed, lost, tuple(kept), overlay))


def _better(new: Known, old: Known) -> bool:
    """An equal value is no change, but it may be better founded now: a claim becomes authority, anything evidence, and
    what depended on a question stands by itself."""
    if new.source in CLAIMS or old.source == Kind.EVIDENCE:
        return False
    return new.source == Kind.EVIDENCE or old.source in CLAIMS or (bool(old.depends) and not new.depends)


def _depends(name: str, info: EventInfo, operation: Operation) -> tuple[str, ...]:
    """Only what a read says depends on what it was asked. An argument that it repeats depends on no other such one:
    what a person said of the day still holds when they change the hour."""
    if operation.act is not Act.READ or info.kind is Kind.EVIDENCE:
        return ()
    if name in operation.built_on:
        return tuple(arg for arg in operation.built_on if arg not in info.establishes)
    return operation.built_on


def _replaces(old: Known, operation: Operation | None, name: str) -> bool:
    """A fact that was its own operation's argument (a change returns a new reservation id), or an initial value, which
    nobody has ever said."""
    return old.source == "initial" or (operation is not None and name in operation.args)


def dependents(facts: Mapping[str, Known], changed: Iterable[str], spared: Collection[str]) -> tuple[str, ...]:
    """The facts that become unknown when others change, transitively; never those the same event established."""
    depending = {name: known.depends for name, known in facts.items() if known.depends and name not in spared}
    if not depending:
        return ()
    lost: dict[str, None] = {}
    frontier = set(changed)
    while frontier:
        reached = sorted(name for name, depends in depending.items() if not frontier.isdisjoint(depends))
        for name in reached:
            lost[name] = None
            del depending[name]
        frontier = set(reached)
    return tuple(lost)


def fields_problem(info: EventInfo, fields: Fields) -> str:
    """Why these fields do not make the event, or nothing."""
    for name, value in fields.items():
        type_ = info.types.get(name)
        if type_ is None:
            return f"'{info.name}' has no field '{name}'"
        if not fits(value, type_):
            return f"'{name}' of '{info.name}' is not {type_}"
    for name in info.required:
        if name not in fields:
            return f"'{info.name}' needs {', '.join(sorted(info.required.difference(fields)))}"
    return ""
