"""The contracts of a machine: files beside its own.

Owns: where a contract is found. Never: reads what it says (that is `text`), or looks anywhere but beside the machine.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from decidable.text.source import LARGEST


def beside(machine: Path) -> Callable[[str], bytes | None]:
    """Finds the text of a contract by its name: `NAME.states` in the folder of the machine. None where it cannot be read."""

    def find(name: str) -> bytes | None:
        try:
            with (machine.parent / f"{name}.states").open("rb") as file:
                return file.read(LARGEST + 1)
        except OSError:
            return None

    return find
