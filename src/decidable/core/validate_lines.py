"""Whether one line makes sense: its events, guard, outcome and effects.

Owns: the errors of lines. Never: compares lines with one another; whether two can hold together is the table's question.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from decidable.core import definition as d
from decidable.core import guard as g
from decidable.core.problem import Problem, did_you_mean
from decidable.core.scope import GROUPS, SYNTHESISED, Scope, resolve, selected
from decidable.core.validate_effects import effect_problems, targets
from decidable.core.validate_nesting import no_first
from decidable.core.values import Bool, Choices, Data, ListOf, MoneyType, Range, Text, Type, fits


def line_problems(line: d.Line, state: d.State | None, scope: Scope) -> Iterator[Problem]:
    """Everything wrong with one line. `state` None: a line of any state."""
    yield from _selector_problems(line, scope)
    events = selected(line.selector, scope)
    types = resolve(events, scope)
    if isinstance(line.selector, d.Named) and SYNTHESISED in line.selector.events:
        types = {**types, "tool": Text(), "why": Text()} if line.selector.events == (SYNTHESISED,) else types
    if line.guard is not None:
        yield from guard_problems(line.guard, types, scope, line.at)
        if line.otherwise:
            yield Problem("else", "a line has a guard or `else`, not both", "remove one", line.at)
    yield from _outcome_problems(line, state, scope)
    for effect in line.effects:
        yield from effect_problems(effect, line, events, scope)


def _selector_problems(line: d.Line, scope: Scope) -> Iterator[Problem]:
    match line.selector:
        case d.Named(names):
            owed = scope.expected if line.shared is not None else frozenset()
            for name in names:
                if name not in scope.events and name != SYNTHESISED and name not in owed:
                    hint = did_you_mean(name, [*scope.events, SYNTHESISED]) or "declare it under `events`"
                    yield Problem("unknown-name", f"'{name}' is not an event", hint, line.at, token=name)
        case d.Group(name) if name == "exit":
            yield Problem("not-yet", "`@exit` belongs to turn, loop and child runs", "", line.at, token=name)
        case d.Group(name) if name not in GROUPS and name not in scope.groups and not scope.unread:
            groups = [*GROUPS, *scope.groups]
            hint = did_you_mean(name, groups) or f"the groups are {', '.join('@' + known for known in groups)}"
            yield Problem("unknown-name", f"'@{name}' is not a group", hint, line.at, token=name)
        case d.After(ms) if ms <= 0:
            yield Problem("timer", "a timer needs a time to wait", "write `after 30m`, say", line.at)
        case d.AfterStrikes(count) if count <= 0:
            yield Problem("timer", "`after 0 strikes` would always hold", "count at least one", line.at)
        case _:
            pass


def guard_problems(
    guard: g.Guard, types: Mapping[str, Type], scope: Scope, at: int, *, atoms_of_event: bool = True
) -> Iterator[Problem]:
    """Names and types of a guard. `atoms_of_event` False: `approved` has no meaning here."""
    for atom in g.atoms(guard):
        if isinstance(atom, g.Approved | g.Busy):
            if isinstance(atom, g.Approved) and not atoms_of_event:
                yield Problem("guard", "`approved` is asked of an event", "use `needs approval`", at, token="approved")
            continue
        for name in g.names(atom):
            if name not in types:
                hint = did_you_mean(name, types) or "guards read facts and the fields of the line's own events"
                yield Problem("unknown-name", f"'{name}' is neither a fact nor a field here", hint, at, token=name)
                break
        else:
            problem = _mistyped(atom, types)
            if problem:
                yield Problem("type", f"`{atom}`: {problem}", _ways(types[atom.name]), at, token=atom.name)


def _mistyped(atom: g.Holds | g.IsKnown | g.Is | g.Same | g.OneOf | g.Compare, types: Mapping[str, Type]) -> str:
    type_ = types[atom.name]
    if isinstance(type_, Data | ListOf) and not isinstance(atom, g.IsKnown):
        return f"{atom.name} is {type_}, which a guard cannot look into"
    match atom:
        case g.Holds() if not isinstance(type_, Bool):
            return f"{atom.name} is {type_}, not yes or no"
        case g.Compare(_, _, bound) if isinstance(type_, MoneyType):
            return "" if not isinstance(bound, int) or bound == 0 else "money is compared with money, or with 0"
        case g.Compare(_, _, bound):
            return "" if isinstance(type_, Range) and isinstance(bound, int) else f"{atom.name} is {type_}"
        case g.Is(_, value) if not fits(value, type_):
            return f"{g.literal_text(value)} is not {type_}"
        case g.OneOf(_, values) if not all(fits(value, type_) for value in values):
            return f"not all of these are {type_}"
        case g.Same(_, other) if types[other] != type_:
            return f"{other} is {types[other]}, {atom.name} is {type_}"
        case _:
            return ""


def _ways(type_: Type) -> str:
    match type_:
        case Bool():
            return "write `f` or `not f`"
        case Range() | MoneyType():
            return "compare it: `f < 3`, `f known`"
        case Choices(values):
            return f"its values are {', '.join(values)}"
        case _:
            return 'write `f known`, `f is other_fact` or `f is "text"`'


def _outcome_problems(line: d.Line, state: d.State | None, scope: Scope) -> Iterator[Problem]:
    for target in targets(line.outcome):
        if target not in scope.states:
            hint = did_you_mean(target, scope.states) or "write a state of that name"
            yield Problem("unknown-name", f"'{target}' is not a state", hint, line.at, token=target)
        elif not scope.nesting.first(target):
            yield no_first(target, scope, line.at)
    match line.outcome:
        case d.Move(target, False) if state is not None and _is_itself(target, state, scope):
            yield _self_move(target, state, scope, line.at)
        case d.Reject(strike=True) if not any(e.kind in GROUPS["user"] for e in selected(line.selector, scope)):
            yield Problem("strike", "only a user's events are strikes", "remove `strike`", line.at, token="strike")
        case d.Back() if state is not None and scope.nesting.role(state.name) is not d.Role.INTERRUPTION:
            message = f"`-> back` in '{state.name}', which is no interruption"
            yield Problem("back", message, "mark the state (interruption), or name the target", line.at, token="back")
        case _:
            pass
    yield from _evidence_problems(line, scope)


def _is_itself(target: str, state: d.State, scope: Scope) -> bool:
    """Whether a line of a state that moves there would lead to where it is."""
    return target == state.name or (target in scope.states and scope.nesting.first(target) == state.name)


def _self_move(target: str, state: d.State, scope: Scope, at: int) -> Problem:
    if state.name in scope.nesting.children:
        first = scope.nesting.first(target)
        message = f"`-> {target}` in '{target}' itself: enter it again, or only its first child?"
        hint = f"write `-> {target} restart`, or `-> {first}`" if first else f"write `-> {target} restart`"
        return Problem("self-move", message, hint, at, token=target)
    message = f"`-> {target}` in '{state.name}' itself: enter it again, or stay?"
    return Problem("self-move", message, f"write `-> {target} restart`, or `stay`", at, token=target)


def _evidence_problems(line: d.Line, scope: Scope) -> Iterator[Problem]:
    for event in selected(line.selector, scope):
        establishes = any(field.name in scope.facts for field in event.fields)
        if event.kind is not d.Kind.EVIDENCE:
            continue
        by_name = isinstance(line.selector, d.Named)
        if isinstance(line.outcome, d.Reject | d.Ignore):
            message = f"'{event.name}' is evidence: it happened, whatever this state expected"
            yield Problem("evidence-lost", message, "move, stay, or defer it by name", line.at, token=event.name)
        elif isinstance(line.outcome, d.Defer) and (establishes or not by_name):
            message = f"'{event.name}' is evidence and is deferred" + (
                ", though it establishes facts" if by_name else ""
            )
            yield Problem("evidence-lost", message, "take it now: move or stay", line.at, token=event.name)


__all__ = ["SYNTHESISED", "Scope", "guard_problems", "line_problems", "selected"]
