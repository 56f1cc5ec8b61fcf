"""The store contract: everything that stands beside a journal, but for the inbox.

Owns: the cases about timers, operations, approvals, attention, words and the gate.
Never: knows which store it is tried on.
"""

from __future__ import annotations

from decidable.core import records as r
from decidable.core.definition import End
from decidable.core.snapshot import Occurrence, Timer
from decidable.errors import StoreError
from decidable.stores.derive import operation_key
from decidable.stores.port import (
    ApprovalStatus,
    DueTimer,
    GateDecision,
    Head,
    HeardText,
    RunKey,
    Said,
    Store,
)
from decidable.testing.store_contract_run import KEY, Writer, moved, planned, proposed, refused


def a_timer_is_due_once(store: Store) -> None:
    """From its deadline on, until the step that takes it; a move away disarms it."""
    writer = Writer(store)
    other = RunKey("acme", "r-2")
    head = writer.begin(timers=(Timer("after 30m", 5_000), Timer("after 1h", 9_000)))
    writer.begin(other, timers=(Timer("after 30m", 4_000),))
    assert store.next_deadline() == 4_000
    assert store.due(3_999) == ()
    first, second = DueTimer(other, "after 30m", 1, 4_000), DueTimer(KEY, "after 30m", 1, 5_000)
    assert store.due(5_000) == (first, second)
    assert store.due(5_000, limit=1) == (first,)
    stay = moved(head.snapshot, event="after 30m", entry=1)._replace(verdict=r.Verdict.STAY, target="")
    head = writer.commit(head, stay)
    assert store.due(8_000) == (first,)
    writer.commit(head, moved(head.snapshot))
    assert store.due(99_000) == (first,)
    head = _head(store, other)
    writer.commit(head, moved(head.snapshot, "done"), r.Ended(End.COMPLETED, 1))
    assert (store.due(99_000), store.next_deadline()) == ((), None)


def an_interrupted_timer_fires_on_return(store: Store) -> None:
    """It stands during the interruption, is due once there, and again after the way back."""
    writer = Writer(store)
    head = writer.begin(timers=(Timer("after 30m", 5_000),))
    head = writer.commit(
        head, moved(head.snapshot, "degraded", way=r.Way.INTERRUPT, timers=(Timer("after 5m", 6_000),))
    )
    timer = DueTimer(KEY, "after 30m", 1, 5_000)
    assert store.due(6_000) == (timer, DueTimer(KEY, "after 5m", 2, 6_000))
    head = writer.commit(head, r.Noted(r.Note.WAITING, Occurrence("after 30m", entry=1), "interrupted"))
    assert store.due(5_500) == ()
    head = writer.commit(head, r.Struck(1))
    assert (store.due(5_500), store.next_deadline()) == ((), 6_000)
    writer.commit(head, moved(head.snapshot, way=r.Way.BACK))
    assert store.due(6_000) == (timer,)
    assert store.verify(KEY) == 5


def operations_stay_open_until_they_settle(store: Store) -> None:
    """Also after the end of their run. Their key for the outside is never that of another operation."""
    writer = Writer(store)
    head = writer.begin()
    head = writer.commit(head, planned("2.1"), planned("2.2", "pay"), planned("2.3", "text"), planned("2.4", "call"))
    head = writer.commit(head, r.Started("2.1", 1, 5), r.Unanswered("2.1"), r.Retried("2.1"), r.Started("2.1", 2, 6))
    assert [op.id for op in store.open_operations(KEY)] == ["2.1", "2.2", "2.3", "2.4"]
    assert store.open_operations(KEY)[0].attempt == 2
    head = writer.commit(head, r.Settled("2.2", "paid", {"ref": "x"}, True), r.Withdrawn(("2.3", "2.4"), "left"))
    head = writer.commit(head, moved(head.snapshot, "done"), r.Ended(End.FAILED, 9))
    assert [op.id for op in store.open_operations(KEY)] == ["2.1"]
    assert store.runs_with_work() == (KEY,)
    writer.commit(head, r.Settled("2.1", "committed", {}, True))
    assert (store.open_operations(KEY), store.runs_with_work()) == ((), ())
    assert store.verify(KEY) == head.snapshot.seq + 1
    with refused(StoreError, "no run"):
        store.open_operations(RunKey("acme", "none"))
    keys = {operation_key(store.store_id, key, "2.1") for key in (RunKey("a/b", "c"), RunKey("a", "b/c"), KEY)}
    assert len(keys) == 3


