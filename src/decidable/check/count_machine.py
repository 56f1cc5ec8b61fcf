"""The orders in which a machine lets its tools be called.

Owns: the graph of states with the open question, the approved list, the calls under way and the facts that tools require.
Never: looks at other facts or at what waits in the queue. It allows every order that the machine does, and perhaps more: what
it counts is an upper bound, and 0 is a proof.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from decidable.check.count_automaton import Called, Entered, Happened, Letter, Node
from decidable.check.count_facts import Facts, Followed
from decidable.core import definition as d
from decidable.core.records import Verdict
from decidable.core.table import Cell, Option, Table

_NOBODY: frozenset[str] = frozenset()


class Listed(NamedTuple):
    """A list that was proposed: its tools, whether it was approved, how many of them were started."""

    tools: tuple[str, ...]
    approved: bool = False
    next: int = 0


class Moment(NamedTuple):
    """Where a run stands, as far as it matters to which tool may start."""

    state: str
    facts: Facts
    proposed: Listed | None = None
    writes: frozenset[str] = _NOBODY
    """Not settled yet."""
    reads: frozenset[str] = _NOBODY
    """Asked in this entry and not answered yet."""
    interrupted: str = ""
    waiting: frozenset[str] = _NOBODY
    """The reads of the interrupted entry."""


class Rest(NamedTuple):
    """Letters still to be read on the way to a moment."""

    letters: tuple[Letter, ...]
    then: Moment


class Way(NamedTuple):
    """What was started so far, and where that leads."""

    letters: tuple[Letter, ...]
    then: Moment


class MachineOrders:
    """The orders of a compiled machine."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._facts = Followed.of(table)
        self._moves: dict[Node, tuple[tuple[Letter | None, Node], ...]] = {}

    @property
    def tools(self) -> tuple[str, ...]:
        """The tools that a step of the machine may start; those that only look up are the runtime's."""
        return tools_of(self._table)

    @property
    def start(self) -> Node:
        """Before the start state has been entered."""
        return ""

    def moves(self, node: Node) -> tuple[tuple[Letter | None, Node], ...]:
        """Every line that may decide, with what it starts."""
        found = self._moves.get(node)
        if found is None:
            found = self._moves[node] = tuple(dict.fromkeys(self._found(node)))
        return found

    def _found(self, node: Node) -> Iterator[tuple[Letter | None, Node]]:
        if isinstance(node, Rest):
            yield node.letters[0], _after(node.letters[1:], node.then)
        elif isinstance(node, Moment):
            yield from self._from(node)
        else:
            for facts in self._facts.starts:
                start = Moment(self._table.start, facts)
                for letters, then in self._enacted(start, self._table.states[start.state].enter, False):
                    yield Entered(start.state), _after(letters, then)

    def _from(self, moment: Moment) -> Iterator[tuple[Letter | None, Node]]:
        for event, cell in self._table.rows[moment.state].items():
            for answered in self._answered(moment, event):
                for facts in self._facts.learned(answered.facts, self._table.events.get(event)):
                    yield from self._decided(moment, answered._replace(facts=facts), cell)

    def _answered(self, moment: Moment, event: str) -> Iterator[Moment]:
        """The moments in which an event can come: a result only of a call that is under way. What settles a call may also
        have come from elsewhere, if it is evidence."""
        info = self._table.events.get(event)
        if info is None or info.kind not in (d.Kind.RESULT, d.Kind.EVIDENCE):
            yield moment
            return
        said = info.kind is d.Kind.EVIDENCE or not any(_gives(self._table, name, event) for name in self._table.tools)
        if said:
            yield moment
        for name in sorted(moment.writes):
            tool = self._table.tools[name].tool
            if event in tool.gives:
                yield moment._replace(writes=moment.writes - {name})
            elif event == tool.no_answer:
                yield moment
        for name in sorted(moment.reads):
            if _gives(self._table, name, event):
                yield moment._replace(reads=moment.reads - {name})

    def _decided(self, before: Moment, now: Moment, cell: Cell) -> Iterator[tuple[Letter | None, Node]]:
        """Every line that can decide, given what is known. One that surely holds leaves nothing to weaker ones."""
        info = self._table.events.get(cell.event)
        fields = [name for name in info.types if name not in self._table.facts] if info else ["tool", "why"]
        forgets = info is not None and info.kind in (d.Kind.EVIDENCE, d.Kind.SIGNAL)
        for option in cell.options:
            guard = option.line.guard
            holds = True if guard is None else self._facts.holds(now.facts, guard, shadowed=fields)
            if holds is not False and option.reached:
                if option.verdict in (Verdict.MOVE, Verdict.STAY):
                    for letters, target in self._taken(now, option, forgets):
                        yield Happened(cell.event), _after(letters, target)
                else:
                    yield None, now._replace(facts=before.facts)
            if holds:
                return

    def _taken(self, moment: Moment, option: Option, forgets: bool) -> Iterator[Way]:
        """What a line does, and where it leads."""
        if option.uses_approval and moment.proposed is not None:
            moment = moment._replace(proposed=moment.proposed._replace(approved=True))
        if option.verdict is Verdict.STAY:
            yield from self._enacted(moment, option.line.effects, forgets)
            return
        entered, enter = self._entered(moment, option)
        if not (entered.interrupted or moment.interrupted or option.uses_approval):
            entered = entered._replace(proposed=None)  # its entry is over, and nobody has said yes to it here
        for letters, then in self._enacted(entered, option.line.effects, forgets):
            for more, last in self._enacted(then, enter, False):
                yield Way((Entered(entered.state), *letters, *more), last)

    def _entered(self, moment: Moment, option: Option) -> tuple[Moment, tuple[d.Effect, ...]]:
        """The moment a move leads to, before its effects, and what is done on entry."""
        if isinstance(option.line.outcome, d.Back) and moment.interrupted:
            back = moment._replace(state=moment.interrupted, reads=moment.waiting, interrupted="", waiting=_NOBODY)
            return back, ()
        state = self._table.states[option.target].state
        if state.role is d.Role.INTERRUPTION:
            interrupted = moment.interrupted or moment.state
            waiting = moment.waiting if moment.interrupted else moment.reads
            entered = moment._replace(state=state.name, reads=_NOBODY, interrupted=interrupted, waiting=waiting)
        else:
            entered = moment._replace(state=state.name, reads=_NOBODY, interrupted="", waiting=_NOBODY)
        return entered, option.entering

    def _enacted(self, moment: Moment, effects: Iterable[d.Effect], forgets: bool) -> list[Way]:
        """What effects start, in every way they can go: what is started may be refused by the gate."""
        ways = [Way((), moment)]
        for effect in effects:
            ways = list(dict.fromkeys(after for way in ways for after in self._after_effect(way, effect, forgets)))
        return ways

    def _after_effect(self, way: Way, effect: d.Effect, forgets: bool) -> list[Way]:
        letters, then = way
        match effect:
            case d.Call(tool) if not self._table.tools[tool].tool.approval:
                return [way, *self._started(way, tool)]
            case d.Propose(items):
                return [Way(letters, then._replace(proposed=Listed(tuple(item.tool for item in items))))]
            case d.Perform():
                listed = then.proposed
                if listed is None or not listed.approved or listed.next >= len(listed.tools):
                    return [way]
                performed = then._replace(proposed=listed._replace(next=listed.next + 1))
                return [way, *self._started(Way(letters, performed), listed.tools[listed.next])]
            case _:
                changed = self._facts.changed(then.facts, effect, forgets_evidence=forgets)
                return [Way(letters, then._replace(facts=facts)) for facts in changed]

    def _started(self, way: Way, name: str) -> list[Way]:
        """A call, unless it is refused for sure: by what it requires, an argument, or a call of it that is under way."""
        letters, then = way
        tool = self._table.tools[name].tool
        requires = tool.requires is None or self._facts.holds(then.facts, tool.requires) is not False
        if not requires or self._facts.missing(then.facts, tool.args) or name in then.writes:
            return []
        under_way = (
            then._replace(writes=then.writes | {name}) if tool.write else then._replace(reads=then.reads | {name})
        )
        return [Way((*letters, Called(name)), under_way)]


def _gives(table: Table, tool: str, event: str) -> bool:
    declared = table.tools[tool].tool
    return event in declared.gives or event == declared.no_answer


def tools_of(table: Table) -> tuple[str, ...]:
    """The tools that a step may start, in the order of the file."""
    looks = {info.tool.lookup_with for info in table.tools.values()}
    return tuple(name for name in table.tools if name not in looks)


def _after(letters: tuple[Letter, ...], then: Moment) -> Node:
    return Rest(letters, then) if letters else then
