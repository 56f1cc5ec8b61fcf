"""A bound machine finds its contracts beside its own file."""

from __future__ import annotations

from pathlib import Path

import pytest

from decidable import MachineError
from decidable.bind.beside import beside
from tests.bind.kiosk import STATES, load

SHARED = "contract shared\n\nany state\n  sold   -> gone / record : once more\n\nrequires\n  sold   ? : by name\n"


def used(text: str = STATES) -> str:
    head, _, rest = text.partition("\n")
    return f"{head}\nuse shared\n{rest}"


def test_the_file_of_a_contract_stands_beside_the_machine(tmp_path: Path) -> None:
    (tmp_path / "shared.states").write_text(SHARED)
    assert beside(tmp_path / "kiosk.states")("shared") == SHARED.encode()
    assert beside(tmp_path / "kiosk.states")("other") is None
    machine = load(tmp_path, used())
    assert [contract.name for contract in machine.definition.contracts] == ["shared"]


def test_what_is_wrong_with_it_is_reported_with_its_file(tmp_path: Path) -> None:
    (tmp_path / "shared.states").write_text(SHARED.replace("sold   -> gone / record", "sould  -> gone / record"))
    with pytest.raises(MachineError) as raised:
        load(tmp_path, used())
    assert f"{tmp_path}/shared.states:4:3: 'sould' is not an event" in str(raised.value)
    (tmp_path / "shared.states").unlink()
    with pytest.raises(MachineError, match="there is no contract 'shared' here"):
        load(tmp_path, used())
