"""The order in which tools can run: facts are the boundaries between them.

Owns: the main path, what stands aside and why, and which facts separate one step from the one before. Never: claims that
this is the order the author wants.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from decidable.check.speech import listed
from decidable.check.suggest.needs import Sources, Task


class Boundary(NamedTuple):
    """Facts that one tool needs and that come from one place.

    `by`: the tool that brings them; empty where people do. `events`: with which they come.
    """

    facts: tuple[str, ...]
    by: str
    events: tuple[str, ...]


class Plan(NamedTuple):
    """`path`: the tools that can follow one another, in order. `aside`: the others, each with what keeps it off the path."""

    path: tuple[Task, ...]
    aside: tuple[tuple[Task, str], ...]


def plan(tasks: tuple[Task, ...], sources: Sources) -> Plan:
    """A greedy walk: what the last outcome made possible comes next, else the first tool that is possible, reads before
    writes."""
    known = set(sources.start | sources.said)
    path: list[Task] = []
    left = list(tasks)
    fresh: set[str] = set()
    while True:
        possible = [task for task in left if not any(_hindrances(task, known, path, tasks, sources))]
        following = next((task for task in possible if fresh & set(task.needs)), None)
        task = following or next(iter(sorted(possible, key=lambda task: task.tool.write)), None)
        if task is None:
            break
        path.append(task)
        left.remove(task)
        fresh = {fact for event in task.good for fact in task.brings[event]} - known
        known |= fresh
    return Plan(tuple(path), tuple((task, next(_hindrances(task, known, path, tasks, sources))) for task in left))


def _hindrances(
    task: Task, known: set[str], path: list[Task], tasks: tuple[Task, ...], sources: Sources
) -> Iterator[str]:
    """Why a tool cannot come next, the most telling first."""
    for done in path:
        shared = [event for event in task.evidence if event in done.evidence]
        if shared:
            yield f"it gives `{shared[0]}` as `{done.name}` does: another way to the same end"
    brought = {fact for each in tasks for facts in each.brings.values() for fact in facts} | sources.said
    for fact in task.true:
        if fact not in brought:
            yield f"it requires `{fact}`, which no event brings: a line has to set it"
    barred = [fact for fact in task.bars if fact in known - sources.start]
    if barred:
        yield f"it requires that `{barred[0]}` is not known, and by then it is"
    missing = [fact for fact in task.needs if fact not in known]
    if missing:
        nothing = [fact for fact in missing if fact not in brought]
        if nothing:
            yield f"it needs {quoted(nothing)}, which nothing brings: a start fact, or an event is missing"
        yield f"it needs {quoted(missing)}, which no tool on the way brings"


def boundaries(task: Task, tasks: tuple[Task, ...], sources: Sources) -> tuple[Boundary, ...]:
    """What separates a tool from what comes before it."""
    found: dict[tuple[str, tuple[str, ...]], list[str]] = {}
    for fact in task.needs:
        givers = [
            (each.name, (event,))
            for each in tasks
            if each is not task
            for event, facts in each.brings.items()
            if fact in facts
        ]
        if givers:
            found.setdefault(givers[0], []).append(fact)
        elif fact in sources.events:
            found.setdefault(("", sources.events[fact]), []).append(fact)
    return tuple(Boundary(tuple(facts), *place) for place, facts in found.items())


def boundary_text(task: Task, boundary: Boundary) -> str:
    """The sentence about a boundary."""
    facts, events = boundary.facts, quoted(boundary.events)
    asked = "needed" if set(facts) <= set(task.tool.args) else "required"
    by = f"by `{boundary.by}` ({events})" if boundary.by else f"by people ({events})"
    return f"{quoted(facts)} {are(facts)} {asked} by `{task.name}` and brought {by}: a boundary"


def quoted(names: Iterable[str]) -> str:
    """Names as a sentence has them."""
    return listed([f"`{name}`" for name in names])


def are(names: Sequence[str]) -> str:
    """The verb of one or of several."""
    return "is" if len(names) == 1 else "are"
