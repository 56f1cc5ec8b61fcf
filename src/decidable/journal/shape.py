"""Shapes: how one type becomes JSON and comes back, both directions from one description.

Owns: the building blocks (`struct`, `Many`, `OneOf` ...) from which `format` and `format_definition` spell out the stored
form, and `FormatError`. Never: guesses a type from what it reads; an unknown key, kind or word is refused.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import MISSING, dataclass, fields
from enum import StrEnum
from typing import Any, Final, NamedTuple, Protocol

from decidable.core.canonical import OF_THE_FILE, Plain

NEWER: Final = "it was written by a newer version of Decidable, or it is damaged; read it with that version"


class FormatError(ValueError):
    """A text is not what this version writes, or a value cannot be written so that it comes back equal."""


class Shape(Protocol):
    """One type's stored form. `Any`, because the type is only known to the shape itself."""

    def write(self, value: Any) -> Plain:
        """The value as JSON. Raises FormatError for what would not come back equal."""

    def read(self, plain: Plain) -> Any:
        """The value again. Raises FormatError for anything that `write` does not produce."""


@dataclass(frozen=True, slots=True)
class Scalar:
    """Text, a whole number, or yes/no, and nothing that only looks like one."""

    type: type[str] | type[int] | type[bool]

    def write(self, value: Any) -> Plain:
        if type(value) is self.type:
            return value
        if self.type is str and isinstance(value, str):
            return str.__str__(value)  # a word of an enum is text
        raise FormatError(f"{value!r} cannot be kept where {self.type.__name__} belongs")

    def read(self, plain: Plain) -> Any:
        if type(plain) is not self.type:
            raise FormatError(f"{plain!r} stands where {self.type.__name__} belongs: {NEWER}")
        return plain


TEXT: Final = Scalar(str)
INT: Final = Scalar(int)
BOOL: Final = Scalar(bool)


@dataclass(frozen=True, slots=True)
class Word:
    """One word of a closed list."""

    words: type[StrEnum]

    def write(self, value: Any) -> Plain:
        if isinstance(value, self.words):
            return value.value
        raise FormatError(f"{value!r} cannot be kept where a word of {self.words.__name__} belongs")

    def read(self, plain: Plain) -> Any:
        try:
            return self.words(TEXT.read(plain))
        except ValueError:
            raise FormatError(f"{plain!r} is no {self.words.__name__} this version knows: {NEWER}") from None


@dataclass(frozen=True, slots=True)
class Many:
    """A tuple of one shape."""

    item: Shape

    def write(self, value: Any) -> Plain:
        return [self.item.write(part) for part in value]

    def read(self, plain: Plain) -> Any:
        if not isinstance(plain, list):
            raise FormatError(f"{plain!r} stands where a list belongs: {NEWER}")
        return tuple(self.item.read(part) for part in plain)


@dataclass(frozen=True, slots=True)
class ByName:
    """A mapping from names. Its order is kept, so that a replay goes through it as the first run did."""

    item: Shape

    def write(self, value: Any) -> Plain:
        return {TEXT.write(name): self.item.write(part) for name, part in value.items()}  # type: ignore[misc]

    def read(self, plain: Plain) -> Any:
        if not isinstance(plain, dict):
            raise FormatError(f"{plain!r} stands where a mapping belongs: {NEWER}")
        return {name: self.item.read(part) for name, part in plain.items()}


@dataclass(frozen=True, slots=True)
class Maybe:
    """A shape or nothing."""

    item: Shape

    def write(self, value: Any) -> Plain:
        return None if value is None else self.item.write(value)

    def read(self, plain: Plain) -> Any:
        return None if plain is None else self.item.read(plain)


@dataclass(frozen=True, slots=True)
class Later:
    """A shape that is described further down: for types that contain themselves."""

    shape: Callable[[], Shape]

    def write(self, value: Any) -> Plain:
        return self.shape().write(value)

    def read(self, plain: Plain) -> Any:
        return self.shape().read(plain)


_REQUIRED: Final = object()


class Slot(NamedTuple):
    """A field, the key it is stored under, and the value that is left out. `itself`: the type that is stored as it is."""

    name: str
    key: str
    shape: Shape
    default: object
    itself: type | None


@dataclass(frozen=True, slots=True)
class Struct:
    """A named tuple or a dataclass as a JSON object; a field that has its default is left out."""

    type: type
    slots: tuple[Slot, ...]
    by_key: Mapping[str, Slot]

    def write(self, value: Any) -> dict[str, Plain]:
        if type(value) is not self.type:
            raise FormatError(f"{value!r} stands where {self.type.__name__} belongs")
        kept: dict[str, Any] = {}
        for name, key, shape, default, itself in self.slots:
            part = getattr(value, name)
            if part != default:
                kept[key] = part if type(part) is itself else shape.write(part)
        return kept

    def read(self, plain: Plain) -> Any:
        if not isinstance(plain, dict):
            raise FormatError(f"{plain!r} stands where {self.type.__name__} belongs: {NEWER}")
        given: dict[str, Any] = {}
        for key, part in plain.items():
            slot = self.by_key.get(key)
            if slot is None:
                raise FormatError(f"{self.type.__name__} has no {key!r} that this version knows: {NEWER}")
            given[slot.name] = slot.shape.read(part)
        try:
            return self.type(**given)
        except TypeError as error:  # a required field is missing
            raise FormatError(f"{self.type.__name__} is incomplete ({error}): {NEWER}") from None


def struct(type_: type, **shapes: Shape | tuple[str, Shape]) -> Struct:
    """Describe a type, field by field: a shape, or a short key and a shape.

    Raises TypeError when a field is missing or too many: a field without a shape would be lost in silence.
    """
    defaults = _defaults(type_)
    if list(defaults) != list(shapes):
        raise TypeError(f"the stored form of {type_.__name__} names {list(shapes)}, and the type has {list(defaults)}")
    slots = []
    for name, given in shapes.items():
        key, shape = given if isinstance(given, tuple) else (name, given)
        slots.append(Slot(name, key, shape, defaults[name], shape.type if isinstance(shape, Scalar) else None))
    by_key = {slot.key: slot for slot in slots}
    if len(by_key) != len(slots):
        raise TypeError(f"two fields of {type_.__name__} share a key")
    return Struct(type_, tuple(slots), by_key)


def _defaults(type_: Any) -> dict[str, object]:
    if hasattr(type_, "_fields"):
        return {name: type_._field_defaults.get(name, _REQUIRED) for name in type_._fields}
    stored = [f for f in fields(type_) if f.metadata != OF_THE_FILE]
    return {f.name: _REQUIRED if f.default is MISSING else f.default for f in stored}


class OneOf:
    """One of several types, told apart by a tag under `$`."""

    __slots__ = ("by_tag", "tag_of")

    def __init__(self, **structs: Struct) -> None:
        self.by_tag: Final = structs
        self.tag_of: Final = {shape.type: tag for tag, shape in structs.items()}

    def write(self, value: Any) -> Plain:
        tag = self.tag_of.get(type(value))
        if tag is None:
            raise FormatError(f"{value!r} is none of {', '.join(self.by_tag)}")
        return {"$": tag, **self.by_tag[tag].write(value)}

    def read(self, plain: Plain) -> Any:
        tag = plain.get("$") if isinstance(plain, dict) else None
        shape = self.by_tag.get(tag) if isinstance(tag, str) else None
        if shape is None or not isinstance(plain, dict):
            raise FormatError(f"{tag!r} is none of {', '.join(self.by_tag)}: {NEWER}")
        return shape.read({key: part for key, part in plain.items() if key != "$"})
