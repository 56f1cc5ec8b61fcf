"""Who leads, who waits, and that whoever waits is always told."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Sequence

import pytest

from decidable.errors import StoreError
from decidable.stores.turns import Turn, Turns

PATIENCE = 120
"""Seconds after which a test gives up; on a machine with much else to do a thread may wait long for its turn."""


def until(holds: Callable[[], bool]) -> None:
    """Wait until something holds, and give way to the others meanwhile."""
    pause = threading.Event()
    for _ in range(PATIENCE * 1_000):
        if holds():
            return
        pause.wait(timeout=0.001)
    raise AssertionError(f"after {PATIENCE} s it still does not hold")


class Desk:
    """Carries out jobs, the first lot only when it is told to, and remembers which went together."""

    def __init__(self) -> None:
        self.lots: list[int] = []
        self.holds = threading.Event()
        self.go = threading.Event()
        self.fault: BaseException | None = None
        self.turns: Turns[int] = Turns(self.carry_out)

    def carry_out(self, turns: Sequence[Turn[int]]) -> None:
        self.lots.append(len(turns))
        if len(self.lots) == 1:
            self.holds.set()
            assert self.go.wait(timeout=PATIENCE)
        elif self.fault is not None:
            raise self.fault
        for turn in turns:
            try:
                turn.result = turn.job(len(turns))
            except ValueError as error:
                turn.error = error
            turn.done = True


def gather(desk: Desk, jobs: int) -> dict[int, object]:
    """One job that is held up, and so many that gather behind it. What each got, or what was raised."""
    got: dict[int, object] = {}

    def work(number: int) -> None:
        try:
            got[number] = desk.turns.take(lambda together: (number, together))
        except BaseException as error:
            got[number] = error

    threads = [threading.Thread(target=work, args=(number,)) for number in range(jobs + 1)]
    threads[0].start()
    assert desk.holds.wait(timeout=PATIENCE)
    for thread in threads[1:]:
        thread.start()
    until(lambda: desk.turns.waiting == jobs)
    desk.go.set()
    for thread in threads:
        thread.join()
    return got


def test_jobs_that_gather_go_together_and_each_gets_its_own() -> None:
    desk = Desk()
    got = gather(desk, 5)
    assert desk.lots == [1, 5]
    assert got == {0: (0, 1), **{number: (number, 5) for number in range(1, 6)}}
    assert desk.turns.take(lambda together: together) == 1, "the next one leads again"


def test_an_interrupted_leader_leaves_nobody_waiting() -> None:
    desk = Desk()
    desk.fault = KeyboardInterrupt()
    got = gather(desk, 4)
    raised = [type(result) for result in got.values() if isinstance(result, BaseException)]
    assert sorted(error.__name__ for error in raised) == ["KeyboardInterrupt", "StoreError", "StoreError", "StoreError"]
    assert any(isinstance(result, StoreError) and "interrupted" in str(result) for result in got.values())
    desk.fault = None
    assert desk.turns.take(lambda _: "goes on") == "goes on"


def test_a_job_that_fails_fails_alone() -> None:
    desk = Desk()
    desk.go.set()

    def refused(_: int) -> int:
        raise ValueError("no")

    with pytest.raises(ValueError, match="no"):
        desk.turns.take(refused)
    assert desk.turns.take(lambda together: together) == 1


def test_who_is_interrupted_while_waiting_is_not_waited_for() -> None:
    desk = Desk()
    main = threading.main_thread().ident
    assert main is not None
    carried: list[str] = []
    heard = threading.Event()

    def interrupted_once(*_: object) -> None:
        if not heard.is_set():
            heard.set()
            raise KeyboardInterrupt

    def hold() -> None:
        desk.turns.take(lambda _: carried.append("first"))

    def interrupt() -> None:
        until(lambda: desk.turns.waiting == 1)
        while not heard.wait(timeout=0.01):  # one that comes just before a thread falls asleep does not wake it
            signal.pthread_kill(main, signal.SIGINT)

    threads = [threading.Thread(target=hold), threading.Thread(target=interrupt)]
    before = signal.signal(signal.SIGINT, interrupted_once)
    try:
        threads[0].start()
        assert desk.holds.wait(timeout=PATIENCE)
        threads[1].start()
        with pytest.raises(KeyboardInterrupt):
            desk.turns.take(lambda _: carried.append("never"))
        threads[1].join()
    finally:
        heard.set()
        signal.signal(signal.SIGINT, before)
    assert desk.turns.waiting == 0
    desk.go.set()
    for thread in threads:
        thread.join()
    desk.turns.take(lambda _: carried.append("last"))
    assert carried == ["first", "last"]
