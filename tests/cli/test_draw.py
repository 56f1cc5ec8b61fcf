"""`draw` as a user calls it: forms, files, traces, refusals."""

import json
import re
from pathlib import Path
from textwrap import dedent

import pytest

from decidable.cli.exits import Code
from decidable.cli.main import run
from decidable.draw import Theme, as_dot, as_markdown, as_mermaid, as_svg, as_svg_grid
from tests.check.prove.test_trace import KITCHEN, OFF
from tests.draw.generated import written
from tests.draw.test_grid import booking

Capture = pytest.CaptureFixture[str]
BOOKING = Path(__file__).parents[2] / "examples" / "booking"
PATH = str(BOOKING / "booking.states")


def printed(args: list[str], capsys: Capture, code: Code = Code.CLEAN) -> str:
    assert run(["draw", *args]) == code
    return capsys.readouterr().out


def test_each_form_is_what_the_layer_below_draws(capsys: Capture) -> None:
    table = booking()
    assert printed([PATH, "--format", "mermaid"], capsys) == as_mermaid(table)
    assert printed([PATH, "--format", "dot"], capsys) == as_dot(table)
    assert printed([PATH, "--format", "svg", "--theme", "dark"], capsys) == as_svg(table, theme=Theme.DARK)
    assert printed([PATH, "--format", "svg", "--grid"], capsys) == as_svg_grid(table)
    both = printed([PATH, "--format", "markdown"], capsys)
    assert both == f"```mermaid\n{as_mermaid(table)}```\n\n{as_markdown(table)}"
    assert printed([PATH, "--format", "markdown", "--grid"], capsys) == as_markdown(table)
    assert printed([PATH, "--format", "markdown", "--diagram"], capsys) == f"```mermaid\n{as_mermaid(table)}```\n"


def test_text_is_the_outline_or_the_grid(capsys: Capture) -> None:
    assert "\ngather (start)\n  enter " in printed([PATH], capsys)
    assert printed([PATH, "--grid"], capsys).count("-> report") > 20


def test_both_parts_are_drawn_where_both_are_named(capsys: Capture) -> None:
    diagram, grid = (printed([PATH, part], capsys) for part in ("--diagram", "--grid"))
    assert printed([PATH, "--grid", "--diagram"], capsys) == f"{diagram}\n{grid}"
    assert printed([PATH, "--grid", "--diagram", "--format", "markdown"], capsys) == printed(
        [PATH, "--format", "markdown"], capsys
    )
    assert run(["draw", PATH, "--grid", "--diagram", "--format", "svg"]) == Code.USAGE
    assert "an SVG shows the diagram or the grid" in capsys.readouterr().err
    assert run(["draw", PATH, "--grid", "--diagram", "--format", "dot"]) == Code.USAGE
    assert "dot has no grid" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("name", "form"),
    [
        ("b.mmd", "mermaid"),
        ("b.dot", "dot"),
        ("b.GV", "dot"),
        ("b.md", "markdown"),
        ("b.svg", "svg"),
        ("b.html", "html"),
    ],
)
def test_the_name_of_the_file_says_the_form(name: str, form: str, tmp_path: Path, capsys: Capture) -> None:
    wanted = printed([PATH, "--format", form], capsys)
    out = tmp_path / name
    assert printed([PATH, "--out", str(out)], capsys) == f"{out} is written\n"
    assert out.read_text(encoding="utf-8") == wanted
    out.chmod(0o600)
    assert printed([PATH, "--out", str(out)], capsys) == f"{out} is written\n"
    assert out.stat().st_mode & 0o777 == 0o600
    assert list(tmp_path.iterdir()) == [out]


def test_a_file_is_never_coloured(tmp_path: Path, capsys: Capture) -> None:
    out = tmp_path / "b.txt"
    printed([PATH, "--out", str(out), "--color", "always"], capsys)
    assert "\x1b" not in out.read_text(encoding="utf-8")
    assert "\x1b[1mgather" in printed([PATH, "--color", "always"], capsys)


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (["--out", "b.xyz"], "the name 'b.xyz' does not say which form"),
        (["--format", "mermaid", "--grid"], "mermaid has no grid"),
        (["--out", "no/such/b.dot"], "cannot write 'no/such/b.dot'"),
        (["--out", "folder.dot"], "cannot write 'folder.dot': it is no file"),
        (["--trace", "t.json"], "text shows no trace"),
        (["--trace", "t.json", "--format", "svg", "--grid"], "a grid shows no trace"),
        (["--trace", "t.json", "--trace", "t.json", "--format", "svg"], "an SVG shows one trace"),
        (["--trace", "no.json", "--format", "svg"], "there is no file 'no.json'"),
        (["--trace", "folder.dot", "--format", "svg"], "'folder.dot' is a folder"),
        (["--format", "mermiad"], "'mermiad' is not one of"),
    ],
)
def test_what_cannot_be_drawn_or_written_is_refused(
    args: list[str], said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "folder.dot").mkdir()
    (tmp_path / "t.json").write_text('[["gather", "details", "search"]]')
    assert run(["draw", PATH, *args]) == Code.USAGE
    out, err = capsys.readouterr()
    assert out == ""
    assert said in err
    assert sorted(file.name for file in tmp_path.iterdir()) == ["folder.dot", "t.json"]


def test_the_machine_itself_is_not_drawn_over(tmp_path: Path, capsys: Capture) -> None:
    machine = tmp_path / "m.states"
    machine.write_bytes(Path(PATH).read_bytes())
    assert run(["draw", str(machine), "--format", "svg", "--out", str(machine)]) == Code.USAGE
    assert "is the machine itself" in capsys.readouterr().err
    assert machine.read_bytes() == Path(PATH).read_bytes()


