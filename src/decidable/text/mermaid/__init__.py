"""Mermaid in: a state diagram becomes the draft of a machine, in which what no arrow says is undecided.

Owns: `read_mermaid`. Never: opens files, draws (that is `draw`), or fills a cell the diagram leaves open.
"""

from __future__ import annotations

from dataclasses import dataclass

from decidable.core.definition import Definition
from decidable.core.problem import Problem
from decidable.text.layout import lay_out
from decidable.text.mermaid.blocks import Block, Found, find_blocks, is_ours
from decidable.text.mermaid.chart import chart_of
from decidable.text.mermaid.draft import draft
from decidable.text.mermaid.moves import moves_of
from decidable.text.mermaid.statements import plain, statements
from decidable.text.names import NameOf
from decidable.text.reader import read
from decidable.text.slugs import Slugs
from decidable.text.source import load
from decidable.text.trouble import Problems

__all__ = ["Imported", "read_mermaid"]


@dataclass(frozen=True, slots=True)
class Imported:
    """What a file's state diagram says, as far as it could be read.

    `text`: the draft, a `.states` file in canonical layout; `definition`: the same. None and empty where the file has no
    state diagram, or several. `diagrams`: the line of each. `source`: the file, decoded, for the places of problems.
    """

    text: str
    definition: Definition | None
    problems: tuple[Problem, ...]
    diagrams: tuple[int, ...]
    source: str


def read_mermaid(source: str | bytes, *, name: str = "", diagram: int | None = None) -> Imported:
    """Read a Mermaid state diagram: a file of its own, or a fenced block of a Markdown file.

    `diagram`: which of several, from 1. `name`: what the machine is called where the diagram has no title. Never raises for
    what the file holds; takes time linear in its size.
    """
    problems = Problems()
    loaded = load(source, problems)
    if loaded is None:
        return Imported("", None, problems.listed(), (), "")
    found = find_blocks(loaded.lines)
    block = _chosen(found, diagram, problems)
    lines = tuple(block.first for block in found.blocks)
    if block is None:
        return Imported("", None, problems.listed(), lines, loaded.text)
    chart = chart_of(statements(block, problems), problems)
    if not chart.nodes:
        message = "this diagram has no state"
        problems.add("import-diagram", message, line=block.first, column=1, hint="draw one: [*] --> begin")
        return Imported("", None, problems.listed(), lines, loaded.text)
    title = plain(block.title)
    called = name or title
    machine = Slugs(NameOf.MACHINE)[called] if called else ""
    text = lay_out(draft(chart, moves_of(chart, problems), machine, title, problems, ours=is_ours(block)))
    return Imported(text, read(text).definition, problems.listed(), lines, loaded.text)


def _chosen(found: Found, diagram: int | None, problems: Problems) -> Block | None:
    """The diagram to read; where that is none, why."""
    many = len(found.blocks)
    if not many:
        hint = "it begins with `stateDiagram-v2`, in a ```mermaid block or alone"
        what = f"a {found.other}, and no state diagram" if found.other else "no state diagram"
        problems.add("import-diagram", f"there is {what} here", line=max(1, found.other_at), column=1, hint=hint)
        return None
    if diagram is None and many > 1:
        places = ", ".join(f"{n} in line {block.first}" for n, block in enumerate(found.blocks[:9], start=1))
        message = f"there are {many} state diagrams here: {places}{', ...' if many > 9 else ''}"
        problems.add("import-diagram", message, line=found.blocks[0].first, column=1, hint="say which: --diagram 1")
        return None
    if diagram is not None and not 1 <= diagram <= many:
        message = f"there is no state diagram {diagram} here, but {many}"
        problems.add("import-diagram", message, line=found.blocks[0].first, column=1, hint=f"say --diagram {many}")
        return None
    return found.blocks[(diagram or 1) - 1]
