"""Three small machines that share a contract, looked at from the command line; one of them owes something."""

import json
import shutil
from pathlib import Path

import pytest

from decidable.cli.exits import Code
from decidable.cli.main import run

Capture = pytest.CaptureFixture[str]
EXAMPLES = Path(__file__).parents[2] / "examples" / "contracts"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The examples, where they may be changed."""
    copied = tmp_path / "contracts"
    shutil.copytree(EXAMPLES, copied)
    monkeypatch.chdir(tmp_path)
    return copied


@pytest.mark.parametrize("name", ["coffee", "parcel"])
def test_two_keep_their_contract(name: str, capsys: Capture) -> None:
    assert run(["check", str(EXAMPLES / f"{name}.states"), "--strict"]) == Code.CLEAN
    assert "no findings" in capsys.readouterr().out


def test_one_owes_two_things_each_at_its_line_of_the_contract(folder: Path, capsys: Capture) -> None:
    assert run(["check", "contracts/lessons.states"]) == Code.FINDINGS
    assert capsys.readouterr().out.splitlines()[:4] == [
        "contracts/careful.states:26: error[owed] entering degraded must `record`, and does not",
        "  hint: write it after the `enter:` of degraded",
        "contracts/careful.states:28: error[owed] degraded x cancel: must defer, and line 30 decides it otherwise",
        "  hint: not read, and not lost",
    ]
    assert run(["check", "contracts/lessons.states", "--format", "json"]) == Code.FINDINGS
    found = json.loads(capsys.readouterr().out)["findings"]
    owed = [(each["file"], each["line"], each["state"], each["event"]) for each in found if each["code"] == "owed"]
    assert owed == [("careful.states", 26, "degraded", None), ("careful.states", 28, "degraded", "cancel")]


def test_why_and_grid_say_where_a_shared_line_stands(folder: Path, capsys: Capture) -> None:
    assert run(["why", "contracts/parcel.states", "ready", "details"]) == Code.CLEAN
    assert capsys.readouterr().out.splitlines()[:4] == [
        "ready x details: inherited from waiting of contract careful",
        "",
        "decides   contracts/careful.states:19, group in waiting of contract careful, lifted by `only`",
        "    @heard only   defer / say one_moment",
    ]
    assert run(["grid", "contracts/parcel.states", "--format", "json"]) == Code.CLEAN
    cells = json.loads(capsys.readouterr().out)["cells"]
    sources = {cell["source"] for cell in cells if cell["event"] == "paid"}
    assert sources == {"labelling", "contract careful"}


def test_a_contract_that_is_not_there(folder: Path, capsys: Capture) -> None:
    (folder / "careful.states").unlink()
    assert run(["check", "contracts/coffee.states"]) == Code.FINDINGS
    first, hint, *_ = capsys.readouterr().out.splitlines()
    assert first == "contracts/coffee.states:2:5: error[contract] there is no contract 'careful' here"
    assert hint == "  hint: a contract is the file careful.states beside the machine"


def test_a_mistake_in_a_contract_is_told_there(folder: Path, capsys: Capture) -> None:
    file = folder / "careful.states"
    file.write_text(file.read_text("utf-8").replace("stay / record", "sty / record"), "utf-8")
    assert run(["check", "contracts/coffee.states"]) == Code.FINDINGS
    assert "contracts/careful.states:13:18: error[syntax-outcome] an outcome" in capsys.readouterr().out


def test_a_contract_by_itself_is_only_read(folder: Path, capsys: Capture) -> None:
    assert run(["check", "contracts/careful.states"]) == Code.CLEAN
    assert capsys.readouterr().out.splitlines() == [
        "contracts/careful.states:1:1: warning[contract] this is a contract, which machines share: it has no cells of its own",
        "  hint: check a machine that says `use careful`",
        "1 warning",
    ]
    assert run(["grid", "contracts/careful.states"]) == Code.FINDINGS
    assert run(["fmt", "contracts/careful.states", "--check"]) == Code.CLEAN


def test_what_is_beside_may_be_anything(folder: Path, capsys: Capture) -> None:
    file = folder / "careful.states"
    file.write_bytes(b"\xff\x00" * 100)
    assert run(["check", "contracts/coffee.states"]) == Code.FINDINGS
    assert "contracts/careful.states:1:1: error[encoding]" in capsys.readouterr().out
    file.unlink()
    file.mkdir()
    assert run(["check", "contracts/coffee.states"]) == Code.FINDINGS
    assert "there is no contract 'careful' here" in capsys.readouterr().out
