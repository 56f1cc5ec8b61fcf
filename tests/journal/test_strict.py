"""What this version did not write is refused, and so is what it could not read back."""

from __future__ import annotations

from datetime import UTC, datetime
from enum import IntEnum, StrEnum
from types import MappingProxyType

import pytest

from decidable.core import records as r
from decidable.core.definition import Definition
from decidable.core.snapshot import Known, Occurrence, Snapshot, Timer
from decidable.core.table import Origin
from decidable.core.values import Money
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
)
from decidable.journal.format import OCCURRENCE, TIMER
from decidable.journal.format_definition import EFFECT
from decidable.journal.shape import BOOL, INT, TEXT, Maybe, struct
from decidable.journal.value import DEPTH_LIMIT, read_value, write_value

DECIDED = r.Decided(
    12,
    "gather",
    Occurrence("details", {"party": 5}, 1_700_000_000_000, "m-17", "ann"),
    r.Verdict.MOVE,
    "all is known",
    42,
    "named",
    "search",
)


def test_the_form_on_disk_does_not_change() -> None:
    """These texts are in people's files. A failure here is a new schema version, not a new expectation."""
    assert encode_record(DECIDED) == (
        '{"v":12,"s":"gather","o":{"e":"details","f":{"party":5},"t":1700000000000,"i":"m-17","b":"ann"},'
        '"d":"move","r":"all is known","l":42,"g":"named","t":"search"}'
    )
    facts = {"deposit": Known(Money("20.00 USD"), 3, "result", ("party",))}
    assert encode_snapshot(Snapshot("pay", 2, 7, 9, facts, timers=(Timer("after 30m", 5),))) == (
        '{"s":"pay","n":2,"v":7,"q":9,"f":{"deposit":{"v":{"$money":"20.00 USD"},"r":3,"s":"result","d":["party"]}},'
        '"m":[{"e":"after 30m","t":5}]}'
    )


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        ("dreamed", "{}"),
        ("struck", '{"k":1,"new":2}'),
        ("struck", "{}"),
        ("struck", '{"k":true}'),
        ("struck", '{"k":"1"}'),
        ("struck", "[1]"),
        ("forgot", '{"f":"name","w":""}'),
        ("learned", '{"f":[]}'),
        ("learned", '{"f":{"a":{"v":{"$colour":"red","x":1},"r":1,"s":"user"}}}'),
        ("learned", '{"f":{"a":{"v":{"$date":"yesterday"},"r":1,"s":"user"}}}'),
        ("learned", '{"f":{"a":{"v":{"$money":"1 dollar"},"r":1,"s":"user"}}}'),
        ("learned", '{"f":{"a":{"v":{"$money":5},"r":1,"s":"user"}}}'),
        ("learned", '{"f":{"a":{"v":0.5,"r":1,"s":"user"}}}'),
        ("learned", '{"f":{"a":{"v":NaN,"r":1,"s":"user"}}}'),
        ("ended", '{"e":"exploded","t":1}'),
        ("ended", '{"e":5,"t":1}'),
    ],
)
def test_unknown_forms_name_a_newer_version(kind: str, text: str) -> None:
    with pytest.raises(FormatError, match="newer version"):
        decode_record(kind, text)


@pytest.mark.parametrize("text", ["", "{", "nonsense", '{"e":"a"', "[" * 100_000])
def test_what_is_not_json_is_refused(text: str) -> None:
    for decode in (decode_occurrence, decode_snapshot, decode_definition):
        with pytest.raises(FormatError, match="not the JSON"):
            decode(text)


@pytest.mark.parametrize(
    "text", ['{"name":"m","rules":[5]}', '{"name":"m","facts":[{"name":"f","type":{"$":"Blob"}}]}']
)
def test_a_newer_definition_is_refused(text: str) -> None:
    with pytest.raises(FormatError, match="newer version"):
        decode_definition(text)


@pytest.mark.parametrize(
    "plain", [[], "Call", {"tool": "x"}, {"$": 5}, {"$": "Sing"}, {"$": "Call", "tool": "x", "y": 1}]
)
def test_a_newer_effect_is_refused(plain: object) -> None:
    with pytest.raises(FormatError, match="newer version"):
        EFFECT.read(plain)  # type: ignore[arg-type]  # some of it is no JSON of ours


class Grade(IntEnum):
    GOOD = 1


class Colour(StrEnum):
    RED = "red"


def _nested(depth: int) -> object:
    value: object = "deep"
    for _ in range(depth):
        value = (value,)
    return value


@pytest.mark.parametrize(
    "value",
    [
        1.5,
        [1],
        {1: "a"},
        {"a": {2}},
        b"bytes",
        datetime(2025, 1, 1, tzinfo=UTC),
        Money.of(5, "pounds"),
        Timer("a", 1),
        _nested(DEPTH_LIMIT + 2),
    ],
    ids=lambda value: type(value).__name__,
)
def test_a_value_that_would_not_come_back_is_refused(value: object) -> None:
    with pytest.raises(FormatError, match="cannot be kept"):
        write_value(value)


def test_values_that_only_look_different_come_back_plain() -> None:
    for value in (Colour.RED, Grade.GOOD, MappingProxyType({Colour.RED: Grade.GOOD}), _nested(DEPTH_LIMIT)):
        assert read_value(write_value(value)) == value


def test_a_number_too_long_to_print_is_refused() -> None:
    with pytest.raises(FormatError, match="cannot be kept"):
        encode_record(r.Learned({"f": Known(10**5_000, 1, "set")}))


def test_half_a_character_comes_back_and_two_halves_are_refused() -> None:
    half = Occurrence("said", {"text": "a\ud83d", "b\udc00": "\udc00\ud83d"})
    assert decode_occurrence(encode_occurrence(half)) == half
    with pytest.raises(FormatError, match="surrogates"):
        encode_occurrence(Occurrence("said", {"text": "\ud83d\ude00"}))


def test_fields_of_the_wrong_type_are_refused() -> None:
    for wrong in ({"version": True}, {"line": "42"}, {"reason": None}, {"occurrence": Timer("a", 1)}, {"way": "out"}):
        with pytest.raises(FormatError):
            encode_record(DECIDED._replace(**wrong))
    with pytest.raises(FormatError, match="none of Call"):
        EFFECT.write(Timer("a", 1))
    with pytest.raises(FormatError):
        encode_definition(Definition(name="m", rules=(5,)))  # type: ignore[arg-type]


def test_a_word_of_another_list_is_kept_as_text() -> None:
    origin = DECIDED._replace(origin=Origin.NAMED)
    assert decode_record("decided", encode_record(origin)) == origin


def test_a_form_names_every_field_once() -> None:
    with pytest.raises(TypeError, match="names"):
        struct(Timer, event=TEXT)
    with pytest.raises(TypeError, match="share a key"):
        struct(Timer, event=("e", TEXT), deadline=("e", INT))
    with pytest.raises(FormatError, match="Timer belongs"):
        TIMER.read([])
    assert Maybe(BOOL).read(None) is None
    assert OCCURRENCE.write(Occurrence("a")) == {"e": "a"}, "what has its default is left out"
    assert TIMER.read({"e": "a", "t": 1}) == Timer("a", 1)
