"""A run's file grows by the same few bytes with every step, however long the run is."""

from __future__ import annotations

from pathlib import Path

from decidable.journal import encode_record
from decidable.stores import SQLite
from decidable.stores.port import Arrival, ArrivalKind
from decidable.testing.store_contract_run import KEY, Writer, moved


def test_bytes_per_step_are_few_and_flat(tmp_path: Path) -> None:
    path = tmp_path / "runs.db"
    sizes, payload = [], 0
    for steps in (100, 1_000, 1_000):
        store = SQLite(path, durability="process")
        writer = Writer(store)
        head = store.head(KEY) or writer.begin()
        for _ in range(steps):
            record = moved(head.snapshot, id=f"m-{head.snapshot.seq:08d}")
            payload = len(encode_record(record))
            id = record.occurrence.id
            arrival = Arrival(id, ArrivalKind.EVENT, "{}", 1)
            head = writer.commit(head, record, event_id=id, arrival=arrival)
        store.close()
        sizes.append(path.stat().st_size)
    second, third = (sizes[1] - sizes[0]) / 1_000, (sizes[2] - sizes[1]) / 1_000
    assert third < 1.1 * second
    assert third < payload + 200
    assert third < 400
