"""Whether one line makes sense: its events, guard, outcome and effects.

Owns: the errors of lines, and `Scope`, the names a definition declares. Never: compares lines with one another; whether
two can hold together is the table's question.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from decidable.core import definition as d
from decidable.core import guard as g
from decidable.core.problem import Problem, did_you_mean
from decidable.core.values import Bool, Choices, Data, ListOf, MoneyType, Range, Text, Type, fits

GROUPS: Mapping[str, frozenset[d.Kind]] = {
    "user": frozenset({d.Kind.USER, d.Kind.ANSWER}),
    "answer": frozenset({d.Kind.ANSWER}),
    "choice": frozenset({d.Kind.CHOICE}),
    "result": frozenset({d.Kind.RESULT}),
    "evidence": frozenset({d.Kind.EVIDENCE}),
    "signal": frozenset({d.Kind.SIGNAL}),
    "system": frozenset({d.Kind.SYSTEM}),
}
SYNTHESISED = "blocked"
_NEVER_RUN = d.Reject | d.Defer | d.Ignore | d.Undecided
_FORGETTING = {d.Kind.EVIDENCE, d.Kind.SIGNAL}


@dataclass(frozen=True, slots=True)
class Scope:
    """The names of a definition."""

    facts: Mapping[str, d.Fact]
    events: Mapping[str, d.Event]
    tools: Mapping[str, d.Tool]
    states: Mapping[str, d.State]
    looks_declared: bool

    @classmethod
    def of(cls, definition: d.Definition) -> Scope:
        """The scope of a definition; of two equal names the first counts."""
        reads = any(not tool.write for tool in definition.tools)
        return cls(
            {fact.name: fact for fact in reversed(definition.facts)},
            {event.name: event for event in reversed(definition.events)},
            {tool.name: tool for tool in reversed(definition.tools)},
            {state.name: state for state in reversed(definition.states)},
            reads,
        )

    def established_by(self, kind: d.Kind) -> frozenset[str]:
        """The facts that events of a kind establish."""
        of_kind = (event for event in self.events.values() if event.kind is kind)
        return frozenset(field.name for event in of_kind for field in event.fields if field.name in self.facts)

    def field_type(self, field: d.Field) -> Type:
        """A field's type: its own, or that of the fact of its name, or text."""
        fact = self.facts.get(field.name)
        return field.type or (fact.type if fact else Text())


def selected(selector: d.Selector, scope: Scope) -> tuple[d.Event, ...]:
    """The declared events a selector speaks of."""
    match selector:
        case d.Named(names):
            return tuple(scope.events[name] for name in names if name in scope.events)
        case d.Group(name):
            kinds = GROUPS.get(name, frozenset())
            return tuple(event for event in scope.events.values() if event.kind in kinds)
        case d.Star():
            return tuple(e for e in scope.events.values() if e.kind not in (d.Kind.EVIDENCE, d.Kind.SIGNAL))
        case _:
            return ()


def resolve(events: tuple[d.Event, ...], scope: Scope) -> dict[str, Type]:
    """The names a guard of these events may read: all facts, and the fields that all of the events have."""
    types: dict[str, Type] = {name: fact.type for name, fact in scope.facts.items()}
    if events:
        shared = set.intersection(*({field.name for field in event.fields} for event in events))
        for field in events[0].fields:
            if field.name in shared and field.name not in types:
                types[field.name] = scope.field_type(field)
    return types


def line_problems(line: d.Line, state: d.State | None, scope: Scope) -> Iterator[Problem]:
    """Everything wrong with one line. `state` None: a line of any state."""
    yield from _selector_problems(line, scope)
    events = selected(line.selector, scope)
    types = resolve(events, scope)
    if isinstance(line.selector, d.Named) and SYNTHESISED in line.selector.events:
        types = {**types, "tool": Text(), "why": Text()} if line.selector.events == (SYNTHESISED,) else types
    if line.guard is not None:
        yield from guard_problems(line.guard, types, scope, line.at)
        if line.otherwise:
            yield Problem("else", "a line has a guard or `else`, not both", "remove one", line.at)
    yield from _outcome_problems(line, state, scope)
    for effect in line.effects:
        yield from _effect_problems(effect, line, events, scope)


