"""An approved list: each step once, in order, as long as the list stands; one yes is for all of it and for nothing else."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from booking import booking
from decidable import RefusedError, Runtime
from decidable.runtime.parts import Question
from decidable.runtime.run import Run
from decidable.stores.port import GateDecision
from services import Ledger, Services
from tests.crash.dinner import SETTINGS, WISH, translator
from tests.runtime.harness import Unclosed, question, read, records, say, texts


class Evening(NamedTuple):
    """A dinner being booked."""

    runtime: Runtime[Any, Any]
    run: Run[Any]
    asked: Question
    world: Ledger
    store: Unclosed

    def decided(self, tool: str) -> list[GateDecision]:
        """The gate's decisions about a tool."""
        found = self.store.gate_decisions(self.run.key)
        return [row for row in found if f'"tool":"{tool}"' in row.grounds]


@asynccontextmanager
async def evening(folder: Path, *faults: tuple[str, str, str]) -> AsyncIterator[Evening]:
    """A run that has asked for a table and its deposit."""
    store = Unclosed()
    with closing(Ledger(folder / "world.db")) as world:
        for fault in faults:
            world.plan(*fault)
        runtime = Runtime(booking, store=store, deps=Services(world), translator=translator(), settings=SETTINGS)
        async with runtime:
            run = await runtime.conversation("dinner")
            yield Evening(runtime, run, question(await say(run, WISH)), world, store)


async def test_one_yes_performs_both_steps_in_order(tmp_path: Path) -> None:
    async with evening(tmp_path) as on:
        assert "then pay the deposit of 20.00 USD" in on.asked.text
        await on.runtime.approve(on.run.key, on.asked.digest, by="ann")
        calls = [call.operation for call in on.world.calls()]
        assert calls == ["availability", "reserve", "pay", "send"]
        (reserve,), (pay,) = on.decided("reserve_table"), on.decided("pay_deposit")
        for decision in (reserve, pay):
            assert f'"approval":"{on.asked.digest}"' in decision.grounds
            assert '"approved_by":"ann"' in decision.grounds
        assert '"reservation":"R-1001"' in pay.grounds, "taken from what the first step gave"


async def test_a_no_of_the_first_step_withdraws_the_second(tmp_path: Path) -> None:
    async with evening(tmp_path, ("restaurant", "reserve", "refuse")) as on:
        parts = await on.runtime.approve(on.run.key, on.asked.digest, by="ann")
        assert not on.world.payments()
        again = question(parts)
        assert again.digest != on.asked.digest
        with pytest.raises(RefusedError, match="it is approved by ann; the open question is"):
            await on.runtime.approve(on.run.key, on.asked.digest, by="ann")
        assert not on.world.held()
        dropped = [record.why for record in records(on.store, on.run.key, "Dropped")]
        assert dropped == ["withdrawn: reserve_table ended in refused"]


async def test_the_second_step_is_refused_where_its_tool_was_switched_off(tmp_path: Path) -> None:
    async with evening(tmp_path) as on:
        on.runtime.disable("pay_deposit")
        parts = await on.runtime.approve(on.run.key, on.asked.digest, by="ann")
        assert len(on.world.held()) == 1
        assert not on.world.payments()
        assert "The deposit of 20.00 USD is not paid." in " ".join(texts(parts))
        (refused,) = on.decided("pay_deposit")
        assert refused.why == "pay_deposit is switched off"
        on.runtime.enable("pay_deposit")
        with pytest.raises(RefusedError, match="it is approved by ann; nothing is asked now"):
            await on.runtime.approve(on.run.key, on.asked.digest, by="ann")
        assert not on.world.payments(), "the rest of the list is gone with its state"


async def test_a_declined_payment_needs_a_yes_of_its_own(tmp_path: Path) -> None:
    async with evening(tmp_path, ("payments", "pay", "decline")) as on:
        parts = await on.runtime.approve(on.run.key, on.asked.digest, by="ann")
        again = question(parts)
        assert again.text == "May I pay the deposit of 20.00 USD for reservation R-1001?"
        assert not on.world.payments()
        with pytest.raises(RefusedError, match="it is approved by ann; the open question is: May I pay the deposit"):
            await on.runtime.approve(on.run.key, on.asked.digest, by="ann")
        await read(on.run.updates())
        # Both questions were shown since ann last wrote: her yes may have been typed for the first one.
        assert question(await say(on.run, "yes", by="ann")).digest == again.digest
        assert not on.world.payments()
        await say(on.run, "yes", id="once more", by="ann")
        assert [row.amount for row in on.world.payments()] == [on.run.facts.deposit]
        assert len(on.world.reservations()) == 1


async def test_a_step_whose_answer_was_lost_is_looked_up_before_the_next(tmp_path: Path) -> None:
    async with evening(tmp_path, ("restaurant", "reserve", "timeout_after")) as on:
        await on.runtime.approve(on.run.key, on.asked.digest, by="ann")
        calls = [call.operation for call in on.world.calls()]
        assert calls == ["availability", "reserve", "find", "pay", "send"]
        assert len(on.world.reservations()) == len(on.world.payments()) == 1


async def test_cancelling_after_the_first_step_leaves_the_second_undone(tmp_path: Path) -> None:
    async with evening(tmp_path, ("restaurant", "reserve", "timeout_after")) as on:
        await on.runtime.approve(on.run.key, on.asked.digest, by="ann", wait=False)
        await on.runtime.cancel(on.run.key, by="operator", id="stop")
        assert not on.world.payments()
        assert not on.world.held()
        await read(on.run.updates())
        assert on.run.state == "gather"
