"""Where comments and reasons begin."""

from __future__ import annotations

import pytest

from decidable.text.source import split_line


@pytest.mark.parametrize(
    ("raw", "code", "comment", "colon"),
    [
        ("", "", "", -1),
        ("# all", "", "# all", -1),
        ("  # all  ", "", "# all", -1),
        ("a #b", "a", "#b", -1),
        ("a#b", "a#b", "", -1),
        ("a\t# b", "a", "# b", -1),
        ("a : b : c", "a : b : c", "", 2),
        ('a "# : x" : c # d', 'a "# : x" : c', "# d", 10),
        ('a "\\" # : x" : c # d', 'a "\\" # : x" : c', "# d", 13),
        ('a " : b # c', 'a " : b', "# c", 4),
        ('a " : "b # c', 'a " : "b', "# c", -1),
        ('a : 5" x "y" # z', 'a : 5" x "y"', "# z", 2),
        ("a : b\r", "a : b", "", 2),
        ("a # b : c", "a", "# b : c", -1),
    ],
)
def test_a_line_is_code_and_comment(raw: str, code: str, comment: str, colon: int) -> None:
    line = split_line(1, raw)
    assert (line.code, line.comment, line.colon) == (code, comment, colon)


def test_a_tab_indents_whatever_its_width() -> None:
    assert [split_line(1, raw).indent for raw in ("a", " a", "  a", "\ta", " \ta")] == [0, 1, 2, 2, 3]
