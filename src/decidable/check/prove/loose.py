"""Which facts a search need not keep, because supposing two values of them is every case.

Owns: the choice. Never: supposes anything (`explore.plan` says what).
"""

from __future__ import annotations

from collections.abc import Collection

from decidable.check.explore.domains import Domains, Sight
from decidable.core.table import Table


def loosest(table: Table, domains: Domains, kept: Collection[str]) -> frozenset[str]:
    """All facts that may be loose at once, but for those that are kept anyway."""
    seen = (name for name in table.facts if domains[name].sight is not Sight.NOTHING)
    return frozenset(name for name in seen if name not in kept and _meets_one(table, domains, name))


def _meets_one(table: Table, domains: Domains, name: str) -> bool:
    """Whether a value meets one other at a time. Of a loose fact two are tried, one that the other has and one that it has
    not: not every case where a step compares three, or an answer with what is known and with what was asked."""
    known = domains[name]
    if known.values:
        return True
    alike = [other for other, each in domains.names.items() if each.group == known.group]
    facts = [other for other in alike if other in table.facts]
    if len(alike) > 2 or len(facts) > 1:
        return False
    asked = [info.tool for info in table.tools.values() if not info.tool.write and name in info.tool.args]
    answers = {event for tool in asked for event in (*tool.gives, tool.no_answer)}
    return not any(other in table.events[event].types for event in answers for other in alike)
