"""`draw`: a machine as a picture, in the form that the reader's page or terminal takes.

Owns: which drawing is made and where it goes. Never: draws; `draw` does.
"""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import assert_never

import click

from decidable.cli.commands.static import path_argument, table_of
from decidable.cli.exits import Refusal
from decidable.cli.load import load
from decidable.cli.screen import Screen, color_option
from decidable.cli.write import write_whole
from decidable.core.table import Table
from decidable.draw import as_dot, as_markdown, as_mermaid, as_outline, as_text
from decidable.draw.grid import WIDE


class Form(StrEnum):
    """What a drawing is written as."""

    TEXT = "text"
    MARKDOWN = "markdown"
    MERMAID = "mermaid"
    DOT = "dot"


class Part(StrEnum):
    """Which half of a drawing."""

    DIAGRAM = "diagram"
    GRID = "grid"


_SUFFIXES = {".txt": Form.TEXT, ".md": Form.MARKDOWN, ".mmd": Form.MERMAID, ".dot": Form.DOT, ".gv": Form.DOT}
_DIAGRAMS = (Form.MERMAID, Form.DOT)


@click.command()
@path_argument
@click.option(
    "--format",
    "form",
    type=click.Choice([form.value for form in Form]),
    help="The form; by default what the name given to --out says, else text.",
)
@click.option("--out", type=click.Path(path_type=Path), help="Write it to this file, whole or not at all.")
@click.option("--diagram", "part", flag_value=Part.DIAGRAM.value, help="Only states and arrows.")
@click.option("--grid", "part", flag_value=Part.GRID.value, help="Only the grid.")
@color_option
def draw(path: str, form: str | None, out: Path | None, part: str | None, color: str) -> None:
    """States and arrows, as text, Markdown, Mermaid or DOT.

    Every drawing says what it leaves out.

    \b
    Examples:
      decidable draw booking.states
      decidable draw booking.states --format mermaid
      decidable draw booking.states --out docs/booking.dot
    """
    chosen = _form(form, out)
    only = Part(part) if part else None
    if only is Part.GRID and chosen in _DIAGRAMS:
        raise Refusal(f"{chosen.value} has no grid", "the forms with one are text and markdown")
    table = table_of(load(path), color)
    screen = Screen(color)
    if out is None:
        screen.print(_drawn(table, chosen, only, screen.width, screen.color))
    else:
        write_whole(out, _drawn(table, chosen, only, WIDE, False).encode())
        click.echo(f"{out} is written")


def _form(form: str | None, out: Path | None) -> Form:
    if form:
        return Form(form)
    if out is None:
        return Form.TEXT
    found = _SUFFIXES.get(out.suffix.lower())
    if found is None:
        raise Refusal(f"the name '{out}' does not say which form", f"give --format, one of {', '.join(Form)}")
    return found


def _drawn(table: Table, form: Form, only: Part | None, width: int, color: bool) -> str:
    match form:
        case Form.MERMAID:
            return as_mermaid(table)
        case Form.DOT:
            return as_dot(table)
        case Form.MARKDOWN:
            return _both(f"```mermaid\n{as_mermaid(table)}```\n", as_markdown(table), only)
        case Form.TEXT:
            outline = as_outline(table, width=width, color=color)
            return as_text(table, width=width, color=color) if only is Part.GRID else outline
        case _:
            assert_never(form)


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
