"""`Machine`: a table bound to the Python that gives its names types, tools and words.

Owns: the bound object everything above works on, and the lookups from text names to Python. Never: reads files (that is
`load`) or runs anything.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Generic, TypeVar

from decidable.bind.declared import AnyTool
from decidable.bind.events import Event, build, fields_of, told
from decidable.bind.facts import FactsView
from decidable.bind.restore import Restorer
from decidable.bind.words import Words, shown
from decidable.core import definition as d
from decidable.core.canonical import digest
from decidable.core.fingerprint import wording
from decidable.core.problem import Problem, did_you_mean
from decidable.core.records import Verdict
from decidable.core.snapshot import PlannedCall, Proposal, Snapshot
from decidable.core.table import Table
from decidable.core.values import Value
from decidable.errors import RefusedError
from decidable.models.port import Slot, Translator, Word

F = TypeVar("F")
D = TypeVar("D")


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Machine(Generic[F, D]):
    """A machine as a developer has it: its table, and the Python behind the names."""

    table: Table
    facts: type[F]
    deps: type[D]
    events: Mapping[str, type[Event]]
    tools: Mapping[str, AnyTool]
    words: Words
    translator: Translator | None
    path: Path
    source: str
    restorer: Restorer
    """Of facts, to what their class annotates."""
    warnings: tuple[Problem, ...] = field(default=())
    cancel: str = ""
    """The user's event by which an operator cancels a run; empty where none was named."""

    @property
    def name(self) -> str:
        """The machine's name."""
        return self.table.name

    @property
    def definition(self) -> d.Definition:
        """What is written, in text and Python together."""
        return self.table.definition

    @property
    def problems(self) -> tuple[Problem, ...]:
        """What makes it unfit to run, and what is worth a look."""
        return self.table.problems + self.warnings

    @property
    def text_fingerprint(self) -> str:
        """Over reasons, rules and words: a change of it never migrates a run."""
        return wording(self.definition, digest(dict(self.words.texts)))

    @property
    def answers(self) -> tuple[str, str]:
        """The names of the yes and the no to an open question; empty where the machine has none."""
        names = [event.name for event in self.definition.events if event.kind is d.Kind.ANSWER]
        return (names[0], names[1]) if len(names) == 2 else ("", "")

    def occurrence_fields(self, event: Event) -> tuple[str, dict[str, Value]]:
        """An event object as its name in the text and its core fields.

        Raises RefusedError for an event of another machine, and whatever a property of the author's raises.
        """
        name = type(event).event_name
        if self.events.get(name) is not type(event):
            hint = did_you_mean(name, self.events) or f"its events are {', '.join(self.events)}"
            raise RefusedError(f"{type(event).__name__} is not an event of {self.name}: {hint}")
        return name, fields_of(event)

    def facts_view(self, values: Mapping[str, Value]) -> FactsView:
        """Known values, read as the facts class annotates them."""
        return FactsView(values, self.restorer)

    def arguments(self, tool: str, args: Mapping[str, Value]) -> dict[str, Any]:
        """The frozen arguments of an operation as the tool's function annotates them (hence Any).

        Raises ValueError where a validator of the author's refuses one.
        """
        return self.tools[tool].restorer.all(args)

    def build_fields(self, name: str, fields: Mapping[str, object]) -> tuple[dict[str, Value], str]:
        """Raw fields as the core takes them, with what the author's properties compute, or why that is not possible."""
        event = self.events.get(name)
        if event is None:
            return {}, "" if not fields else f"'{name}' has no fields"
        return build(event, fields)

    def given(self, name: str) -> tuple[str, ...]:
        """The fields that a sender gives an event; its properties are computed from them."""
        return tuple(
            f.name for event in self.definition.events if event.name == name for f in event.fields if not f.derived
        )

    @property
    def vocabulary(self) -> tuple[Word, ...]:
        """What a message may be taken for: the user's events and the answers, with what their docstrings say."""
        return tuple(self._words())

    def _words(self) -> Iterator[Word]:
        for event in self.definition.events:
            if event.kind not in (d.Kind.USER, d.Kind.ANSWER):
                continue
            cls = self.events.get(event.name)
            says = told(cls) if cls is not None else ""
            types = self.table.events[event.name].types
            slots = tuple(Slot(f.name, types[f.name], f.optional) for f in event.fields if not f.derived)
            yield Word(event.name, event.kind, says, slots)

    def possible(self, snapshot: Snapshot) -> tuple[str, ...]:
        """The user's events that some line of this state would accept."""
        row = self.table.rows[snapshot.state]
        return tuple(
            word.name
            for word in self.vocabulary
            if word.name != "other"
            and word.name in row
            and any(o.reached and o.verdict in (Verdict.MOVE, Verdict.STAY) for o in row[word.name].options)
        )

    def question(self, proposal: Proposal, *, plain: bool = False) -> str:
        """The question, from the frozen record alone, so that a person approves what will run.

        The words `ask_TOOL` say one step from its own arguments, and raise what the author's code raises; without them,
        or `plain`, the tool and all its arguments are named.
        """
        rest = proposal.steps[proposal.next :]
        return f"May I {', then '.join(self._step_text(step, plain) for step in rest)}?"

    def _step_text(self, step: PlannedCall, plain: bool) -> str:
        key = f"ask_{step.tool}"
        later = {name: f"the {name.replace('_', ' ')} that '{event}' will give" for name, event in step.taken.items()}
        if key in self.words.keys and not plain:
            known = step.args if key in self.words.functions else {**later, **step.args}
            return self.words.render(key, known)
        given = [f"{name.replace('_', ' ')} {shown(value)}" for name, value in step.args.items()]
        return step.tool.replace("_", " ") + (f" ({', '.join([*given, *later.values()])})" if given or later else "")
