"""A script played against a machine, for a person to read or a program.

Owns: reading the file, and what is printed of each line: what was decided, why, and what follows. Never: carries out a tool;
the script says how they end.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, assert_never

import click

from decidable.check.regression import broken_by
from decidable.check.rules.trace import decisions, trace_step
from decidable.check.script import Played, ScriptError, play, step_text, value_text
from decidable.cli.commands.static import table_of
from decidable.cli.exits import Code, Refusal
from decidable.cli.findings import print_findings
from decidable.cli.load import load, near_file
from decidable.cli.run_text import detail
from decidable.cli.screen import Screen, print_json, printable
from decidable.cli.script_text import decision_data, step_data
from decidable.core import effects as e
from decidable.core import records as r
from decidable.core.problem import Severity
from decidable.core.snapshot import Fields
from decidable.core.table import Table
from decidable.text import sentences

LARGEST = 1_000_000
"""Bytes of a script."""
_FORM = "it has one event a line, as `decidable prove` prints them"


def play_script(path: str, file: str, screen: Screen, color: str, *, form: str, draft: bool) -> Code:
    """Play it line by line and print what comes of each; findings where a line cannot be played or a rule is broken."""
    loaded = load(path)
    table = table_of(loaded, color)
    source = _read(file)
    if not table.fit and not draft:
        wrong = [problem for problem in table.problems if problem.severity is Severity.ERROR]
        print_findings(Screen(color, err=True), loaded.path, wrong)
        raise Refusal(f"{table.name} is not decided yet", "--draft plays it all the same")
    shown: list[dict[str, Any]] = []
    stopped: ScriptError | None = None
    try:
        for played in play(table, source):
            if form == "json":
                shown.append(_data(played))
            else:
                for line in _lines(screen, played):
                    screen.print(line)
    except ScriptError as error:
        stopped = error
    broken = [found for rule in _of_one_run(table) if (found := broken_by(table, rule, source))]
    if form == "json":
        at = None if stopped is None else {"line": stopped.line, "message": stopped.message}
        title = "standard input" if file == "-" else Path(file).stem
        data = {"path": loaded.path, "machine": table.name, "title": title, "steps": shown}
        print_json({**data, "stopped": at, "broken": broken})
    else:
        for found in broken:
            screen.print(screen.paint(printable(found), "error"))
    if stopped is not None:
        click.echo(f"{file}:{stopped.line}: {printable(stopped.message)}", err=True)
    return Code.FINDINGS if broken or stopped is not None else Code.CLEAN


def _of_one_run(table: Table) -> Iterator[str]:
    """The rules that a single run can break."""
    for rule in table.definition.rules:
        sentence = sentences.parse(rule)
        if sentence is not None and not isinstance(sentence, sentences.Visits | sentences.ModelCalls):
            yield rule


def _read(file: str) -> str:
    """The text of a script. Raises Refusal."""
    try:
        if file == "-":
            data = sys.stdin.buffer.read(LARGEST + 1)
        else:
            with Path(file).open("rb") as found:
                data = found.read(LARGEST + 1)
    except FileNotFoundError:
        raise Refusal(f"there is no file '{file}'", near_file(Path(file))) from None
    except IsADirectoryError:
        raise Refusal(f"'{file}' is a folder", "give a file with a script") from None
    except OSError as error:
        raise Refusal(f"cannot read '{file}': {error.strerror or error}") from None
    if len(data) > LARGEST:
        raise Refusal(f"'{file}' is too large for a script", f"it may have {LARGEST:,} bytes")
    try:
        source = data.decode("utf-8-sig")
    except UnicodeDecodeError as wrong:
        line = data.count(b"\n", 0, wrong.start) + 1
        raise Refusal(f"'{file}' is not UTF-8 text (line {line})", _FORM) from None
    if not source.strip():
        raise Refusal(f"'{file}' has no line to play", _FORM)
    return source


# What is printed.


def _lines(screen: Screen, played: Played) -> Iterator[str]:
    """A line of the script, and under it what came of it."""
    state = played.step.snapshot.state
    if played.before is None or played.input is None:
        yield screen.paint(f"begun in {state}", "strong")
    else:
        step = trace_step(played.before, played.input, played.step)
        yield f"{screen.paint(f'{played.line:>3}', 'dim')}  {screen.paint(printable(step_text(step)), 'strong')}"
    for record in played.step.records:
        for line in _record(screen, record):
            yield f"       {line}"
    for effect in played.step.effects:
        for text in _effect(effect):
            yield f"       {printable(text)}"


def _record(screen: Screen, record: r.JournalRecord) -> Iterator[str]:
    match record:
        case r.Decided():
            moves = record.verdict is r.Verdict.MOVE
            outcome = f"{record.state} -> {record.target}" if moves else f"{record.state}: {record.verdict.value}"
            style = {"reject": "warning", "move": "good"}.get(record.verdict.value, "strong")
            event = "" if record.cause is r.Cause.ARRIVED else f"{record.occurrence.event} {record.cause.value}: "
            line = f"   [line {record.line}]" if record.line else ""
            reason = f"  : {record.reason}" if record.reason else ""
            yield f"{event}{screen.paint(outcome, style)}{printable(reason)}{screen.paint(line, 'dim')}"
        case r.Ended(end, _):
            yield screen.paint(f"ended: {end.value}", "strong")
        case r.Raised(why):
            yield screen.paint(f"attention: {printable(why)}", "warning")
        case r.Retried():
            yield "it certainly did not happen: again, under the same key"
        case r.Withdrawn(_, why):
            yield f"withdraws what is planned: {why}"
        case r.Dropped(_, why):
            yield f"the question is {why}"
        case r.Learned() | r.Forgot() | r.Held() | r.Struck() | r.Noted():
            yield screen.paint(printable(detail(record)), "dim")
        case (
            r.Begun()
            | r.Started()
            | r.Planned()
            | r.Settled()
            | r.Unanswered()
            | r.Proposed()
            | r.Approved()
            | r.Sent()
        ):
            pass  # the line itself says it, or an effect does
        case _:
            assert_never(record)


def _effect(effect: e.HostEffect) -> Iterator[str]:
    """What the host is asked to do."""
    match effect:
        case e.Dispatch(operation):
            yield f"starts {operation.tool}{_with(operation.args)}"
        case e.LookUp(operation):
            yield f"looks up {operation.tool}"
        case e.Send(operation):
            yield f"sends {operation.event} to {operation.tool}{_with(operation.args)}"
        case e.Speak(words):
            yield f"says {words}"
        case e.Ask(proposal):
            yield f"asks for {', then '.join(step.tool + _with(step.args) for step in proposal.steps)}"
        case e.HandOver(why):
            yield f"hands over to a person: {why}"
        case e.Ignored() | e.Cancel():
            pass  # a record says it
        case _:
            assert_never(effect)


def _with(values: Fields) -> str:
    return f"({', '.join(f'{name} = {value_text(value)}' for name, value in values.items())})" if values else ""


def _data(played: Played) -> dict[str, Any]:
    """One line as JSON, as a line of a trace with what else is known of it. Any: JSON."""
    after = played.step.snapshot
    says = [effect.words for effect in played.step.effects if isinstance(effect, e.Speak)]
    if played.before is None or played.input is None:
        starts = [effect.operation.tool for effect in played.step.effects if isinstance(effect, e.Dispatch)]
        made = [decision_data(each) for each in decisions(after, None, played.step)]
        nothing = {"text": "", "event": "", "fields": {}, "verdict": "", "line": 0, "reason": "", "asks": []}
        where = {"state": after.state, "target": after.state, "decisions": made}
        return {"at": 0, **nothing, **where, "starts": starts, "says": says}
    decided = next((record for record in played.step.records if isinstance(record, r.Decided)), None)
    line = step_data(trace_step(played.before, played.input, played.step))
    return {"at": played.line, **line, "reason": "" if decided is None else decided.reason, "says": says}
