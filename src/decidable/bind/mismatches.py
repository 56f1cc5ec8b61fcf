"""Where the words and docstrings of Python disagree with the table: missing, unused, with places that nothing fills.

Owns: the comparison of a definition with words and docstrings. Never: repeats what `core.validate` finds.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from decidable.bind.declared import effects_of
from decidable.bind.events import Event, told
from decidable.bind.names import source_place
from decidable.bind.words import Words
from decidable.bind.words_file import slots
from decidable.core import definition as d
from decidable.core.problem import Problem, Severity, did_you_mean
from decidable.core.validate_lines import SYNTHESISED, Scope, selected

HOST_WORDS = frozenset({"possible_here"})
"""What the runtime puts into words besides facts and fields."""
_BLOCKED = d.Event(name=SYNTHESISED, kind=d.Kind.BLOCKED, fields=(d.Field(name="tool"), d.Field(name="why")))
_TOLD = (d.Kind.USER, d.Kind.ANSWER, d.Kind.CHOICE)


class Spoken(NamedTuple):
    """One `say` or `compose`: its key, the line it stands in, and the events on which it is said (None: no event)."""

    key: str
    line: int
    events: tuple[d.Event | None, ...]


def docstring_problems(definition: d.Definition, classes: Mapping[str, type[Event]]) -> Iterator[Problem]:
    """Events that a translator or a model is told nothing of."""
    for event in definition.events:
        cls = classes.get(event.name)
        if cls is not None and event.kind in _TOLD and not told(cls):
            message = f"event class {cls.__name__} ({source_place(cls)}) has no docstring"
            hint = "the docstring is what a translator or a model is told"
            yield Problem("docstring", message, hint, severity=Severity.WARNING)


def words_problems(definition: d.Definition, words: Words) -> Iterator[Problem]:
    """Every disagreement of words and table, errors and warnings."""
    scope = Scope.of(definition)
    spoken = list(_spoken(definition, scope))
    for each in spoken:
        if each.key not in words.keys:
            where = words.path or "a words file"
            hint = did_you_mean(each.key, words.keys) or f"write `## {each.key}` in {where}, or give a function"
            yield Problem("words", f"nothing is written for '{each.key}'", hint, each.line, token=each.key)
    yield from _unused(words, {each.key for each in spoken}, scope)
    yield from _slots(words, spoken, scope, _learned(definition))


def question_of(key: str, scope: Scope) -> d.Tool | None:
    """The tool whose question a key words: `ask_TOOL`."""
    return scope.tools.get(key.removeprefix("ask_")) if key.startswith("ask_") else None


def _unused(words: Words, said: set[str], scope: Scope) -> Iterator[Problem]:
    places = {key: page.place(key) for page in words.pages for key in page.texts}
    for key in sorted(words.keys - said):
        if question_of(key, scope) is None:
            where = places.get(key) or source_place(words.functions[key])
            near = did_you_mean(key, sorted(said | {f"ask_{tool}" for tool in scope.tools}))
            message = f"{where}: the words '{key}' are never said"
            yield Problem("words", message, near or "remove them, or `say` them", severity=Severity.WARNING)


def _slots(words: Words, spoken: Sequence[Spoken], scope: Scope, learned: set[str]) -> Iterator[Problem]:
    fields = {field.name for event in (*scope.events.values(), _BLOCKED) for field in event.fields}
    for page in words.pages:
        for key, text in page.texts.items():
            tool = question_of(key, scope)
            known = set(tool.args) if tool else {*scope.facts, *fields, *HOST_WORDS}
            for slot in slots(text):
                if slot.name not in known:
                    hint = did_you_mean(slot.name, sorted(known)) or _fillers(tool)
                    message = f"{page.place(key)}: '{key}' has a place for '{slot.name}', which is nothing"
                    yield Problem("words", message, hint)
                elif slot.otherwise is None and tool is None and slot.name in scope.facts:
                    yield from _never_known(page.place(key), key, scope.facts[slot.name], learned)
                elif slot.otherwise is None and tool is None and slot.name not in HOST_WORDS:
                    yield from _perhaps_missing(page.place(key), key, slot.name, spoken)


def _fillers(tool: d.Tool | None) -> str:
    if tool is None:
        return "a place names a fact or a field of the event"
    return f"the question of '{tool.name}' knows its arguments: {', '.join(tool.args) or 'none'}"


def _never_known(place: str, key: str, fact: d.Fact, learned: set[str]) -> Iterator[Problem]:
    """A place without `|` for a fact that nothing establishes. Where it is known besides is for the checker to follow;
    a fact that only authority sets is one that runs start with."""
    if fact.name not in learned and fact.initial is None and not fact.authority:
        message = f"{place}: '{key}' needs '{fact.name}', which no event and no `set` establishes"
        hint = _otherwise(fact.name)
        yield Problem("words-unknown", message, hint, severity=Severity.WARNING)


def _perhaps_missing(place: str, key: str, name: str, spoken: Sequence[Spoken]) -> Iterator[Problem]:
    """A place without `|` for a field, where the words are said on an event that may lack it."""
    for each in spoken:
        lacking = [event.name if event else "the start or a timer" for event in each.events if not _has(event, name)]
        if each.key == key and lacking:
            message = f"'{key}' ({place}) needs '{name}', which these events may not bring: {', '.join(lacking[:4])}"
            hint = _otherwise(name)
            yield Problem("words-unknown", message, hint, each.line, token=key, severity=Severity.WARNING)


def _otherwise(name: str) -> str:
    return f"write {{{name}|what is said without it}}"


def _has(event: d.Event | None, name: str) -> bool:
    return event is not None and any(field.name == name and not field.optional for field in event.fields)


def _learned(definition: d.Definition) -> set[str]:
    """The facts that events, `set` and `count` establish."""
    learned = {field.name for event in definition.events for field in event.fields}
    return learned | {effect.fact for effect in effects_of(definition) if isinstance(effect, d.Set | d.Count)}


def _spoken(definition: d.Definition, scope: Scope) -> Iterator[Spoken]:
    """Every `say` and `compose`. What is said on entry is said on every event that leads there, if only to a child."""
    nesting = scope.nesting
    within = {name: {state.name for state in nesting.entered(name)} for name in scope.states if nesting.first(name)}
    lines = [*definition.any_state, *(line for state in definition.states for line in state.lines)]
    for state in definition.states:
        leading: list[d.Event | None] = [None] if state.name in within.get(nesting.start, ()) else []
        for line in lines:
            targets = _targets(line.outcome) if isinstance(line.outcome, d.Move | d.Back) else ()
            if any(state.name in within.get(target, ()) for target in targets):
                leading += _events(line.selector, scope)
        yield from (Spoken(key, state.at, tuple(dict.fromkeys(leading))) for key in _said(state.enter))
    for line in lines:
        yield from (Spoken(key, line.at, _events(line.selector, scope)) for key in _said(line.effects))


def _events(selector: d.Selector, scope: Scope) -> tuple[d.Event | None, ...]:
    """The events a line speaks of; None for a timer."""
    blocked = isinstance(selector, d.Star) or (isinstance(selector, d.Named) and SYNTHESISED in selector.events)
    events = selected(selector, scope) + ((_BLOCKED,) if blocked else ())
    return events or (None,)


def _targets(outcome: d.Move | d.Back) -> tuple[str, ...]:
    return (outcome.target,) if isinstance(outcome, d.Move) else (outcome.otherwise,)


def _said(effects: Sequence[d.Effect]) -> Iterator[str]:
    return (effect.words for effect in effects if isinstance(effect, d.Say | d.Compose))