def test_a_machine_that_does_not_compile_is_not_drawn(tmp_path: Path, capsys: Capture) -> None:
    file = tmp_path / "m.states"
    file.write_text("s (start)\n  a   -> t : x\n")
    assert printed([str(file)], capsys, Code.FINDINGS) == ""


STEPS = [
    {"state": "gather", "event": "details", "target": "search"},
    {"state": "search", "event": "slot_gone", "target": "gather"},
]


def test_a_page_has_findings_and_traces(tmp_path: Path, capsys: Capture) -> None:
    file = tmp_path / "taken.json"
    file.write_text(json.dumps({"title": "the slot is taken", "steps": STEPS}), encoding="utf-8")
    page = printed([str(BOOKING / "two_edits.states"), "--format", "html", "--trace", str(file)], capsys)
    assert "confirm x details has 2 rules when declines = 2" in page
    assert '<h3 class="trace">the slot is taken</h3>' in page
    bare = tmp_path / "bare.json"
    bare.write_text(json.dumps([list(step.values()) for step in STEPS]), encoding="utf-8")
    assert ">bare</text>" in printed([PATH, "--format", "svg", "--trace", str(bare)], capsys), "named by its file"


def test_what_prove_prints_is_read_as_it_is(tmp_path: Path, capsys: Capture) -> None:
    """Steps have more keys there; one without an event, such as the start of a call, is no step of the drawing."""
    started = {"state": "search", "event": "", "target": "search", "verdict": ""}
    more = [{**STEPS[0], "line": 54}, started, STEPS[1]]
    rules = [
        {"rule": "never A twice", "verdict": "refuted", "trace": more},
        {"rule": "never B before A", "verdict": "holds", "trace": None},
    ]
    file = tmp_path / "proved.json"
    file.write_text(json.dumps({"path": PATH, "machine": "booking", "rules": rules}), encoding="utf-8")
    page = printed([PATH, "--format", "html", "--trace", str(file)], capsys)
    assert page.count('<h3 class="trace">refuted: never A twice</h3>') == 1
    assert page.count("<li><b>search</b>") == 1
    file.write_text(json.dumps({"rules": rules[1:]}), encoding="utf-8")
    assert run(["draw", PATH, "--format", "html", "--trace", str(file)]) == Code.USAGE
    assert "has a trace" in capsys.readouterr().err


def test_every_decision_of_a_step_is_drawn(tmp_path: Path, capsys: Capture) -> None:
    machine, script, file = tmp_path / "kitchen.states", tmp_path / "path.txt", tmp_path / "path.json"
    machine.write_text(dedent(KITCHEN))
    script.write_text("again\norder(dish = soup)\nmore\ncook: cooked\nagain\n")
    assert run(["chat", str(machine), "--script", str(script), "--format", "json"]) == Code.CLEAN
    file.write_text(capsys.readouterr().out)
    page = printed([str(machine), "--format", "html", "--trace", str(file)], capsys)
    steps = re.findall(r"<li><b>(\w+)</b> <code>(\w+)</code>([^<]*)(?:<b>(\w+)</b>)?</li>", page)
    assert [" ".join("".join(step).split()) for step in steps] == [
        "waitingagain restart",
        "waitingorder &rarr; cooking",
        "cookingmore defer",
        "cookingcooked &rarr; waiting",
        "waitingmore recalled &rarr; eating",
        "eatingagain ignore",
    ]
    machine.write_text(dedent(OFF))
    assert run(["prove", str(machine), "--format", "json"]) == Code.FINDINGS
    file.write_text(capsys.readouterr().out)
    page = printed([str(machine), "--format", "html", "--trace", str(file)], capsys)
    assert page.count("<li><b>trying</b> <code>blocked</code> &rarr; <b>idle</b></li>") == 2


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('{"rules": [{"rule": "r", "verdict": "refuted", "trace": 3}]}', "is no trace"),
        ('[["gather", "", "gather"]]', "it has no step"),
        ("{", "is no JSON"),
        ("[" * 100_000, "is no JSON"),
        ("3", "is no trace"),
        ("[]", "is no trace"),
        ('{"steps": []}', "is no trace"),
        ('{"title": 3, "steps": [["a", "b", "c"]]}', "is no trace"),
        ('[["gather", "details"]]', "step 1 of "),
        ('[["gather", "details", 3]]', "step 1 of "),
        ('["gather"]', "step 1 of "),
        ('[{"state": "gather"}]', "step 1 of "),
        ('[["gather", "detials", "search"]]', "did you mean 'details'?"),
        ('[["gather", "details", "book"]]', "step 1: details does not lead from gather to book"),
        (" " * 1_000_001, "is too large for a trace"),
    ],
)
def test_a_trace_that_is_none_is_refused(text: str, said: str, tmp_path: Path, capsys: Capture) -> None:
    file = tmp_path / "t.json"
    file.write_text(text)
    assert run(["draw", PATH, "--format", "svg", "--trace", str(file)]) == Code.USAGE
    out, err = capsys.readouterr()
    assert out == ""
    assert said in err


def test_a_terminal_that_is_given_a_file_is_told_so(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    run(["draw", PATH, "--format", "svg"])
    assert capsys.readouterr().err == ""
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    run(["draw", PATH, "--format", "svg"])
    assert capsys.readouterr().err == "  hint: this is svg; to look at it: --out FILE.svg\n"


def test_a_large_machine_has_no_block_that_sites_give_up_on(tmp_path: Path, capsys: Capture) -> None:
    file = tmp_path / "large.states"
    file.write_text(written(121, 10, 1), encoding="utf-8")
    text = printed([str(file), "--format", "markdown"], capsys)
    assert text.startswith("121 states are beyond what a diagram can show readably")
    assert "```" not in text
