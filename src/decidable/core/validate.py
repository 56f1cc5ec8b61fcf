"""Whether a definition makes sense, before it is compiled: names, kinds, types, the shape of states.

Owns: every error that is about one declaration or one state. Lines are judged in `validate_lines`.
Never: stops at the first problem; an author sees all of them at once.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from typing import TypeVar

from decidable.core import definition as d
from decidable.core.guard import Literal, literal_text, names
from decidable.core.problem import Problem, did_you_mean
from decidable.core.scope import Scope, resolve
from decidable.core.shared import placed
from decidable.core.validate_contracts import contract_problems
from decidable.core.validate_lines import guard_problems, line_problems
from decidable.core.validate_nesting import nesting_problems
from decidable.core.values import Bool, Choices, MoneyType, Range, Text, Type, fits

T = TypeVar("T")
RESERVED = {
    "strikes": "strikes are built in",
    "approved": "`approved` asks for an approval",
    "busy": "`busy` asks for an unsettled write",
    "back": "`back` returns from an interruption",
    "blocked": "`blocked` is the synthesised event of a refused tool",
}
_WAITING = {d.Kind.TIMER, d.Kind.BLOCKED}


def validate(definition: d.Definition) -> tuple[Problem, ...]:
    """Every problem of a definition that is about names, kinds, types or shape, in file order."""
    scope = Scope.of(definition)
    found = [
        *_declarations(definition),
        *_fact_problems(definition),
        *_event_problems(definition, scope),
        *_tool_problems(definition, scope),
        *nesting_problems(definition, scope),
        *contract_problems(definition, scope),
        *_state_problems(definition, scope),
    ]
    for line in definition.any_state:
        found += placed(line_problems(line, None, scope), line)
    for state in definition.states:
        for line in state.lines:
            found += placed(line_problems(line, state, scope), line)
    return tuple(sorted(found, key=lambda problem: problem.line))


def _declarations(definition: d.Definition) -> Iterator[Problem]:
    yield from _twice("fact", definition.facts, lambda fact: (fact.name, fact.at))
    yield from _twice("event", definition.events, lambda event: (event.name, event.at))
    yield from _twice("tool", definition.tools, lambda tool: (tool.name, tool.at))
    yield from _twice("state", definition.states, lambda state: (state.name, state.at))


def _twice(what: str, declared: Sequence[T], place: Callable[[T], tuple[str, int]]) -> Iterator[Problem]:
    first: dict[str, int] = {}
    for one in declared:
        name, at = place(one)
        if name in first:
            where = f" (first in line {first[name]})" if first[name] else ""
            hint = "rename one, or join the two"
            yield Problem("duplicate", f"{what} '{name}' is declared twice{where}", hint, at, token=name)
        elif name in RESERVED:
            yield Problem("reserved", f"{what} '{name}': {RESERVED[name]}", "choose another name", at, token=name)
        first.setdefault(name, at)


def _fact_problems(definition: d.Definition) -> Iterator[Problem]:
    facts = {fact.name for fact in definition.facts}
    for fact in definition.facts:
        if fact.initial is not None and not _is_literal_of(fact.initial, fact.type):
            message = f"fact '{fact.name}' starts as {literal_text(fact.initial)}, which is not {fact.type}"
            yield Problem("type", message, "give a value of its type", fact.at, token=fact.name)
        yield from _type_problems(fact.name, fact.type, facts, fact.at)
    for event in definition.events:
        for field in event.fields:
            if field.type is not None and field.name not in facts:
                yield from _type_problems(field.name, field.type, facts, event.at)


def _type_problems(name: str, type_: Type, facts: Collection[str], at: int) -> Iterator[Problem]:
    if isinstance(type_, Range) and type_.low > type_.high:
        yield Problem("type", f"'{name}' has an empty range {type_}", "put the smaller number first", at, token=name)
    if isinstance(type_, Choices):
        for value in type_.values:
            if value in facts:
                message = f"'{value}' is a fact and a value of '{name}'"
                yield Problem("ambiguous", message, "a guard could not tell them apart; rename one", at)


def _is_literal_of(value: Literal, type_: Type) -> bool:
    return isinstance(type_, Text | Bool | Range | MoneyType | Choices) and fits(value, type_)


def _event_problems(definition: d.Definition, scope: Scope) -> Iterator[Problem]:
    answers = [event for event in definition.events if event.kind is d.Kind.ANSWER]
    if answers and len(answers) != 2:
        message = f"{len(answers)} answer event(s): an open question has two, the yes first, then the no"
        yield Problem("answers", message, "declare `answer yes, no`", answers[-1].at, token=answers[-1].name)
    evidence = scope.established_by(d.Kind.EVIDENCE)
    for event in definition.events:
        if event.kind in _WAITING:
            yield Problem("kind", f"'{event.name}': {event.kind.value} events are synthesised", "", event.at)
        for field in event.fields:
            fact = scope.facts.get(field.name)
            if fact is None:
                continue
            if field.type is not None and field.type != fact.type:
                message = f"field '{field.name}' of '{event.name}' is {field.type}, the fact is {fact.type}"
                yield Problem("type", message, "one name, one type", event.at, token=field.name)
            from_message = event.kind in (d.Kind.USER, d.Kind.ANSWER, d.Kind.CHOICE)
            if from_message and (fact.authority or field.name in evidence):
                why = "it is marked as authority" if fact.authority else "evidence establishes it"
                message = f"'{event.name}' would let a message set '{field.name}', and {why}"
                yield Problem("claim", message, "give the field another name", event.at, token=field.name)


def _tool_problems(definition: d.Definition, scope: Scope) -> Iterator[Problem]:
    tools = [tool.name for tool in definition.tools]
    for tool in definition.tools:
        expected = d.Kind.RESULT, d.Kind.EVIDENCE
        for name in (*tool.gives, tool.no_answer):
            event = scope.events.get(name)
            if tool.shown and name == tool.no_answer and event is None:
                continue
            if event is None:
                hint = did_you_mean(name, scope.events) or "declare it as a result or as evidence"
                message = f"tool '{tool.name}' may end in '{name}', which is not an event"
                yield Problem("outcome-without-event", message, hint, tool.at, token=name)
            elif event.kind not in expected:
                message = f"'{name}' is a {event.kind.value} event; a tool gives results and evidence"
                yield Problem("kind", message, "change its kind, or the tool", tool.at, token=name)
        if not tool.gives and not tool.shown:
            message = f"tool '{tool.name}' has no outcome"
            yield Problem("outcome-without-event", message, "write `gives EVENT`", tool.at, token=tool.name)
        if tool.lookup is d.Lookup.TOOL and scope.looks_declared and tool.lookup_with not in tools:
            hint = did_you_mean(tool.lookup_with, tools)
            message = f"'{tool.lookup_with}', with which '{tool.name}' is looked up, is not a tool"
            yield Problem("unknown-name", message, hint, tool.at, token=tool.lookup_with)
        for arg in tool.args:
            if arg != "key" and arg not in scope.facts:
                hint = did_you_mean(arg, scope.facts) or "an argument is filled from the fact of its name"
                message = f"argument '{arg}' of '{tool.name}' is not a fact"
                yield Problem("unknown-name", message, hint, tool.at, token=arg)
        yield from _trust_problems(tool)
        if tool.requires is not None:
            yield from guard_problems(tool.requires, resolve((), scope), scope, tool.at, atoms_of_event=False)


def _trust_problems(tool: d.Tool) -> Iterator[Problem]:
    """`trusts` speaks of what a write takes or requires."""
    taken = [*tool.args, *(() if tool.requires is None else names(tool.requires))]
    for name in tool.trusts:
        if not tool.write:
            message = f"'{tool.name}' is a read, so it needs nobody's authority"
            yield Problem("kind", message, "leave `trusts` out", tool.at, token=name)
        elif name not in taken:
            hint = did_you_mean(name, taken) or "it trusts its arguments, and the facts it requires"
            message = f"'{name}', which '{tool.name}' trusts, is nothing that it takes or requires"
            yield Problem("unknown-name", message, hint, tool.at, token=name)


def _state_problems(definition: d.Definition, scope: Scope) -> Iterator[Problem]:
    for state in definition.states:
        if (state.role is d.Role.FINAL) != (state.end is not None):
            message = f"state '{state.name}' is final without saying how it ends"
            yield Problem("final", message, "write (final: completed), say", state.at, token=state.name)
        if state.role is d.Role.FINAL and state.lines:
            message = f"'{state.name}' is final, so nothing is decided in it"
            yield Problem("final", message, "remove its lines, or its end", state.lines[0].at)
        for effect in state.enter:
            if isinstance(effect, d.Call | d.Perform | d.Propose) and state.role is d.Role.FINAL:
                message = f"'{state.name}' is final, so it can start nothing"
                yield Problem("final", message, "start it before the end", state.at, token=state.name)
        entered = d.Line(selector=d.Star(), outcome=d.Stay(), effects=state.enter, at=state.at)
        yield from line_problems(entered, state, scope)
