"""Section 3 of the reference: cells that are undecided, partial or in conflict, with a witness."""

from __future__ import annotations

import pytest

from decidable.core.table import Origin
from tests.core.machines import draft

CELL = """\
facts
  n: 0..9
  ready: bool
  day, place: text
  kind: small | large
  price: money
events
  user  ask, tell(where: text, maybe?: bool)
here (start)
"""


def problems(lines: str) -> list[tuple[str, str]]:
    """What is wrong with these lines of `here`, separated by `;`. Its first line is line 10."""
    written = lines.split("; ")
    named = {line.split()[0] for line in written}
    written += [f"{event} stay" for event in ("ask", "tell") if event not in named]
    source = CELL + "".join(f"  {line}\n" for line in written)
    return [(problem.code, problem.message) for problem in draft(source).problems]


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        ("ask when n < 3 stay", "here x ask is undecided when n unknown"),
        ("ask when ready stay; ask when not ready and ready known stay", "here x ask is undecided when ready unknown"),
        ("ask when not day known stay", "here x ask is undecided when day = other text 1"),
        ("tell when maybe stay", "here x tell is undecided when maybe unknown"),
        ("tell when where is day stay; tell when day known and not where is day stay", "here x tell is undecided when day unknown, where = other text 1"),
        ("ask when kind in (small) stay; ask when kind is large stay", "here x ask is undecided when kind unknown"),
        ("ask when price > 20.00 USD stay; ask when price <= 20.00 USD stay", "here x ask is undecided when price unknown"),
        ("ask when busy stay", "here x ask is undecided when not busy"),
        ("ask when approved stay", "here x ask is undecided when not approved"),
    ],
)  # fmt: skip
def test_a_valuation_that_falls_through_is_partial_with_a_witness(lines: str, message: str) -> None:
    assert problems(lines) == [("partial", message)]


def test_an_amount_of_another_currency_is_neither_more_nor_less() -> None:
    (code, message), *rest = problems(
        "ask when not price known stay; ask when price > 20.00 USD stay; ask when price <= 20.00 USD stay"
    )
    assert (code, rest) == ("partial", [])
    assert message.startswith("here x ask is undecided when price = ")
    assert "XXX" in message


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        ("ask when n < 5 stay; ask when n > 3 reject; ask else stay", "here x ask has 2 rules when n = 4 (line 10 and line 11)"),
        ("ask when not ready stay; ask when n > 3 reject; ask else stay", "here x ask has 2 rules when n = 4, ready unknown"),
        ("ask stay; ask reject", "here x ask has 2 rules (line 10 and line 11)"),
        ("ask stay; ask when ready reject", "here x ask has 2 rules when ready = yes (line 10 and line 11)"),
        ("ask else stay; ask else reject", "here x ask has 2 rules (line 10 and line 11)"),
        ("tell when where is day stay; tell when where is place reject; tell else stay", "here x tell has 2 rules when day = other text 1, place = other text 1, where = other text 1"),
    ],
)  # fmt: skip
def test_guards_that_can_hold_together_are_a_conflict_with_both_lines(lines: str, message: str) -> None:
    (code, found), *rest = problems(lines)
    assert (code, rest) == ("conflict", [])
    assert found.startswith(message)


@pytest.mark.parametrize(
    "lines",
    [
        "ask when n < 3 stay; ask when n >= 3 reject; ask when not n known stay",
        "ask when kind is small stay; ask when kind is large reject; ask when not kind known stay",
        "tell when where is day and where is place stay; tell when where is day and not where is place reject; tell when not where is day stay",
        "ask when price > 0 stay; ask when price <= 0 reject; ask when not price known stay",
        "ask when approved and busy stay; ask when approved and not busy stay; ask when not approved stay",
        "ask when price is 5.00 USD stay; ask when not price is 5.00 USD stay",
        'ask when day is "mon" stay; ask when day in ("tue", "wed") reject; ask else stay',
        "ask when n > 5 and n <= 9 stay; ask when n in (0, 1, 2, 3, 4, 5) stay; ask when not n known stay",
    ],
)
def test_disjoint_and_complete_guards_are_no_problem(lines: str) -> None:
    assert problems(lines) == []
    assert problems("; ".join(reversed(lines.split("; ")))) == [], "the order of lines never matters"


def test_values_far_apart_can_still_differ() -> None:
    """Three names compared with one another above a threshold need three values there."""
    source = """
        facts
          a, b, c: 0..100
        events
          user  ask
        here (start)
          ask when a > 50 and b > 50 and c > 50 and not a is b and not b is c and not a is c   reject
    """
    cell = draft(source).rows["here"]["ask"]
    assert cell.options[0].reached


