"""The draft: a diagram's states and moves as the rows of a `.states` file, with its words kept beside them.

Owns: names, comments and reasons. Never: decides a cell that no arrow decides.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from decidable.core.definition import (
    Back,
    End,
    Event,
    Kind,
    Line,
    Named,
    Outcome,
    Role,
    State,
    Undecided,
)
from decidable.core.definition import Move as MoveTo
from decidable.core.guard import And, Guard, Not, Or
from decidable.core.scope import SYNTHESISED
from decidable.text.mermaid.chart import Chart, Node
from decidable.text.mermaid.conditions import Conditions, conditions
from decidable.text.mermaid.labels import ELSE
from decidable.text.mermaid.moves import Condition, Move, Moves, Unless
from decidable.text.mermaid.statements import EDGE
from decidable.text.names import NameOf, is_name
from decidable.text.rows import Blank, Events, Facts, Name, Remark, Row, Section
from decidable.text.slugs import Slugs, say_renamed, slug
from decidable.text.trouble import Problems

ANY_STATE: Final = "any state"
BACK: Final = "back to where it was"
"""How this project's own diagrams label the two places that are no states."""
LONGEST_WORDS: Final = 500
_OPAQUE: Final = re.compile(r"[A-Za-z]{0,3}_?\d+")
_SYSTEM: Final = frozenset({"model_down", "model_back"})
_NO_LABEL: Final = "the diagram does not say on which event"


def draft(chart: Chart, moves: Moves, name: str, title: str, problems: Problems, *, ours: bool = False) -> list[Row]:
    """The rows of the draft. `ours`: this project has drawn the diagram, and `blocked` in it is the language's own."""
    made = _Draft(chart, moves, ours)
    for role, renamed in made.renamed:
        say_renamed(problems, role, renamed)
    return made.rows(name, title)


