"""What the search of the checker reaches, moment by moment, for tests that compare it with other searches.

Owns: a whole search without a rule. Never: knows what it is compared with.
"""

from __future__ import annotations

from collections.abc import Iterator

from decidable.check.explore.domains import Domains, Sight
from decidable.check.explore.moves import Bounds, Progress
from decidable.check.explore.plan import packed, supposed
from decidable.check.explore.search import Search
from decidable.check.explore.space import Space
from decidable.check.prove.loose import loosest
from decidable.check.rules.monitors import IdleMonitor
from decidable.core.snapshot import Snapshot
from decidable.core.table import Table


def looked_at(table: Table) -> set[str]:
    """The facts that a machine looks at; the others are not kept."""
    domains = Domains(table)
    return {name for name in table.facts if domains[name].sight is not Sight.NOTHING}


def everything(table: Table, *, loosely: bool = False) -> Iterator[tuple[int, Snapshot, tuple[Progress, ...]]]:
    """Every moment with the moves that it takes to get there, and how far its operations are. `loosely`: as few facts are
    kept as may be."""
    monitor, domains = IdleMonitor(), Domains(table)
    facts = packed(table, domains)
    loose = loosest(table, domains, facts) if loosely else ()
    space = Space(table, domains, facts, supposed(table, domains, loose), monitor.wants, Bounds())
    search = Search(space, monitor, None, 10**6)
    assert search.run([{}], lambda _: None) is None
    assert search.complete
    for depth, layer in enumerate(search.layers):
        for (number, _), bits in layer.items():
            control = space.controls[number]
            for valuation in range(space.layout.count):
                if bits >> valuation & 1:
                    snapshot = space.frame(number).snapshot
                    known = space.told(snapshot.facts, space.layout.values(valuation))
                    yield depth, snapshot._replace(facts=known), control.operations
