"""A problem is printed with its line and a mark under the place, fit for any terminal."""

from __future__ import annotations

from decidable.core.problem import Problem, Severity
from decidable.text import read, render

SOURCE = "gather\n  details rejct : why\n"


def test_a_problem_shows_the_place_the_line_and_the_hint() -> None:
    (problem,) = read(SOURCE).problems
    assert render(problem, SOURCE, "booking.states") == (
        "booking.states:2:11: an outcome should stand here, not 'rejct'\n"
        "    details rejct : why\n"
        "            ^\n"
        "  hint: did you mean 'reject'?"
    )


def test_what_is_less_than_an_error_says_so() -> None:
    assert render(Problem("x", "look", severity=Severity.WARNING), SOURCE, "a.states") == "a.states: warning: look"


def test_a_place_may_be_a_line_alone_or_outside_the_file() -> None:
    assert render(Problem("x", "y", line=1), SOURCE, "a") == "a:1: y\n  gather"
    assert render(Problem("x", "y", line=3, column=1), SOURCE, "a") == "a:3:1: y"
    assert render(Problem("x", "y", line=9, column=1), SOURCE, "a") == "a:9:1: y"


def test_wide_characters_and_tabs_keep_the_mark_in_its_place() -> None:
    assert render(Problem("x", "y", line=1, column=4), "漢\ta!\r\n", "a").split("\n")[1:] == ["  漢 a!", "      ^"]


def test_control_characters_do_not_reach_the_terminal() -> None:
    printed = render(Problem("x", "bad \x1b[2J", "no \x07", line=1, column=1), "\x1b[31m\x00", "a")
    assert printed.replace("\n", "").isprintable()


def test_a_long_line_is_cut_around_the_place() -> None:
    source = "a" * 300 + "!" + "b" * 300
    printed = render(Problem("x", "y", line=1, column=301), source, "p").split("\n")
    assert printed[1].startswith("  ...a")
    assert printed[1].endswith("b...")
    assert printed[1][printed[2].index("^")] == "!"
    start = render(Problem("x", "y", line=1, column=2), source, "p").split("\n")
    assert start[1].startswith("  aaa")
    assert start[2] == "   ^"
    end = render(Problem("x", "y", line=1, column=601), source, "p").split("\n")
    assert end[1].endswith("b")
