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
        "contracts/careful.states:26:9: error[owed] entering degraded must `record`, and does not",
        "  hint: write it after the `enter:` of degraded",
        "contracts/careful.states:28:5: error[owed] degraded x cancel: must defer, and line 30 decides it otherwise",
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


def test_a_machine_is_no_contract_and_what_it_would_have_given_is_not_missed(folder: Path, capsys: Capture) -> None:
    """The cause is said, and nothing that follows from it: no fragment, no group, nothing the machine declares."""
    (folder / "parcel.states").rename(folder / "careful.states")
    text = (folder / "coffee.states").read_text("utf-8")
    (folder / "coffee.states").write_text(
        text.replace("(start)\n", "(start)\n  @nowhere   stay : of the contract\n"), "utf-8"
    )
    assert run(["check", "contracts/coffee.states"]) == Code.FINDINGS
    assert capsys.readouterr().out.splitlines() == [
        "contracts/careful.states:1:1: error[contract] this file is no contract, and a machine uses it as careful",
        "  hint: begin it with `contract careful`",
        "1 error; the machine does not compile, so its cells are not counted",
    ]
    text = text.replace("-> ", "-> no", 1)
    (folder / "coffee.states").write_text(text, "utf-8")
    assert run(["check", "contracts/coffee.states"]) == Code.FINDINGS
    codes = [
        line.partition("error[")[2].partition("]")[0]
        for line in capsys.readouterr().out.splitlines()
        if "error[" in line
    ]
    assert codes[0] == "contract", "the cause comes first"
    assert codes[1:] == ["unknown-name"]


def test_a_mistake_of_a_shared_line_has_its_column_in_the_contract(folder: Path, capsys: Capture) -> None:
    (folder / "p.states").write_text(
        "contract p\nevents\n  user go, gone\nany state\n  go when foo known -> nowhere : x\n  gone stay : x\n"
    )
    (folder / "m.states").write_text(
        "machine m\nuse p\nevents\n  user go\na (start)\n  go -> b : x\nb (final: completed)\n"
    )
    assert run(["check", "contracts/m.states", "--format", "json"]) == Code.FINDINGS
    found = json.loads(capsys.readouterr().out)["findings"]
    assert [
        (each["file"], each["line"], each["column"], each["token"]) for each in found if each["severity"] == "error"
    ] == [
        ("p.states", 3, 12, "gone"),
        ("p.states", 5, 11, "foo"),
        ("p.states", 5, 24, "nowhere"),
    ], "what is owed is not told of each line again"


def test_of_very_many_findings_that_are_alike_the_first_are_printed(folder: Path, capsys: Capture) -> None:
    lines = "".join(f"  go{n} -> nowhere : x\n" for n in range(80))
    (folder / "p.states").write_text(f"contract p\nany state\n{lines}")
    (folder / "m.states").write_text("machine m\nuse p\nevents\n  user go\na (start)\n  go stay : x\n")
    assert run(["check", "contracts/m.states"]) == Code.FINDINGS
    printed = capsys.readouterr().out.splitlines()
    assert len([line for line in printed if "error[unknown-name]" in line]) == 50
    assert printed[-2:] == [
        "contracts/p.states: 110 more [unknown-name] (--format json has all)",
        "160 errors; the machine does not compile, so its cells are not counted",
    ]
    assert run(["check", "contracts/m.states", "--format", "json"]) == Code.FINDINGS
    assert len(json.loads(capsys.readouterr().out)["findings"]) == 160


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
