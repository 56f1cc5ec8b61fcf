"""A store with something of everything in it, and everything the port tells about it."""

from __future__ import annotations

from collections.abc import Iterable

from decidable.core import records as r
from decidable.core.snapshot import Occurrence, Timer
from decidable.stores.port import (
    Arrival,
    ArrivalKind,
    Commit,
    GateDecision,
    Head,
    HeardText,
    RunKey,
    Said,
    Store,
)
from decidable.testing.store_contract_run import FINGERPRINT, Writer, moved, planned, proposed

KEYS = tuple(RunKey("acme", f"r-{number}") for number in range(4))


def full_step(writer: Writer, head: Head, id: str) -> Commit:
    """One step that writes into every table."""
    version = head.snapshot.version + 1
    records = (
        moved(head.snapshot, "search", id=id, timers=(Timer("after 30m", 9_000 + version),)),
        planned(f"{version}.1"),
        proposed(f"d-{id}"),
        r.Struck(1),
        r.Raised("look at this", Occurrence("paid", operation=f"{version}.1")),
    )
    words = (Said(f"s-{id}", f"Shall I, {id}?", "ask", 3, digest=f"d-{id}"), Said(f"t-{id}", "So.", "so", 3, "1.1"))
    return writer.step(
        head,
        *records,
        event_id=id,
        arrival=Arrival(id, ArrivalKind.MESSAGE, "a table, please", 2, "ann"),
        heard=HeardText(id, "a table, please", "ann", 2, "details"),
        said=words,
        gate=[GateDecision(f"{version}.1", True, "permitted", '{"line":12}', 4)],
        ignored=["rain"],
    )


def fill(store: Store, steps: int = 12) -> Writer:
    """Several runs, each with a few full steps, and an arrival that waits."""
    writer = Writer(store)
    store.put_definition(FINGERPRINT, "booking", '{"name":"booking","rules":["never pay before asking"]}')
    for key in KEYS:
        head = writer.begin(key, said=(Said("s-0", "Hello", "greeting", 1),))
        for number in range(steps):
            head = store.commit(full_step(writer, head, f"m-{number}"))
        store.delivered(key, "s-m-0", 7_000, writer.epoch)
        store.offer(key, Arrival("waits", ArrivalKind.EVENT, '{"e":"paid"}', 5, "bank", seen=3))
    store.post("acme", "talk", "booking", Arrival("@x/2.1", ArrivalKind.SENT, '{"e":"paid"}', 6, "billing x"))
    store.forget_body(KEYS[0], 3)
    store.resolve_attention(2, 8_000, writer.epoch)
    return writer


def everything(store: Store, keys: Iterable[RunKey] = KEYS) -> list[object]:
    """Every answer of the port."""
    told: list[object] = [
        store.store_id,
        store.get_definition(FINGERPRINT),
        store.find("r-"),
        store.in_conversation("acme", "talk"),
        store.runs(),
        store.count_by_state(),
        store.runs_with_work(),
        store.due(99_999),
        store.next_deadline(),
        store.attention(open_only=False),
        store.attention(),
    ]
    for key in keys:
        told += [store.head(key), store.history(key), store.waiting(key), store.open_operations(key)]
        told += [store.said(key), store.undelivered(key), store.heard(key), store.approvals(key)]
        told += [store.gate_decisions(key), store.ignored(key)]
    return told
