"""Operations that a step is not about, and what becomes of them: one trial for all frames that differ in these alone.

Owns: which operations stand by, and putting them back after a step. Never: says what becomes of one; a real step does, which
is taken for each kind of them and each way of moving.

A delivery that is awaited does not matter to a step that is not about it. Nor does a write, but for these: that one is open
(`busy`) is told to the guards of the trial, and one of them has started, so that it stays open whatever the step does; one
whose tool may be started here, one of the open list, and one that deferred or held news is about, are no bystanders. What
becomes of a bystander, whether it is called off and whose entry it belongs to, depends on how the step moves.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterator, Sequence
from typing import TypeAlias

from decidable.check.explore.moves import Course, Deed, Outcome, Progress, Standing, Without
from decidable.check.explore.normal import ASKED
from decidable.check.explore.places import Places
from decidable.core.snapshot import Act, Occurrence, Operation, Snapshot, Status

Fate: TypeAlias = "Callable[[Course, Operation], Operation | None]"
"""What becomes of an operation in a step that goes so; None where it is called off."""


class Bystanders:
    """Takes operations out of frames, and puts them back."""

    def __init__(self, places: Places, fate: Fate, cut: dict[str, None]) -> None:
        self._places = places
        self._fate = fate
        self._cut = cut
        self._frames: dict[tuple[int, tuple[int, ...]], int] = {}
        self._known: dict[object, Standing | None] = {}
        self._targets: dict[object, tuple[int, Sequence[int]]] = {}

    def without(self, number: int, about: int | None, starts: Collection[str]) -> Without | None:
        """A frame without its bystanders in steps that are `about` one of its operations and may start these tools. None
        where there are none."""
        snapshot = self._places.frames[number].snapshot
        heard = {news.operation for news in _waiting(snapshot)}
        others = {
            at: op
            for at, op in enumerate(snapshot.operations.values())
            if at != about and op.id not in heard and (op.act is Act.SAY or _stands_by(op, starts))
        }
        busy = any(op.act is Act.WRITE and op.status is Status.STARTED for op in others.values())
        bystanders = {at: Standing(op, _key(op)) for at, op in others.items() if busy or op.act is Act.SAY}
        if not bystanders:
            return None
        kept = tuple(at for at in range(len(snapshot.operations)) if at not in bystanders)
        return Without(self._with_only(number, kept), kept, bystanders, busy)

    def _with_only(self, number: int, kept: tuple[int, ...]) -> int:
        """A frame with these of its operations."""
        frame = self._frames.get((number, kept))
        if frame is None:
            snapshot = self._places.frames[number].snapshot
            operations = {op.id: op for at, op in enumerate(snapshot.operations.values()) if at in kept}
            normal = self._places.normalizer.normal(snapshot._replace(operations=operations))
            frame = self._frames[number, kept] = self._places.framed(normal)
        return frame

    def with_them(self, without: Without, outcome: Outcome) -> Deed:
        """What is done to the whole frame."""
        deed = outcome.deed
        now = {origin: at for at, origin in enumerate(outcome.origins) if origin is not None}
        placed: list[int | Standing] = []
        operations: list[int | Progress] = []
        for at in range(len(without.kept) + len(without.bystanders)):
            bystander = without.bystanders.get(at)
            if bystander is not None:
                after = self._after(outcome.course, bystander)
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
        frame, left = self._target(deed.target, placed)
        return Deed(deed.changes, frame, tuple([operations[at] for at in left]), deed.seen, deed.owed)

    def _after(self, course: Course, bystander: Standing) -> Standing | None:
        key = course, bystander.key
        if key not in self._known:
            after = self._fate(course, bystander.operation)
            self._known[key] = after and Standing(after, _key(after))
        return self._known[key]

    def _target(self, number: int, placed: Sequence[int | Standing]) -> tuple[int, Sequence[int]]:
        """The frame with these operations, each its own by number or a bystander; and which of them are left there, where
        of alike deliveries not all are awaited."""
        key = (number, tuple([each if isinstance(each, int) else each.key for each in placed]))
        target = self._targets.get(key)
        if target is None:
            whole = _placed(self._places.frames[number].snapshot, placed)
            normal = self._places.normalizer.normal(whole)
            if normal.cut:
                self._cut["deliveries"] = None
            left = [at for at, id in enumerate(whole.operations) if id in normal.names.operations]
            target = self._targets[key] = (self._places.framed(normal), left)
        return target


def _stands_by(op: Operation, starts: Collection[str]) -> bool:
    return op.act is Act.WRITE and op.proposal != ASKED and op.tool not in starts


def _placed(snapshot: Snapshot, placed: Sequence[int | Standing]) -> Snapshot:
    own = list(snapshot.operations.values())
    names: dict[str, str] = {}
    operations: dict[str, Operation] = {}
    for at, each in enumerate(placed, start=1):
        op = own[each] if isinstance(each, int) else each.operation
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
    return op.act, op.tool, op.entry, op.status, op.proposal, op.built_on, tuple(op.args.items())
