"""A plain table of Python, `{(state, event): target}`, as a machine in the making.

Owns: reading such a table, with all its mistakes at once. Never: fills a cell that the table does not have.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Final, NamedTuple

from decidable.core.definition import End, Kind
from decidable.core.problem import Problem, did_you_mean
from decidable.errors import MachineError
from decidable.text.builder import Builder
from decidable.text.names import NameOf, is_name, shown
from decidable.text.slugs import Slugs, say_renamed
from decidable.text.trouble import Problems

__all__ = ["from_table", "renamed"]

MOST_CELLS: Final = 50_000
_SYSTEM: Final = frozenset({"model_down", "model_back"})


class _Cell(NamedTuple):
    state: str
    event: str
    target: str


def from_table(
    table: Mapping[tuple[str, str], str],
    *,
    name: str = "",
    start: str = "",
    final: str | Iterable[str] | Mapping[str, End] = (),
    kinds: Mapping[str, Kind] | None = None,
) -> Builder:
    """A builder with the moves of a table `{(state, event): target}`; go on with it, or ask for its `definition()`.

    Cells that the table does not have are undecided. A target that is the state itself is a `stay`. Names in prose become
    names of the language, and the prose of an event becomes the reason of its lines. `start`: by default the state of the
    first cell. `final`: states in which a run ends, with how where that is not `completed`. `kinds`: of events that are
    not the user's.

    Raises MachineError with every mistake.
    """
    problems = Problems()
    cells = list(_cells(table, problems))
    _raise(problems)
    finals = (final,) if isinstance(final, str) else final
    ends = dict(finals) if isinstance(finals, Mapping) else dict.fromkeys(finals, End.COMPLETED)
    states, events = _names(cells)
    start = start or (states[0] if states else "")
    _look_up("start", [start] if states else [], states, problems)
    _look_up("final", ends, states, problems)
    _look_up("kinds", kinds or {}, events, problems)
    for cell in cells:
        if cell.state in ends:
            message = f"'{shown(cell.state)}' is final, and the table has a cell of it: '{shown(cell.event)}'"
            _add(problems, message, "a run that has ended takes no event; remove the cell, or let the state be no end")
    if start in ends:
        _add(problems, f"'{shown(start)}' is the start and an end", "a run ends in another state than it begins in")
    _raise(problems)
    return _built(cells, states, events, name, start, ends, kinds or {})


def renamed(table: Mapping[tuple[str, str], str]) -> tuple[Problem, ...]:
    """What is called otherwise in the builder of this table, because the language has that word for itself."""
    problems = Problems()
    states, events = _names(list(_cells(table, Problems())))
    for role, names in ((NameOf.STATE, states), (NameOf.EVENT, events)):
        slugs = _slugs(role, names)
        say_renamed(problems, role, {name: slugs[name] for name in names if is_name(name) and slugs[name] != name})
    return problems.listed()


def _names(cells: list[_Cell]) -> tuple[list[str], list[str]]:
    """The states and the events, in the order of the table."""
    states = dict.fromkeys(name for cell in cells for name in (cell.state, cell.target))
    return list(states), list(dict.fromkeys(cell.event for cell in cells))


def _slugs(role: NameOf, names: list[str]) -> Slugs:
    return Slugs(role, filter(is_name, names))


def _built(
    cells: list[_Cell],
    states: list[str],
    events: list[str],
    name: str,
    start: str,
    ends: Mapping[str, End],
    kinds: Mapping[str, Kind],
) -> Builder:
    builder = Builder(name)
    state_names, event_names = _slugs(NameOf.STATE, states), _slugs(NameOf.EVENT, events)
    for event in dict.fromkeys(event_names[event] for event in events):
        known = next((kinds[prose] for prose in kinds if event_names[prose] == event), Kind.USER)
        builder.event(event, Kind.SYSTEM if event in _SYSTEM else known)
    scopes = {state: builder.state(state_names[state], start=state == start, final=ends.get(state)) for state in states}
    for cell in cells:
        line = scopes[cell.state].on(event_names[cell.event])
        because = "" if event_names[cell.event] == cell.event else " ".join(cell.event.split())
        if cell.target == cell.state:
            line.stay(because=because)
        else:
            line.move(state_names[cell.target], because=because)
    return builder


def _cells(table: object, problems: Problems) -> Iterator[_Cell]:
    """The cells that are ones; what is none is reported. Any object may be asked about: a table comes from anywhere."""
    if not isinstance(table, Mapping):
        _add(problems, f"a table is a dict, not {_kind(table)}", _FORM)
        return
    if len(table) > MOST_CELLS:
        message = f"the table has {len(table):,} cells, and at most {MOST_CELLS:,} are read"
        problems.add("too-large", message, line=0, column=0, hint="make it several machines")
        return
    for key, target in table.items():
        match key, target:
            case (str(state), str(event)), str() if state.strip() and event.strip() and target.strip():
                yield _Cell(state, event, target)
            case (str(state), str(event)), _ if state.strip() and event.strip():
                _add(problems, f"({shown(repr(state))}, {shown(repr(event))}) leads to {_kind(target)}", _FORM)
            case _:
                _add(problems, f"{shown(repr(key))} is no cell", _FORM)


_FORM: Final = 'write {("state", "event"): "target"}, three names'


def _look_up(argument: str, asked: Iterable[str], known: list[str], problems: Problems) -> None:
    there = set(known)
    for word in asked:
        if word not in there:
            _add(
                problems,
                f"{argument}= names {shown(repr(word))}, which is not in the table",
                did_you_mean(word, known) if isinstance(word, str) else _FORM,
            )


def _kind(value: object) -> str:
    return f"{shown(repr(value))}, which is a {type(value).__name__}" if value is not None else "None"


def _add(problems: Problems, message: str, hint: str) -> None:
    problems.add("import-table", message, line=0, column=0, hint=hint)


def _raise(problems: Problems) -> None:
    if problems.listed():
        raise MachineError(problems.listed())
