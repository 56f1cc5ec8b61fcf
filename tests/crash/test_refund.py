"""The process ends at every point of the refund: the money moves once; and what was not approved never moves."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from decidable import Money, RefusedError, Runtime, Settings
from decidable.models.port import Heard
from decidable.runtime.parts import Waits
from decidable.stores import SQLite
from decidable.stores.port import RunKey
from decidable.testing import Scripted
from decidable.testing.crash import CrashPoints, crashing, lived, points_of
from orders import Order, Orders, Refund
from refund import GiveOrder, refund
from tests.runtime.harness import Unclosed, read, say

KEY = RunKey("", "c.1")
TWENTY = Money("20.00 USD")
SETTINGS = Settings(lookup_backoff_s=(0.001,), read_backoff_s=(0.001,), store_threads=1, closing_s=1.0)


class MortalOrders(Orders):
    """An order system whose caller may end before and after each call."""

    def __init__(self, path: Path, points: CrashPoints) -> None:
        super().__init__(path)
        self._db.execute("pragma synchronous = off")
        self._points = points

    async def get(self, order_id: str) -> Order | None:
        self._points.point("before get")
        return await super().get(order_id)

    async def refund(self, order_id: str, amount: Money, *, idempotency_key: str) -> Refund:
        self._points.point("before the refund")
        answer = await super().refund(order_id, amount, idempotency_key=idempotency_key)
        self._points.point("after the refund")
        return answer

    async def find(self, key: str) -> Refund | None:
        self._points.point("before find")
        return await super().find(key)


def script() -> Scripted:
    """What the customer says."""
    order = {name: Heard("give_order", {"order_ids": (name,)}, 1.0) for name in ("A-1", "A-1234")}
    return Scripted({**order, "money back": "want_refund", "yes": "yes", "no": "no"})


async def ask_for_money(folder: Path, points: CrashPoints, life: int) -> None:
    """One life of a refund."""
    real = SQLite(folder / "runs.db", durability="process")
    with closing(real), closing(MortalOrders(folder / "orders.db", points)) as orders:
        store = crashing(real, points)
        async with Runtime(refund, store=store, deps=orders, translator=script(), settings=SETTINGS) as runtime:
            if await _begun(runtime):
                run = await runtime.run(KEY)
            else:
                run = await runtime.conversation("c", start={"customer_id": "C1"})
            await read(run.send(GiveOrder(order_ids=["A-1"]), id="order"))
            for number in range(5):
                if run.waits is Waits.ENDED:
                    await read(run.updates())
                    return
                if run.question is not None:
                    await say(run, "yes", id=f"yes-{life}-{number}")
                else:
                    await read(run.updates())
            raise AssertionError(f"it stands in {run.state}")


async def _begun(runtime: Runtime[Any, Any]) -> bool:
    return bool(await runtime.runs())


def test_a_crash_at_any_point_pays_once(tmp_path: Path) -> None:
    def life_in(folder: Path, life: int) -> Any:
        return lambda points: ask_for_money(folder, points, life)

    (tmp_path / "whole").mkdir()
    for at in points_of(life_in(tmp_path / "whole", 0)):
        folder = tmp_path / f"{at}"
        folder.mkdir()
        assert not lived(life_in(folder, 0), CrashPoints(at))
        assert lived(life_in(folder, 1), CrashPoints())
        with closing(Orders.connect(folder / "orders.db")) as orders:
            assert orders.paid_back("A-1") == (TWENTY,)
        with closing(SQLite(folder / "runs.db")) as store:
            assert store.verify(KEY) > 8
            assert not store.attention()


async def test_an_amount_that_changed_between_question_and_yes_is_not_approved() -> None:
    store = Unclosed()
    with closing(Orders.fake()) as orders:
        async with Runtime(refund, store=store, deps=orders, translator=script(), settings=SETTINGS) as runtime:
            run = await runtime.conversation("c", start={"customer_id": "C1"})
            await say(run, "A-1")
            assert run.question is not None
            assert "20.00 USD" in run.question[0]
            old = run.question[1]
            # Another order, and a yes to the first question, typed before the second could be read.
            await read(run.send(GiveOrder(order_ids=["A-1234"]), id="button"))
            assert run.question is not None
            assert "49.50 USD" in run.question[0]
            with pytest.raises(RefusedError, match=r"it is withdrawn; the open question is: .*49\.50 USD"):
                await runtime.approve(run.key, old, by="C1")
            await say(run, "yes")
            assert run.state == "confirming", "two questions were shown since the customer's last message"
            assert orders.paid_back("A-1") == orders.paid_back("A-1234") == ()
            await say(run, "yes", id="again")
            assert orders.paid_back("A-1234") == (Money("49.50 USD"),)
            assert orders.paid_back("A-1") == ()
