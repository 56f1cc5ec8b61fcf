"""Rules in a test of a user: a run that is kept from breaking one again, and the proof."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from decidable.check.prove import Options
from decidable.errors import MachineError
from decidable.testing import machine_at
from decidable.testing.rules import assert_holds, assert_kept

EXAMPLES = Path(__file__).parents[2] / "examples"
RETURNS = EXAMPLES / "returns" / "returns.states"
PLANTED = EXAMPLES / "returns" / "planted.states"
EARLY = "never refund_order before eligible"
UNCHECKED = """
    give_account(account = "a-7")
    verify_customer: verified(customer_id = "c-1")
    select_order(order_id = "o-1")
    check_eligibility: ineligible
    select_order(order_id = "o-2")
    propose_refund
    yes approves
    refund_order starts
"""


def test_a_run_that_breaks_a_rule() -> None:
    with pytest.raises(AssertionError, match=f"{EARLY}: broken in resolution_proposed, at line 9 of the script"):
        assert_kept(PLANTED, EARLY, UNCHECKED)
    assert_kept(str(RETURNS), EARLY, UNCHECKED)
    assert_kept(PLANTED, EARLY, UNCHECKED.replace("refund_order starts", ""))


def test_rules_that_hold() -> None:
    assert_holds(RETURNS, EARLY, "never check_eligibility before select_order")
    assert_holds(machine_at(str(EXAMPLES / "refund" / "refund.py") + ":refund"), "never refunding before confirming")


def test_all_rules_of_the_file_where_none_is_named(tmp_path: Path) -> None:
    file = tmp_path / "light.states"
    text = "machine light\nevents\n  user press\noff (start)\n  press -> on : lit\non\n  press -> off : dark\nrules\n"
    file.write_text(f"{text}  press only in off\n")
    with pytest.raises(AssertionError) as refuted:
        assert_holds(file)
    assert str(refuted.value).splitlines() == [
        "press only in off: press happens outside off",
        "press  # off -> on, line 5",
        "press  # on -> off, line 7   <- here",
    ]
    file.write_text(f"{text}  never on twice without off between\n")
    assert_holds(file)


def test_what_is_not_decided_does_not_hold() -> None:
    with pytest.raises(AssertionError, match=f"^{EARLY}: not decided within 20 states$"):
        assert_holds(RETURNS, EARLY, options=Options(limit=20))


@pytest.mark.parametrize(
    ("rule", "message"),
    [
        (
            "never refund_ordr before eligible",
            "'refund_ordr' is not a tool, event or state; did you mean 'refund_order'?",
        ),
        ("never nothing before eligible", "'nothing' is not a tool, event or state"),
        ("all is well", "'all is well' is not a rule of a known shape"),
    ],
)
def test_a_rule_about_nothing_is_refused(rule: str, message: str) -> None:
    """It would hold of every machine."""
    with pytest.raises(ValueError, match=re.escape(message)):
        assert_holds(RETURNS, rule)
    with pytest.raises(ValueError, match=re.escape(message)):
        assert_kept(RETURNS, rule, UNCHECKED)


def test_a_rule_that_one_run_cannot_break() -> None:
    with pytest.raises(ValueError, match="prove it"):
        assert_kept(RETURNS, "every path after refunded visits closing", UNCHECKED)


def test_a_machine_that_is_not_decided_is_not_proved() -> None:
    with pytest.raises(MachineError):
        assert_holds(EXAMPLES / "booking" / "first_drawing.states", "never reserve_table before user_yes")
