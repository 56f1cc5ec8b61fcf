"""Contracts: the lines, groups and required cells that several machines share.

Owns: what a contract's file may hold. Never: opens a file, or looks into another: `uses` finds what it uses, `inclusion` brings
its lines into a machine.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Final, NamedTuple, TypeAlias

from decidable.core.definition import (
    Contract,
    EventGroup,
    Group,
    Line,
    Named,
    Role,
    State,
)
from decidable.core.problem import Problem
from decidable.text.document import read_rows
from decidable.text.heads import collected
from decidable.text.names import GROUPS
from decidable.text.rows import Events, Facts, Name, Row, Section, Use
from decidable.text.trouble import Problems

Find: TypeAlias = Callable[[str], "str | bytes | None"]
"""The text of a contract by its name, None where there is none."""
_FOREIGN: Final = ("tools", "rules", "accepted findings")


class ContractReading(NamedTuple):
    """What a contract says, as far as it could be read. `contract` is None where the file is none."""

    contract: Contract | None
    problems: tuple[Problem, ...]
    uses: Mapping[str, int] = MappingProxyType({})
    """The contracts that it uses itself, with its lines."""


def read_contract(source: str | bytes, name: str = "") -> ContractReading:
    """Read a contract's file. `name`: under which it was looked for. Never raises for what the file holds."""
    problems = Problems()
    document = read_rows(source, problems)
    rows = document.rows
    head = next((row.node for row in rows if isinstance(row.node, Name)), None)
    if head is None or not head.contract:
        problems.add(
            "contract",
            f"this file is no contract{f', and a machine uses it as {name}' if name else ''}",
            line=1,
            column=1,
            hint=f"begin it with `contract {name or 'NAME'}`",
        )
        return ContractReading(None, _in_file(problems, name))
    if name and head.name != name:
        message = f"the contract is called '{head.name}', and it is found as '{name}'"
        problems.add(
            "contract", message, line=1, column=1, hint="give file and contract the same name", token=head.name
        )
    for row in rows:
        _judge(row, problems)
    uses = uses_of(rows, problems)
    contract = replace(_assembled(head.name, rows, tuple(uses), problems), text=document.text)
    return ContractReading(contract, _in_file(problems, name or head.name), uses)


def uses_of(rows: Iterable[Row], problems: Problems) -> Mapping[str, int]:
    """The contracts that a file uses, with its lines."""
    found: dict[str, int] = {}
    for row in rows:
        if isinstance(row.node, Use) and not row.depth:
            name = row.node.name
            if name in found:
                message = f"contract '{name}' is used twice"
                problems.add("duplicate", message, line=row.at, column=1, hint="once is enough", token=name)
            found.setdefault(name, row.at)
    return found


def _in_file(problems: Problems, name: str) -> tuple[Problem, ...]:
    return tuple(problem._replace(file=f"{name}.states") for problem in problems.listed())


def _judge(row: Row, problems: Problems) -> None:
    """What has no place in a contract."""
    match row.node:
        case Section(title) if title in _FOREIGN:
            message = f"a contract has no section '{title}'"
            problems.add("contract", message, line=row.at, column=1, hint="it belongs to each machine", token=title)
        case EventGroup(name=name) if name in GROUPS:
            message = f"'@{name}' is a group already"
            problems.add("contract", message, line=row.at, column=0, hint="choose another name", token=name)
        case _:
            pass


def _assembled(name: str, rows: Iterable[Row], uses: tuple[str, ...], problems: Problems) -> Contract:
    facts = tuple(fact for row in rows if isinstance(row.node, Facts) for fact in row.node.facts)
    events = tuple(event for row in rows if isinstance(row.node, Events) for event in row.node.events)
    groups = tuple(replace(row.node, at=row.at) for row in rows if isinstance(row.node, EventGroup))
    lines: dict[str, list[Line]] = {"any state": [], "requires": []}
    title = ""
    states: list[Row] = []
    required: list[Row] = []
    for row in rows:
        if isinstance(row.node, Section):
            title = row.node.title
        elif isinstance(row.node, State) and row.depth == 0:
            title = ""
        if title == "requires":
            required.append(row)
        elif isinstance(row.node, Line) and title:
            lines[title].append(row.node)
        else:
            states.append(row)
    everywhere = State(name="", at=next((row.at for row in required), 0))
    demanded = collected([Row(everywhere), *(row for row in required if not isinstance(row.node, Section))])
    demanded = [replace(state, parent="") for state in demanded]
    fragments = tuple(collected(states))
    _judge_fragments(fragments, problems)
    _judge_required(demanded, problems)
    return Contract(
        name=name,
        facts=facts,
        events=events,
        groups=groups,
        lines=tuple(lines["any state"]),
        fragments=fragments,
        required=tuple(state for state in demanded if state.name or state.lines),
        uses=uses,
    )


def _judge_fragments(fragments: Iterable[State], problems: Problems) -> None:
    seen: set[str] = set()
    for state in fragments:
        wrong = ""
        if state.role is not Role.PLAIN or state.parent:
            wrong = f"the fragment '{state.name}' is lines to include, and no state of its own"
        elif state.enter:
            wrong = f"the fragment '{state.name}' says what is done on entry, which is the state's own"
        elif state.name in seen:
            wrong = f"the fragment '{state.name}' stands here a second time"
        seen.add(state.name)
        if wrong:
            hint = "a fragment is headed by its name at the left edge and holds lines"
            problems.add("contract", wrong, line=state.at, column=0, hint=hint, token=state.name)


def _judge_required(states: Iterable[State], problems: Problems) -> None:
    for line in (line for state in states for line in state.lines):
        if line.guard is not None or line.otherwise:
            wrong, hint = "a required cell is required for all values", "take the guard away"
        elif not isinstance(line.selector, Named | Group):
            wrong, hint = "a required cell names its event or a group", "name what has to be decided"
        else:
            continue
        problems.add("contract", wrong, line=line.at, column=0, hint=hint)
