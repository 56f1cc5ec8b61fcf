"""Every kind of bad input gives a problem with its exact place and a hint; reading goes on after it."""

from __future__ import annotations

import pytest

from decidable.core.problem import Problem
from decidable.text import read


def found(source: str | bytes) -> list[tuple[str, int, int]]:
    return [(problem.code, problem.line, problem.column) for problem in read(source).problems]


def only(source: str | bytes) -> Problem:
    (problem,) = read(source).problems
    return problem


def test_several_problems_are_found_in_one_run_and_the_good_lines_are_kept() -> None:
    reading = read("gather\n  details => x\n  other stay\n  yes rejct : no\ndone (final: complete)\n  enter: shout x\n")
    assert [(problem.code, problem.line, problem.column) for problem in reading.problems] == [
        ("syntax-outcome", 2, 11),
        ("syntax-outcome", 4, 7),
        ("syntax-header", 5, 14),
        ("syntax-effect", 6, 10),
    ]
    assert [problem.hint for problem in reading.problems][:3] == [
        "write ->",
        "did you mean 'reject'?",
        "did you mean 'completed'?",
    ]
    assert reading.definition is not None
    assert [state.name for state in reading.definition.states] == ["gather", "done"]
    assert len(reading.definition.states[0].lines) == 1


@pytest.mark.parametrize(
    ("effect", "column", "message"),
    [
        ("send", 16, "the name of an event of the other machine"),
        ("send paid", 21, "'to'"),
        ("send paid other", 22, "'to'"),
        ("send paid to", 24, "the name of the other machine"),
        ("send paid to 3", 25, "the name of the other machine"),
        ("sned paid to other", 12, "sned"),
    ],
)
def test_an_event_is_sent_to_a_named_machine(effect: str, column: int, message: str) -> None:
    (problem,) = read(f"gather\n  a stay / {effect}\n").problems
    assert (problem.code, problem.line, problem.column) == ("syntax-effect", 2, column)
    assert message in problem.message


@pytest.mark.parametrize(
    ("source", "place"),
    [
        (b"gather\n  a stay : caf\xe9\n", (2, 15)),
        (b"\xff\xfeg", (1, 1)),
        ("gather\n  ä stay : ".encode() + b"\xff", (2, 12)),
        (b"g\n  a stay\xc3", (2, 9)),
        (b"\xef\xbb\xbfg\n\x80", (2, 1)),
    ],
)
def test_the_first_byte_that_is_not_utf_8_is_shown(source: bytes, place: tuple[int, int]) -> None:
    problem = read(source).problems[0]
    assert (problem.code, problem.line, problem.column) == ("encoding", *place)
    assert problem.hint == "save the file as UTF-8"


def test_a_bad_byte_in_a_comment_costs_nothing_else() -> None:
    reading = read(b"gather  # caf\xe9\n  a stay\n")
    assert [problem.code for problem in reading.problems] == ["encoding"]
    assert reading.definition is not None
    assert len(reading.definition.states[0].lines) == 1


@pytest.mark.parametrize(
    ("char", "code"), [("\0", "nul"), ("\ud800", "encoding"), ("\u202e", "hidden"), ("\u2066", "hidden")]
)
def test_characters_no_text_should_hold_are_shown_once(char: str, code: str) -> None:
    source = f"gather\n  a stay : x{char}\n  b {char} stay\n  c stay : fine\n"
    reading = read(source)
    assert [(problem.code, problem.line, problem.column) for problem in reading.problems] == [(code, 2, 13)]
    assert reading.definition is not None
    assert [line.reason for line in reading.definition.states[0].lines] == ["fine"]
    assert reading.source == source


def test_nul_bytes_are_problems_too() -> None:
    assert found(b"gather\n  a\0b stay\n  b stay") == [("nul", 2, 4)]


def test_a_byte_order_mark_and_windows_line_ends_are_accepted() -> None:
    plain = read('gather\n  a when b is "c"  stay : why\n')
    for source in (
        b'\xef\xbb\xbfgather\r\n  a when b is "c"  stay : why\r\n',
        '\ufeffgather\r\n  a when b is "c"  stay : why',
    ):
        reading = read(source)
        assert reading.problems == ()
        assert reading.definition == plain.definition


def test_the_first_tab_of_a_run_is_shown() -> None:
    source = 'gather\n\ta stay\n\tb stay\n  c stay\n  d\tstay\n  e "\t" stay\n'
    problems = read(source).problems
    assert [(problem.code, problem.line, problem.column) for problem in problems] == [
        ("tab", 2, 1),
        ("tab", 5, 4),
        ("syntax-outcome", 6, 5),
    ]
    assert problems[0].hint.startswith("use spaces")


def test_a_line_that_tabs_indent_still_belongs_to_its_state() -> None:
    reading = read("gather\n\ta stay\n")
    assert reading.definition is not None
    assert len(reading.definition.states[0].lines) == 1


def test_one_space_is_too_little_but_understood() -> None:
    reading = read("gather\n a stay\n")
    assert found("gather\n a stay\n") == [("syntax-indent", 2, 2)]
    assert reading.definition is not None
    assert len(reading.definition.states[0].lines) == 1


