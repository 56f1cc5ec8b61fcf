"""`check`, `grid` and `why` on the booking and on small machines."""

import json
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from decidable.check.flow.follow import follow
from decidable.cli.exits import Code
from decidable.cli.main import run

Capture = pytest.CaptureFixture[str]
BOOKING = Path(__file__).parents[2] / "examples" / "booking"


def path(name: str) -> str:
    return str(BOOKING / f"{name}.states")


def printed(args: list[str], capsys: Capture, code: Code = Code.CLEAN) -> str:
    assert run(args) == code
    return capsys.readouterr().out


def data(args: list[str], capsys: Capture, code: Code = Code.CLEAN) -> dict[str, Any]:  # JSON as it comes
    found: dict[str, Any] = json.loads(printed([*args, "--format", "json"], capsys, code))
    return found


def test_the_booking_is_clean(capsys: Capture) -> None:
    found = data(["check", path("booking")], capsys)
    assert (found["cells"], found["undecided"], found["partial"], found["conflict"]) == (119, 0, 0, 0)
    assert (found["errors"], found["warnings"], found["declared_in"]) == (0, 0, None)
    assert run(["check", path("booking"), "--strict"]) == Code.CLEAN


def test_the_first_drawing_has_106_undecided_cells_and_exit_code_1(capsys: Capture) -> None:
    found = data(["check", path("first_drawing")], capsys, Code.FINDINGS)
    assert (found["cells"], found["undecided"]) == (119, 106)
    codes = {(f["code"], f["severity"]) for f in found["findings"]}
    assert codes == {("undecided", "error"), ("unreachable", "warning"), ("inescapable", "warning")}
    assert all(f["line"] and f["column"] and f["message"] and f["hint"] for f in found["findings"])


def test_text_tells_undecided_cells_of_a_state_together(capsys: Capture) -> None:
    lines = printed(["check", path("first_drawing")], capsys, Code.FINDINGS).splitlines()
    findings = [line for line in lines if "error[" in line]
    assert len(findings) == 7
    assert findings[0].endswith(
        "error[undecided] gather does not decide 16 events: user_cancels, other, user_yes, user_no and 12 more"
    )
    assert lines[-3:] == [
        "119 cells: 13 move; 106 undecided",
        "  decided by: 13 named, 106 undecided",
        "106 errors, 2 warnings",
    ]


def test_a_conflict_names_both_lines(capsys: Capture) -> None:
    text = printed(["check", path("two_edits")], capsys, Code.FINDINGS)
    assert "error[conflict] confirm x details has 2 rules when declines = 2, party = 13 (line " in text
    assert "0 undecided, 1 with 2 rules" in text


def test_notes_are_counted_and_shown_when_asked(capsys: Capture) -> None:
    quiet = printed(["check", path("booking")], capsys)
    assert "note[" not in quiet
    assert quiet.endswith(" notes (--notes shows them)\n")
    loud = printed(["check", path("booking"), "--notes"], capsys)
    assert loud.count("note[") == data(["check", path("booking")], capsys)["notes"]


def test_warnings_end_with_1_only_when_strict(tmp_path: Path, capsys: Capture) -> None:
    file = tmp_path / "m.states"
    file.write_text("s (start)\n  a   stay\n")
    assert f"{file}:2:3: warning[no-reason] this line gives no reason\n  hint: " in printed(
        ["check", str(file)], capsys
    )
    assert run(["check", str(file), "--strict"]) == Code.FINDINGS


def test_a_single_undecided_cell_keeps_its_own_words(tmp_path: Path, capsys: Capture) -> None:
    file = tmp_path / "m.states"
    file.write_text("s (start)\n  a   -> t : x\nt\n  b   -> s : x\n  a   ignore : x\n")
    assert "error[undecided] s x b is undecided\n" in printed(["check", str(file)], capsys, Code.FINDINGS)


def test_json_of_a_machine_that_does_not_compile_counts_nothing(tmp_path: Path, capsys: Capture) -> None:
    file = tmp_path / "m.states"
    file.write_text("s (start)\n  a   -> t : x\n")
    found = data(["check", str(file)], capsys, Code.FINDINGS)
    assert (found["compiled"], found["cells"], found["errors"]) == (False, None, 1)


