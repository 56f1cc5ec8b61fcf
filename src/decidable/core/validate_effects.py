"""Whether what a line asks for makes sense: names, types, proposals, what may be started or forgotten.

Owns: the errors of effects. Never: looks at another line.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from decidable.core import definition as d
from decidable.core import guard as g
from decidable.core.problem import Problem, did_you_mean
from decidable.core.scope import SYNTHESISED, Scope
from decidable.core.values import Range, fits

_NEVER_RUN = d.Reject | d.Defer | d.Ignore | d.Undecided
_FORGETTING = {d.Kind.EVIDENCE, d.Kind.SIGNAL}


def effect_problems(effect: d.Effect, line: d.Line, events: tuple[d.Event, ...], scope: Scope) -> Iterator[Problem]:
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
        case d.Send(_, machine) if machine == scope.machine:
            message = f"'{machine}' is this machine, and an event is sent to another one"
            yield Problem("effect", message, "decide here what it would do: move, set, call", line.at, token=machine)
        case d.Call(name) if name in scope.tools and scope.tools[name].shown:
            message = f"'{name}' has no outcome for the table, so a call of it would never end"
            yield Problem("effect", message, "leave it to a turn of the model", line.at, token=name)
        case _:
            pass
    if isinstance(effect, d.Call | d.Perform | d.Propose):
        for target in targets(line.outcome):
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


def targets(outcome: d.Outcome) -> tuple[str, ...]:
    """The states an outcome may lead to."""
    match outcome:
        case d.Move(target):
            return (target,)
        case d.Back(otherwise) if otherwise:
            return (otherwise,)
        case _:
            return ()
