"""A script, played line by line over the real `step`.

Owns: reading a line where the run stands, and the step it makes. Never: carries out a tool, or passes over a line that
nothing answers to.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from decidable.check.script.trouble import ScriptError
from decidable.check.script.values import read_values
from decidable.core import definition as d
from decidable.core import records as r
from decidable.core import values as v
from decidable.core.problem import did_you_mean
from decidable.core.snapshot import (
    Act,
    Blocked,
    Dispatched,
    Input,
    NotDone,
    NotFound,
    Occurrence,
    Operation,
    Snapshot,
    Status,
)
from decidable.core.step import Step, begin, step
from decidable.core.table import Table
from decidable.text.literals import read_duration
from decidable.text.names import shown
from decidable.text.scan import tokens
from decidable.text.trouble import Unreadable

_ABOUT: Final = re.compile(r"(?P<tool>\w+)(?: (?P<which>[0-9]{1,4}))?(?:(?P<starts> starts)|: (?P<news>.+))", re.ASCII)
_WHAT: Final = re.compile(r"(?P<event>[^()]+?)(?P<approves> approves)?(?:\((?P<fields>.*)\))?", re.ASCII)


class Played(NamedTuple):
    """One line that was played: the run before it, what reached it and what came of it. `input` None: the beginning."""

    line: int
    before: Snapshot | None
    input: Input | None
    step: Step


def play(table: Table, source: str) -> Iterator[Played]:
    """Play a script, line by line. Raises ScriptError at the line that cannot be played."""
    rest = [(number, _code(raw)) for number, raw in enumerate(source.splitlines(), start=1)]
    rest = [(number, line) for number, line in rest if line]
    facts: dict[str, v.Value] = {}
    while rest and rest[0][1].startswith("fact "):
        number, line = rest.pop(0)
        facts.update(_start(table, number, line.removeprefix("fact ")))
    now, done = 0, begin(table, facts, 0, draft=not table.fit)
    yield Played(0, None, None, done)
    for number, line in rest:
        if line.startswith("wait "):
            now += _duration(number, line.removeprefix("wait ").strip())
            continue
        before = done.snapshot
        input = _input(table, before, number, line, now)
        now = max(now, input.at)
        done = step(table, before, input)
        for record in done.records:
            if isinstance(record, r.Noted) and record.note is r.Note.INVALID:
                raise ScriptError(number, f"{record.why}{_instead(table, before, record.occurrence)}")
        yield Played(number, before, input, done)


def _instead(table: Table, before: Snapshot, news: Occurrence) -> str:
    """What could stand in place of an event that no host would ever tell the run."""
    operation = before.operations.get(news.operation)
    if operation is None:
        alone = table.events[news.event].kind is d.Kind.RESULT
        return f"; write TOOL: {news.event}" if alone else ""
    tool = table.tools.get(operation.tool)
    outcomes = () if tool is None else (*tool.tool.gives, tool.tool.no_answer)
    return f"; it ends with {', '.join(outcomes)}" if outcomes and news.event not in outcomes else ""


def _code(raw: str) -> str:
    """A line without its remark."""
    quoted = False
    for at, char in enumerate(raw):
        if char == '"' and (at == 0 or raw[at - 1] != "\\"):
            quoted = not quoted
        elif char == "#" and not quoted:
            return raw[:at].strip()
    return raw.strip()


def _start(table: Table, number: int, text: str) -> Mapping[str, v.Value]:
    types = {name: fact.type for name, fact in table.facts.items()}
    return read_values(text, types, number, "fact")


def _duration(number: int, text: str) -> int:
    try:
        first = tokens(text)[0]
    except Unreadable:
        first = None
    found = None if first is None else read_duration(first)
    if found is None:
        raise ScriptError(number, f"'{shown(text)}' is no time: write it as 10m, 2h or 1d")
    return found


def _input(table: Table, snapshot: Snapshot, number: int, line: str, now: int) -> Input:
    about = _ABOUT.fullmatch(line)
    if about is not None:
        op = _operation(snapshot, number, about["tool"], int(about["which"] or 1), starts=bool(about["starts"]))
        match about["news"]:
            case None:
                return Dispatched(op.id, now)
            case "not found":
                return NotFound(op.id, now, op.attempt)
            case "not done":
                return NotDone(op.id, "the script says so", now)
            case "blocked":
                return Blocked(op.id, "the script says so", now)
            case news:
                return _occurrence(table, snapshot, number, news, now)._replace(operation=op.id)
    return _occurrence(table, snapshot, number, line, now)


def _operation(snapshot: Snapshot, number: int, tool: str, which: int, *, starts: bool) -> Operation:
    named = [op for op in snapshot.operations.values() if op.tool == tool]
    if starts:
        named = [op for op in named if op.act is Act.WRITE and op.status is not Status.STARTED]
    if not 0 < which <= len(named):
        open_ones = ", ".join(dict.fromkeys(op.tool for op in snapshot.operations.values())) or "nothing"
        what = "waits to be started" if starts else "is under way"
        raise ScriptError(number, f"in {snapshot.state} no {tool} {what} (open: {open_ones})")
    return named[which - 1]


def _occurrence(table: Table, snapshot: Snapshot, number: int, text: str, now: int) -> Occurrence:
    found = _WHAT.fullmatch(text)
    event = found["event"].strip() if found else text
    if event.startswith("after "):
        due = [timer.deadline for timer in snapshot.timers if timer.event == event]
        if not due:
            raise ScriptError(number, f"in {snapshot.state} no deadline '{shown(event)}' is armed")
        return Occurrence(event, {}, max(now, due[0]), entry=snapshot.entry)
    info = table.events.get(event)
    if found is None or info is None:
        hint = did_you_mean(event, table.events)
        raise ScriptError(number, f"'{shown(event)}' is not an event of {table.name}{f'; {hint}' if hint else ''}")
    fields = read_values(found["fields"], info.types, number, event) if found["fields"] else {}
    approval = ""
    if found["approves"]:
        if snapshot.proposal is None:
            raise ScriptError(number, f"in {snapshot.state} no question is open that {event} could approve")
        approval = snapshot.proposal.digest
    return Occurrence(event, fields, now, by="somebody" if approval else "", approval=approval)
