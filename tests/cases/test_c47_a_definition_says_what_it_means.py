"""C47: the loader accepts a definition that means something else.

Elsewhere: a format reads the bare words on, off, yes, no as booleans, so that an event named yes becomes True; an edge leads
to a state of another machine and fails in production; a key that stands twice is dropped without a word.
Here: a word stays a word or is refused in its line; every name has to be one of this machine; nothing is dropped.
"""

from __future__ import annotations

import pytest

from decidable.core.compile import compile_table
from decidable.core.validate import validate
from decidable.errors import MachineError
from decidable.text import Builder, read, write
from tests.check.test_mutations import findings_of

WORDS = ("yes", "no", "on", "off", "y", "n", "null", "true", "false", "None")
NO_NAMES = ("1", "2024-01-01", "~", "0x1f", "1e3")

CONFIRMING = """\
machine refund
events
  user      {words}
confirming (start)
{lines}
refunded (final: completed)
"""


def with_event(word: str) -> str:
    return CONFIRMING.format(words=word, lines=f"  {word}   -> refunded : said so")


@pytest.mark.parametrize("word", WORDS)
def test_a_word_that_other_formats_take_for_a_value_stays_a_name(word: str) -> None:
    reading = read(with_event(word))
    assert reading.problems == ()
    assert reading.definition is not None
    table = compile_table(reading.definition)
    assert list(table.events) == [word]
    assert table.rows["confirming"][word].options[0].target == "refunded"
    assert read(write(reading.definition)).definition == reading.definition


def test_all_of_them_together_are_as_many_events() -> None:
    text = CONFIRMING.format(words=", ".join(WORDS), lines=f"  {', '.join(WORDS)}   -> refunded : said so")
    reading = read(text)
    assert reading.problems == ()
    assert reading.definition is not None
    assert tuple(compile_table(reading.definition).rows["confirming"]) == WORDS


@pytest.mark.parametrize("word", NO_NAMES)
def test_what_cannot_be_a_name_is_refused_in_its_lines(word: str) -> None:
    reading = read(with_event(word))
    assert {problem.line for problem in reading.problems} == {3, 5}
    assert all(problem.column > 0 and problem.hint for problem in reading.problems)
    with pytest.raises(MachineError):
        Builder("m").state("s", start=True).on(word)


def problems(lines: str, more: str = "") -> list[tuple[str, int, str]]:
    reading = read(CONFIRMING.format(words="yes, no", lines=lines) + more)
    assert reading.definition is not None
    found = (*reading.problems, *validate(reading.definition))
    return [(problem.code, problem.line, problem.message) for problem in found]


def test_a_cell_that_stands_twice_is_no_choice_of_the_loader() -> None:
    text = CONFIRMING.format(words="yes, no", lines="  yes -> refunded : a\n  no stay : b\n  yes stay : c")
    (conflict,) = (finding for finding in findings_of(text) if finding.code == "conflict")
    assert (conflict.line, conflict.message) == (7, "confirming x yes has 2 rules (line 5 and line 7)")


def test_a_target_of_another_machine_is_refused_with_what_is_near() -> None:
    lines = "  yes -> refund : done\n  no stay : x"
    assert problems(lines) == [("unknown-name", 5, "'refund' is not a state")]


def test_a_tool_nobody_declared_is_refused() -> None:
    lines = "  yes -> refunded : done\n  no stay / call refund_order : x"
    assert problems(lines) == [("unknown-name", 6, "'refund_order' is not a tool")]


def test_an_event_nobody_declared_is_refused() -> None:
    lines = "  yes -> refunded : done\n  no, maybe stay : x"
    assert problems(lines) == [("unknown-name", 6, "'maybe' is not an event")]


def test_a_state_that_stands_twice_is_not_merged() -> None:
    lines = "  yes -> refunded : done\n  no stay : x"
    assert problems(lines, "confirming\n  no reject : y\n") == [
        ("duplicate", 8, "state 'confirming' is declared twice (first in line 4)")
    ]


def test_a_section_that_stands_twice_is_not_merged() -> None:
    lines = "  yes -> refunded : done\n  no stay : x"
    assert [(code, line) for code, line, _ in problems(lines, "events\n  user more\n")] == [("duplicate-section", 8)]


def test_nothing_of_a_line_that_cannot_be_read_is_kept_in_silence() -> None:
    reading = read(CONFIRMING.format(words="yes, no", lines="  yes: -> refunded\n  no   closed"))
    assert [problem.line for problem in reading.problems] == [5, 6]
