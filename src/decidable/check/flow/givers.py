"""Which tools bring an event, and what its facts rest on then.

Owns: the tools that a machine starts, by the events they give, and where each fact of an event is from. Never: knows in which
state an event comes; `variants` does.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence

from decidable.check.flow.domain import Origin, Source
from decidable.core import definition as d
from decidable.core.learn import CLAIMS
from decidable.core.table import EventInfo, Table


class Givers:
    """Of one machine. `effects`: all that a run may have; `proposals`: those that ask."""

    def __init__(self, table: Table, effects: Sequence[d.Effect], proposals: Sequence[d.Propose]) -> None:
        self.table = table
        self.proposals = proposals
        started = {item.tool for proposal in proposals for item in proposal.items}
        started |= {effect.tool for effect in effects if isinstance(effect, d.Call)}
        self._by_event: dict[str, list[d.Tool]] = defaultdict(list)
        for tool in (info.tool for name, info in table.tools.items() if name in started):
            for event in dict.fromkeys((*tool.gives, tool.no_answer)):
                self._by_event[event].append(tool)

    def of(self, event: str) -> list[d.Tool]:
        """The tools of which an event may be an outcome."""
        return self._by_event[event]

    def dependences(self, info: EventInfo) -> Iterator[tuple[str, ...]]:
        """What the facts of an event may depend on: what a read was asked."""
        yield ()
        if info.kind is d.Kind.EVIDENCE:
            return
        for tool in self._by_event[info.name]:
            if not tool.write:
                yield from self.asked(tool)

    def asked(self, tool: d.Tool) -> Iterator[tuple[str, ...]]:
        """The facts a read's arguments are filled from: all of them, unless a list takes some from an earlier step."""
        yield tuple(filled(tool, {}))
        for proposal in self.proposals:
            yield from (tuple(filled(tool, dict(i.taken))) for i in proposal.items if i.tool == tool.name and i.taken)


def filled(tool: d.Tool, taken: dict[str, str]) -> list[str]:
    """The arguments of a tool that are filled from facts."""
    return [name for name in tool.args if name != "key" and name not in taken]


def origin(name: str, info: EventInfo, depends: tuple[str, ...]) -> Origin:
    """Where a fact of an event is from, and what it rests on (`core.learn._depends`)."""
    rests_on = tuple(arg for arg in depends if arg not in info.establishes) if name in depends else depends
    if info.kind.value in CLAIMS:
        return Source.CLAIM, rests_on
    return Source.EVIDENCE if info.kind is d.Kind.EVIDENCE else Source.SAID, rests_on
