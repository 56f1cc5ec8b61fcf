"""`import`: a draft from a diagram or a dict, printed or written, and nothing written over."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path

import pytest

from decidable.cli.exits import Code
from decidable.cli.main import run

Capture = pytest.CaptureFixture[str]
DIAGRAM = "stateDiagram-v2\n  [*] --> open\n  open --> closed : somebody closes it\n  closed --> [*]\n"
DRAFT = """\
machine door
# Imported from a Mermaid state diagram.
# What no arrow says is undecided: `decidable grid` shows it as `?`. Decide each cell, and say why.
# Every event is of kind `user` until you say otherwise: answer, result, evidence, signal or system.

events
  user  somebody_closes_it  # somebody closes it

open (start)
  somebody_closes_it   -> closed : somebody closes it

closed (final: completed)
"""
TABLE = """\
CELLS = {("idle", "begin"): "at_work", ("at_work", "end it"): "idle", ("at_work", "stop"): "off"}
WRONG = {("idle", "begin"): 3}
NUMBER = 3
"""


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("door.mmd").write_text(DIAGRAM)
    Path("cells_for_import.py").write_text(TABLE)


def test_a_diagram_is_printed_as_a_draft(capsys: Capture) -> None:
    assert run(["import", "door.mmd"]) == Code.CLEAN
    out, err = capsys.readouterr()
    assert out == DRAFT
    assert err == "2 states, 1 event; 1 of 1 cell decided, 0 open\n"


def test_a_draft_is_written_once_and_read_by_the_checker(capsys: Capture) -> None:
    assert run(["import", "door.mmd", "--out", "door.states"]) == Code.CLEAN
    assert Path("door.states").read_text() == DRAFT
    assert capsys.readouterr().out.endswith("  next: decidable grid door.states\n")
    assert run(["check", "door.states"]) == Code.CLEAN
    Path("door.states").write_text("mine")
    capsys.readouterr()
    assert run(["import", "door.mmd", "--out", "door.states"]) == Code.USAGE
    assert "'door.states' is there already" in capsys.readouterr().err
    assert Path("door.states").read_text() == "mine"
    assert run(["import", "door.mmd", "--out", "door.states", "--force", "--name", "gate"]) == Code.CLEAN
    assert Path("door.states").read_text() == DRAFT.replace("machine door", "machine gate")
    assert run(["import", "door.mmd", "--out", "no/door.states"]) == Code.USAGE
    assert "cannot write 'no/door.states'" in capsys.readouterr().err


def test_a_page_and_standard_input(monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    Path("page.md").write_text(
        f"# Page\n\n```mermaid\n{DIAGRAM}```\n\n```mermaid\n{DIAGRAM.replace('open', 'ajar')}```\n"
    )
    assert run(["import", "page.md"]) == Code.FINDINGS
    assert "page.md:4:1: error[import-diagram] there are 2 state diagrams here" in capsys.readouterr().err
    assert run(["import", "page.md", "--diagram", "2"]) == Code.CLEAN
    assert "\najar (start)\n" in capsys.readouterr().out
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(DIAGRAM.encode())))
    assert run(["import", "-", "--name", "door"]) == Code.CLEAN
    assert capsys.readouterr().out == DRAFT


def test_a_diagram_with_mistakes_leaves_nothing_behind(capsys: Capture) -> None:
    Path("bad.mmd").write_text("stateDiagram-v2\n  a -> b\n  a --> b : c\n")
    assert run(["import", "bad.mmd", "--out", "bad.states"]) == Code.FINDINGS
    assert "bad.mmd:2:3: error[import-syntax] this is no statement of a state diagram" in capsys.readouterr().err
    assert not Path("bad.states").exists()


def test_a_dict_of_python(capsys: Capture) -> None:
    assert run(["import", "cells_for_import.py:CELLS", "--final", "off", "--start", "at_work"]) == Code.CLEAN
    assert (
        capsys.readouterr().out
        == """\
machine cells_for_import

events
  user  begin, end_it, stop

idle
  begin    -> at_work

at_work (start)
  end_it   -> idle : end it
  stop     -> off

