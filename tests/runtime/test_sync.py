"""The synchronous twin: the same runtime for code that does not await, from any number of threads."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from decidable import RefusedError, Runtime, Settings, SyncRuntime
from decidable.runtime.parts import Waits
from tests.runtime.harness import START, Unclosed, question, script, settled, texts
from tests.runtime.machines.parcel import Facts, Ping, Wants, parcel
from tests.runtime.machines.post import post
from tests.runtime.machines.world import World, raising

THREADS = 8


def opened(world: World, store: Any = None, machine: Any = parcel) -> SyncRuntime[Facts, World]:
    """A synchronous runtime on the system's clock."""
    translator = script() if machine is parcel else None
    settings = Settings(lookup_backoff_s=(0.001,), probe_backoff_s=(0.001,))
    return SyncRuntime(
        Runtime(machine, store=store or Unclosed(), deps=world, translator=translator, settings=settings)
    )


def test_a_task_from_beginning_to_end() -> None:
    world = World()
    with opened(world) as runtime:
        run = runtime.conversation("c", start=START)
        assert texts(list(run.updates())) == ["What shall I send?"]
        asked = run.chat("book", id="m-1", by="ann")
        assert run.state == "confirming"
        assert run.waits is Waits.APPROVAL
        assert run.question == (question(asked).text, question(asked).digest)
        assert run.facts.item == "book"
        parts = runtime.approve(run.key, question(asked).digest, by="ann")
        assert texts(parts) == ["Sent: receipt of 4.1."]
        assert [row.state for row in runtime.runs()] == ["done"]
        assert runtime.find("c.1").key == run.key
        assert runtime.machine.name == "parcel"
        assert not runtime.left_alone


def test_events_signals_no_and_cancel() -> None:
    with opened(World()) as runtime:
        run = runtime.conversation("c", start=START)
        list(run.send(Wants(item="book"), id="w"))
        runtime.signal(run.key, Ping(number=1), id="p")
        assert run.facts.pings == 1
        assert run.question is not None
        runtime.deny(run.key, run.question[1], by="ann")
        assert run.state == "idle"
        assert settled(runtime.cancel(run.key, by="operator", id="x")).status is Waits.ENDED


def test_switches_and_the_attention_list() -> None:
    world = World()
    world.after["drop_off"].append(raising(TimeoutError()))
    with opened(world, machine=post) as runtime:
        runtime.disable("mail")
        runtime.enable("mail")
        run = runtime.conversation("c")
        assert settled(runtime.signal(run.key, "drop_it", id="1")).status is Waits.PERSON
        (item,) = runtime.attention()
        runtime.settle(run.key, item.operation, "dropped_off", by="operator")
        runtime.resolve(item.number)
        assert not runtime.attention()


def test_the_translator_is_probed() -> None:
    translator = script()
    translator.off()
    runtime = SyncRuntime(Runtime(parcel, store=Unclosed(), deps=World(), translator=translator))
    with runtime:
        run = runtime.conversation("c", start=START)
        assert settled(run.chat("book", id="m")).status is Waits.MODEL
        translator.on()
        runtime.probe()
        assert list(run.updates())
        assert run.state == "confirming"


def test_leaving_a_stream_early_cancels_nothing() -> None:
    with opened(World()) as runtime:
        run = runtime.conversation("c", start=START)
        for _ in run.send("book", id="m"):
            break
        assert question(list(run.updates())).text.startswith("May I ship")


def test_errors_reach_the_caller_and_a_start_that_fails_is_clean() -> None:
    store = Unclosed()
    with opened(World(), store) as runtime, pytest.raises(RefusedError, match="no run is named 'x'"):
        runtime.find("x")
    before = threading.active_count()
    with pytest.raises(AttributeError), opened(World(), object()):
        raise AssertionError("it must not open")
    assert threading.active_count() <= before


def test_eight_threads_at_once() -> None:
    world = World()
    with opened(world) as runtime:

        def one(number: int) -> str:
            run = runtime.conversation(f"c-{number}", start=START)
            run.chat("book", id="m-1")
            run.chat("yes", id="m-2")
            return run.state

        with ThreadPoolExecutor(THREADS) as pool:
            assert set(pool.map(one, range(40))) == {"done"}
        assert len(world.done) == 40


def test_eight_threads_on_one_run() -> None:
    with opened(World()) as runtime:
        run = runtime.conversation("c", start=START)

        def one(number: int) -> None:
            runtime.signal(run.key, Ping(number=number % 100), id=f"p-{number % 100}")

        with ThreadPoolExecutor(THREADS) as pool:
            list(pool.map(one, range(200)))
        assert run.facts.pings == 100, "each id counts once"
