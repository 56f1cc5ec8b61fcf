"""Sections 3 and 7 of the reference: states in states, in the compiled table and in a run."""

from __future__ import annotations

import pytest

from decidable.core import records as r
from decidable.core.definition import Role
from decidable.core.snapshot import Timer
from decidable.core.table import Origin, Rank
from tests.core.driver import Driver
from tests.core.machines import draft, table
from tests.core.nested import shop

MINUTE = 60_000


def at(state: str, **facts: int) -> Driver:
    """A run in one of the states of the checkout."""
    driver = Driver(shop(), facts)
    path = {"address": [], "card": ["next"], "look_once": ["next", "next"], "look_twice": ["next", "next", "next"]}
    for event in path[state]:
        driver.on(event)
    assert driver.state == state
    return driver


def deadlines(driver: Driver) -> dict[str, int]:
    """The armed deadlines in minutes."""
    return {timer.event.removeprefix("after "): timer.deadline // MINUTE for timer in driver.snapshot.timers}


# The table


def test_the_rows_are_the_states_without_children() -> None:
    made = shop()
    rows = ["address", "card", "look_once", "look_twice", "thanks", "gone", "resting", "waiting"]
    assert list(made.states) == list(made.rows) == rows
    assert made.start == "address"
    assert made.states["look_once"].parents == ("careful", "checkout")
    roles = {name: info.state.role for name, info in made.states.items()}
    assert [name for name, role in roles.items() if role is Role.INTERRUPTION] == ["resting", "waiting"]
    assert [name for name, role in roles.items() if role is Role.START] == ["address"]


@pytest.mark.parametrize(
    ("state", "event", "source", "rank", "origin"),
    [
        ("card", "next", "card", Rank.NAMED, Origin.NAMED),
        ("address", "hours", "checkout", Rank.INHERITED, Origin.INHERITED),
        ("look_twice", "hours", "checkout", Rank.INHERITED, Origin.INHERITED),
        ("look_twice", "no", "checkout", Rank.INHERITED, Origin.INHERITED),
        ("look_twice", "cancel", "any state", Rank.INHERITED, Origin.INHERITED),
        ("look_twice", "next", "checkout", Rank.INHERITED, Origin.INHERITED),
        ("card", "restart_it", "card", Rank.GROUP, Origin.GROUP),
        ("address", "restart_it", "any state", Rank.DEFAULT, Origin.DEFAULT),
        ("look_twice", "after 3 strikes", "look_twice", Rank.NAMED, Origin.NAMED),
    ],
)
def test_specificity_before_depth_and_then_the_nearest(
    state: str, event: str, source: str, rank: Rank, origin: Origin
) -> None:
    cell = shop().rows[state][event]
    deciding = [option for option in cell.options if option.reached]
    assert [(option.source, option.rank) for option in deciding] == [(source, rank)]
    assert (cell.origin, cell.source) == (origin, source)


def test_a_group_or_star_of_a_child_never_hides_a_named_line_of_a_parent() -> None:
    made = table("""
    events
      user  a, b, c
    top (start)
      a  stay
      @user only  reject
      state inner (start)
        state leaf (start)
          @user  defer
          *      ignore
        b  stay
        *  reject
    """)
    sources = {event: cell.source for event, cell in made.rows["leaf"].items()}
    assert sources == {"a": "top", "b": "inner", "c": "top"}
    strengths = [(option.source, option.strength) for option in made.rows["leaf"]["a"].options]
    assert strengths == [
        ("top", (Rank.INHERITED, 2, False)),
        ("top", (Rank.INHERITED, 2, True)),
        ("leaf", (Rank.GROUP, 0, False)),
        ("leaf", (Rank.DEFAULT, 0, False)),
        ("inner", (Rank.DEFAULT, 1, False)),
    ]


def test_guards_fall_through_to_the_parent() -> None:
    made = table("""
    facts
      f: bool = no
    events
      user  a
    top (start)
      a else        reject
      state leaf (start)
        a when f    stay
    """)
    cell = made.rows["leaf"]["a"]
    assert made.fit
    assert [(option.source, option.reached) for option in cell.options] == [("leaf", True), ("top", True)]


def test_two_lines_of_one_parent_that_hold_together_are_a_conflict_in_each_child() -> None:
    made = draft("""
    events
      user  a
    top (start)
      a   stay
      a   reject
      state one (start)
      state two
        a  -> one
    """)
    assert [(problem.code, problem.message[:7]) for problem in made.problems] == [("conflict", "one x a")]


def test_blocked_is_a_column_where_a_parent_starts_a_tool() -> None:
    made = table("""
    facts
      t: text
    events
      user  a
      result found, failed
    tools
      read look(t) gives found fails failed
    any state
      blocked, found, failed  stay
    out (start)
      a  -> two
    top
      enter: call look
      a  -> one
      state one (start)
      state two
    """)
    assert [name for name, row in made.rows.items() if "blocked" in row] == ["two"]
    entered_by_name = made.definition.states[0].lines[0]
    assert [option.line for option in made.rows["out"]["a"].options] == [entered_by_name]


def test_a_run_begins_in_the_start_child_with_all_of_its_parents() -> None:
    driver = Driver(shop())
    assert driver.state == "address"
    assert driver.said == ["welcome", "where_to"]
    assert driver.value("seen") == 1
    assert deadlines(driver) == {"5m": 5, "30m": 30, "2h": 120}


# Moves


def test_a_move_to_a_sibling_leaves_only_the_child() -> None:
    driver = at("address")
    driver.now = 10 * MINUTE
    driver.on("next")
    assert (driver.state, driver.said, driver.value("seen")) == ("card", ["card_please"], 1)
    assert deadlines(driver) == {"30m": 30, "2h": 130}


def test_a_parent_is_entered_from_outside_by_its_start_child_outermost_first() -> None:
    driver = at("card")
    driver.on("down")
    driver.on("next")
    driver.now = MINUTE
    driver.on("on_top")
    assert (driver.state, driver.said, driver.value("seen")) == ("address", ["welcome", "where_to"], 2)
    assert deadlines(driver) == {"5m": 6, "30m": 31, "2h": 121}


def test_a_parent_that_is_entered_by_name_leads_to_its_first_child() -> None:
    driver = at("card")
    driver.on("next")
    assert (driver.state, driver.said) == ("look_once", ["look_again"])
    driver.on("next")
    assert (driver.state, driver.said) == ("look_twice", [])


def test_an_inherited_move_to_the_child_where_one_is_counts_as_stay() -> None:
    driver = at("address")
    driver.on("again")
    assert driver.decided == [("again", "stay")]
    driver.on("recall")
    assert driver.decided == [("recall", "stay")]
    assert driver.said == []
    driver.on("next")
    driver.on("recall")
    assert (driver.state, driver.decided) == ("address", [("recall", "move")])
    assert driver.said == ["where_to"]


@pytest.mark.parametrize(
    ("state", "event", "said", "seen"),
    [
        ("card", "over", ["welcome", "where_to"], 2),
        ("look_twice", "over", ["welcome", "where_to"], 2),
        ("address", "on_top", ["welcome", "where_to"], 2),
        ("card", "closing", ["welcome", "where_to"], 2),
        ("card", "first", ["where_to"], 1),
        ("card", "rest", ["card_please"], 1),
        ("look_twice", "on_top", [], 1),
        ("look_twice", "again", ["where_to"], 1),
    ],
)
def test_a_move_enters_what_it_leaves_and_restart_what_it_names(
    state: str, event: str, said: list[str], seen: int
) -> None:
    driver = at(state)
    driver.on(event)
    assert (driver.said, driver.value("seen")) == (said, seen)


def test_a_digression_is_one_line_on_the_parent() -> None:
    for state in ("address", "look_once", "look_twice"):
        driver = at(state)
        entry = driver.snapshot.entry
        driver.on("hours")
        assert (driver.state, driver.snapshot.entry, driver.said) == (state, entry, ["hours"])


def test_a_record_says_which_parent_a_line_is_from() -> None:
    driver = at("look_twice")
    driver.on("hours")
    driver.on("cancel")
    origins = [record.origin for record in driver.records if isinstance(record, r.Decided)]
    assert origins[-2:] == ["inherited from checkout", "inherited"]


# What belongs to an entry


def test_what_a_parent_holds_is_decided_by_it_but_an_operation_belongs_to_the_child() -> None:
    driver = at("address", total=3)
    driver.on("rest")
    operation = driver.start("look")
    driver.on("next")
    driver.on("found", operation=operation.id)
    assert (driver.notes, driver.state) == (["stale"], "card")


def test_a_question_lives_as_long_as_the_child_that_asked_it() -> None:
    driver = at("look_once", total=3)
    driver.on("next")
    assert driver.dropped == ["withdrawn: its state was left"]


# Deadlines and strikes


def test_the_deadline_of_a_parent_is_decided_in_whatever_child_the_run_is_by_then() -> None:
    driver = at("card")
    driver.now = 30 * MINUTE
    driver.fire("after 30m")
    assert (driver.state, driver.snapshot.timers) == ("gone", ())


def test_a_deadline_that_has_fired_is_not_armed_again_by_a_move_among_the_children() -> None:
    made = table("""
    events
      user  a
    top (start)
      after 5m   -> two
      after 9m   stay
      a          -> one
      state one (start)
      state two
    """)
    driver = Driver(made)
    driver.now = 5 * MINUTE
    driver.fire("after 5m")
    assert (driver.state, deadlines(driver)) == ("two", {"9m": 9})
    driver.on("a")
    assert (driver.state, deadlines(driver)) == ("one", {"9m": 9})
    driver.now = 9 * MINUTE
    driver.fire("after 9m")
    assert deadlines(driver) == {}
    driver.on("a")
    driver.fire("after 9m")
    assert driver.notes == ["stale"]


def test_a_deadline_that_was_sent_to_the_child_before_is_stale_and_stays_armed() -> None:
    driver = at("address")
    entry = driver.snapshot.entry
    driver.on("next")
    driver.now = 30 * MINUTE
    driver.fire("after 30m", entry)
    assert (driver.notes, driver.state) == (["stale"], "card")
    assert Timer("after 30m", 30 * MINUTE) in driver.snapshot.timers


def test_leaving_the_parent_cancels_its_deadlines() -> None:
    driver = at("card")
    driver.on("down")
    assert deadlines(driver) == {"1h": 60, "2h": 120}


def test_the_nearest_number_of_strikes_counts() -> None:
    driver = at("card")
    driver.on("hours")
    driver.on("hours")
    assert driver.state == "look_once"
    assert [info.strikes for info in driver.table.states.values() if info.strikes] == [
        ("after 2 strikes", 2),
        ("after 2 strikes", 2),
        ("after 2 strikes", 2),
        ("after 3 strikes", 3),
        ("after 3 strikes", 3),
        ("after 3 strikes", 3),
    ]


# Interruptions of several states


def test_an_interruption_may_have_children_and_all_of_them_go_back() -> None:
    driver = at("card")
    driver.now = 7 * MINUTE
    driver.on("down")
    assert (driver.state, driver.said, driver.value("away_seen")) == ("resting", ["back_soon"], 1)
    driver.now = 8 * MINUTE
    driver.on("next")
    assert (driver.state, driver.said, driver.value("away_seen")) == ("waiting", ["still_away"], 1)
    assert deadlines(driver) == {"1h": 67, "2h": 128}
    kept = driver.snapshot.interrupted
    assert kept is not None
    assert kept.state == "card"
    driver.on("rest")
    assert (driver.state, driver.value("away_seen")) == ("resting", 2)
    driver.on("up")
    assert (driver.state, driver.said, deadlines(driver)) == ("card", [], {"30m": 30, "2h": 120})


def test_a_parents_deadline_that_passed_meanwhile_fires_on_return() -> None:
    driver = at("card")
    driver.on("down")
    driver.now = 30 * MINUTE
    driver.on("up")
    assert driver.causes == [("up", "arrived"), ("after 30m", "held")]
    assert driver.state == "gone"


def test_an_end_is_an_end_wherever_it_is_reached_from() -> None:
    driver = at("look_twice")
    driver.on("paid")
    assert (driver.state, driver.snapshot.end, driver.snapshot.timers) == ("thanks", "completed", ())
