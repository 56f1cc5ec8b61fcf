"""Python annotations become the types of a machine, and Python values the values of its core.

Owns: annotation -> core type, Python value -> core value, and which annotations promise a value that cannot be kept.
Never: guesses; what has no type in the core is `data`. The way back is in `restore`.
"""

from __future__ import annotations

import math
import types as python_types
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import fields, is_dataclass
from datetime import date, datetime, time
from enum import Enum
from typing import Annotated, Any, Final, Literal, Union, get_args, get_origin, is_typeddict

from pydantic import BaseModel

from decidable.bind.names import annotations_of
from decidable.core import values as v

WIDEST: Final = 2**53 - 1
"""An `int` without bounds: what JSON carries exactly."""
_SCALARS: Final[Mapping[object, v.Type]] = {
    bool: v.Bool(),
    int: v.Range(-WIDEST, WIDEST),
    str: v.Text(),
    v.Money: v.MoneyType(),
    date: v.Date(),
    time: v.Time(),
}
_KEPT: Final = frozenset({*_SCALARS, datetime, type(None), list, tuple, dict, object})
_CONTAINERS: Final = frozenset({list, tuple, dict, Sequence, Mapping, Union, python_types.UnionType})


def core_type(annotation: object, metadata: Iterable[object] = ()) -> v.Type:
    """The core type of an annotation: `str`, `bool`, `int` (bounds by `Annotated[int, Field(ge=1, le=20)]`), `Money`,
    `date`, `time`, `Literal["a", "b"]` or an Enum of text, `list[T]`; anything else is opaque `data`.

    `metadata`: more bounds, where they stand beside the annotation.
    """
    made = _core_type(unwrapped(annotation))
    bounds = tuple(metadata)
    return _bounded(made, bounds) if bounds and isinstance(made, v.Range) else made


def _core_type(annotation: object) -> v.Type:
    origin, args = get_origin(annotation), get_args(annotation)
    if origin is Annotated:
        return core_type(args[0], args[1:])
    if origin in (Union, python_types.UnionType):
        present = [arg for arg in args if arg is not type(None)]
        return core_type(present[0]) if len(present) == 1 else v.Data()
    if origin is Literal and all(isinstance(arg, str) for arg in args):
        return v.Choices(args)
    if origin in (list, Sequence) or (origin is tuple and args[1:] == (...,)):
        return v.ListOf(core_type(args[0]))
    if isinstance(annotation, type) and issubclass(annotation, Enum):
        members = [member.value for member in annotation]
        return v.Choices(tuple(members)) if members and all(isinstance(m, str) for m in members) else v.Data()
    return _SCALARS.get(annotation, v.Data()) if isinstance(annotation, type) else v.Data()


def unwrapped(annotation: object) -> object:
    """What a NewType or a `type` alias stands for."""
    while True:
        inner = getattr(annotation, "__supertype__", None) or getattr(annotation, "__value__", None)
        if inner is None or isinstance(annotation, type):
            return annotation
        annotation = inner


def _bounded(range_: v.Range, metadata: Iterable[object]) -> v.Range:
    """Bounds from annotated-types or pydantic's Field: anything with ge, gt, le, lt, itself or in its metadata."""
    low, high = range_.low, range_.high
    for mark in metadata:
        for bound in (mark, *getattr(mark, "metadata", ())):
            ge, gt, le, lt = (getattr(bound, name, None) for name in ("ge", "gt", "le", "lt"))
            low = max([low, *_whole(math.ceil, ge), *(n + 1 for n in _whole(math.floor, gt))])
            high = min([high, *_whole(math.floor, le), *(n - 1 for n in _whole(math.ceil, lt))])
    return v.Range(low, high)


def _whole(rounded: Any, bound: object) -> tuple[int, ...]:  # Any: math.floor and math.ceil are overloaded
    return (rounded(bound),) if isinstance(bound, int | float) and math.isfinite(bound) else ()


def is_optional(annotation: object) -> bool:
    """Whether an annotation admits None."""
    annotation = unwrapped(annotation)
    args = get_args(annotation)
    if get_origin(annotation) is Annotated:
        return is_optional(args[0])
    return get_origin(annotation) in (Union, python_types.UnionType) and type(None) in args


def inexact(annotation: object) -> str:
    """What in an annotation has no exact form in a journal (`float`, say); empty when all of it has one.

    Raises MachineError for a class whose own annotations cannot be read.
    """
    return _inexact(annotation, frozenset(), in_data=False)


def _inexact(annotation: object, above: frozenset[type], *, in_data: bool) -> str:
    """`above`: the classes around it. `in_data`: inside opaque data, where Money would be text and stay text."""
    annotation = unwrapped(annotation)
    origin, args = get_origin(annotation), get_args(annotation)
    if origin is Literal or annotation is Any or annotation is ...:
        return ""
    if origin is Annotated:
        return _inexact(args[0], above, in_data=in_data)
    if origin in _CONTAINERS:
        opaque = in_data or isinstance(core_type(annotation), v.Data)
        return next(filter(None, (_inexact(arg, above, in_data=opaque) for arg in args)), "")
    if not isinstance(annotation, type):
        return str(annotation)
    if annotation is v.Money:
        return "Money inside data" if in_data else ""
    if annotation in _KEPT or annotation in above:
        return ""
    if issubclass(annotation, Enum):
        odd = [member.value for member in annotation if not isinstance(member.value, str | int)]
        return type(odd[0]).__name__ if odd else ""
    parts = _parts(annotation)
    if parts is None:
        return annotation.__name__
    inside = above | {annotation}
    return next(filter(None, (_inexact(part, inside, in_data=True) for part in parts)), "")


def _parts(class_: type) -> list[object] | None:
    """The annotations of a class that is made of fields; None for any other."""
    if issubclass(class_, BaseModel):
        return [field.annotation for field in class_.model_fields.values()]
    if is_dataclass(class_) or is_typeddict(class_) or hasattr(class_, "_fields"):
        return list(annotations_of(class_, class_.__name__).values())
    return None


def core_value(value: object) -> v.Value:
    """A Python value as the core holds it. Raises TypeError for one that has no exact form (a float, say)."""
    match value:
        case Enum():
            return core_value(value.value)
        case None | str() | bool() | int() | v.Money() | time():
            return value
        case datetime():
            return value.isoformat()
        case date():
            return value
        case list() | tuple():
            return tuple(core_value(item) for item in value)
        case BaseModel():
            return core_value(dict(value))
        case Mapping():
            return {str(key): _json(core_value(item)) for key, item in value.items()}
        case _ if is_dataclass(value) and not isinstance(value, type):
            return core_value({field.name: getattr(value, field.name) for field in fields(value)})
        case _:
            raise TypeError(
                f"{value!r} ({type(value).__name__}) cannot be kept exactly; use text, whole numbers or Money"
            )


def typed_value(value: object, type_: v.Type) -> v.Value:
    """A Python value as the core holds one of this type. Raises TypeError as `core_value` does."""
    made = core_value(value)
    match type_:
        case v.Data():
            return _json(made)
        case v.ListOf(of) if isinstance(made, tuple):
            return tuple(typed_value(item, of) for item in made)
        case _:
            return made


def _json(value: v.Value) -> v.Json:
    """Inside opaque data, typed scalars are text: nothing reads them but people and tools."""
    if isinstance(value, v.Money | date | time):
        return str(value)
    return tuple(_json(item) for item in value) if isinstance(value, tuple) else value
