"""Section 3 of the reference: what decides a cell."""

from __future__ import annotations

import pytest

from tests.core.driver import Driver
from tests.core.machines import table

HEAD = """
    facts
      n: 0..9
      ready: bool
    events
      user      ask, other
      answer    yes, no
      result    done
      evidence  paid
      signal    news
      system    model_down
    any state
      paid, news  -> there   : real
"""


def outcome(own: str, inherited: str, event: str, **facts: int | bool) -> str:
    """Where `event` leads from `here`: `there` or `else` when it moves, otherwise its verdict."""
    source = f"{HEAD}      {inherited}\n      *   ignore\n    here (start)\n      {own}\n    there\n    elsewhere\n"
    run = Driver(table(source), facts)
    run.on(event)
    if run.decided and run.decided[0][1] == "move":
        return run.state
    return run.decided[0][1] if run.decided else "ignore"


@pytest.mark.parametrize(
    ("own", "inherited", "event", "expected"),
    [
        # A line naming the event, then @group, then `*`.
        ("ask stay", "@user reject", "ask", "stay"),
        ("@user stay", "other reject", "ask", "stay"),
        ("* stay", "other reject", "ask", "stay"),
        # Within one rank the nearest state wins.
        ("ask stay", "ask -> there", "ask", "stay"),
        ("@user stay", "@user reject", "ask", "stay"),
        ("* stay", "no reject", "other", "stay"),
        # Specificity before depth: an inherited named line hides an own group, and an own `*`.
        ("@user reject", "ask -> there", "ask", "there"),
        ("* reject", "ask -> there", "ask", "there"),
        ("* reject", "@user -> there", "ask", "there"),
        # `only` lifts a group line above inherited named lines, not above own named ones.
        ("@user only reject", "ask -> there", "ask", "reject"),
        ("@user only reject\n      ask stay", "ask -> there", "ask", "stay"),
        # The groups: @user is user + answer; a kind's name is a group too.
        ("@user stay", "other reject", "yes", "stay"),
        ("@answer stay", "other reject", "no", "stay"),
        ("@system stay", "other reject", "model_down", "stay"),
        ("@answer stay", "ask reject", "other", "ignore"),
        # A child's `*` never hides evidence or a signal.
        ("* reject", "other stay", "paid", "there"),
        ("* reject", "other stay", "news", "there"),
    ],
)
def test_specificity_before_depth(own: str, inherited: str, event: str, expected: str) -> None:
    assert outcome(own, inherited, event) == expected


def test_an_own_group_may_decide_evidence_where_nothing_names_it() -> None:
    source = """
        events
          evidence  paid
        here (start)
          @evidence -> there : real
        there
          paid stay : again
    """
    run = Driver(table(source))
    run.on("paid")
    assert run.state == "there"


@pytest.mark.parametrize(("n", "expected"), [(1, "there"), (5, "elsewhere"), (9, "elsewhere"), (None, "elsewhere")])
def test_guarded_lines_of_one_rank_form_the_cell_else_last(n: int | None, expected: str) -> None:
    facts = {} if n is None else {"n": n}
    assert outcome("ask else -> elsewhere\n      ask when n < 3 -> there", "other reject", "ask", **facts) == expected


@pytest.mark.parametrize(("n", "expected"), [(1, "stay"), (5, "there")])
def test_the_next_rank_decides_where_no_guard_holds(n: int, expected: str) -> None:
    assert outcome("ask when n < 3 stay", "ask -> there", "ask", n=n) == expected


@pytest.mark.parametrize(("n", "expected"), [(1, "stay"), (5, "reject"), (9, "there")])
def test_falling_through_several_ranks(n: int, expected: str) -> None:
    own = "ask when n < 3 stay\n      @user only when n is 5 reject"
    assert outcome(own.replace("n is 5", "n >= 4 and n < 9"), "ask -> there", "ask", n=n) == expected


def test_guards_of_an_own_star_fall_through_to_that_of_any_state() -> None:
    own = "* when ready stay"
    assert outcome(own, "no reject", "other", ready=True) == "stay"
    assert outcome(own, "no reject", "other", ready=False) == "ignore"
