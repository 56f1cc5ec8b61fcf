"""The fingerprint of a machine does not change because the language has grown: a run of an old journal finds its machine."""

from pathlib import Path

import pytest

from decidable.core.fingerprint import behaviour
from decidable.text.reader import read

GOLDEN = Path(__file__).parents[1] / "text" / "golden"


@pytest.mark.parametrize(("name", "fingerprint"), [("booking", "386cf729a3daeaee"), ("refund", "7fdd40dce842c64a")])
def test_what_a_machine_does_not_use_does_not_count(name: str, fingerprint: str) -> None:
    """A new field of a definition is marked `LATER`; then this holds."""
    definition = read((GOLDEN / f"{name}.states").read_bytes()).definition
    assert definition is not None
    assert behaviour(definition) == fingerprint
