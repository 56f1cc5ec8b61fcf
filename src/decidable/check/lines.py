"""Lines that decide less than they seem to, lines that override, lines without a reason.

Owns: the findings about single lines of a table. Never: says that a group or `*` gives way to lines beside it, which is
what they are for; only that one decides nothing, or gives way to a line its author may not see from there.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from typing import NamedTuple, TypeAlias

from decidable.check.speech import line_name, listed, option_names
from decidable.core import definition as d
from decidable.core.problem import Problem, Severity
from decidable.core.records import Verdict
from decidable.core.shared import placed
from decidable.core.table import ANY_STATE, Cell, Option, Origin, Rank, Table
from decidable.core.validate_lines import SYNTHESISED


class Appearance(NamedTuple):
    """One line as it could speak in one cell."""

    cell: Cell
    option: Option


Index: TypeAlias = "dict[tuple[str, int], list[Appearance]]"


def line_findings(table: Table) -> Iterator[Problem]:
    """Every finding about a single line, in the order of the definition."""
    index = _index(table)
    for source, line in lines(table.definition):
        if line.shared is not None:
            continue  # it is for other machines as well, and may be of no use to this one
        found = index.get((source, id(line)), [])
        judged = [each for each in found if is_judged(each.cell)]
        if not found:
            yield _idle(source, line, f"this line decides nothing: {_no_column(line, source, table)}")
        elif isinstance(line.selector, d.AfterStrikes) and not any(counts_strikes(table, a.cell.state) for a in found):
            message = "this line decides nothing: no line here counts a strike"
            yield _idle(source, line, message, "write `reject strike`")
        elif len(judged) == len(found):
            yield from _shadows(source, line, judged, shared=source not in table.states)
        if not line.reason:
            yield _no_reason(source, line)
    yield from _overrides(table)


def is_judged(cell: Cell) -> bool:
    """Whether it is known which lines of a cell decide: a cell with too many combinations was given up."""
    return cell.origin is not Origin.PARTIAL or any(option.reached for option in cell.options)


def instead_of(cell: Cell, option: Option) -> str:
    """Why a line never decides a cell: `line 24 does`."""
    stronger = [other for other in cell.options if other.reached and other.strength < option.strength]
    if stronger:
        names = option_names(stronger)
        return f"{names} {'do' if len(stronger) > 1 else 'does'}"
    if option.line.otherwise:
        beside = [other for other in cell.options if other.reached and other.strength == option.strength]
        return f"{option_names(beside)} leave nothing over" if beside else "nothing is left over"
    return "its guard never holds there"


def lines(definition: d.Definition) -> Iterator[tuple[str, d.Line]]:
    """Every line, with the state it is written in, or `any state`, or where it is included from."""
    places = [(ANY_STATE, definition.any_state), *((state.name, state.lines) for state in definition.states)]
    for source, written in places:
        yield from ((source if line.shared is None else str(line.shared), line) for line in written)


def _index(table: Table) -> Index:
    """Every line with the cells it could speak in. By identity: two equal lines are two lines."""
    index: Index = defaultdict(list)
    for row in table.rows.values():
        for cell in row.values():
            for option in cell.options:
                index[option.source, id(option.line)].append(Appearance(cell, option))
    return index


def _no_column(line: d.Line, source: str, table: Table) -> str:
    match line.selector:
        case d.AfterStrikes(count):
            return f"fewer than {count} strikes are answered already"
        case d.Named(events) if SYNTHESISED in events:
            nowhere = "no state starts a tool" if source == ANY_STATE else f"no tool is started in {source}"
            return f"{nowhere}, so none can be blocked"
        case d.Group(name):
            return f"no event of the machine belongs to @{name}"
        case _:
            return "no event of the machine comes to it"


def counts_strikes(table: Table, state: str) -> bool:
    """Whether a line that can decide in a state counts a strike; only there can there be enough of them."""
    return any(
        option.reached and option.verdict is Verdict.REJECT and option.line.outcome == d.Reject(strike=True)
        for cell in table.rows[state].values()
        for option in cell.options
    )


def _shadows(source: str, line: d.Line, found: list[Appearance], *, shared: bool) -> Iterator[Problem]:
    """`shared`: the line holds in several states, those of a parent or all."""
    if not any(each.option.reached for each in found):
        yield _idle(source, line, _decides_nothing(source, found, shared=shared))
        return
    by_event: dict[str, list[Appearance]] = defaultdict(list)
    for each in found:
        by_event[each.cell.event].append(each)
    for event, appearances in by_event.items():
        if any(each.option.reached for each in appearances):
            continue
        if isinstance(line.selector, d.Named):
            yield _idle(source, line, _does_not_decide(source, event, *appearances[0], shared=shared), token=event)
            continue
        unseen = [each for each in appearances if _gives_way_unseen(*each)]
        if isinstance(line.selector, d.Group) and source != ANY_STATE and unseen:
            cell, option = unseen[0]
            hint = f"name {event} in {source}, or write `@{line.selector.name} only` to decide it here all the same"
            message = f"this line does not decide {event} in {source}: {instead_of(cell, option)}"
            token = f"@{line.selector.name}"
            yield Problem("shadowed", message, hint, line.at, 0, token, Severity.WARNING, source, event)


def _gives_way_unseen(cell: Cell, option: Option) -> bool:
    """Whether only lines from farther away stand before this group; one beside it would show that its author knows."""
    stronger = [other for other in cell.options if other.strength < option.strength]
    return all(other.rank is Rank.INHERITED and other.depth > option.depth for other in stronger)


def _does_not_decide(source: str, event: str, cell: Cell, option: Option, *, shared: bool) -> str:
    if shared:
        nowhere = "no state" if source == ANY_STATE else f"no child of {source}"
        return f"this line decides {event} in {nowhere}: in {cell.state} {instead_of(cell, option)}"
    return f"this line does not decide {event} in {source}: {instead_of(cell, option)}"


def _decides_nothing(source: str, found: list[Appearance], *, shared: bool) -> str:
    cell, option = found[0]
    events = list(dict.fromkeys(each.cell.event for each in found))
    if len(events) == 1:
        return _does_not_decide(source, events[0], cell, option, shared=shared)
    example = f"{cell.event} in {cell.state}, for one: {instead_of(cell, option)}"
    return f"this line decides none of {listed(events, 4)}; {example}"


def _idle(source: str, line: d.Line, message: str, hint: str = "", token: str = "") -> Problem:
    hint = hint or "remove it, or make it say what was meant"
    return Problem("idle-line", message, hint, line.at, 0, token, Severity.WARNING, source, token or _first(line))


def _first(line: d.Line) -> str:
    """The event a line names first, if it names any."""
    return line.selector.events[0] if isinstance(line.selector, d.Named) else ""


def _no_reason(source: str, line: d.Line) -> Problem:
    subject = "this line" if line.at else line_name(line, source)
    hint = "write ` : ` and why; it is kept in every record of the decision"
    message = f"{subject} gives no reason"
    return Problem("no-reason", message, hint, line.at, 0, "", Severity.WARNING, source, _first(line))


def _overrides(table: Table) -> Iterator[Problem]:
    """Events that a state decides though a parent of it, or any state, names them: allowed, and listed. What a parent
    overrides is listed once for all of its children."""
    for row in table.rows.values():
        for event, cell in row.items():
            nearest = next((o for o in cell.options if o.rank <= Rank.INHERITED and o.reached), None)
            if nearest is None:
                continue
            hidden = [o for o in cell.options if o.rank is Rank.INHERITED and not o.reached and o.depth > nearest.depth]
            if hidden:
                places = listed(list(dict.fromkeys(each.source for each in hidden if each.line.shared is None)))
                message = f"{event} in {nearest.source} overrides {option_names(hidden)}{places and f' of {places}'}"
                at, source = nearest.line.at, nearest.source
                found = Problem("override", message, "", at, 0, event, Severity.NOTE, source, event)
                yield from placed([found], nearest.line)
