"""The tools for tests find the contracts of a machine beside its file, as `check` does."""

from __future__ import annotations

from pathlib import Path

from decidable.testing import machine_at
from decidable.testing.rules import assert_holds

PARCEL = Path(__file__).parents[2] / "examples" / "contracts" / "parcel.states"


def test_a_machine_that_uses_a_contract_is_whole() -> None:
    machine = machine_at("../../examples/contracts/parcel.states", beside=__file__)
    assert [contract.name for contract in machine.definition.contracts] == ["careful"]
    assert machine.table.fit


def test_rules_are_proved_over_the_shared_lines_too() -> None:
    assert_holds(PARCEL, "from any state model_down reaches degraded within 1 event")
