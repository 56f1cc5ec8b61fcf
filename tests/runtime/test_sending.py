"""Two machines of one conversation: what one sends the other takes in, once, whenever its own runtime comes."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any, TypeVar

import pytest

from decidable import Money, RefusedError, StoreError
from decidable.bind.machine import Machine
from decidable.core import records as r
from decidable.core.snapshot import Known, Occurrence
from decidable.core.step import begin, step
from decidable.core.values import Value
from decidable.journal import encode_occurrence
from decidable.runtime.parts import Waits
from decidable.stores import SQLite
from decidable.stores.port import Arrival, ArrivalKind, Commit, Head, RunKey, Store
from tests.runtime.harness import Bench, Unclosed, read, records, waiting
from tests.runtime.machines.trade import CallOff, LoseIt, OrderIt, Shout, billing, orders
from tests.runtime.machines.world import World
from tests.runtime.watched import Watched

BILLING, ORDERS = RunKey("", "c.1"), RunKey("", "c.2")
BOOK = OrderIt(item="book", price=Money("9.00 USD"), tags=["old", "rare"])
Places = Callable[[], Store]
T = TypeVar("T")


@pytest.fixture(params=["memory", "sqlite"])
def places(request: pytest.FixtureRequest, tmp_path: Path) -> Places:
    """The same place again, for each runtime that opens it."""
    if request.param == "sqlite":
        return lambda: SQLite(tmp_path / "runs.db", durability="process")
    kept = Unclosed()
    return lambda: kept


class Town:
    """One place and one world, in which one machine at a time is run."""

    def __init__(self, place: Places) -> None:
        self.place = place
        self.world = World()

    def bench(self, machine: Machine[Any, Any], store: Store | None = None) -> Bench:
        return Bench(machine=machine, store=store or self.place(), world=self.world, translator=None)

    async def billing(self) -> None:
        """Billing comes, does what waits for it, and goes."""
        async with self.bench(billing).open() as runtime:
            await read((await runtime.conversation("c")).updates())

    async def orders(self, *events: Any) -> None:
        """The orders come, with events of a person, and go."""
        async with self.bench(orders).open() as runtime:
            keys = {line.key for line in await runtime.runs()}
            run = await runtime.run(ORDERS) if ORDERS in keys else await runtime.conversation("c")
            await read(run.updates())
            for number, event in enumerate(events):
                await read(run.send(event, id=f"e-{number}-{run.length}"))

    def look(self, at: Callable[[Store], T]) -> T:
        """What the place says, between two runtimes."""
        with closing(self.place()) as store:
            return at(store)

    def head(self, key: RunKey) -> Head:
        head = self.look(lambda store: store.head(key))
        assert head is not None
        return head

    def records(self, key: RunKey, kind: str) -> list[Any]:
        return self.look(lambda store: records(store, key, kind))

    def decided(self, key: RunKey) -> list[str]:
        return [record.occurrence.event for record in self.records(key, "Decided")]

    def waiting(self, key: RunKey) -> list[str]:
        return self.look(lambda store: waiting(store, key))

    def attention(self) -> list[tuple[str, str]]:
        return self.look(lambda store: [(item.key.run, item.why) for item in store.attention()])


@pytest.fixture
def town(places: Places) -> Town:
    return Town(places)


async def test_a_trade_from_the_order_to_its_end(town: Town) -> None:
    await town.billing()
    await town.orders(BOOK)
    assert town.head(ORDERS).snapshot.operations == {}, "what is in an inbox is no work of the sender's any more"
    await town.billing()
    await town.orders()
    await town.billing()
    assert town.decided(ORDERS) == ["order_it", "paid"]
    assert town.decided(BILLING) == ["ordered", "charged", "closed"]
    assert [town.head(key).snapshot.end for key in (BILLING, ORDERS)] == ["completed", "completed"]
    assert list(town.world.done.values()) == ["book for 9.00 USD"]
    assert town.attention() == []
    assert town.look(lambda store: [store.verify(key) > 3 for key in (BILLING, ORDERS)]) == [True, True]
    assert town.look(lambda store: store.runs_with_work()) == ()


async def test_the_receiver_takes_its_fields_as_its_classes_read_them(town: Town) -> None:
    """With the values of the moment of sending, and whence they came."""
    await town.billing()
    await town.orders(BOOK)
    await town.billing()
    ordered = next(x for x in town.records(BILLING, "Decided") if x.occurrence.event == "ordered").occurrence
    fields = {"item": "book", "price": Money("9.00 USD"), "size": "large", "tags": ("old", "rare"), "note": ""}
    assert ordered.fields == {**fields, "bulky": True}, "not our secret; a property is computed"
    assert (ordered.id, ordered.by, ordered.operation) == ("@c.2/2.1", "orders c.2", "")
    facts = town.head(BILLING).snapshot.facts
    assert facts["item"] == Known("book", 2, "signal")
    assert (facts["bulky"].value, facts["bulky"].source) == (True, "signal")
    assert not {"secret", "size", "tags"} & set(facts)


async def test_the_journal_of_the_sender_names_the_run_that_has_it(town: Town) -> None:
    await town.billing()
    await town.orders(BOOK)
    (sent,) = town.records(ORDERS, "Sent")
    assert sent == r.Sent("2.1", "c.1")


async def test_several_arrive_in_the_order_in_which_they_were_sent(town: Town) -> None:
    await town.billing()
    await town.orders(BOOK, Shout(), Shout(), BOOK)
    assert town.waiting(BILLING) == ["@c.2/2.1", "@c.2/3.1", "@c.2/3.2", "@c.2/4.1", "@c.2/4.2", "@c.2/5.1"]
    await town.billing()
    assert town.decided(BILLING)[:6] == ["ordered", "said", "shouted", "said", "shouted", "ordered"]
    assert town.decided(BILLING)[6:] == ["charged", "ordered", "charged"], "the second order waited for the first"
    assert len(town.world.done) == 2


async def test_where_no_run_is_open_a_person_hears_of_it(town: Town) -> None:
    await town.orders(BOOK)
    why = "'ordered' was not sent to billing: no run of billing is open in conversation c"
    assert town.attention() == [("c.1", why)]
    (raised,) = town.records(RunKey("", "c.1"), "Raised")
    assert raised.occurrence.fields["item"] == "book"
    assert raised.occurrence.fields["secret"] == "only ours", "all that would have been sent"
    head = town.head(RunKey("", "c.1"))
    assert (head.snapshot.state, head.snapshot.operations) == ("waiting", {}), "the sender goes on"
    await town.billing()
    assert town.decided(RunKey("", "c.2")) == [], "it is not sent later: a person has it now"


async def test_a_run_that_has_ended_takes_nothing(town: Town) -> None:
    await town.billing()
    async with town.bench(billing).open() as runtime:
        await runtime.signal(BILLING, "closed", {"receipt": "none"}, id="s-1")
    await town.orders(BOOK)
    assert [key for key, _ in town.attention()] == ["c.2"]
    assert town.waiting(BILLING) == []


async def test_a_run_that_ends_before_it_takes_it_in_has_a_person_look(town: Town) -> None:
    await town.billing()
    close = encode_occurrence(Occurrence("closed", {"receipt": "R"}))
    town.look(lambda store: store.offer(BILLING, Arrival("s-1", ArrivalKind.EVENT, close, 5, "shop")))
    await town.orders(BOOK)
    assert town.waiting(BILLING) == ["s-1", "@c.2/2.1"]
    async with town.bench(billing).open() as runtime:
        await read((await runtime.run(BILLING)).updates())
    assert town.head(BILLING).snapshot.end == "completed"
    assert town.attention() == [("c.1", "it cannot be taken in: the run has ended: completed")]
    (raised,) = town.records(BILLING, "Raised")
    assert (raised.occurrence.event, raised.occurrence.fields["item"]) == ("ordered", "book")


async def test_another_conversation_and_another_tenant_hear_nothing(town: Town) -> None:
    async with town.bench(billing).open() as runtime:
        await runtime.conversation("another")
        await runtime.conversation("c", tenant="acme")
    async with town.bench(orders).open() as runtime:
        run = await runtime.conversation("c")
        await read(run.send(BOOK, id="o-1"))
        assert [item.key for item in await runtime.attention()] == [run.key]


@pytest.mark.parametrize(
    ("event", "why"),
    [
        (LoseIt(), "billing has no event 'vanished'; name one of its signals"),
        (CallOff(), "'charge' is user in billing, and another machine sends signals"),
    ],
)
async def test_what_the_receiver_cannot_take_in_is_raised_there(town: Town, event: Any, why: str) -> None:
    await town.billing()
    await town.orders(BOOK, event)
    await town.billing()
    assert town.attention() == [
        ("c.1", f"it cannot be taken in: {why}"),
        ("c.1", "'paid' was not sent to orders: no run of orders is open in conversation c"),
    ]
    (noted,) = [x for x in town.records(BILLING, "Noted") if x.note is r.Note.INVALID]
    assert (noted.why, noted.occurrence.by) == (why, "orders c.2")
    assert town.waiting(BILLING) == [], "once, and not for ever"


async def test_what_lacks_a_field_is_raised_with_what_there_was(town: Town) -> None:
    """`Closed` needs a receipt, which the orders have not."""
    await town.billing()
    late = encode_occurrence(Occurrence("closed", {"item": "book"}, id="@c.2/7.1", by="orders c.2"))
    arrival = Arrival("@c.2/7.1", ArrivalKind.SENT, late, 5, "orders c.2")
    town.look(lambda store: store.post("", "c", "billing", arrival))
    await town.billing()
    (key_and_why,) = town.attention()
    assert key_and_why == ("c.1", "it cannot be taken in: 'closed' cannot be built: receipt: Field required")


async def test_a_store_that_fails_delays_it(town: Town) -> None:
    await town.billing()
    watched = Watched(town.place())
    watched.failures["post"].append(StoreError("the disk is full"))
    bench = town.bench(orders, watched.port)
    async with bench.open() as runtime:
        run = await runtime.conversation("c")
        with pytest.raises(StoreError, match="the disk is full"):
            await read(run.send(BOOK, id="o-1"))
        await bench.until(lambda: watched.calls["post"] == 2, tick=1.0)
        assert run.waits is not Waits.ENDED
    assert (town.attention(), town.waiting(BILLING)) == ([], ["@c.2/2.1"])


async def test_it_is_sent_after_a_restart_in_its_order(town: Town) -> None:
    """A process that has committed a dozen steps and sent nothing of them."""
    await town.billing()
    store = town.place()
    epoch = store.claim("a process that ends")
    first = begin(orders.table, {}, 1)
    head = Head(ORDERS, "c", "orders", orders.table.fingerprint, first.snapshot, epoch, "", 1, 1)
    store.begin(head, first.records, ())
    snapshot = first.snapshot
    fields: dict[str, Value] = {"item": "book", "price": Money("9.00 USD"), "size": "small", "tags": ()}
    for number in range(12):
        after = step(orders.table, snapshot, Occurrence("order_it", fields, 2 + number, f"e-{number}", "ann"))
        commit = Commit(ORDERS, snapshot.seq, epoch, orders.table.fingerprint, after.records, after.snapshot, 2)
        store.commit(commit)
        snapshot = after.snapshot
    assert len(snapshot.operations) == 12
    store.close()
    await town.orders()
    assert town.waiting(BILLING) == [f"@c.2/{version}.1" for version in range(2, 14)]
    assert town.head(ORDERS).snapshot.operations == {}


async def test_nobody_outside_can_send_in_another_machines_name(town: Town) -> None:
    await town.billing()
    async with town.bench(billing).open() as runtime:
        with pytest.raises(RefusedError, match="only the runtime's own"):
            await runtime.signal(BILLING, "said", id="@c.2/2.1")
