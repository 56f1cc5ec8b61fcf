"""What a store in memory holds, and every read of it.

Owns: the runs as plain values, the one lock, and the read half of the port. Never: changes a run; that is `memory`.
"""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from os import urandom
from typing import Final

from decidable.core.snapshot import Operation
from decidable.journal.chain import START
from decidable.stores import refusals
from decidable.stores.memory_run import MemoryRun
from decidable.stores.port import (
    ApprovalRow,
    Arrival,
    AttentionItem,
    DueTimer,
    GateDecision,
    Head,
    HeardText,
    JournalRow,
    RunKey,
    RunSummary,
    Said,
)
from decidable.stores.shown import check_chain, journal_rows


class MemoryReads:
    """The read half of `Memory`. `entropy`: where salts and the store's id come from."""

    def __init__(self, *, entropy: Callable[[int], bytes] = urandom) -> None:
        self.store_id: Final = entropy(8).hex()
        self._entropy = entropy
        self._lock = threading.Lock()
        self._epoch = 0
        self._runs: dict[RunKey, MemoryRun] = {}
        self._definitions: dict[str, tuple[str, str]] = {}
        self._attention: list[AttentionItem] = []
        self._words = 0
        self._closed = False

    @contextmanager
    def _open(self) -> Iterator[None]:
        with self._lock:
            if self._closed:
                raise refusals.closed()
            yield

    def _run(self, key: RunKey) -> MemoryRun:
        run = self._runs.get(key)
        if run is None:
            raise refusals.no_run(key)
        return run

    def _armed(self) -> list[DueTimer]:
        armed = [
            DueTimer(key, timer.event, timer.entry, timer.deadline)
            for key, run in self._runs.items()
            for timer in run.timers
            if not timer.noted
        ]
        return sorted(armed, key=lambda timer: timer.deadline)

    def get_definition(self, fingerprint: str) -> str | None:
        """A kept definition, or None."""
        with self._open():
            kept = self._definitions.get(fingerprint)
            return kept[1] if kept else None

    def head(self, key: RunKey) -> Head | None:
        """A run as it stands, or None."""
        with self._open():
            run = self._runs.get(key)
            return run.head if run else None

    def find(self, run: str) -> tuple[RunKey, ...]:
        """The keys of the runs whose name is `run` or begins with it, in any tenant."""
        with self._open():
            return tuple(
                sorted((key for key in self._runs if key.run.startswith(run)), key=lambda k: (k.run, k.tenant))
            )

    def in_conversation(self, tenant: str, conversation: str) -> tuple[RunKey, ...]:
        """The runs of a conversation, oldest first."""
        with self._open():
            return tuple(
                key for key, run in self._runs.items() if (key.tenant, run.head.conversation) == (tenant, conversation)
            )

    def runs(self, *, open_only: bool = False, limit: int = 100) -> tuple[RunSummary, ...]:
        """Runs, the most recently changed first."""
        with self._open():
            found = [run.summary for run in self._runs.values() if not (open_only and run.head.snapshot.end)]
            found.reverse()
            return tuple(sorted(found, key=lambda line: -line.updated_at)[:limit])

    def count_by_state(self) -> Mapping[tuple[str, str], int]:
        """How many open runs stand in each (machine, state)."""
        with self._open():
            heads = [run.head for run in self._runs.values() if run.head.snapshot.end is None]
            return Counter((head.machine, head.snapshot.state) for head in heads)

    def history(self, key: RunKey, *, after: int = 0, limit: int = 0) -> tuple[JournalRow, ...]:
        """The journal from `after` on, every row checked."""
        with self._open():
            entries = self._run(key).entries
            before = entries[after - 1].check if 0 < after <= len(entries) else START
            return journal_rows(key, entries[after : after + limit if limit else None], (after, before))

    def verify(self, key: RunKey) -> int:
        """Check a whole chain against the head and return its length."""
        with self._open():
            run = self._run(key)
            return check_chain(run.head, run.entries)

    def waiting(self, key: RunKey) -> tuple[Arrival, ...]:
        """The inbox rows not yet consumed, oldest first."""
        with self._open():
            return self._run(key).waiting

    def runs_with_work(self) -> tuple[RunKey, ...]:
        """Runs with waiting arrivals, unsettled operations or undelivered words, oldest first."""
        with self._open():
            return tuple(key for key, run in self._runs.items() if run.has_work)

    def open_operations(self, key: RunKey) -> tuple[Operation, ...]:
        """A run's unsettled operations, also after its end."""
        with self._open():
            return tuple(self._run(key).head.snapshot.operations.values())

    def due(self, now: int, limit: int = 100) -> tuple[DueTimer, ...]:
        """Deadlines that have passed, the earliest first."""
        with self._open():
            return tuple([timer for timer in self._armed() if timer.deadline <= now][:limit])

    def next_deadline(self) -> int | None:
        """The earliest armed deadline."""
        with self._open():
            return next((timer.deadline for timer in self._armed()), None)

    def undelivered(self, key: RunKey) -> tuple[Said, ...]:
        """The outbox of a run, oldest first."""
        with self._open():
            return self._run(key).undelivered

    def said(self, key: RunKey, *, limit: int = 0) -> tuple[Said, ...]:
        """What was said in a run; the last `limit` where given."""
        with self._open():
            return tuple(self._run(key).said[-limit:])

    def heard(self, key: RunKey, *, limit: int = 0) -> tuple[HeardText, ...]:
        """What was heard in a run; the last `limit` where given."""
        with self._open():
            return tuple(self._run(key).heard[-limit:])

    def approvals(self, key: RunKey) -> tuple[ApprovalRow, ...]:
        """The proposals of a run, oldest first."""
        with self._open():
            return self._run(key).approvals

    def attention(self, *, open_only: bool = True) -> tuple[AttentionItem, ...]:
        """What waits for a person, oldest first."""
        with self._open():
            return tuple(item for item in self._attention if not (open_only and item.resolved_at))

    def gate_decisions(self, key: RunKey, operation: str = "") -> tuple[GateDecision, ...]:
        """Why operations were permitted or refused, oldest first."""
        with self._open():
            return tuple(row for row in self._run(key).gate if operation in {"", row.operation})

    def ignored(self, key: RunKey) -> Mapping[str, int]:
        """How often each event was dropped as irrelevant."""
        with self._open():
            return dict(self._run(key).ignored)

    def close(self) -> None:
        """Refuse everything from here on."""
        with self._lock:
            self._closed = True
