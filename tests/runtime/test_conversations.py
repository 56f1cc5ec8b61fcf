"""Conversations: one open run at a time, the next one after an end, and who may open them."""

from __future__ import annotations

import asyncio

import pytest

from decidable import MachineError, RefusedError, Runtime
from decidable.runtime.parts import Waits
from decidable.stores.port import RunKey
from tests.runtime.harness import START, Bench, records, say, settled, texts
from tests.runtime.machines.post import post


async def test_a_conversation_has_one_open_run() -> None:
    async with Bench().open() as runtime:
        first, second = await asyncio.gather(*(runtime.conversation("c", start=START) for _ in range(2)))
        assert first.key == second.key == RunKey("", "c.1")
        assert first.start_facts == {"customer": "C1"}


async def test_after_an_end_comes_the_next_run() -> None:
    bench = Bench()
    async with bench.open() as runtime:
        run = await runtime.conversation("c", start=START)
        await say(run, "stop")
        assert run.waits is Waits.ENDED
        following = await runtime.conversation("c", start={"customer": "C2"})
        assert following.key == RunKey("", "c.2")
        assert following.facts.customer == "C2"
        assert (await runtime.conversation("c")).key == RunKey("", "c.2")


async def test_a_message_to_an_ended_run_is_answered_from_its_records() -> None:
    bench = Bench()
    async with bench.open() as runtime:
        run = await runtime.conversation("c", start=START)
        await say(run, "book")
        await say(run, "yes")
        length = run.length
        for number in range(2):
            answer = await say(run, "and?", id=f"late-{number}")
            assert texts(answer) == ["Sent: receipt of 4.1."]
            assert settled(answer).status is Waits.ENDED
        assert run.length == length
        assert [row.text for row in bench.store.heard(run.key)][-2:] == ["and?", "and?"]
        assert not bench.store.waiting(run.key)


async def test_an_event_after_the_end_is_noted_and_evidence_is_raised() -> None:
    bench = Bench()
    async with bench.open() as runtime:
        run = await runtime.conversation("c", start=START)
        await say(run, "stop")
        await runtime.signal(run.key, "returned", {"which": "x"}, id="r")
        assert [item.why for item in await runtime.attention()] == ["evidence after the end"]
        await runtime.resolve((await runtime.attention())[0].number)
        assert not await runtime.attention()


async def test_other_start_facts_do_not_open_somebody_elses_run() -> None:
    async with Bench().open() as runtime:
        await runtime.conversation("c", start=START)
        with pytest.raises(RefusedError, match=r"run c\.1 is open and was begun with another value of customer"):
            await runtime.conversation("c", start={"customer": "C2"})
        assert (await runtime.conversation("c", start=START)).key.run == "c.1"


async def test_start_facts_are_checked() -> None:
    async with Bench().open() as runtime:
        with pytest.raises(RefusedError, match="'nobody' is not a fact of parcel"):
            await runtime.conversation("c", start={"nobody": 1})
        with pytest.raises(RefusedError, match="start fact 'customer' is 7"):
            await runtime.conversation("c", start={"customer": 7})
        with pytest.raises(RefusedError, match="needs an id"):
            await runtime.conversation("")
        assert not await runtime.runs()


async def test_tenants_do_not_meet() -> None:
    bench = Bench()
    async with bench.open() as runtime:
        one = await runtime.conversation("c", tenant="acme", start=START)
        other = await runtime.conversation("c", tenant="umbra", start={"customer": "C9"})
        assert (one.key, other.key) == (RunKey("acme", "c.1"), RunKey("umbra", "c.1"))
        for run in (one, other):
            await say(run, "book")
            await say(run, "yes")
        assert len(bench.world.done) == 2, "the same operation of two tenants has two keys"
        with pytest.raises(RefusedError, match="is a run of several tenants"):
            await runtime.run("c.1")


async def test_a_run_is_named_whole() -> None:
    async with Bench().open() as runtime:
        await runtime.conversation("c-17", start=START)
        assert (await runtime.run("c-17.1")).key.run == "c-17.1"
        for name in ("c-1", "c-17", ""):
            with pytest.raises(RefusedError, match="no run is named"):
                await runtime.run(name)
        with pytest.raises(RefusedError, match=r"no run is named 'acme/c-17\.1'"):
            await runtime.run(RunKey("acme", "c-17.1"))


async def test_a_machine_that_is_not_fit_begins_nothing_but_a_draft() -> None:
    from tests.runtime.machines.half import half

    bench = Bench(machine=half, translator=None)
    async with bench.open() as runtime:
        with pytest.raises(MachineError, match="undecided"):
            await runtime.conversation("c")
    async with bench.open(draft=True, store_threads=1) as runtime:
        run = await runtime.conversation("c")
        await runtime.signal(run.key, "ping", id="1")
        assert [row.verdict.value for row in records(bench.store, run.key, "Decided")] == ["reject"]


async def test_two_machines_share_a_store_and_not_a_run() -> None:
    bench = Bench()
    async with bench.open() as runtime:
        await say(await runtime.conversation("c", start=START), "book")
    async with Bench(machine=post, store=bench.store, translator=None).open() as runtime:
        run = await runtime.conversation("c")
        assert run.key.run == "c.2"
        with pytest.raises(RefusedError, match=r"run c\.1 is one of parcel, and this runtime runs post"):
            await runtime.run("c.1")
    async with bench.open() as runtime:
        found = await runtime.conversation("c", start=START)
        assert found.key.run == "c.1"
        assert found.waits is Waits.APPROVAL


async def test_nothing_is_taken_after_closing() -> None:
    bench = Bench()
    async with bench.open() as runtime:
        run = await runtime.conversation("c", start=START)
    with pytest.raises(RefusedError, match="this runtime is closed"):
        await say(run, "book")
    with pytest.raises(RefusedError, match="this runtime is closed"):
        await runtime.conversation("c")
    with pytest.raises(RefusedError, match="this runtime is closed"):
        await runtime.approve("c.1", "x", by="ann")
    assert isinstance(runtime, Runtime)
