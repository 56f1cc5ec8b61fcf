"""Words reach whoever listens, or the channel, or stay in the outbox: at least once, in order, and never lost."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from decidable import Runtime, Settings
from decidable.runtime.parts import Moved, Question, Said, Waits
from decidable.runtime.run import Run
from decidable.stores.port import RunKey
from decidable.stores.port import Said as SaidRow
from decidable.testing import Recorder
from tests.runtime.harness import START, Bench, read, records, say, settled, texts
from tests.runtime.machines.post import post
from tests.runtime.machines.world import waiting

SETTINGS = Settings(deliver_backoff_s=(1.0, 5.0), deliver_timeout_s=3.0, store_threads=2)


def undelivered(bench: Bench, run: Run[Any]) -> list[str]:
    """What is in the outbox."""
    return [words.text for words in bench.store.undelivered(run.key)]


async def test_without_a_listener_words_go_to_the_channel() -> None:
    bench = Bench(channel=Recorder(), settings=SETTINGS)
    async with bench.open() as runtime:
        run = await runtime.conversation("c", start=START)
        await bench.until(lambda: not undelivered(bench, run))
        assert bench.channel.texts == ["What shall I send?"]  # type: ignore[union-attr]
        assert "Not possible" not in " ".join(texts(await say(run, "book")))
        assert len(bench.channel.delivered) == 1, "what a stream took is not delivered again"  # type: ignore[union-attr]


async def test_without_a_channel_words_wait_for_updates() -> None:
    bench = Bench(settings=SETTINGS)
    async with bench.open() as runtime:
        run = await runtime.conversation("c", start=START)
        await bench.rest()
        assert undelivered(bench, run) == ["What shall I send?"]
    async with bench.open() as runtime:
        again = await runtime.run(run.key)
        assert texts(await read(again.updates())) == ["What shall I send?"]
        assert not undelivered(bench, again)


async def test_a_channel_that_refuses_is_tried_again_in_order() -> None:
    recorder = Recorder()
    recorder.refuse(3)
    bench = Bench(channel=recorder, settings=SETTINGS)
    async with bench.open() as runtime:
        run = await runtime.conversation("c", start=START)
        await runtime.signal(run.key, "returned", {"which": "one"}, id="1", wait=False)
        await bench.rest()
        assert not recorder.texts
        await bench.clock.advance(1.1)
        assert not recorder.texts
        await bench.until(lambda: len(recorder.texts) == 2, tick=1.0)
        assert recorder.texts == ["What shall I send?", "one came back."]
        assert len({each.key for each in recorder.delivered}) == 2


class Bad:
    """A channel that does what it is told."""

    def __init__(self, trouble: Any) -> None:
        self.trouble = trouble
        self.tried = 0

    async def deliver(self, run: RunKey, said: SaidRow, key: str) -> None:
        self.tried += 1
        if isinstance(self.trouble, BaseException):
            raise self.trouble
        if self.trouble is not None:
            await self.trouble.wait()


@pytest.mark.parametrize("trouble", [SystemExit(1), asyncio.CancelledError(), ValueError("a bug"), asyncio.Event()])
async def test_a_bad_channel_loses_nothing_and_stops_nobody(trouble: Any) -> None:
    channel = Bad(trouble)
    bench = Bench(channel=channel, settings=SETTINGS)
    async with bench.open() as runtime:
        run = await runtime.conversation("c", start=START)
        await bench.until(lambda: channel.tried > 1, tick=0.5)
        await runtime.signal(run.key, "ping", id="p", wait=False)
        assert run.facts.pings == 1
        assert undelivered(bench, run) == ["What shall I send?"]
        channel.trouble = None
        await bench.until(lambda: not undelivered(bench, run), tick=0.5)


async def test_delivery_that_is_awaited_is_reported_once() -> None:
    bench = Bench(machine=post, translator=None, channel=Recorder(), settings=SETTINGS)
    async with bench.open() as runtime:
        run = await runtime.conversation("c")
        await runtime.signal(run.key, "mail_it", id="1", wait=False)
        await bench.until(lambda: run.state == "idle" and run.length > 5)
        told = [row for row in records(bench.store, run.key, "Settled") if row.event == "told"]
        assert len(told) == 1


async def test_delivery_is_reported_after_a_crash_in_between() -> None:
    bench = Bench(machine=post, translator=None, settings=SETTINGS)
    async with bench.open() as runtime:
        run = await runtime.conversation("c")
        await runtime.signal(run.key, "mail_it", id="1", wait=False)
        await bench.until(lambda: bool(undelivered(bench, run)))
    # Delivered, and the process ended before it could say so.
    epoch = bench.store.claim("the one that ended")
    (row,) = bench.store.undelivered(run.key)
    bench.store.delivered(run.key, row.id, bench.clock.now(), epoch)
    async with bench.open() as runtime:
        again = await runtime.run(run.key)
        await bench.until(lambda: again.state == "idle")


async def test_what_the_channel_had_not_taken_is_delivered_after_a_restart() -> None:
    recorder = Recorder()
    recorder.refuse(1)
    bench = Bench(channel=recorder, settings=SETTINGS)
    async with bench.open() as runtime:
        await runtime.conversation("c", start=START)
        await bench.rest()
        assert not recorder.texts
    async with bench.open():
        await bench.until(lambda: recorder.texts == ["What shall I send?"])


async def test_two_listeners_hear_the_same() -> None:
    bench = Bench(settings=SETTINGS)
    gate = asyncio.Event()
    bench.world.before["check"].append(waiting(gate))
    async with bench.open() as runtime:
        run = await runtime.conversation("c", start=START)
        first = asyncio.create_task(say(run, "book"))
        await bench.until(lambda: bool(bench.world.calls))
        second = asyncio.create_task(read(run.updates()))
        await bench.rest()
        gate.set()
        one, two = await first, await second
        assert [part for part in one if isinstance(part, Question)] == [
            part for part in two if isinstance(part, Question)
        ]
        assert Moved("confirming", "it can go") in two
        assert settled(one).status is settled(two).status is Waits.APPROVAL


async def test_a_client_that_leaves_early_cancels_nothing() -> None:
    bench = Bench(channel=Recorder(), settings=SETTINGS)
    gate = asyncio.Event()
    bench.world.before["check"].append(waiting(gate))
    async with bench.open() as runtime:
        run = await runtime.conversation("c", start=START)
        async for part in run.send("book", id="m"):
            if isinstance(part, Moved):
                break
        assert run.state == "checking"
        gate.set()
        await bench.until(lambda: run.state == "confirming")
        await bench.until(lambda: not undelivered(bench, run))
        assert bench.channel.texts[-1].startswith("May I ship")  # type: ignore[union-attr]


async def test_a_client_that_is_cancelled_while_sending_has_sent_or_not_and_nothing_in_between() -> None:
    for turns in range(0, 60, 3):
        bench = Bench(settings=SETTINGS)
        async with bench.open() as runtime:
            run = await runtime.conversation("c", start=START)
            sending = asyncio.create_task(say(run, "piano", id="m"))
            for _ in range(turns):
                await asyncio.sleep(0)
            sending.cancel()
            await asyncio.gather(sending, return_exceptions=True)
            again = await say(run, "piano", id="m")
            assert len(bench.world.called("check")) == 1
            assert settled(again).status is Waits.USER
            assert not bench.store.waiting(run.key)


async def test_a_stream_that_is_open_and_not_read_holds_nobody_up() -> None:
    bench = Bench(channel=Recorder(), settings=SETTINGS)
    async with bench.open() as runtime:
        run = await runtime.conversation("c", start=START)
        await bench.until(lambda: not undelivered(bench, run))
        stream = run.send("book", id="m")
        assert isinstance(await anext(stream), Moved)
        await bench.until(lambda: run.state == "confirming")
        assert undelivered(bench, run), "nobody has taken the question yet"
        await bench.clock.advance(3.1)
        await bench.until(lambda: not undelivered(bench, run))
        assert bench.channel.texts[-1].startswith("May I ship")  # type: ignore[union-attr]
        rest = await read(stream)
        assert not [part for part in rest if isinstance(part, Question)], "it went another way"
        assert settled(rest).status is Waits.APPROVAL


async def test_a_slow_reader_without_a_channel_gets_everything_once() -> None:
    bench = Bench(settings=SETTINGS)
    async with bench.open() as runtime:
        run = await runtime.conversation("c", start=START)
        stream = run.send("book", id="m")
        first = await anext(stream)
        await bench.until(lambda: run.state == "confirming")
        await bench.clock.advance(3.1)
        rest = [first, *await read(stream)]
        said = [part.text for part in rest if isinstance(part, Said | Question)]
        assert said == ["What shall I send?", "May I ship (item book, price 5.00 USD)?"]
        assert not undelivered(bench, run)


async def test_words_that_fail_are_said_all_the_same(caplog: pytest.LogCaptureFixture) -> None:
    from dataclasses import replace

    from decidable import FactsView, Words
    from tests.runtime.machines.parcel import parcel

    def broken(facts: FactsView) -> str:
        raise ValueError("an author's mistake \ud800")

    def none(facts: FactsView) -> str:
        return None  # type: ignore[return-value]  # an author's mistake

    words = Words(hello=broken, ask_ship=broken, shipped=none)
    bench = Bench(machine=replace(parcel, words=words), settings=SETTINGS)
    async with bench.open() as runtime:
        run = await runtime.conversation("c", start=START)
        first = texts(await read(run.updates()))
        assert first == ["(hello: these words could not be written: an author's mistake \\ud800)"]
        asked = texts(await say(run, "book"))
        assert asked == ["May I ship (item book, price 5.00 USD)?"], "the frozen record says what will run"
        assert run.question is not None
        assert texts(await say(run, "yes"))[-1].startswith("(shipped: these words could not be written")
        assert run.waits is Waits.ENDED
    assert "the words 'hello' of parcel failed" in caplog.text


async def test_the_run_is_not_held_up_by_a_person_who_is_not_there() -> None:
    bench = Bench(settings=SETTINGS)
    async with bench.open() as runtime:
        assert isinstance(runtime, Runtime)
        run = await runtime.conversation("c", start=START)
        for number in range(5):
            await runtime.signal(run.key, "returned", {"which": f"{number}"}, id=f"{number}", wait=False)
        await bench.rest()
        assert len(undelivered(bench, run)) == 6
        assert texts(await read(run.updates()))[1:] == [f"{number} came back." for number in range(5)]
