"""`decidable count` as a user types it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from decidable.cli.exits import Code
from decidable.cli.main import run

Capture = pytest.CaptureFixture[str]
EXAMPLES = Path(__file__).parents[2] / "examples"
BOOKING = str(EXAMPLES / "booking" / "booking.states")
EARLY = "never reserve_table before check_availability"


def test_the_published_figures(capsys: Capture) -> None:
    assert run(["count", BOOKING, "--rule", EARLY, "--tools", "8"]) == Code.CLEAN
    assert capsys.readouterr().out.splitlines() == [
        "sequences of 4 calls                           free loop  machine",
        "in all                                             4,096       81",
        "never reserve_table before check_availability      1,400        0",
    ]


def test_the_rules_of_the_file_and_what_cannot_be_counted(capsys: Capture) -> None:
    assert run(["count", BOOKING, "--length", "12"]) == Code.CLEAN
    lines = capsys.readouterr().out.splitlines()
    assert lines[2].split()[-2:] == ["2,109,673,472", "173,180"]
    assert lines[-3] == "  the machine's figures are upper bounds: facts and the queue may rule out more"
    assert lines[-2].startswith(
        "  not counted, for no order of calls breaks it: every path after committed visits report"
    )


def test_json(capsys: Capture) -> None:
    assert run(["count", BOOKING, "--rule", EARLY, "--tools", "8", "--format", "json"]) == Code.CLEAN
    assert json.loads(capsys.readouterr().out) == {
        "machine": "booking",
        "length": 4,
        "tools": 8,
        "sequences": {"free": 4096, "machine": 81},
        "breaking": {"free": 1400, "machine": 0},
        "rules": [{"rule": EARLY, "free": 1400, "machine": 0}],
        "uncounted": [],
    }


def test_a_machine_bound_to_python(capsys: Capture) -> None:
    assert run(["count", f"{EXAMPLES / 'refund' / 'refund.py'}:refund", "--length", "1"]) == Code.CLEAN
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("sequences of 1 call  ")
    assert lines[-1].split() == ["never", "issue_refund", "twice", "0", "0"]


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["--rule", "never reserve_tabl before user_yes"], "did you mean 'reserve_table'?"),
        (["--rule", "nonsense"], "is not a rule of a known shape"),
        (["--rule", "every path after paid visits report"], "booking has no rule that a sequence of calls could break"),
        (["--tools", "3"], "--tools 3: the machine alone has 6"),
        (["--length", "0"], "0 is not in the range"),
    ],
)
def test_a_mistake_says_what_to_do(args: list[str], message: str, capsys: Capture) -> None:
    assert run(["count", BOOKING, *args]) == Code.USAGE
    assert message in capsys.readouterr().err


def test_a_machine_without_tools(tmp_path: Path, capsys: Capture) -> None:
    file = tmp_path / "bare.states"
    file.write_text("machine bare\nevents\n  user go\ns (start)\n  go stay : x\nrules\n  never go twice\n")
    assert run(["count", str(file)]) == Code.USAGE
    assert "bare has no tools" in capsys.readouterr().err


def test_a_table_with_too_many_orders_is_said(monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    monkeypatch.setattr("decidable.check.count_automaton.MOST_MOMENTS", 10)
    assert run(["count", BOOKING, "--rule", EARLY]) == Code.CLEAN
    lines = capsys.readouterr().out.splitlines()
    assert lines[1].split() == ["in", "all", "1,296", "?"]
    assert lines[-1].startswith("  ?: the table allows too many orders")