def _selector_problems(line: d.Line, scope: Scope) -> Iterator[Problem]:
    match line.selector:
        case d.Named(names):
            for name in names:
                if name not in scope.events and name != SYNTHESISED:
                    hint = did_you_mean(name, [*scope.events, SYNTHESISED]) or "declare it under `events`"
                    yield Problem("unknown-name", f"'{name}' is not an event", hint, line.at, token=name)
        case d.Group(name) if name == "exit":
            yield Problem("not-yet", "`@exit` belongs to turn, loop and child runs", "", line.at, token=name)
        case d.Group(name) if name not in GROUPS:
            hint = did_you_mean(name, GROUPS) or f"the groups are {', '.join('@' + known for known in GROUPS)}"
            yield Problem("unknown-name", f"'@{name}' is not a group", hint, line.at, token=name)
        case d.After(ms) if ms <= 0:
            yield Problem("timer", "a timer needs a time to wait", "write `after 30m`, say", line.at)
        case d.AfterStrikes(count) if count <= 0:
            yield Problem("timer", "`after 0 strikes` would always hold", "count at least one", line.at)
        case _:
            pass


def guard_problems(
    guard: g.Guard, types: Mapping[str, Type], scope: Scope, at: int, *, atoms_of_event: bool = True
) -> Iterator[Problem]:
    """Names and types of a guard. `atoms_of_event` False: `approved` has no meaning here."""
    for atom in g.atoms(guard):
        if isinstance(atom, g.Approved | g.Busy):
            if isinstance(atom, g.Approved) and not atoms_of_event:
                yield Problem("guard", "`approved` is asked of an event", "use `needs approval`", at, token="approved")
            continue
        for name in g.names(atom):
            if name not in types:
                hint = did_you_mean(name, types) or "guards read facts and the fields of the line's own events"
                yield Problem("unknown-name", f"'{name}' is neither a fact nor a field here", hint, at, token=name)
                break
        else:
            problem = _mistyped(atom, types)
            if problem:
                yield Problem("type", f"`{atom}`: {problem}", _ways(types[atom.name]), at, token=atom.name)


def _mistyped(atom: g.Holds | g.IsKnown | g.Is | g.Same | g.OneOf | g.Compare, types: Mapping[str, Type]) -> str:
    type_ = types[atom.name]
    if isinstance(type_, Data | ListOf) and not isinstance(atom, g.IsKnown):
        return f"{atom.name} is {type_}, which a guard cannot look into"
    match atom:
        case g.Holds() if not isinstance(type_, Bool):
            return f"{atom.name} is {type_}, not yes or no"
        case g.Compare(_, _, bound) if isinstance(type_, MoneyType):
            return "" if not isinstance(bound, int) or bound == 0 else "money is compared with money, or with 0"
        case g.Compare(_, _, bound):
            return "" if isinstance(type_, Range) and isinstance(bound, int) else f"{atom.name} is {type_}"
        case g.Is(_, value) if not fits(value, type_):
            return f"{g.literal_text(value)} is not {type_}"
        case g.OneOf(_, values) if not all(fits(value, type_) for value in values):
            return f"not all of these are {type_}"
        case g.Same(_, other) if types[other] != type_:
            return f"{other} is {types[other]}, {atom.name} is {type_}"
        case _:
            return ""


def _ways(type_: Type) -> str:
    match type_:
        case Bool():
            return "write `f` or `not f`"
        case Range() | MoneyType():
            return "compare it: `f < 3`, `f known`"
        case Choices(values):
            return f"its values are {', '.join(values)}"
        case _:
            return 'write `f known`, `f is other_fact` or `f is "text"`'


def _outcome_problems(line: d.Line, state: d.State | None, scope: Scope) -> Iterator[Problem]:
    for target in _targets(line.outcome):
        if target not in scope.states:
            hint = did_you_mean(target, scope.states) or "write a state of that name"
            yield Problem("unknown-name", f"'{target}' is not a state", hint, line.at, token=target)
    match line.outcome:
        case d.Move(target, restart) if state is not None and target == state.name and not restart:
            message = f"`-> {target}` in '{target}' itself: enter it again, or stay?"
            yield Problem("self-move", message, "write `-> NAME restart`, or `stay`", line.at, token=target)
        case d.Reject(strike=True) if not any(e.kind in GROUPS["user"] for e in selected(line.selector, scope)):
            yield Problem("strike", "only a user's events are strikes", "remove `strike`", line.at, token="strike")
        case d.Back() if state is not None and state.role is not d.Role.INTERRUPTION:
            message = f"`-> back` in '{state.name}', which is no interruption"
            yield Problem("back", message, "mark the state (interruption), or name the target", line.at, token="back")
        case _:
            pass
    for event in selected(line.selector, scope):
        establishes = any(field.name in scope.facts for field in event.fields)
        if event.kind is d.Kind.RESULT and establishes and isinstance(line.outcome, d.Defer):
            message = f"'{event.name}' would establish facts from an answer that may be out of date by then"
            yield Problem("defer-result", message, "take it now: move or stay", line.at, token=event.name)
        if event.kind is not d.Kind.EVIDENCE:
            continue
        by_name = isinstance(line.selector, d.Named)
        if isinstance(line.outcome, d.Reject | d.Ignore):
            message = f"'{event.name}' is evidence: it happened, whatever this state expected"
            yield Problem("evidence-lost", message, "move, stay, or defer it by name", line.at, token=event.name)
        elif isinstance(line.outcome, d.Defer) and (establishes or not by_name):
            message = f"'{event.name}' is evidence and is deferred" + (
                ", though it establishes facts" if by_name else ""
            )
            yield Problem("evidence-lost", message, "take it now: move or stay", line.at, token=event.name)


