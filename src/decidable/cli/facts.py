"""The table of `decidable check --facts`: states and facts, and where each fact comes from.

Owns: its text. Never: works anything out; `check` has followed the facts.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from decidable.check.knowledge import Certainty, Given, Knowledge
from decidable.check.speech import listed
from decidable.cli.screen import Screen

_STYLE = {Certainty.SURELY: "good", Certainty.GIVEN: "note", Certainty.MAYBE: "warning", Certainty.NEVER: "dim"}
_GAP = 2


def print_facts(screen: Screen, known: Knowledge | None) -> None:
    """What is known where, as many facts side by side as fit; then a line for each source."""
    if known is None:
        screen.print("facts are followed when every cell is decided")
    elif not known.facts:
        screen.print("this machine has no facts")
    else:
        for block in _blocks(screen, known):
            _print_block(screen, known, block)
            screen.print()
        _print_sources(screen, known)
    screen.print()


def _blocks(screen: Screen, known: Knowledge) -> Iterator[list[Given]]:
    """The facts in groups that fit a line; a group has at least one."""
    label = max(map(len, known.states))
    block: list[Given] = []
    used = label
    for fact in known.facts:
        width = _width(fact.name) + _GAP
        if block and used + width > screen.width:
            yield block
            block, used = [], label
        block.append(fact)
        used += width
    yield block


def _width(name: str) -> int:
    return max(len(name), *map(len, Certainty))


def _print_block(screen: Screen, known: Knowledge, block: Sequence[Given]) -> None:
    label = max(map(len, known.states))
    head = "".join(f"{'':{_GAP}}{fact.name:{_width(fact.name)}}" for fact in block)
    screen.print(screen.paint(f"{'':{label}}{head}".rstrip(), "strong"))
    for state, row in known.states.items():
        line, blanks = screen.paint(state, "strong"), label - len(state)
        for fact in block:
            certainty = row[fact.name].known
            line += " " * (blanks + _GAP) + screen.paint(certainty.value, _STYLE[certainty])
            blanks = _width(fact.name) - len(certainty.value)
        screen.print(line)


def _print_sources(screen: Screen, known: Knowledge) -> None:
    """Facts that come from the same and fall with the same stand together."""
    alike: dict[str, list[str]] = {}
    for fact in known.facts:
        alike.setdefault(_source(fact), []).append(fact.name)
    heads = {source: listed(names, len(names)) for source, names in alike.items()}
    width = min(max(map(len, heads.values())), 32)
    for source, names in heads.items():
        screen.print(f"{screen.paint(names.ljust(width), 'strong')}  {source}")
    if not known.connected:
        screen.print(
            screen.paint("too many facts hang together here: each is followed by itself, so more is `maybe`", "dim")
        )


def _source(fact: Given) -> str:
    parts = [
        "known from the start" if fact.initial else "",
        f"from {listed(fact.events, 8)}" if fact.events else "",
        "given when a run starts" if fact.at_start else "",
    ]
    said = ", ".join(part for part in parts if part) or "set by the table"
    claim = "; may be a mere claim" if fact.claim else ""
    falls = f"; unknown again when {listed(fact.depends, 8).replace(' and ', ' or ')} changes" if fact.depends else ""
    return f"{said}{claim}{falls}"
