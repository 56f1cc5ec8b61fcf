"""Core values become again what an author's annotations promise: a list a list, an Enum a member, data a model.

Owns: core value -> Python value. Never: lets a journal's form of a value reach an author's function.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, time
from typing import Annotated, Any, Final, get_args, get_origin

from pydantic import BaseModel, ConfigDict, create_model

from decidable.bind.types import unwrapped
from decidable.core.values import Money, Value

_SAME: Final = (str, bool, int, Money, date, time)
"""Annotations whose core value is the Python value."""
_CONFIG: Final = ConfigDict(arbitrary_types_allowed=True)


class Restorer:
    """Restores the values of some names, by their annotations. A name without one keeps its value."""

    __slots__ = ("_models",)

    def __init__(self, annotations: Mapping[str, object]) -> None:
        self._models = {name: _model(hint) for name, hint in annotations.items() if _bare(hint) not in _SAME}

    def one(self, name: str, value: Value) -> Any:  # Any: of the type that the author annotated
        """One value. Raises ValueError where it does not fit its annotation (a validator of the author's refuses it)."""
        model = self._models.get(name)
        if model is None:
            return value
        return model(value=_thawed(value)).value  # type: ignore[attr-defined]  # made with this one field

    def all(self, values: Mapping[str, Value]) -> dict[str, Any]:
        """Every value, by its name."""
        return {name: self.one(name, value) for name, value in values.items()}


def _bare(annotation: object) -> object:
    """An annotation without what `Annotated` adds: the core has looked at bounds already."""
    annotation = unwrapped(annotation)
    return _bare(get_args(annotation)[0]) if get_origin(annotation) is Annotated else annotation


def _model(annotation: Any) -> type[BaseModel]:  # Any: a type expression, for which 3.11 has no type
    return create_model("Restored", __config__=_CONFIG, value=(annotation, ...))


def _thawed(value: object) -> object:
    """A value as a caller may hold it: lists and dicts of its own."""
    if isinstance(value, tuple):
        return [_thawed(item) for item in value]
    return {key: _thawed(item) for key, item in value.items()} if isinstance(value, Mapping) else value
