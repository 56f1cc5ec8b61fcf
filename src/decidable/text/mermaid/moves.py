"""The arrows of a diagram as moves of a machine: from one state to another, each on an event.

Owns: what a choice, the end of inner states, and the end of a run become. Never: names anything, or writes a line.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, NamedTuple, TypeAlias

from decidable.core.definition import After
from decidable.core.problem import Severity
from decidable.text.mermaid.chart import Chart, Node, Way
from decidable.text.mermaid.labels import ELSE, Label, read_condition, read_label
from decidable.text.mermaid.statements import EDGE, Sort
from decidable.text.trouble import Problems

MOST: Final = 20_000
"""Choices after choices multiply; more moves than this nobody reads."""
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
    """All moves, in the order of the diagram, and what the arrows say of states.

    `firsts`: for each state with states in it, and for the whole diagram (""), the one of them that is entered first.
    `choices`: those that are between states and none themselves.
    """

    moves: tuple[Move, ...]
    firsts: dict[str, str]
    finals: frozenset[str]
    choices: frozenset[str]


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
    return Moves(tuple(found), maker.firsts, frozenset(maker.finals), frozenset(maker.choices))


class _Branch(NamedTuple):
    conditions: tuple[Condition, ...]
    target: str
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
            if node.sort is Sort.CHOICE
            and id_ in self.leaving
            and id_ in entered
            and id_ not in begun
            and not node.children
        }
        self.firsts = self._firsts()
        self.finals = {way.source for way in chart.ways if self._ends(way)}
        self._unlabelled: list[Way] = []
        self._told: set[tuple[int, int]] = set()

    def _firsts(self) -> dict[str, str]:
        """Where the diagram begins, and each state with states in it."""
        found = {}
        for node in (self.chart.root, *self.chart.nodes.values()):
            inner = [child for child in node.children if child.id not in self.choices]
            if not inner:
                continue
            begun = self.chart.nodes.get(node.initial or self.chart.root.initial)
            within = [each for each in begun.within() if each.parent is node] if begun else []
            if not within:
                self._say_first(node, inner[0])
            found[node.id] = (within or inner)[0].id
        return found

    def _say_first(self, node: Node, first: Node) -> None:
        where = f"where '{node.id}' begins" if node.id else "where it begins"
        hint = f"'{first.id}' is taken; else write `[*] --> STATE`{' in its block' if node.id else ''}"
        message = f"the diagram does not say {where}"
        severity = Severity.NOTE
        self.problems.add("import-left-out", message, line=first.line, column=1, hint=hint, severity=severity)

    def of(self, way: Way) -> Iterator[Move]:
        """The moves of an arrow."""
        node = self.chart.nodes[way.source]
        if way.source in self.choices or self._ends(way):
            return
        if not way.label and any(self._closes(child) for child in node.children):
            return  # it is taken when what is inside has ended
        labels = [label for label in read_label(way.label) if not self._is_doubled(label, node, way)]
        if not way.label:
            self._unlabelled.append(way)
        for branch in self._branches(way, ()):
            for label in labels:
                reason = " ".join(part for part in (label.text, branch.said) if part)
                own = (label.guard,) if label.guard and not (label.guard == ELSE and branch.conditions) else ()
                yield Move(way.source, label, (*own, *branch.conditions), branch.target, reason)

    def _is_doubled(self, label: Label, node: Node, way: Way) -> bool:
        """Whether a state and one that it stands in wait equally long, which no machine can tell apart."""
        if not isinstance(label.waits, After):
            return False
        for outer in list(node.within())[1:]:
            if any(
                each.waits == label.waits
                for other in self.leaving.get(outer.id, ())
                for each in read_label(other.label)
            ):
                message = f"'{label.text}' leaves '{node.id}' and '{outer.id}', in which it stands"
                hint = f"only that of '{outer.id}' is read; let one of them wait longer"
                self._left_out(way, message, hint)
                return True
        return False

    def report(self) -> None:
        """Say how many arrows say nothing."""
        if self._unlabelled:
            first, many = self._unlabelled[0], len(self._unlabelled)
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
        node = self.chart.nodes[way.source]
        alone = len(self.leaving[way.source]) == 1 and not node.children and node.parent is self.chart.root
        return way.target == EDGE and way.scope == "" and alone and not way.label and node.id != self.firsts[""]

    def _closes(self, node: Node) -> bool:
        return any(way.target == EDGE and way.scope for way in self.leaving.get(node.id, ()))

    def _branches(self, way: Way, seen: tuple[str, ...]) -> Iterator[_Branch]:
        """Where an arrow leads, through choices and out of states that end on the way."""
        self.steps += 1
        if self.steps > MOST:
            return
        if way.target == EDGE and way.scope:
            yield from self._onward(way, seen)
            return
        if way.target not in self.choices:
            yield _Branch((), way.target, "")
            return
        if way.target in seen or len(seen) >= DEEPEST_CHOICE:
            self._left_open(
                way, f"choices lead in a circle, or more than {DEEPEST_CHOICE} of them stand between two states"
            )
            yield _Branch((), "", "")
            return
        outs = [(out, read_condition(out.label)) for out in self.leaving[way.target]]
        texts = tuple(text for _, text in outs if text not in ("", ELSE))
        for out, text in outs:
            rest_of = text == ELSE or (not text and texts)  # beside others, one without a condition is what they leave
            own: tuple[Condition, ...] = (Unless(texts),) if rest_of else (text,) if text else ()
            for rest in self._branches(out, (*seen, way.target)):
                said = " ".join(part for part in (f"[{text}]" if text else "", rest.said) if part)
                yield _Branch((*own, *rest.conditions), rest.target, said)

    def _onward(self, way: Way, seen: tuple[str, ...]) -> Iterator[_Branch]:
        """Where it goes on when what is inside a state has ended: along the arrows of the state that have no label."""
        ended = f"{EDGE} {way.scope}"
        onward = [each for each in self.leaving.get(way.scope, ()) if not each.label]
        if not onward or ended in seen:
            self._left_open(way, f"'{way.source}' ends '{way.scope}', and no arrow without a label says what follows")
            yield _Branch((), "", "")
            return
        for each in onward:
            yield from self._branches(each, (*seen, ended))

    def _left_open(self, way: Way, message: str) -> None:
        self._left_out(way, message, "the cell is left undecided; write where it leads")

    def _left_out(self, way: Way, message: str, hint: str) -> None:
        severity = Severity.WARNING
        place = way.line, way.column
        if place not in self._told:
            self._told.add(place)
            self.problems.add(
                "import-left-out", message, line=way.line, column=way.column, hint=hint, severity=severity
            )
