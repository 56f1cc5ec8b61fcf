"""`draw`: a machine as a picture, in the form that the reader's page or terminal takes.

Owns: which drawing is made and where it goes. Never: draws; `draw` does.
"""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import NamedTuple, assert_never

import click

from decidable.cli.commands.static import path_argument, table_of
from decidable.cli.exits import Refusal
from decidable.cli.file_names import FileName
from decidable.cli.load import Loaded, load
from decidable.cli.screen import Screen, color_option
from decidable.cli.trace_file import read_traces
from decidable.cli.write import write_whole
from decidable.core.table import Table
from decidable.draw import (
    Part,
    Theme,
    Trace,
    as_dot,
    as_html,
    as_markdown,
    as_mermaid,
    as_outline,
    as_svg,
    as_svg_grid,
    as_text,
    possible,
)
from decidable.draw.diagram import diagram
from decidable.draw.grid import WIDE
from decidable.draw.sketch import beyond_reading
from decidable.errors import RefusedError


class Form(StrEnum):
    """What a drawing is written as."""

    TEXT = "text"
    MARKDOWN = "markdown"
    SVG = "svg"
    HTML = "html"
    MERMAID = "mermaid"
    DOT = "dot"


class Wanted(NamedTuple):
    """What was asked for. `only`: one of the two parts; None where neither or both were named."""

    form: Form
    only: Part | None
    both: bool
    traces: tuple[Trace, ...]
    theme: Theme


_SUFFIXES = {
    ".txt": Form.TEXT,
    ".md": Form.MARKDOWN,
    ".svg": Form.SVG,
    ".html": Form.HTML,
    ".htm": Form.HTML,
    ".mmd": Form.MERMAID,
    ".dot": Form.DOT,
    ".gv": Form.DOT,
}
_ONLY_DIAGRAMS = (Form.MERMAID, Form.DOT)
_FOR_FILES = (Form.SVG, Form.HTML)


@click.command()
@path_argument
@click.option(
    "--format",
    "form",
    type=click.Choice([form.value for form in Form]),
    help="The form; by default what the name given to --out says, else text.",
)
@click.option("--out", type=FileName(path_type=Path), help="Write it to this file, whole or not at all.")
@click.option("--diagram", "states", is_flag=True, help="Only states and arrows; with --grid, both.")
@click.option("--grid", "cells", is_flag=True, help="Only the grid; with --diagram, both.")
@click.option(
    "--trace",
    "traces",
    type=FileName(path_type=Path),
    multiple=True,
    help="Show a path on it, from a JSON file (SVG, HTML).",
)
@click.option(
    "--theme",
    type=click.Choice([theme.value for theme in Theme]),
    default="auto",
    help="Colours (SVG, HTML); auto: the reader's.",
)
@color_option
def draw(
    path: str,
    form: str | None,
    out: Path | None,
    states: bool,
    cells: bool,
    traces: tuple[Path, ...],
    theme: str,
    color: str,
) -> None:
    """States and arrows: text, Markdown, SVG, HTML, Mermaid or DOT.

    HTML is one page with everything: the grid, the diagram, findings and every line. Every drawing says what it leaves out.

    \b
    Examples:
      decidable draw booking.states
      decidable draw booking.states --out booking.html
      decidable draw booking.states --out docs/booking.svg --theme dark
      decidable draw booking.states --format mermaid
    """
    read = [(file, read_traces(file)) for file in traces]
    every = tuple(trace for _, found in read for trace in found)
    only = None if states == cells else Part.DIAGRAM if states else Part.GRID
    wanted = Wanted(_form(form, out), only, states and cells, every, Theme(theme))
    _refuse(wanted)
    loaded = load(path)
    table = table_of(loaded, color)
    for file, found in read:
        _follow(table, file, found)
    screen = Screen(color)
    if out is not None:
        if out.resolve() == Path(loaded.path).resolve():
            raise Refusal(f"'{out}' is the machine itself", "give the picture a name of its own")
        write_whole(out, _drawn(loaded, table, wanted, WIDE, False).encode())
        click.echo(f"{out} is written")
        return
    screen.print(_drawn(loaded, table, wanted, screen.width, screen.color))
    if wanted.form in _FOR_FILES and screen.terminal:
        click.echo(f"  hint: this is {wanted.form.value}; to look at it: --out FILE.{wanted.form.value}", err=True)


def _form(form: str | None, out: Path | None) -> Form:
    if form:
        return Form(form)
    if out is None:
        return Form.TEXT
    found = _SUFFIXES.get(out.suffix.lower())
    if found is None:
        raise Refusal(f"the name '{out}' does not say which form", f"give --format, one of {', '.join(Form)}")
    return found


def _refuse(wanted: Wanted) -> None:
    """What does not go together."""
    name = wanted.form.value
    if (wanted.only is Part.GRID or wanted.both) and wanted.form in _ONLY_DIAGRAMS:
        raise Refusal(f"{name} has no grid", "text, markdown, svg and html have one")
    if wanted.both and wanted.form is Form.SVG:
        raise Refusal("an SVG shows the diagram or the grid", "make two of them; an HTML page shows both")
    if wanted.traces and wanted.form not in _FOR_FILES:
        raise Refusal(f"{name} shows no trace", "svg and html do")
    if wanted.traces and wanted.only is Part.GRID:
        raise Refusal("a grid shows no trace", "leave out --grid")
    if len(wanted.traces) > 1 and wanted.form is Form.SVG:
        raise Refusal("an SVG shows one trace", "an HTML page shows several")


def _follow(table: Table, file: Path, traces: tuple[Trace, ...]) -> None:
    try:
        for trace in traces:
            possible(table, trace)
    except RefusedError as refused:
        raise Refusal(f"'{file}' is no trace of this machine: {refused}", "it may be of an earlier version") from None


def _drawn(loaded: Loaded, table: Table, wanted: Wanted, width: int, color: bool) -> str:
    match wanted.form:
        case Form.MERMAID:
            return as_mermaid(table)
        case Form.DOT:
            return as_dot(table)
        case Form.SVG if wanted.only is Part.GRID:
            return as_svg_grid(table, theme=wanted.theme)
        case Form.SVG:
            return as_svg(table, trace=next(iter(wanted.traces), None), theme=wanted.theme)
        case Form.HTML:
            findings = loaded.report().findings
            return as_html(
                table, findings=findings, path=loaded.path, traces=wanted.traces, only=wanted.only, theme=wanted.theme
            )
        case Form.MARKDOWN:
            return _both(_fenced(table), as_markdown(table), wanted.only)
        case Form.TEXT if wanted.both:
            return f"{as_outline(table, width=width, color=color)}\n{as_text(table, width=width, color=color)}"
        case Form.TEXT if wanted.only is Part.GRID:
            return as_text(table, width=width, color=color)
        case Form.TEXT:
            return as_outline(table, width=width, color=color)
        case _:
            assert_never(wanted.form)


def _fenced(table: Table) -> str:
    """A block that sites draw. They give up on a diagram beyond reading, and so do we."""
    note = beyond_reading(diagram(table))
    return f"{note}\n" if note else f"```mermaid\n{as_mermaid(table)}```\n"


def _both(diagram: str, grid: str, only: Part | None) -> str:
    match only:
        case Part.DIAGRAM:
            return diagram
        case Part.GRID:
            return grid
        case None:
            return f"{diagram}\n{grid}"
        case _:
            assert_never(only)
