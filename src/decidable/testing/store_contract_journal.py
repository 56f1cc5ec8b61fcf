"""The store contract: runs, their journal, and who may write.

Owns: the cases about beginning, committing, fencing, history, verifying and lists.
Never: knows which store it is tried on.
"""

from __future__ import annotations

from decidable.core import records as r
from decidable.core.definition import End
from decidable.core.snapshot import Known
from decidable.errors import InternalError, RefusedError, StoreError
from decidable.stores.port import RunKey, Said, Store
from decidable.testing.store_contract_run import FINGERPRINT, KEY, Writer, moved, refused


def a_begun_run_is_there(store: Store) -> None:
    """Its head is what was begun, with the check of its first record."""
    head = Writer(store).begin()
    assert store.head(KEY) == head
    assert head.check == store.history(KEY)[0].check
    assert store.head(RunKey("acme", "r-2")) is None


def a_run_begins_once(store: Store) -> None:
    """The second time is refused, and the first run is untouched."""
    writer = Writer(store)
    head = writer.begin()
    with refused(StoreError, "acme/r-1", "exists already"):
        writer.begin(at=9_000)
    assert store.head(KEY) == head


def only_a_claimed_store_is_written(store: Store) -> None:
    """Without a claim there is no epoch, not even 0."""
    writer = object.__new__(Writer)
    writer.store, writer.epoch = store, 0  # type: ignore[misc]  # one that never claimed
    with refused(StoreError, "claim"):
        writer.begin()


def a_step_is_kept_whole(store: Store) -> None:
    """Records, snapshot and head belong together, and every value comes back as it was."""
    writer = Writer(store)
    head = writer.begin()
    learned = r.Learned({"data": Known({"$k": (1, {"a": None}), "ü": (True, 0)}, 2, "user")})
    head = writer.commit(head, moved(head.snapshot), learned, event_id="m-1")
    kept = store.head(KEY)
    assert kept == head
    assert list(kept.snapshot.facts) == list(head.snapshot.facts), "the order of a mapping is part of it"
    rows = store.history(KEY)
    assert [row.seq for row in rows] == [1, 2, 3]
    assert [row.kind for row in rows] == ["begun", "decided", "learned"]
    assert [row.event_id for row in rows] == ["", "m-1", "m-1"]
    assert {row.fingerprint for row in rows} == {FINGERPRINT}
    assert rows[2].record == learned
    assert store.verify(KEY) == 3


def a_step_on_an_old_head_changes_nothing(store: Store) -> None:
    """Compare-and-set on the sequence number."""
    writer = Writer(store)
    old = writer.begin()
    new = writer.commit(old, moved(old.snapshot))
    with refused(StoreError, "at record 2, not at 1"):
        writer.commit(old, moved(old.snapshot, "elsewhere"), said=[Said("s", "lost", "w", 1)])
    assert store.head(KEY) == new
    assert store.said(KEY) == ()


def an_old_epoch_is_fenced(store: Store) -> None:
    """Whoever claimed before can no longer write anything of a run."""
    old = Writer(store)
    head = old.begin(said=(Said("s-1", "hello", "greeting", 1),))
    new = Writer(store)
    assert new.epoch > old.epoch
    for write in (
        lambda: old.commit(head, moved(head.snapshot)),
        lambda: old.begin(RunKey("acme", "r-2")),
        lambda: store.delivered(KEY, "s-1", 5, old.epoch),
        lambda: store.resolve_attention(1, 5, old.epoch),
    ):
        with refused(StoreError, f"epoch {old.epoch}", f"epoch {new.epoch} owns"):
            write()
    assert store.head(KEY) == head
    assert new.commit(head, moved(head.snapshot)).epoch == new.epoch


def a_step_that_does_not_add_up_is_ours(store: Store) -> None:
    """A snapshot that cannot be the fold of its records is never written."""
    writer = Writer(store)
    head = writer.begin()
    step = writer.step(head, moved(head.snapshot))
    with refused(InternalError, "report"):
        store.commit(step._replace(records=[]))
    assert store.head(KEY) == head


def a_value_that_would_change_is_refused(store: Store) -> None:
    """A float, a list, half a character: nothing is written that would not come back equal."""
    writer = Writer(store)
    head = writer.begin()
    for value in (1.5, [1], object()):
        with refused(InternalError, "cannot be kept"):
            writer.commit(head, r.Learned({"f": Known(value, 2, "set")}))  # type: ignore[arg-type]
    with refused(RefusedError, "surrogate"):
        writer.commit(head, moved(head.snapshot), said=[Said("s", "\ud800", "w", 1)])
    assert store.head(KEY) == head
    half = r.Learned({"f": Known("a\ud800", 2, "set")})
    writer.commit(head, half)
    assert store.history(KEY, after=1)[0].record == half, "inside a record it comes back"


def a_step_without_records_moves_nothing(store: Store) -> None:
    """An ignored event is counted, and the journal stays as it is."""
    writer = Writer(store)
    head = writer.begin()
    writer.commit(head, ignored=["rain", "rain"])
    same = writer.commit(head, ignored=["rain", "snow"])
    assert (same.snapshot, same.check) == (head.snapshot, head.check)
    assert store.ignored(KEY) == {"rain": 3, "snow": 1}
    assert store.verify(KEY) == 1


