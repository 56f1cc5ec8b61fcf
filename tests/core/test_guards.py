"""Section 4 of the reference: what a guard means, above all about what is unknown."""

from __future__ import annotations

from datetime import date, time

import pytest

from decidable.core import guard as g
from decidable.core.conditions import View, predicate
from decidable.core.snapshot import Known
from decidable.core.values import Money, Value

USD = Money("20.00 USD")


def holds(
    guard: g.Guard,
    facts: dict[str, Value] | None = None,
    *,
    approved: bool = False,
    busy: bool = False,
    **fields: Value,
) -> bool:
    known = {name: Known(value, 1, "start") for name, value in (facts or {}).items()}
    return predicate(guard, frozenset({"field"}))(View(known, fields, approved, busy))


@pytest.mark.parametrize(
    ("guard", "facts", "expected"),
    [
        (g.Holds("f"), {"f": True}, True),
        (g.Holds("f"), {"f": False}, False),
        (g.Holds("f"), {}, False),
        (g.IsKnown("f"), {"f": False}, True),
        (g.IsKnown("f"), {}, False),
        (g.Is("f", "x"), {"f": "x"}, True),
        (g.Is("f", "x"), {"f": "y"}, False),
        (g.Is("f", "x"), {}, False),
        (g.Is("f", 1), {"f": True}, False),
        (g.Is("f", USD), {"f": Money("20.00 USD")}, True),
        (g.Is("f", USD), {"f": Money("20.00 EUR")}, False),
        (g.Same("f", "h"), {"f": "x", "h": "x"}, True),
        (g.Same("f", "h"), {"f": "x", "h": "y"}, False),
        (g.Same("f", "h"), {"f": "x"}, False),
        (g.Same("f", "h"), {"h": "x"}, False),
        (g.Same("f", "h"), {}, False),
        (g.Same("f", "h"), {"f": date(2026, 1, 2), "h": date(2026, 1, 2)}, True),
        (g.Same("f", "h"), {"f": time(9), "h": time(10)}, False),
        (g.OneOf("f", ("a", "b")), {"f": "b"}, True),
        (g.OneOf("f", ("a", "b")), {"f": "c"}, False),
        (g.OneOf("f", ("a", "b")), {}, False),
        (g.Compare("f", g.Op.LESS, 3), {"f": 2}, True),
        (g.Compare("f", g.Op.LESS, 3), {"f": 3}, False),
        (g.Compare("f", g.Op.AT_MOST, 3), {"f": 3}, True),
        (g.Compare("f", g.Op.MORE, 3), {"f": 3}, False),
        (g.Compare("f", g.Op.AT_LEAST, 3), {"f": 3}, True),
        (g.Compare("f", g.Op.AT_LEAST, 3), {}, False),
        (g.Compare("f", g.Op.LESS, 3), {}, False),
        # Money compares with money of its currency, or with 0.
        (g.Compare("f", g.Op.MORE, USD), {"f": Money("20.01 USD")}, True),
        (g.Compare("f", g.Op.MORE, USD), {"f": Money("20.01 EUR")}, False),
        (g.Compare("f", g.Op.AT_MOST, USD), {"f": Money("20.01 EUR")}, False),
        (g.Compare("f", g.Op.MORE, 0), {"f": Money("0.01 EUR")}, True),
        (g.Compare("f", g.Op.AT_MOST, 0), {"f": Money("0.00 EUR")}, True),
        (g.Compare("f", g.Op.MORE, USD), {"f": 3}, False),
        (g.Compare("f", g.Op.MORE, 0), {"f": "3"}, False),
        # A comparison with an unknown fact is false, so its `not` is true.
        (g.Not(g.Is("f", "x")), {}, True),
        (g.Not(g.Compare("f", g.Op.LESS, 3)), {}, True),
        (g.Not(g.Same("f", "h")), {}, True),
        (g.And((g.Holds("f"), g.Holds("h"))), {"f": True, "h": True}, True),
        (g.And((g.Holds("f"), g.Holds("h"))), {"f": True}, False),
        (g.Or((g.Holds("f"), g.Holds("h"))), {"h": True}, True),
        (g.Or((g.Holds("f"), g.Holds("h"))), {"h": False}, False),
    ],
)  # fmt: skip
def test_meaning(guard: g.Guard, facts: dict[str, Value], expected: bool) -> None:
    assert holds(guard, facts) is expected


def test_fields_that_are_no_facts_are_read_from_the_event() -> None:
    guard = g.Same("field", "f")
    assert holds(guard, {"f": "x"}, field="x")
    assert not holds(guard, {"f": "x", "field": "x"}), "a fact of that name is something else"


@pytest.mark.parametrize(
    ("guard", "fields", "expected"),
    [
        (g.Holds("field"), {"field": True}, True),
        (g.Holds("field"), {"field": False}, False),
        (g.Holds("field"), {}, False),
        (g.IsKnown("field"), {"field": False}, True),
        (g.IsKnown("field"), {}, False),
        (g.Compare("field", g.Op.AT_LEAST, 3), {"field": 3}, True),
        (g.Compare("field", g.Op.AT_LEAST, 3), {}, False),
    ],
)  # fmt: skip
def test_a_field_of_the_event_means_what_a_fact_does(guard: g.Guard, fields: dict[str, Value], expected: bool) -> None:
    other = {"field": Known("a fact of that name is something else", 1, "start")}
    assert predicate(guard, frozenset({"field"}))(View(other, fields)) is expected


@pytest.mark.parametrize("value", [True, False])
def test_the_two_atoms(value: bool) -> None:
    assert holds(g.Approved(), approved=value) is value
    assert holds(g.Busy(), busy=value) is value


@pytest.mark.parametrize(
    ("guard", "text"),
    [
        (g.Not(g.And((g.Holds("a"), g.Not(g.Holds("b"))))), "not (a and not b)"),
        (g.And((g.Or((g.Holds("a"), g.Busy())), g.Approved())), "(a or busy) and approved"),
        (g.Or((g.Or((g.Holds("a"), g.Holds("b"))), g.And((g.Holds("c"), g.Holds("d"))))), "(a or b) or c and d"),
        (g.And((g.And((g.Holds("a"), g.Holds("b"))), g.IsKnown("c"))), "(a and b) and c known"),
        (g.Is("a", 'say "x"\n\t\\'), 'a is "say \\"x\\"\\n\\t\\\\"'),
        (g.Is("a", "small", bare=True), "a is small"),
        (g.Is("a", True), "a is yes"),
        (g.OneOf("a", (False, 3)), "a in (no, 3)"),
        (g.Same("a", "b"), "a is b"),
        (g.Compare("a", g.Op.AT_LEAST, USD), "a >= 20.00 USD"),
    ],
)
def test_text(guard: g.Guard, text: str) -> None:
    assert str(guard) == text


def test_names_and_atoms_with_repetitions() -> None:
    guard = g.Or((g.And((g.Holds("a"), g.Busy())), g.Not(g.Same("b", "a")), g.Approved()))
    assert list(g.names(guard)) == ["a", "b", "a"]
    assert list(g.atoms(guard)) == [g.Holds("a"), g.Busy(), g.Same("b", "a"), g.Approved()]
