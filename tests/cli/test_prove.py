"""`decidable prove` as a user types it."""

from __future__ import annotations

import json
import runpy
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from decidable.cli.exits import Code
from decidable.cli.main import run

Capture = pytest.CaptureFixture[str]
ROOT = Path(__file__).parents[2]
RETURNS = ROOT / "examples" / "returns" / "returns.states"
PLANTED = ROOT / "examples" / "returns" / "planted.states"
REFUND = f"{ROOT / 'examples' / 'refund' / 'refund.py'}:refund"
EARLY = "never refund_order before eligible"
ASKED = "never check_eligibility before select_order"
LIGHT = """\
machine light
events
  user  press, leave
off (start)
  press   -> on     : lit
  leave   stay      : dark
on
  press   -> off    : dark
  leave   -> off    : nobody is there
rules
  never on twice without off between
  from any state leave reaches off within 1 event
  every path after press visits on
"""


@pytest.fixture
def light(tmp_path: Path) -> Path:
    file = tmp_path / "light.states"
    file.write_text(LIGHT, encoding="utf-8")
    return file


def test_all_rules_of_the_file_hold(light: Path, capsys: Capture) -> None:
    light.write_text(LIGHT.replace("  every path after press visits on\n", ""))
    assert run(["prove", str(light)]) == Code.CLEAN
    out, err = capsys.readouterr()
    lines = [line.partition("   (")[0] for line in out.splitlines()]
    assert lines == [
        "holds    never on twice without off between",
        "holds    from any state leave reaches off within 1 event",
    ]
    assert err == "", "how far it is, is only for a terminal"


def test_one_rule_is_refuted_by_a_run(light: Path, capsys: Capture) -> None:
    light.write_text(LIGHT.replace("leave   -> off", "leave   stay"))
    assert run(["prove", str(light), "--rule", "from  any state leave reaches off within 1 event"]) == Code.FINDINGS
    first, why, *trace = capsys.readouterr().out.splitlines()
    assert first.startswith("refuted  from any state leave reaches off within 1 event   (")
    assert why == "         leave does not reach off within 1 event"
    assert trace == ["  press  # off -> on, line 5", "  leave  # on: stay, line 9   <- here"]


def test_what_the_world_was_held_to_is_said(light: Path, capsys: Capture) -> None:
    light.write_text(LIGHT.replace("leave   stay      : dark", "leave   defer     : later"))
    args = ["prove", str(light), "--rule", "never on before press"]
    assert run(args) == Code.CLEAN
    assert capsys.readouterr().out.splitlines()[1:] == ["         with up to 1 deferred event at a time"]
    assert run([*args, "--queue", "2", "--deliveries", "2", "--attempts", "3"]) == Code.CLEAN
    assert capsys.readouterr().out.splitlines()[1:] == ["         with up to 2 deferred events at a time"]


def test_a_limit_is_never_a_proof(capsys: Capture) -> None:
    assert run(["prove", str(RETURNS), "--rule", EARLY, "--limit", "20"]) == Code.FINDINGS
    text = capsys.readouterr().out
    assert text.startswith(f"not decided within 20 states: {EARLY}   (")
    assert "holds" not in text
    assert run(["prove", str(RETURNS), "--rule", EARLY, "--limit", "20", "--format", "json"]) == Code.FINDINGS
    (rule,) = json.loads(capsys.readouterr().out)["rules"]
    assert (rule["verdict"], rule["why"], rule["trace"]) == ("undecided", "not decided within 20 states", None)


def test_json(capsys: Capture) -> None:
    assert run(["prove", str(PLANTED), "--rule", EARLY, "--rule", ASKED, "--format", "json"]) == Code.FINDINGS
    data = json.loads(capsys.readouterr().out)
    assert (data["path"], data["machine"]) == (str(PLANTED), "returns")
    refuted, holds = data["rules"]
    assert (refuted["rule"], refuted["verdict"]) == (EARLY, "refuted")
    assert refuted["why"] == "refund_order happens before eligible"
    assert refuted["states"] > 0 < refuted["moves"]
    assert [line.partition("  #")[0].rstrip() for line in refuted["script"]] == [
        step["text"] for step in refuted["trace"]
    ]
    assert refuted["trace"][3] == {
        "text": "check_eligibility: ineligible",
        "event": "ineligible",
        "fields": {},
        "state": "order_selected",
        "target": "eligibility_known",
        "verdict": "move",
        "line": 47,
        "decisions": [
            {
                "state": "order_selected",
                "event": "ineligible",
                "target": "eligibility_known",
                "verdict": "move",
                "line": 47,
                "cause": "arrived",
            }
        ],
        "starts": [],
        "asks": [],
    }
    assert (holds["verdict"], holds["why"], holds["trace"], "script" in holds) == ("holds", "", None, False)
    assert holds["bounds"]


