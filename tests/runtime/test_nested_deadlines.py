"""A deadline of a parent: kept with its time while the run moves among the children, through a restart, and fired once."""

from __future__ import annotations

from typing import Any

from decidable.models import Scripted
from decidable.models.port import Heard
from tests.runtime.harness import Bench, Unclosed, records, say
from tests.runtime.machines.checkout import checkout

HEARD = Scripted({"on": [Heard("next", {}, 1.0)], "home": [Heard("home", {}, 1.0)]})


async def test_it_keeps_its_time_among_the_children_and_through_a_restart() -> None:
    bench = Bench(machine=checkout, store=Unclosed(), translator=HEARD)
    async with bench.open() as runtime:
        run = await runtime.conversation("c")
        await say(run, "on", "1")
        began = bench.clock.now()
        bench.clock.jump(600)
        await say(run, "on", "2")
        assert run.state == "card"
        key = run.key
        assert bench.store.next_deadline() == began + 1_800_000
    bench.clock.jump(1_100)
    async with bench.open() as runtime:
        run = await runtime.run(key)
        await say(run, "home", "3")
        assert (run.state, bench.store.next_deadline()) == ("address", began + 1_800_000)
        bench.clock.jump(99)
        await bench.clock.advance(0.5)
        assert run.state == "address"
        await bench.until(lambda: run.state == "browse", tick=0.2)
        await bench.clock.advance(3)
        fired: list[Any] = [
            each for each in records(bench.store, key, "Decided") if each.occurrence.event == "after 30m"
        ]
        assert [(each.state, each.origin) for each in fired] == [("address", "inherited from steps")]
        assert bench.store.next_deadline() is None


async def test_the_child_s_own_deadline_goes_with_it() -> None:
    bench = Bench(machine=checkout, store=Unclosed(), translator=HEARD)
    async with bench.open() as runtime:
        run = await runtime.conversation("c")
        await say(run, "on", "1")
        await say(run, "on", "2")
        bench.clock.jump(1_200)
        await bench.until(lambda: run.state == "address", tick=0.2)
        await say(run, "on", "3")
        bench.clock.jump(595)
        await bench.clock.advance(1)
        assert run.state == "card"
        await bench.until(lambda: run.state == "browse", tick=1.0)
