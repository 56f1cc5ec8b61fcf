"""Where a tool's function disagrees with the facts it is called with, the outcomes it should list, or the dependencies.

Owns: the comparison of signatures with the machine. Never: repeats what `core.validate` finds in their declarations.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from inspect import Parameter
from typing import Any

from decidable.bind.declared import AnyTool
from decidable.bind.names import source_place
from decidable.bind.signature import Signature
from decidable.bind.types import core_type, inexact
from decidable.core import definition as d
from decidable.core.problem import Problem, Severity, did_you_mean
from decidable.core.values import Choices, Range, Text, Type

_PACKED = (Parameter.VAR_POSITIONAL, Parameter.VAR_KEYWORD, Parameter.POSITIONAL_ONLY)


def tool_problems(definition: d.Definition, tools: Sequence[AnyTool], facts: type, deps: object) -> Iterator[Problem]:
    """Every disagreement, errors and warnings. Raises MachineError for a tool whose annotations cannot be read."""
    types = {fact.name: fact.type for fact in definition.facts}
    for each in tools:
        signature, look = each.signature, each.look_signature
        yield from _parameters(each, signature, types, facts)
        yield from _context(f"tool '{each.name}' ({each.place})", signature, deps)
        yield from _outcomes(each, signature)
        yield from _no_event_for_no(each, definition)
        if look is not None:
            yield from _look_up(each, look, deps)


def _parameters(each: AnyTool, signature: Signature, types: Mapping[str, Type], facts: type) -> Iterator[Problem]:
    hint = f"annotate it as {facts.__name__} does"
    for name, parameter in signature.arguments.items():
        what = f"argument '{name}' of tool '{each.name}' ({each.place})"
        if parameter.kind in _PACKED:
            yield Problem("type", f"{what} cannot be filled by name", "write plain arguments, one for each fact")
        elif name == "key":
            yield Problem("unfit-name", f"{what} is never filled", "the idempotency key is ctx.key")
        elif parameter.default is not Parameter.empty:
            message = f"{what} has a default, which is never used: without the fact the tool is refused"
            yield Problem("type", message, "take the default away", severity=Severity.WARNING)
        if name not in types:
            continue  # core.validate says that it is not a fact
        annotation = signature.annotations[name]
        if annotation is Parameter.empty:
            yield Problem("type", f"{what} has no annotation", hint)
        elif inexact(annotation) or not _accepts(core_type(annotation), types[name]):
            given = inexact(annotation) or core_type(annotation)
            yield Problem("type", f"{what} is {given}, the fact is {types[name]}", hint)


def _accepts(given: Type, fact: Type) -> bool:
    """Whether every value of the fact is one that the argument is annotated for."""
    match given, fact:
        case Range(), Range():
            return given.low <= fact.low and fact.high <= given.high
        case Choices(), Choices():
            return set(fact.values) <= set(given.values)
        case Text(), Choices():
            return True
        case _:
            return given == fact


def _context(what: str, signature: Signature, deps: object) -> Iterator[Problem]:
    if not signature.takes_ctx:
        yield Problem("type", f"{what} has no `ctx` in front", "write `ctx: Ctx[...]` as its first argument")
    elif not _provides(deps, signature.deps):
        wanted = getattr(signature.deps, "__name__", str(signature.deps))
        message = f"{what} needs {wanted} as ctx.deps, and deps={getattr(deps, '__name__', deps)}"
        yield Problem("type", message, "give load_machine the class that the tools are written for")


def _provides(deps: object, wanted: object) -> bool:
    if wanted is None or wanted is Any or not isinstance(wanted, type) or not isinstance(deps, type):
        return True
    try:
        return issubclass(deps, wanted)
    except TypeError:  # a protocol whose members are not looked at
        return True


def _outcomes(each: AnyTool, signature: Signature) -> Iterator[Problem]:
    what = f"tool '{each.name}' ({each.place})"
    listed = "annotate what it returns with event classes"
    if signature.shown and (each.write or signature.events or signature.others):
        message = f"{what} is Shown, which is for a read and says all it returns"
        yield Problem("outcome-without-event", message, "let it return events, or only Shown[...]")
    elif not signature.events and not signature.shown:
        yield Problem("outcome-without-event", f"{what} says nothing of its outcomes", listed)
    for other in signature.others if signature.events else ():
        message = f"{what} may return {_named(other)}, which is no event"
        hint = "raise NotDone(...) for a definite no" if other is type(None) and each.write else listed
        yield Problem("outcome-without-event", message, hint)


def _named(annotation: object) -> str:
    return "None" if annotation is type(None) else getattr(annotation, "__name__", str(annotation))


def _no_event_for_no(each: AnyTool, definition: d.Definition) -> Iterator[Problem]:
    """A definite no is an outcome that is not evidence and that can be built without fields."""
    names = {event.event_name for event in each.outcomes}
    gives = [event for event in definition.events if event.name in names]
    noes = [event for event in gives if event.kind is not d.Kind.EVIDENCE and all(f.optional for f in event.fields)]
    if each.write and gives and not noes:
        message = f"NotDone of '{each.name}' ({each.place}) has no event: it goes to a person, not through the table"
        hint = "let it return an event without fields as well, such as `class Declined(Event): ...`"
        yield Problem("no-event-for-no", message, hint, severity=Severity.WARNING)


def _look_up(each: AnyTool, look: Signature, deps: object) -> Iterator[Problem]:
    what = f"look-up '{each.look_name}' of '{each.name}' ({source_place(each.look)})"
    yield from _context(what, look, deps)
    if look.arguments:
        names = ", ".join(look.arguments)
        yield Problem("type", f"{what} has arguments besides ctx: {names}", "it looks by ctx.key alone")
    known = [event.event_name for event in each.outcomes]
    for event in look.events:
        if event.event_name not in known:
            message = f"{what} may find '{event.event_name}', which is no outcome of '{each.name}'"
            yield Problem(
                "outcome-without-event", message, did_you_mean(event.event_name, known), token=event.event_name
            )
    if not look.events:
        message = f"{what} says nothing of what it finds"
        yield Problem("outcome-without-event", message, "annotate it with outcomes of the tool, and None for not done")
    for other in look.others:
        if other is not type(None):
            yield Problem("outcome-without-event", f"{what} may return {_named(other)}, which is no event")