def test_a_fact_that_starts_known_and_is_never_lost_is_never_unknown() -> None:
    source = """
        facts
          tries: 0..2 = 0
        events
          user  ask, drop
        here (start)
          ask when tries < 1 stay / count tries
          ask when tries >= 1 reject
          drop stay{more}
    """
    assert draft(source.format(more="")).fit
    for more in (" / forget tries", " / forget all but nothing"):
        declared = source.replace("tries: 0..2 = 0", "tries: 0..2 = 0\n          nothing: text")
        assert [p.code for p in draft(declared.format(more=more)).problems] == ["partial"]


def test_a_fact_that_a_read_invalidates_may_be_unknown() -> None:
    source = """
        facts
          day: text
          full: bool = no
        events
          user    ask
          result  found(full), failed
        tools
          read  look(day)  gives found  fails failed
        here (start)
          ask when full stay / call look
          ask when not full and full known stay
          found, failed  stay
          blocked  stay
    """
    assert [p.message for p in draft(source).problems] == ["here x ask is undecided when full unknown"]


def test_a_cell_too_wide_to_judge_is_a_problem_of_its_author() -> None:
    names = [f"f{i}" for i in range(16)]
    source = f"""
        facts
          {", ".join(names)}: bool
        events
          user  ask
        here (start)
          ask when {" and ".join(names)}   stay
          ask else   reject
    """
    found = draft(source)
    assert [p.code for p in found.problems] == ["too-wide"]
    assert found.rows["here"]["ask"].origin is Origin.PARTIAL


def test_undecided_is_not_an_outcome() -> None:
    assert problems("ask ?") == [("undecided", "here x ask is undecided")]
    assert [p.code for p in draft("events\n  user ask, tell\nhere (start)\n  ask stay").problems] == ["undecided"]


def test_the_origin_of_every_cell() -> None:
    source = """
        facts
          n: 0..9
        events
          user      named, inherited, grouped, lifted, starred, partial, conflict, open
          answer    yes, no
          system    model_down
          evidence  paid, sent
        any state
          inherited   stay
          sent        stay
          @answer     stay
        here (start)
          named       stay
          partial when n > 3   stay
          conflict    stay
          conflict    reject
          open        ?
          @system only   stay
          @evidence   stay
          starred when n > 3   stay
          *           reject
    """
    row = draft(source).rows["here"]
    assert {event: cell.origin for event, cell in row.items()} == {
        "named": Origin.NAMED,
        "inherited": Origin.INHERITED,
        "grouped": Origin.DEFAULT,
        "lifted": Origin.DEFAULT,
        "starred": Origin.NAMED,
        "partial": Origin.NAMED,
        "conflict": Origin.CONFLICT,
        "open": Origin.UNDECIDED,
        "yes": Origin.GROUP,
        "no": Origin.GROUP,
        "model_down": Origin.GROUP,
        "paid": Origin.GROUP,
        "sent": Origin.INHERITED,
    }


def test_an_unreached_line_is_marked() -> None:
    source = """
        events
          user  ask
        any state
          ask   reject
        here (start)
          ask   stay
    """
    own, inherited = draft(source).rows["here"]["ask"].options
    assert (own.reached, inherited.reached) == (True, False)
    assert (own.source, inherited.source) == ("here", "any state")


def test_a_result_that_establishes_facts_is_not_put_off() -> None:
    source = """
        facts
          day: text
        events
          user    ask
          result  free(day), gone, failed
        tools
          read  look(day)  gives free, gone  fails failed
        here (start)
          ask    -> there
          gone, failed   stay
          {}
        there
          free   stay
          *      defer
    """
    assert [p.message for p in draft(source.format("free   defer")).problems] == [
        "here defers 'free', whose facts may be out of date by then"
    ]
    assert draft(source.format("free   stay")).fit, "what a `*` does not decide it does not put off"


def test_values_of_any_type_can_be_compared() -> None:
    source = """
        facts
          a, b: {type}
        events
          user  ask
        here (start)
          ask when a is b   stay
          ask when not a is b and a known   reject
          ask when not a is b and not a known   ignore
    """
    for type_ in ("date", "time", "text", "money", "0..1", "bool", "x | y"):
        made = draft(source.format(type=type_))
        assert made.fit, type_
        assert all(option.reached for option in made.rows["here"]["ask"].options), type_
    known = "facts\n  a: {}\nevents\n  user ask\nhere (start)\n  ask when a known stay\n  ask else reject\n"
    for type_ in ("data", "list of text"):
        assert all(option.reached for option in draft(known.format(type_)).rows["here"]["ask"].options), type_
