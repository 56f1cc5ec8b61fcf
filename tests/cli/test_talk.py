"""`chat` and `demo` as somebody at a terminal or a pipe uses them: real processes, real files, the real translator."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from decidable.cli.exits import Code

ROOT = Path(__file__).resolve().parents[2]
ASK = "Friday at 7 for four, and tell the group\n"
BOOKING = f"{ROOT / 'examples' / 'booking' / 'booking.py'}:booking"
REFUND = f"{ROOT / 'examples' / 'refund' / 'refund.py'}:refund"


def decidable(
    folder: Path, *args: str, text: str = "", faults: str = "", seconds: float = 60
) -> subprocess.CompletedProcess[str]:
    """Run the command line in a folder."""
    environment = {**os.environ, "BOOKING_FAULTS": faults}
    return subprocess.run(
        [sys.executable, "-c", "from decidable.cli.main import run; raise SystemExit(run())", *args],
        cwd=folder,
        input=text,
        text=True,
        capture_output=True,
        env=environment,
        timeout=seconds,
        check=False,
    )


def test_the_demo_books_a_table_from_standard_input(tmp_path: Path) -> None:
    done = decidable(tmp_path, "demo", text=ASK + "yes\n")
    assert done.returncode == Code.CLEAN, done.stderr
    (booked,) = [line for line in done.stdout.splitlines() if line.startswith("Booked:")]
    assert "reservation R-1001" in booked
    assert "receipt P-5001" in booked
    assert "T-9001" in booked
    assert done.stderr == ""
    assert "\x1b" not in done.stdout, "no colour in a pipe"


def test_killed_right_after_the_restaurant_committed_and_started_again(tmp_path: Path) -> None:
    killed = decidable(tmp_path, "demo", "--dir", "d", text=ASK + "yes\n", faults="restaurant.reserve:die_after")
    assert killed.returncode == 137
    assert "Booked" not in killed.stdout
    again = decidable(tmp_path, "demo", "--dir", "d")
    assert again.returncode == Code.CLEAN
    assert "nothing will be done twice" in again.stdout
    assert "Booked: " in again.stdout
    shown = decidable(tmp_path, "show", "demo.1", "--db", "d/runs.db")
    assert "attempt 1, no answer, look-up by lookup_reservation, committed" in shown.stdout
    from services import Ledger

    ledger = Ledger(tmp_path / "d" / "world.db")
    try:
        counts = len(ledger.reservations()), len(ledger.payments()), len(ledger.texts())
    finally:
        ledger.close()
    assert counts == (1, 1, 1)
    replayed = decidable(tmp_path, "replay", "demo.1", "--db", "d/runs.db")
    assert "chain intact, replay equals the snapshot" in replayed.stdout


def test_a_conversation_goes_on_where_it_was_left(tmp_path: Path) -> None:
    first = decidable(tmp_path, "chat", BOOKING, text=ASK)
    assert first.stdout.splitlines()[-1].endswith("(yes/no)")
    second = decidable(tmp_path, "chat", BOOKING, text="yes\n")
    assert second.stdout.startswith("Still open: May I reserve a table for 4 people")
    assert "Booked: " in second.stdout


def test_the_model_is_switched_off_and_on(tmp_path: Path) -> None:
    lines = "Friday at 7\n/model off\nfor four\n/state\n/model on\n/state\n"
    done = decidable(tmp_path, "chat", BOOKING, text=lines)
    assert done.returncode == Code.CLEAN, done.stderr
    assert "I cannot read messages right now; nothing is lost. I have kept the day, time." in done.stdout
    assert "degraded, waits for: model" in done.stdout
    after = done.stdout[done.stdout.index("the translator is on") :]
    assert "May I reserve a table for 4 people on Friday" in after
    assert after.count("May I") == 1, "nothing is asked twice"
    assert "confirm, waits for: approval" in after


def test_lines_for_the_terminal_itself(tmp_path: Path) -> None:
    done = decidable(tmp_path, "chat", BOOKING, text="/help\n/nonsense\n/quit\nnever read\n")
    assert "/model off" in done.stdout
    assert "there is no command '/nonsense'" in done.stdout
    assert "never read" not in done.stdout


def test_start_facts_and_what_is_wrong_with_them(tmp_path: Path) -> None:
    talk = decidable(tmp_path, "chat", REFUND, "--fact", "customer_id=C1", text="order A-1234 please\nyes\n")
    assert "refund 49.50 USD for order A-1234" in talk.stdout, talk.stdout + talk.stderr
    assert "Done: 49.50 USD" in talk.stdout
    wrong = decidable(tmp_path, "chat", REFUND, "--fact", "costumer=C1")
    assert wrong.returncode == Code.USAGE
    assert "'costumer' is not a fact of refund\n  hint: did you mean 'customer_id'?" in wrong.stderr


def test_after_the_end_the_next_message_opens_the_next_run(tmp_path: Path) -> None:
    text = "order A-1234 please\nyes\nI want my money back\n"
    done = decidable(tmp_path, "chat", REFUND, "--fact", "customer_id=C1", text=text)
    assert done.stdout.splitlines()[-1] == "Which order is it? The number looks like A-1234."
    listed = decidable(tmp_path, "runs", "--format", "json")
    assert [run["key"]["run"] for run in json.loads(listed.stdout)["runs"]] == ["chat.2", "chat.1"]


@pytest.mark.parametrize(
    ("path", "says"),
    [
        ("nothing.py:x", "there is no file 'nothing.py'"),
        (str(ROOT / "examples" / "booking" / "booking.states"), "has no Python to run"),
        (f"{ROOT / 'examples' / 'booking' / 'booking.py'}:bookin", "did you mean 'booking'?"),
    ],
)
def test_a_path_that_leads_to_no_machine_that_can_run(tmp_path: Path, path: str, says: str) -> None:
    done = decidable(tmp_path, "chat", path)
    assert done.returncode == Code.USAGE
    assert says in done.stderr
    assert "Traceback" not in done.stderr


def test_ctrl_c_keeps_the_run(tmp_path: Path) -> None:
    code = "from decidable.cli.main import run; raise SystemExit(run())"
    with subprocess.Popen(
        [sys.executable, "-c", code, "chat", BOOKING],
        cwd=tmp_path,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as talking:
        assert talking.stdout is not None
        assert talking.stdout.readline().startswith("I can book a table")
        refused = decidable(tmp_path, "say", "chat.1", "hello")
        assert refused.returncode == Code.USAGE
        assert f"pid {talking.pid}" in refused.stderr, "the other owner is named"
        talking.send_signal(signal.SIGINT)
        _, errors = talking.communicate(timeout=60)
    assert talking.returncode == Code.INTERRUPTED
    assert "the run is kept in decidable.db" in errors
    assert "Traceback" not in errors


def test_a_run_carried_on_from_elsewhere_acts_on_the_world_it_began_in(tmp_path: Path) -> None:
    there, elsewhere = tmp_path / "there", tmp_path / "elsewhere"
    elsewhere.mkdir()
    decidable(tmp_path, "demo", "--dir", "there", text=ASK + "yes\n", faults="restaurant.reserve:die_after")
    said = decidable(elsewhere, "say", "demo.1", "hello", "--db", str(there / "runs.db"))
    assert "reservation R-1001" in said.stdout, said.stdout + said.stderr
    assert not (elsewhere / "world.db").exists()


@pytest.mark.parametrize(
    ("faults", "says"),
    [("restaurant.reserve:bogus", "no such fault as 'bogus'"), ("nosuch.op:die_after", "nosuch")],
)
def test_dependencies_that_cannot_be_made_are_no_fault_of_ours(tmp_path: Path, faults: str, says: str) -> None:
    done = decidable(tmp_path, "demo", faults=faults)
    assert done.returncode == Code.USAGE
    assert "cannot make the dependencies by Services.connect" in done.stderr
    assert says in done.stderr


def test_a_world_that_is_no_database(tmp_path: Path) -> None:
    (tmp_path / "d").mkdir()
    (tmp_path / "d" / "world.db").write_text("junk, and enough of it to be no header of any database at all" * 20)
    done = decidable(tmp_path, "demo", "--dir", "d")
    assert done.returncode == Code.USAGE
    assert "not a database" in done.stderr


def test_no_input_at_all(tmp_path: Path) -> None:
    command = [sys.executable, "-c", "from decidable.cli.main import run; raise SystemExit(run())", "demo"]
    closed = ["bash", "-c", 'exec "$@" <&-', "bash", *command]
    done = subprocess.run(closed, cwd=tmp_path, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == Code.CLEAN, done.stderr
    assert done.stdout.startswith("I can book a table")


def test_an_empty_folder_name(tmp_path: Path) -> None:
    done = decidable(tmp_path, "demo", "--dir", "")
    assert (done.returncode, "--dir is empty" in done.stderr) == (Code.USAGE, True)
