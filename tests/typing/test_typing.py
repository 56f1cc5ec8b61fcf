"""Correct user code passes mypy --strict, and misuse fails on the line where it stands.

One run over everything. In `wrong/` a line that must fail says so: `# error: CODE`, once for each error.
"""

import re
import subprocess
import sys
from collections import Counter
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
RIGHT = ["tests/typing/right.py", "examples/refund", "examples/booking", "tests/refund"]
WRONG = sorted(path.relative_to(ROOT).as_posix() for path in (ROOT / "tests" / "typing" / "wrong").glob("*.py"))
MARK = re.compile(r"# error: ([a-z-]+)")
ERROR = re.compile(r"^(.+?):(\d+): error: .*\[([a-z-]+)\]$", re.MULTILINE)


@cache
def errors() -> tuple[str, Counter[tuple[str, int, str]]]:
    """What mypy says, with the project's own settings, and how often it says which error where."""
    command = [sys.executable, "-m", "mypy", "--no-error-summary", "--hide-error-context", "--no-color-output"]
    done = subprocess.run(
        [*command, *RIGHT, *WRONG], cwd=ROOT, capture_output=True, encoding="utf-8", timeout=300, check=False
    )
    assert not done.stderr, done.stderr
    return done.stdout, Counter((path, int(line), code) for path, line, code in ERROR.findall(done.stdout))


def marked(path: str) -> Counter[tuple[str, int, str]]:
    """The errors that a file announces."""
    lines = (ROOT / path).read_text(encoding="utf-8").splitlines()
    return Counter((path, number, code) for number, line in enumerate(lines, start=1) for code in MARK.findall(line))


def test_correct_use_has_no_errors() -> None:
    said, found = errors()
    assert [error for error in found if error[0] not in WRONG] == [], said


@pytest.mark.parametrize("path", WRONG)
def test_misuse_fails_where_it_stands_and_nowhere_else(path: str) -> None:
    found = Counter({error: count for error, count in errors()[1].items() if error[0] == path})
    expected = marked(path)
    assert expected
    assert sorted((found - expected).elements()) == [], "errors without a mark"
    assert sorted((expected - found).elements()) == [], "marks without an error"


@pytest.mark.parametrize("path", ["examples/refund", "examples/booking"])
def test_the_examples_need_no_exception(path: str) -> None:
    for file in (ROOT / path).rglob("*.py"):
        assert "type: ignore" not in file.read_text(encoding="utf-8"), file
