"""What Python declares for a bound file: facts, events by kind, tools and their look-ups.

Owns: which class becomes which event, and what of a class or function keeps it from being declared. Never: reads the file,
or stops at the first mistake.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from types import UnionType
from typing import Any, Final, NamedTuple, get_args

from decidable.bind.events import BASES, Choice, Event, Evidence, No, Yes, class_problems, declare
from decidable.bind.facts import annotated_facts, declare_facts, facts_problems
from decidable.bind.names import member_place, source_place, unfit_name
from decidable.bind.tools import Tool
from decidable.core import definition as d
from decidable.core.guard import Guard
from decidable.core.problem import Problem
from decidable.errors import MachineError
from decidable.models.port import OTHER
from decidable.text.names import NameOf
from decidable.text.reader import Declared
from decidable.text.table import to_guard

Classes = UnionType | type[Event]
AnyTool = Tool[Any, ..., Any]
WITH_MODEL: Final = {OTHER: d.Kind.USER, "model_down": d.Kind.SYSTEM, "model_back": d.Kind.SYSTEM}
"""The events that come with a translator, without a class."""
_ORDER = list(d.Kind)


class Given(NamedTuple):
    """What `load_machine` was given to declare."""

    facts: type
    user: Classes | None
    choice: Classes | None
    signal: Classes | None
    tools: Sequence[AnyTool]
    with_model: bool


@dataclass(slots=True)
class PythonSide:
    """The declarations of Python, its classes by event name, where each name is written, and what is wrong with them."""

    facts: tuple[d.Fact, ...] = ()
    events: dict[str, d.Event] = field(default_factory=dict)
    tools: list[d.Tool] = field(default_factory=list)
    classes: dict[str, type[Event]] = field(default_factory=dict)
    bound: dict[str, AnyTool] = field(default_factory=dict)
    places: dict[str, Callable[[], str]] = field(default_factory=dict)
    """Of facts and events, found when they are asked for."""
    tool_places: dict[str, str] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)
    readable: bool = True
    """Whether every annotation could be read; where one could not, a comparison with the text would only guess."""

    def place(self, name: str) -> str:
        """Where in Python a name of the text is written; empty where it is not."""
        known = self.places.get(name)
        return self.tool_places.get(name) or (known() if known is not None else "")

    @property
    def declared(self) -> Declared:
        """As the reader of the text takes it; events by kind, as the text declares them."""
        events = sorted(self.events.values(), key=lambda event: _ORDER.index(event.kind))
        return Declared(self.facts, tuple(events), tuple(self.tools))


def from_python(given: Given) -> PythonSide:
    """Everything that Python declares, with all its mistakes."""
    side = PythonSide()
    _take_facts(side, given.facts)
    tools = [each for each in given.tools if _is_tool(side, each)]
    for argument, classes, kind in (
        ("user", given.user, d.Kind.USER),
        ("choice", given.choice, d.Kind.CHOICE),
        ("signal", given.signal, d.Kind.SIGNAL),
    ):
        for cls in members(classes):
            _take_event(side, cls, kind, f"{argument}=")
    for each in tools:
        _take_tool(side, each)
    for each in tools:
        _take_look_up(side, each)
    for name, kind in _implied(tools, given.with_model):
        side.events.setdefault(name, d.Event(name=name, kind=kind))
    return side


def members(classes: Classes | None) -> tuple[object, ...]:
    """The classes of a union, or the one; None gives none."""
    if classes is None:
        return ()
    return get_args(classes) or (classes,)


def _take_facts(side: PythonSide, facts: type) -> None:
    try:
        side.places.update((name, partial(member_place, facts, name)) for name in annotated_facts(facts))
        side.facts = declare_facts(facts)
        side.problems += facts_problems(facts)
    except MachineError as error:
        _unreadable(side, error)


def _unreadable(side: PythonSide, error: MachineError) -> None:
    side.problems += (problem for problem in error.problems if problem not in side.problems)
    side.readable = False


def _take_event(side: PythonSide, cls: object, kind: d.Kind, where: str) -> None:
    """One class of an argument, or of a tool's outcomes."""
    if not (isinstance(cls, type) and issubclass(cls, Event)) or cls in BASES:
        named = cls.__name__ if isinstance(cls, type) else str(cls)
        message = f"{where} {named} is no event class of this machine"
        side.problems.append(Problem("kind", message, f"derive a class from {_base(kind)}, and pass that"))
        return
    wrong = _misplaced(cls, kind)
    if wrong:
        side.problems.append(Problem("kind", f"{where} {cls.__name__} ({source_place(cls)}): {wrong}"))
        return
    name = cls.event_name
    known = side.classes.setdefault(name, cls)
    if known is not cls:
        message = f"event '{name}' is two classes: {source_place(known)} and {source_place(cls)}"
        side.problems.append(Problem("duplicate", message, "give one of them another name with name=", token=name))
        return
    try:
        declared = declare(cls, kind)
        side.problems += (problem for problem in class_problems(cls) if problem not in side.problems)
    except MachineError as error:
        _unreadable(side, error)
        return
    side.places.setdefault(name, partial(source_place, cls))
    first = side.events.setdefault(name, declared)
    if first.kind is not declared.kind:
        message = f"event '{name}' ({source_place(cls)}) is both {first.kind.value} and {declared.kind.value}"
        side.problems.append(Problem("duplicate", message, "one event has one origin: make it two classes", token=name))