class _Draft:
    """The names of one draft, and its rows."""

    def __init__(self, chart: Chart, moves: Moves, ours: bool) -> None:
        self.root, self.moves, self.finals = chart.root, moves.moves, moves.finals
        self.firsts = set(moves.firsts.values())
        sources = {move.source for move in self.moves}
        targets = {move.target for move in self.moves}
        plain = [node for node in chart.root.children if not node.children and node.id not in self.firsts]
        self.anywhere = {node.id for node in plain if node.labels == [ANY_STATE] and node.id not in targets}
        self.back = {node.id for node in plain if node.labels == [BACK] and node.id not in sources} & targets
        self.no_states = self.anywhere | self.back | moves.choices
        self.nodes = [node for node in chart.nodes.values() if node.id not in self.no_states]
        outermost = {node.id: list(node.within())[-2] for node in self.nodes}
        self.interruptions = {
            outermost[move.source].id
            for move in self.moves
            if move.target in self.back and move.source in outermost and outermost[move.source].id not in self.firsts
        }
        self.returning = {id_ for id_, node in outermost.items() if node.id in self.interruptions}
        self.renamed: list[tuple[NameOf, Mapping[str, str]]] = []
        self.names = self._state_names()
        self.ends = EDGE in targets
        self.events = self._event_names(ours)
        self.conditions = conditions(_texts(self.moves))
        self.renamed.append((NameOf.FACT, self.conditions.renamed))

    def _event_names(self, ours: bool) -> dict[str, str]:
        """The name of each event, by its words."""
        words = dict.fromkeys(self._words(move) for move in self.moves if move.label.waits is None)
        slugs = Slugs(NameOf.EVENT, filter(is_name, words))
        names = {each: each if ours and each == SYNTHESISED else slugs[each] for each in words}
        self.renamed.append((NameOf.EVENT, slugs.renamed))
        return names

    def _state_names(self) -> dict[str, str]:
        """The name of each state: its label where that is a name, or where its id says nothing; else its id."""
        wished = {node.id: _wish(node) for node in self.nodes}
        counted = Counter(wished.values())
        wished = {id_: wish if counted[wish] == 1 else id_ for id_, wish in wished.items()}
        slugs = Slugs(NameOf.STATE, filter(is_name, wished.values()))
        names = {id_: slugs[wish] for id_, wish in wished.items()}
        self.renamed.append((NameOf.STATE, slugs.renamed))
        return {**names, EDGE: slugs.fresh("end")}

    def _words(self, move: Move) -> str:
        return move.label.event or f"to {self.names.get(move.target, 'what follows')}"

    def rows(self, name: str, title: str) -> list[Row]:
        """All of them."""
        rows = [Row(Name(name))] if name else []
        rows += _remarks(
            f"Imported from a Mermaid state diagram{f': {title}' if title else ''}.",
            "What no arrow says is undecided: `decidable grid` shows it as `?`. Decide each cell, and say why.",
            "Every event is of kind `user` until you say otherwise: answer, result, evidence, signal or system.",
            depth=0,
        )
        rows += self._fact_rows(self.conditions)
        rows += self._event_rows()
        shared = [self._line(move) for move in self.moves if move.source in self.anywhere]
        if shared:
            rows += [Row(Blank()), Row(Section("any state")), *(Row(line, depth=1) for line in shared)]
        lines: dict[str, list[Line]] = {}
        for move in self.moves:
            lines.setdefault(move.source, []).append(self._line(move))
        for node in self.root.children:
            rows += self._state_rows(node, lines, 0)
        if self.ends:
            rows += [Row(Blank()), Row(State(name=self.names[EDGE], role=Role.FINAL, end=End.COMPLETED))]
        return rows

    def _fact_rows(self, made: Conditions) -> Iterator[Row]:
        for at, fact in enumerate(made.facts.values()):
            if at == 0:
                yield from (Row(Blank()), Row(Section("facts")))
            yield Row(Facts((fact,)), _comment(made.words.get(fact.name, "")), depth=1)

    def _event_rows(self) -> Iterator[Row]:
        said = {name: words for words, name in reversed(self.events.items())}
        unsaid = {self.events[self._words(move)] for move in self.moves if self._is_unsaid(move)}
        declared = [name for name in dict.fromkeys(self.events.values()) if name != SYNTHESISED]
        for at, (name, words) in enumerate((name, said[name]) for name in declared):
            if at == 0:
                yield from (Row(Blank()), Row(Section("events")))
            kind = Kind.SYSTEM if name in _SYSTEM else Kind.USER
            comment = _NO_LABEL if name in unsaid else words if words != name else ""
            yield Row(Events(kind, (Event(name=name, kind=kind),)), _comment(comment), depth=1)

    def _is_unsaid(self, move: Move) -> bool:
        return not move.label.event and move.label.waits is None

    def _state_rows(self, node: Node, lines: dict[str, list[Line]], depth: int) -> Iterator[Row]:
        """A state with its words and lines, and the states in it."""
        if node.id in self.no_states:
            return
        name = self.names[node.id]
        role = Role.PLAIN
        if node.id in self.finals:
            role = Role.FINAL
        elif node.id in self.firsts:
            role = Role.START
        elif node.id in self.interruptions:
            role = Role.INTERRUPTION
        head = State(name=name, role=role, end=End.COMPLETED if role is Role.FINAL else None)
        words = [each for each in (node.id, *node.labels) if each != name]
        told = [each for each in words if each != node.id or not (_OPAQUE.fullmatch(each) or slug(each) == name)]
        yield Row(head, _comment("; ".join(told)), depth=depth)
        for note in node.notes:
            yield from _remarks(*note.split("\n"), depth=depth + 1)
        yield from (Row(line, depth=depth + 1) for line in lines.get(node.id, ()))
        for child in node.children:
            yield from self._state_rows(child, lines, depth + 1)

    def _line(self, move: Move) -> Line:
        guard, otherwise = self._guard(move.conditions)
        event = self.events.get(self._words(move), "")
        selector = Named((event,)) if move.label.waits is None else move.label.waits
        reason = "" if move.reason in (event, move.label.event) and is_name(move.label.event) else move.reason
        return Line(
            selector=selector, guard=guard, otherwise=otherwise, outcome=self._outcome(move), reason=_cut(reason)
        )

    def _outcome(self, move: Move) -> Outcome:
        if move.target in self.back and move.source in self.returning:
            return Back()
        if move.target not in self.names:  # the diagram does not say, or goes back from where nothing was interrupted
            return Undecided()
        return MoveTo(self.names[move.target], restart=move.target == move.source)

    def _guard(self, found: tuple[Condition, ...]) -> tuple[Guard | None, bool]:
        """The guard of a line, and whether it is `else`."""
        if len(found) == 1 and (found[0] == ELSE or isinstance(found[0], Unless)):
            return None, True
        parts = [part for each in found if (part := self._condition(each)) is not None]
        if len(parts) < 2:
            return (parts[0] if parts else None), False
        return And(tuple(parts)), False

    def _condition(self, condition: Condition) -> Guard | None:
        known = self.conditions.guards
        if isinstance(condition, str):
            return known.get(condition)
        parts = tuple(known[text] for text in condition.texts if text in known)
        if len(parts) < 2:
            return Not(parts[0]) if parts else None
        return Not(Or(parts))


def _wish(node: Node) -> str:
    label = node.labels[0] if len(node.labels) == 1 else ""
    return label if is_name(label) or (slug(label) and _OPAQUE.fullmatch(node.id)) else node.id


def _texts(moves: Iterable[Move]) -> list[str]:
    """The texts of all conditions, each once."""
    found: dict[str, None] = {}
    for move in moves:
        for each in move.conditions:
            found.update(dict.fromkeys((each,) if isinstance(each, str) else each.texts))
    found.pop(ELSE, None)
    return list(found)


def _comment(words: str) -> str:
    return f"# {_cut(words)}" if words else ""


def _cut(words: str) -> str:
    return words if len(words) <= LONGEST_WORDS else f"{words[:LONGEST_WORDS]} ..."


def _remarks(*texts: str, depth: int) -> list[Row]:
    return [Row(Remark(), _comment(text), depth=depth) for text in texts if text]
