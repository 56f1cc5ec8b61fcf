"""Breaking names: nothing is lost, no line is too long."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from decidable.draw.wrap import unbroken, wrap


@pytest.mark.parametrize(
    ("word", "width", "lines"),
    [
        ("details", 10, ["details"]),
        ("user_cancels", 9, ["user_", "cancels"]),
        ("user_cancels_all", 12, ["user_", "cancels_all"]),
        ("-> resolution_proposed", 15, ["-> resolution_", "   proposed"]),
        ("(-> resolution_proposed)", 15, ["(-> resolution_", "    proposed)"]),
        ("after 30m", 6, ["after", "30m"]),
        ("2 rules", 5, ["2", "rules"]),
        ("abcdefgh", 3, ["abc", "def", "gh"]),
        ("-> abcdefgh", 5, ["->", "abcde", "fgh"]),
        ("", 5, [""]),
    ],
)
def test_a_name_is_broken_after_underscores_and_spaces(word: str, width: int, lines: list[str]) -> None:
    assert wrap(word, width) == lines


@given(st.from_regex(r"(\(?-> )?[a-z]{1,12}([_ ][a-z]{1,12}){0,4}\)?", fullmatch=True), st.integers(4, 30))
def test_no_line_is_too_long_and_nothing_is_lost(word: str, width: int) -> None:
    lines = wrap(word, width)
    assert max(map(len, lines)) <= width
    assert "".join(lines).replace(" ", "") == word.replace(" ", "")


def test_what_is_not_broken_is_measured_with_its_arrow() -> None:
    assert unbroken("user_cancels") == len("cancels")
    assert unbroken("-> resolution_x") == len("-> resolution_")
    assert unbroken("") == 0
