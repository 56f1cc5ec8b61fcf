"""Whether a machine is one that its contracts speak of: the facts, events and states they expect, and fragments it includes.

Owns: those errors, each at its place in the contract. Never: looks at a cell; what has to be decided is judged in `owed`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from decidable.core import definition as d
from decidable.core.problem import Problem, did_you_mean
from decidable.core.scope import Scope


def contract_problems(definition: d.Definition, scope: Scope) -> Iterator[Problem]:
    """Every problem of a machine with what its contracts expect."""
    for contract in definition.contracts:
        for found in _expected(contract, scope):
            yield found._replace(file=contract.file)
    yield from _groups_of_several(definition)


def _expected(contract: d.Contract, scope: Scope) -> Iterator[Problem]:
    for fact in contract.facts:
        declared = scope.facts.get(fact.name)
        if declared is None:
            yield _missing("fact", fact.name, fact.at, scope.facts)
        elif declared.type != fact.type:
            message = f"the machine's fact '{fact.name}' is {declared.type}, the contract expects {fact.type}"
            yield Problem("owed", message, "one name, one type", fact.at, token=fact.name)
    for event in contract.events:
        yield from _event(event, scope)
    for group in contract.groups:
        for name in group.events:
            if name not in scope.events:
                yield _missing("event", name, group.at, scope.events)
    for state in contract.required:
        yield from _state(state, scope)


def _missing(what: str, name: str, at: int, known: Mapping[str, object]) -> Problem:
    hint = did_you_mean(name, known) or f"declare it in the machine, or the {what} is not for this contract"
    return Problem("owed", f"the machine has no {what} '{name}', which its contract expects", hint, at, token=name)


def _event(event: d.Event, scope: Scope) -> Iterator[Problem]:
    declared = scope.events.get(event.name)
    if declared is None:
        yield _missing("event", event.name, event.at, scope.events)
        return
    if declared.kind is not event.kind:
        message = (
            f"the machine's '{event.name}' is a {declared.kind.value} event, the contract expects {event.kind.value}"
        )
        yield Problem("owed", message, "change its kind, or give it another name", event.at, token=event.name)
    brought = {field.name: scope.field_type(field) for field in declared.fields}
    for field in event.fields:
        if brought.get(field.name) != scope.field_type(field):
            message = f"the machine's '{event.name}' does not bring '{field.name}' as the contract expects it"
            yield Problem("owed", message, f"add the field: {scope.field_type(field)}", event.at, token=field.name)


def _state(state: d.State, scope: Scope) -> Iterator[Problem]:
    if not state.name:
        return
    declared = scope.states.get(state.name)
    if declared is None:
        yield _missing("state", state.name, state.at, scope.states)
    elif state.role is not d.Role.PLAIN and declared.role is not state.role:
        message = f"the machine's state '{state.name}' is not marked ({state.role.value}), as its contract expects"
        yield Problem("owed", message, f"write `{state.name} ({state.role.value})`", state.at, token=state.name)


def _groups_of_several(definition: d.Definition) -> Iterator[Problem]:
    first: dict[str, str] = {}
    for contract in definition.contracts:
        for group in contract.groups:
            if group.name in first:
                message = f"the group '@{group.name}' is named by contract {first[group.name]} as well"
                found = Problem("duplicate", message, "rename one of the two", group.at, token=group.name)
                yield found._replace(file=contract.file)
            first.setdefault(group.name, contract.name)
