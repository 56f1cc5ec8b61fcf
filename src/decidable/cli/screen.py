"""Where output goes: whether it takes colour, how wide it is, and which characters may reach it.

Owns: `--color` and `--format`, and the styles of the command line. Never: lets a file's control characters reach a terminal.
"""

from __future__ import annotations

import json
import os
import shutil
import sys
from collections.abc import Callable, Mapping
from typing import Any, Final, TextIO, TypeVar

import click

F = TypeVar("F", bound=Callable[..., Any])  # any command, whatever its arguments

WIDE: Final = 100
"""The width of output that is no terminal and has no COLUMNS."""
_STYLES: Final[Mapping[str, Mapping[str, Any]]] = {
    "error": {"fg": "red", "bold": True},
    "warning": {"fg": "yellow", "bold": True},
    "note": {"fg": "cyan"},
    "strong": {"bold": True},
    "dim": {"dim": True},
    "good": {"fg": "green"},
}


class Screen:
    """Standard output, or standard error, as one command sees it."""

    def __init__(self, color: str = "auto", *, err: bool = False) -> None:
        self.err = err
        stream = sys.stderr if err else sys.stdout
        self.terminal = stream.isatty()
        self.color = _wants_color(color, stream)
        self.width = shutil.get_terminal_size((WIDE, 24)).columns

    def paint(self, text: str, style: str) -> str:
        """The text in a style, where there is colour."""
        return click.style(text, **_STYLES[style]) if self.color else text

    def print(self, text: str = "") -> None:
        """Print a line or several."""
        click.echo(text.rstrip("\n"), color=self.color, err=self.err)


def print_json(data: Mapping[str, object]) -> None:
    """Print JSON that every encoding can carry."""
    click.echo(json.dumps(data, indent=2))


def printable(text: str) -> str:
    """Text from a file, without characters that would act on a terminal."""
    return "".join(char if char.isprintable() else "\N{REPLACEMENT CHARACTER}" for char in text)


def color_option(command: F) -> F:
    """`--color auto|always|never`."""
    return click.option(
        "--color",
        type=click.Choice(["auto", "always", "never"]),
        default="auto",
        help="Colour; auto: on a terminal, unless NO_COLOR is set.",
    )(command)


def format_option(*more: str) -> Callable[[F], F]:
    """`--format text|json`, and what else a command can write."""
    return click.option(
        "--format", "form", type=click.Choice(["text", "json", *more]), default="text", help="For people or programs."
    )


def _wants_color(choice: str, stream: TextIO) -> bool:
    if choice != "auto":
        return choice == "always"
    return stream.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
