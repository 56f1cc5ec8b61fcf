"""Every piece of a machine as the words of a `.states` file.

Owns: the canonical text of selectors, outcomes, effects, declarations and headers. Never: aligns or joins lines; that is `layout`.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import assert_never

from decidable.core.definition import (
    After,
    AfterStrikes,
    Back,
    Defer,
    Effect,
    Event,
    Fact,
    Field,
    Group,
    Ignore,
    Line,
    Lookup,
    Move,
    Named,
    Outcome,
    Reject,
    Role,
    Selector,
    Set,
    Star,
    State,
    Stay,
    Tool,
    Undecided,
)
from decidable.core.effect_words import effect_words
from decidable.core.timing import strikes_event, timer_event
from decidable.core.values import Text
from decidable.text.declarations import NO_ANSWER
from decidable.text.literals import value_text


def selector_text(selector: Selector) -> str:
    """`details, other`, `@user only`, `*`, `after 30m`, `after 3 strikes`."""
    match selector:
        case Named(events):
            return ", ".join(events)
        case Group(name, only):
            return f"@{name} only" if only else f"@{name}"
        case Star():
            return "*"
        case After(ms):
            return timer_event(ms)
        case AfterStrikes(count):
            return strikes_event(count)
        case _:
            assert_never(selector)


def outcome_text(outcome: Outcome) -> str:
    """`-> gather`, `-> back else gather`, `reject strike`, `?`."""
    match outcome:
        case Move(target, restart):
            return f"-> {target} restart" if restart else f"-> {target}"
        case Back(otherwise):
            return f"-> back else {otherwise}" if otherwise else "-> back"
        case Stay():
            return "stay"
        case Defer():
            return "defer"
        case Reject(strike):
            return "reject strike" if strike else "reject"
        case Ignore():
            return "ignore"
        case Undecided():
            return "?"
        case _:
            assert_never(outcome)


def effect_text(effect: Effect, texts: Collection[str] = ()) -> str:
    """`say which_order gives told`. `texts`: the facts that are text, whose values are quoted."""
    if isinstance(effect, Set):
        return f"set {effect.fact} = {value_text(effect.value, is_text=effect.fact in texts)}"
    return effect_words(effect)


def effects_text(effects: tuple[Effect, ...], texts: Collection[str] = ()) -> str:
    """Effects from left to right, as they run."""
    return ", ".join(effect_text(effect, texts) for effect in effects)


def condition_text(line: Line) -> str:
    """The left of a line: events and guard."""
    selector = selector_text(line.selector)
    if line.guard is not None:
        return f"{selector} when {line.guard}"
    return f"{selector} else" if line.otherwise else selector


def decision_text(line: Line, texts: Collection[str] = ()) -> str:
    """The middle of a line: outcome and effects."""
    outcome = outcome_text(line.outcome)
    return f"{outcome} / {effects_text(line.effects, texts)}" if line.effects else outcome


def facts_text(facts: tuple[Fact, ...]) -> str:
    """Facts of one type and initial value, in one line."""
    first = facts[0]
    authority = " authority" if first.authority else ""
    initial = "" if first.initial is None else f" = {value_text(first.initial, is_text=isinstance(first.type, Text))}"
    return f"{', '.join(fact.name for fact in facts)}: {first.type}{authority}{initial}"


def event_text(event: Event) -> str:
    """`details(day?, time?)`."""
    return f"{event.name}({', '.join(map(_field_text, event.fields))})" if event.fields else event.name


def _field_text(field: Field) -> str:
    type_ = "" if field.type is None else f": {field.type}"
    return f"{field.name}{'?' if field.optional else ''}{type_}{' derived' if field.derived else ''}"


def tool_cells(tool: Tool) -> tuple[str, str, str, str, str]:
    """Kind, call, what it gives, what no answer gives, and the rest, to stand in columns.

    What no answer to a write means is always said: it is what a reviewer looks for.
    """
    gives = "shown" if tool.shown else f"gives {', '.join(tool.gives)}"
    said = tool.write or tool.no_answer != NO_ANSWER[tool.write]
    rest = [
        {
            Lookup.NONE: "",
            Lookup.TOOL: f"look up with {tool.lookup_with}",
            Lookup.REPEAT: "look up by repeating the key",
        }[tool.lookup],
        "needs approval" if tool.approval else "",
        f"trusts {', '.join(tool.trusts)}" if tool.trusts else "",
        "" if tool.requires is None else f"requires {tool.requires}",
    ]
    return (
        "write" if tool.write else "read",
        f"{tool.name}({', '.join(tool.args)})",
        gives,
        f"{'timeout' if tool.write else 'fails'} {tool.no_answer}" if said else "",
        "   ".join(part for part in rest if part),
    )


def header_text(state: State) -> str:
    """`gather (start)`, `done (final: completed, leftovers to attention)`."""
    match state.role:
        case Role.PLAIN:
            return state.name
        case Role.START | Role.INTERRUPTION:
            return f"{state.name} ({state.role.value})"
        case _:
            end = "" if state.end is None else state.end.value
            return f"{state.name} (final: {end}{', leftovers to attention' if state.leftovers else ''})"
