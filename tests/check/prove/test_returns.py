"""The returns example: its rules hold, and one planted fault in it is shown by the shortest way to an unchecked refund."""

from __future__ import annotations

from pathlib import Path

import pytest

from decidable.check import check
from decidable.check.prove import Holds, Refuted, prove
from decidable.check.script import script_lines
from decidable.core.compile import compile_table
from decidable.core.problem import Severity
from decidable.core.table import Table
from decidable.text.reader import read

RETURNS = Path(__file__).parents[3] / "examples" / "returns"
UNCHECKED = [
    'give_account(account = "account 1")',
    'verify_customer: verified(customer_id = "customer_id 1")',
    'select_order(order_id = "order_id 2")',
    "check_eligibility: ineligible",
    'select_order(order_id = "order_id 2")',
    "propose_refund",
    "yes approves",
    "refund_order starts",
]


def returns(name: str) -> Table:
    definition = read((RETURNS / f"{name}.states").read_text(encoding="utf-8")).definition
    assert definition is not None
    return compile_table(definition)


@pytest.mark.parametrize("name", ["returns", "planted"])
def test_neither_has_a_finding(name: str) -> None:
    """The fault is none that can be seen in a single cell."""
    findings = check(returns(name), (RETURNS / f"{name}.states").read_text(encoding="utf-8")).findings
    assert {finding.severity for finding in findings} == {Severity.NOTE}


def test_the_two_differ_in_one_line() -> None:
    whole, planted = ((RETURNS / f"{name}.states").read_text(encoding="utf-8") for name in ("returns", "planted"))
    tables = [text[text.index("facts") :].splitlines() for text in (whole, planted)]
    ((right, wrong),) = [pair for pair in zip(*tables, strict=True) if pair[0] != pair[1]]
    assert right.split()[:5] == ["select_order", "->", "order_selected", "/", "forget"]
    assert wrong.split()[:4] == ["select_order", "stay", "/", "forget"]


def test_the_rules_hold() -> None:
    table = returns("returns")
    assert [type(verdict) for verdict in prove(table, table.definition.rules)] == [Holds] * 4


def test_the_planted_fault_is_shown() -> None:
    table = returns("planted")
    early, unchecked = prove(table, [table.definition.rules[0], table.definition.rules[2]])
    assert lines(early) == UNCHECKED
    assert lines(unchecked) == [*UNCHECKED[:3], "check_eligibility: eligible", *UNCHECKED[4:7]]


def lines(verdict: object) -> list[str]:
    assert isinstance(verdict, Refuted)
    assert verdict.trace is not None
    return [line.partition("  #")[0].rstrip() for line in script_lines(verdict.trace)]
