"""The grid as a Markdown table, for a README or a review.

Owns: the cells of that table and their escapes. Never: wraps; a page has its own width.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from decidable.core.table import Table
from decidable.draw.face import Face, Look, Page, headline, page

_ACTS = re.compile(r"[\\`*\[\]<>|&~#]")
_DEEPER = "&emsp;"
"""Before the name of a nested state, once for each parent."""
_EDGE = re.compile(r"(?<!\w)_|_(?!\w)", re.ASCII)


def as_markdown(table: Table) -> str:
    """The grid of a machine, one table for the declared events and one for the columns that only some states have."""
    shown = page(table)
    parts = [escaped(headline(table)), _table(shown, shown.events, shown.states)]
    if shown.synthesised:
        some = [state for state in shown.states if any(event in shown.faces[state] for event in shown.synthesised)]
        parts.append(_table(shown, shown.synthesised, some))
    return "\n\n".join(part for part in parts if part) + "\n"


def _table(shown: Page, events: Sequence[str], states: Sequence[str]) -> str:
    if not events:
        return ""
    rows = [["", *map(escaped, events)], ["---"] * (len(events) + 1)]
    for before, state in pairwise(["", *states]):
        for depth, parent in shown.heads(state, before):
            rows.append([f"{_DEEPER * depth}{escaped(parent)}", *[""] * len(events)])
        label = f"{_DEEPER * len(shown.parents.get(state, ()))}**{escaped(state)}**"
        rows.append([label, *(_cell(shown.faces[state].get(event)) for event in events)])
    return "\n".join(f"| {' | '.join(row)} |" for row in rows)


def _cell(face: Face | None) -> str:
    if face is None:
        return ""
    text = "<br>".join(map(_word, face.words))
    mark = {Look.OPEN: "**", Look.OWN: "", Look.GENERAL: "*"}[face.look]
    return f"{mark}{text}{mark}"


def _word(word: str) -> str:
    return f"&rarr; {escaped(word[3:])}" if word.startswith("-> ") else escaped(word)


def escaped(text: str) -> str:
    """Text that Markdown prints as it is. An underscore acts only at the edge of a word, so names stay readable."""
    return _EDGE.sub(r"\\_", _ACTS.sub(r"\\\g<0>", " ".join(text.split())))
