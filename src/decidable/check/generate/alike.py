"""Moments of a run that are alike enough for a test.

Owns: what of a moment counts. Never: claims that alike moments lead to the same; a proof needs more than this.
"""

from __future__ import annotations

from collections.abc import Hashable

from decidable.core import guard as g
from decidable.core.snapshot import Act, Snapshot
from decidable.core.table import Table


class Alike:
    """Of one machine: what its guards can tell apart counts, other values do not."""

    def __init__(self, table: Table) -> None:
        self.matter = _matter(table)

    def key(self, snapshot: Snapshot) -> Hashable:
        """The same for moments that are alike."""
        kept, proposal = snapshot.interrupted, snapshot.proposal
        facts = ((name, str(known.value) if name in self.matter else "") for name, known in snapshot.facts.items())
        operations = {
            (op.args["gives"], True, False)
            if op.act is Act.SAY
            else (op.tool, op.entry == snapshot.entry, op.status, op.id.startswith(f"{snapshot.version}."))
            for op in snapshot.operations.values()
        }
        return (
            snapshot.state,
            tuple(sorted(facts)),
            frozenset(operations),
            proposal
            and (
                tuple(each.tool for each in proposal.steps),
                proposal.approved,
                proposal.next,
                proposal.entry == snapshot.entry,
            ),
            frozenset(waiting.event for waiting in snapshot.queue),
            kept and (kept.state, tuple(held.event for held in kept.held)),
            snapshot.strikes,
            tuple(timer.event for timer in snapshot.timers),
        )


def _matter(table: Table) -> frozenset[str]:
    """The facts whose values a guard can tell apart, or a requirement."""
    found: set[str] = set()
    guards = [option.line.guard for row in table.rows.values() for cell in row.values() for option in cell.options]
    guards += [info.tool.requires for info in table.tools.values()]
    for guard in guards:
        for atom in g.atoms(guard) if guard is not None else ():
            if isinstance(atom, g.Same):
                found.update((atom.name, atom.other))
            elif isinstance(atom, g.Holds | g.Is | g.OneOf | g.Compare):
                found.add(atom.name)
    return frozenset(found)
