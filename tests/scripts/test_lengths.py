"""The limits of `make check`: exactly at the limit is fine, one line more is named with its place."""

from pathlib import Path

import pytest

from scripts.lengths import FILE_LINES, FUNCTION_LINES, main, too_long


def function(lines: int, *, indent: str = "", start: str = "def") -> str:
    return "\n".join([f"{indent}{start} f():", *[f"{indent}    x = 1"] * (lines - 1)]) + "\n"


@pytest.mark.parametrize("start", ["def", "async def"])
def test_a_function_at_the_limit_is_short_enough_and_one_line_more_is_not(start: str) -> None:
    assert list(too_long(Path("a.py"), function(FUNCTION_LINES, start=start))) == []
    long = "# why\n" + function(FUNCTION_LINES + 1, start=start)
    assert list(too_long(Path("a.py"), long)) == ["a.py:2 f 61 lines (at most 60)"]


def test_a_file_at_the_limit_is_short_enough_and_one_line_more_is_not() -> None:
    assert list(too_long(Path("a.py"), "x = 1\n" * FILE_LINES)) == []
    assert list(too_long(Path("a.py"), "x = 1\n" * (FILE_LINES + 1))) == ["a.py:1 file 401 lines (at most 400)"]


def test_decorators_do_not_count_and_a_method_does() -> None:
    method = "class C:\n    @one\n    @two\n" + function(FUNCTION_LINES, indent="    ")
    assert list(too_long(Path("a.py"), method)) == []
    longer = "class C:\n    @one\n" + function(FUNCTION_LINES + 1, indent="    ")
    assert list(too_long(Path("a.py"), longer)) == ["a.py:3 f 61 lines (at most 60)"]


def test_a_long_file_fails_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "deep").mkdir()
    (tmp_path / "deep" / "long.py").write_text(function(FUNCTION_LINES + 5))
    (tmp_path / "short.py").write_text("x = 1\n")
    assert main([str(tmp_path), str(tmp_path / "absent")]) == 1
    assert capsys.readouterr().out == f"{tmp_path}/deep/long.py:1 f 65 lines (at most 60)\n"


def test_short_files_pass(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "short.py").write_text(function(FUNCTION_LINES))
    assert main([str(tmp_path)]) == 0
    assert "short enough" in capsys.readouterr().out
