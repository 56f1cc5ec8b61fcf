"""From a file, and the contracts it uses, to a definition.

Owns: `read`, what a file and Python may declare together, and what a sketch leaves to be inferred. Never: opens a file,
validates names (that is `core.validate`), or raises for bad input: problems are returned, and reading goes on.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from itertools import zip_longest
from typing import Final, NamedTuple, TypeVar

from decidable.core.definition import Accepted, Contract, Definition, Event, Fact, Kind, Line, Named, State, Tool
from decidable.core.problem import Problem, Severity
from decidable.text.contracts import Find, read_contract, uses_of
from decidable.text.document import Document, read_rows
from decidable.text.heads import Heads
from decidable.text.inclusion import include
from decidable.text.rows import GENERATED, Events, Facts, Name, Row, Rule, Section, Use
from decidable.text.settle import settled
from decidable.text.source import split_line
from decidable.text.trouble import Problems
from decidable.text.uses import used

SYNTHESISED: Final = frozenset({"blocked", "done", "gave_up", "needs_human", "over_budget", "exit_failed"})
"""Events that a state brings with it; nobody declares them."""
_D = TypeVar("_D", Fact, Event, Tool)
_ENTER: Final = re.compile(r"\s+enter\s*:")
_SYSTEM: Final = frozenset({"model_down", "model_back"})


class Declared(NamedTuple):
    """What Python declares for a bound file. Guards of tools are made with `to_guard`."""

    facts: tuple[Fact, ...] = ()
    events: tuple[Event, ...] = ()
    tools: tuple[Tool, ...] = ()


@dataclass(frozen=True, slots=True)
class Reading:
    """What a file says, as far as it could be read. `definition` is None only where nothing could."""

    definition: Definition | None
    problems: tuple[Problem, ...]
    source: str


def read(source: str | bytes, *, declared: Declared | None = None, find: Find | None = None) -> Reading:
    """Read a `.states` file. Never raises for what the file holds; takes time linear in its size.

    `find`: the text of a contract that the file uses, by its name.
    """
    problems = Problems()
    document = read_rows(source, problems)
    if any(isinstance(row.node, Name) and row.node.contract for row in document.rows):
        beside = _judge_alone(source, find, problems)
        return Reading(None, (*locate(problems.listed(), document.text), *beside), document.text)
    parts = _Parts(document.rows)
    if declared is not None:
        parts.spoilt = forget_generated(document, declared, problems)
    if parts.empty and not problems.listed():
        problems.add(
            "empty",
            "this file says nothing",
            line=1,
            column=1,
            hint="begin with the name of a state, and its lines under it",
        )
    if parts.empty:
        return Reading(None, problems.listed(), document.text)
    contracts, beside = used(uses_of(document.rows, problems), find, problems)
    definition, more = _define(parts, declared or Declared(), contracts, problems)
    found = (*problems.listed(), *more)
    return Reading(definition, locate((*beside, *found), document.text, contracts), document.text)


def _judge_alone(source: str | bytes, find: Find | None, problems: Problems) -> tuple[Problem, ...]:
    """A contract that is read as if it were a machine: what is wrong with it and, returned, with those it uses; or that nothing
    is."""
    reading = read_contract(source)
    known = problems.listed()
    for found in reading.problems:
        if not any((each.line, each.code) == (found.line, found.code) for each in known):
            problems.add(
                found.code, found.message, line=found.line, column=found.column, hint=found.hint, token=found.token
            )
    if reading.problems or reading.contract is None:
        return ()
    beside = used(reading.uses, find, problems, own=reading.contract.name).problems if find is not None else ()
    if not problems.listed() and not beside:
        message = "this is a contract, which machines share: it has no cells of its own"
        hint = f"check a machine that says `use {reading.contract.name}`"
        problems.add("contract", message, line=1, column=1, hint=hint, token="contract", severity=Severity.WARNING)
    return beside


class _Parts:
    """The rows of a file, sorted by what they declare."""

    def __init__(self, rows: Iterable[Row]) -> None:
        self.name = ""
        self.facts: list[Fact] = []
        self.events: list[Event] = []
        self.tools: list[Tool] = []
        self.any_state: list[Line] = []
        self.rules: list[str] = []
        self.accepted: list[Accepted] = []
        self.generated: dict[str, int] = {}
        """Titles of the sections that repeat what Python declares, with their lines."""
        self.spoilt: frozenset[str] = frozenset()
        """Those of them in which something cannot be read."""
        self.empty = True
        heads = Heads()
        for row in rows:
            if heads.take(row):
                self.empty = False
                continue
            match row.node:
                case Name(name):
                    self.name = name
                case Use():
                    pass
                case Section(title):
                    if row.generated:
                        self.generated[title] = row.at
                case Facts(facts):
                    self.facts.extend(facts)
                case Events(_, events):
                    self.events.extend(events)
                case Tool() as tool:
                    self.tools.append(tool)
                case Line() as line:
                    self.any_state.append(line)
                case Rule(text):
                    self.rules.append(text)
                case Accepted() as accepted:
                    self.accepted.append(accepted)
                case _:
                    continue
            self.empty = False
        self.states = heads.states()
        self.places = heads.places


def _define(
    parts: _Parts, declared: Declared, contracts: tuple[Contract, ...], problems: Problems
) -> tuple[Definition, tuple[Problem, ...]]:
    facts = _merge("facts", parts.facts, declared.facts, parts, problems)
    events = _merge("events", parts.events, declared.events, parts, problems)
    tools = _merge("tools", parts.tools, declared.tools, parts, problems)
    if not events:
        lines = [*parts.any_state, *(line for state in parts.states for line in state.lines)]
        shared = [line for each in contracts for line in each.lines]
        shared += [line for each in contracts for fragment in each.fragments for line in fragment.lines]
        expected = {event.name: replace(event, at=0) for each in contracts for event in each.events}
        events = tuple(
            _inferred([*sorted(lines, key=lambda line: line.at), *(replace(line, at=0) for line in shared)], expected)
        )
    definition = Definition(
        name=parts.name,
        facts=facts,
        events=events,
        tools=tools,
        any_state=tuple(parts.any_state),
        states=tuple(parts.states),
        rules=tuple(parts.rules),
        accepted=tuple(parts.accepted),
    )
    whole, problems_of_use = include(definition, contracts, parts.places)
    return settled(whole), problems_of_use


def _merge(
    title: str, of_file: list[_D], of_python: tuple[_D, ...], parts: _Parts, problems: Problems
) -> tuple[_D, ...]:
    if not of_python:
        return tuple(of_file)
    if title in parts.generated:
        if tuple(of_file) != of_python or title in parts.spoilt:
            problems.add(
                "stale-section",
                f"the generated section '{title}' is not what Python declares{_difference(of_file, of_python)}",
                line=parts.generated[title],
                column=1,
                hint="run decidable fmt to write it anew",
                token=title,
                severity=Severity.WARNING,
            )
        places = {each.name: each.at for each in of_file}
        return tuple(replace(each, at=places.get(each.name, each.at)) for each in of_python)
    names: set[str] = {each.name for each in of_python}
    for each in of_file:
        if each.name in names:
            problems.add(
                "declared-twice",
                f"'{each.name}' is declared here and in Python",
                line=each.at,
                column=0,
                hint=f"one declaration, one place: take it away here, or head the section `{title}  {GENERATED}`",
                token=each.name,
            )
    return of_python + tuple(each for each in of_file if each.name not in names)


def _difference(of_file: Iterable[_D], of_python: Iterable[_D]) -> str:
    """`: it has ghost, lacks amount, and differs in order_id`; nothing where only the order does."""
    here, there = {each.name: each for each in of_file}, {each.name: each for each in of_python}
    parts = (
        ("it has {}, which Python lacks", [name for name in here if name not in there]),
        ("it lacks {}", [name for name in there if name not in here]),
        ("{} differs", [name for name in here if name in there and here[name] != there[name]]),
    )
    said = "; ".join(words.format(_some(names)) for words, names in parts if names)
    return f": {said}" if said else ""


def _some(names: list[str]) -> str:
    return ", ".join(f"'{name}'" for name in names[:3]) + (f" and {len(names) - 3} more" if len(names) > 3 else "")


def forget_generated(document: Document, declared: Declared, problems: Problems) -> frozenset[str]:
    """Take back the problems in sections that Python declares anew, whatever stands there (a merge that was left half
    done, say, unless more of the file is in it); the titles of those that had any."""
    made = {"facts": declared.facts, "events": declared.events, "tools": declared.tools}
    heads = [row for row in document.rows if isinstance(row.node, Section | State | Name) and not row.depth]
    spoilt = set()
    for head, following in zip_longest(heads, heads[1:]):
        if head.generated and isinstance(head.node, Section) and made.get(head.node.title):
            last = following.at - 1 if following is not None else 2**31
            if not document.conflicts.leave(head.at, last) and problems.forget(head.at, last):
                spoilt.add(head.node.title)
    return frozenset(spoilt)


def _inferred(lines: Iterable[Line], expected: Mapping[str, Event]) -> Iterable[Event]:
    """The events of a sketch, which declares none: the named ones, in the order of their first appearance, and those
    that its contracts expect, as they expect them."""
    seen: dict[str, Event] = {}
    for line in lines:
        for name in line.selector.events if isinstance(line.selector, Named) else ():
            if name not in seen and name not in SYNTHESISED:
                kind = Kind.SYSTEM if name in _SYSTEM else Kind.USER
                seen[name] = Event(name=name, kind=kind, at=line.at)
    return {**seen, **expected}.values()


def in_order(problems: Iterable[Problem], source: str, contracts: Iterable[Contract] = ()) -> tuple[Problem, ...]:
    """The problems with their columns, in the order of the file; what is wrong with a contract may explain the rest, and
    comes first."""
    found = locate(problems, source, contracts)
    return tuple(sorted(found, key=lambda each: (each.code != "contract", each.file, each.line, each.column)))


def locate(problems: Iterable[Problem], source: str, contracts: Iterable[Contract] = ()) -> tuple[Problem, ...]:
    """The problems with their columns: where the token of each stands as a whole word in its line. An empty `source` has no
    lines to look in."""
    texts = {"": source, **{contract.file: contract.text for contract in contracts}}
    lines = {file: text.split("\n") for file, text in texts.items() if text}
    return tuple(_placed(problem, lines.get(problem.file, [])) for problem in problems)


def _placed(problem: Problem, lines: list[str]) -> Problem:
    if problem.column or not 0 < problem.line <= len(lines):
        return problem
    raw = lines[problem.line - 1]
    found = None
    if problem.token:
        word = re.compile(rf"(?<!\w){re.escape(problem.token)}(?!\w)")
        found = word.search(split_line(problem.line, raw).code) or word.search(raw)
        if (
            found is None
            and (entering := _enter_line(problem.line, lines))
            and (on := word.search(lines[entering - 1]))
        ):
            return problem._replace(line=entering, column=on.start() + 1)
    return problem._replace(column=(found.start() if found else len(raw) - len(raw.lstrip())) + 1)


def _enter_line(header: int, lines: list[str]) -> int:
    """The number of the `enter:` line under a header, or 0: what a state does on entry is told of its header."""
    for number, raw in enumerate(lines[header:], start=header + 1):
        if raw[:1] not in ("", " ", "\t", "#"):
            return 0
        if _ENTER.match(raw):
            return number
    return 0