def _base(kind: d.Kind) -> str:
    return {d.Kind.CHOICE: "Choice", d.Kind.RESULT: "Event or Evidence"}.get(kind, "Event")


def _misplaced(cls: type[Event], kind: d.Kind) -> str:
    """Why a class cannot be of a kind; empty when it can."""
    answer = issubclass(cls, Yes | No)
    match kind:
        case d.Kind.USER if issubclass(cls, Evidence):
            return "evidence comes from a tool or a signal, never from a message"
        case d.Kind.USER | d.Kind.SIGNAL if issubclass(cls, Choice):
            return "a Choice is made by a model: pass it as choice="
        case d.Kind.CHOICE if not issubclass(cls, Choice):
            return "what a model picks carries its reason: derive it from Choice"
        case d.Kind.RESULT if answer or issubclass(cls, Choice):
            return "a tool gives results and evidence: derive it from Event or Evidence"
        case d.Kind.SIGNAL if answer:
            return "a person answers the open question: pass it as user="
        case _:
            return ""


def _is_tool(side: PythonSide, each: object) -> bool:
    if isinstance(each, Tool):
        return True
    named = getattr(each, "__name__", repr(each))
    message = f"tools= {named} ({source_place(each)}) is no tool"
    side.problems.append(Problem("kind", message, "decorate it with @tool.read(...) or @tool.write(...)"))
    return False


def _take_tool(side: PythonSide, each: AnyTool) -> None:
    if why := unfit_name(each.name, NameOf.TOOL):
        side.problems.append(
            Problem("unfit-name", f"tool '{each.name}' ({each.place}): {why}", "give it another with name=")
        )
    known = side.bound.setdefault(each.name, each)
    if known is not each:
        message = f"tool '{each.name}' is two functions: {known.place} and {each.place}"
        side.problems.append(Problem("duplicate", message, "give one of them another name with name="))
        return
    side.tool_places.setdefault(each.name, each.place)
    try:
        side.tools.append(each.declare(_requires(side, each)))
    except MachineError as error:
        _unreadable(side, error)
        return
    for cls in each.outcomes:
        _take_event(side, cls, d.Kind.RESULT, f"tool '{each.name}' returns")


def _take_look_up(side: PythonSide, each: AnyTool) -> None:
    """Its look-up, as a read; several writes may share one."""
    try:
        look = each.declare_lookup()
    except MachineError as error:
        _unreadable(side, error)
        return
    if look is None:
        return
    if why := unfit_name(look.name, NameOf.TOOL):
        side.problems.append(Problem("unfit-name", f"the look-up of '{each.name}' is named '{look.name}': {why}"))
    place = source_place(each.look)
    first = next((known for known in side.tools if known.name == look.name), None)
    if first is None:
        side.tools.append(look)
        side.tool_places[look.name] = place
    elif side.tool_places[look.name] != place:
        there = side.tool_places[look.name]
        message = f"'{look.name}' is two functions: {there} and {place}, a look-up of '{each.name}'"
        side.problems.append(Problem("duplicate", message, "give one of them another name"))


def _requires(side: PythonSide, each: AnyTool) -> Guard | None:
    if each.options.requires is None:
        return None
    try:
        return to_guard(each.options.requires)
    except MachineError as error:
        for problem in error.problems:
            message = f"`requires` of tool '{each.name}' ({each.place}): {problem.message}"
            side.problems.append(problem._replace(message=message, line=0, column=0))
        return None


def _implied(tools: Iterable[AnyTool], with_model: bool) -> Iterator[tuple[str, d.Kind]]:
    """Events that come with what is bound: the no-answers of tools, and with a model `other`, its going and return."""
    for each in tools:
        yield each.no_answer, d.Kind.RESULT
    if with_model:
        yield from WITH_MODEL.items()


def with_delivery_events(declared: Declared, definition: d.Definition | None) -> Declared:
    """The events that only report the delivery of words need no class: they have no fields and one origin."""
    if definition is None:
        return declared
    known = {event.name: event for event in declared.events}
    for effect in effects_of(definition):
        if isinstance(effect, d.Say | d.Compose) and effect.gives:
            known.setdefault(effect.gives, d.Event(name=effect.gives, kind=d.Kind.RESULT))
    events = sorted(known.values(), key=lambda event: _ORDER.index(event.kind))
    return declared._replace(events=tuple(events))


def effects_of(definition: d.Definition) -> Iterator[d.Effect]:
    """Every effect that is written."""
    for line in definition.any_state:
        yield from line.effects
    for state in definition.states:
        yield from state.enter
        for line in state.lines:
            yield from line.effects
