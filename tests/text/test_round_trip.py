"""What is written reads back the same, and formatting changes nothing but the form."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from decidable.core.definition import Definition
from decidable.core.guard import Guard
from decidable.text import read, reformat, write
from decidable.text.document import read_rows
from decidable.text.guards import guard_from, settle
from decidable.text.trouble import Problems
from tests.text.definitions import FACTS, FIELDS, definitions, guards

GOLDEN = Path(__file__).parent / "golden"
COMMENTS = ("#", "# why", '# "half', "#tight", "# a # b : c", "# ä 漢", "# generated from Python by decidable fmt")


@settings(deadline=None)
@given(guards())
def test_a_guard_reads_back_from_its_own_text(guard: Guard) -> None:
    assert settle(guard_from(str(guard)), FACTS + FIELDS) == guard
    assert settle(guard, FACTS + FIELDS) == guard


def check_reading(definition: Definition) -> None:
    text = write(definition)
    reading = read(text)
    assert reading.problems == ()
    assert reading.definition == definition
    assert read(text.encode("utf-8")).definition == definition


@settings(max_examples=100, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(definitions())
def test_a_machine_reads_back_from_its_own_text(definition: Definition) -> None:
    check_reading(definition)


@pytest.mark.slow
@settings(max_examples=1_000, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(definitions())
def test_any_machine_reads_back_from_its_own_text(definition: Definition) -> None:
    check_reading(definition)


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(definitions(), st.data())
def test_formatting_keeps_machine_and_comments_and_has_nothing_to_do_twice(
    definition: Definition, data: st.DataObject
) -> None:
    check_formatting(definition, data)


@pytest.mark.slow
@settings(max_examples=500, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(definitions(), st.data())
def test_formatting_any_machine_keeps_it(definition: Definition, data: st.DataObject) -> None:
    check_formatting(definition, data)


def check_formatting(definition: Definition, data: st.DataObject) -> None:
    source = _sprinkled(write(definition), data)
    once = reformat(source)
    assert reformat(once) == once
    assert read(once).definition == definition
    assert _comments(once) == _comments(source)


def _sprinkled(text: str, data: st.DataObject) -> str:
    found: list[str] = []
    nested = re.search(r"^ +state \w", text, re.MULTILINE)  # how far in a line stands says where it belongs
    for line in text.split("\n"):
        match data.draw(st.integers(0, 6)):
            case 0:
                found += [data.draw(st.sampled_from(["", "  ", "     "])) + data.draw(st.sampled_from(COMMENTS)), line]
            case 1 if line.strip():
                found.append(f"{line}   {data.draw(st.sampled_from(COMMENTS))}")
            case 2:
                found += ["", "   ", line]
            case 3 if line.startswith("  ") and not nested:
                found.append(f"  {line}  ")
            case _:
                found.append(line)
    return data.draw(st.sampled_from(["\n", "\r\n"])).join(found)


def _comments(source: str) -> list[str]:
    return [row.comment for row in read_rows(source, Problems()).rows if row.comment]


@pytest.mark.parametrize("name", ["booking", "refund"])
def test_the_examples_read_whole_and_are_formatted_as_shown(name: str) -> None:
    source = (GOLDEN / f"{name}.states").read_text("utf-8")
    shown = (GOLDEN / f"{name}.formatted.states").read_text("utf-8")
    reading = read(source)
    assert reading.problems == ()
    assert reformat(source) == shown
    assert reformat(shown) == shown
    assert read(shown).definition == reading.definition
    assert reading.definition is not None
    assert read(write(reading.definition)).definition == reading.definition
