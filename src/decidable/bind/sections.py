"""The sections of a bound file that repeat what Python declares, so that the text alone is complete for a reviewer.

Owns: their text, and putting it into a file in place of what stood there. Never: touches another line of the file, or a
section that is not marked as generated.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from decidable.core.definition import Definition, State
from decidable.text.document import read_rows
from decidable.text.layout import lay_out
from decidable.text.reader import Declared
from decidable.text.rows import GENERATED, Blank, Remark, Row, Section
from decidable.text.sections import TITLES, generated
from decidable.text.trouble import Problems
from decidable.text.writer import write


def generated_sections(declared: Declared) -> str:
    """The sections `facts`, `events` and `tools`, marked as generated; one that declares nothing is left out."""
    return "\n".join(_texts(declared).values())


def rewrite(source: str, declared: Declared) -> str:
    """A file with its generated sections written anew, and every other line byte for byte as it was.

    A comment inside such a section stays: at the declaration it stood at, else after what is generated. Sections that are not there are
    not added, and those that are not marked as generated are left alone: `fmt` adds, and loading reports the others.
    """
    lines = source.split("\n")
    kept: list[str] = []
    at = 0
    written: set[str] = set()
    for place in _places(read_rows(source, Problems()).rows, len(lines)):
        kept += lines[at : place.first]
        ending = "\r" if lines[place.first].endswith("\r") else ""
        if place.title not in written:  # a merge of two versions may have left it twice
            kept += [f"{line}{ending}" for line in _anew(place, declared).splitlines()]
        written.add(place.title)
        kept += [
            line for number, line in enumerate(lines[place.first : place.end], place.first) if number in place.stays
        ]
        at = place.end
    return "\n".join([*kept, *lines[at:]])


class _Place(NamedTuple):
    """A generated section in a file, by indices of lines. `stays`: its comments and blank lines."""

    title: str
    first: int
    end: int
    stays: frozenset[int]
    rows: Sequence[Row]


def _places(rows: Sequence[Row], end: int) -> Iterator[_Place]:
    heads = [number for number, row in enumerate(rows) if isinstance(row.node, Section | State) and not row.depth]
    for head, following in pairwise([*heads, len(rows)]):
        section = rows[head].node
        if isinstance(section, Section) and rows[head].generated and section.title in TITLES:
            inside = rows[head:following]
            stays = frozenset(row.at - 1 for row in inside if isinstance(row.node, Blank | Remark))
            last = rows[following].at - 1 if following < len(rows) else end
            yield _Place(section.title, rows[head].at - 1, last, stays, inside)


def _anew(place: _Place, declared: Declared) -> str:
    """The text of a section, with the comments that stood at what it declares; those on lines of their own stay anyway."""
    beside = [row for row in place.rows if not isinstance(row.node, Blank | Remark)]
    return lay_out(generated(place.title, declared, beside))


def _texts(declared: Declared) -> dict[str, str]:
    """Each section's text by its title, in the canonical layout."""
    parts = {
        "facts": Definition(name="", facts=declared.facts),
        "events": Definition(name="", events=declared.events),
        "tools": Definition(name="", tools=declared.tools),
    }
    written = {title: write(part) for title, part in parts.items()}
    return {title: text.replace(title, f"{title}  {GENERATED}", 1) for title, text in written.items() if text}
