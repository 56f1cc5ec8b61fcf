"""The grid as a Markdown table, for a README or a review.

Owns: the cells of that table and their escapes. Never: wraps; a page has its own width.
"""

from __future__ import annotations

from collections.abc import Sequence

from decidable.core.table import Table
from decidable.draw.face import Face, Look, Page, headline, page


def as_markdown(table: Table) -> str:
    """The grid of a machine, one table for the declared events and one for the columns that only some states have."""
    shown = page(table)
    parts = [headline(table), _table(shown, shown.events, shown.states)]
    if shown.synthesised:
        some = [state for state in shown.states if any(event in shown.faces[state] for event in shown.synthesised)]
        parts.append(_table(shown, shown.synthesised, some))
    return "\n\n".join(part for part in parts if part) + "\n"


def _table(shown: Page, events: Sequence[str], states: Sequence[str]) -> str:
    if not events:
        return ""
    rows = [["", *events], ["---"] * (len(events) + 1)]
    rows += [[f"**{state}**", *(_cell(shown.faces[state].get(event)) for event in events)] for state in states]
    return "\n".join(f"| {' | '.join(row)} |" for row in rows)


def _cell(face: Face | None) -> str:
    if face is None:
        return ""
    text = "<br>".join(word.replace("->", "&rarr;") for word in face.words)
    mark = {Look.OPEN: "**", Look.OWN: "", Look.GENERAL: "*"}[face.look]
    return f"{mark}{text}{mark}"
