"""A machine as boxes and arrows: the moves of its table, merged until a person can read them.

Owns: which arrows there are. Arrows between the same two states are one with several labels; what is answered without
leaving a state stands in its box; lines of any state leave from one place of their own. Never: positions, colours, or a
move that the table does not have.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple, TypeGuard

from decidable.core import definition as d
from decidable.core.records import Verdict
from decidable.core.table import ANY_STATE, Cell, Option, Origin, Table
from decidable.core.values import Text
from decidable.text.phrases import effect_text

BACK = "back"
"""Where an arrow of an interruption ends that returns to whatever was interrupted; no state may bear this name."""
ANSWERS = (Verdict.STAY, Verdict.DEFER, Verdict.REJECT, Verdict.IGNORE)
"""The outcomes that leave no state, in the order in which a box counts them."""


class Label(NamedTuple):
    """One event of an arrow. `guard`: when it leads there; empty where it always does, or where that is not one guard."""

    event: str
    kind: d.Kind
    guarded: bool
    """Whether the event may also lead elsewhere, or nowhere."""
    guard: str
    lines: tuple[d.Line, ...]
    states: tuple[str, ...]
    """The states in which it leads there: of shared lines, those that have none of their own."""


class Arrow(NamedTuple):
    """All moves from one place to one state. `source` is a state, or what a shared line stands in (`any state`)."""

    source: str
    target: str
    """A state, or `back`."""
    labels: tuple[Label, ...]

    @property
    def restarts(self) -> bool:
        """Whether it leaves a state only to enter it again."""
        return self.source == self.target


class Node(NamedTuple):
    """A state as its box shows it. The sequences are events, in the order of the table."""

    name: str
    parents: tuple[str, ...]
    """The states it is nested in, the outermost first."""
    role: d.Role
    end: d.End | None
    enter: tuple[str, ...]
    """What it does on entry, as the file says it."""
    answers: Mapping[Verdict, tuple[str, ...]]
    """Events that can be answered without leaving; one whose lines differ stands under each of their outcomes."""
    undecided: tuple[str, ...]
    """`?`: nothing decides them, or not for all values."""
    conflicts: tuple[str, ...]


class Parent(NamedTuple):
    """A state that others are nested in: a frame round them. `parent`: the one that it is nested in, if any."""

    name: str
    parent: str
    enter: tuple[str, ...]


class Diagram(NamedTuple):
    """A machine to be drawn. `scopes`: what shared lines stand in, where they move anywhere: `any state`, or a parent."""

    name: str
    start: str
    nodes: tuple[Node, ...]
    parents: tuple[Parent, ...]
    scopes: tuple[str, ...]
    arrows: tuple[Arrow, ...]

    def node(self, name: str) -> Node | None:
        """The state of a name."""
        return next((node for node in self.nodes if node.name == name), None)

    def leaves(self, parent: str) -> tuple[str, ...]:
        """The states nested in a parent, however deep."""
        return tuple(node.name for node in self.nodes if parent in node.parents)

    def walk(self) -> Iterator[tuple[int, Node | Parent | None]]:
        """The states as they are nested, with their depth: a parent, what is in it, and None where it ends."""
        parents = {parent.name: parent for parent in self.parents}
        within: tuple[str, ...] = ()
        for path, node in [*((node.parents, node) for node in self.nodes), ((), None)]:
            while within != path[: len(within)]:
                within = within[:-1]
                yield len(within), None
            for name in path[len(within) :]:
                yield len(within), parents[name]
                within = (*within, name)
            if node:
                yield len(within), node


class _Move(NamedTuple):
    """One line that leaves a state on an event."""

    state: str
    source: str
    target: str
    event: str
    option: Option
    alone: bool
    """Whether nothing else decides its cell."""


def diagram(table: Table) -> Diagram:
    """What there is to draw of a machine."""
    nodes = tuple(_node(table, name) for name in table.states)
    moves = [move for row in table.rows.values() for cell in row.values() for move in _moves(table, cell)]
    sources = [*table.states, *dict.fromkeys(move.source for move in moves if move.source not in table.states)]
    targets = [*table.states, BACK]
    arrows = sorted(_arrows(table, moves), key=lambda arrow: (sources.index(arrow.source), targets.index(arrow.target)))
    scopes = tuple(sources[len(table.states) :])
    return Diagram(table.name, table.start, nodes, tuple(_parents(table, nodes)), scopes, tuple(arrows))


def _parents(table: Table, nodes: Sequence[Node]) -> Iterator[Parent]:
    """The parents, each before those in it."""
    states = {state.name: state for state in table.definition.states}
    for name in dict.fromkeys(name for node in nodes for name in node.parents):
        yield Parent(name, states[name].parent, _effects(table, states[name].enter))


def _node(table: Table, name: str) -> Node:
    state = table.states[name].state
    cells = list(table.rows[name].values())
    return Node(
        name=name,
        parents=table.states[name].parents[::-1],
        role=state.role,
        end=state.end,
        enter=_effects(table, state.enter),
        answers={verdict: tuple(cell.event for cell in cells if _answers(cell, verdict)) for verdict in ANSWERS},
        undecided=tuple(cell.event for cell in cells if cell.origin in (Origin.UNDECIDED, Origin.PARTIAL)),
        conflicts=tuple(cell.event for cell in cells if cell.origin is Origin.CONFLICT),
    )


def _effects(table: Table, effects: Iterable[d.Effect]) -> tuple[str, ...]:
    texts = frozenset(fact.name for fact in table.definition.facts if isinstance(fact.type, Text))
    return tuple(effect_text(effect, texts) for effect in effects)


def _answers(cell: Cell, verdict: Verdict) -> bool:
    return any(option.reached and option.verdict is verdict for option in cell.options)


def _moves(table: Table, cell: Cell) -> Iterator[_Move]:
    reached = [option for option in cell.options if option.reached]
    for option in reached:
        if option.verdict is not Verdict.MOVE:
            continue
        alone = len(reached) == 1 and cell.origin is not Origin.PARTIAL
        if returns(option.line.outcome, table.states[cell.state].state.role):
            yield _Move(cell.state, cell.state, BACK, cell.event, option, alone)
            if option.line.outcome.otherwise:
                yield _Move(cell.state, cell.state, option.target, cell.event, option, False)
        else:
            yield _Move(cell.state, _leaves_from(cell, option), option.target, cell.event, option, alone)


def _leaves_from(cell: Cell, option: Option) -> str:
    """A line that a contract shares is drawn like the others of any state, one that a state includes like its own."""
    if option.line.shared is None:
        return option.source
    return cell.state if option.line.shared.fragment else ANY_STATE


def returns(outcome: d.Outcome, role: d.Role) -> TypeGuard[d.Back]:
    """Whether an outcome in a state of this role leads back to what was interrupted."""
    return isinstance(outcome, d.Back) and role is d.Role.INTERRUPTION


def _arrows(table: Table, moves: Iterable[_Move]) -> Iterator[Arrow]:
    found: dict[tuple[str, str], dict[str, list[_Move]]] = {}
    for move in moves:
        found.setdefault((move.source, move.target), {}).setdefault(move.event, []).append(move)
    for (source, target), events in found.items():
        order = [*(event for event in table.events if event in events), *(e for e in events if e not in table.events)]
        yield Arrow(source, target, tuple(_label(table, event, events[event]) for event in order))


def _label(table: Table, event: str, moves: Sequence[_Move]) -> Label:
    lines = tuple({id(move.option.line): move.option.line for move in moves}.values())
    info = table.events.get(event)
    kind = info.kind if info else d.Kind.TIMER if event.startswith("after ") else d.Kind.BLOCKED
    guards = {_when(move) for move in moves}
    guard = guards.pop() if len(guards) == 1 else ""
    states = tuple(dict.fromkeys(move.state for move in moves))
    return Label(event, kind, not all(move.alone for move in moves), guard, lines, states)


def _when(move: _Move) -> str:
    line = move.option.line
    if line.guard is not None:
        return str(line.guard)
    return "else" if line.otherwise or (isinstance(line.outcome, d.Back) and move.target != BACK) else ""


def in_words(diagram: Diagram, *, answers: str = "stand in the boxes") -> str:
    """What every drawing of arrows leaves out, so that it can say so. `answers`: where outcomes are that leave no state."""
    words = [verdict.value for verdict in ANSWERS if any(node.answers[verdict] for node in diagram.nodes)]
    listed = " and ".join(part for part in (", ".join(words[:-1]), *words[-1:]) if part)
    parts = ["Arrows are moves"]
    if words:
        parts.append(f"Outcomes that leave no state ({listed}) {answers}")
    if diagram.scopes:
        parts.append(f"A line of {_shared(diagram)} holds where a state has none of its own")
    if any(label_text(label).endswith("[...]") for arrow in diagram.arrows for label in arrow.labels):
        parts.append("[...] is a longer guard")
    return ". ".join([*parts, "Effects and reasons are in the file."])


def _shared(diagram: Diagram) -> str:
    words = ["any state"] if ANY_STATE in diagram.scopes else []
    return " or ".join([*words, *(["a parent"] if set(diagram.scopes) - {ANY_STATE} else [])])


def scope_text(scope: str) -> str:
    """Where the shared lines of a scope hold: `any state`, `any state in checkout`."""
    return scope if scope == ANY_STATE else f"any state in {scope}"


def label_text(label: Label, *, longest: int = 24) -> str:
    """`user_yes [approved]`: an event, and the guard under which it leads there, where that is one and not too long."""
    if not label.guarded:
        return label.event
    return f"{label.event} [{label.guard if 0 < len(label.guard) <= longest else '...'}]"
