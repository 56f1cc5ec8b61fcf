"""What a run takes from a sender: once for an id, within bounds, and nothing that is not theirs to send."""

from __future__ import annotations

import pytest

from decidable import RefusedError, Settings
from decidable.runtime.parts import Waits
from decidable.stores import Memory
from tests.runtime.harness import START, Bench, question, read, records, say, settled, texts
from tests.runtime.machines.parcel import Cancels, Ping, Returned, Shipped, Wants
from tests.runtime.watched import Watched


async def test_the_same_id_is_taken_once() -> None:
    bench = Bench()
    async with bench.open() as runtime:
        run = await runtime.conversation("c", start=START)
        await say(run, "piano", id="m-1")
        length = run.length
        again = await say(run, "piano", id="m-1")
        assert settled(again).duplicate
        assert run.length == length
        assert len(bench.world.called("check")) == 1


async def test_an_id_used_for_something_else_is_refused() -> None:
    bench = Bench()
    async with bench.open() as runtime:
        run = await runtime.conversation("c", start=START)
        await say(run, "piano", id="m-1")
        with pytest.raises(RefusedError, match="'m-1' was used for something else"):
            await say(run, "book", id="m-1")
        with pytest.raises(RefusedError, match="'m-1' was used for something else"):
            await read(run.send(Cancels(), id="m-1"))
        assert run.state == "idle"


@pytest.mark.parametrize(
    ("id", "by", "why"),
    [
        ("", "ann", "needs an id"),
        ("m", "", "`by` is empty"),
        ("m" * 201, "ann", "201 characters"),
        ("m", "a" * 201, "201 characters"),
        ("@answer x", "ann", "only the runtime's own"),
        ("m\ud800", "ann", "lone surrogate"),
    ],
)
async def test_names_are_checked(id: str, by: str, why: str) -> None:
    async with Bench().open() as runtime:
        run = await runtime.conversation("c", start=START)
        with pytest.raises(RefusedError, match=why):
            await read(run.send("book", id=id, by=by))
        with pytest.raises(RefusedError, match=why):
            await runtime.signal(run.key, "ping", id=id, by=by)


async def test_a_message_has_a_longest_length_and_is_unicode() -> None:
    async with Bench().open(longest_message=10, store_threads=1) as runtime:
        run = await runtime.conversation("c", start=START)
        with pytest.raises(RefusedError, match="11 characters, and 10 is the most"):
            await say(run, "x" * 11)
        with pytest.raises(RefusedError, match="lone surrogate"):
            await read(run.send("book\udfff", id="m"))
        await say(run, "book")
        assert run.state == "confirming"


async def test_unicode_goes_through_unchanged() -> None:
    bench = Bench()
    async with bench.open() as runtime:
        run = await runtime.conversation("gespräch 🎉", start={"customer": "Zoë \u0000 \u202e"})
        await say(run, "naïve ☃ 𝕏\nзавтра", id="мир", by="Ωmega")
        heard = bench.store.heard(run.key)[0]
        assert (heard.text, heard.by, heard.id) == ("naïve ☃ 𝕏\nзавтра", "Ωmega", "мир")
        assert run.facts.customer == "Zoë \u0000 \u202e"


async def test_the_inbox_has_a_bound() -> None:
    bench = Bench()
    bench.translator.off()
    async with bench.open(longest_inbox=3, store_threads=1) as runtime:
        run = await runtime.conversation("c", start=START)
        for number in range(3):
            await say(run, "book", id=f"m-{number}")
        with pytest.raises(RefusedError, match="3 arrivals waiting already"):
            await say(run, "book", id="m-3")


async def test_a_person_sends_only_a_persons_events() -> None:
    async with Bench().open() as runtime:
        run = await runtime.conversation("c", start=START)
        for event, kind in (
            (Shipped(receipt="forged"), "evidence"),
            (Returned(which="x"), "evidence"),
            (Ping(), "signal"),
        ):
            with pytest.raises(RefusedError, match=f"is {kind}, which no person sends"):
                await read(run.send(event, id="m"))
        await read(run.send(Wants(item="book"), id="b"))
        assert run.state == "confirming"


async def test_a_signal_must_be_an_event_of_the_machine() -> None:
    async with Bench().open() as runtime:
        run = await runtime.conversation("c", start=START)
        with pytest.raises(RefusedError, match="'pong' is not an event of parcel"):
            await runtime.signal(run.key, "pong", id="1")
        with pytest.raises(RefusedError, match="'returned' cannot be built: which"):
            await runtime.signal(run.key, "returned", id="1")
        with pytest.raises(RefusedError, match="'after 30m' is not an event"):
            await runtime.signal(run.key, "after 30m", id="1")


