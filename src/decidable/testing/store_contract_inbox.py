"""The store contract: the inbox of a run, and what another machine puts into it.

Owns: the cases about arrivals. Never: knows which store it is tried on.
"""

from __future__ import annotations

from decidable.core import records as r
from decidable.core.definition import End
from decidable.errors import RefusedError, StoreError
from decidable.stores.port import Arrival, ArrivalKind, DuplicateArrivalError, HeardText, Offered, RunKey, Store
from decidable.testing.store_contract_run import KEY, Writer, moved, refused


def _message(id: str, body: str = "a table for five", **more: int) -> Arrival:
    return Arrival(id, ArrivalKind.MESSAGE, body, 1_500, "ann", **more)


def an_arrival_counts_once(store: Store) -> None:
    """Its id and body tell a duplicate from a conflict, while it waits and after it was consumed."""
    writer = Writer(store)
    head = writer.begin()
    assert store.offer(KEY, _message("m-1", seen=3)) is Offered.ACCEPTED
    assert store.offer(KEY, _message("m-1")) is Offered.DUPLICATE
    assert store.offer(KEY, _message("m-1", "for six")) is Offered.CONFLICT
    assert store.waiting(KEY) == (_message("m-1", seen=3, number=1),)
    writer.commit(head, moved(head.snapshot), consumed="m-1")
    assert store.waiting(KEY) == ()
    assert store.offer(KEY, _message("m-1")) is Offered.DUPLICATE
    assert store.offer(KEY, _message("m-1", "for six")) is Offered.CONFLICT
    assert store.verify(KEY) == 2


def arrivals_wait_in_order(store: Store) -> None:
    """The oldest first, whatever their ids, each with its number; each is consumed once."""
    writer = Writer(store)
    head = writer.begin()
    event = Arrival("e", ArrivalKind.EVENT, '{"e":"paid"}', 7)
    for arrival in (_message("z"), event, _message("a")):
        store.offer(KEY, arrival)
    assert [(a.id, a.number) for a in store.waiting(KEY)] == [("z", 1), ("e", 2), ("a", 3)]
    assert store.waiting(KEY)[1] == event._replace(number=2)
    head = writer.commit(head, moved(head.snapshot), consumed="e")
    assert [a.id for a in store.waiting(KEY)] == ["z", "a"]
    for id in ("e", "never"):
        with refused(StoreError, repr(id), "does not wait"):
            writer.commit(head, moved(head.snapshot), consumed=id)
    store.offer(KEY, _message("b"))
    assert [(a.id, a.number) for a in store.waiting(KEY)][2] == ("b", 4)


def an_arrival_taken_directly_counts_once(store: Store) -> None:
    """It is known from its commit on; known already, it stops the whole commit."""
    writer = Writer(store)
    head = writer.begin()
    head = writer.commit(head, moved(head.snapshot), arrival=_message("m-1"), heard=HeardText("m-1", "hi", "ann", 1))
    assert store.offer(KEY, _message("m-1")) is Offered.DUPLICATE
    assert store.waiting(KEY) == ()
    store.offer(KEY, _message("m-2"))
    for id, body, offered in (
        ("m-1", "a table for five", Offered.DUPLICATE),
        ("m-1", "for six", Offered.CONFLICT),
        ("m-2", "a table for five", Offered.DUPLICATE),
    ):
        heard = HeardText(id, body, "ann", 1)
        with refused(DuplicateArrivalError, id) as found:
            writer.commit(head, moved(head.snapshot), arrival=_message(id, body), heard=heard, ignored=["x"])
        assert (found.error.key, found.error.id, found.error.offered) == (KEY, id, offered)
    assert store.head(KEY) == head
    assert (len(store.heard(KEY)), store.ignored(KEY)) == (1, {})


