"""A merge that was left half done: one problem for each conflict, with its lines, and nothing that follows from it."""

from __future__ import annotations

import pytest

from decidable.core.definition import Event, Fact, Kind
from decidable.core.values import Text
from decidable.errors import MachineError
from decidable.text import Declared, read, reformat
from decidable.text.rows import GENERATED

PYTHON = Declared(facts=(Fact(name="day", type=Text()),), events=(Event(name="go", kind=Kind.USER),))
BOUND = f"""\
machine m

facts  {GENERATED}
  day: text

events  {GENERATED}
  user  go

begin (start)
  go   -> done : on

done (final: completed)
"""
FACTS = f"facts  {GENERATED}\n  day: text\n"


def conflict(ours: str, theirs: str, base: str = "") -> str:
    middle = f"||||||| base\n{base}" if base else ""
    return f"<<<<<<< HEAD\n{ours}{middle}=======\n{theirs}>>>>>>> theirs\n"


def found(text: str, declared: Declared | None = None) -> list[tuple[str, int, int, str]]:
    return [(each.code, each.line, each.column, each.message) for each in read(text, declared=declared).problems]


@pytest.mark.parametrize("declared", [None, PYTHON])
@pytest.mark.parametrize("base", ["", FACTS])
def test_around_the_header_of_a_section_it_is_said_once(declared: Declared | None, base: str) -> None:
    text = BOUND.replace(FACTS, conflict(FACTS, FACTS.replace("text\n", "date\n"), base))
    last = 3 + text.split("\n")[2:].index(">>>>>>> theirs")
    message = f"conflict markers stand here, up to line {last}: a merge was left half done"
    assert found(text, declared) == [("conflict-markers", 3, 1, message)]
    with pytest.raises(MachineError, match="conflict markers stand here"):
        reformat(text, declared=declared)


def test_around_a_state_and_in_a_line_it_is_said_once_each() -> None:
    text = BOUND.replace("done (final: completed)\n", conflict("done (final: completed)\n", "done (final: failed)\n"))
    text = text.replace("  go   -> done : on\n", conflict("  go   -> done : on\n", "  go   stay : on\n"))
    assert [(code, line) for code, line, _, _ in found(text)] == [("conflict-markers", 10), ("conflict-markers", 16)]
    (crlf, _) = found(text.replace("\n", "\r\n"))
    assert crlf[:3] == ("conflict-markers", 10, 1)


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("<<<<<<< HEAD\n", [3]),
        ("=======\n", [3]),
        (">>>>>>> theirs\n", [3]),
        ("<<<<<<< HEAD\n<<<<<<< HEAD\n>>>>>>> theirs\n", [3, 4]),
        ("<<<<<<< HEAD\n=======\n", [3]),
    ],
)
def test_marks_without_their_partners_are_said_where_they_stand(text: str, lines: list[int]) -> None:
    broken = BOUND.replace("\nfacts", f"\n{text}facts", 1)
    assert [(code, line) for code, line, _, _ in found(broken)] == [("conflict-markers", line) for line in lines]


def test_what_only_looks_like_a_mark_is_none() -> None:
    assert found(BOUND.replace("begin (start)", "# =======\nbegin (start)\n  # >>>>>>> not at the edge")) == []
    (wrong,) = found(BOUND.replace("\nbegin", "\n========\nbegin"))
    assert wrong[0] == "syntax-header"


def test_within_a_generated_section_fmt_mends_it() -> None:
    text = BOUND.replace("  day: text\n", conflict("  day: text\n", "  day: date\n"))
    assert [code for code, *_ in found(text, PYTHON)] == ["stale-section"]
    assert reformat(text, declared=PYTHON) == BOUND
    assert [code for code, *_ in found(text)] == ["conflict-markers"]


@pytest.mark.parametrize(
    "text",
    [
        BOUND.replace("  day: text\n", conflict("  day: text\n", "  day: date\nany state\n  go   stay : theirs\n")),
        BOUND.replace("  day: text\n", "<<<<<<< HEAD\n  day: text\n").replace("begin (start)\n", "=======\n>>>>>>> theirs\nbegin (start)\n"),
    ],
    ids=["with another header", "beyond the section"],
)  # fmt: skip
def test_a_conflict_about_more_than_a_generated_section_is_left_to_the_author(text: str) -> None:
    """What stands on the other side would be lost."""
    assert "conflict-markers" in [code for code, *_ in found(text, PYTHON)]
    with pytest.raises(MachineError, match="conflict markers"):
        reformat(text, declared=PYTHON)
