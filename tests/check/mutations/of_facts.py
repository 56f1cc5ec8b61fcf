"""Faults of what is known: arguments, requirements, claims, guards; and events that wait for ever."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Final

from decidable.core import definition as d
from decidable.core.guard import IsKnown
from tests.check.mutations.damage import (
    Mutant,
    changed_line,
    declared_in,
    ghosts,
    header,
    leaves,
    own_lines,
    text_of,
    with_line,
    with_lines_after,
)
from tests.check.mutations.machines import Machine, machine
from tests.check.test_deferral import DESK


def _with_ghost(found: Machine) -> Iterator[Machine]:
    """The machine with a fact that an event would establish, were it ever accepted."""
    if not ghosts(found) or any(f"\n{title}" not in found.text for title in ("facts", "events", "tools")):
        return
    named = machine(found.name, declared_in(found, "events", "  user     name_it(ghostly)"))
    yield machine(found.name, declared_in(named, "facts", "  ghostly: text"))


def _started_on_entry(found: Machine) -> Iterator[tuple[d.State, str, int]]:
    """States that call or propose a tool on entry, and the line the tool is declared in."""
    for state in leaves(found):
        for effect in state.enter:
            tools = [effect.tool] if isinstance(effect, d.Call) else []
            tools += [item.tool for item in effect.items] if isinstance(effect, d.Propose) else []
            yield from ((state, tool, found.table.tools[tool].tool.at) for tool in tools)


def argument_unknown(found: Machine) -> Iterator[Mutant]:
    """A tool takes one more fact, which nothing establishes in time."""
    for ghostly in _with_ghost(found):
        for state, tool, at in _started_on_entry(ghostly):
            line = re.sub(rf"{tool}\((?=\w)", f"{tool}(ghostly, ", ghostly.lines[at - 1]).replace(
                f"{tool}()", f"{tool}(ghostly)"
            )
            yield Mutant(with_line(ghostly, at, line), header(ghostly, state.name), state.name)


def requirement_uncertain(found: Machine) -> Iterator[Mutant]:
    """A tool that is called requires one more fact, which nothing establishes in time."""
    for ghostly in _with_ghost(found):
        for state, tool, at in _started_on_entry(ghostly):
            if d.Call(tool) in state.enter:
                line = re.sub(r"( requires .*)?$", " requires ghostly known", ghostly.lines[at - 1], count=1)
                yield Mutant(with_line(ghostly, at, line), header(ghostly, state.name), state.name)


def claim_as_authority(found: Machine) -> Iterator[Mutant]:
    """A write requires, or takes without an approval, what only a user has said."""
    if "requires cancelling" in found.text:
        yield Mutant(found.text.replace("requires cancelling", "requires party known"), "call cancel_reservation")
    if "propose ship" in found.text:
        called = found.text.replace("propose ship", "call ship").replace("   needs approval", "")
        yield Mutant(called, header(found, "ask"), "ask")


def never_decides(found: Machine) -> Iterator[Mutant]:
    """A line is decided by what is never known, with another one for the rest."""
    for ghostly in _with_ghost(found):
        for state, line in own_lines(ghostly):
            events = line.selector.events if isinstance(line.selector, d.Named) else ()
            if line.guard is None and not line.otherwise and len(events) == 1:
                rest = ghostly._replace(text=changed_line(ghostly, line, otherwise=True))
                put = text_of(replace(line, guard=IsKnown("ghostly"), reason="never"))
                yield Mutant(with_lines_after(rest, line.at, put), "when ghostly known", state.name)


def deferred_forever(found: Machine) -> Iterator[Mutant]:
    """An event is put off in a machine that goes on and never takes it."""
    ends = any(state.end is not None for state in found.definition.states)
    if ghosts(found) and not ends:
        ghostly = machine(found.name, declared_in(found, "events", "  user     ghost"))
        for state in leaves(ghostly):
            if state.lines and state.role is not d.Role.INTERRUPTION:
                text = with_lines_after(ghostly, state.lines[-1].at, "  ghost   defer : later")
                yield Mutant(text, "ghost   defer", state.name, "ghost")


def maybe_never_released(found: Machine) -> Iterator[Mutant]:
    """A way into a place without a way out; no machine here has one, so that one is written."""
    if found.name == "parcel":
        pit = DESK.replace("ready  -> idle : done", "ready  -> idle : done\n      go     -> pit : down")
        lines = [line[4:] for line in f"{pit}    pit\n      go     stay : deep\n".split("\n")]
        yield Mutant("\n".join(lines), "ask    defer", "working", "ask")


FAULTS: Final[Mapping[str, Callable[[Machine], Iterator[Mutant]]]] = {
    "argument-unknown": argument_unknown,
    "requirement-uncertain": requirement_uncertain,
    "claim-as-authority": claim_as_authority,
    "never-decides": never_decides,
    "deferred-forever": deferred_forever,
    "maybe-never-released": maybe_never_released,
}