def test_the_json_is_a_trace_that_draw_takes(tmp_path: Path, capsys: Capture) -> None:
    assert run(["prove", str(PLANTED), "--rule", EARLY, "--format", "json"]) == Code.FINDINGS
    file = tmp_path / "found.json"
    file.write_text(capsys.readouterr().out)
    assert run(["draw", str(PLANTED), "--trace", str(file), "--format", "svg"]) == Code.CLEAN
    assert "<svg" in capsys.readouterr().out


def test_the_script_that_is_printed_can_be_played(tmp_path: Path, capsys: Capture) -> None:
    assert run(["prove", str(PLANTED), "--rule", EARLY]) == Code.FINDINGS
    script = tmp_path / "found.txt"
    script.write_text("\n".join(capsys.readouterr().out.splitlines()[2:]))
    assert run(["chat", str(PLANTED), "--script", str(script)]) == Code.FINDINGS
    assert f"{EARLY}: broken in resolution_proposed, at line 8 of the script" in capsys.readouterr().out


def test_a_bound_machine_and_start_facts(capsys: Capture) -> None:
    rule = "never refunding before confirming"
    assert run(["prove", REFUND, "--rule", rule, "--fact", "customer_id=C1"]) == Code.CLEAN
    assert capsys.readouterr().out.startswith(f"holds    {rule}")
    assert run(["prove", REFUND, "--rule", "never checking before yes", "--fact", "customer_id=C1"]) == Code.FINDINGS
    assert '  fact customer_id = "C1"\n' in capsys.readouterr().out


