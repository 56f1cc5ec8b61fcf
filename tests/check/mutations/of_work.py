"""Faults of tools, events and questions, and of names and types."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Final

from decidable.core import definition as d
from decidable.core.guard import Approved, atoms
from tests.check.mutations.damage import (
    Mutant,
    changed_line,
    declared_in,
    ghosts,
    header,
    leaves,
    own_lines,
    replaced,
    with_line,
    with_lines_after,
    with_state,
    without,
)
from tests.check.mutations.machines import Machine


def _by_pattern(pattern: str, new: str, place: str) -> Callable[[Machine], Iterator[Mutant]]:
    """Damage wherever a pattern stands."""

    def make(machine: Machine) -> Iterator[Mutant]:
        yield from (Mutant(text, place) for text, _ in replaced(machine, pattern, new))

    return make


def _declared(title: str, new: str, place: str, *, star: bool = False) -> Callable[[Machine], Iterator[Mutant]]:
    """One more declaration. `star`: it needs a `*` that decides its event everywhere."""

    def make(machine: Machine) -> Iterator[Mutant]:
        if any(line.split("#")[0].strip() == title for line in machine.lines) and (ghosts(machine) or not star):
            yield Mutant(declared_in(machine, title, new), place)

    return make


def approval_by_call(machine: Machine) -> Iterator[Mutant]:
    """A tool that needs an approval is called."""
    for text, at in replaced(machine, r"propose (\w+)[^,:\n]*", r"call \1 "):
        yield Mutant(text, text.split("\n")[at - 1].strip())


def outcome_by_default(machine: Machine) -> Iterator[Mutant]:
    """The line for an outcome of a tool is left out, where a `*` is left over for it."""
    for state, line in own_lines(machine):
        calls = [effect.tool for effect in state.enter if isinstance(effect, d.Call)]
        outcomes = {event for tool in calls for event in machine.table.tools[tool].tool.gives}
        names = line.selector.events if isinstance(line.selector, d.Named) else ()
        for name in outcomes.intersection(names[:1]):
            options = machine.table.rows[state.name][name].options
            if len(options) == 2 and isinstance(options[1].line.selector, d.Star):
                yield Mutant(without(machine, line.at), header(machine, state.name), state.name, name)


def blocked_by_default(machine: Machine) -> Iterator[Mutant]:
    """The line for what the gate refuses is left out."""
    for line in machine.definition.any_state:
        if line.selector == d.Named(("blocked",)) and ghosts(machine):
            starting = [name for name, info in machine.table.states.items() if info.may_block]
            own = [name for name in starting if len(machine.table.rows[name]["blocked"].options) == 2]
            yield from (Mutant(without(machine, line.at), header(machine, name), name, "blocked") for name in own)


def tool_never_allowed(machine: Machine) -> Iterator[Mutant]:
    """A tool is called only where no path leads."""
    tools = machine.definition.tools
    if tools and ghosts(machine):
        gives = tools[0].gives[0]
        islet = with_state(machine, "islet", "  enter: call lonely", f"  {gives}   -> {machine.table.start} : on")
        lines = islet.split("\n")
        lines.insert(tools[-1].at, f"  read lonely() gives {gives} fails {tools[0].no_answer}")
        yield Mutant("\n".join(lines), "lonely()")


def fact_never_known(machine: Machine) -> Iterator[Mutant]:
    """The event that establishes a fact does not any more."""
    for fact in machine.definition.facts:
        sources = [event for event in machine.definition.events if fact.name in {field.name for field in event.fields}]
        taken = re.search(rf"\({fact.name} from|set {fact.name}\b|count {fact.name}\b", machine.text)
        needed = any(fact.name in tool.args for tool in machine.definition.tools)
        if len(sources) == 1 and fact.initial is None and needed and not taken and not fact.authority:
            at = sources[0].at
            field = rf"\b{fact.name}\??(?:: [^,)]*)?(?:, )?"
            less = (
                re.sub(rf"({sources[0].name}\([^)]*?){field}", r"\1", machine.lines[at - 1])
                .replace("()", "")
                .replace(", )", ")")
            )
            assert less != machine.lines[at - 1]
            yield Mutant(with_line(machine, at, less), machine.lines[fact.at - 1].strip())


def question_not_needed(machine: Machine) -> Iterator[Mutant]:
    """No tool needs an approval any more."""
    if any(tool.approval for tool in machine.definition.tools):
        yield Mutant(re.sub(r" +needs approval", "", machine.text), "propose")


def question_never_asked(machine: Machine) -> Iterator[Mutant]:
    """A state does not ask any more."""
    for state in leaves(machine):
        asked = [effect for effect in state.enter if isinstance(effect, d.Propose)]
        for effect in asked:
            at = state.at + 1
            assert "enter: propose" in machine.lines[at - 1]
            yield Mutant(without(machine, at), effect.items[0].tool)


def never_performed(machine: Machine) -> Iterator[Mutant]:
    """What was approved is not performed."""
    for state, line in own_lines(machine):
        target = line.outcome.target if isinstance(line.outcome, d.Move) else ""
        if _takes_yes(line) and target:
            home = machine.table.states[target].state
            if line.effects == (d.Perform(),) and not any(d.Perform() in each.effects for each in home.lines):
                yield Mutant(changed_line(machine, line, effects=()), "approved", state.name)
            elif home.enter == (d.Perform(),):
                yield Mutant(without(machine, home.at + 1), "approved", state.name)


def nothing_to_perform(machine: Machine) -> Iterator[Mutant]:
    """A line performs where no yes leads."""
    homes = {
        line.outcome.target for _, line in own_lines(machine) if _takes_yes(line) and isinstance(line.outcome, d.Move)
    }
    for state, line in own_lines(machine):
        asks = any(isinstance(effect, d.Propose) for effect in state.enter) or any(map(_takes_yes, state.lines))
        stays = isinstance(line.outcome, d.Stay) and not line.effects
        if stays and machine.table.tools and not asks and state.name not in homes:
            performing = changed_line(machine, line, effects=(d.Perform(),))
            yield Mutant(performing, "perform", state.name)


def _takes_yes(line: d.Line) -> bool:
    return line.guard is not None and Approved() in atoms(line.guard)


def unknown_name(machine: Machine) -> Iterator[Mutant]:
    """A target, an event or a tool is renamed in one place."""
    for _, line in own_lines(machine):
        if isinstance(line.outcome, d.Move):
            renamed = changed_line(machine, line, outcome=d.Move(f"{line.outcome.target}_gone", line.outcome.restart))
            yield Mutant(renamed, f"{line.outcome.target}_gone")
        if isinstance(line.selector, d.Named):
            named = changed_line(machine, line, selector=d.Named((f"{line.selector.events[0]}_gone",)))
            yield Mutant(named, f"{line.selector.events[0]}_gone")
    for text, _ in replaced(machine, r"call (\w+)", r"call \1_gone"):
        yield Mutant(text, "_gone")


def duplicate(machine: Machine) -> Iterator[Mutant]:
    """Something is declared twice: a state, an event, a tool."""
    for state in leaves(machine):
        if state.role is not d.Role.FINAL:
            yield Mutant(with_state(machine, state.name, "  *   reject : x"), state.name)
    for tool in machine.definition.tools:
        yield Mutant(with_lines_after(machine, tool.at, machine.lines[tool.at - 1]), tool.name)
    yield from (
        Mutant(declared_in(machine, "events", f"  user {event.name}"), event.name)
        for event in machine.definition.events
    )


def question_never_answered(machine: Machine) -> Iterator[Mutant]:
    """The yes of a state asks for something else."""
    for state, line in own_lines(machine):
        if "when approved" in machine.lines[line.at - 1]:
            other = machine.lines[line.at - 1].replace("when approved", "when busy", 1)
            yield Mutant(with_line(machine, line.at, other), "propose", state.name)


def rule_name(machine: Machine) -> Iterator[Mutant]:
    """A rule speaks of what is not there."""
    yield _with_rule(machine, "never nothing_such before no_such_thing")


def idle_rule(machine: Machine) -> Iterator[Mutant]:
    """A rule holds by itself, or can never be kept."""
    for event in machine.definition.events[:3]:
        yield _with_rule(machine, f"never {event.name} before {event.name}")
        yield _with_rule(machine, f"never {event.name} twice without {event.name} between")
    first = machine.definition.events[0].name
    yield _with_rule(machine, f"never {first} before {machine.table.start}")
    yield _with_rule(machine, f"from any state {first} reaches {machine.table.start} within 0 events")


def _with_rule(machine: Machine, rule: str) -> Mutant:
    text = machine.text.rstrip("\n")
    last = text.split("\n")[-1] if machine.definition.rules else "rules"
    indent = last[: len(last) - len(last.lstrip())] or "  "
    return Mutant("\n".join([text, *([] if machine.definition.rules else ["", "rules"]), f"{indent}{rule}", ""]), rule)


FAULTS: Final[Mapping[str, Callable[[Machine], Iterator[Mutant]]]] = {
    "rule-name": rule_name,
    "idle-rule": idle_rule,
    "approval-by-call": approval_by_call,
    "outcome-without-event": _by_pattern(r"^(  (?:read|write) .*?gives \w+)", r"\1x", "gives"),
    "no-look-up": _by_pattern(r"^(  write.*?) +look up (?:with \w+|by repeating the key)", r"\1", "write"),
    "no-answer-alike": _by_pattern(
        r"^(  write .*? gives (?:\w+, )*?)(\w+)( .*?)timeout \w+", r"\1\2\3timeout \2", "write"
    ),
    "outcome-by-default": outcome_by_default,
    "blocked-by-default": blocked_by_default,
    "tool-never-called": _by_pattern(
        r"(^  (?:read|write) .* gives (\w+).*$)", r"\1\n  read unused() gives \2 fails \2", "unused()"
    ),
    "tool-never-allowed": tool_never_allowed,
    "event-never-comes": _declared("events", "  system   ghost", "ghost", star=True),
    "event-never-accepted": _declared("events", "  choice   ghost", "ghost", star=True),
    "fact-never-known": fact_never_known,
    "question-not-needed": question_not_needed,
    "question-never-asked": question_never_asked,
    "question-never-answered": question_never_answered,
    "never-performed": never_performed,
    "nothing-to-perform": nothing_to_perform,
    "unknown-name": unknown_name,
    "duplicate": duplicate,
    "reserved": _declared("facts", "  strikes: 0..3", "strikes"),
    "ambiguous": _declared("facts", "  tint: red | blue\n  red: text", "tint"),
    "kind": _by_pattern(r"^  result ", "  signal ", "gives"),
    "type": _declared("facts", "  low: 1..3 = 9", "low"),
    "guard": _by_pattern(r"^(  write .*?)(?: requires .*)?$", r"\1 requires approved", "approved"),
    "answers": _declared("events", "  answer maybe", "answer"),
    "claim": _declared("facts", "  boss: text authority\n\nevents\n  user wave(boss)", "wave"),
    "proposal": _by_pattern(r"\((\w+) from \w+\)", r"(\1 from declined)", "propose"),
}
