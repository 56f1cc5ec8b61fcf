"""Operations that a step is not about, and what becomes of them: one trial for all frames that differ in these alone.

Owns: which operations stand by, and putting them back after a step. Never: says what becomes of one; a real step does, which
is taken for each kind of them and each way of moving.

A write that the step is not about does not matter to it, but for these: that one is open (`busy`) is told to the guards of
the trial, and one of them has started, so that it stays open whatever the step does; one whose tool may be started here, one
of the open list, and one that deferred or held news is about, are no bystanders. What becomes of a bystander, whether it is
called off and whose entry it belongs to, depends on how the step moves.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterator, Sequence
from typing import TypeAlias

from decidable.check.explore.moves import Course, Deed, Outcome, Progress, Without
from decidable.check.explore.normal import ASKED
from decidable.check.explore.places import Places
from decidable.core.snapshot import Act, Occurrence, Operation, Snapshot, Status

Fate: TypeAlias = "Callable[[Course, Operation], Operation | None]"
"""What becomes of an operation in a step that goes so; None where it is called off."""


class Bystanders:
    """Takes operations out of frames, and puts them back."""

    def __init__(self, places: Places, fate: Fate) -> None:
        self._places = places
        self._fate = fate
        self._targets: dict[object, int] = {}

    def without(self, number: int, about: int | None, starts: Collection[str]) -> Without | None:
        """A frame without its bystanders in steps that are `about` one of its operations and may start these tools. None
        where none of them has started."""
        snapshot = self._places.frames[number].snapshot
        heard = {news.operation for news in _waiting(snapshot)}
        bystanders = {
            at: op
            for at, op in enumerate(snapshot.operations.values())
            if at != about
            and op.act is Act.WRITE
            and op.proposal != ASKED
            and op.tool not in starts
            and op.id not in heard
        }
        if not any(op.status is Status.STARTED for op in bystanders.values()):
            return None
        kept = {op.id: op for at, op in enumerate(snapshot.operations.values()) if at not in bystanders}
        frame = self._places.framed(self._places.normalizer.normal(snapshot._replace(operations=kept)))
        at_all = range(len(snapshot.operations))
        return Without(frame, tuple(at for at in at_all if at not in bystanders), bystanders)

    def with_them(self, without: Without, outcome: Outcome) -> Deed:
        """What is done to the whole frame."""
        deed = outcome.deed
        now = {origin: at for at, origin in enumerate(outcome.origins) if origin is not None}
        placed: list[int | Operation] = []
        operations: list[int | Progress] = []
        for at in range(len(without.kept) + len(without.bystanders)):
            bystander = without.bystanders.get(at)
            if bystander is not None:
                after = self._fate(outcome.course, bystander)
                if after is not None:
                    placed.append(after)
                    operations.append(at)
            elif (target := now.get(without.kept.index(at))) is not None:
                placed.append(target)
                how_far = deed.operations[target]
                operations.append(at if isinstance(how_far, int) else how_far)
        for target, origin in enumerate(outcome.origins):
            if origin is None:
                placed.append(target)
                operations.append(deed.operations[target])
        return deed._replace(target=self._target(deed.target, placed), operations=tuple(operations))

    def _target(self, number: int, placed: Sequence[int | Operation]) -> int:
        """The frame with these operations, each its own by number or a bystander."""
        key = (number, tuple(each if isinstance(each, int) else _key(each) for each in placed))
        target = self._targets.get(key)
        if target is None:
            whole = _placed(self._places.frames[number].snapshot, placed)
            target = self._targets[key] = self._places.framed(self._places.normalizer.normal(whole))
        return target


def _placed(snapshot: Snapshot, placed: Sequence[int | Operation]) -> Snapshot:
    own = list(snapshot.operations.values())
    names: dict[str, str] = {}
    operations: dict[str, Operation] = {}
    for at, each in enumerate(placed, start=1):
        op = own[each] if isinstance(each, int) else each
        if isinstance(each, int):
            names[op.id] = f"{at}.1"
        operations[f"{at}.1"] = op._replace(id=f"{at}.1")
    for settled, name in enumerate(dict.fromkeys(_heard(snapshot)), start=len(placed) + 1):
        names.setdefault(name, f"{settled}.1")

    def renamed(waiting: Occurrence) -> Occurrence:
        return waiting._replace(operation=names[waiting.operation]) if waiting.operation else waiting

    kept = snapshot.interrupted
    return snapshot._replace(
        operations=operations,
        queue=tuple(map(renamed, snapshot.queue)),
        interrupted=kept and kept._replace(held=tuple(map(renamed, kept.held))),
        settled=tuple(done._replace(operation=names[done.operation]) for done in snapshot.settled),
    )


def _waiting(snapshot: Snapshot) -> Iterator[Occurrence]:
    yield from snapshot.queue
    if snapshot.interrupted is not None:
        yield from snapshot.interrupted.held


def _heard(snapshot: Snapshot) -> Iterator[str]:
    """The operations that are named beside the open ones."""
    yield from (waiting.operation for waiting in _waiting(snapshot) if waiting.operation)
    yield from (done.operation for done in snapshot.settled)


def _key(op: Operation) -> Hashable:
    return op.tool, op.entry, op.status, op.proposal, op.built_on, tuple(op.args)
