"""From a definition to its table: which lines apply to a cell, in which order, and whether they decide it.

Owns: the ranks, self-moves that count as stay, the columns a state synthesises. Never: runs anything.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import assert_never

from decidable.core import definition as d
from decidable.core.canonical import digest
from decidable.core.cells import decide_cell
from decidable.core.conditions import predicate
from decidable.core.fingerprint import behaviour
from decidable.core.guard import Approved, atoms
from decidable.core.problem import Problem, Severity
from decidable.core.records import Verdict
from decidable.core.scope import GROUPS, SYNTHESISED, Scope
from decidable.core.table import Cell, EventInfo, Option, Origin, Rank, StateInfo, Table, ToolInfo
from decidable.core.validate import validate
from decidable.errors import MachineError

ANY_STATE = "any state"
_STAR = frozenset(d.Kind) - {d.Kind.EVIDENCE, d.Kind.SIGNAL}
"""What a `*` may decide."""
_UNITS = ((86_400_000, "d"), (3_600_000, "h"), (60_000, "m"), (1_000, "s"), (1, "ms"))


def duration_text(ms: int) -> str:
    """Milliseconds as the text writes them: `30m`, `2h`, `1500ms`."""
    size, unit = next((size, unit) for size, unit in _UNITS if ms % size == 0 and (ms or size == 1))
    return f"{ms // size}{unit}"


def timer_event(ms: int) -> str:
    """The name of a timer's event: `after 30m`."""
    return f"after {duration_text(ms)}"


def strikes_event(count: int) -> str:
    """The name of the event of so many strikes in a row: `after 3 strikes`."""
    return f"after {count} strike{'s' if count > 1 else ''}"


def compile_table(definition: d.Definition) -> Table:
    """Compile a definition. Raises MachineError when it makes no sense (unknown names, wrong types).

    Undecided, partial and conflicting cells do not raise: they are in `problems`, and the table is not `fit`.
    """
    wrong = tuple(p for p in validate(definition) if p.severity is Severity.ERROR)
    if wrong:
        raise MachineError(wrong)
    scope = Scope.of(definition)
    events = {event.name: _event_info(event, scope) for event in definition.events}
    compiler = _Compiler(definition, scope, events)
    rows: dict[str, dict[str, Cell]] = {}
    states: dict[str, StateInfo] = {}
    for state in definition.states:
        timers = compiler.timers(state)
        strikes = compiler.strikes(state)
        states[state.name] = StateInfo(state, timers, strikes, may_block=False)
        final = state.role is d.Role.FINAL
        columns = [] if final else [*events, *(name for name, _ in timers), *([strikes[0]] if strikes else [])]
        rows[state.name] = compiler.cells(state, columns)
    _add_blocked(compiler, rows, states)
    return Table(
        definition=definition,
        fingerprint=behaviour(definition),
        facts=scope.facts,
        initial={fact.name: fact.initial for fact in definition.facts if fact.initial is not None},
        events=events,
        tools={tool.name: _tool_info(tool, events) for tool in definition.tools},
        states=states,
        start=compiler.start,
        rows=rows,
        problems=tuple(sorted(compiler.problems, key=lambda problem: problem.line)),
        no=next((event.name for event in reversed(definition.events) if event.kind is d.Kind.ANSWER), ""),
    )


def _event_info(event: d.Event, scope: Scope) -> EventInfo:
    return EventInfo(
        event.name,
        event.kind,
        {field.name: scope.field_type(field) for field in event.fields},
        frozenset(field.name for field in event.fields if not field.optional),
        tuple(field.name for field in event.fields if field.name in scope.facts),
        event.kind.value,
    )


def _tool_info(tool: d.Tool, events: Mapping[str, EventInfo]) -> ToolInfo:
    noes = [
        name
        for name in tool.gives
        if tool.write and events[name].kind is not d.Kind.EVIDENCE and not events[name].required
    ]
    requires = None if tool.requires is None else predicate(tool.requires, ())
    return ToolInfo(tool, requires, noes[0] if noes else "", digest(tool))


