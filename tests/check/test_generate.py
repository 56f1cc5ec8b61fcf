"""Which cases and ways are found, and how values are written down."""

from __future__ import annotations

from datetime import date, time

import pytest

from decidable.check.generate import walk as walking
from decidable.check.generate.cases import Case, covering
from decidable.check.generate.python import WIDTH, Group, flat, laid_out, literal, sequence, text
from decidable.check.generate.situations import cases
from decidable.check.generate.walk import events_now, walk
from decidable.check.generate.ways import chosen
from decidable.check.generate.written import Source, generated
from decidable.check.samples import sample
from decidable.check.situation import NOW, Happens, entered
from decidable.core import valuations
from decidable.core import values as v
from tests.check.written import CLEAN, table

PARCEL = table(CLEAN.replace(' = "home"', ""))


def shown(found: tuple[Case, ...]) -> list[str]:
    return [f"{case.state} {case.column}: {case.outcome}" for case in found]


def test_every_line_of_every_cell_has_a_case_and_no_guard_no_boundary() -> None:
    found = cases(PARCEL)
    assert found.unreached == ()
    lines = {
        (state, column, o.line.at)
        for state, row in PARCEL.rows.items()
        for column, cell in row.items()
        for o in cell.options
        if o.reached
    }
    assert len(found.cells) == len(lines)
    assert shown(found.boundaries) == ["ask yes: stay", "ask yes: -> going"]


STRIKES = """\
    machine strikes
    facts
      calm: bool = yes
    events
      user      a, b
      answer    yes, no
      result    known
    tools
      read   look()   gives known   fails known
      write  act()    gives known   timeout known   needs approval   look up by repeating the key
    any state
      yes     stay / ask again : again
      known   stay             : heard
      blocked stay             : refused
      *       reject           : no
    s (start)
      a          reject strike    : a miss
      b          stay / set calm = no : calmer
      after 2 strikes when calm   -> t : enough
      after 2 strikes else        stay : not yet
    t
      enter: call look
      a          -> u / propose act : ask
      known when busy   stay : busy
      known else        defer : not busy
      after 3 strikes   -> s : never, for nothing strikes here
    u
      yes when approved  -> t / perform : approved
      yes else           stay : no
      no                 -> s : no
"""


def test_strikes_are_brought_about_by_the_event_that_strikes() -> None:
    found = cases(table(STRIKES))
    struck = [case for case in found.cells if case.column.startswith("after")]
    assert [(case.happens.event, case.strikes, case.follows) for case in struck] == [
        ("a", 1, ("s after 2 strikes: -> t",))
    ]
    assert [(each.state, each.column) for each in found.unreached if each.state == "t"] == [("t", "after 3 strikes")]


def test_a_question_may_be_one_that_is_asked_elsewhere() -> None:
    found = cases(table(STRIKES))
    again = next(case for case in found.cells if (case.state, case.column) == ("s", "yes"))
    assert (again.asked, again.does) == (("act",), ("ask again",))


def test_a_cell_too_wide_to_judge_has_no_case(monkeypatch: pytest.MonkeyPatch) -> None:
    strikes = table(STRIKES)
    monkeypatch.setattr(valuations, "WIDEST", 1)
    found = cases(strikes)
    assert ("u", "yes") not in {(case.state, case.column) for case in found.cells}


def test_boundaries_show_each_value_beside_each_line_once() -> None:
    found = cases(table(STRIKES)).cells[:1]
    alike = [
        found[0]._replace(values=values) for values in ("a = 1, b = 1", "a = 1, b = 2", "a = 2, b = 2", "a = 2, b = 1")
    ]
    assert [case.values for case in covering(alike)] == ["a = 1, b = 1", "a = 2, b = 2"]


def test_a_walk_comes_to_every_line_that_can_be_come_to_by_a_shortest_way() -> None:
    walked = walk(PARCEL)
    assert walked.ended or not walked.missing
    by = {(way.to.state, way.to.column): way for way in walked.ways}
    assert [pace.happens.event for pace in by["going", "refused"].paces] == ["send", "yes", "refused"]
    ways = chosen(walked)
    assert ways.not_toured == ()
    assert {(way.to.state, way.to.column) for way in ways.sneaks} >= {("ask", "yes"), ("going", "stop")} - {
        ("ask", "yes")
    }
    passed = {reached.key for way in ways.tour for pace in way.paces for reached in pace.by}
    assert {way.to.key for way in walked.ways if way not in ways.sneaks} <= passed


