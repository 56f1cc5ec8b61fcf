"""The finished booking against a world at its worst: every order of everything, through the real `step`."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from decidable.core.compile import compile_table
from decidable.core.table import Table
from decidable.testing.hostile import Exploration, explore
from decidable.text.reader import read
from tests.booking.hostile_world import BookingWorld
from tests.booking.outside import DEPOSIT, FREE, Budget

pytestmark = pytest.mark.no_cover  # it goes over the same ground thousands of times

SOURCE = (Path(__file__).parents[2] / "examples" / "booking" / "booking.states").read_text(encoding="utf-8")


def booking(*changes: tuple[str, str]) -> Table:
    """The booking, with lines replaced: each change is a pattern that must fit exactly once, and what stands there then."""
    source = SOURCE
    for pattern, line in changes:
        source, times = re.subn(pattern, line, source, flags=re.MULTILINE)
        assert times == 1, f"{pattern!r} fits {times} times"
    definition = read(source).definition
    assert definition is not None
    table = compile_table(definition)
    assert table.fit, table.problems
    return table


def explored(table: Table, budget: Budget, *, most_states: int | None = None) -> Exploration:
    return explore(table, BookingWorld(table, budget), most_states=most_states)


def holds(found: Exploration) -> None:
    """Nothing went wrong anywhere, and from wherever a table was made the guest can still be told."""
    assert not found.wrong, f"{found.wrong}, after " + ", ".join(found.trace)
    assert found.complete
    lost = found.stranded("unreported", "report")
    assert lost is None, "no way to `report` after " + ", ".join(lost or ())


def test_nothing_goes_wrong_where_nothing_is_at_fault() -> None:
    table = booking()
    found = explore(table, BookingWorld(table, Budget(), (DEPOSIT, FREE)))
    holds(found)
    assert found.states > 5_000, "a search that finds little proves little"


@pytest.mark.parametrize(
    "budget",
    [
        Budget(changes=1),
        Budget(mumbles=1),
        Budget(lost=1),
        Budget(doubled=1),
        Budget(outages=1),
        Budget(blocks=1),
    ],
    ids=lambda budget: next(name for name, times in budget._asdict().items() if times and name != "patience"),
)
def test_one_fault_at_any_moment(budget: Budget) -> None:
    holds(explored(booking(), budget))


def test_a_table_given_away_at_any_moment() -> None:
    """Where no deposit is due; with one there is so much more to explore that it is left to the slow tests."""
    table = booking()
    holds(explore(table, BookingWorld(table, Budget(webhooks=1), (FREE,))))


@pytest.mark.slow
@pytest.mark.parametrize(
    "budget",
    [
        Budget(webhooks=1),
        Budget(changes=1, lost=1, doubled=1),
        Budget(lost=2),
        Budget(lost=1, outages=1, blocks=1),
        Budget(doubled=2, blocks=1),
        Budget(webhooks=1, lost=1),
        Budget(webhooks=1, doubled=1),
        Budget(patience=2, changes=1),
    ],
    ids=str,
)
def test_several_faults(budget: Budget) -> None:
    holds(explored(booking(), budget))


# The search can fail: each of these machines has a fault, and it is found.


def test_a_machine_that_stops_in_the_middle_strands_its_guest() -> None:
    table = booking((r"^  committed when not cancelling and deposit > 0 .*stay / forget message, perform .*$", "  committed when not cancelling and deposit > 0 and not receipt known   stay / forget message : the deposit is never asked for"))  # fmt: skip
    found = explored(table, Budget())
    assert found.complete
    assert found.stranded("unreported", "report") == (
        "details for 2",
        "slot_free, deposit 20.00 USD",
        "user_yes to the question",
        "start reserve_table",
        "reserve_table: committed",
    )


def test_a_payment_for_a_guest_who_has_cancelled() -> None:
    table = booking(
        (r"^  committed when cancelling +-> report / call cancel_reservation +: the user cancelled while.*\n", ""),
        (r"committed when not cancelling and deposit > 0", "committed when deposit > 0"),
    )
    found = explored(table, Budget())
    assert found.wrong == "pay_deposit is begun for a guest who has cancelled"
    assert "user_cancels" in found.trace
    assert found.trace[-1] == "reserve_table: committed"


def test_a_second_table() -> None:
    table = booking(
        (r"requires not reservation known", ""),
        (r"^  slot_free when reservation known and receipt known .*$", "  slot_free when reservation known and receipt known   -> confirm / propose reserve_table : another one"),
    )  # fmt: skip
    found = explored(table, Budget())
    assert found.wrong == "two tables: table 1, table 2"


def test_a_table_that_nobody_asked_for() -> None:
    table = booking(
        (r"(write   reserve_table.*)needs approval", r"\1"),
        (r"^  slot_free when not reservation known and deposit <= 0 .*$", "  slot_free when not reservation known and deposit <= 0   -> book / call reserve_table : why ask"),
    )  # fmt: skip
    found = explore(table, BookingWorld(table, Budget(), (FREE,)))
    assert found.wrong.startswith("reserve_table without a yes to exactly")
    assert found.trace == ("details for 2", "slot_free, deposit 0.00 USD", "start reserve_table")


def test_a_second_payment() -> None:
    table = booking(
        (r"requires not receipt known", ""),
        (r"^  paid when not cancelling and reservation known .*$", "  paid when not cancelling and reservation known   -> confirm / propose pay_deposit : and again"),
    )  # fmt: skip
    found = explored(table, Budget())
    assert found.wrong == "a second payment"


def test_a_cancellation_that_leads_nowhere() -> None:
    table = booking((r"^(notify\n  enter: call text_group\n)", r"\1  user_cancels   stay : later\n"))
    found = explored(table, Budget())
    assert found.wrong == "user_cancels leads from notify to notify"


def test_details_that_leave_an_open_write() -> None:
    table = booking((r"^  details +defer +: finish, then revise$", "  details   -> search : why wait"))
    found = explored(table, Budget())
    assert found.wrong == "reserve_table is begun for a guest who has cancelled"


class Silent(BookingWorld):
    """A host that starts a write and forgets it."""

    def _outcomes(self, *_: object) -> tuple[()]:  # type: ignore[override]  # nothing ever comes of it
        return ()


def test_a_write_of_which_nothing_is_heard_is_a_hang() -> None:
    table = booking()
    found = explore(table, Silent(table, Budget()))
    assert found.wrong == "reserve_table open, and nothing is still to come"
    assert found.trace[-1] == "start reserve_table"