def _add_blocked(compiler: _Compiler, rows: dict[str, dict[str, Cell]], states: dict[str, StateInfo]) -> None:
    """Give every state whose tools may be blocked that column; deciding it may itself start tools elsewhere."""
    waiting = True
    while waiting:
        waiting = False
        starting = _starting(rows, compiler.definition)
        for name in starting - {name for name, row in rows.items() if SYNTHESISED in row}:
            rows[name] |= compiler.cells(states[name].state, [SYNTHESISED])
            states[name] = states[name]._replace(may_block=True)
            waiting = True


def _starting(rows: Mapping[str, Mapping[str, Cell]], definition: d.Definition) -> set[str]:
    """The states that start tools or propose to: on entry, by a line they stay on, or by a line that moves into them."""
    found = {state.name for state in definition.states if _starts(state.enter)}
    may_be_interrupted = {state.name for state in definition.states if state.role in (d.Role.PLAIN, d.Role.START)}
    for state, row in rows.items():
        for cell in row.values():
            for option in cell.options:
                if option.verdict not in (Verdict.MOVE, Verdict.STAY) or not _starts(option.line.effects):
                    continue
                found.add(option.target or state)
                if isinstance(option.line.outcome, d.Back):
                    found |= may_be_interrupted
    return found


def _starts(effects: Iterable[d.Effect]) -> bool:
    return any(isinstance(effect, d.Call | d.Propose | d.Perform) for effect in effects)


