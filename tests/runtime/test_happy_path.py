"""One task from the first message to its end, and what each step leaves in the store."""

from __future__ import annotations

from decidable.runtime.parts import Waits
from tests.runtime.harness import START, Bench, question, read, records, say, settled, texts


async def test_a_parcel_is_asked_for_approved_and_sent_once() -> None:
    bench = Bench()
    async with bench.open() as runtime:
        run = await runtime.conversation("c", start=START)
        assert texts(await read(run.updates())) == ["What shall I send?"]
        asked = await say(run, "book")
        assert question(asked).text == "May I ship (item book, price 5.00 USD)?"
        assert settled(asked).status is Waits.APPROVAL
        done = await say(run, "yes")
        assert texts(done) == ["Sent: receipt of 4.1."]
        assert settled(done).status is Waits.ENDED
        assert list(bench.world.done.values()) == ["book for 5.00 USD"]
        assert bench.store.verify(run.key) == run.length
        assert not bench.store.waiting(run.key)
        assert not records(bench.store, run.key, "Raised")
