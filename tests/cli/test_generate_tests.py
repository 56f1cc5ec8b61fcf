"""`decidable generate-tests` as a user types it: written, unchanged, out of date, and never over a person's file."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from decidable.check.generate.written import MARK
from decidable.cli.exits import Code
from decidable.cli.main import run

Capture = pytest.CaptureFixture[str]
EXAMPLES = Path(__file__).parents[2] / "examples"
TINY = """\
machine tiny
events
  user  go, home
here (start)
  go     -> there : on
  home   reject   : not yet
there
  go     ?
  home   -> here  : home
"""
NAMES = ["test_tiny_cells.py", "test_tiny_runs.py", "test_tiny_sneak.py", "test_tiny_tour.py"]


@pytest.fixture
def tiny(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "tiny.states").write_text(TINY)
    return tmp_path


def test_written_once_and_then_unchanged(tiny: Path, capsys: Capture) -> None:
    assert run(["generate-tests", "tiny.states"]) == Code.CLEAN
    printed = capsys.readouterr().out
    assert "test_tiny_cells.py is written" in printed
    assert printed.splitlines()[-1].startswith("  next: python -m pytest tests   (it needs pytest and hypothesis")
    assert sorted(file.name for file in (tiny / "tests").iterdir()) == NAMES
    first = (tiny / "tests" / "test_tiny_cells.py").read_text()
    assert first.startswith(f"{MARK} ../tiny.states --out .`.\n")
    assert 'machine_at("../tiny.states", beside=__file__)' in first
    assert run(["generate-tests", "tiny.states", "--check"]) == Code.CLEAN
    printed = capsys.readouterr().out
    assert "is unchanged" in printed
    assert "next:" not in printed


def test_wherever_it_is_called_from_it_writes_the_same(tiny: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run(["generate-tests", "tiny.states"])
    monkeypatch.chdir(tiny / "tests")
    assert run(["generate-tests", "../tiny.states", "--out", ".", "--check"]) == Code.CLEAN


def test_a_changed_table_is_out_of_date_until_it_is_written_anew(tiny: Path, capsys: Capture) -> None:
    run(["generate-tests", "tiny.states"])
    (tiny / "tiny.states").write_text(TINY.replace("home   reject   : not yet", "home   stay   : never mind"))
    capsys.readouterr()
    assert run(["generate-tests", "tiny.states", "--check", "--format", "json"]) == Code.FINDINGS
    found = json.loads(capsys.readouterr().out)
    assert found["machine"] == "tiny"
    assert "test_tiny_cells.py" in found["outdated"]
    assert found["left_over"] == ["test_tiny_sneak.py"]
    assert found["files"] == ["test_tiny_cells.py", "test_tiny_tour.py", "test_tiny_runs.py"]
    assert run(["generate-tests", "tiny.states", "--check"]) == Code.FINDINGS
    assert "test_tiny_sneak.py has no case any more" in capsys.readouterr().out
    assert run(["generate-tests", "tiny.states"]) == Code.CLEAN
    assert "test_tiny_sneak.py had no case any more, and is removed" in capsys.readouterr().out
    assert run(["generate-tests", "tiny.states", "--check"]) == Code.CLEAN


def test_a_file_that_a_person_wrote_is_never_replaced(tiny: Path, capsys: Capture) -> None:
    own = tiny / "tests" / "test_tiny_cells.py"
    own.parent.mkdir()
    own.write_text("def test_mine() -> None: ...\n")
    assert run(["generate-tests", "tiny.states"]) == Code.USAGE
    assert "test_tiny_cells.py was not written by this command" in capsys.readouterr().err
    assert own.read_text() == "def test_mine() -> None: ...\n"
    assert [file.name for file in own.parent.iterdir()] == [own.name]


def test_a_bound_machine_is_named_by_its_python(tmp_path: Path) -> None:
    refund = EXAMPLES / "refund" / "refund.py"
    assert run(["generate-tests", f"{refund}:refund", "--out", str(tmp_path / "t")]) == Code.CLEAN
    assert "/refund.py:refund --out .`." in (tmp_path / "t" / "test_refund_cells.py").read_text()


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["nowhere.states"], "there is no file"),
        (["tiny.states", "--out", "tiny.states"], "'tiny.states' is a file"),
        (["tiny.states", "--out", "tiny.states/deep"], "Not a directory"),
    ],
)
def test_a_mistake_says_what_to_do(args: list[str], message: str, tiny: Path, capsys: Capture) -> None:
    assert run(["generate-tests", *args]) == Code.USAGE
    assert message in capsys.readouterr().err


def test_a_machine_that_does_not_compile_has_no_tests(tiny: Path, capsys: Capture) -> None:
    (tiny / "tiny.states").write_text("machine tiny\nhere (start)\n  go -> nowhere : x\n")
    assert run(["generate-tests", "tiny.states"]) == Code.FINDINGS
    assert "nowhere" in capsys.readouterr().err
    assert not (tiny / "tests").exists()