def a_new_machine_shows_from_its_first_record(store: Store) -> None:
    """Every record carries the fingerprint of the machine that made it; definitions are kept once."""
    writer = Writer(store)
    head = writer.begin()
    store.put_definition(FINGERPRINT, "booking", '{"name":"booking"}')
    store.put_definition(FINGERPRINT, "booking", '{"name":"another text"}')
    assert store.get_definition(FINGERPRINT) == '{"name":"booking"}'
    assert store.get_definition("0000") is None
    head = writer.commit(head, moved(head.snapshot), fingerprint="beef")
    assert head.fingerprint == "beef"
    assert [row.fingerprint for row in store.history(KEY)] == [FINGERPRINT, "beef"]
    assert store.get_definition("beef") is None
    assert store.verify(KEY) == 2


def history_is_read_in_pages(store: Store) -> None:
    """From any record on, as many as asked for, each page checked against the one before."""
    writer = Writer(store)
    head = writer.begin()
    for _ in range(6):
        head = writer.commit(head, moved(head.snapshot))
    whole = store.history(KEY)
    assert len(whole) == 7
    pages = [store.history(KEY, after=after, limit=3) for after in (0, 3, 6, 7, 70)]
    assert [len(page) for page in pages] == [3, 3, 1, 0, 0]
    assert pages[0] + pages[1] + pages[2] == whole
    assert store.history(KEY, after=5) == whole[5:]
    with refused(StoreError, "no run"):
        store.history(RunKey("acme", "none"))
    with refused(StoreError, "no run"):
        store.verify(RunKey("acme", "none"))


def a_body_can_be_forgotten(store: Store) -> None:
    """Afterwards the row says what kind it was, and the chain still verifies, also when more is written."""
    writer = Writer(store)
    head = writer.begin()
    head = writer.commit(head, moved(head.snapshot, id="m-1"), event_id="m-1")
    store.forget_body(KEY, 2)
    store.forget_body(KEY, 2)
    row = store.history(KEY, after=1)[0]
    assert (row.record, row.kind, row.check) == (None, "decided", head.check)
    head = writer.commit(head, moved(head.snapshot))
    assert store.verify(KEY) == 3
    for seq in (0, 4):
        with refused(StoreError, f"no record {seq}"):
            store.forget_body(KEY, seq)


def tenants_do_not_meet(store: Store) -> None:
    """One name in two tenants is two runs, in everything."""
    writer = Writer(store)
    keys = [RunKey("acme", "r-1"), RunKey("globex", "r-1"), RunKey("", "r-1")]
    heads = [writer.begin(key) for key in keys]
    writer.commit(heads[0], moved(heads[0].snapshot), said=[Said("s-1", "for acme", "w", 1)])
    assert [store.head(key) for key in keys[1:]] == heads[1:]
    assert [len(store.said(key)) for key in keys] == [1, 0, 0]
    assert store.in_conversation("acme", "talk") == (keys[0],)
    assert store.in_conversation("globex", "talk") == (keys[1],)
    assert [store.verify(key) for key in keys] == [2, 1, 1]
    assert store.history(keys[1])[0].check != store.history(keys[2])[0].check


def runs_are_found_by_the_start_of_their_name(store: Store) -> None:
    """For operators, who type a few letters; in any tenant; signs of a pattern are letters."""
    writer = Writer(store)
    for tenant, run in (("b", "ab%1"), ("a", "ab%1"), ("a", "ab%22"), ("a", "abc"), ("a", "b"), ("a", "Ab%")):
        writer.begin(RunKey(tenant, run))
    assert store.find("ab%") == (RunKey("a", "ab%1"), RunKey("b", "ab%1"), RunKey("a", "ab%22"))
    assert store.find("ab%22") == (RunKey("a", "ab%22"),)
    assert store.find("zz") == ()
    assert len(store.find("")) == 6


def runs_are_listed(store: Store) -> None:
    """The last changed first; counted by state while they are open; in the order of their conversation."""
    writer = Writer(store)
    keys = [RunKey("acme", f"r-{n}") for n in range(4)]
    heads = [writer.begin(key, at=1_000 + n) for n, key in enumerate(keys)]
    writer.commit(heads[1], moved(heads[1].snapshot, "search"), at=5_000)
    gone = moved(heads[2].snapshot, "booked")
    writer.commit(heads[2], gone, r.Ended(End.COMPLETED, 4_000), at=4_000)
    assert [line.key for line in store.runs()] == [keys[1], keys[2], keys[3], keys[0]]
    assert [line.key for line in store.runs(open_only=True, limit=2)] == [keys[1], keys[3]]
    line = store.runs()[1]
    assert (line.state, line.end, line.seq, line.created_at, line.updated_at) == (
        "booked",
        "completed",
        3,
        1_002,
        4_000,
    )
    assert store.count_by_state() == {("booking", "gather"): 2, ("booking", "search"): 1}
    assert store.in_conversation("acme", "talk") == tuple(keys)


def a_closed_store_says_so(store: Store) -> None:
    """Closing twice is fine; anything else is refused."""
    Writer(store).begin()
    store.close()
    store.close()
    for call in (lambda: store.head(KEY), lambda: store.claim("again")):
        with refused(StoreError, "closed"):
            call()


CASES = (
    a_begun_run_is_there,
    a_run_begins_once,
    only_a_claimed_store_is_written,
    a_step_is_kept_whole,
    a_step_on_an_old_head_changes_nothing,
    an_old_epoch_is_fenced,
    a_step_that_does_not_add_up_is_ours,
    a_value_that_would_change_is_refused,
    a_step_without_records_moves_nothing,
    a_new_machine_shows_from_its_first_record,
    history_is_read_in_pages,
    a_body_can_be_forgotten,
    tenants_do_not_meet,
    runs_are_found_by_the_start_of_their_name,
    runs_are_listed,
    a_closed_store_says_so,
)
