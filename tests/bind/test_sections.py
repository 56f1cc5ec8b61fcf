"""The sections that repeat Python's declarations in a bound file."""

from __future__ import annotations

from pathlib import Path

import pytest

from booking import booking
from decidable.bind.sections import generated_sections, rewrite
from decidable.core.definition import Event, Fact, Kind, Tool
from decidable.core.values import Bool, Range, Text
from decidable.text.reader import Declared, read
from decidable.text.writer import reformat
from tests.bind.kiosk import STATES, load

DECLARED = Declared(
    facts=(Fact(name="events", type=Text()), Fact(name="gone", type=Bool(), initial=False)),
    events=(Event(name="go", kind=Kind.USER), Event(name="sold", kind=Kind.EVIDENCE)),
    tools=(Tool(name="sell", write=True, args=("events",), gives=("sold",), no_answer="unknown"),),
)
MARK = "  # generated from Python by decidable fmt"
SECTIONS = f"""\
facts{MARK}
  events: text
  gone: bool = no

events{MARK}
  user      go
  evidence  sold

tools{MARK}
  write   sell(events)   gives sold   timeout unknown
"""
REST = """\
begin (start)   # kept   as it is
    go  ->   done : on


rules
   never sell before go"""


def declared_by(machine_path: Path) -> Declared:
    definition = load(machine_path).definition
    return Declared(definition.facts, definition.events, definition.tools)


def test_the_sections_are_marked_and_laid_out() -> None:
    assert generated_sections(DECLARED) == SECTIONS
    assert generated_sections(Declared()) == ""
    assert generated_sections(Declared(facts=DECLARED.facts[1:])) == f"facts{MARK}\n  gone: bool = no\n"


@pytest.mark.parametrize("ending", ["\n", "\r\n"])
def test_only_marked_sections_are_written_anew(ending: str) -> None:
    stale = f"""\
machine m   # a comment

facts   # generated from Python by decidable fmt
  old: text
  # this one stays
  older:  1..3 = 2

events{MARK}
  user a, b

tools # generated from Python by decidable fmt
"""
    fresh = f"""\
machine m   # a comment

facts{MARK}
  events: text
  gone: bool = no
  # this one stays

events{MARK}
  user      go
  evidence  sold

tools{MARK}
  write   sell(events)   gives sold   timeout unknown
"""
    source = (stale + REST).replace("\n", ending)
    written = rewrite(source, DECLARED)
    assert written == (fresh + REST).replace("\n", ending)
    assert rewrite(written, DECLARED) == written
    assert read(written, declared=DECLARED).problems == read(REST, declared=DECLARED).problems


def test_what_declares_nothing_any_more_goes() -> None:
    assert rewrite(f"machine m\n{SECTIONS}{REST}\n", Declared(events=DECLARED.events)).splitlines()[:6] == [
        "machine m",
        "",
        f"events{MARK}",
        "  user      go",
        "  evidence  sold",
        "",
    ]


def test_a_section_at_the_end_of_a_file() -> None:
    assert rewrite(f"machine m\n\nfacts{MARK}\n  old: text", DECLARED).endswith("  gone: bool = no")
    assert rewrite(f"machine m\n\nfacts{MARK}\n  old: text\n", DECLARED).endswith("  gone: bool = no\n")


@pytest.mark.parametrize(
    "source", ["", "machine m\n", "facts\n  x: text\n\nbegin\n  go -> begin restart : x\n", "\x00\t=>"]
)
def test_a_file_without_marked_sections_is_left_alone(source: str) -> None:
    assert rewrite(source, DECLARED) == source


def test_sections_written_anew_are_no_longer_stale(tmp_path: Path) -> None:
    declared = declared_by(tmp_path)
    stale = STATES.replace("any state", f"facts{MARK}\n  x: text\n\nevents{MARK}\n\ntools{MARK}\n\nany state", 1)
    assert [problem.code for problem in load(tmp_path, stale).warnings] == ["stale-section"] * 3
    machine = load(tmp_path, rewrite(stale, declared))
    assert machine.warnings == ()
    assert generated_sections(declared) in machine.source


def test_rewriting_and_reformatting_agree(tmp_path: Path) -> None:
    declared = declared_by(tmp_path)
    formatted = reformat(STATES, declared=declared)
    assert generated_sections(declared) in formatted
    assert rewrite(formatted, declared) == formatted


def test_a_wide_range_survives_the_round_trip() -> None:
    declared = Declared(facts=(Fact(name="n", type=Range(-(2**53) + 1, 2**53 - 1)),))
    assert read(f"{generated_sections(declared)}begin\n  go -> begin restart : x\n").problems == ()


def test_the_booking_example_is_the_exact_output() -> None:
    definition = booking.definition
    declared = Declared(definition.facts, definition.events, definition.tools)
    source = booking.path.read_bytes().decode()
    assert generated_sections(declared) in source
    assert rewrite(source, declared) == source
    assert booking.warnings == ()


def test_comments_stay_and_a_section_that_stands_twice_is_written_once() -> None:
    facts = f"facts{MARK}\n  events: text  # which\n  gone: bool = no\n"
    old = f"machine m\n\nfacts{MARK}\n  events: money  # which\n\nfacts{MARK}\n  # own\n  gone: bool\n\n{REST}"
    written = rewrite(old, DECLARED)
    assert written == f"machine m\n\n{facts}\n  # own\n\n{REST}"
    assert rewrite(written, DECLARED) == written
