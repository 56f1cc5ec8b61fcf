"""Whether the tree of states makes sense: one start on every level that is entered, ends and interruptions at the top.

Owns: the errors of nesting, and of where runs begin and end. Never: looks at which line decides.
"""

from __future__ import annotations

from collections.abc import Iterator

from decidable.core import definition as d
from decidable.core.problem import Problem, did_you_mean
from decidable.core.scope import Scope
from decidable.core.shared import placed
from decidable.core.timing import timer_event


def nesting_problems(definition: d.Definition, scope: Scope) -> Iterator[Problem]:
    """Every problem of the tree."""
    if not definition.states:
        yield Problem("no-state", "the machine has no state", "write a state's name on a line of its own", 1)
        return
    yield from _starts(definition, scope)
    path: list[str] = []
    for state in definition.states:
        while path and path[-1] != state.parent:
            path.pop()
        if state.parent:
            yield from _child_problems(state, scope, placed=bool(path))
        path.append(state.name)
        if state.name in scope.nesting.children and state.role is d.Role.FINAL:
            message = f"'{state.name}' is final, so no state stands in it"
            yield Problem(
                "nesting", message, "put them at the left edge, or remove its end", state.at, token=state.name
            )
        yield from _deadlines(state, scope)


def _starts(definition: d.Definition, scope: Scope) -> Iterator[Problem]:
    top = [state for state in definition.states if state.role is d.Role.START and not state.parent]
    if len(top) != 1:
        hint = "mark exactly one state with (start)"
        at = top[1].at if top else definition.states[0].at
        yield Problem("start", f"the machine has {len(top)} start states", hint, at)
    elif not scope.nesting.start:
        yield no_first(top[0].name, scope, top[0].at)
    for parent, children in scope.nesting.children.items():
        marked = [scope.states[child] for child in children if scope.states[child].role is d.Role.START]
        for state in marked[1:]:
            message = f"'{parent}' has two children marked (start): '{marked[0].name}' and '{state.name}'"
            yield Problem("start", message, "mark the one that is entered first", state.at, token=state.name)


def no_first(parent: str, scope: Scope, at: int) -> Problem:
    """The problem of entering a parent in which no child is marked as the first."""
    while marked := [c for c in scope.nesting.children[parent] if scope.states[c].role is d.Role.START]:
        parent = marked[0]  # it is further down that the mark is missing
    children = ", ".join(scope.nesting.children[parent])
    message = f"'{parent}' is entered, and none of its children is marked as the first: {children}"
    return Problem("start", message, "mark one of them with (start), or move to a child by name", at, token=parent)


def _child_problems(state: d.State, scope: Scope, *, placed: bool) -> Iterator[Problem]:
    if not placed:
        hint = did_you_mean(state.parent, scope.states) or "a parent is followed by its children"
        message = f"'{state.parent}', in which '{state.name}' is nested, is not a state under which it stands"
        yield Problem("unknown-name", message, hint, state.at, token=state.name)
    if state.role is d.Role.FINAL:
        message = f"'{state.name}' is final and stands in '{state.parent}': an end is no part of a state"
        yield Problem("nesting", message, "put it at the left edge", state.at, token=state.name)
    if state.role is d.Role.INTERRUPTION:
        message = f"'{state.name}' is an interruption and stands in '{state.parent}': it interrupts whole states"
        hint = "put it at the left edge; its own children are part of it without the word"
        yield Problem("nesting", message, hint, state.at, token=state.name)


def _deadlines(state: d.State, scope: Scope) -> Iterator[Problem]:
    """The deadline of a parent outlives the entry of any child, so that it must be told from theirs and cannot wait."""
    above: dict[int, str] = {}
    for parent in scope.nesting.parents[state.name]:
        for line in scope.states[parent].lines:
            if isinstance(line.selector, d.After):
                above[line.selector.ms] = parent
    for line in state.lines:
        if not isinstance(line.selector, d.After):
            continue
        name = timer_event(line.selector.ms)
        if line.selector.ms in above:
            message = f"`{name}` stands in '{state.name}' and in its parent '{above[line.selector.ms]}'"
            hint = "the two begin at different times and one name cannot tell them apart; change one, or keep one"
            yield from placed([Problem("timer", message, hint, line.at, token="after")], line)
        if isinstance(line.outcome, d.Defer) and state.name in scope.nesting.children:
            message = f"`{name}` of '{state.name}' is deferred, and would be lost on a move among its children"
            found = Problem("timer", message, "move, stay, reject or ignore", line.at, token="after")
            yield from placed([found], line)
