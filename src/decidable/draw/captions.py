"""What is written in each box of a diagram, on each arrow, and in the band of interruptions.

Owns: the words of a picture, and how many of them are shown; a note counts the rest. Never: where anything stands.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from decidable.core import definition as d
from decidable.draw.cards import Card, Ink, Words, card_of
from decidable.draw.diagram import BACK, Arrow, Diagram, Label, Node, Parent, label_text, scope_text
from decidable.draw.measure import wrapped
from decidable.draw.trace import Marks

_ENTRY = 3
"""So many effects of an entry are shown; a note counts the rest."""
_WIDE = 240
"""Notes in a box are broken at this width."""
_LISTED = 420
"""Lists of states are broken at this width."""
_NAMES = 8
"""So many lines of one arrow are shown; a note counts the rest."""


def name_card(parent: Parent) -> Card:
    """The name of a parent, in the corner of its frame."""
    lines = [Words(parent.name, Ink.NAME), *(Words(effect, Ink.NOTE) for effect in parent.enter[:_ENTRY])]
    return card_of(lines, "\n".join([parent.name, *parent.enter]), 2, 0)


def state_card(node: Node, drawn: Diagram, marks: Marks | None) -> Card:
    """A state: what it does on entry, how it answers, and what is wrong with it."""
    lines = [Words(node.name, Ink.NAME)]
    if node.parents and node.name == drawn.start:  # the dot of a start stands above its box, where a frame has its name
        lines.append(Words("start", Ink.NOTE))
    if node.parents and node.role is d.Role.INTERRUPTION:  # these have no frame
        lines.append(Words(f"in {' / '.join(node.parents)}", Ink.NOTE))
    if node.end:
        lines.append(Words(f"final: {node.end.value}", Ink.NOTE))
    lines += [Words(part, Ink.NOTE) for effect in node.enter[:_ENTRY] for part in wrapped(effect, _WIDE)]
    if len(node.enter) > _ENTRY:
        lines.append(Words(f"+ {len(node.enter) - _ENTRY} more on entry", Ink.NOTE))
    for n, arrow in enumerate(drawn.arrows):
        if arrow.source == arrow.target == node.name:
            events = ", ".join(label_text(label) for label in arrow.labels)
            steps = ", ".join(_steps(n, label, marks) for label in arrow.labels if _steps(n, label, marks))
            first, *more = wrapped(f"restart: {events}", _WIDE)
            lines += [Words(first, Ink.NOTE, steps=steps), *(Words(part, Ink.NOTE) for part in more)]
    counts = [f"{verdict.value} {len(events)}" for verdict, events in node.answers.items() if events]
    if counts:
        lines.append(Words(" \N{MIDDLE DOT} ".join(counts), Ink.NOTE))
    if node.conflicts:
        lines.append(Words(f"2 rules: {len(node.conflicts)}", Ink.ALARM))
    if node.undecided:
        lines.append(Words(f"? {len(node.undecided)} undecided", Ink.ALARM))
    if marks:
        lines += [Words(event, Ink.NOTE, steps=str(n)) for n, event in marks.boxes.get(node.name, ())]
    return card_of(lines, _told(node), 16, 9)


def _told(node: Node) -> str:
    """A box in words: all its events, and all it does on entry."""
    parts = [node.name]
    parts += [f"enter: {', '.join(node.enter)}"] if node.enter else []
    parts += [f"{verdict.value}: {', '.join(events)}" for verdict, events in node.answers.items() if events]
    parts += [f"2 rules: {', '.join(node.conflicts)}"] if node.conflicts else []
    parts += [f"undecided: {', '.join(node.undecided)}"] if node.undecided else []
    return "\n".join(parts)


def scope_card(scope: str) -> Card:
    """Where the lines of any state, or of a parent, leave from."""
    lines = [Words(scope_text(scope), Ink.SHARED), Words("where it has no line of its own", Ink.NOTE)]
    return card_of(lines, f"lines of {scope} hold where a state has none of its own", 18, 7)


def arrow_card(n: int, arrow: Arrow, drawn: Diagram, marks: Marks | None) -> Card:
    """The label of an arrow, by its number: its events, and the steps of the trace that take it."""
    shown, rest = arrow.labels[:_NAMES], arrow.labels[_NAMES:]
    if len(rest) == 1:
        shown, rest = arrow.labels, ()
    rest_steps = ", ".join(filter(None, (_steps(n, label, marks) for label in rest)))
    lines = [Words(label_text(label), Ink.EVENT, label.kind, _steps(n, label, marks)) for label in shown]
    if rest:
        lines.append(Words(f"+ {len(rest)} more", Ink.NOTE, steps=rest_steps))
    return card_of(lines, "\n".join([f"{_source(arrow, drawn)} -> {arrow.target}", *_decisions(arrow)]), 8, 5)


def _source(arrow: Arrow, drawn: Diagram) -> str:
    return scope_text(arrow.source) if arrow.source in drawn.scopes else arrow.source


def _decisions(arrow: Arrow) -> Iterator[str]:
    for label in arrow.labels:
        for line in label.lines:
            when = f" when {line.guard}" if line.guard is not None else " else" if line.otherwise else ""
            yield f"{label.event}{when}{f': {line.reason}' if line.reason else ''}"


def _steps(n: int, label: Label, marks: Marks | None) -> str:
    return ", ".join(map(str, marks.arrows.get((n, label.event), ()))) if marks else ""


def on_trace(n: int, arrow: Arrow, marks: Marks | None) -> bool:
    """Whether a step of the trace takes this arrow."""
    return any(_steps(n, label, marks) for label in arrow.labels)


def led_in(node: Node, drawn: Diagram, marks: Marks | None) -> Card:
    """What leads into an interruption, in words."""
    into = [(n, arrow, _source(arrow, drawn)) for n, arrow in _entering(drawn) if arrow.target == node.name]
    return card_of(list(_in_words(into, marks)) or [Words("nothing leads in", Ink.NOTE)], "what leads in", 8, 5)


def led_out(node: Node, drawn: Diagram, marks: Marks | None) -> Card:
    """What leads out of an interruption, in words."""
    out = [
        (n, arrow, "back to where it was" if arrow.target == BACK else arrow.target)
        for n, arrow in _entering(drawn)
        if arrow.source in (node.name, *node.parents)
    ]
    return card_of(list(_in_words(out, marks)) or [Words("nothing leads out", Ink.NOTE)], "what leads out", 8, 5)


def _entering(drawn: Diagram) -> Iterator[tuple[int, Arrow]]:
    """The arrows that do not stay where they are, with their numbers."""
    return ((n, arrow) for n, arrow in enumerate(drawn.arrows) if not arrow.restarts)


def _in_words(arrows: Iterable[tuple[int, Arrow, str]], marks: Marks | None) -> Iterator[Words]:
    """Each event with the other ends of its arrows."""
    ends: dict[tuple[str, d.Kind], list[str]] = {}
    steps: dict[tuple[str, d.Kind], list[str]] = {}
    for n, arrow, other in arrows:
        for label in arrow.labels:
            event = (label_text(label), label.kind)
            ends.setdefault(event, []).append(other)
            steps.setdefault(event, []).extend(filter(None, [_steps(n, label, marks)]))
    for (text, kind), others in ends.items():
        first, *more = wrapped(f"{text} \N{MIDDLE DOT} {', '.join(others)}", _LISTED, Ink.EVENT.size)
        yield Words(first, Ink.EVENT, kind, ", ".join(steps[text, kind]))
        yield from (Words(part, Ink.EVENT) for part in more)
