"""Somebody who only answers or reports sees what is said, and does not take it away from the person it is for."""

from __future__ import annotations

from contextlib import closing

import pytest

from decidable import RefusedError, Runtime
from decidable.models.port import Heard
from decidable.models.scripted import Scripted
from decidable.stores import Memory
from decidable.testing import Recorder
from orders import Orders
from refund import Refunded, refund
from tests.runtime.harness import question, read, records, say, texts

SCRIPT = {"order": [Heard("give_order", {"order_ids": ("A-1234",)}, 1.0)]}
DONE = "Done: 49.50 USD for order A-1234 is on its way. Receipt F-7001."


async def test_the_words_after_an_approval_from_elsewhere_go_to_the_channel() -> None:
    channel = Recorder()
    with closing(Orders.fake()) as orders:
        async with Runtime(
            refund, store=Memory(), deps=orders, channel=channel, translator=Scripted(SCRIPT)
        ) as runtime:
            run = await runtime.conversation("c", start={"customer_id": "C1"})
            asked = question(await say(run, "order"))
            parts = await runtime.approve(run.key, asked.digest, by="lead")
            assert texts(parts) == [DONE], "the one who approves sees it"
            assert channel.texts == [DONE], "and the customer gets it"


async def test_without_a_channel_they_wait_for_the_customer() -> None:
    with closing(Orders.fake()) as orders:
        async with Runtime(refund, store=Memory(), deps=orders, translator=Scripted(SCRIPT)) as runtime:
            run = await runtime.conversation("c", start={"customer_id": "C1"})
            asked = question(await say(run, "order"))
            await runtime.approve(run.key, asked.digest, by="lead")
            assert texts(await read(run.updates())) == [DONE]


async def test_a_webhook_can_name_the_write_it_is_the_outcome_of() -> None:
    with closing(Orders.fake()) as orders:
        store = Memory()
        async with Runtime(refund, store=store, deps=orders, translator=Scripted(SCRIPT)) as runtime:
            run = await runtime.conversation("c", start={"customer_id": "C1"})
            asked = question(await say(run, "order"))
            await runtime.approve(run.key, asked.digest, by="lead")
            settled = next(record for record in records(store, run.key, "Settled") if record.write)
            key = f"{store.store_id}//c.1/{settled.operation}"
            assert runtime.write_of(key) == (run.key, settled.operation)
            with pytest.raises(RefusedError, match="no key of this store"):
                runtime.write_of("another/store's/key")
            same, other = Refunded(receipt="F-7001"), Refunded(receipt="F-1")
            await runtime.signal(run.key, same, id="bank-1", by="bank", operation=settled.operation)
            assert await runtime.attention() == (), "an equal second outcome is a duplicate"
            await runtime.signal(run.key, other, id="bank-2", by="bank", operation=settled.operation)
            (item,) = await runtime.attention()
            assert "a second outcome" in item.why


async def test_a_mistyped_event_is_answered_with_the_near_one() -> None:
    with closing(Orders.fake()) as orders:
        async with Runtime(refund, store=Memory(), deps=orders) as runtime:
            run = await runtime.conversation("c", start={"customer_id": "C1"})
            with pytest.raises(RefusedError, match="did you mean 'refunded'"):
                await runtime.signal(run.key, "refundd", {"receipt": "F-9"}, id="1")
