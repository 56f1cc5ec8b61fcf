"""`suggest-states`: a draft from what a file declares, or from tools that no machine has yet."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from decidable.cli.exits import Code
from decidable.cli.main import run

Capture = pytest.CaptureFixture[str]
EXAMPLES = Path(__file__).parents[2] / "examples"
DECLARED = """\
machine shop

facts
  order: text

events
  user      ask(order)
  result    failed, unknown
  evidence  paid

tools
  write  pay(order)  gives paid
"""
TOOLS = """\
from decidable import Ctx, Event, tool


class Found(Event):
    ticket: str


class Missing(Event): ...


class World: ...


@tool.read(timeout_s=1)
async def look(ctx: Ctx[World], name: str) -> Found | Missing:
    return Missing()
"""


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("shop.states").write_text(DECLARED)
    Path("tools_for_states.py").write_text(TOOLS)


def test_declarations_get_states(capsys: Capture) -> None:
    assert run(["suggest-states", "shop.states"]) == Code.CLEAN
    out = capsys.readouterr().out
    assert out.startswith("machine shop\n# States suggested from the tools alone")
    assert "\n  ask       -> pay     : `order` is known\n" in out
    assert run(["suggest-states", "shop.states", "--out", "draft.states"]) == Code.CLEAN
    assert capsys.readouterr().out == "draft.states: 4 states suggested\n  next: decidable grid draft.states\n"
    assert Path("draft.states").read_text() == out
    assert run(["suggest-states", "shop.states", "--out", "draft.states"]) == Code.USAGE
    assert "'draft.states' is there already" in capsys.readouterr().err
    assert run(["suggest-states", "shop.states", "--out", "draft.states", "--force"]) == Code.CLEAN
    assert run(["grid", "draft.states"]) == Code.CLEAN


def test_json_says_why_each_state(capsys: Capture) -> None:
    assert run(["suggest-states", "shop.states", "--format", "json"]) == Code.CLEAN
    found = json.loads(capsys.readouterr().out)
    assert set(found) == {"path", "machine", "text", "states"}
    assert found["states"][0] == {
        "name": "gather",
        "why": ["`order` is needed by `pay` and said by people: a boundary"],
    }


def test_tools_of_python_that_no_machine_has_yet(capsys: Capture) -> None:
    assert run(["suggest-states", "tools_for_states.py"]) == Code.CLEAN
    out = capsys.readouterr().out
    assert "facts  # generated from Python by decidable fmt\n  name: text\n" in out
    assert "\nlook\n" in out


def test_a_machine_of_python(capsys: Capture) -> None:
    assert run(["suggest-states", f"{EXAMPLES / 'refund' / 'refund.py'}:refund"]) == Code.CLEAN
    assert "\nask_issue_refund\n" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "code", "message"),
    [
        (["nothing.states"], Code.USAGE, "there is no file 'nothing.states'"),
        (["nothing.py"], Code.USAGE, "there is no file 'nothing.py'"),
        (["tools_for_states.py:look"], Code.USAGE, "tools_for_states.py has no machine"),
        (["empty.states"], Code.USAGE, "empty.states declares no tools\n  hint: states are suggested from what tools"),
        (["bad.states"], Code.FINDINGS, "bad.states:10:28: error[outcome-without-event] tool 'pay' may end in 'payd'"),
        (["no_text.states"], Code.FINDINGS, "no_text.states:1:3: error[syntax-character] '+' has no meaning here"),
        (["blank.states"], Code.FINDINGS, "blank.states:1:1: error[empty] this file says nothing"),
        (["raises.py"], Code.FINDINGS, "no.states: error[file] cannot read the machine"),
        (["unfit.py"], Code.FINDINGS, "unfit.py: error[syntax-guard] `requires` of tool 'look'"),
    ],
)
def test_what_has_no_tools_is_refused(words: list[str], code: Code, message: str, capsys: Capture) -> None:
    Path("empty.states").write_text("begin\n  go -> begin restart : on\n")
    Path("blank.states").write_text("\n")
    Path("no_text.states").write_text("Qk+/x\n  9vZ=\n")
    Path("bad.states").write_text(
        DECLARED.replace("gives paid", "gives payd").replace("\n\nfacts", "\nfacts").replace("\n\nevents", "\nevents")
    )
    load = '\n\nclass Facts: ...\n\n\nload_machine("no.states", facts=Facts, deps=World, tools=[look])\n'
    Path("raises.py").write_text(TOOLS.replace("import Ctx", "import load_machine, Ctx") + load)
    Path("unfit.py").write_text(TOOLS.replace("timeout_s=1", 'timeout_s=1, requires="is"'))
    assert run(["suggest-states", *words]) == code
    assert message in capsys.readouterr().err


def test_a_file_whose_tools_live_in_python_is_sent_there(capsys: Capture) -> None:
    Path("shop.states").write_text("machine shop\n\nbegin\n  enter: call pay\n  paid -> begin restart : on\n")
    Path("shop.py").write_text('shop = load_machine("shop.states", facts=Facts)\n')
    assert run(["suggest-states", "shop.states"]) == Code.USAGE
    assert "they seem to live in Python: give shop.py:shop" in capsys.readouterr().err
