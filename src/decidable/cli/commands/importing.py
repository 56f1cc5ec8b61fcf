"""`import`: the draft of a machine from what somebody has already, a Mermaid diagram or a dict.

Owns: where it is read from, and writing it. Never: writes over a file that is there, unless told to.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

import click

from decidable.cli.commands.static import path_argument
from decidable.cli.exits import Code, Refusal
from decidable.cli.file_names import FileName
from decidable.cli.findings import print_findings
from decidable.cli.load import near_file
from decidable.cli.screen import Screen, color_option, format_option, print_json
from decidable.cli.write import write_whole
from decidable.core.definition import Definition, Line, Named, Role, Undecided
from decidable.core.problem import Problem, Severity
from decidable.errors import MachineError
from decidable.text.from_table import from_table, renamed
from decidable.text.mermaid import read_mermaid
from decidable.text.names import NameOf
from decidable.text.slugs import Slugs
from decidable.text.source import LARGEST
from decidable.text.writer import write


class Drafted(NamedTuple):
    """A draft, with what was found on the way."""

    text: str
    definition: Definition | None
    problems: tuple[Problem, ...]


@click.command("import")
@path_argument
@click.option("--out", type=FileName(dir_okay=False), help="Write the draft there; by default it is printed.")
@click.option("--force", is_flag=True, help="Let --out replace a file that is there.")
@click.option("--name", default="", help="What the machine is called; by default the name of the file.")
@click.option("--diagram", type=click.IntRange(min=1), help="Which state diagram of the file, from 1.")
@click.option("--start", default="", help="Of a dict: the state where runs begin; by default that of the first cell.")
@click.option("--final", multiple=True, help="Of a dict: a state in which runs end. May be given several times.")
@format_option()
@color_option
@click.pass_context
def import_(
    ctx: click.Context,
    path: str,
    out: str | None,
    force: bool,
    name: str,
    diagram: int | None,
    start: str,
    final: tuple[str, ...],
    form: str,
    color: str,
) -> None:
    """Draft a machine from a Mermaid state diagram, or from a dict {(state, event): target}.

    PATH is a file with a diagram (.mmd), a Markdown file with one in a fenced block, `-` for standard input, or file.py:name
    of a dict. What the arrows do not say is undecided: the draft is a grid full of `?`, and that is the point.

    \b
    Examples:
      decidable import order.mmd --out order.states
      decidable import README.md --diagram 2
      decidable import legacy.py:TRANSITIONS --start idle --final done
      cat order.mmd | decidable import -
    """
    if out is not None and Path(out).exists() and not force:
        raise Refusal(f"'{out}' is there already", "give another name, or --force to replace it")
    file, colon, table = path.rpartition(":")
    if colon and file.endswith(".py"):
        if diagram is not None:
            raise Refusal("--diagram is for a file with diagrams, and this is a dict")
        drafted = _from_python(file, table, name, start, final)
    elif start or final:
        raise Refusal("--start and --final are for a dict; a diagram says where it begins and ends")
    else:
        drafted = _from_diagram(path, name, diagram)
    errors = any(problem.severity is Severity.ERROR for problem in drafted.problems)
    if form == "json":
        print_json(_data(path, drafted))
    else:
        print_findings(Screen(color, err=True), path, drafted.problems)
    if errors or drafted.definition is None:
        ctx.exit(Code.FINDINGS)
    if out is not None:
        write_whole(Path(out), drafted.text.encode())
        if form == "text":
            click.echo(f"{out}: {_counted(drafted.definition)}")
            click.echo(f"  next: decidable grid {out}")
    elif form == "text":
        click.echo(drafted.text, nl=False)
        click.echo(_counted(drafted.definition), err=True)


def _from_diagram(path: str, name: str, diagram: int | None) -> Drafted:
    data, stem = _read(path)
    found = read_mermaid(data, name=name or stem, diagram=diagram)
    return Drafted(found.text, found.definition, found.problems)


def _read(path: str) -> tuple[bytes, str]:
    """The bytes of a file or of standard input, at most one more than is read, and what the file is called."""
    if path == "-":
        return sys.stdin.buffer.read(LARGEST + 1), ""
    file = Path(path)
    if file.is_dir():
        raise Refusal(f"'{path}' is a folder", "give a file with a Mermaid diagram, or file.py:name of a dict")
    if file.suffix == ".py":
        raise Refusal(f"which dict of {path}?", f"write {path}:NAME")
    if not file.exists():
        raise Refusal(f"there is no file '{path}'", near_file(file))
    try:
        with file.open("rb") as opened:
            return opened.read(LARGEST + 1), file.stem if file.suffix != ".md" else ""
    except OSError as error:
        raise Refusal(f"cannot read '{path}': {error.strerror or error}") from None


def _from_python(file: str, name: str, machine: str, start: str, final: tuple[str, ...]) -> Drafted:
    from decidable.cli.python_file import Kinds, module_of, picked  # noqa: PLC0415 - it imports pydantic, which a diagram needs not

    called = Kinds("dict", "dicts", 'write one: NAME = {("state", "event"): "target"}')
    machine = machine or Slugs(NameOf.MACHINE)[Path(file).stem]
    try:
        # What it really holds is looked at by `from_table`.
        table: dict[tuple[str, str], str] = picked(module_of(file, called), file, name, dict, called)
        definition = from_table(table, name=machine, start=start, final=final).definition()
    except MachineError as wrong:
        return Drafted("", None, wrong.problems)
    return Drafted(write(definition), definition, renamed(table))


def _cells(definition: Definition) -> tuple[int, int]:
    """How many cells the draft has, and how many of them it decides, for some values at least."""
    parents = {state.parent for state in definition.states}
    events = {event.name for event in definition.events}
    decided = {"": _decided(definition.any_state) & events}
    rows = filled = 0
    for state in definition.states:  # a parent stands before its children
        own = decided[state.name] = decided[state.parent] | _decided(state.lines) & events
        if state.role is not Role.FINAL and state.name not in parents:
            rows, filled = rows + 1, filled + len(own)
    return rows * len(definition.events), filled


def _decided(lines: Iterable[Line]) -> frozenset[str]:
    """The events that lines decide by name."""
    return frozenset(
        event
        for line in lines
        if isinstance(line.selector, Named) and not isinstance(line.outcome, Undecided)
        for event in line.selector.events
    )


def _counted(definition: Definition) -> str:
    cells, decided = _cells(definition)
    states, events = _plural(len(definition.states), "state"), _plural(len(definition.events), "event")
    return f"{states}, {events}; {decided} of {_plural(cells, 'cell')} decided, {cells - decided} open"


def _plural(count: int, word: str) -> str:
    return f"{count} {word}{'' if count == 1 else 's'}"


def _data(path: str, drafted: Drafted) -> dict[str, object]:
    definition = drafted.definition
    cells, decided = (None, None) if definition is None else _cells(definition)
    return {
        "path": path,
        "machine": definition.name if definition else "",
        "text": drafted.text,
        "states": len(definition.states) if definition else None,
        "events": len(definition.events) if definition else None,
        "cells": cells,
        "decided": decided,
        "findings": [
            {
                "code": problem.code,
                "severity": problem.severity.value,
                "message": problem.message,
                "hint": problem.hint,
                "line": problem.line,
                "column": problem.column,
            }
            for problem in drafted.problems
        ],
    }
