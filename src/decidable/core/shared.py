"""Where a line stands, be it in the file of the machine or in that of a contract.

Owns: the one way a finding is placed at a line, and how the line is named. Never: opens either file.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from decidable.core.definition import Line
from decidable.core.problem import Problem


def place_of(line: Line) -> str:
    """`line 24`, `line 5 of careful.states`, or nothing where the machine was built in Python."""
    if line.shared is not None and line.shared.at:
        return f"line {line.shared.at} of {line.shared.contract}.states"
    return f"line {line.at}" if line.at else ""


def placed(problems: Iterable[Problem], line: Line) -> Iterator[Problem]:
    """Problems of one line, at its place in the contract where it comes from one."""
    for problem in problems:
        if line.shared is None:
            yield problem
        else:
            yield problem._replace(line=line.shared.at, file=f"{line.shared.contract}.states")
