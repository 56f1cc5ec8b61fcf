"""The contract every store must pass: one list of cases, tried on a store of your own.

    @pytest.mark.parametrize("case", STORE_CASES, ids=lambda case: case.__name__)
    def test_contract(case, tmp_path):
        case(MyStore(tmp_path))            # each case wants a store that is empty and unclaimed

    @pytest.mark.parametrize("case", REOPENING_CASES, ids=lambda case: case.__name__)
    def test_reopening(case, tmp_path):
        case(lambda: MyStore(tmp_path))    # opens the same place again, each time after a `close`

Owns: the list, and the cases about many threads and about opening again. Never: needs a test runner; a case raises
AssertionError. A store that forgets everything when it is closed passes `STORE_CASES` alone.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Final, TypeAlias

from decidable.errors import StoreError
from decidable.stores.port import Arrival, ArrivalKind, Offered, RunKey, Said, Store
from decidable.testing import store_contract_beside, store_contract_inbox, store_contract_journal
from decidable.testing.store_contract_run import KEY, Writer, moved, planned

THREADS: Final = 8


def _together(work: Callable[[int], None]) -> None:
    """Run `work` in eight threads that start at the same moment; raises the first thing that went wrong."""
    start, faults = threading.Barrier(THREADS), list[BaseException]()

    def one(number: int) -> None:
        start.wait()
        try:
            work(number)
        except BaseException as fault:
            faults.append(fault)

    threads = [threading.Thread(target=one, args=(number,)) for number in range(THREADS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if faults:
        raise faults[0]


def runs_go_on_side_by_side(store: Store) -> None:
    """Eight threads, each with a run of its own: every step is there, and every chain is whole."""
    writer = Writer(store)
    keys = [RunKey("acme", f"r-{number}") for number in range(THREADS)]

    def work(number: int) -> None:
        head = writer.begin(keys[number])
        for step in range(15):
            head = writer.commit(head, moved(head.snapshot), said=[Said(f"s-{step}", "so", "w", 1)])

    _together(work)
    assert [store.verify(key) for key in keys] == [16] * THREADS
    numbers = [words.number for key in keys for words in store.said(key)]
    assert len(set(numbers)) == 15 * THREADS


def one_of_many_wins_each_step(store: Store) -> None:
    """Eight threads on one run: each step is taken by one of them, and the others are told."""
    writer = Writer(store)
    writer.begin()
    won = list[int]()

    def work(number: int) -> None:
        for _ in range(10):
            head = store.head(KEY)
            assert head is not None
            try:
                writer.commit(head, moved(head.snapshot), at=number)
            except StoreError:
                continue
            won.append(number)

    _together(work)
    assert store.verify(KEY) == 1 + len(won)
    assert len(won) >= 10, "somebody wins every round"


def an_arrival_offered_by_many_counts_once(store: Store) -> None:
    """Eight threads offer the same twenty arrivals: each is accepted once, and none is lost."""
    Writer(store).begin()
    answers = list[Offered]()

    def work(_: int) -> None:
        for number in range(20):
            answers.append(store.offer(KEY, Arrival(f"m-{number}", ArrivalKind.MESSAGE, "hi", 1)))

    _together(work)
    assert answers.count(Offered.ACCEPTED) == 20
    assert answers.count(Offered.DUPLICATE) == 20 * (THREADS - 1)
    assert [arrival.number for arrival in store.waiting(KEY)] == list(range(1, 21))


def a_store_opens_as_it_was_closed(reopen: Callable[[], Store]) -> None:
    """Heads, journals and the store's own name."""
    store = reopen()
    writer = Writer(store)
    head = writer.begin()
    head = writer.commit(head, moved(head.snapshot), said=[Said("s-1", "so", "w", 1)])
    kept = (store.store_id, store.head(KEY), store.history(KEY), store.said(KEY))
    store.close()
    store = reopen()
    assert kept == (store.store_id, store.head(KEY), store.history(KEY), store.said(KEY))
    again = Writer(store)
    assert again.epoch > writer.epoch, "a new claim fences the old one, also across a restart"
    again.commit(head, moved(head.snapshot))
    assert store.verify(KEY) == 3
    store.close()


def a_restart_knows_what_to_resume(reopen: Callable[[], Store]) -> None:
    """Runs with a waiting arrival, an unsettled operation or undelivered words, and no others."""
    store = reopen()
    writer = Writer(store)
    waits, works, speaks, idle = (RunKey("acme", name) for name in ("waits", "works", "speaks", "idle"))
    for key in (waits, works, speaks, idle):
        writer.begin(key)
    store.offer(waits, Arrival("m-1", ArrivalKind.MESSAGE, "hi", 1))
    for key, records, said in ((works, [planned("2.1")], []), (speaks, [], [Said("s-1", "so", "w", 1)])):
        head = store.head(key)
        assert head is not None
        writer.commit(head, *records, said=said)
    store.close()
    store = reopen()
    assert store.runs_with_work() == (waits, works, speaks)
    store.delivered(speaks, "s-1", 5, store.claim("again"))
    assert store.runs_with_work() == (waits, works)
    store.close()


StoreCase: TypeAlias = Callable[[Store], None]
ReopeningCase: TypeAlias = Callable[[Callable[[], Store]], None]

STORE_CASES: Final[tuple[StoreCase, ...]] = (
    *store_contract_journal.CASES,
    *store_contract_inbox.CASES,
    *store_contract_beside.CASES,
    runs_go_on_side_by_side,
    one_of_many_wins_each_step,
    an_arrival_offered_by_many_counts_once,
)
REOPENING_CASES: Final[tuple[ReopeningCase, ...]] = (
    a_store_opens_as_it_was_closed,
    a_restart_knows_what_to_resume,
)