def test_a_files_control_characters_never_reach_the_terminal(tmp_path: Path, capsys: Capture) -> None:
    file = tmp_path / "m.states"
    file.write_text("s (start)\n  a   stay : \x1b[31mred\x07\n  \x1b[2Jb   stay\n")
    assert run(["check", str(file)]) == Code.FINDINGS
    assert "\x1b" not in capsys.readouterr().out
    file.write_text("s (start)\n  a   stay : \x1b[31mred\x07\n")
    text = printed(["why", str(file), "s", "a"], capsys)
    assert "\x1b" not in text
    assert "because: \ufffd[31mred\ufffd" in text


def test_colour_only_when_asked_or_on_a_terminal(capsys: Capture) -> None:
    assert "\x1b" not in printed(["check", path("first_drawing")], capsys, Code.FINDINGS)
    always = printed(["check", path("first_drawing"), "--color", "always"], capsys, Code.FINDINGS)
    assert "\x1b[31m\x1b[1merror[undecided]\x1b[0m" in always
    assert "\x1b[1;31m?\x1b[0m" in printed(["grid", path("first_drawing"), "--color", "always"], capsys)


@pytest.mark.parametrize("width", ["60", "100", "200"])
def test_the_grid_fits_the_terminal(width: str, monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    monkeypatch.setenv("COLUMNS", width)
    text = printed(["grid", path("booking")], capsys)
    assert max(map(len, text.splitlines())) <= int(width)
    assert text == printed(["grid", path("booking"), "--width", width], capsys)


def test_the_grid_as_json_has_every_cell(capsys: Capture) -> None:
    found = data(["grid", path("two_edits")], capsys)
    assert len(found["states"]) * len(found["events"]) == 119
    assert len(found["cells"]) == 119 + 6
    (cell,) = (c for c in found["cells"] if c["state"] == "confirm" and c["event"] == "details")
    assert (cell["origin"], cell["shows"]) == ("conflict", ["2 rules", "-> gather", "-> report", "-> search"])
    assert len(cell["lines"]) == 3


def test_the_grid_as_markdown(capsys: Capture) -> None:
    text = printed(["grid", path("booking"), "--format", "markdown"], capsys)
    assert text.startswith("booking: 7 states x 17 events = 119 cells, 0 undecided\n\n|  | details |")


def test_a_machine_that_does_not_compile_has_no_grid(tmp_path: Path, capsys: Capture) -> None:
    file = tmp_path / "m.states"
    file.write_text("s (start)\n  a   -> t : x\n")
    for args in (["grid", str(file)], ["why", str(file), "s", "a"]):
        assert run(args) == Code.FINDINGS
        out, err = capsys.readouterr()
        assert out == ""
        assert f"{file}:2:10: error[unknown-name] 't' is not a state" in err


def test_why_says_which_line_decides_and_what_silences_the_others(capsys: Capture) -> None:
    text = printed(["why", path("booking"), "notify", "sent"], capsys)
    assert text.startswith("notify x sent: named\n\ndecides   ")
    assert "names the event here\n    sent   -> report\n    because: the group knows\n" in text
    assert "does not decide: line " in text
    assert "names the event in any state\n    sent   -> report\n" in text


def test_why_of_an_open_cell_shows_its_finding(capsys: Capture) -> None:
    text = printed(["why", path("two_edits"), "confirm", "details"], capsys)
    assert text.startswith("confirm x details: conflict\n")
    assert "error[conflict] confirm x details has 2 rules" in text
    assert printed(["why", path("first_drawing"), "gather", "sent"], capsys).startswith("gather x sent: undecided\n")


def test_why_as_json(capsys: Capture) -> None:
    found = data(["why", path("booking"), "confirm", "after 30m"], capsys)
    assert (found["state"], found["event"], found["origin"], found["findings"]) == ("confirm", "after 30m", "named", [])
    assert [line["condition"] for line in found["lines"]] == ["after 30m when reservation known", "after 30m else"]
    assert set(found["lines"][0]) == {
        *("line", "place", "source", "rank", "role", "why_not", "condition", "decision", "reason"),
    }
    conflict = data(["why", path("two_edits"), "confirm", "details"], capsys)
    assert [finding["code"] for finding in conflict["findings"]] == ["conflict"]


@pytest.mark.parametrize(
    ("state", "event", "said"),
    [
        ("confrm", "details", "'confrm' is not a state of booking; did you mean 'confirm'?"),
        ("confirm", "detials", "'detials' is not an event of booking; did you mean 'details'?"),
        ("gather", "blocked", "'blocked' does not come to 'gather'"),
    ],
)
def test_why_of_a_name_that_is_not_there(state: str, event: str, said: str, capsys: Capture) -> None:
    assert run(["why", path("booking"), state, event]) == Code.USAGE
    assert capsys.readouterr().err.startswith(f"Error: {said}")


def test_why_of_a_move_to_the_state_itself_says_that_it_stays(capsys: Capture) -> None:
    assert "-> degraded (to itself, so it stays)" not in printed(
        ["why", path("booking"), "gather", "model_down"], capsys
    )
    text = printed(["why", path("booking"), "report", "paid"], capsys)
    assert "-> report (to itself, so it stays)" in text


def test_accepted_findings_are_counted_and_shown_with_their_reason_when_asked(tmp_path: Path, capsys: Capture) -> None:
    file = tmp_path / "m.states"
    file.write_text("s (start)\n  a   stay\n  b   ?   : open\naccepted findings\n  no-reason of a   : a sketch\n")
    quiet = printed(["check", str(file)], capsys, Code.FINDINGS)
    assert "no-reason" not in quiet
    assert quiet.endswith("1 error, 1 note, 1 accepted (--notes shows them)\n")
    loud = printed(["check", str(file), "--notes"], capsys, Code.FINDINGS)
    assert f"{file}:2:3: accepted[no-reason] this line gives no reason\n  because: a sketch (line 5)\n" in loud
    assert loud.endswith("1 error, 1 note, 1 accepted\n")


def test_errors_come_before_warnings_and_these_before_notes(tmp_path: Path, capsys: Capture) -> None:
    file = tmp_path / "m.states"
    file.write_text("s (start)\n  a   stay\n  b   ?\n")
    text = printed(["check", str(file), "--notes"], capsys, Code.FINDINGS)
    severities = [line.split(": ")[1].partition("[")[0] for line in text.splitlines() if line.startswith(str(file))]
    assert severities == ["error", "warning", "warning", "note"]


def test_facts_stand_beside_states_with_where_they_come_from(capsys: Capture) -> None:
    lines = printed(["check", path("booking"), "--facts"], capsys).splitlines()
    assert lines[0].split()[:4] == ["day", "time", "slot", "reservation"]
    assert next(line for line in lines if line.startswith("notify")).split() == [
        *("notify", "surely", "surely", "surely", "surely", "surely", "maybe", "maybe", "surely", "surely", "surely")
    ]
    assert "slot and deposit" in lines[[line.split("  ")[0] for line in lines].index("slot and deposit")]
    assert any("unknown again when day, time or party changes" in line for line in lines)
    assert all(len(line) <= 100 for line in lines)
    assert lines[-1].startswith("no findings")


def test_facts_are_data_too(capsys: Capture) -> None:
    found = data(["check", path("booking"), "--facts"], capsys)["facts"]
    assert found["connected"] is True
    assert found["states"]["confirm"]["slot"] == {
        "known": "surely",
        "claim": False,
        "depends": ["day", "time", "party"],
    }
    assert "facts" not in data(["check", path("booking")], capsys)


def test_facts_have_colour(capsys: Capture) -> None:
    assert "\x1b[32msurely" in printed(["check", path("booking"), "--facts", "--color", "always"], capsys)


def test_facts_of_a_machine_that_is_not_decided_or_has_none(capsys: Capture, tmp_path: Path) -> None:
    text = printed(["check", path("first_drawing"), "--facts"], capsys, Code.FINDINGS)
    assert "facts are followed when every cell is decided" in text
    assert data(["check", path("first_drawing"), "--facts"], capsys, Code.FINDINGS)["facts"] is None
    bare = tmp_path / "bare.states"
    bare.write_text("a (start)\n  go  stay : x\n")
    assert "this machine has no facts" in printed(["check", str(bare), "--facts"], capsys)


def test_facts_that_hang_together_too_much_are_said_to_be_followed_apart(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("decidable.check.report.follow", partial(follow, patience=0))
    assert "each is followed by itself" in printed(["check", path("booking"), "--facts"], capsys)
