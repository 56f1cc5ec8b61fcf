"""Looking after runs: what an operator and a webhook do from the command line, and what a wrong word is answered."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest

from decidable.cli.exits import Code
from decidable.cli.main import run
from tests.cli.test_talk import ASK, BOOKING, decidable

Cli = Callable[..., tuple[int, str, str]]


@pytest.fixture
def cli(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Cli:
    """Run a command in the test's folder: its exit code, output and errors."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("USER", "olga")

    def call(*args: str) -> tuple[int, str, str]:
        capsys.readouterr()
        code = run(list(args))
        out = capsys.readouterr()
        return code, out.out, out.err

    return call


@pytest.fixture
def asked(tmp_path: Path, cli: Cli) -> str:
    """A run with an open question; its digest."""
    assert decidable(tmp_path, "chat", BOOKING, text=ASK).returncode == Code.CLEAN
    _, out, _ = cli("show", "chat.1", "--format", "json")
    said = [row for row in json.loads(out)["said"] if row["digest"]]
    return str(said[-1]["digest"])


def test_approve_by_digest_once(cli: Cli, asked: str) -> None:
    code, _, errors = cli("approve", "chat.1", "0000")
    assert code == Code.USAGE
    assert asked in errors, "a wrong digest is answered with the current question"
    code, out, errors = cli("approve", "chat.1", asked)
    assert code == Code.CLEAN, errors
    assert "Booked: " in out
    code, _, errors = cli("approve", "chat.1", asked)
    assert code == Code.USAGE
    assert "approved" in errors
    _, shown, _ = cli("show", "chat")
    assert f"{asked} approved by olga" in shown


def test_answer_no(cli: Cli, asked: str) -> None:
    code, out, _ = cli("approve", "chat.1", asked, "--no")
    assert code == Code.CLEAN
    assert "which day" in out.lower()


def test_say_and_send(cli: Cli, asked: str) -> None:
    code, out, _ = cli("say", "chat.1", "yes", "--id", "m-1")
    assert code == Code.CLEAN
    assert "Booked: " in out
    code, out, _ = cli("say", "chat.1", "yes", "--id", "m-1")
    assert code == Code.CLEAN
    assert "Booked" not in out
    code, out, _ = cli("send", "chat.1", "table_gone", "which=R-1001", "--id", "webhook-1")
    assert code == Code.CLEAN
    assert "was given back" in out
    code, _, errors = cli("send", "chat.1", "table_gon")
    assert (code, "did you mean 'table_gone'?" in errors) == (Code.USAGE, True)
    code, _, errors = cli("send", "chat.1", "details", "party=many")
    assert code == Code.USAGE
    assert "party=many" in errors
    code, _, errors = cli("send", "chat.1", "details", "people=4")
    assert code == Code.USAGE
    assert "'details' has no field 'people'" in errors
    assert "its fields are day, time, party" in errors


def test_attention_and_settle(tmp_path: Path, cli: Cli) -> None:
    faults = "restaurant.reserve:timeout_after,restaurant.find:unavailable_lookup*20"
    talked = decidable(tmp_path, "chat", BOOKING, text=ASK + "yes\n", faults=faults)
    assert "An operation's outcome is not known" in talked.stdout
    code, out, _ = cli("attention")
    assert code == Code.FINDINGS
    assert "nobody can tell whether it happened" in out
    operation = next(line for line in out.splitlines() if "decidable settle" in line).split()[3]
    code, _, errors = cli("settle", "chat.1", "9.9", "committed")
    assert (code, f"its open writes are {operation}" in errors) == (Code.USAGE, True)
    code, _, errors = cli("settle", "chat.1", operation, "paid", "receipt=P-1")
    assert (code, "its outcomes are committed, refused" in errors) == (Code.USAGE, True)
    held = "held=2026-12-04 19:00 for 4"
    code, out, errors = cli("settle", "chat.1", operation, "committed", "reservation=R-1001", held)
    assert code == Code.CLEAN, errors
    assert "Booked: " in out
    code, out, _ = cli("attention")
    assert (code, out) == (Code.CLEAN, "nothing waits for a person\n")
    code, out, _ = cli("attention", "--all", "--format", "json")
    assert json.loads(out)["attention"][0]["resolved_at"] > 0


def test_a_damaged_journal_is_found(tmp_path: Path, cli: Cli, asked: str) -> None:
    code, out, _ = cli("replay", "chat.1", "--format", "json")
    assert (code, json.loads(out)["intact"]) == (Code.CLEAN, True)
    with sqlite3.connect(tmp_path / "decidable.db") as database:
        database.execute("update journal set body = replace(body, '20.00', '90.00')")
    database.close()
    code, out, _ = cli("replay", "chat.1")
    assert code == Code.FINDINGS
    assert "damaged" in out


def test_names_of_runs(cli: Cli, asked: str) -> None:
    code, _, errors = cli("show", "chta")
    assert code == Code.USAGE
    assert "the latest are chat.1" in errors
    code, _, errors = cli("show", "chat.1", "--db", "other.db")
    assert code == Code.USAGE
    assert "there is no database 'other.db'" in errors


def test_a_database_that_is_none(tmp_path: Path, cli: Cli) -> None:
    (tmp_path / "decidable.db").write_text(
        "this is no database, and it is long enough to look like a header of one" * 9
    )
    code, _, errors = cli("runs")
    assert code == Code.USAGE
    assert "Traceback" not in errors
    assert "decidable.db" in errors


def test_where_a_machine_is_written_is_remembered_or_said(tmp_path: Path, cli: Cli, asked: str) -> None:
    (tmp_path / "decidable.db.machines.json").unlink()
    code, _, errors = cli("say", "chat.1", "yes")
    assert code == Code.USAGE
    assert "--machine file.py:name" in errors
    code, out, _ = cli("say", "chat.1", "yes", "--machine", BOOKING)
    assert code == Code.CLEAN
    assert "Booked: " in out
