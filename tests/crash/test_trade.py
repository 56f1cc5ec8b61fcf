"""The process ends at every point of a trade between two machines: each event is taken in once, and none is lost."""

from __future__ import annotations

import subprocess
import sys
from contextlib import closing
from pathlib import Path
from typing import Any

from decidable import Money, Runtime, Settings
from decidable.stores import SQLite
from decidable.stores.port import RunKey, Store
from decidable.testing.crash import CrashPoints, crashing, lived, points_of
from tests.runtime.harness import Unclosed, read, records
from tests.runtime.machines.trade import OrderIt, Shout, billing, orders
from tests.runtime.machines.world import World

BILLING, ORDERS = RunKey("", "c.1"), RunKey("", "c.2")
BOOK = OrderIt(item="book", price=Money("9.00 USD"), tags=["rare"])
SETTINGS = Settings(lookup_backoff_s=(0.001,), read_backoff_s=(0.001,), store_threads=1, closing_s=1.0)


class MortalWorld(World):
    """A world whose caller may end before and after each deed."""

    def __init__(self, done: dict[str, str], points: CrashPoints) -> None:
        super().__init__()
        self.done = done
        self._points = points

    async def act(self, tool: str, key: str, attempt: int, deed: str = "") -> None:
        self._points.point(f"before {tool}")
        await super().act(tool, key, attempt, deed)
        self._points.point(f"after {tool}")


async def trade(real: Store, done: dict[str, str], points: CrashPoints) -> None:
    """One life: billing and the orders by turns, until both have nothing to do. A conversation that is over begins anew
    for whoever asks, so that a repetition could go astray."""
    store, world = crashing(real, points), MortalWorld(done, points)
    for turn in range(8):
        async with Runtime(billing, store=store, deps=world, settings=SETTINGS) as runtime:
            await read((await runtime.conversation("c")).updates())
        async with Runtime(orders, store=store, deps=world, settings=SETTINGS) as runtime:
            begun = real.head(ORDERS) is not None
            run = await runtime.run(ORDERS) if begun else await runtime.conversation("c")
            await read(run.updates())
            if run.state in {"open", "waiting"} and turn < 2:
                await read(run.send(Shout(), id="shout"))
                await read(run.send(BOOK, id="book"))
        if not real.runs_with_work() and all(_ended(real, key) for key in (BILLING, ORDERS)):
            return
    raise AssertionError("it never comes to its end")


def _ended(store: Store, key: RunKey) -> bool:
    head = store.head(key)
    return head is not None and head.snapshot.end is not None


def heard(store: Store, key: RunKey) -> list[str]:
    """What a run took in from the other machine."""
    decided = [record.occurrence for record in records(store, key, "Decided")]
    return [occurrence.event for occurrence in decided if occurrence.id.startswith("@")]


def test_a_crash_at_any_point_loses_nothing_and_doubles_nothing() -> None:
    whole, done = Unclosed(), dict[str, str]()
    points = list(points_of(lambda points: trade(whole, done, points)))
    assert len(points) > 40
    for at in points:
        store, done = Unclosed(), dict[str, str]()

        def life(points: CrashPoints, store: Any = store, done: Any = done) -> Any:
            return trade(store, done, points)

        crash = CrashPoints(at)
        assert not lived(life, crash)
        assert lived(life, CrashPoints()), crash.where
        assert heard(store, BILLING) == ["said", "shouted", "ordered", "closed"], crash.where
        assert heard(store, ORDERS) == ["paid"], crash.where
        assert list(done.values()) == ["book for 9.00 USD"], crash.where
        assert not store.attention(), crash.where
        others = [line.key for line in store.runs() if line.key not in (BILLING, ORDERS)]
        assert [heard(store, key) for key in others] == [[] for _ in others], crash.where
        assert all(store.verify(key) for key in (BILLING, ORDERS))


def test_one_process_each_after_the_other_over_one_file(tmp_path: Path) -> None:
    """And the sender is killed between the inbox of the other machine and its own journal."""
    # A process may leave between another machine's inbox and its own journal of it; whoever comes next writes that down.
    for who, code in (("billing", 0), ("killed", 9), ("billing", 0), ("orders", 0), ("billing", 0), ("orders", 0)):
        child = [sys.executable, "-m", "tests.crash.trader", who, str(tmp_path)]
        assert subprocess.run(child, check=False, timeout=60).returncode == code, who
    with closing(SQLite(tmp_path / "runs.db")) as store:
        assert heard(store, BILLING) == ["ordered", "closed"]
        assert heard(store, ORDERS) == ["paid"]
        assert [store.verify(key) > 1 for key in (BILLING, ORDERS)] == [True, True]
        assert (store.attention(), store.runs_with_work()) == ((), ())
