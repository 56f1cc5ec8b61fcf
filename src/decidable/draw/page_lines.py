"""Every line of a machine on its page, each at an address of its own.

Owns: the addresses, and how a line is written out. Never: says which line decides a cell; the grid links to those.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from decidable.core import definition as d
from decidable.core.table import Table
from decidable.core.values import Text
from decidable.draw.paint import escaped
from decidable.text.phrases import condition_text, decision_text, effects_text, header_text


class Index(NamedTuple):
    """The lines of a machine by where they are written, and the address of each. By identity: equal lines are two."""

    sources: tuple[tuple[str, tuple[d.Line, ...]], ...]
    addresses: Mapping[int, str]

    @staticmethod
    def of(table: Table) -> Index:
        """The lines of any state first, then those of each state, as written."""
        definition = table.definition
        sources = [("any state", definition.any_state)] if definition.any_state else []
        sources += [(state.name, state.lines) for state in definition.states]
        every = [line for _, lines in sources for line in lines]
        return Index(tuple(sources), {id(line): f"l{n}" for n, line in enumerate(every)})

    def address(self, line: d.Line) -> str:
        """Where a line stands on the page."""
        return self.addresses[id(line)]


def lines(table: Table, index: Index, path: str) -> Iterator[str]:
    """All lines, by state."""
    texts = frozenset(fact.name for fact in table.definition.facts if isinstance(fact.type, Text))
    states = {state.name: state for state in table.definition.states}
    if path:
        yield f'<p class="dim">Numbers are lines of {escaped(path)}.</p>'
    for n, (source, written) in enumerate(index.sources):
        state = states.get(source)
        yield f'<details open id="s{n}"><summary>{escaped(header_text(state) if state else source)}</summary>'
        if state and state.enter:
            yield f'<p class="enter">enter: {escaped(effects_text(state.enter, texts))}</p>'
        if written:
            yield '<table class="lines">'
            for line in written:
                number = str(line.at) if line.at else ""
                yield (
                    f'<tr id="{index.address(line)}"><td class="number">{number}</td>'
                    f"<td><code>{escaped(condition_text(line))}</code></td>"
                    f"<td><code>{escaped(decision_text(line, texts))}</code></td><td>{escaped(line.reason)}</td></tr>"
                )
            yield "</table>"
        yield "</details>"
