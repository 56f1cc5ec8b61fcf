"""Everything that is kept comes back equal, as the types it had, in one line of valid Unicode."""

from __future__ import annotations

from datetime import date, time
from pathlib import Path
from typing import get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from decidable.core.definition import Definition
from decidable.core.records import JournalRecord
from decidable.core.snapshot import Occurrence, Snapshot
from decidable.core.values import Money, Value
from decidable.journal import (
    FormatError,
    decode_definition,
    decode_occurrence,
    decode_record,
    decode_snapshot,
    encode_definition,
    encode_occurrence,
    encode_record,
    encode_snapshot,
    kind_of,
)
from decidable.journal.format import RECORDS
from decidable.journal.value import from_text, read_value, to_text, write_value
from decidable.text import read
from tests.journal import anything

EXAMPLES = Path(__file__).parents[2] / "examples"


def same(one: object, other: object) -> bool:
    """Equal, and of equal types: 1 is not True, a tuple is not a list, a word is a word. `repr` shows them all."""
    return one == other and repr(one) == repr(other)


def clean(text: str) -> bool:
    return "\n" not in text and text.encode("utf-8").decode("utf-8") == text


@given(anything.values)
def test_values(value: Value) -> None:
    text = to_text(write_value(value))
    assert clean(text)
    assert same(read_value(from_text(text)), value)


@settings(max_examples=300)
@given(anything.records)
def test_records(record: JournalRecord) -> None:
    text = encode_record(record)
    assert clean(text)
    assert same(decode_record(kind_of(record), text), record)


def test_every_record_type_has_a_form() -> None:
    assert {shape.type for shape in RECORDS.values()} == set(get_args(JournalRecord))


@given(anything.snapshots)
def test_snapshots(snapshot: Snapshot) -> None:
    text = encode_snapshot(snapshot)
    assert clean(text)
    assert same(decode_snapshot(text), snapshot)


@given(anything.occurrences)
def test_occurrences(occurrence: Occurrence) -> None:
    text = encode_occurrence(occurrence)
    assert decode_occurrence(text) == occurrence
    backwards = occurrence._replace(fields=dict(reversed(list(occurrence.fields.items()))))
    assert encode_occurrence(backwards) == text, "equal events of two senders have equal text"


@settings(max_examples=150)
@given(anything.definitions)
def test_definitions(definition: Definition) -> None:
    """`repr` shows the line numbers too, which take no part in equality."""
    text = encode_definition(definition)
    assert clean(text)
    assert same(decode_definition(text), definition)


@given(st.data())
def test_a_short_text_is_never_two_values(data: st.DataObject) -> None:
    one, other = data.draw(anything.values), data.draw(anything.values)
    assert (to_text(write_value(one)) == to_text(write_value(other))) == same(one, other)


@pytest.mark.parametrize("name", ["booking/booking", "refund/refund"])
def test_the_examples(name: str) -> None:
    definition = read((EXAMPLES / f"{name}.states").read_bytes()).definition
    assert definition is not None
    assert same(decode_definition(encode_definition(definition)), definition)


@pytest.mark.parametrize("value", [date(2030, 1, 2), time(9, 30), Money("1.00 EUR"), (1, ("a",)), {"$a": {"b": None}}])
def test_each_kind_of_value(value: Value) -> None:
    assert same(read_value(write_value(value)), value)


def test_a_tag_of_a_newer_version_is_refused() -> None:
    with pytest.raises(FormatError, match="'\\$angle' is no tag this version knows"):
        read_value({"$angle": 1, "b": 2})
