"""What a tool needs where it is started: arguments that are known, what it requires, more than a claim.

Owns: the findings about starts of tools. Never: reports a start that is only perhaps at fault: each comes with a path on which
the real `step` was blocked, or took the claim.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

from decidable.check.flow.effects import Need, Site
from decidable.check.flow.found import ENTRY, Decision, Flow
from decidable.check.runs import Path
from decidable.check.witness import witnesses
from decidable.core import guard as g
from decidable.core.definition import Named
from decidable.core.problem import Problem, Severity
from decidable.core.scope import SYNTHESISED
from decidable.core.table import ANY_STATE, Table


def need_findings(table: Table, flow: Flow) -> Iterator[Problem]:
    """Every finding about what tools need, in the order in which they were met."""
    faults = [site for site, fate in flow.sites.items() if fate.misses and not _is_expected(table, flow, site)]
    found = witnesses(flow, faults)
    for site in faults:
        if site in found:
            yield _problem(table, site, found[site], never=not flow.sites[site].holds)


def _is_expected(table: Table, flow: Flow, site: Site) -> bool:
    """Whether the author has answered already: the state itself decides `blocked`, the tool trusts the claim, or the fact
    is one that a run is started with."""
    if site.need is Need.CLAIM:
        return site.fact in table.tools[site.tool].tool.trusts
    names = [site.fact] if site.need is Need.ARGUMENT else _asked(table, site.tool)
    if names and all(flow.world.domain(name).given for name in names):
        return True
    cell = table.rows[site.state].get(SYNTHESISED)
    if cell is None or not flow.sites[site].holds:
        return False
    return any(
        option.source != ANY_STATE
        and isinstance(option.line.selector, Named)
        and Decision(site.state, SYNTHESISED, number) in flow.decided
        for number, option in enumerate(cell.options)
    )


def _asked(table: Table, tool: str) -> list[str]:
    """The facts that a tool requires something of."""
    requires = table.tools[tool].tool.requires
    return [] if requires is None else list(g.names(requires))


def _problem(table: Table, site: Site, path: Path, *, never: bool) -> Problem:
    after = f"on the path {' > '.join(path)}" if path else "as soon as a run starts"
    tool = table.tools[site.tool].tool
    entered = site.line == ENTRY
    token, event = (site.state, "") if entered else (site.tool, site.line)
    match site.need:
        case Need.ARGUMENT:
            known = "never known" if never else "not known"
            message = f"{site.tool} needs '{site.fact}', which is {known} in {site.state} {after}"
            hint = f"ask for it before, guard the line with `{site.fact} known`, or decide `blocked` in {site.state}"
            return Problem("argument-unknown", message, hint, site.at, 0, token, Severity.WARNING, site.state, event)
        case Need.REQUIREMENT:
            holds = "never holds" if never else "does not hold"
            message = f"{site.tool} requires {tool.requires}, which {holds} in {site.state} {after}"
            hint = f"guard the line that starts it, or decide `blocked` in {site.state}"
            return Problem(
                "requirement-uncertain", message, hint, site.at, 0, token, Severity.WARNING, site.state, event
            )
        case Need.CLAIM:
            takes = "takes" if site.fact in tool.args else "requires"
            message = f"{site.tool} {takes} '{site.fact}', and nobody but the user or a model has said it {after}"
            hint = f"let a read say it, let a person approve the call, or write `trusts {site.fact}` in the tool"
            return Problem("claim-as-authority", message, hint, site.at, 0, token, Severity.ERROR, site.state, event)
        case _:
            assert_never(site.need)
