"""`fmt` writes a file whole or not at all."""

import re
from pathlib import Path

import pytest

from decidable.cli.exits import Code, Refusal
from decidable.cli.main import run
from decidable.cli.write import write_whole
from tests.cli.test_paths import BOUND, FINE

Capture = pytest.CaptureFixture[str]
LOOSE = "machine m\n\n\nbegin (start)   # here\n    go  ->   done : on\ndone (final: completed)\n"
NEAT = "machine m\n\nbegin (start)  # here\n  go   -> done : on\n\ndone (final: completed)\n"


def test_a_file_is_laid_out_and_then_left_alone(tmp_path: Path, capsys: Capture) -> None:
    file = tmp_path / "m.states"
    file.write_text(LOOSE)
    file.chmod(0o640)
    assert run(["fmt", str(file)]) == Code.CLEAN
    assert capsys.readouterr().out == f"{file} is formatted\n"
    assert file.read_text() == NEAT
    assert file.stat().st_mode & 0o777 == 0o640
    assert run(["fmt", str(file)]) == Code.CLEAN
    assert capsys.readouterr().out == f"{file} is unchanged\n"
    assert [found.name for found in tmp_path.iterdir()] == ["m.states"]


def test_check_writes_nothing(tmp_path: Path, capsys: Capture) -> None:
    file = tmp_path / "m.states"
    file.write_text(LOOSE)
    assert run(["fmt", str(file), "--check"]) == Code.FINDINGS
    assert capsys.readouterr().out == f"{file} would change\n"
    assert file.read_text() == LOOSE
    file.write_text(NEAT)
    assert run(["fmt", str(file), "--check"]) == Code.CLEAN


def test_a_file_with_mistakes_is_left_as_it_is(tmp_path: Path, capsys: Capture) -> None:
    file = tmp_path / "m.states"
    file.write_text("begin (start)\n  go   => done : on\n")
    assert run(["fmt", str(file)]) == Code.FINDINGS
    assert f"{file}:2:" in capsys.readouterr().err
    assert file.read_text() == "begin (start)\n  go   => done : on\n"


def test_a_link_is_followed_and_stays_a_link(tmp_path: Path) -> None:
    (tmp_path / "real.states").write_text(LOOSE)
    link = tmp_path / "link.states"
    link.symlink_to("real.states")
    assert run(["fmt", str(link)]) == Code.CLEAN
    assert link.is_symlink()
    assert (tmp_path / "real.states").read_text() == NEAT


def test_a_bound_file_gets_the_sections_that_python_declares(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "m.states").write_text(FINE)
    (tmp_path / "bound_for_fmt.py").write_text(BOUND)
    assert run(["fmt", "bound_for_fmt.py:m"]) == Code.CLEAN
    text = (tmp_path / "m.states").read_text()
    assert re.search(r"events +# generated from Python by decidable fmt\n  user  go\(name: text\)\n", text)
    assert capsys.readouterr().out == "m.states is formatted\n"
    assert run(["check", "m.states"]) == Code.CLEAN


STALE = FINE.replace("begin", "events  # generated from Python by decidable fmt\n  user  gone\n\nbegin   ", 1)


def test_a_stale_section_is_found_and_written_anew_alone_or_with_the_layout(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    monkeypatch.chdir(tmp_path)
    file = tmp_path / "m.states"
    file.write_text(STALE)
    (tmp_path / "stale_for_fmt.py").write_text(BOUND)
    for options in ([], ["--sections"]):
        assert run(["fmt", "stale_for_fmt.py:m", "--check", *options]) == Code.FINDINGS
        assert capsys.readouterr().out == "m.states would change\n"
    assert file.read_text() == STALE
    assert run(["fmt", "stale_for_fmt.py:m", "--sections"]) == Code.CLEAN
    assert file.read_text() == STALE.replace("  user  gone\n", "  user  go(name: text)\n")
    assert run(["fmt", "stale_for_fmt.py:m", "--sections", "--check"]) == Code.CLEAN
    assert run(["fmt", "stale_for_fmt.py:m", "--check"]) == Code.FINDINGS, "facts are missing, and the layout is loose"
    assert run(["fmt", "m.states", "--sections"]) == Code.USAGE
    assert "only a machine bound to Python has generated sections" in capsys.readouterr().err


def test_python_that_does_not_fit_its_file_leaves_it_as_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    monkeypatch.chdir(tmp_path)
    own = FINE.replace("begin", "facts\n  name: text\n\nbegin   ", 1)
    (tmp_path / "m.states").write_text(own)
    (tmp_path / "wrong_for_fmt.py").write_text(BOUND)
    assert run(["fmt", "wrong_for_fmt.py:m"]) == Code.FINDINGS
    assert "m.states:3:3: error[declared-twice] 'name' is declared here and in Python" in capsys.readouterr().err
    assert (tmp_path / "m.states").read_text() == own


def test_what_cannot_be_written_or_found_is_refused(tmp_path: Path, capsys: Capture) -> None:
    assert run(["fmt", str(tmp_path / "no.states")]) == Code.USAGE
    assert "there is no file" in capsys.readouterr().err
    with pytest.raises(Refusal, match="cannot write"):
        write_whole(tmp_path / "no" / "m.states", b"")


def test_half_a_file_is_never_left(tmp_path: Path) -> None:
    folder = tmp_path / "m.states"
    folder.mkdir()
    (folder / "inside").touch()
    with pytest.raises(Refusal, match="cannot write"):
        write_whole(folder, b"x")
    assert [found.name for found in tmp_path.iterdir()] == ["m.states"]
