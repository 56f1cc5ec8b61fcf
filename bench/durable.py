"""What a durable step costs: time beside a bare insert-and-commit, bytes, and resuming. `python -m bench.durable [folder]`.

Owns: the `durable` and `growth` figures, every pair measured in one run. Never: judges; the bars are in the design.
The floor is the least that any journal on SQLite can do: one table, the same body, WAL, synchronous=FULL, one commit each.
The two take turns, so that a noisy disk is noisy for both.
"""

from __future__ import annotations

import os
import platform
import sqlite3
import statistics
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from pathlib import Path

from decidable.core import records as r
from decidable.core.evolve import evolve, replay
from decidable.core.snapshot import Act, Known, Occurrence, Operation, Snapshot, Timer
from decidable.core.values import Money
from decidable.journal import encode_record
from decidable.stores import SQLite
from decidable.stores.port import Arrival, ArrivalKind, Commit, Head, RunKey

KEY = RunKey("acme", "conversation-17")
ROUNDS = 400


def begun(at: int) -> r.Begun:
    """A run with a handful of facts."""
    facts = {
        "party": Known(4, 1, "start"),
        "day": Known("friday", 1, "user"),
        "deposit": Known(Money("20.00 USD"), 1, "result", ("party", "day")),
        "restaurant": Known("The Anchor", 1, "result", ("party", "day")),
    }
    return r.Begun("booking", "f00dfeedf00dfeed", at, "gather", facts)


def moved(snapshot: Snapshot) -> r.Decided:
    """A plain move between two states, caused by an event with an id."""
    number = snapshot.version
    target = "search" if snapshot.state == "gather" else "gather"
    occurrence = Occurrence("details", {"party": number % 8}, 1_760_000_000_000 + number, f"m-{number:08d}", "ann")
    return r.Decided(number + 1, snapshot.state, occurrence, r.Verdict.MOVE, "all is known", 42, "named", target)


def step(head: Head, *, fold: Callable[[Snapshot, r.JournalRecord], Snapshot] = evolve) -> Commit:
    """The commit of one plain move, whose event came directly."""
    record = moved(head.snapshot)
    arrival = Arrival(record.occurrence.id, ArrivalKind.EVENT, "{}", 1)
    return Commit(
        head.key,
        head.snapshot.seq,
        head.epoch,
        head.fingerprint,
        (record,),
        fold(head.snapshot, record),
        record.occurrence.at,
        event_id=record.occurrence.id,
        arrival=arrival,
    )


def begin(store: SQLite, key: RunKey, epoch: int) -> Head:
    """A run to write to."""
    record = begun(1)
    head = Head(key, "c-17", "booking", record.fingerprint, replay([record]), epoch, "", 1, 1)
    return store.begin(head, (record,), ())


def milliseconds(work: Callable[[], object]) -> float:
    """How long one call takes."""
    start = time.perf_counter()
    work()
    return (time.perf_counter() - start) * 1e3


def show(what: str, value: str) -> None:
    """One line of the report."""
    print(f"  {what:<46} {value}")


def floor(folder: Path, synchronous: str) -> sqlite3.Connection:
    """The least a journal can be."""
    connection = sqlite3.connect(folder / "floor.db", isolation_level=None)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute(f"PRAGMA synchronous = {synchronous}")
    connection.execute("CREATE TABLE journal (id INTEGER PRIMARY KEY, run INTEGER, seq INTEGER, body TEXT)")
    return connection


class Stepper:
    """A run that is written to, step by step."""

    def __init__(self, store: SQLite, head: Head) -> None:
        self.store = store
        self.head = head

    def take(self, make: Callable[[Head], Commit]) -> float:
        """One step; the milliseconds that its commit took."""
        commit = make(self.head)
        start = time.perf_counter()
        self.head = self.store.commit(commit)
        return (time.perf_counter() - start) * 1e3


def commits(folder: Path) -> None:
    """Milliseconds per commit, ours and the floor's, taking turns."""
    print("commit, synchronous=FULL (median of", ROUNDS, "each, taking turns)")
    store = SQLite(folder / "commits.db")
    head = begin(store, KEY, store.claim("bench"))
    bare = floor(folder, "FULL")
    body = encode_record(moved(head.snapshot))

    def insert() -> None:
        bare.execute("BEGIN IMMEDIATE")
        bare.execute("INSERT INTO journal (run, seq, body) VALUES (1, 1, ?)", (body,))
        bare.execute("COMMIT")

    plain_run, write_run = Stepper(store, head), Stepper(store, begin(store, RunKey("acme", "writes"), head.epoch))
    least, plain, write = [], [], []
    for _ in range(ROUNDS):
        least.append(milliseconds(insert))
        plain.append(plain_run.take(step))
        write.append(write_run.take(planned) + write_run.take(started))
        write_run.take(settled)
    one, ms, two = (statistics.median(times) for times in (least, plain, write))
    show("floor: insert and commit", f"{one:.3f} ms")
    show("a plain move (one commit)", f"{ms:.3f} ms   {ms / one:.2f} x floor")
    show("a write: planned, then started (two commits)", f"{two:.3f} ms   {two / one:.2f} x floor")
    bare.close()
    store.close()


