"""`decidable chat --script` as a person types it: what is printed of each line, and what is said of a script that is wrong."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest

from decidable.cli.exits import Code
from decidable.cli.main import run

Capture = pytest.CaptureFixture[str]
EXAMPLES = Path(__file__).parents[2] / "examples"
RETURNS = str(EXAMPLES / "returns" / "returns.states")
PLANTED = str(EXAMPLES / "returns" / "planted.states")
BOOKING = str(EXAMPLES / "booking" / "booking.states")
UNCHECKED = """\
give_account(account = "a-7")
verify_customer: verified(customer_id = "c-1")
select_order(order_id = "o-1")
check_eligibility: ineligible   # too late
select_order(order_id = "o-2")
propose_refund
yes approves
refund_order starts
"""


@pytest.fixture
def script(tmp_path: Path) -> Path:
    file = tmp_path / "path.txt"
    file.write_text(UNCHECKED, encoding="utf-8")
    return file


def test_each_line_with_what_was_decided_and_why(script: Path, capsys: Capture) -> None:
    assert run(["chat", PLANTED, "--script", str(script)]) == Code.FINDINGS
    assert capsys.readouterr().out.splitlines() == [
        "begun in identifying",
        "       says who_are_you",
        '  1  give_account(account = "a-7")',
        "       identifying: stay  : never guess who it is   [line 38]",
        "       knows account = a-7 (user)",
        '       starts verify_customer(account = "a-7")',
        '  2  verify_customer: verified(customer_id = "c-1")',
        "       identifying: stay  : the answer is in the facts   [line 39]",
        "       knows customer_id = c-1 (result)",
        "       says which_order",
        '  3  select_order(order_id = "o-1")',
        "       identifying -> order_selected  : exactly one order is in scope now   [line 41]",
        "       knows order_id = o-1 (choice)",
        '       starts check_eligibility(order_id = "o-1")',
        "  4  check_eligibility: ineligible",
        "       order_selected -> eligibility_known  : the checks have run, and it is too late   [line 47]",
        "       knows too_late = yes (set)",
        "       says what_the_checks_say",
        '  5  select_order(order_id = "o-2")',
        "       eligibility_known: stay  : another order; what was found out is about the first one   [line 54]",
        "       knows order_id = o-2 (choice)",
        "       forgets too_late: forgotten by the table",
        "  6  propose_refund",
        "       eligibility_known -> resolution_proposed  : inside of the window   [line 51]",
        '       asks for refund_order(order_id = "o-2")',
        "  7  yes approves",
        "       resolution_proposed: stay  : exactly this was approved   [line 57]",
        '       starts refund_order(order_id = "o-2")',
        "  8  refund_order starts",
        "never refund_order before eligible: broken in resolution_proposed, at line 8 of the script",
        "checked holds whenever refund_order is possible: broken in resolution_proposed, at line 7 of the script",
    ]


def test_a_line_that_cannot_be_played_ends_it(script: Path, capsys: Capture) -> None:
    """On the whole machine the other order is checked first, so nothing is asked that a yes could approve."""
    assert run(["chat", RETURNS, "--script", str(script)]) == Code.FINDINGS
    out, err = capsys.readouterr()
    assert out.splitlines()[-2:] == [
        "  6  propose_refund",
        "       order_selected: reject  : not established yet   [line 35]",
    ]
    assert err == f"{script}:7: in order_selected no question is open that yes could approve\n"


def test_a_script_that_breaks_nothing_is_clean(script: Path, capsys: Capture) -> None:
    script.write_text("".join(UNCHECKED.splitlines(keepends=True)[:6]))
    assert run(["chat", RETURNS, "--script", str(script)]) == Code.CLEAN
    assert capsys.readouterr().err == ""


def test_what_else_can_happen_to_a_run_is_said(tmp_path: Path, capsys: Capture) -> None:
    """An unknown outcome is looked up, an offer expires, an outage holds a result back, and a run ends."""
    file = tmp_path / "long.txt"
    file.write_text(
        "fact customer_id = c-1\nselect_order(order_id = o-1)\nmodel_down\ncheck_eligibility: eligible\nmodel_back\n"
        "propose_refund\nafter 1h\npropose_refund\nyes approves\nrefund_order: blocked\n"
    )
    assert run(["chat", RETURNS, "--script", str(file)]) == Code.CLEAN
    text = capsys.readouterr().out
    assert "       held until the interruption ends: eligible" in text
    assert "eligible held: order_selected -> eligibility_known" in text
    assert "the question is expired" in text
    assert "resolution_proposed -> human" in text
    assert "       ended: handed off\n" in text
    file.write_text(
        file.read_text().replace("refund_order: blocked", "refund_order starts\nrefund_order: unknown\n")
        + "refund_order: not found\nrefund_order starts\nrefund_order: refunded(receipt = r-1)\nother\n"
    )
    assert run(["chat", RETURNS, "--script", str(file)]) == Code.CLEAN
    text = capsys.readouterr().out
    assert "looks up refund_order" in text
    assert "it certainly did not happen: again, under the same key" in text
    assert "ended: other: the run has ended" in text


def test_remarks_alone_play_the_beginning(tmp_path: Path, capsys: Capture) -> None:
    """`prove` prints no other line of a run whose beginning breaks the rule."""
    file = tmp_path / "path.txt"
    file.write_text("# begins: identifying   <- here\n")
    assert run(["chat", RETURNS, "--script", str(file)]) == Code.CLEAN
    assert capsys.readouterr().out.startswith("begun in identifying\n")


def test_json_is_a_trace_that_draw_takes(script: Path, tmp_path: Path, capsys: Capture) -> None:
    assert run(["chat", PLANTED, "--script", str(script), "--format", "json"]) == Code.FINDINGS
    text = capsys.readouterr().out
    data = json.loads(text)
    assert (data["machine"], data["title"], data["stopped"], len(data["broken"])) == ("returns", "path", None, 2)
    assert data["steps"][5] == {
        "at": 5,
        "text": 'select_order(order_id = "o-2")',
        "event": "select_order",
        "fields": {"order_id": "o-2"},
        "state": "eligibility_known",
        "target": "eligibility_known",
        "verdict": "stay",
        "line": 54,
        "decisions": [
            {
                "state": "eligibility_known",
                "event": "select_order",
                "target": "eligibility_known",
                "verdict": "stay",
                "line": 54,
                "cause": "arrived",
            }
        ],
        "starts": [],
        "asks": [],
        "reason": "another order; what was found out is about the first one",
        "says": [],
    }
    assert {frozenset(step) for step in data["steps"]} == {frozenset(data["steps"][0])}
    saved = tmp_path / "trace.json"
    saved.write_text(text)
    assert run(["draw", PLANTED, "--trace", str(saved), "--format", "svg"]) == Code.CLEAN
    assert "propose_refund" in capsys.readouterr().out
    assert run(["chat", RETURNS, "--script", str(script), "--format", "json"]) == Code.FINDINGS
    stopped = json.loads(capsys.readouterr().out)["stopped"]
    assert stopped == {"line": 7, "message": "in order_selected no question is open that yes could approve"}


def test_a_bound_machine_and_standard_input(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"\xef\xbb\xbfwant_refund\n")))
    assert run(["chat", f"{EXAMPLES / 'refund' / 'refund.py'}:refund", "--script", "-"]) == Code.CLEAN
    assert "begin -> need_order" in capsys.readouterr().out


def test_a_draft_only_on_demand(script: Path, capsys: Capture) -> None:
    drawing = str(EXAMPLES / "booking" / "first_drawing.states")
    script.write_text("other\n")
    assert run(["chat", drawing, "--script", str(script)]) == Code.USAGE
    assert "booking is not decided yet\n  hint: --draft plays it all the same" in capsys.readouterr().err
    assert run(["chat", drawing, "--script", str(script), "--draft"]) == Code.CLEAN
    assert "gather: reject" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("written", "message"),
    [
        (
            b"give_acount(account = a)\n",
            "path.txt:1: 'give_acount' is not an event of returns; did you mean 'give_account'?",
        ),
        (b"\n\ngive_account(acount = a)\n", "path.txt:3: give_account has no 'acount'; did you mean 'account'?"),
        (b"give_account\n", "path.txt:1: 'give_account' needs account"),
        (b"other\x1b[31m\n", "path.txt:1: 'other\N{REPLACEMENT CHARACTER}[31m' is not an event of returns"),
    ],
)
def test_a_line_that_is_wrong_is_a_finding(written: bytes, message: str, script: Path, capsys: Capture) -> None:
    script.write_bytes(written)
    assert run(["chat", RETURNS, "--script", str(script)]) == Code.FINDINGS
    assert message in capsys.readouterr().err


@pytest.mark.parametrize(
    ("written", "message"),
    [
        (b"", "has no line to play"),
        (b" \n\n", "has no line to play"),
        (b"other\n\xff\xfe\n", "is not UTF-8 text (line 2)"),
        (b"other\n" * 200_000, "is too large for a script\n  hint: it may have 1,000,000 bytes"),
    ],
)
def test_a_file_that_is_no_script_is_refused(written: bytes, message: str, script: Path, capsys: Capture) -> None:
    script.write_bytes(written)
    assert run(["chat", RETURNS, "--script", str(script)]) == Code.USAGE
    assert message in capsys.readouterr().err


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["--script", "pth.txt"], "there is no file 'pth.txt'\n  hint: did you mean 'path.txt'?"),
        (["--script", "nowhere/at/all.txt"], "there is no folder 'nowhere/at' either"),
        (["--script", "."], "'.' is a folder"),
        (["--script", "path.txt", "--fact", "order_id=A"], "hint: write `fact NAME = VALUE` at the top of the script"),
        (["--script", "path.txt", "--conversation", "c"], "--conversation cannot be given with --script"),
        (["--script", "path.txt", "--db", "x.db"], "hint: nothing of a script is kept"),
        (["--format", "json"], "--format json is for --script"),
    ],
)
def test_a_mistake_says_what_to_do(
    args: list[str], message: str, script: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    monkeypatch.chdir(script.parent)
    assert run(["chat", RETURNS, *args]) == Code.USAGE
    assert message in capsys.readouterr().err
    assert sorted(file.name for file in script.parent.iterdir()) == ["path.txt"], "no database"