def _targets(outcome: d.Outcome) -> tuple[str, ...]:
    match outcome:
        case d.Move(target):
            return (target,)
        case d.Back(otherwise) if otherwise:
            return (otherwise,)
        case _:
            return ()


def _effect_problems(effect: d.Effect, line: d.Line, events: tuple[d.Event, ...], scope: Scope) -> Iterator[Problem]:
    if isinstance(line.outcome, _NEVER_RUN) and not (
        isinstance(effect, d.Say) and not effect.gives and not isinstance(line.outcome, d.Ignore | d.Undecided)
    ):
        what = type(line.outcome).__name__.lower()
        yield Problem("effect", f"a line that ends in {what} does nothing more", "`say` at most", line.at)
    for kind, name, known in _named_by(effect, scope):
        if name not in known:
            hint = did_you_mean(name, known)
            yield Problem("unknown-name", f"'{name}' is not a {kind}", hint, line.at, token=name)
    match effect:
        case d.Set(name, value) if name in scope.facts and not fits(value, scope.facts[name].type):
            message = f"{g.literal_text(value)} is not {scope.facts[name].type}"
            yield Problem("type", f"`set {name}`: {message}", "", line.at, token=name)
        case d.Count(name) if name in scope.facts and not isinstance(scope.facts[name].type, Range):
            yield Problem("type", f"'{name}' cannot be counted", "give it a range, `0..3`", line.at, token=name)
        case d.Propose(items):
            yield from _proposal_problems(items, line, scope)
        case d.Forget(names):
            yield from _forgotten_evidence(names, line, events, scope)
        case d.Reset(name):
            yield from _forgotten_evidence((name,), line, events, scope)
        case d.Call(name) if name in scope.tools and scope.tools[name].shown:
            message = f"'{name}' has no outcome for the table, so a call of it would never end"
            yield Problem("effect", message, "leave it to a turn of the model", line.at, token=name)
        case _:
            pass
    if isinstance(effect, d.Call | d.Perform | d.Propose):
        for target in _targets(line.outcome):
            if target in scope.states and scope.states[target].role is d.Role.FINAL:
                message = f"'{target}' is final, so it can start nothing"
                yield Problem("final", message, "start it before the end", line.at, token=target)


def _forgotten_evidence(
    names: Iterable[str], line: d.Line, events: tuple[d.Event, ...], scope: Scope
) -> Iterator[Problem]:
    unknown = isinstance(line.selector, d.Named) and not events and line.selector.events != (SYNTHESISED,)
    if unknown or (events and all(event.kind in _FORGETTING for event in events)):
        return
    for name in sorted(scope.established_by(d.Kind.EVIDENCE).intersection(names)):
        message = f"'{name}' is established by evidence; only evidence or a signal forgets it"
        yield Problem("evidence-lost", message, "keep it", line.at, token=name)


def _named_by(effect: d.Effect, scope: Scope) -> Iterator[tuple[str, str, Mapping[str, object]]]:
    match effect:
        case d.Call(tool):
            yield "tool", tool, scope.tools
        case d.Propose(items):
            yield from (("tool", item.tool, scope.tools) for item in items)
        case d.Set(name) | d.Count(name) | d.Reset(name):
            yield "fact", name, scope.facts
        case d.Forget(names) | d.ForgetAllBut(names):
            yield from (("fact", name, scope.facts) for name in names)
        case d.Say(_, gives) | d.Compose(_, gives) if gives:
            yield "event", gives, scope.events
        case _:
            pass


def _proposal_problems(items: tuple[d.Item, ...], line: d.Line, scope: Scope) -> Iterator[Problem]:
    given: dict[str, set[str]] = {}
    for item in items:
        tool = scope.tools.get(item.tool)
        for arg, event in item.taken:
            if tool is not None and arg not in tool.args:
                hint = did_you_mean(arg, tool.args)
                yield Problem("unknown-name", f"'{item.tool}' has no argument '{arg}'", hint, line.at, token=arg)
            elif arg not in given.get(event, set()):
                message = f"no earlier step of this proposal gives '{arg}' from '{event}'"
                yield Problem("proposal", message, "name an outcome of a step before it", line.at, token=event)
        for name in tool.gives if tool else ():
            if name in scope.events:
                given.setdefault(name, set()).update(field.name for field in scope.events[name].fields)
