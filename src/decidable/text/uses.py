"""The contracts that a file uses, and those that these use in turn.

Owns: finding each once, whoever names it, and refusing those that lead back to themselves. Never: opens a file, or knows what a
contract holds.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from decidable.core.definition import Contract
from decidable.core.problem import Problem
from decidable.text.contracts import Find, read_contract
from decidable.text.inclusion import circle
from decidable.text.trouble import Problems


class Used(NamedTuple):
    """The contracts, the nearest first, and what is wrong in their files."""

    contracts: tuple[Contract, ...]
    problems: tuple[Problem, ...]


def used(uses: Mapping[str, int], find: Find | None, problems: Problems, own: str = "") -> Used:
    """What a file uses. `uses`: what it names, with the lines; `own`: its name, where it is a contract itself. What is wrong
    in this file goes to `problems`."""
    found: dict[str, Contract] = {}
    beside: list[Problem] = []
    named: dict[str, Mapping[str, int]] = {own: uses}

    def tell(by: str, name: str, message: str, hint: str) -> None:
        at = named[by][name]
        if by == own:
            problems.add("contract", message, line=at, column=0, hint=hint, token=name)
        else:
            beside.append(Problem("contract", message, hint, at, token=name, file=f"{by}.states"))

    waiting = [own]
    for by in waiting:  # it grows while it is read
        for name in named[by]:
            if name in named:
                continue
            text = find(name) if find is not None else None
            named[name] = {}
            found[name] = Contract(name=name, unread=True)
            if text is None:
                hint = f"a contract is the file {name}.states beside the machine"
                tell(by, name, f"there is no contract '{name}' here", hint)
                continue
            reading = read_contract(text, name)
            beside += reading.problems
            if reading.contract is not None:
                found[name] = reading.contract
                named[name] = reading.uses
                waiting.append(name)
    if way := circle(named):
        hint = "take one `use` away: who uses a contract uses what that one uses as well"
        tell(way[-2], way[-1], f"contract '{way[0]}' uses itself: {' > '.join(way)}", hint)
    return Used(tuple(found.values()), tuple(beside))
