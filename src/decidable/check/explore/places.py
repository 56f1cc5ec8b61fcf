"""The places of a search, numbered as they are met: frames, controls, and what steps show.

Owns: which snapshots are the same place, and their numbers. Never: moves; `space` does.

How far an operation is that a step is not about does not matter to it, once it is started: so a *frame* leaves it open, and
a *control* is a frame with that.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence

from decidable.check.explore.moves import Control, Frame, Progress
from decidable.check.explore.normal import Normal, Normalizer, frozen
from decidable.check.explore.packing import Bits, Layout
from decidable.check.rules.seen import Seen
from decidable.core.snapshot import Known, Operation, Status


class Places:
    """Everything that was met of one machine. `packed`: what can be known of each packed fact."""

    def __init__(
        self, normalizer: Normalizer, packed: Mapping[str, tuple[Known | None, ...]], wants: Callable[[Seen], bool]
    ) -> None:
        self.normalizer = normalizer
        self.packed = tuple(packed)
        self.knowns = tuple(packed.values())
        self.codes = [{known: code for code, known in enumerate(knowns)} for knowns in self.knowns]
        self.layout = Layout([len(knowns) for knowns in self.knowns])
        self.frames: list[Frame] = []
        self.controls: list[Control] = []
        self.shown: list[tuple[Seen, ...]] = []
        self._wants = wants
        self._frames: dict[object, int] = {}
        self._controls: dict[tuple[int, tuple[Progress, ...]], int] = {}
        self._shown: dict[tuple[Seen, ...], int] = {}

    def place(self, normal: Normal) -> tuple[int, int]:
        """The control and the valuation of a normal snapshot."""
        codes = [codes[known] for codes, known in zip(self.codes, normal.packed, strict=True)]
        operations = tuple(progress(op) for op in normal.snapshot.operations.values())
        return self.control(self.framed(normal), operations), self.layout.number(codes)

    def is_at(self, normal: Normal, control: int, valuation: int) -> bool:
        """Whether a run is there; when its deadlines were armed it may know better than the path."""
        at, values = self.place(normal)
        if values != valuation or at == control:
            return values == valuation
        one, other = self.controls[at], self.controls[control]
        return one.operations == other.operations and _timeless(self.frame(at)) == _timeless(self.frame(control))

    def state(self, control: int) -> str:
        """The state of a control."""
        return self.frame(control).snapshot.state

    def frame(self, control: int) -> Frame:
        """The frame of a control."""
        return self.frames[self.controls[control].frame]

    def framed(self, normal: Normal) -> int:
        """The number of the frame of a normal snapshot."""
        snapshot = normal.snapshot
        if snapshot.operations:
            snapshot = snapshot._replace(operations={id: _open(op) for id, op in snapshot.operations.items()})
        number = self._frames.setdefault(frozen(snapshot), len(self.frames))
        if number == len(self.frames):
            present = {group: len(values) for group, values in normal.names.values.items()}
            self.frames.append(Frame(snapshot, present))
        return number

    def control(self, frame: int, operations: tuple[Progress, ...]) -> int:
        """The number of a frame with its operations that far."""
        number = self._controls.get((frame, operations))
        if number is None:
            number = self._controls[frame, operations] = len(self.controls)
            self.controls.append(Control(frame, operations))
        return number

    def shows(self, shown: tuple[Seen, ...]) -> int:
        """The number of what a step shows."""
        number = self._shown.get(shown)
        if number is None:
            wanted = tuple(each for each in shown if self._wants(each))
            number = self._shown[shown] = self._shown.setdefault(wanted, len(self.shown))
            if number == len(self.shown):
                self.shown.append(wanted)
        return number

    def told(self, facts: Mapping[str, Known], values: Sequence[int]) -> dict[str, Known]:
        """Facts, and packed ones with these values."""
        whole = dict(facts)
        for name, knowns, value in zip(self.packed, self.knowns, values, strict=True):
            known = knowns[value]
            if known is not None:
                whole[name] = known
        return whole

    def holding(self, control: int, fact: str) -> Bits:
        """The valuations of a control in which a fact is known to be true."""
        if fact in self.packed:
            at = self.packed.index(fact)
            found = 0
            for code, known in enumerate(self.knowns[at]):
                if known is not None and known.value is True:
                    found |= self.layout.has(at, code)
            return found
        known = self.frame(control).snapshot.facts.get(fact)
        return self.layout.all if known is not None and known.value is True else 0


def progress(op: Operation) -> Progress:
    """How far an operation is."""
    return op.status, op.attempt


def _timeless(frame: Frame) -> Hashable:
    snapshot, kept = frame.snapshot, frame.snapshot.interrupted
    snapshot = snapshot._replace(timers=tuple(timer._replace(deadline=0) for timer in snapshot.timers))
    if kept is not None:
        timers = tuple(timer._replace(deadline=0) for timer in kept.timers)
        snapshot = snapshot._replace(interrupted=kept._replace(timers=timers))
    return frozen(snapshot)


def _open(op: Operation) -> Operation:
    """An operation of which it is open how far it is, unless it could still be called off."""
    if op.status is Status.PLANNED:
        return op if not op.attempt else op._replace(attempt=0)
    return op if op.status is Status.STARTED and op.attempt == 1 else op._replace(status=Status.STARTED, attempt=1)