def an_inbox_belongs_to_a_run(store: Store) -> None:
    """One id at two runs is two arrivals; a run that is not there has no inbox."""
    writer = Writer(store)
    other = RunKey("acme", "r-2")
    writer.begin()
    writer.begin(other)
    assert store.offer(KEY, _message("m-1")) is Offered.ACCEPTED
    assert store.offer(other, _message("m-1", "for six")) is Offered.ACCEPTED
    with refused(StoreError, "no run"):
        store.offer(RunKey("acme", "none"), _message("m-1"))
    with refused(RefusedError, "surrogate"):
        store.offer(KEY, _message("m-2", "\udfff"))


def a_forgotten_message_cannot_be_guessed(store: Store) -> None:
    """With its body gone, its id still tells a duplicate, and no body tells a conflict."""
    writer = Writer(store)
    head = writer.begin()
    writer.commit(head, moved(head.snapshot, id="m-1"), arrival=_message("m-1"), event_id="m-1")
    store.forget_body(KEY, 2)
    assert store.offer(KEY, _message("m-1", "for six")) is Offered.DUPLICATE
    assert store.verify(KEY) == 2


def what_is_sent_reaches_the_open_run(store: Store) -> None:
    """The latest of that machine in that conversation and tenant; nobody, when it has ended or there is none."""
    writer = Writer(store)
    old, new, other, elsewhere, foreign = (RunKey("acme", f"r-{number}") for number in range(5))
    writer.commit(writer.begin(old), r.Ended(End.COMPLETED, 5))
    head = writer.begin(new)
    writer.begin(other, machine="billing")
    writer.begin(elsewhere, conversation="another")
    writer.begin(foreign._replace(tenant="umbrella"))
    sent = Arrival("@r-2/2.1", ArrivalKind.SENT, '{"e":"paid"}', 7, "billing r-2", seen=2)
    for tenant, conversation, machine in (
        ("acme", "talk", "stock"),
        ("acme", "silent", "booking"),
        ("nobody", "talk", "booking"),
    ):
        assert store.post(tenant, conversation, machine, sent) is None
    assert store.post("acme", "talk", "booking", sent) == new
    assert store.waiting(new) == (sent._replace(number=1),)
    assert [store.waiting(key) for key in (old, other, elsewhere)] == [(), (), ()]
    assert new in store.runs_with_work()
    assert store.post("acme", "talk", "billing", sent._replace(id="@r-1/2.1")) == other
    writer.commit(head, r.Ended(End.COMPLETED, 6))
    assert store.post("acme", "talk", "booking", sent._replace(id="@r-2/3.1")) is None
    with refused(RefusedError, "surrogate"):
        store.post("acme", "talk", "billing", sent._replace(body="\udfff"))
    assert store.verify(new) == 2


def what_is_sent_again_stays_where_it_is(store: Store) -> None:
    """Whether it waits or was consumed, whether its run has ended, and whatever run is open now."""
    writer = Writer(store)
    first, second = RunKey("acme", "r-1"), RunKey("acme", "r-2")
    head = writer.begin(first)
    sent = Arrival("@x/2.1", ArrivalKind.SENT, '{"e":"paid"}', 7, "billing x")

    def again() -> RunKey | None:
        return store.post("acme", "talk", "booking", sent)

    assert (again(), again()) == (first, first)
    assert len(store.waiting(first)) == 1
    head = writer.commit(head, moved(head.snapshot), consumed=sent.id)
    assert again() == first
    writer.commit(head, r.Ended(End.COMPLETED, 5))
    assert again() == first
    writer.begin(second)
    assert again() == first
    assert store.post("acme", "talk", "booking", sent._replace(body="{}")) == first, "the id alone tells"
    assert (store.waiting(first), store.waiting(second)) == ((), ())
    assert store.post("acme", "talk", "booking", sent._replace(id="@x/3.1")) == second


CASES = (
    an_arrival_counts_once,
    arrivals_wait_in_order,
    an_arrival_taken_directly_counts_once,
    an_inbox_belongs_to_a_run,
    a_forgotten_message_cannot_be_guessed,
    what_is_sent_reaches_the_open_run,
    what_is_sent_again_stays_where_it_is,
)