class _Compiler:
    """Builds cells, collecting what makes the machine unfit."""

    def __init__(self, definition: d.Definition, scope: Scope, events: Mapping[str, EventInfo]) -> None:
        self.definition = definition
        self.scope = scope
        self.events = events
        self.problems: list[Problem] = []
        self.start = next(state.name for state in definition.states if state.role is d.Role.START)
        self._always = always_known(definition, scope)
        self._inherited = self._by_event(definition.any_state, inherited=True)

    def timers(self, state: d.State) -> tuple[tuple[str, int], ...]:
        """The deadlines armed on entering a state."""
        if state.role is d.Role.FINAL:
            return ()
        waits = [line.selector.ms for line in self._lines(state) if isinstance(line.selector, d.After)]
        return tuple((timer_event(ms), ms) for ms in sorted(set(waits)))

    def strikes(self, state: d.State) -> tuple[str, int] | None:
        """The strikes after which a state has a say: its own number before that of any state, of several the smallest."""
        if state.role is d.Role.FINAL:
            return None
        for lines in (state.lines, self.definition.any_state):
            counts = [line.selector.count for line in lines if isinstance(line.selector, d.AfterStrikes)]
            if counts:
                return strikes_event(min(counts)), min(counts)
        return None

    def _lines(self, state: d.State) -> tuple[d.Line, ...]:
        return (*state.lines, *self.definition.any_state)

    def cells(self, state: d.State, events: Iterable[str]) -> dict[str, Cell]:
        """Decide the cells of a state for some events."""
        own = self._by_event(state.lines, inherited=False)
        return {event: self._cell(state, event, own.get(event, ())) for event in events}

    def _cell(self, state: d.State, event: str, own: Iterable[tuple[d.Line, Rank]]) -> Cell:
        info = self.events.get(event)
        own_fields: Iterable[str] = info.types if info else ("tool", "why")
        fields = frozenset(name for name in own_fields if name not in self.scope.facts)
        options = [self._option(line, rank, state, state.name, fields) for line, rank in own]
        inherited = self._inherited.get(event, ())
        options += [self._option(line, rank, state, ANY_STATE, fields) for line, rank in inherited]
        if len(options) > 1:
            options.sort(key=lambda option: (option.rank, option.source == ANY_STATE, option.line.otherwise))
        cell, problems = decide_cell(state, event, tuple(options), info, self.scope, self._always)
        self.problems += problems
        return cell._replace(plain=self._is_plain(cell, info))

    def _by_event(self, lines: Iterable[d.Line], *, inherited: bool) -> dict[str, list[tuple[d.Line, Rank]]]:
        """Which lines speak of an event, and how specifically."""
        found: dict[str, list[tuple[d.Line, Rank]]] = {}
        named = Rank.INHERITED if inherited else Rank.NAMED
        for line in lines:
            rank = named
            match line.selector:
                case d.Named(names):
                    events: Iterable[str] = dict.fromkeys(names)
                case d.After(ms):
                    events = (timer_event(ms),)
                case d.AfterStrikes(count):
                    events = (strikes_event(count),)
                case d.Group(name, only):
                    events = self._of_kinds(GROUPS[name])
                    rank = Rank.INHERITED_GROUP if inherited else Rank.ONLY if only else Rank.GROUP
                case d.Star():
                    events = (*self._of_kinds(_STAR), SYNTHESISED)
                    rank = Rank.DEFAULT
                case _:
                    assert_never(line.selector)
            for event in events:
                found.setdefault(event, []).append((line, rank))
        return found

    def _of_kinds(self, kinds: Collection[d.Kind]) -> list[str]:
        return [name for name, info in self.events.items() if info.kind in kinds]

    def _option(self, line: d.Line, rank: Rank, state: d.State, source: str, fields: frozenset[str]) -> Option:
        verdict, target = _verdict(line.outcome)
        restarts = isinstance(line.outcome, d.Move) and line.outcome.restart
        if isinstance(line.outcome, d.Back):
            restarts = state.role is d.Role.INTERRUPTION
            target = target or self.start  # where nothing was interrupted
        if target == state.name and not restarts:
            verdict, target = Verdict.STAY, ""
        return Option(
            line=line,
            rank=rank,
            test=None if line.guard is None else predicate(line.guard, fields),
            verdict=verdict,
            target=target,
            reached=False,
            source=source,
            uses_approval=line.guard is not None and Approved() in atoms(line.guard),
        )

    def _is_plain(self, cell: Cell, info: EventInfo | None) -> bool:
        if not cell.options or info is None or info.types or cell.origin is Origin.CONFLICT:
            return False
        only = cell.options[0]
        if only.test is not None or only.line.effects or only.verdict not in (Verdict.MOVE, Verdict.STAY):
            return False
        if only.verdict is Verdict.STAY:
            return True
        target = self.scope.states.get(only.target)
        return (
            target is not None
            and isinstance(only.line.outcome, d.Move)
            and target.role in (d.Role.PLAIN, d.Role.START)
            and not target.enter
            and not self.timers(target)
        )


def _verdict(outcome: d.Outcome) -> tuple[Verdict | None, str]:
    match outcome:
        case d.Move(target):
            return Verdict.MOVE, target
        case d.Back(otherwise):
            return Verdict.MOVE, otherwise
        case d.Stay():
            return Verdict.STAY, ""
        case d.Defer():
            return Verdict.DEFER, ""
        case d.Reject():
            return Verdict.REJECT, ""
        case d.Ignore():
            return Verdict.IGNORE, ""
        case d.Undecided():
            return None, ""
        case _:
            assert_never(outcome)


def always_known(definition: d.Definition, scope: Scope) -> frozenset[str]:
    """The facts that can never be unknown: they start known, and nothing forgets or invalidates them."""
    lost: set[str] = set()
    lines = [*definition.any_state, *(line for state in definition.states for line in state.lines)]
    effects = [effect for line in lines for effect in line.effects]
    effects += [effect for state in definition.states for effect in state.enter]
    for effect in effects:
        if isinstance(effect, d.Forget):
            lost.update(effect.facts)
        elif isinstance(effect, d.ForgetAllBut):
            lost.update(name for name in scope.facts if name not in effect.facts)
    for tool in definition.tools:
        if not tool.write and tool.args:
            lost.update(field.name for name in tool.gives for field in scope.events[name].fields)
    return frozenset(fact.name for fact in definition.facts if fact.initial is not None and fact.name not in lost)
