"""States worth having, from the tools alone: what they require, and how they can end.

Owns: `suggest`, a draft with facts as boundaries. Never: knows the task; what it cannot tell it leaves undecided.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from decidable.check.suggest.draft import suggested
from decidable.check.suggest.needs import sources_of, tasks_of
from decidable.check.suggest.path import plan
from decidable.core.definition import Definition, State
from decidable.text.layout import lay_out
from decidable.text.rows import GENERATED, Blank, Name, Remark, Row, Section
from decidable.text.writer import rows_of

__all__ = ["Suggestion", "suggest"]

_HEAD = (
    "States suggested from the tools alone: a state where a fact is a boundary, while a tool is at work, and where a person",
    "is asked. What the tools do not say is undecided: `decidable grid` shows it as `?`. Rename, join and remove freely.",
)


@dataclass(frozen=True, slots=True)
class Suggestion:
    """The draft. `text` is a `.states` file in canonical layout and says the same as `definition`; `states` are those of
    the definition, each with the reasons for it."""

    text: str
    definition: Definition
    states: tuple[tuple[str, tuple[str, ...]], ...]


def suggest(definition: Definition, *, generated: bool = False) -> Suggestion:
    """Suggest states for a machine whose facts, events and tools are declared without mistakes; any states it has are left
    out. `generated`: the declarations live in Python, so their sections are marked."""
    sources = sources_of(definition)
    tasks = tasks_of(definition, sources)
    states = suggested(definition, tasks, sources, plan(tasks, sources))
    made = Definition(
        name=definition.name,
        facts=definition.facts,
        events=definition.events,
        tools=definition.tools,
        states=tuple(each.state for each in states),
    )
    text = lay_out(_rows(made, {each.name: each.why for each in states}, GENERATED if generated else ""))
    return Suggestion(text, made, tuple((each.name, each.why) for each in states))


def _rows(made: Definition, why: dict[str, tuple[str, ...]], mark: str) -> Iterator[Row]:
    headed = False
    for row in rows_of(made):
        if isinstance(row.node, Name):
            yield row
            continue
        if not headed:
            yield from (Row(Remark(), f"# {words}") for words in _HEAD)
            yield Row(Blank())
            headed = True
        yield replace(row, comment=mark) if isinstance(row.node, Section) else row
        if isinstance(row.node, State):
            yield from (Row(Remark(), f"# {words}", depth=1) for words in why[row.node.name])
