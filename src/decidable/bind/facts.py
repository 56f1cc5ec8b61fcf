"""The facts class: plain annotations, read through a view that never invents a value.

Owns: `fact`, `FactUnknown`, declarations from annotations, and `FactsView`. Never: holds facts; a snapshot does.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, ClassVar, Final, NamedTuple, get_origin

from decidable.bind.events import annotation_problems
from decidable.bind.names import annotations_of, member_place
from decidable.bind.restore import Restorer
from decidable.bind.types import core_type, core_value, is_optional
from decidable.core import definition as d
from decidable.core.guard import Literal
from decidable.core.problem import Problem
from decidable.core.values import Value
from decidable.errors import RefusedError


class FactUnknown(RefusedError, AttributeError):  # noqa: N818 - the name the reference uses
    """A fact was read that is not known."""


class _Mark(NamedTuple):
    authority: bool
    initial: object


_NOTHING: Final = object()


def fact(*, authority: bool = False, initial: object = _NOTHING) -> Any:
    """More about a fact. `authority`: only a channel or a tool may set it, never a message. `initial`: known from the
    start of a run. Returns Any, as it stands where a value of the fact's type would."""
    return _Mark(authority, initial)


def annotated_facts(facts: type) -> dict[str, object]:
    """The facts of a class with their annotations. Raises MachineError where they cannot be read."""
    hints = annotations_of(facts, f"facts class {facts.__name__}")
    return {name: hint for name, hint in hints.items() if get_origin(hint) is not ClassVar and hint is not ClassVar}


def declare_facts(facts: type) -> tuple[d.Fact, ...]:
    """A facts class as declarations, in the order written. Raises MachineError where its annotations cannot be read."""
    return tuple(_declared(name, hint, _mark(facts, name)) for name, hint in annotated_facts(facts).items())


def _mark(facts: type, name: str) -> object:
    return getattr(facts, name, _Mark(False, _NOTHING))


def _declared(name: str, annotation: object, mark: object) -> d.Fact:
    if not isinstance(mark, _Mark):
        return d.Fact(name=name, type=core_type(annotation))
    initial = None if mark.initial is _NOTHING else _initial(mark.initial)
    return d.Fact(
        name=name,
        type=core_type(annotation),
        initial=initial if isinstance(initial, Literal) else None,
        authority=mark.authority,
    )


def facts_problems(facts: type) -> Iterator[Problem]:
    """What of a facts class is no fact, could not be kept in a journal, or not be written in a `.states` file."""
    for name, annotation in annotated_facts(facts).items():
        found = [
            *_problems(name, annotation, _mark(facts, name)),
            *annotation_problems(name, annotation, core_type(annotation)),
        ]
        for problem in found:
            yield problem._replace(message=f"fact '{name}' ({member_place(facts, name)}) {problem.message}")


def _initial(value: object) -> Value:
    try:
        return core_value(value)
    except TypeError:
        return None


def _problems(name: str, annotation: object, mark: object) -> Iterator[Problem]:
    if is_optional(annotation):
        hint = "a fact is known or not yet known: annotate the type it has when it is known"
        yield Problem("type", "may be None", hint)
    if hasattr(FactsView, name):
        yield Problem("reserved", "would hide what a view of facts has already", "choose another name")
    if not isinstance(mark, _Mark):
        yield Problem("type", "has a default", f"write `{name}: ... = fact(initial={mark!r})`")
    elif mark.initial is not _NOTHING and not isinstance(_initial(mark.initial), Literal):
        hint = "text, yes or no, a whole number, Money or an Enum's member can"
        yield Problem("type", f"cannot start as {mark.initial!r}", hint)


class FactsView(Mapping[str, Any]):
    """Known values by name, of the types that the facts class annotates (hence Any).

    Attribute access raises `FactUnknown` for an unknown fact; `get` and `in` ask whether one is known.
    """

    __slots__ = ("_restorer", "_values")

    def __init__(self, values: Mapping[str, Value], restorer: Restorer | None = None) -> None:
        self._values = values
        self._restorer = restorer

    def __getitem__(self, name: str) -> Any:
        value = self._values[name]
        return value if self._restorer is None else self._restorer.one(name, value)

    def __iter__(self) -> Iterator[str]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        try:
            return self[name]
        except KeyError:
            raise FactUnknown(f"'{name}' is not known; ask with .get('{name}') where it may be unknown") from None

    def __repr__(self) -> str:
        return f"FactsView({dict(self._values)!r})"
