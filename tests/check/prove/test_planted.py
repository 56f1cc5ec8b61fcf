"""The booking with one fault at a time: each is found by the rule that it breaks, with a run as short as there is one."""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

import pytest

from decidable.check.prove import Refuted, prove
from decidable.check.regression import broken_by
from decidable.check.script import play, script_lines
from decidable.core.compile import compile_table
from decidable.core.table import Table
from decidable.text import sentences
from decidable.text.reader import read

BOOKING = (Path(__file__).parents[3] / "examples" / "booking" / "booking.states").read_text(encoding="utf-8")
EARLY, TWICE, VISITS, CANCELS = (
    "never reserve_table before user_yes",
    "never pay_deposit twice without declined, table_gone between",
    "every path after committed visits report, if operations are answered",
    "from any state but book user_cancels reaches report within 1 event",
)


class Fault(NamedTuple):
    """What is changed (spaces count as one), the rule that says so, and the last lines of its run, without values."""

    changes: tuple[tuple[str, str], ...]
    rule: str
    ends: tuple[str, ...]


NO_APPROVAL = (
    "look up with lookup_reservation needs approval requires not reservation known",
    "look up with lookup_reservation requires not reservation known",
)
TO_CONFIRM = "slot_free when not reservation known and deposit <= 0 -> confirm / propose reserve_table :"

QUICK = {
    "it is booked without being asked": Fault(
        (NO_APPROVAL, (TO_CONFIRM, TO_CONFIRM.replace("confirm / propose", "book / call"))),
        EARLY,
        ("details", "check_availability: slot_free", "reserve_table starts"),
    ),
    "a no books as well": Fault(
        (NO_APPROVAL, ("user_no else -> gather :", "user_no else -> book / call reserve_table :")),
        EARLY,
        ("details", "check_availability: slot_free", "user_no", "reserve_table starts"),
    ),
    "the expired offer is booked": Fault(
        (NO_APPROVAL, ("after 30m else -> gather", "after 30m else -> book / call reserve_table")),
        EARLY,
        ("details", "check_availability: slot_free", "after 30m", "reserve_table starts"),
    ),
    "a cancel starts anew": Fault(
        (
            (
                "user_cancels else -> report / set cancelling = yes :",
                "user_cancels else -> gather / set cancelling = yes :",
            ),
        ),
        CANCELS,
        ("user_cancels",),
    ),
    "a cancel waits for the model": Fault(
        (("details defer : kept; handled", "user_cancels defer : later\n  details defer : kept; handled"),),
        CANCELS,
        ("model_down", "user_cancels"),
    ),
    "a cancel goes unheard while the group is told": Fault(
        (("details defer : tell this first", "user_cancels reject : too late\n  details defer : tell this first"),),
        CANCELS,
        ("committed", "user_cancels"),
    ),
}
SLOW = {
    "a deposit is asked for again": Fault(
        (
            ("needs approval requires not receipt known", "needs approval"),
            (
                "paid when not cancelling and reservation known -> notify :",
                "paid when not cancelling and reservation known -> confirm / propose pay_deposit :",
            ),
        ),
        TWICE,
        ("user_yes approves", "pay_deposit starts"),
    ),
    "the group cannot be told, and a cancel goes unheard": Fault(
        (
            (
                "refused -> report : the message was not taken;",
                "user_cancels reject : too late\n  refused stay : the message was not taken;",
            ),
        ),
        VISITS,
        (
            "details",
            "check_availability: slot_free",
            "user_yes approves",
            "committed",
            "text_group starts",
            "text_group: refused",
        ),
    ),
}


def planted(*changes: tuple[str, str]) -> Table:
    """The booking with pieces of its text replaced."""
    source = re.sub(r"(?<=\S) +", " ", BOOKING)
    for old, new in changes:
        assert source.count(old) == 1, old
        source = source.replace(old, new)
    definition = read(source).definition
    assert definition is not None
    table = compile_table(definition)
    assert table.fit, table.problems
    return table


def refuted(fault: Fault) -> None:
    table = planted(*fault.changes)
    (verdict,) = prove(table, [fault.rule])
    assert isinstance(verdict, Refuted), verdict
    assert verdict.trace is not None
    script = "\n".join(script_lines(verdict.trace))
    lines = [re.sub(r"\(.*\)$", "", line.partition("  #")[0].rstrip()) for line in script.splitlines()]
    assert tuple(lines[-len(fault.ends) :]) == fault.ends, script
    *_, last = play(table, script)
    assert last.step.snapshot.state == verdict.trace.steps[-1].target
    if not isinstance(sentences.parse(fault.rule), sentences.Visits):
        assert broken_by(table, fault.rule, script)
        assert not broken_by(planted(), fault.rule, script)


def test_the_rules_are_those_of_the_booking() -> None:
    assert planted().definition.rules == (EARLY, TWICE, VISITS, CANCELS)


@pytest.mark.parametrize("name", QUICK)
def test_a_fault_is_found(name: str) -> None:
    refuted(QUICK[name])


@pytest.mark.slow
@pytest.mark.parametrize("name", SLOW)
def test_a_fault_of_the_whole_booking_is_found(name: str) -> None:
    refuted(SLOW[name])