def test_a_line_of_a_state_at_the_left_edge_is_told_from_a_header() -> None:
    reading = read("gather\na -> gather : x - y\n  b stay\n")
    assert [(problem.code, problem.line, problem.column) for problem in reading.problems] == [("syntax-indent", 2, 1)]
    assert reading.definition is not None
    assert len(reading.definition.states) == 1
    assert len(reading.definition.states[0].lines) == 2


def test_lines_under_no_header_are_told_once() -> None:
    assert found("  a stay\n  b stay\ngather\n") == [("syntax-indent", 1, 3)]


def test_lines_under_a_header_that_cannot_be_read_are_not_told_again() -> None:
    assert found("(start)\n  a stay\n") == [("syntax-header", 1, 1)]
    assert found("9x\n  a stay\n") == [("syntax-header", 1, 1)]
    assert found("%\n  a stay\n") == [("syntax-character", 1, 1)]


@pytest.mark.parametrize("source", ["", "\n\n", "# nothing\n", b"", b"\xef\xbb\xbf", " \n"])
def test_a_file_that_says_nothing(source: str | bytes) -> None:
    reading = read(source)
    assert reading.definition is None
    assert [(problem.code, problem.line, problem.column) for problem in reading.problems] == [("empty", 1, 1)]


def test_a_file_of_mistakes_alone_is_not_called_empty() -> None:
    reading = read("%\n")
    assert reading.definition is None
    assert [problem.code for problem in reading.problems] == ["syntax-character"]


def test_at_most_fifty_problems_are_listed_and_the_rest_counted() -> None:
    problems = read("gather\n" + "  a b\n" * 60).problems
    assert len(problems) == 51
    assert problems[-1].code == "more"
    assert problems[-1].message == "and 10 more problems"
    assert (problems[49].line, problems[49].column) == (51, 5)


@pytest.mark.parametrize("source", ["x" * (4 * 1024 * 1024 + 1), b"x\n" * (2 * 1024 * 1024 + 1)])
def test_a_file_over_four_megabytes_is_refused_with_one_problem(source: str | bytes) -> None:
    reading = read(source)
    assert reading.definition is None
    assert [problem.code for problem in reading.problems] == ["too-large"]


def test_a_line_that_is_too_long_is_passed_over() -> None:
    reading = read("gather\n  a stay : " + "x" * 10_000 + "\n  b stay\n")
    assert [(problem.code, problem.line, problem.column) for problem in reading.problems] == [("too-large", 2, 1)]
    assert reading.definition is not None
    assert len(reading.definition.states[0].lines) == 1


def test_a_file_of_too_many_lines_is_read_as_far_as_allowed() -> None:
    reading = read("#\n" * 49_999 + "gather\nafter")
    assert [(problem.code, problem.line) for problem in reading.problems] == [("too-large", 50_001)]
    assert reading.definition is not None
    assert [state.name for state in reading.definition.states] == ["gather"]


def test_parentheses_have_a_depth() -> None:
    deep = "gather\n  a when {}b{} stay\n"
    assert found(deep.format("(" * 50, ")" * 50)) == []
    assert found(deep.format("(" * 51, ")" * 51)) == [("too-deep", 2, 60)]
    assert found(deep.format("not " * 51, "")) == [("too-deep", 2, 210)]
    assert found(deep.format("(" * 9_000, "")) == [("too-deep", 2, 60)]


@pytest.mark.parametrize(
    ("line", "column", "about"),
    [
        ("turn may verify within 8 turns, $0.05", 3, "turn"),
        ("loop may verify within 8 calls", 3, "loop"),
        ('prompt    Find out who this is, then ask: "why', 3, "prompt"),
        ("prompt when known_day Ask.", 3, "prompt"),
        ("a stay / start child with day", 12, "child run"),
        ("a stay / say x, start child", 19, "child run"),
    ],
)
def test_what_a_later_version_reads_is_named_and_reading_goes_on(line: str, column: int, about: str) -> None:
    reading = read(f"gather\n  {line}\n  b stay\n")
    (problem,) = reading.problems
    assert (problem.code, problem.line, problem.column) == ("not-yet", 2, column)
    assert about in problem.message
    assert "not in this version yet" in problem.message
    assert problem.hint
    assert reading.definition is not None
    assert len(reading.definition.states[0].lines) == 1


def test_raw_blocks_are_passed_over_whole() -> None:
    source = "gather\n  prompt |\n    a -> b\n\n\t  tabs here\n  a stay\nnext\n  c stay\n"
    reading = read(source)
    assert [(problem.code, problem.line, problem.column) for problem in reading.problems] == [("not-yet", 2, 3)]
    assert reading.definition is not None
    assert [len(state.lines) for state in reading.definition.states] == [1, 1]


def test_gates_at_the_left_edge_are_of_a_later_version() -> None:
    assert found("gather\nallow\n  verified pay\n  any state find\n") == [("not-yet", 2, 1)]


def test_the_words_of_later_lines_can_still_begin_reasons_and_names() -> None:
    assert found("gather\n  turned stay\n  a stay : turn may x\nuse\n") == [("reserved", 4, 1)]
    assert found("gather\n  a, turn stay\n  loop, b stay\n") == [("syntax-selector", 2, 6), ("syntax-selector", 3, 3)]