def test_a_possible_path_is_shown(light: Path, capsys: Capture) -> None:
    light.write_text(
        LIGHT.replace("rules", "done (final: completed)\nrules").replace("-> off    : nobody", "-> done   : nobody")
    )
    assert run(["prove", str(light), "--rule", "at most 2 model calls on a shortest path"]) == Code.CLEAN
    assert capsys.readouterr().out.splitlines()[1:] == [
        "         such a path:",
        "  press  # off -> on, line 5",
        "  leave  # on -> done, line 9   <- here",
    ]


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (
            ["--rule", "never refund_ordr before eligible"],
            "is not a tool, event or state\n  hint: did you mean 'refund_order'?",
        ),
        (
            ["--rule", "refund nothing"],
            "'refund nothing' is not a rule of a known shape\n  hint: write it like: never A before B",
        ),
        (["--fact", "order=A"], "--fact order=A: 'order' is not a fact of returns\n  hint: did you mean 'order_id'?"),
        (["--fact", "order_id"], "--fact order_id: write NAME=VALUE\n  hint: order_id is text"),
        (["--fact", "nothing=1"], "'nothing' is not a fact of returns\n  hint: its facts are account, customer_id"),
        (["--fact", "checked=perhaps"], "checked=perhaps: write yes or no"),
        (["--limit", "0"], "0 is not in the range"),
        (["--attempts", "9"], "9 is not in the range"),
        (["--save-test", "nowhere/test_it.py"], "there is no folder 'nowhere'"),
    ],
)
def test_a_mistake_says_what_to_do(
    args: list[str], message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run(["prove", str(RETURNS), *args]) == Code.USAGE
    out, err = capsys.readouterr()
    assert message in err
    assert out == "", "nothing was proved first"


def test_one_wrong_rule_among_several_keeps_all_from_being_proved(capsys: Capture) -> None:
    wrong = ["--rule", "never refund_ordr before eligible", "--rule", "refund_order only in resolution"]
    assert run(["prove", str(RETURNS), "--rule", EARLY, *wrong, "--rule", "never stop"]) == Code.USAGE
    out, err = capsys.readouterr()
    assert out == ""
    assert err.splitlines()[:4] == [
        "Error: --rule 'never refund_ordr before eligible': 'refund_ordr' is not a tool, event or state",
        "  hint: did you mean 'refund_order'?",
        "Error: --rule 'refund_order only in resolution': 'resolution' is not a state",
        "  hint: did you mean 'resolution_proposed'?",
    ]
    assert err.splitlines()[4].startswith("Error: 'never stop' is not a rule of a known shape")
    assert err.splitlines()[-1] == "nothing was proved: 3 of the 4 rules cannot be read as meant"


def test_model_calls_are_counted_out(light: Path, capsys: Capture) -> None:
    light.write_text(LIGHT.partition("rules")[0].replace("-> on ", "-> done ") + "done (final: completed)\n")
    assert run(["prove", str(light), "--rule", "at most 0 model calls on a shortest path"]) == Code.FINDINGS
    assert capsys.readouterr().out.splitlines()[1:] == [
        "         the cheapest path to a completed end needs 1 model call, and 0 would be allowed",
        "  press  # off -> done, line 5   <- here",
    ]


def test_a_machine_without_rules(light: Path, capsys: Capture) -> None:
    light.write_text(LIGHT.partition("rules")[0])
    assert run(["prove", str(light)]) == Code.USAGE
    assert "light has no rules\n  hint: write them in the section `rules`" in capsys.readouterr().err


def test_a_machine_that_is_not_decided(light: Path, capsys: Capture) -> None:
    light.write_text(LIGHT.replace("  leave   stay      : dark\n", ""))
    assert run(["prove", str(light)]) == Code.FINDINGS
    assert "error[undecided] off x leave is undecided" in capsys.readouterr().err


def test_a_rule_of_the_file_about_nothing(light: Path, capsys: Capture) -> None:
    light.write_text(LIGHT.replace("visits on", "visits onn"))
    assert run(["prove", str(light)]) == Code.FINDINGS
    assert (
        "light.states:13:33: error[rule-name] 'onn' is not a state\n  hint: did you mean 'on'?"
        in capsys.readouterr().err
    )


# Saving.


def pytest_of(file: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:asyncio", str(file)]
    return subprocess.run(command, cwd=file.parent, capture_output=True, text=True, timeout=120, check=False)


def saved_tests(file: Path) -> list[Callable[[], None]]:
    """The tests of a saved file, in this process: a second pytest takes seconds."""
    return [value for name, value in runpy.run_path(str(file)).items() if name.startswith("test_")]


def test_a_saved_run_fails_on_the_faulty_machine_and_passes_on_the_mended_one(tmp_path: Path, capsys: Capture) -> None:
    machine, tests = tmp_path / "shop" / "returns.states", tmp_path / "tests"
    machine.parent.mkdir()
    tests.mkdir()
    machine.write_bytes(PLANTED.read_bytes())
    saved = tests / "test_rules.py"
    unchecked = "checked holds whenever refund_order is possible"
    args = ["prove", str(machine), "--rule", EARLY, "--rule", unchecked, "--save-test", str(saved)]
    assert run(args) == Code.FINDINGS
    assert capsys.readouterr().err == f"wrote {saved}: 2 tests\n"
    text = saved.read_text()
    assert 'MACHINE = machine_at("../shop/returns.states", beside=__file__)' in text
    assert "def test_never_refund_order_before_eligible() -> None:" in text
    faulty = pytest_of(saved)
    assert faulty.returncode == 1, faulty.stderr
    assert f"{EARLY}: broken in resolution_proposed, at line 8 of the script" in faulty.stdout
    assert "2 failed" in faulty.stdout
    machine.write_bytes(RETURNS.read_bytes())
    mended = pytest_of(saved)
    assert (mended.returncode, "2 passed" in mended.stdout) == (0, True), mended.stdout


def test_what_one_run_cannot_break_is_saved_as_a_proof(light: Path, capsys: Capture) -> None:
    broken = LIGHT.replace("-> on ", "-> lost").replace("rules\n", "lost\n  press, leave   stay : nowhere\nrules\n")
    light.write_text(broken.replace("  from any state leave reaches off within 1 event\n", ""))
    saved = light.with_name("test_light.py")
    assert run(["prove", str(light), "--save-test", str(saved)]) == Code.FINDINGS
    assert "    # press  # off -> lost, line 5   <- here" in saved.read_text()
    (test,) = saved_tests(saved)
    with pytest.raises(AssertionError, match="after press, no way that may be counted on leads to on any more"):
        test()
    light.write_text(LIGHT)
    (test,) = saved_tests(saved)
    test()


def test_a_bound_machine_is_named_by_its_python(tmp_path: Path) -> None:
    saved = tmp_path / "test_refund.py"
    assert run(["prove", REFUND, "--rule", "never checking before yes", "--save-test", str(saved)]) == Code.FINDINGS
    assert "refund/refund.py:refund" in saved.read_text()
    (test,) = saved_tests(saved)
    with pytest.raises(AssertionError, match="never checking before yes: broken in human"):
        test()


def test_a_file_that_is_there_is_left_alone(light: Path, capsys: Capture) -> None:
    saved = light.with_name("test_mine.py")
    saved.write_text("# mine\n")
    assert run(["prove", str(light), "--save-test", str(saved)]) == Code.USAGE
    assert "is there already, and it is left alone" in capsys.readouterr().err
    assert saved.read_text() == "# mine\n"


def test_nothing_refuted_nothing_saved(light: Path, capsys: Capture) -> None:
    saved = light.with_name("test_light.py")
    assert run(["prove", str(light), "--save-test", str(saved)]) == Code.CLEAN
    assert capsys.readouterr().err == f"nothing is refuted by a run, so {saved} is not written\n"
    assert not saved.exists()
