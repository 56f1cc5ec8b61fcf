"""`draw` as a user calls it: forms, files, refusals."""

from pathlib import Path

import pytest

from decidable.cli.exits import Code
from decidable.cli.main import run
from decidable.draw import as_dot, as_markdown, as_mermaid
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
    both = printed([PATH, "--format", "markdown"], capsys)
    assert both == f"```mermaid\n{as_mermaid(table)}```\n\n{as_markdown(table)}"
    assert printed([PATH, "--format", "markdown", "--grid"], capsys) == as_markdown(table)
    assert printed([PATH, "--format", "markdown", "--diagram"], capsys) == f"```mermaid\n{as_mermaid(table)}```\n"


def test_text_is_the_outline_or_the_grid(capsys: Capture) -> None:
    assert "\ngather (start)\n  enter " in printed([PATH], capsys)
    assert printed([PATH, "--grid"], capsys).count("-> report") > 20


@pytest.mark.parametrize(
    ("name", "form"), [("b.mmd", "mermaid"), ("b.dot", "dot"), ("b.GV", "dot"), ("b.md", "markdown")]
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
        (["--format", "mermiad"], "'mermiad' is not one of"),
    ],
)
def test_what_cannot_be_drawn_or_written_is_refused(
    args: list[str], said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "folder.dot").mkdir()
    assert run(["draw", PATH, *args]) == Code.USAGE
    out, err = capsys.readouterr()
    assert out == ""
    assert said in err
    assert [file.name for file in tmp_path.iterdir()] == ["folder.dot"]


def test_a_machine_that_does_not_compile_is_not_drawn(tmp_path: Path, capsys: Capture) -> None:
    file = tmp_path / "m.states"
    file.write_text("s (start)\n  a   -> t : x\n")
    assert printed([str(file)], capsys, Code.FINDINGS) == ""