def a_proposal_has_one_answer(store: Store) -> None:
    """Open, then approved, denied, expired or withdrawn; an approval stays one when the rest is dropped."""
    writer = Writer(store)
    head = writer.begin()
    question = Said("s-1", "Book for five?", "ask", 1, digest="d1")
    head = writer.commit(head, proposed("d1"), said=[question], at=3_000)
    opened = store.approvals(KEY)
    assert [(row.digest, row.status, row.question, row.asked_at) for row in opened] == [
        ("d1", ApprovalStatus.OPEN, "Book for five?", 3_000)
    ]
    head = writer.commit(head, said=[question._replace(id="s-2", text="Once more: five?")])
    head = writer.commit(head, r.Approved("d1", "ann", 2), at=4_000)
    head = writer.commit(head, r.Dropped("d1", "a fact changed"), at=5_000)
    for number, why in enumerate(("expired at noon", "denied by ann", "the state was left"), 2):
        head = writer.commit(head, proposed(f"d{number}"))
        head = writer.commit(head, r.Dropped(f"d{number}", why))
    head = writer.commit(head, proposed("d4"), proposed("d4"))
    assert [row.status for row in store.approvals(KEY)][-2:] == [ApprovalStatus.WITHDRAWN, ApprovalStatus.OPEN]
    writer.commit(head, moved(head.snapshot, "done"), r.Ended(End.CANCELLED, 9), at=9_000)
    rows = store.approvals(KEY)
    assert [row.status.value for row in rows] == ["approved", "expired", "denied", "withdrawn", "withdrawn"]
    assert rows[0] == opened[0]._replace(status=ApprovalStatus.APPROVED, by="ann", answered_at=4_000)
    assert rows[4].answered_at == 9_000
    assert store.verify(KEY) > 0


def what_is_raised_waits_for_a_person(store: Store) -> None:
    """Numbered across runs; gone from the open list once it is dealt with, and the first time counts."""
    writer = Writer(store)
    other = RunKey("acme", "r-2")
    head = writer.begin()
    writer.begin(other)
    writer.commit(_head(store, other), r.Raised("a contradiction", operation="2.1"), at=3_000)
    about = Occurrence("paid", operation="2.2")
    writer.commit(head, r.Struck(1), r.Raised("a late answer", about), r.Raised("nobody asked"), at=4_000)
    items = store.attention()
    assert [(i.key, i.seq, i.why, i.operation, i.at) for i in items] == [
        (other, 2, "a contradiction", "2.1", 3_000),
        (KEY, 3, "a late answer", "2.2", 4_000),
        (KEY, 4, "nobody asked", "", 4_000),
    ]
    store.resolve_attention(items[1].number, 6_000, writer.epoch)
    store.resolve_attention(items[1].number, 7_000, writer.epoch)
    assert store.attention() == (items[0], items[2])
    assert store.attention(open_only=False)[1] == items[1]._replace(resolved_at=6_000)
    with refused(StoreError, "no attention item"):
        store.resolve_attention(99, 1, writer.epoch)
    assert (store.verify(KEY), store.verify(other)) == (4, 2)


def words_are_numbered_and_delivered(store: Store) -> None:
    """Heard before said, in one numbering; the outbox keeps its order until each has reached the channel."""
    writer = Writer(store)
    head = writer.begin(said=(Said("s-1", "Hello", "greeting", 1),))
    heard = HeardText("m-1", "for five", "ann", 2, "details(party=5)")
    said = (Said("s-3", "Looking", "looking", 3, "2.1"), Said("s-2", "Five?", "ask", 3, digest="d1"))
    head = writer.commit(head, moved(head.snapshot), heard=heard, said=said)
    first, *rest = store.said(KEY)
    numbers = [first.number, store.heard(KEY)[0].number, *(words.number for words in rest)]
    assert numbers == sorted(set(numbers))
    assert store.heard(KEY) == (heard._replace(number=numbers[1]),)
    assert [words.id for words in store.undelivered(KEY)] == ["s-1", "s-3", "s-2"]
    assert store.said(KEY, limit=2) == store.said(KEY)[1:]
    assert store.heard(KEY, limit=5) == store.heard(KEY)
    store.delivered(KEY, "s-3", 8_000, writer.epoch)
    store.delivered(KEY, "s-3", 9_000, writer.epoch)
    assert [words.id for words in store.undelivered(KEY)] == ["s-1", "s-2"]
    assert store.said(KEY)[1] == said[0]._replace(delivered_at=8_000, number=numbers[2])
    with refused(StoreError, "no message"):
        store.delivered(KEY, "s-9", 1, writer.epoch)
    assert store.verify(KEY) == 2


def the_gate_is_remembered(store: Store) -> None:
    """Every decision with its grounds, in order; those of one operation where asked for."""
    writer = Writer(store)
    head = writer.begin()
    no = GateDecision("2.1", False, "not approved", '{"line":12}', 5)
    yes, other = no._replace(permitted=True, why="", at=6), no._replace(operation="2.2")
    head = writer.commit(head, r.Struck(1), gate=[no, other])
    writer.commit(head, r.Struck(2), gate=[yes])
    assert store.gate_decisions(KEY) == (no, other, yes)
    assert store.gate_decisions(KEY, "2.1") == (no, yes)
    assert store.gate_decisions(KEY, "9.9") == ()


def _head(store: Store, key: RunKey) -> Head:
    head = store.head(key)
    assert head is not None
    return head


CASES = (
    a_timer_is_due_once,
    an_interrupted_timer_fires_on_return,
    operations_stay_open_until_they_settle,
    a_proposal_has_one_answer,
    what_is_raised_waits_for_a_person,
    words_are_numbered_and_delivered,
    the_gate_is_remembered,
)
