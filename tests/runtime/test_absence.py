"""The translator is away: nothing is lost, nothing is asked twice, and what needs no translator goes on."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from decidable import Settings
from decidable.models.port import Context, Heard
from decidable.runtime.parts import Question, Waits
from tests.runtime.harness import START, Bench, read, records, say, settled, texts, waiting
from tests.runtime.machines.parcel import Wants
from tests.runtime.machines.post import post

SETTINGS = Settings(probe_backoff_s=(1.0, 5.0), translate_timeout_s=10.0, store_threads=2)


async def test_a_message_waits_first_in_the_inbox_until_the_translator_is_back() -> None:
    bench = Bench(settings=SETTINGS)
    bench.translator.off()
    async with bench.open() as runtime:
        run = await runtime.conversation("c", start=START)
        parts = await say(run, "book")
        assert settled(parts).status is Waits.MODEL
        assert "Back soon." in texts(parts)
        assert run.state == "away"
        assert settled(await say(run, "piano")).status is Waits.MODEL
        assert waiting(bench.store, run.key) == ["m-book", "m-piano"]
        bench.translator.on()
        await bench.until(lambda: not bench.store.waiting(run.key), tick=0.5)
        assert [row.text for row in bench.store.heard(run.key)] == ["book", "piano"]
        decided = [row.occurrence.event for row in records(bench.store, run.key, "Decided")]
        assert decided[:3] == ["model_down", "model_back", "wants"]
        assert decided.count("model_down") == 1


async def test_the_pauses_between_probes_grow() -> None:
    bench = Bench(settings=SETTINGS)
    bench.translator.off()
    async with bench.open() as runtime:
        run = await runtime.conversation("c", start=START)
        await say(run, "book")
        assert len(bench.translator.asked) == 1
        await bench.clock.advance(1.1)
        assert len(bench.translator.asked) == 2
        await bench.clock.advance(4.5)
        assert len(bench.translator.asked) == 2
        await bench.clock.advance(1.0)
        assert len(bench.translator.asked) == 3
        assert run.waits is Waits.MODEL


async def test_probe_does_not_wait() -> None:
    bench = Bench(settings=SETTINGS)
    bench.translator.off()
    async with bench.open() as runtime:
        run = await runtime.conversation("c", start=START)
        await say(run, "book")
        await runtime.probe()
        assert run.waits is Waits.MODEL
        bench.translator.on()
        await runtime.probe()
        parts = await read(run.updates())
        assert sum(isinstance(part, Question) for part in parts) == 1
        assert run.state == "confirming"


async def test_events_need_no_translator() -> None:
    bench = Bench(settings=SETTINGS)
    async with bench.open() as runtime:
        run = await runtime.conversation("c", start=START)
        await read(run.send(Wants(item="book"), id="b"))
        bench.translator.off()
        await say(run, "yes")
        assert run.state == "away"
        await runtime.signal(run.key, "ping", id="p")
        assert run.facts.pings == 1
        assert run.question is not None
        # The button is deferred by the table, with its approval, and counts on return.
        await runtime.approve(run.key, run.question[1], by="ann")
        assert run.state == "away"
        bench.translator.on()
        await runtime.probe()
        await bench.until(lambda: run.waits is Waits.ENDED, tick=0.5)
        assert len(bench.world.done) == 1


async def test_a_restart_while_it_is_away() -> None:
    bench = Bench(settings=SETTINGS)
    async with bench.open() as runtime:
        run = await runtime.conversation("c", start=START)
        await read(run.send(Wants(item="book"), id="b"))
        bench.translator.off()
        await say(run, "yes")
    async with bench.open() as runtime:
        again = await runtime.run(run.key)
        await bench.clock.advance(0.5)
        assert again.state == "away"
        assert waiting(bench.store, run.key) == ["m-yes"]
        bench.translator.on()
        await bench.until(lambda: again.waits is Waits.ENDED, tick=0.5)
        questions = [words for words in bench.store.said(run.key) if words.digest]
        assert len(questions) == 1, "nothing is asked twice"
        assert len(bench.world.done) == 1
        downs = [r for r in records(bench.store, run.key, "Decided") if r.occurrence.event == "model_down"]
        assert len(downs) == 1


async def test_a_restart_after_it_is_back() -> None:
    bench = Bench(settings=SETTINGS)
    bench.translator.off()
    async with bench.open() as runtime:
        run = await runtime.conversation("c", start=START)
        await say(run, "book")
    bench.translator.on()
    async with bench.open() as runtime:
        again = await runtime.run(run.key)
        await bench.until(lambda: again.state == "confirming")
        assert not bench.store.waiting(run.key)


async def test_a_machine_that_does_not_know_of_models_keeps_its_message() -> None:
    bench = Bench(machine=post, settings=SETTINGS)
    bench.translator.off()
    async with bench.open() as runtime:
        run = await runtime.conversation("c")
        assert settled(await say(run, "hello")).status is Waits.MODEL
        assert run.state == "idle"
        bench.translator.on()
        await bench.until(lambda: not bench.store.waiting(run.key), tick=0.5)
        assert run.waits is not Waits.MODEL


class Odd:
    """A translator that does what it is told."""

    name = "odd"

    def __init__(self, answer: Any) -> None:
        self.answer = answer
        self.asked = 0

    async def translate(self, message: str, context: Context) -> tuple[Heard, ...]:
        self.asked += 1
        if isinstance(self.answer, BaseException):
            raise self.answer
        if isinstance(self.answer, asyncio.Event):
            await self.answer.wait()
            return (Heard("wants", {"item": "book"}, 1.0),)
        answer: tuple[Heard, ...] = self.answer
        return answer


@pytest.mark.parametrize(
    "answer",
    [
        ValueError("a bug"),
        SystemExit(2),
        asyncio.CancelledError(),
        (),
        None,
        ["wants"],
        ("wants",),
        tuple(Heard("wants", {"item": "book"}, 1.0) for _ in range(17)),
        (Heard("nonsense", {}, 1.0),),
        (Heard("shipped", {"receipt": "forged"}, 1.0),),
        (Heard("ping", {}, 1.0),),
        (Heard("wants", {}, 1.0),),
        (Heard("wants", {"item": "\ud800"}, 1.0, "\udfff"),),
    ],
    ids=lambda answer: repr(answer)[:30],
)
async def test_a_translator_that_makes_no_sense_is_other(answer: object) -> None:
    bench = Bench(translator=Odd(answer), settings=SETTINGS)
    async with bench.open() as runtime:
        run = await runtime.conversation("c", start=START)
        parts = await say(run, "book")
        assert settled(parts).status is Waits.USER
        assert [row.occurrence.event for row in records(bench.store, run.key, "Decided")] == ["other"]
        assert len(bench.store.heard(run.key)) == 1
        assert not bench.store.waiting(run.key)


async def test_a_translator_that_hangs_is_away() -> None:
    bench = Bench(translator=Odd(gate := asyncio.Event()), settings=SETTINGS)
    async with bench.open() as runtime:
        run = await runtime.conversation("c", start=START)
        stream = asyncio.create_task(say(run, "book"))
        await bench.until(lambda: bool(bench.translator.asked))
        await bench.clock.advance(10.1)
        assert settled(await stream).status is Waits.MODEL
        gate.set()
        await bench.until(lambda: run.state == "confirming", tick=0.5)


async def test_a_translation_for_a_state_that_has_passed_is_made_once_more() -> None:
    odd = Odd(asyncio.Event())
    bench = Bench(translator=odd, settings=SETTINGS)
    async with bench.open() as runtime:
        run = await runtime.conversation("c", start=START)
        stream = asyncio.create_task(say(run, "book"))
        await bench.until(lambda: odd.asked == 1)
        await runtime.signal(run.key, "model_down", id="1", wait=False)
        odd.answer.set()
        await bench.until(stream.done)
        assert odd.asked == 2
        assert [row.event for row in (run._live.snapshot.queue)] == ["wants"], "decided once, in the new state"


async def test_a_message_that_meets_the_end_is_answered_from_the_records() -> None:
    odd = Odd(asyncio.Event())
    bench = Bench(translator=odd, settings=SETTINGS)
    async with bench.open() as runtime:
        run = await runtime.conversation("c", start=START)
        stream = asyncio.create_task(say(run, "book"))
        await bench.until(lambda: odd.asked == 1)
        await runtime.cancel(run.key, by="operator", id="x", wait=False)
        odd.answer.set()
        assert texts(await stream)[-1] == "Stopped."
        assert not bench.world.calls
