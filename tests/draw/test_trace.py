"""A trace is drawn only where the machine can go it: the picture is not the machine, so it is asked."""

import re

import pytest

from decidable.draw import Trace, TraceStep, possible
from decidable.draw.diagram import diagram
from decidable.draw.trace import marks
from decidable.errors import RefusedError
from tests.draw.test_grid import booking
from tests.draw.test_svg import PATH


def trace(*steps: tuple[str, str, str]) -> Trace:
    return Trace("t", tuple(TraceStep(*step) for step in steps))


def test_a_path_of_the_booking_is_possible() -> None:
    possible(booking(), PATH)
    possible(booking(), trace(("confirm", "after 30m", "gather"), ("gather", "user_yes", "gather")))


@pytest.mark.parametrize(
    ("steps", "said"),
    [
        ([("gahter", "details", "search")], "step 1: 'gahter' is not a state; did you mean 'gather'?"),
        ([("gather", "details", "xyz")], "step 1: 'xyz' is not a state"),
        ([("gather", "detail", "search")], "step 1: 'detail' is not an event of gather; did you mean 'details'?"),
        ([("gather", "after 30m", "gather")], "step 1: 'after 30m' is not an event of gather"),
        ([("gather", "details", "book")], "step 1: details does not lead from gather to book"),
        ([("gather", "user_yes", "search")], "step 1: user_yes does not lead from gather to search"),
        (
            [("gather", "details", "search"), ("confirm", "user_yes", "book")],
            "step 2 is in confirm, and step 1 ends in search",
        ),
    ],
)
def test_another_machines_trace_is_refused_at_its_first_wrong_step(
    steps: list[tuple[str, str, str]], said: str
) -> None:
    with pytest.raises(RefusedError, match=f"^{re.escape(said)}$"):
        possible(booking(), trace(*steps))


def test_steps_are_on_own_arrows_before_those_of_any_state_and_else_in_the_box() -> None:
    drawn = diagram(booking())
    found = marks(drawn, trace(("book", "paid", "report"), ("notify", "paid", "report"), ("report", "other", "report")))
    sources = {(drawn.arrows[n].source, event): steps for (n, event), steps in found.arrows.items()}
    assert sources == {("book", "paid"): (1,), ("any state", "paid"): (2,)}
    assert found.boxes == {"report": ((3, "other"),)}
    assert found.states == {"book", "notify", "report"}


def test_a_step_that_comes_twice_has_both_numbers() -> None:
    once = ("gather", "other", "gather")
    found = marks(diagram(booking()), trace(once, once))
    assert found.boxes == {"gather": ((1, "other"), (2, "other"))}


def test_what_was_decided_says_where_a_step_is() -> None:
    """A restart is on the line of restarts; what is known not to move is in the box, in words."""
    found = marks(
        diagram(booking()),
        Trace(
            "t",
            (
                TraceStep("search", "details", "search", "restart"),
                TraceStep("search", "details", "search", "defer"),
                TraceStep("search", "details", "search", "stay", "recalled"),
                TraceStep("search", "user_no", "search", "", "held"),
                TraceStep("search", "slot_free", "confirm", "move", "recalled"),
            ),
        ),
    )
    assert found.boxes == {
        "search": ((2, "details: defer"), (3, "details recalled: stay"), (4, "user_no held")),
    }
    assert sorted(found.arrows.values()) == [(1,), (5,)]


def test_a_step_may_go_on_by_what_follows_in_it() -> None:
    """The booking holds a message back while it books; when the table stands, it is recalled in the same step."""
    went_on = trace(("book", "paid", "notify"), ("notify", "sent", "report"), ("report", "told", "search"))
    possible(booking(), went_on)
    drawn = diagram(booking())
    found = marks(drawn, went_on)
    (arrow,) = (n for (n, _), steps in found.arrows.items() if steps == (3,))
    assert (drawn.arrows[arrow].source, drawn.arrows[arrow].target) == ("report", "gather")
