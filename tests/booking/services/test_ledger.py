"""The ledger keeps all or nothing, survives being opened on rubbish, and shows itself to a person."""

import sqlite3
import threading
from contextlib import closing
from pathlib import Path

import pytest

from decidable.core.values import Money
from services import Ledger, Services
from services.__main__ import main


def test_a_transaction_that_fails_never_was(path: Path) -> None:
    def fail(ledger: Ledger) -> None:
        with ledger.transaction() as db:
            db.execute("insert into texts (id, key, body) values ('T-1', 'k', 'hello')")
            raise RuntimeError("stop")

    with Ledger(path) as ledger:
        with pytest.raises(RuntimeError, match="stop"):
            fail(ledger)
        assert ledger.texts() == ()


def test_it_writes_through_to_the_disk(path: Path) -> None:
    with Ledger(path) as ledger, ledger.transaction() as db:
        assert db.execute("pragma journal_mode").fetchone() == ("wal",)
        assert db.execute("pragma synchronous").fetchone() == (2,)  # FULL


def test_opening_waits_for_another_process_that_is_making_the_file(path: Path) -> None:
    opened: list[str] = []

    def wait_and_open() -> None:
        with Ledger(path) as ledger:
            opened.append(ledger.path)

    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("begin immediate")  # from here on SQLite refuses the switch to WAL at once, without waiting
        thread = threading.Thread(target=wait_and_open)
        thread.start()
        thread.join(timeout=0.1)
        still_waiting = thread.is_alive()
        other.execute("commit")
        thread.join()
    assert still_waiting
    assert opened == [str(path)]


def test_a_file_that_is_no_ledger_is_refused(path: Path) -> None:
    path.write_bytes(b"not a database, and long enough to be sure of that" * 20)
    with pytest.raises(sqlite3.DatabaseError, match="not a database"):
        Ledger(path)


async def test_it_may_be_read_from_another_thread(world: Services) -> None:
    await world.messages.send("hello", key="a")
    seen: list[str] = []
    thread = threading.Thread(target=lambda: seen.extend(t.body for t in world.ledger.texts()))
    thread.start()
    thread.join()
    assert seen == ["hello"]


async def test_a_person_sees_what_is_true(path: Path, world: Services, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([str(path)]) == 0
    assert capsys.readouterr().out == "nothing has happened\n"
    await world.restaurant.reserve("2026-05-08 19:30", 4, key="a")
    await world.payments.pay("R-1001", Money("20.00 USD"), key="b")
    await world.messages.send("See you at 19:30", key="c")
    assert main([str(path)]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "table    R-1001  2026-05-08 19:30  for 4  held",
        "payment  P-5001  20.00 USD  for R-1001  paid",
        "text     T-9001  See you at 19:30",
        "call     1  restaurant.reserve  a  Reservation",
        "call     2  payments.pay  b  Receipt",
        "call     3  messages.send  c  Sent",
    ]


async def test_a_person_plans_a_fault_beside_a_running_program(
    path: Path, world: Services, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([str(path), "messages.send:fail_before"]) == 0
    assert capsys.readouterr().out == "planned: messages.send:fail_before\n"
    with pytest.raises(ConnectionError):
        await world.messages.send("hello", key="a")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([], "usage: python -m services LEDGER"),
        (["--help"], "usage: python -m services LEDGER"),
        (["absent.db"], "absent.db: no such ledger"),
        (["absent.db", "what"], "'what' is not a fault"),
    ],
)
def test_a_wrong_command_line_says_what_is_right(
    arguments: list[str],
    message: str,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(arguments) == 2
    assert message in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []
