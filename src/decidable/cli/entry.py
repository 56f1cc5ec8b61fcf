"""`main(machine)`: the command line of one machine, at the end of its own Python file.

    if __name__ == "__main__":
        main(refund)          # python refund.py check | grid | why STATE EVENT | chat

Owns: putting the machine's PATH where a command expects it. Never: a command of its own.
"""

from __future__ import annotations

import sys
from typing import Any

from decidable.bind.machine import Machine
from decidable.cli.main import run
from decidable.errors import MachineError

WITH_PATH = frozenset({"check", "grid", "why", "count", "fmt", "generate-tests", "cells", "chat"})
"""The commands that take a machine's PATH first."""


def main(machine: Machine[Any, Any]) -> None:
    """Run the command line for this machine, and end the process with its exit code.

    `python refund.py check` is `decidable check refund.py:refund`; a command that takes no PATH is left as it is.
    """
    words = sys.argv[1:]
    if words and words[0] in WITH_PATH:
        words.insert(1, _path_of(machine))
    raise SystemExit(run(words))


def _path_of(machine: Machine[Any, Any]) -> str:
    module = sys.modules["__main__"]
    file = getattr(module, "__file__", None)
    name = next((name for name, value in vars(module).items() if value is machine), None)
    if file is None or name is None:
        raise MachineError((), f"{machine.name}: main() is for the file that binds the machine to a name")
    return f"{file}:{name}"
