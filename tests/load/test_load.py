"""Many events, repeated and out of order, from many threads: each is decided once, and none is missing."""

from __future__ import annotations

import asyncio
import random
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from decidable import Runtime, Settings, SyncRuntime
from decidable.core import records as r
from decidable.runtime.parts import Waits
from decidable.stores import SQLite
from decidable.stores.port import RunKey
from tests.runtime.harness import START, Unclosed, read, script
from tests.runtime.machines.parcel import Ping, Wants, parcel
from tests.runtime.machines.world import World

THREADS = 8
RUNS = 10


@pytest.mark.parametrize("events", [600, pytest.param(10_000, marks=pytest.mark.slow)])
def test_each_event_is_decided_once(tmp_path: Path, events: int) -> None:
    chance = random.Random(events)
    arrivals = list(range(events))
    arrivals += chance.choices(arrivals, k=events * 3 // 7)  # three in ten of what arrives is a repetition
    chance.shuffle(arrivals)
    store = SQLite(tmp_path / "runs.db")
    with SyncRuntime(Runtime(parcel, store=store, deps=World(), translator=script())) as runtime:
        keys = [runtime.conversation(f"c-{number}", start=START).key for number in range(RUNS)]

        def send(number: int) -> bool:
            (end,) = runtime.signal(keys[number % RUNS], Ping(number=number), id=f"p-{number}", wait=False)
            return not end.duplicate  # type: ignore[union-attr]  # the one part is how it stands

        with ThreadPoolExecutor(THREADS) as pool:
            accepted = list(pool.map(send, arrivals))
        assert sum(accepted) == events
        for place, key in enumerate(keys):
            list(runtime.find(key).updates())  # what was taken into an inbox is decided soon, and not at once
            assert runtime.find(key).facts.pings == len(range(place, events, RUNS))
    with_journal = SQLite(tmp_path / "runs.db")
    try:
        for place, key in enumerate(keys):
            rows = with_journal.history(key)
            assert [row.seq for row in rows] == list(range(1, len(rows) + 1)), "no gap"
            decided = [row.record.occurrence for row in rows if isinstance(row.record, r.Decided)]
            assert sorted(one.fields["number"] for one in decided) == list(range(place, events, RUNS))  # type: ignore[type-var]
            assert with_journal.verify(key) == len(rows)
    finally:
        with_journal.close()


@pytest.mark.parametrize("count", [50, pytest.param(1_000, marks=pytest.mark.slow)])
async def test_conversations_side_by_side(count: int) -> None:
    world = World()
    settings = Settings(lookup_backoff_s=(0.001,), read_backoff_s=(0.001,))
    runtime: Runtime[Any, World]
    async with Runtime(parcel, store=Unclosed(), deps=world, translator=script(), settings=settings) as runtime:

        async def one(number: int) -> Waits:
            run = await runtime.conversation(f"c-{number}", tenant=f"t-{number % 3}", start=START)
            await read(run.send(Wants(item="book"), id="wish"))
            await read(run.send("yes", id="yes", by="ann"))
            return run.waits

        ends = await asyncio.wait_for(asyncio.gather(*(one(number) for number in range(count))), 120)
        assert set(ends) == {Waits.ENDED}
        assert len(world.done) == count
        assert len({call.key for call in world.called("ship")}) == count


async def test_one_run_takes_messages_from_many_at_once_in_order_of_arrival() -> None:
    store = Unclosed()
    async with Runtime(parcel, store=store, deps=World(), translator=script()) as runtime:
        run = await runtime.conversation("c", start=START)
        await asyncio.gather(
            *(read(run.send(f"hm {number}", id=f"m-{number}", by=f"p-{number}")) for number in range(40))
        )
        key = RunKey("", "c.1")
        heard = [row.id for row in store.heard(key)]
        assert sorted(heard) == sorted(f"m-{number}" for number in range(40))
        assert heard == [f"m-{number}" for number in range(40)]
        assert not store.waiting(key)