def test_how_far_it_is_is_told() -> None:
    heard: list[str] = []
    assert generated(PARCEL, Source("parcel", "parcel.states"), heard.append)
    assert heard[0] == "cells: 0 of 17"
    assert any(each.startswith("ways: 0 of at most 25,000 steps, ") for each in heard)


def test_a_walk_that_is_ended_says_what_it_has_not_come_to(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(walking, "MOST_STEPS", 3)
    walked = walk(PARCEL)
    assert not walked.ended
    assert walked.missing
    files = generated(PARCEL, Source("parcel", "parcel.states"))
    assert "# Not come to within" in files["test_parcel_tour.py"]


def test_what_can_happen_now() -> None:
    events = {each.event for each in events_now(PARCEL, entered(PARCEL, "going", {"address": "A"}).step.snapshot)}
    assert events == {"send", "stop", "yes", "no", "shipped"}
    asked = entered(PARCEL, "ask", {"address": "A"}).step.snapshot
    assert Happens("yes", {}, approves=False) in events_now(PARCEL, asked)
    assert events_now(PARCEL, asked._replace(end=PARCEL.states["done"].state.end)) == ()
    assert asked.facts["address"].record * NOW == NOW


def test_states_whose_names_differ_in_case_alone_keep_their_tests_apart() -> None:
    twins = "    machine twins\n    events\n      user a\n    s (start)\n      a -> S : x\n    S\n      a -> s : y\n"
    source = generated(table(twins), Source("twins", "twins.states"))["test_twins_cells.py"]
    assert "def test_s(" in source
    assert "def test_s_(" in source


@pytest.mark.parametrize(
    ("value", "source"),
    [
        ("it's", '"it\'s"'),
        ('say "hi"', "'say \"hi\"'"),
        ("a\nb", '"a\\nb"'),
        (True, "True"),
        (7, "7"),
        (None, "None"),
        (v.Money("20.00 EUR"), 'Money("20.00 EUR")'),
        (date(2027, 1, 2), "date(2027, 1, 2)"),
        (time(9), "time(9, 0)"),
        (time(9, 5, 7), "time(9, 5, 7, 0)"),
        (("a", 1), '["a", 1]'),
        ({"a": (1,)}, '{"a": [1]}'),
    ],
)
def test_a_value_is_written_as_python_would_read_it(value: v.Value, source: str) -> None:
    assert flat(literal(value)) == source
    read = eval(source, {"Money": v.Money, "date": date, "time": time})  # what was written is all that is read
    assert read == (list(value) if isinstance(value, tuple) else {"a": [1]} if isinstance(value, dict) else value)


def test_a_call_that_does_not_fit_stands_one_argument_a_line() -> None:
    short = Group("f(", ["1", sequence([text("x")], "a=")], ")")
    assert laid_out(short) == 'f(1, a=["x"])'
    long = Group("f(", [text("x" * WIDTH), sequence([text("y" * 40), text("z" * 40)], "several=")], ")")
    assert laid_out(long, 4, ",").splitlines() == [
        "f(",
        f'        "{"x" * WIDTH}",',
        "        several=[",
        f'            "{"y" * 40}",',
        f'            "{"z" * 40}",',
        "        ],",
        "    ),",
    ]
    assert laid_out(Group("f(", [], ")")) == "f()"


@pytest.mark.parametrize(
    "type_",
    [v.Text(), v.Bool(), v.Range(-3, 5), v.Range(7, 9), v.Choices(("a", "b")), v.MoneyType(), v.Date(), v.Time(), v.ListOf(v.Text()), v.Data()],
)  # fmt: skip
def test_a_sample_is_of_its_type(type_: v.Type) -> None:
    assert v.fits(sample("a_name", type_), type_)
