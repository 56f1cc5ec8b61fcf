"""The suggested states, as the rows of a `.states` file.

Owns: which states a path of tools is worth, their first lines, and the reason of each. Never: decides what the declarations
do not say; those cells stay undecided.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from decidable.check.speech import listed
from decidable.check.suggest.needs import Sources, Task
from decidable.check.suggest.path import Plan, are, boundaries, boundary_text, quoted
from decidable.core import definition as d
from decidable.core import guard as g
from decidable.text.names import NameOf
from decidable.text.slugs import Slugs

START, GATHER, RECOVER, DEGRADED, DONE, CLOSED = "begin", "gather", "recover", "degraded", "done", "closed"


@dataclass(slots=True)
class Suggested:
    """A state, why it is worth having, and its lines."""

    name: str
    why: tuple[str, ...]
    role: d.Role = d.Role.PLAIN
    end: d.End | None = None
    enter: tuple[d.Effect, ...] = ()
    lines: list[d.Line] = field(default_factory=list)

    @property
    def state(self) -> d.State:
        """The state as the machine has it."""
        end, leftovers = self.end, self.end is not None
        return d.State(
            name=self.name, role=self.role, end=end, leftovers=leftovers, enter=self.enter, lines=tuple(self.lines)
        )


def suggested(definition: d.Definition, tasks: tuple[Task, ...], sources: Sources, plan: Plan) -> list[Suggested]:
    """The states, in the order of the path."""
    return _Draft(definition, tasks, sources, plan).states()


class _Draft:
    """The names of one suggestion, and its states."""

    def __init__(self, definition: d.Definition, tasks: tuple[Task, ...], sources: Sources, plan: Plan) -> None:
        self.tasks, self.sources, self.plan = tasks, sources, plan
        self.events = {event.name: event for event in definition.events}
        answers = [event.name for event in definition.events if event.kind is d.Kind.ANSWER]
        self.yes, self.no = answers if len(answers) == 2 else ("", "")
        self.first = plan.path[0] if plan.path else None
        asked = self.first is not None and bool(sources.said & set(self.first.needs))
        slugs = Slugs(NameOf.STATE)
        self.doing = {task.name: slugs.fresh(task.name) for task in tasks}
        self.asking = {task.name: slugs.fresh(f"ask_{task.name}") for task in tasks if task.tool.approval}
        self.start = slugs.fresh(GATHER if asked else START)
        self.recover, self.degraded = slugs.fresh(RECOVER), slugs.fresh(DEGRADED)
        self.done, self.closed = slugs.fresh(DONE), slugs.fresh(CLOSED)

    def states(self) -> list[Suggested]:
        """All of them."""
        found = [self._begin()]
        before: Task | None = None
        for task, following in zip(self.plan.path, [*self.plan.path[1:], None], strict=False):
            together = () if before is None else self._together(before, task)
            found += self._task(task, together, self._outcomes(task, following))
            before = task
        for task, why in self.plan.aside:
            found += self._task(task, (f"nothing leads here yet: {why}",), self._aside(task))
        if self.tasks:
            found.append(self._recovery())
        if {"model_down", "model_back"} <= set(self.events):
            found.append(self._outage())
        found.append(Suggested(self.done, ("an end: nothing is left to do",), role=d.Role.FINAL, end=d.End.COMPLETED))
        if self.asking and self.no:
            refused = (f"an end: `{self.no}` to what was asked",)
            found.append(Suggested(self.closed, refused, role=d.Role.FINAL, end=d.End.CANCELLED))
        return found

    def _entry(self, task: Task) -> str:
        """The state in which a tool's turn begins."""
        return self.asking.get(task.name) or self.doing[task.name]

    def _begin(self) -> Suggested:
        made = Suggested(self.start, (), role=d.Role.START)
        if self.first is None:
            made.why = ("where a run begins; no tool says yet what comes next",)
            return made
        asked = [fact for fact in self.first.needs if fact in self.sources.said]
        if not asked:
            made.why = (f"where a run begins: `{self.first.name}` needs nothing that a person has to say",)
            return made
        bringing = list(dict.fromkeys(event for fact in asked for event in self.sources.events.get(fact, ())))
        said = "said by people: a boundary" if bringing else "brought by nothing yet: an event of a person's should"
        made.why = (f"{quoted(asked)} {are(asked)} needed by `{self.first.name}` and {said}",)
        for event in bringing:
            made.lines += self._gathering(event, asked)
        if "model_down" in self.events and "model_back" in self.events:
            made.lines.append(_line("model_down", d.Move(self.degraded), "reading messages needs the model"))
        return made

    def _gathering(self, event: str, asked: list[str]) -> Iterator[d.Line]:
        """The lines of one event that brings some of the facts that are asked for."""
        assert self.first is not None  # nothing is asked for otherwise
        sure = {each.name for each in self.events[event].fields if not each.optional}
        open_ = [fact for fact in asked if fact not in sure and fact not in self.sources.start]
        target = d.Move(self._entry(self.first))
        why = f"{quoted(asked)} {are(asked)} known"
        if not open_:
            yield _line(event, target, why)
            return
        parts = tuple(g.IsKnown(fact) for fact in open_)
        yield _line(event, target, why, guard=g.And(parts) if len(parts) > 1 else parts[0])
        yield _line(event, d.Stay(), "keep what was given; ask for the rest", otherwise=True)

    def _together(self, before: Task, task: Task) -> tuple[str, ...]:
        """That two approvals in a row may be one question."""
        if not (before.tool.approval and task.tool.approval):
            return ()
        taken = [
            f"{fact} from {event}" for fact in task.tool.args for event in before.good if fact in before.brings[event]
        ]
        step = f"{task.name}({', '.join(taken)})" if taken else task.name
        return (f"one question may do for both: `propose {before.name} then {step}`",)

    def _task(self, task: Task, more: tuple[str, ...], outcomes: Iterable[d.Line]) -> Iterator[Suggested]:
        why = [boundary_text(task, each) for each in boundaries(task, self.tasks, self.sources)]
        if task.tool.approval:
            asks = "a person is asked for exactly this, and may say no"
            enter: tuple[d.Effect, ...] = (d.Propose((d.Item(task.name),)),)
            silent = () if self.yes else ("no event answers a question yet: declare a yes and a no of kind `answer`",)
            asking = Suggested(self.asking[task.name], (*why, asks, *silent, *more), enter=enter)
            asking.lines = list(self._answers(task))
            yield asking
            why, more = [], ()
        does = "a write: what was started cannot be taken back, so the task stays here until it has answered"
        looks = "a read: nothing is decided until it has answered"
        why.append(does if task.tool.write else looks)
        enter = () if task.tool.approval else (d.Call(task.name),)
        yield Suggested(self.doing[task.name], (*why, *more), enter=enter, lines=list(outcomes))

    def _answers(self, task: Task) -> Iterator[d.Line]:
        if not self.yes:
            return
        target = d.Move(self.doing[task.name])
        yield _line(self.yes, target, "exactly this was approved", guard=g.Approved(), effects=(d.Perform(),))
        yield _line(self.no, d.Move(self.closed), "not wanted")

    def _outcomes(self, task: Task, following: Task | None) -> Iterator[d.Line]:
        """What each outcome of a tool leads to."""
        for event, facts in task.brings.items():
            if event not in task.good:
                yield self._no_good(task, event)
                continue
            target = self.done if following is None else self._entry(following)
            fresh = [fact for fact in facts if following is not None and fact in following.needs]
            why = "nothing else is left to do" if following is None else f"`{following.name}` is next"
            if fresh and following is not None:
                why = f"{quoted(fresh)} {are(fresh)} known, which `{following.name}` needs"
            sets = tuple(d.Set(fact, True) for fact in facts if fact in self.sources.named)
            yield _line(event, d.Move(target), why, effects=sets)
        if task.tool.no_answer not in task.brings:
            yield self._no_answer(task)

    def _aside(self, task: Task) -> Iterator[d.Line]:
        """What each outcome of a tool leads to that is not on the path."""
        for event in task.brings:
            if event in task.good:
                yield _line(event, d.Undecided(), "what follows is for you to say")
            else:
                yield self._no_good(task, event)
        if task.tool.no_answer not in task.brings:
            yield self._no_answer(task)

    def _no_good(self, task: Task, event: str) -> d.Line:
        if task.tool.write:
            return _line(event, d.Move(self.recover), "a definite no; what now?")
        return _line(event, d.Move(self.start), "it brings nothing that leads on; what now?")

    def _no_answer(self, task: Task) -> d.Line:
        tool = task.tool
        if not tool.write:
            return _line(tool.no_answer, d.Move(self.recover), "no answer; nothing was changed")
        if tool.lookup is d.Lookup.NONE:
            return _line(tool.no_answer, d.Move(self.recover), "nobody knows whether it happened, and nothing can look")
        return _line(tool.no_answer, d.Stay(), "it is being looked up; never repeated blindly")

    def _recovery(self) -> Suggested:
        writes = [task for task in self.tasks if task.tool.write]
        noes = [f"`{event}`" for task in writes for event in task.brings if event not in task.good]
        none = [f"`{task.tool.no_answer}`" for task in self.tasks]
        why = f"what went wrong is settled here: {listed(list(dict.fromkeys((*noes, *none))))}; say what stands"
        return Suggested(self.recover, (why,), enter=(d.HandOff(),))

    def _outage(self) -> Suggested:
        made = Suggested(self.degraded, ("no model reads messages; what runs goes on",), role=d.Role.INTERRUPTION)
        made.lines = [_line("model_back", d.Back(self.start), "to where it was")]
        return made


def _line(
    event: str,
    outcome: d.Outcome,
    reason: str,
    *,
    guard: g.Guard | None = None,
    otherwise: bool = False,
    effects: Iterable[d.Effect] = (),
) -> d.Line:
    return d.Line(
        selector=d.Named((event,)),
        guard=guard,
        otherwise=otherwise,
        outcome=outcome,
        effects=tuple(effects),
        reason=reason,
    )
