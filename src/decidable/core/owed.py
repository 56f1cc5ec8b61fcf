"""What a machine owes its contracts: the cells that must be decided in one way, and are decided in another.

Owns: comparing required cells with the compiled ones. Never: decides a cell; a contract requires, and the machine writes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from decidable.core import definition as d
from decidable.core.effect_words import in_words
from decidable.core.problem import Problem
from decidable.core.records import Verdict
from decidable.core.scope import SYNTHESISED, Scope, selected
from decidable.core.shared import place_of
from decidable.core.table import Cell, Option, Rank, StateInfo

_VERDICTS: Mapping[type, Verdict] = {
    d.Move: Verdict.MOVE,
    d.Back: Verdict.MOVE,
    d.Stay: Verdict.STAY,
    d.Defer: Verdict.DEFER,
    d.Reject: Verdict.REJECT,
    d.Ignore: Verdict.IGNORE,
}


def owed(
    contracts: Iterable[d.Contract],
    scope: Scope,
    states: Mapping[str, StateInfo],
    rows: Mapping[str, Mapping[str, Cell]],
) -> Iterator[Problem]:
    """Every required cell that is decided otherwise, at its line in the contract."""
    for contract in contracts:
        for required in contract.required:
            for name, info in states.items():
                if required.name not in ("", name, *info.parents):
                    continue
                for found in (*_entering(required, info), *_cells(required, rows[name], scope)):
                    yield found._replace(file=contract.file, state=name)


def _entering(required: d.State, info: StateInfo) -> Iterator[Problem]:
    missing = [effect for effect in required.enter if effect not in info.enter]
    if missing:
        message = f"entering {info.state.name} must `{in_words(missing)}`, and does not"
        hint = f"write it after the `enter:` of {info.state.name}"
        yield Problem("owed", message, hint, required.at, token=required.name)


def _cells(required: d.State, row: Mapping[str, Cell], scope: Scope) -> Iterator[Problem]:
    for line in required.lines:
        names = [event.name for event in selected(line.selector, scope)]
        if isinstance(line.selector, d.Named) and SYNTHESISED in line.selector.events:
            names.append(SYNTHESISED)
        for name in names:
            if name in row:
                yield from _cell(line, row[name], scope)


def _cell(line: d.Line, cell: Cell, scope: Scope) -> Iterator[Problem]:
    """What is undecided is a finding already."""
    for option in cell.options:
        if not option.reached or option.verdict is None:
            continue
        wrong = _wrong(line, cell, option, scope)
        if wrong:
            by = place_of(option.line) or f"a line of {option.source}"
            message = f"{cell.state} x {cell.event}: {wrong}, and {by} decides it otherwise"
            hint = line.reason or "the contract requires it"
            yield Problem("owed", message, hint, line.at, event=cell.event)
            return


def _wrong(line: d.Line, cell: Cell, option: Option, scope: Scope) -> str:
    """What the contract requires that this line does not do; nothing where it does all of it."""
    if option.rank is Rank.DEFAULT:
        return "must be decided by name, not by `*`"
    wanted = _VERDICTS.get(type(line.outcome))
    if isinstance(line.outcome, d.Move):
        target = scope.nesting.first(line.outcome.target)
        here = option.verdict is Verdict.STAY and target == cell.state
        if not here and (option.verdict is not Verdict.MOVE or option.target != target):
            return f"must move to {line.outcome.target}"
    elif isinstance(line.outcome, d.Back) and not isinstance(option.line.outcome, d.Back):
        return "must go back"
    elif wanted is not None and option.verdict is not wanted:
        return f"must {wanted.value}"
    missing = [effect for effect in line.effects if effect not in (*option.line.effects, *option.entering)]
    return f"must `{in_words(missing)}`" if missing else ""
