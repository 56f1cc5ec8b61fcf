"""Event classes: frozen, typed, valid once built.

Owns: `Event`, `Evidence`, `Choice`, `yes_no`, and how a class becomes a declaration and an instance an occurrence.
Never: decides what an event does; a class knows nothing of states.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache, cached_property
from inspect import cleandoc
from typing import ClassVar, Unpack

from pydantic import BaseModel, ConfigDict, ValidationError

from decidable.bind.names import annotations_of, source_place, text_name, unfit_name
from decidable.bind.types import core_type, inexact, is_optional, typed_value
from decidable.core import definition as d
from decidable.core.problem import Problem
from decidable.core.values import Choices, Type, Value
from decidable.text.names import NameOf


class Event(BaseModel):
    """Something code can observe. The docstring is what a translator or a model is told.

    `class SlotFree(Event)` is `slot_free` in text, or what `name=` says. A property is a field computed when the event
    is built: a guard may read it, and one that bears a fact's name establishes that fact.
    """

    model_config = ConfigDict(frozen=True, extra="forbid", arbitrary_types_allowed=True, protected_namespaces=())
    event_name: ClassVar[str] = ""

    def __init_subclass__(cls, name: str = "", **options: Unpack[ConfigDict]) -> None:
        super().__init_subclass__(**options)
        cls.event_name = name or text_name(cls.__name__)


class Evidence(Event):
    """The world changed: it is never rejected, ignored or lost."""


class Choice(Event):
    """A model picks it as a tool; `reason` is why."""

    reason: str = ""


class Yes(Event):
    """A plain yes to the open question."""


class No(Event):
    """A plain no to the open question."""


BASES = (Event, Evidence, Choice, Yes, No)
"""Classes to derive from; none of them is an event itself."""


def yes_no(yes: str = "yes", no: str = "no") -> tuple[type[Yes], type[No]]:
    """The two answers to an open question, under these names in the text."""

    class NamedYes(Yes, name=yes):
        __doc__ = Yes.__doc__

    class NamedNo(No, name=no):
        __doc__ = No.__doc__

    NamedYes.__name__ = NamedYes.__qualname__ = "Yes"
    NamedNo.__name__ = NamedNo.__qualname__ = "No"
    return NamedYes, NamedNo


def told(event: type[Event]) -> str:
    """What a translator or a model is told of an event."""
    return cleandoc(event.__doc__ or "")


def declare(event: type[Event], kind: d.Kind) -> d.Event:
    """A class as the machine's declaration. Raises MachineError where its annotations cannot be read."""
    if issubclass(event, Evidence):
        kind = d.Kind.EVIDENCE
    elif issubclass(event, Yes | No):
        kind = d.Kind.ANSWER
    return d.Event(name=event.event_name, kind=kind, fields=fields_declared(event))


@cache
def fields_declared(event: type[Event]) -> tuple[d.Field, ...]:
    """The fields of a class, then its properties. Raises MachineError where an annotation cannot be read."""
    if not event.__pydantic_complete__ and event.model_rebuild(raise_errors=False) is not True:
        annotations_of(event, f"event class {event.__name__}")
    given = [
        d.Field(
            name=name,
            type=core_type(field.annotation, field.metadata),
            optional=is_optional(field.annotation) or not field.is_required(),
        )
        for name, field in event.model_fields.items()
    ]
    derived = [
        d.Field(name=name, type=core_type(annotation), optional=is_optional(annotation), derived=True)
        for name, annotation in _properties(event).items()
    ]
    return (*given, *derived)


def _properties(event: type[Event]) -> dict[str, object]:
    """Names and return annotations of the public properties an author wrote, those of base classes first."""
    found: dict[str, object] = {}
    own = event.__mro__[: event.__mro__.index(Event)]
    for cls in reversed(own):
        for name, member in vars(cls).items():
            getter = member.fget if isinstance(member, property) else getattr(member, "func", None)
            if isinstance(member, property | cached_property) and getter is not None and not name.startswith("_"):
                hints = annotations_of(getter, f"{cls.__name__}.{name}")
                found[name] = hints.get("return", _UNSAID)
    return found


_UNSAID = object()
"""The annotation of a property that has none."""


def class_problems(event: type[Event]) -> Iterator[Problem]:
    """What of a class could not be kept in a journal or written in a `.states` file."""
    found: list[Problem] = []
    if why := unfit_name(event.event_name, NameOf.EVENT):
        found.append(
            Problem("unfit-name", f"cannot be named '{event.event_name}': {why}", "give it another with name=")
        )
    annotations: dict[str, object] = {name: field.annotation for name, field in event.model_fields.items()}
    annotations |= _properties(event)
    for field in fields_declared(event):
        of_field = annotation_problems(field.name, annotations[field.name], field.type)
        found += (problem._replace(message=f"'{field.name}' {problem.message}") for problem in of_field)
    for problem in found:
        where = f"event class {event.__name__} ({source_place(event)})"
        yield problem._replace(message=f"{where}: {problem.message}")


def annotation_problems(name: str, annotation: object, type_: Type | None) -> Iterator[Problem]:
    """Why a value of this name and annotation could not be kept, or not be written in a `.states` file.

    The messages are sentences without their subject.
    """
    if why := unfit_name(name, NameOf.FIELD):
        yield Problem("unfit-name", f"is no name for the text: {why}", "choose another name")
    if annotation is _UNSAID:
        yield Problem("type", "has no annotation", "say what it returns: a guard can only read a known type")
    elif odd := inexact(annotation):
        hint = "use Money, a whole number or text" if odd in ("float", "Decimal", "complex") else "use text, or a model"
        yield Problem("type", f"is {odd}, which cannot be kept exactly", hint)
    if isinstance(type_, Choices):
        for value in type_.values:
            if why := unfit_name(value, NameOf.VALUE):
                message = f"may be '{value}', which cannot be written in the text: {why}"
                yield Problem("unfit-name", message, "give the member a value that is a name")


def fields_of(event: Event) -> dict[str, Value]:
    """An event's fields and properties as core values; what is None is absent. Raises what a property raises."""
    kept: dict[str, Value] = {}
    for field in fields_declared(type(event)):
        value = getattr(event, field.name)
        if value is not None and field.type is not None:
            kept[field.name] = typed_value(value, field.type)
    return kept


def build(event: type[Event], fields: Mapping[str, object]) -> tuple[dict[str, Value], str]:
    """An event's core fields from raw ones, and why they do not make one (empty when they do).

    A property that raises counts as a reason: the author's code could not make sense of the fields.
    """
    try:
        return fields_of(event(**fields)), ""
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"])
        return {}, f"{where}: {first['msg']}"
    except Exception as error:  # a property is the author's code; its failure is an answer here
        return {}, f"{type(error).__name__}: {error}"