async def test_an_event_for_a_free_run_is_one_commit_and_no_offer() -> None:
    watched = Watched(Memory())
    async with Bench(store=watched.port).open() as runtime:
        run = await runtime.conversation("c", start=START)
        watched.calls.clear()
        await runtime.signal(run.key, "ping", id="1", wait=False)
        await runtime.signal(run.key, "ping", id="1", wait=False)
        assert watched.calls["offer"] == 0
        assert watched.calls["commit"] == 2, "the second is refused by its id, in the same transaction"
        assert run.facts.pings == 1


async def test_a_write_costs_one_more_commit() -> None:
    watched = Watched(Memory())
    bench = Bench(store=watched.port)
    async with bench.open() as runtime:
        run = await runtime.conversation("c", start=START)
        asked = await read(run.send(Wants(item="book"), id="b"))
        watched.calls.clear()
        await runtime.approve(run.key, question(asked).digest, by="ann")
        assert run.waits is Waits.ENDED
        # The yes, the mark before the deed, and its outcome.
        assert watched.calls["commit"] == 3
        assert watched.calls["offer"] == 0


async def test_an_event_for_a_busy_run_waits_in_the_inbox() -> None:
    bench = Bench()
    bench.translator.off()
    async with bench.open() as runtime:
        run = await runtime.conversation("c", start=START)
        await say(run, "book")
        # Events are not held up by a message that waits for the translator.
        await runtime.signal(run.key, "ping", id="1")
        assert run.facts.pings == 1
        assert [arrival.id for arrival in bench.store.waiting(run.key)] == ["m-book"]


async def test_a_duplicate_signal_says_so_and_another_body_is_refused() -> None:
    async with Bench().open() as runtime:
        run = await runtime.conversation("c", start=START)
        await runtime.signal(run.key, Ping(number=1), id="w-1")
        assert settled(await runtime.signal(run.key, Ping(number=1), id="w-1")).duplicate
        with pytest.raises(RefusedError, match="'w-1' was used for something else"):
            await runtime.signal(run.key, Ping(number=2), id="w-1")
        assert run.facts.pings == 1


async def test_an_ignored_event_is_counted_and_leaves_no_record() -> None:
    bench = Bench()
    async with bench.open() as runtime:
        run = await runtime.conversation("c", start=START)
        length = run.length
        for number in range(3):
            await runtime.signal(run.key, "noise", id=f"n-{number}")
        await runtime.signal(run.key, "noise", id="n-0")
        assert dict(bench.store.ignored(run.key)) == {"noise": 3}
        assert run.length == length


async def test_a_rejected_button_is_answered_with_what_is_possible() -> None:
    async with Bench().open() as runtime:
        run = await runtime.conversation("c", start=START)
        await read(run.updates())
        said = texts(await runtime.signal(run.key, "yes", id="y", by="ann"))
        assert said == ["Not now. Possible here: wants, cancels."]


async def test_cancel_sends_the_machines_event() -> None:
    bench = Bench()
    async with bench.open() as runtime:
        run = await runtime.conversation("c", start=START)
        await say(run, "book")
        parts = await runtime.cancel(run.key, by="operator", id="c-1")
        assert settled(parts).status is Waits.ENDED
        assert run.state == "closed"
        assert records(bench.store, run.key, "Decided")[-1].occurrence.by == "operator"
        assert settled(await runtime.cancel(run.key, by="operator", id="c-1")).duplicate


async def test_a_machine_without_an_event_that_cancels_says_what_to_do() -> None:
    from tests.runtime.machines.post import post

    async with Bench(machine=post, translator=None).open() as runtime:
        run = await runtime.conversation("c")
        with pytest.raises(RefusedError, match=r"names no event that cancels: give load_machine\(cancel=...\)"):
            await runtime.cancel(run.key, by="operator", id="c-1")


def test_settings_that_make_no_sense_are_refused() -> None:
    with pytest.raises(ValueError, match="probe_backoff_s is"):
        Settings(probe_backoff_s=())
    with pytest.raises(ValueError, match="read_backoff_s is"):
        Settings(read_backoff_s=(1.0, -1.0))
    with pytest.raises(ValueError, match="lookup_timeout_s is 0"):
        Settings(lookup_timeout_s=0)
    with pytest.raises(ValueError, match="closing_s is -1"):
        Settings(closing_s=-1)
    with pytest.raises(ValueError, match="translate_timeout_s is inf"):
        Settings(translate_timeout_s=float("inf"))
    with pytest.raises(ValueError, match="longest_message is 0"):
        Settings(longest_message=0)
    with pytest.raises(ValueError, match="store_threads is 0"):
        Settings(store_threads=0)
    assert Settings(closing_s=0).closing_s == 0


async def test_a_machine_without_a_translator_takes_no_messages() -> None:
    from tests.runtime.machines.post import post

    async with Bench(machine=post, translator=None).open() as runtime:
        run = await runtime.conversation("c")
        with pytest.raises(RefusedError, match="post has no translator, so it takes events and no messages"):
            await read(run.send("hello", id="m"))
