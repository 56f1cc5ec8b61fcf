"""`check`, `grid` and `why`: a machine looked at without running it.

Owns: what these three print. Never: judges or draws; `check` and `draw` do.
"""

from __future__ import annotations

from pathlib import Path

import click
from click.shell_completion import CompletionItem

from decidable.check import Explanation, Role, Speaker
from decidable.check import why as explain
from decidable.cli.elsewhere import declared_in_python, is_undeclared
from decidable.cli.exits import Code, Refusal
from decidable.cli.facts import print_facts
from decidable.cli.file_names import FileName
from decidable.cli.findings import by_weight, print_accepted, print_findings, print_summary
from decidable.cli.load import Loaded, load
from decidable.cli.pages import address
from decidable.cli.screen import Screen, color_option, format_option, print_json, printable
from decidable.core.problem import Problem, Severity
from decidable.core.shared import place_of
from decidable.core.table import Table
from decidable.draw import as_markdown, as_text
from decidable.draw.face import page
from decidable.errors import RefusedError
from decidable.text.phrases import condition_text, decision_text


def _complete_path(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    return [CompletionItem(incomplete, type="file")]


def _complete_cell(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:
    """States or events of the `.states` file that stands before them."""
    path = ctx.params.get("path", "")
    try:
        table = load(path).table if path.endswith(".states") else None
    except Refusal:
        return []
    if table is None:
        return []
    row = table.rows.get(ctx.params.get("state", ""), {})
    names = [name for name in (table.rows if param.name == "state" else row) if name.startswith(incomplete)]
    return sorted(names)


path_argument = click.argument("path", type=FileName(), shell_complete=_complete_path)


@click.command()
@path_argument
@click.option("--strict", is_flag=True, help="Exit with 1 for warnings too.")
@click.option("--notes", is_flag=True, help="Show notes, and what the file accepts.")
@click.option("--facts", is_flag=True, help="Show which facts are surely, maybe or never known in each state.")
@format_option()
@color_option
@click.pass_context
def check(ctx: click.Context, path: str, strict: bool, notes: bool, facts: bool, form: str, color: str) -> None:
    """What is undecided, contradictory, unreachable or useless.

    Every finding has a place and a code; `decidable explain CODE` says what it means. Exit code 1 is for errors, with
    --strict for warnings too.

    \b
    Examples:
      decidable check booking.states
      decidable check refund.py:refund --strict
      decidable check booking.states --facts
      decidable check booking.states --format json
    """
    loaded = load(path)
    report = loaded.report()
    elsewhere = declared_in_python(loaded)
    if form == "json":
        known = {"facts": report.knowledge and report.knowledge.data()} if facts else {}
        print_json({"path": loaded.path, **_with_pages(report.data()), "declared_in": elsewhere or None, **known})
    else:
        screen = Screen(color)
        shown = [finding for finding in report.findings if notes or finding.severity is not Severity.NOTE]
        print_findings(screen, loaded.path, by_weight(_without_unknown(shown) if elsewhere else shown))
        if notes:
            print_accepted(screen, loaded.path, report.accepted)
        if facts:
            print_facts(screen, report.knowledge)
        print_summary(screen, report, notes_shown=notes)
        if elsewhere:
            hint = f"the declarations seem to live in Python: decidable check {elsewhere}"
            screen.print(screen.paint(f"  hint: {hint}", "dim"))
    found = report.count(Severity.ERROR) or (strict and report.count(Severity.WARNING))
    ctx.exit(Code.FINDINGS if found else Code.CLEAN)


def _with_pages(data: dict[str, object]) -> dict[str, object]:
    """The data of a report, with the page of each finding."""
    for key in ("findings", "accepted"):
        found = data[key]
        assert isinstance(found, list)
        data[key] = [{**finding, "page": address(finding["code"])} for finding in found]
    return data


def _without_unknown(findings: list[Problem]) -> list[Problem]:
    """One finding for all the names that Python will declare."""
    unknown = [finding for finding in findings if is_undeclared(finding)]
    names = list(dict.fromkeys(finding.token for finding in unknown))
    message = f"{len(names)} name{'' if len(names) == 1 else 's'} not declared in this file: {', '.join(names[:8])}"
    first = unknown[0]._replace(message=message, hint="")
    return [first, *(finding for finding in findings if not is_undeclared(finding))]


def table_of(loaded: Loaded, color: str) -> Table:
    """The table, or the findings that keep it from being one (on standard error) and exit code 1."""
    if loaded.table is not None:
        return loaded.table
    screen = Screen(color, err=True)
    elsewhere = declared_in_python(loaded)
    report = loaded.report()
    print_findings(screen, loaded.path, _without_unknown(list(report.findings)) if elsewhere else report.findings)
    if elsewhere:
        screen.print(f"  hint: the declarations seem to live in Python: give {elsewhere}")
    raise click.exceptions.Exit(Code.FINDINGS)


@click.command()
@path_argument
@click.option("--width", type=click.IntRange(min=20), help="Characters in a line; by default those of the terminal.")
@format_option("markdown")
@color_option
def grid(path: str, width: int | None, form: str, color: str) -> None:
    """Every state x event, least decided first.

    \b
    Examples:
      decidable grid booking.states
      decidable grid booking.states --width 200
      decidable grid booking.states --format markdown > table.md
    """
    table = table_of(load(path), color)
    screen = Screen(color)
    if form == "json":
        print_json(_grid_data(table))
    elif form == "markdown":
        screen.print(as_markdown(table))
    else:
        screen.print(as_text(table, width=width or screen.width, color=screen.color))


def _grid_data(table: Table) -> dict[str, object]:
    shown = page(table)
    return {
        "machine": table.name,
        "states": shown.states,
        "events": shown.events,
        "synthesised": shown.synthesised,
        "parents": shown.parents,
        "cells": [
            {
                "state": state,
                "event": event,
                "shows": face.words,
                "origin": table.rows[state][event].origin.value,
                "source": table.rows[state][event].source,
                "lines": [option.line.at for option in table.rows[state][event].options if option.reached],
            }
            for state, faces in shown.faces.items()
            for event, face in faces.items()
        ],
    }


@click.command()
@path_argument
@click.argument("state", shell_complete=_complete_cell)
@click.argument("event", shell_complete=_complete_cell)
@format_option()
@color_option
def why(path: str, state: str, event: str, form: str, color: str) -> None:
    """Which line decides a cell, and what keeps the others silent.

    \b
    Examples:
      decidable why booking.states report committed
      decidable why booking.states confirm "after 30m"
    """
    loaded = load(path)
    table = table_of(loaded, color)
    try:
        explanation = explain(table, state, event)
    except RefusedError as refused:
        raise Refusal(str(refused)) from None
    if form == "json":
        print_json(_why_data(explanation))
    else:
        _print_why(Screen(color), loaded.path, explanation)


def _print_why(screen: Screen, path: str, explanation: Explanation) -> None:
    title = screen.paint(f"{explanation.state} x {explanation.event}", "strong")
    source = f" from {explanation.source}" if explanation.source else ""
    screen.print(f"{title}: {explanation.origin.value}{source}")
    for problem in explanation.problems:
        print_findings(screen, path, [problem])
    for speaker in explanation.speakers:
        screen.print()
        screen.print(_line(screen, path, speaker))
        if speaker.line.reason:
            screen.print(f"    because: {printable(speaker.line.reason)}")


def _line(screen: Screen, path: str, speaker: Speaker) -> str:
    line = speaker.line
    place = f"{path}:{line.at}" if line.at else speaker.source
    if line.shared is not None:
        place = f"{Path(path).with_name(f'{line.shared.contract}.states')}:{line.shared.at}"
    stays = " (to itself, so it stays)" if speaker.stays else ""
    text = f"{condition_text(line)}   {decision_text(line)}{stays}"
    silent = speaker.role is Role.SILENT
    role = f"does not decide: {speaker.why_not}" if silent else speaker.role.value
    first = f"{screen.paint(role, 'dim' if silent else 'strong')}   {screen.paint(f'{place}, {speaker.rank}', 'dim')}"
    return f"{first}\n    {screen.paint(printable(text), 'dim') if silent else printable(text)}"


def _why_data(explanation: Explanation) -> dict[str, object]:
    return {
        "state": explanation.state,
        "event": explanation.event,
        "origin": explanation.origin.value,
        "source": explanation.source or explanation.state,
        "lines": [
            {
                "line": speaker.line.at,
                "place": place_of(speaker.line),
                "source": speaker.source,
                "rank": speaker.rank,
                "role": speaker.role.value,
                "why_not": speaker.why_not,
                "condition": condition_text(speaker.line),
                "decision": decision_text(speaker.line),
                "reason": speaker.line.reason,
            }
            for speaker in explanation.speakers
        ],
        "findings": [
            {"code": problem.code, "message": problem.message, "hint": problem.hint, "line": problem.line}
            for problem in explanation.problems
        ],
    }
