"""A start of a tool that lacks something, shown by a run that comes to it.

Owns: what a step has to do to show such a fault. Never: goes looking; `runs` does.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final

from decidable.check.flow.effects import Need, Site
from decidable.check.flow.found import ENTRY, Flow
from decidable.check.runs import Path, shortest
from decidable.core import records as r
from decidable.core.evolve import evolve, replay
from decidable.core.learn import CLAIMS
from decidable.core.scope import SYNTHESISED
from decidable.core.snapshot import Occurrence, Snapshot
from decidable.core.step import Step

NOT_KNOWN: Final = " not known"
REQUIRES: Final = "it requires "
"""How the core says why a start was blocked."""


def witnesses(flow: Flow, faults: Iterable[Site]) -> Mapping[Site, Path]:
    """For each fault that a run meets, a shortest path to it."""
    found = shortest(flow, [_Fault(site, flow.distances([site.state])) for site in faults])
    return {fault.site: path for fault, path in found.paths.items()}


@dataclass(frozen=True, slots=True)
class _Fault:
    """A fault as the aim of a search. `far`: how many moves away each state is, at least."""

    site: Site
    far: Mapping[str, int] = field(compare=False)

    def is_met(self, before: Snapshot | None, after: Step) -> bool:
        return any(map(_starts_or_blocks, after.records)) and _shows(self.site, after, before)

    def to_go(self, after: Step) -> int | None:
        return self.far.get(after.snapshot.state)


def _shows(site: Site, after: Step, before: Snapshot | None) -> bool:
    """Whether a step met a fault: a start that was blocked for it, or a write that took a claim."""
    place: r.Decided | None = None
    snapshot = before
    for record in after.records:
        occurrence = record.occurrence if isinstance(record, r.Decided | r.Raised) else None
        if occurrence is not None and occurrence.event == SYNTHESISED:  # raised, where the state has no such column
            if _is_there(site, place) and _is_blocked(site, occurrence):
                return True
        elif isinstance(record, r.Decided):
            place = record
        elif isinstance(record, r.Planned) and snapshot is not None and site.need is Need.CLAIM:
            known = snapshot.facts.get(site.fact)
            if record.operation.tool == site.tool and known is not None and known.source in CLAIMS:
                return _is_there(site, place)
        snapshot = replay([record]) if snapshot is None else evolve(snapshot, record)
    return False


def _starts_or_blocks(record: r.JournalRecord) -> bool:
    """Whether a record is about the start of a tool at all; most are not, and there may be many faults to compare with."""
    match record:
        case r.Planned():
            return True
        case r.Decided(occurrence=occurrence) | r.Raised(occurrence=occurrence):
            return occurrence is not None and occurrence.event == SYNTHESISED
        case _:
            return False


def _is_there(site: Site, place: r.Decided | None) -> bool:
    """Whether the last decision is the one that starts the tool; None: the run has just begun."""
    if place is None:
        return site.line == ENTRY
    moved = place.verdict is r.Verdict.MOVE
    state = place.target if moved else place.state
    if state != site.state:
        return False
    return moved if site.line == ENTRY else (place.line, place.occurrence.event) == (site.at, site.line)


def _is_blocked(site: Site, blocked: Occurrence) -> bool:
    """Whether `blocked` says that exactly this was missing."""
    fields = blocked.fields
    why = str(fields["why"])
    if fields["tool"] != site.tool:
        return False
    if site.need is Need.ARGUMENT:
        return why.endswith(NOT_KNOWN) and site.fact in why.removesuffix(NOT_KNOWN).split(", ")
    return site.need is Need.REQUIREMENT and why.startswith(REQUIRES)
