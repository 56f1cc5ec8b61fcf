"""What a test gives by name and as Python writes it, as the core holds it.

Owns: facts, events and arguments of a test, and what is said of a name that the machine does not have. Never: puts a run
anywhere.
"""

from __future__ import annotations

from typing import Any, TypeVar

from decidable.bind.ctx import Ctx
from decidable.bind.events import Event
from decidable.bind.machine import Machine
from decidable.bind.types import core_value, typed_value
from decidable.check.situation import Happens
from decidable.core.problem import did_you_mean
from decidable.core.values import Value, fits

D = TypeVar("D")


def ctx(deps: D, *, key: str = "test-key", tenant: str = "") -> Ctx[D]:
    """What a tool is given, for a test that calls it as the plain function it is."""
    return Ctx(deps, key=key, tenant=tenant)


class GivenBy:
    """Stands for an argument of a proposed step that an earlier step's outcome will fill."""

    def __init__(self, event: type[Event] | str) -> None:
        self.event = event if isinstance(event, str) else event.event_name

    def __repr__(self) -> str:
        return f"given_by({self.event!r})"


def given_by(event: type[Event] | str) -> Any:
    """In `proposes`: the argument is not frozen, an outcome of an earlier step will give it.

    Returns Any, as it stands where a value of the argument's type would.
    """
    return GivenBy(event)


def happens(event: str, /, **fields: object) -> Happens:
    """An event by its name, with its fields as the table sees them, those included that a class would compute: for a
    machine without classes, and for values that no object would give."""
    return Happens(event, {name: core_value(value) for name, value in fields.items()})


def known_state(machine: Machine[Any, Any], state: str) -> None:
    """Raises ValueError for a name that is no state."""
    states = machine.table.states
    if state not in states:
        hint = did_you_mean(state, states) or f"its states are {', '.join(states)}"
        raise ValueError(f"'{state}' is not a state of {machine.name}; {hint}")


def known_fact(machine: Machine[Any, Any], name: str) -> None:
    """Raises ValueError for a name that is no fact."""
    facts = machine.table.facts
    if name not in facts:
        hint = did_you_mean(name, facts) or f"its facts are {', '.join(facts)}"
        raise ValueError(f"'{name}' is not a fact of {machine.name}; {hint}")


def fact_value(machine: Machine[Any, Any], name: str, value: object) -> Value:
    """A value as the core holds it. Raises ValueError for a name that is no fact, or a value of another type."""
    known_fact(machine, name)
    type_ = machine.table.facts[name].type
    try:
        made = typed_value(value, type_)
    except TypeError as error:
        raise ValueError(f"{name}={value!r}: {error}") from None
    if not fits(made, type_):
        raise ValueError(f"{name}={value!r}: the fact is {type_}")
    return made
