"""A run as lines of text: what reaches it, one thing a line. A trace is printed so, and a file of such lines is played.

Owns: the format of scripts, and playing one over the real `step`. Never: carries out a tool; the script says how they end.

    fact customer_id = "C-1"             before everything else: given at the start
    details(party = 4)                   an event, with its fields
    user_yes approves                    with the approval of the open question
    reserve_table starts                 the host begins what is planned
    reserve_table: committed(...)        an outcome; also `not found`, `not done` and `blocked`
    check_stock 2: free                  of the second open one of that name
    after 30m                            a deadline passes
    wait 10m                             time goes by
    # a remark, also behind a line
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from datetime import date, time
from typing import Any, Final, NamedTuple

from decidable.check.rules.trace import Trace, TraceStep, headline
from decidable.core import definition as d
from decidable.core import records as r
from decidable.core import values as v
from decidable.core.canonical import plain
from decidable.core.compile import duration_text
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
_NAME: Final = re.compile(r"\s*(\w+)\s*=\s*", re.ASCII)
_JSON: Final = json.JSONDecoder()


class ScriptError(Exception):
    """A line that cannot be read, or that nothing answers to where it stands."""

    def __init__(self, line: int, message: str) -> None:
        super().__init__(f"line {line}: {message}")
        self.line = line
        self.message = message


class Played(NamedTuple):
    """One line that was played: the run before it, what reached it and what came of it. `input` None: the beginning."""

    line: int
    before: Snapshot | None
    input: Input | None
    step: Step


# Writing.


def script_lines(trace: Trace) -> Iterator[str]:
    """A trace as a script, with what the table made of each line as a remark."""
    lines = list(_lines(trace))
    width = min(60, max((len(text) for text, _ in lines), default=0))
    for text, remark in lines:
        yield f"{text:<{width}}  # {remark}" if remark else text


def _lines(trace: Trace) -> Iterator[tuple[str, str]]:
    for name, value in trace.facts.items():
        yield f"fact {name} = {value_text(value)}", ""
    now = 0
    for number, each in enumerate(trace.steps):
        if each.input.at > now:
            if not each.event.startswith("after "):
                yield f"wait {duration_text(each.input.at - now)}", ""
            now = each.input.at
        remark = _remark(each)
        if number + 1 == len(trace.steps):
            remark += "   <- here"
        yield step_text(each), remark


def step_text(each: TraceStep) -> str:
    """One line: what reaches the run."""
    fields = ", ".join(f"{name} = {value_text(value)}" for name, value in each.fields.items())
    return f"{headline(each)}({fields})" if fields else headline(each)


def _remark(each: TraceStep) -> str:
    state = each.state if each.state == each.target else f"{each.state} -> {each.target}"
    said = [f"{state}{f': {each.verdict}' if each.verdict and each.verdict != 'move' else ''}"]
    if each.line:
        said.append(f"line {each.line}")
    said += [f"starts {tool}" for tool in each.started]
    if each.asked:
        said.append(f"asks for {' then '.join(each.asked)}")
    return ", ".join(said)


def value_text(value: v.Value) -> str:
    """A value as a script writes it."""
    match value:
        case bool():
            return "yes" if value else "no"
        case int() | v.Money() | date() | time():
            return str(value) if not isinstance(value, date | time) else value.isoformat()
        case _:
            return json.dumps(plain(value), ensure_ascii=False)


# Playing.


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
    return _values(text, types, number, "fact")


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
    fields = _values(found["fields"], info.types, number, event) if found["fields"] else {}
    approval = ""
    if found["approves"]:
        if snapshot.proposal is None:
            raise ScriptError(number, f"in {snapshot.state} no question is open that {event} could approve")
        approval = snapshot.proposal.digest
    return Occurrence(event, fields, now, by="somebody" if approval else "", approval=approval)


def _values(text: str, types: Mapping[str, v.Type], number: int, of: str) -> dict[str, v.Value]:
    found: dict[str, v.Value] = {}
    at = 0
    while at < len(text):
        named = _NAME.match(text, at)
        if named is None:
            raise ScriptError(number, f"write the values of {of} as name = value, with commas between them")
        name, start = named[1], named.end()
        if name not in types:
            hint = did_you_mean(name, types) or f"there are {', '.join(types) or 'none'}"
            raise ScriptError(number, f"{of} has no '{shown(name)}'; {hint}")
        try:
            value, at = _value(text, start, types[name])
        except ValueError as error:
            raise ScriptError(number, f"{name}: {error}") from None
        except RecursionError:
            raise ScriptError(number, f"{name}: it is nested too deep") from None
        if not v.fits(value, types[name]):
            raise ScriptError(number, f"{name}: {value_text(value)} is not {types[name]}")
        found[name] = value
        rest = text[at:].lstrip()
        if rest and not rest.startswith(","):
            raise ScriptError(number, f"after {name} a comma should stand, not '{shown(rest)}'")
        at = len(text) - len(rest) + 1 if rest else len(text)
    return found


def _value(text: str, start: int, type_: v.Type) -> tuple[v.Value, int]:
    """A value of a type, and where it ends. Raises ValueError."""
    if text[start : start + 1] in ('"', "[", "{"):
        value, end = _JSON.raw_decode(text, start)
        return _from_json(value, type_), end
    end = text.find(",", start)
    end = len(text) if end < 0 else end
    return _bare(text[start:end].strip(), type_), end


def _bare(word: str, type_: v.Type) -> v.Value:
    match type_:
        case v.Bool():
            if word not in ("yes", "no"):
                raise ValueError(f"write yes or no, not '{shown(word)}'")
            return word == "yes"
        case v.Range():
            return int(word)
        case v.MoneyType():
            return v.Money(word)
        case v.Date():
            return date.fromisoformat(word)
        case v.Time():
            return time.fromisoformat(word)
        case _:
            return word


def _from_json(value: Any, type_: v.Type) -> v.Value:  # whatever JSON holds
    """What `plain` makes of a value, back again."""
    match type_:
        case v.ListOf(of) if isinstance(value, list):
            return tuple(_from_json(item, of) for item in value)
        case v.Data():
            return _data(value)
        case _ if isinstance(value, dict):
            return _bare(str(next(iter(value.values()), "")), type_)
        case _:
            return _bare(str(value), type_)


def _data(value: Any) -> v.Json:  # whatever JSON holds
    if isinstance(value, list):
        return tuple(map(_data, value))
    return {name: _data(item) for name, item in value.items()} if isinstance(value, dict) else value
