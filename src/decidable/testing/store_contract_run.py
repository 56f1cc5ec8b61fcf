"""Real steps for a store under test: records of the core, folded by the core, committed as a runtime would.

Owns: the runs that the store contract is tried on, and `refused`. Never: knows which store it is.
"""

from __future__ import annotations

from functools import reduce
from typing import Any, Final, Generic, Self, TypeVar

from decidable.core import records as r
from decidable.core.evolve import evolve, replay
from decidable.core.snapshot import Act, Known, Occurrence, Operation, PlannedCall, Proposal, Snapshot, Timer
from decidable.core.values import Money
from decidable.stores.port import Commit, Head, RunKey, Said, Store

KEY: Final = RunKey("acme", "r-1")
FINGERPRINT: Final = "f00dfeedf00dfeed"

E = TypeVar("E", bound=Exception)


class Writer:
    """The one writer of a store: claims it, and commits what the records lead to."""

    def __init__(self, store: Store) -> None:
        self.store: Final = store
        self.epoch = store.claim("contract")

    def begin(
        self,
        key: RunKey = KEY,
        *,
        conversation: str = "talk",
        machine: str = "booking",
        at: int = 1_000,
        timers: tuple[Timer, ...] = (),
        said: tuple[Said, ...] = (),
    ) -> Head:
        """A run with a fact or two, in the state `gather`."""
        facts = {"party": Known(4, 1, "start"), "deposit": Known(Money("20.00 USD"), 1, "start", ("party",))}
        record = r.Begun(machine, FINGERPRINT, at, "gather", facts, timers)
        head = Head(key, conversation, machine, FINGERPRINT, replay([record]), self.epoch, "", at, at)
        return self.store.begin(head, [record], said)

    def commit(self, head: Head, *records: r.JournalRecord, **more: Any) -> Head:
        """One step of these records on `head`. `more`: other fields of the commit (`Any`: it has many types)."""
        return self.store.commit(self.step(head, *records, **more))

    def step(self, head: Head, *records: r.JournalRecord, **more: Any) -> Commit:
        """The commit itself."""
        given = {"epoch": self.epoch, "fingerprint": FINGERPRINT, "at": head.updated_at + 1, **more}
        return Commit(head.key, head.snapshot.seq, records=records, snapshot=after(head.snapshot, *records), **given)


def after(snapshot: Snapshot, *records: r.JournalRecord) -> Snapshot:
    """The snapshot that the records lead to."""
    return reduce(evolve, records, snapshot)


def moved(
    snapshot: Snapshot,
    target: str = "search",
    *,
    event: str = "details",
    id: str = "",
    entry: int = 0,
    timers: tuple[Timer, ...] = (),
    way: r.Way = r.Way.ENTER,
) -> r.Decided:
    """A move, decided by a line."""
    occurrence = Occurrence(event, {"party": 5, "note": "Zoë"}, 2_000, id, "ann", entry=entry)
    return r.Decided(
        snapshot.version + 1,
        snapshot.state,
        occurrence,
        r.Verdict.MOVE,
        "all is known",
        12,
        "named",
        target,
        way,
        timers,
    )


def planned(id: str, tool: str = "reserve_table", entry: int = 1) -> r.Planned:
    """A write that is intended."""
    return r.Planned(Operation(id, Act.WRITE, tool, {"party": 5}, entry, ("party",)))


def proposed(digest: str) -> r.Proposed:
    """A list of one that a person is asked to approve."""
    return r.Proposed(Proposal(digest, (PlannedCall("reserve_table", {"party": 5}, {}, ("party",)),), 1))


class refused(Generic[E]):  # noqa: N801 - it reads as a word: `with refused(StoreError, "no run"):`
    """Passes when the block raises exactly this error with these words in its message; `error` is what was raised."""

    error: E

    def __init__(self, expected: type[E], *words: str) -> None:
        self.expected = expected
        self.words = words

    def __enter__(self) -> Self:
        return self

    def __exit__(self, type_: object, raised: BaseException | None, trace: object) -> bool:
        assert raised is not None, f"{self.expected.__name__} expected, and nothing was raised"
        if not isinstance(raised, self.expected):
            return False
        missing = [word for word in self.words if word not in str(raised)]
        assert type(raised) is self.expected, f"{self.expected.__name__} expected, not {raised!r}"
        assert not missing, f"the message {str(raised)!r} does not say {missing}"
        self.error = raised
        return True
