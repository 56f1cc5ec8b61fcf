"""The arrows of a diagram as moves of a machine: from a state without inner states to one, each on an event.

Owns: what a choice, a state with states in it, and an end become. Never: names anything, or writes a line.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import takewhile
from typing import Final, NamedTuple, TypeAlias

from decidable.core.problem import Severity
from decidable.text.mermaid.chart import Chart, Node, Way
from decidable.text.mermaid.labels import ELSE, Label, read_condition, read_label
from decidable.text.mermaid.statements import EDGE, Sort
from decidable.text.trouble import Problems

MOST: Final = 20_000
"""Choices after choices, and arrows of states with many states in them, multiply; more than this nobody reads."""
DEEPEST_CHOICE: Final = 8
"""Choices between two states."""


class Unless(NamedTuple):
    """None of these conditions: what an `else` of a choice leaves over."""

    texts: tuple[str, ...]


Condition: TypeAlias = str | Unless


class Move(NamedTuple):
    """One line to be.

    `label.event` empty: the arrow has no label. `conditions`: all on the way, as they stood; ELSE for what other arrows
    leave over. `target` EDGE: the end of the run; empty: the diagram does not say. `reason`: the words on the arrows.
    """

    source: str
    label: Label
    conditions: tuple[Condition, ...]
    target: str
    reason: str


@dataclass(frozen=True, slots=True)
class Moves:
    """All moves, in the order of the diagram, and the states that end a run."""

    start: str
    moves: tuple[Move, ...]
    finals: frozenset[str]
    choices: frozenset[str]
    """The choices that are between states and none themselves."""


def moves_of(chart: Chart, problems: Problems) -> Moves:
    """Every move, in the order of the diagram."""
    maker = _Maker(chart, problems)
    found: dict[Move, None] = {}
    for way in chart.ways:
        found.update(dict.fromkeys(maker.of(way)))
        if maker.steps > MOST:
            message = f"the diagram has more than {MOST:,} moves; the rest is not read"
            problems.add("too-large", message, line=way.line, column=way.column, hint="draw several machines")
            break
    maker.report()
    return Moves(maker.start(), tuple(found), frozenset(maker.finals), frozenset(maker.choices))


class _Branch(NamedTuple):
    conditions: tuple[Condition, ...]
    target: str
    scope: str
    said: str


class _Maker:
    """The arrows of one diagram, and what stands between them."""

    def __init__(self, chart: Chart, problems: Problems) -> None:
        self.chart, self.problems = chart, problems
        self.steps = 0
        self.leaving: dict[str, list[Way]] = {}
        for way in chart.ways:
            self.leaving.setdefault(way.source, []).append(way)
        begun = {node.initial for node in (chart.root, *chart.nodes.values())}
        entered = {way.target for way in chart.ways}
        self.choices = {
            id_
            for id_, node in chart.nodes.items()
            if node.sort is Sort.CHOICE and id_ in self.leaving and id_ in entered and id_ not in begun
        }
        self.finals = {way.source for way in chart.ways if self._ends(way)}
        self.unlabelled: list[Way] = []
        self._events: dict[str, frozenset[str]] = {}
        self._told: set[tuple[int, int]] = set()

    def start(self) -> str:
        """Where runs begin."""
        initial = self.chart.root.initial
        if not initial and self.chart.root.children:
            message = "the diagram does not say where it begins"
            first = self.chart.root.children[0]
            hint = f"the first state is taken; else write `[*] --> {first.id}`"
            severity = Severity.NOTE
            self.problems.add("import-left-out", message, line=first.line, column=1, hint=hint, severity=severity)
            initial = first.id
        return first_inside(self.chart, initial) if initial else ""

    def of(self, way: Way) -> Iterator[Move]:
        """The moves of an arrow."""
        if way.source in self.choices or self._ends(way):
            return
        labels = read_label(way.label)
        if not way.label:
            self.unlabelled.append(way)
        for source in self._sources(way, labels):
            for branch in self._branches(way, ()):
                target = self._target(branch, way)
                for label in labels:
                    reason = " ".join(part for part in (label.text, branch.said) if part)
                    own = (label.guard,) if label.guard and not (label.guard == ELSE and branch.conditions) else ()
                    yield Move(source, label, (*own, *branch.conditions), target, reason)

    def report(self) -> None:
        """Say what was changed in many places, once."""
        outer = next((node for node in self.chart.nodes.values() if node.children), None)
        if outer is not None:
            message = f"'{outer.id}' has states in it: they are written side by side, and its arrows in each of them"
            self.problems.add("import-left-out", message, line=outer.line, column=1, severity=Severity.NOTE)
        if self.unlabelled:
            first, many = self.unlabelled[0], len(self.unlabelled)
            what = "an arrow has no label" if many == 1 else f"{many} arrows have no label, the first of them here"
            self.problems.add(
                "import-unlabelled",
                f"{what}: on which event?",
                line=first.line,
                column=first.column,
                hint="such an event is named after where it leads; give it the name of what makes it happen",
                severity=Severity.WARNING,
            )

    def _ends(self, way: Way) -> bool:
        """Whether an arrow only says that its state is an end."""
        alone = len(self.leaving[way.source]) == 1 and not self.chart.nodes[way.source].children
        return way.target == EDGE and way.scope == "" and alone and not way.label

    def _sources(self, way: Way, labels: tuple[Label, ...]) -> Iterator[str]:
        """The states without inner states that an arrow leaves; those that answer its event themselves are not asked."""
        node = self.chart.nodes[way.source]
        if not node.children:
            self.steps += 1
            yield node.id
            return
        if not way.label and any(self._closes(child) for child in node.children):
            return  # it is taken when what is inside has ended
        events = {label.event for label in labels}
        for inner in node.inside():
            self.steps += 1
            if self.steps > MOST:
                return
            if not inner.children and inner.id not in self.choices:
                nearer = takewhile(lambda each: each is not node, inner.within())
                if not any(events & self._answered(each) for each in nearer):
                    yield inner.id

    def _answered(self, node: Node) -> frozenset[str]:
        """The events on which an arrow leaves a state itself."""
        known = self._events.get(node.id)
        if known is None:
            ways = self.leaving.get(node.id, ())
            known = frozenset(label.event for way in ways for label in read_label(way.label))
            self._events[node.id] = known
        return known

    def _closes(self, node: Node) -> bool:
        return any(way.target == EDGE for way in self.leaving.get(node.id, ()))

    def _branches(self, way: Way, seen: tuple[str, ...]) -> Iterator[_Branch]:
        """Where an arrow leads, through the choices on the way."""
        self.steps += 1
        if way.target not in self.choices:
            yield _Branch((), first_inside(self.chart, way.target), way.scope, "")
            return
        if way.target in seen or len(seen) == DEEPEST_CHOICE:
            self._report_choices(way)
            yield _Branch((), "", way.scope, "")
            return
        outs = [(out, read_condition(out.label)) for out in self.leaving[way.target]]
        texts = tuple(text for _, text in outs if text not in ("", ELSE))
        for out, text in outs:
            rest_of = text == ELSE or (not text and texts)  # beside others, one without a condition is what they leave
            own: tuple[Condition, ...] = (Unless(texts),) if rest_of else (text,) if text else ()
            for rest in self._branches(out, (*seen, way.target)):
                said = " ".join(part for part in (f"[{text}]" if text else "", rest.said) if part)
                yield _Branch((*own, *rest.conditions), rest.target, rest.scope, said)

    def _report_choices(self, way: Way) -> None:
        message = f"choices lead in a circle, or more than {DEEPEST_CHOICE} of them stand between two states"
        self._left_open(way, message)

    def _left_open(self, way: Way, message: str) -> None:
        hint = "the cell is left undecided; write where it leads"
        severity = Severity.WARNING
        place = way.line, way.column
        if place not in self._told:
            self._told.add(place)
            self.problems.add(
                "import-left-out", message, line=way.line, column=way.column, hint=hint, severity=severity
            )

    def _target(self, branch: _Branch, way: Way) -> str:
        """The state without inner states where a branch ends; EDGE for the end of the run."""
        target, scope = branch.target, branch.scope
        seen: set[str] = set()
        while target == EDGE and scope:  # the end of what is inside is where the arrow of the outside goes on
            onward = [each for each in self.leaving.get(scope, ()) if not each.label]
            if len(onward) != 1 or scope in seen:
                self._left_open(
                    way, f"'{way.source}' ends '{scope}', and no single arrow without a label says what follows"
                )
                return ""
            seen.add(scope)
            target, scope = first_inside(self.chart, onward[0].target), onward[0].scope
        return target


def first_inside(chart: Chart, id_: str) -> str:
    """The state without inner states that entering this one leads to."""
    seen: set[str] = set()
    while id_ != EDGE and id_ not in seen and (node := chart.nodes[id_]).children:
        seen.add(id_)
        id_ = node.initial or node.children[0].id
    return id_ if id_ == EDGE or not chart.nodes[id_].children else _deepest(chart.nodes[id_])


def _deepest(node: Node) -> str:
    """The first of the innermost states, for a diagram that begins in circles."""
    while node.children:
        node = node.children[0]
    return node.id
