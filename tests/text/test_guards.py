"""Guards: precedence, every atom, the forms people try, and the normal form."""

from __future__ import annotations

import pytest

from decidable.core.guard import And, Approved, Busy, Compare, Guard, Holds, Is, IsKnown, Not, OneOf, Op, Or, Same
from decidable.core.values import Money
from decidable.text import read
from decidable.text.guards import guard_from, settle
from decidable.text.trouble import Unreadable

A, B, C = Holds("a"), Holds("b"), Holds("c")


@pytest.mark.parametrize(
    ("text", "guard"),
    [
        ("a", A),
        ("(a)", A),
        ("a and b and c", And((A, B, C))),
        ("a and (b and c)", And((A, B, C))),
        ("(a or b) or c", Or((A, B, C))),
        ("a or b and not c", Or((A, And((B, Not(C)))))),
        ("(a or b) and c", And((Or((A, B)), C))),
        ("not (a and b)", Not(And((A, B)))),
        ("not not a", Not(Not(A))),
        ("not a is yes and b", And((Not(Is("a", True)), B))),
        ("a known or approved and busy", Or((IsKnown("a"), And((Approved(), Busy()))))),
        ("a is no", Is("a", False)),
        ("a is economy", Is("a", "economy", bare=True)),
        ('a is "economy"', Is("a", "economy")),
        ("a is -3", Is("a", -3)),
        ("a is 20 USD", Is("a", Money("20.00 USD"))),
        ("a in (x, y)", OneOf("a", ("x", "y"), bare=True)),
        ('a in ("x", 3, yes)', OneOf("a", ("x", 3, True))),
        ("a in (1)", OneOf("a", (1,))),
        ("a < 3", Compare("a", Op.LESS, 3)),
        ("a<=3", Compare("a", Op.AT_MOST, 3)),
        ("a > 0", Compare("a", Op.MORE, 0)),
        ("a >= -20.00 USD", Compare("a", Op.AT_LEAST, Money("-20.00 USD"))),
    ],
)
def test_guards_are_read(text: str, guard: Guard) -> None:
    assert guard_from(text) == guard
    assert guard_from(str(guard)) == guard


@pytest.mark.parametrize(
    ("text", "code", "column", "hint"),
    [
        ("", "syntax-guard", 1, ""),
        ("a and", "syntax-guard", 6, ""),
        ("a b", "syntax-guard", 3, ""),
        ("(a", "syntax-guard", 3, ""),
        ("a)", "syntax-guard", 2, ""),
        ("is b", "syntax-guard", 1, "meaning of its own"),
        ("a and yes", "syntax-guard", 7, "meaning of its own"),
        ("a is not b", "syntax-guard", 6, "write `not (a is value)`"),
        ("a is known", "syntax-guard", 6, "write `a known`"),
        ("a is", "syntax-guard", 5, ""),
        ("a is and", "syntax-guard", 6, ""),
        ("a == 3", "syntax-guard", 3, "write `is`"),
        ("a = 3", "syntax-guard", 3, "write `is`"),
        ("a != 3", "syntax-guard", 3, "write `not (f is value)`"),
        ("!a", "syntax-guard", 1, "write `not`"),
        ("a && b", "syntax-guard", 3, "write `and`"),
        ("a || b", "syntax-guard", 3, "write `or`"),
        ("a => 3", "syntax-guard", 3, "write >="),
        ("3 < a", "syntax-guard", 1, "the fact stands first"),
        ("a < b", "syntax-guard", 5, "write 3"),
        ("a < 1.5", "syntax-guard", 5, "money has its currency"),
        ("a < 1.555 USD", "syntax-guard", 5, ""),
        ("a < 1234567890123456789012", "syntax-guard", 5, "smaller unit"),
        ("a in b", "syntax-guard", 6, ""),
        ("a in ()", "syntax-guard", 7, ""),
        ("a in (x, y", "syntax-guard", 11, ""),
        ('a in (x, "y")', "syntax-guard", 14, "enum values bare"),
        ("a is 3m", "syntax-guard", 6, ""),
        ("a is “b”", "syntax-character", 6, "straight"),
        ("a -b", "syntax-character", 3, "a move is written"),
    ],
)
def test_a_mistaken_guard_is_shown_where_it_is(text: str, code: str, column: int, hint: str) -> None:
    with pytest.raises(Unreadable) as raised:
        guard_from(text)
    made = raised.value.hint
    assert (raised.value.code, raised.value.column) == (code, column)
    assert hint in (made if isinstance(made, str) else made())


def test_a_name_after_is_is_a_fact_where_one_is_declared_in_whatever_order() -> None:
    source = "gather\n  gone when which is reservation stay\n  gone when cabin is which -> gather\n  gone else stay\n"
    declarations = "facts\n  reservation: text\n  cabin: economy | business\nevents\n  evidence gone(which: text)\n"
    for text in (source + declarations, declarations + source):
        reading = read(text)
        assert reading.problems == ()
        assert reading.definition is not None
        (state,) = reading.definition.states
        assert [line.guard for line in state.lines] == [Same("which", "reservation"), Same("cabin", "which"), None]
    sketch = read(source).definition
    assert sketch is not None
    assert sketch.states[0].lines[0].guard == Is("which", "reservation", bare=True)


def test_what_a_tool_requires_is_settled_too() -> None:
    reading = read("facts\n  a, b: text\ntools\n  write pay(a) gives paid requires a is b or a is c\n")
    assert reading.definition is not None
    assert reading.definition.tools[0].requires == Or((Same("a", "b"), Is("a", "c", bare=True)))


def test_the_normal_form_is_flat_and_says_bare_only_of_words() -> None:
    assert settle(And((And((A, B)), C)), ()) == And((A, B, C))
    assert settle(Or((Or((A,)), And((B,)))), ()) == Or((A, B))
    assert settle(Not(And((A,))), ()) == Not(A)
    assert settle(Is("a", 3, bare=True), ()) == Is("a", 3)
    assert settle(OneOf("a", (1, 2), bare=True), ()) == OneOf("a", (1, 2))
    assert settle(Is("a", "b", bare=True), {"b"}) == Same("a", "b")
    assert settle(Same("a", "b"), ()) == Same("a", "b")


def deep(levels: int) -> Guard:
    guard: Guard = A
    for _ in range(levels):
        guard = Not(guard)
    return guard


@pytest.mark.parametrize(
    "guard",
    [
        And(()),
        Or((A, And(()))),
        OneOf("a", ()),
        Holds("not"),
        Holds("a b"),
        IsKnown(""),
        Same("a", "yes"),
        Is("a", "two words", bare=True),
        Is("a", "yes", bare=True),
        OneOf("a", ("x", "and"), bare=True),
        Is("a", 10**18),
        Compare("a", Op.LESS, -(10**5000)),
        Compare("a", Op.LESS, True),
        Compare("a", Op.LESS, Money.of(10**18, "USD")),
        Compare("a", Op.LESS, Money.of(1, "usd")),
        deep(51),
        deep(5000),
    ],
)
def test_a_guard_that_no_file_could_say_is_refused(guard: Guard) -> None:
    with pytest.raises(Unreadable):
        settle(guard, ())


def test_as_deep_as_a_file_may_say_is_deep_enough_to_build() -> None:
    assert settle(deep(50), ()) == guard_from(str(deep(50)))
    mixed: Guard = A
    for _ in range(50):
        mixed = And((B, Or((C, mixed))))
    assert settle(guard_from(str(mixed)), ()) == mixed
    with pytest.raises(Unreadable):
        settle(And((B, Or((C, mixed)))), ())