def _more(head: Head, *records: r.JournalRecord) -> Commit:
    snapshot = head.snapshot
    for record in records:
        snapshot = evolve(snapshot, record)
    return Commit(head.key, head.snapshot.seq, head.epoch, head.fingerprint, records, snapshot, head.updated_at)


def planned(head: Head) -> Commit:
    """A move that calls a tool, with a timer."""
    operation = Operation("w.1", Act.WRITE, "reserve_table", {"party": 4, "day": "friday"}, 1, ("party", "day"))
    record = moved(head.snapshot)._replace(timers=(Timer("after 30m", 1_760_000_000_000),))
    return _more(head, record, r.Planned(operation))


def started(head: Head) -> Commit:
    """Written down before it is carried out."""
    return _more(head, r.Started("w.1", 1, 1))


def settled(head: Head) -> Commit:
    """Its outcome."""
    return _more(head, r.Settled("w.1", "committed", {"reservation": "R-1001"}, True))


def growth(folder: Path) -> None:
    """Bytes and milliseconds per step as a run grows, and what it costs to come back to it."""
    print(
        "growth of one run (durability=process: not the disk is measured; a file grows by pages, so ten steps may show 0)"
    )
    for steps in (10, 100, 1_000, 10_000):
        growth_to(folder / f"growth-{steps}.db", steps)


def growth_to(path: Path, steps: int) -> None:
    """One line: a run of so many steps, in a file of its own."""
    store = SQLite(path, durability="process")
    head = begin(store, KEY, store.claim("bench"))
    store.close()
    empty = path.stat().st_size
    store = SQLite(path, durability="process")
    run = Stepper(store, head._replace(epoch=store.claim("bench")))
    times = [run.take(step) for _ in range(steps)]
    store.close()
    store = SQLite(path)
    bodies = [len(encode_record(row.record)) for row in store.history(KEY, after=1) if row.record]
    resume = statistics.median(milliseconds(lambda: store.head(KEY)) for _ in range(50))
    history = milliseconds(lambda: store.history(KEY, after=steps - 9))
    whole = milliseconds(lambda: store.verify(KEY))
    store.close()
    grown, last = path.stat().st_size - empty, statistics.median(times[-max(10, steps // 10) :])
    show(
        f"{steps:>6} steps",
        f"{grown / steps:5.0f} B/step (its record {statistics.mean(bodies):.0f} B)   {last:.3f} ms/step at the end   "
        f"resume {resume:.3f} ms   last 10 rows {history:.2f} ms   verify {whole:.0f} ms",
    )


def many_runs(folder: Path, runs: int = 1_000, threads: int = 64, each: int = 5) -> None:
    """Events per second over many runs, from threads whose commits share a transaction."""
    print(f"{runs} runs from {threads} threads, synchronous=FULL")
    store = SQLite(folder / "many.db")
    epoch = store.claim("bench")
    heads = [begin(store, RunKey("acme", f"c-{number}"), epoch) for number in range(runs)]

    def work(number: int) -> None:
        for _ in range(each):
            for run in range(number, runs, threads):
                heads[run] = store.commit(step(heads[run]))

    workers = [threading.Thread(target=work, args=(number,)) for number in range(threads)]

    def all_of_them() -> None:
        for worker in workers:
            worker.start()
        for worker in workers:
            worker.join()

    taken = milliseconds(all_of_them)
    show("events per second at the store", f"{runs * each / taken * 1e3:,.0f}")
    store.close()


def main() -> None:
    """Everything, in a folder that is removed afterwards."""
    where = sys.argv[1] if len(sys.argv) > 1 else None
    print(
        f"{platform.system()} {platform.machine()}, {os.cpu_count()} CPUs, Python {platform.python_version()}, "
        f"SQLite {sqlite3.sqlite_version}"
    )
    with tempfile.TemporaryDirectory(dir=where) as name:
        folder = Path(name)
        commits(folder)
        growth(folder)
        many_runs(folder)


if __name__ == "__main__":
    main()