off (final: completed)
"""
    )
    assert run(["import", "cells_for_import.py:WRONG"]) == Code.FINDINGS
    assert "error[import-table] ('idle', 'begin') leads to 3" in capsys.readouterr().err


def test_what_is_called_otherwise_is_said(capsys: Capture) -> None:
    Path("words_for_import.py").write_text('T = {("back", "go"): "facts", ("facts", "when"): "back"}\n')
    assert run(["import", "words_for_import.py:T", "--out", "t.states"]) == Code.CLEAN
    out, err = capsys.readouterr()
    assert out.startswith("t.states: 2 states, 2 events; 2 of 4 cells decided")
    assert (
        "note[import-renamed] 'back' means something of its own in a .states file: the state is called back_state"
        in err
    )
    assert "the event is called when_event" in err
    Path("ours.mmd").write_text("stateDiagram-v2\n%% drawn by decidable\n[*] --> a\na --> b : go\nb --> a : blocked\n")
    assert run(["import", "ours.mmd"]) == Code.CLEAN
    assert "2 states, 1 event; 1 of 2 cells decided, 1 open" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["nothing.mmd"], "there is no file 'nothing.mmd'\n  hint: there are door.mmd"),
        (["."], "'.' is a folder"),
        (["cells_for_import.py"], "which dict of cells_for_import.py?\n  hint: write cells_for_import.py:NAME"),
        (["cells_for_import.py:"], "which dict of cells_for_import.py?\n  hint: write cells_for_import.py:CELLS"),
        (["cells_for_import.py:CELL"], "'CELL' is not there in cells_for_import.py\n  hint: did you mean 'CELLS'?"),
        (["cells_for_import.py:NUMBER"], "'NUMBER' is a int, not a dict, in cells_for_import.py"),
        (["cells_for_import.py:CELLS", "--diagram", "1"], "--diagram is for a file with diagrams"),
        (["door.mmd", "--final", "closed"], "--start and --final are for a dict"),
    ],
)
def test_what_cannot_be_imported_is_refused(words: list[str], message: str, capsys: Capture) -> None:
    assert run(["import", *words]) == Code.USAGE
    assert message in capsys.readouterr().err


def test_a_file_that_may_not_be_read_is_refused(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    def no(*_: object) -> object:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "open", no)
    assert run(["import", "door.mmd"]) == Code.USAGE
    assert "cannot read 'door.mmd': Permission denied" in capsys.readouterr().err


def test_cells_of_states_in_states_are_counted_as_the_grid_has_them(capsys: Capture) -> None:
    body = "stateDiagram-v2\n[*] --> w\nstate w {\n[*] --> a\na --> b : x\n}\nw --> c : y\nc --> [*]\n"
    Path("deep.mmd").write_text(body + 'state "any state" as any0\nany0 --> c : z\n')
    assert run(["import", "deep.mmd", "--out", "deep.states"]) == Code.CLEAN
    assert "4 states, 3 events; 5 of 6 cells decided, 1 open" in capsys.readouterr().out
    assert run(["check", "deep.states"]) == Code.FINDINGS
    assert "\n6 cells: 5 move; 1 undecided\n" in capsys.readouterr().out


def test_json_has_the_draft_its_counts_and_what_was_found(capsys: Capture) -> None:
    Path("some.mmd").write_text("stateDiagram-v2\n  a --> b\n  b --> a : x\n")
    assert run(["import", "some.mmd", "--format", "json"]) == Code.CLEAN
    found = json.loads(capsys.readouterr().out)
    assert {key: value for key, value in found.items() if key not in ("text", "findings")} == {
        "path": "some.mmd",
        "machine": "some",
        "states": 2,
        "events": 2,
        "cells": 4,
        "decided": 2,
    }
    assert found["text"].startswith("machine some\n")
    assert [finding["code"] for finding in found["findings"]] == ["import-left-out", "import-unlabelled"]
    Path("none.mmd").write_text("nothing")
    assert run(["import", "none.mmd", "--format", "json"]) == Code.FINDINGS
    assert json.loads(capsys.readouterr().out)["states"] is None
