"""A group of commands that imports a command only when it is called, so that `--help` and `check` stay fast.

Owns: the listing with its sections, and did-you-mean for commands. Never: finds commands by itself; they are listed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import Any, NamedTuple

import click

from decidable.cli.exits import Refusal
from decidable.core.problem import did_you_mean


class Entry(NamedTuple):
    """A command as the listing shows it: where it is written (`module:function`), one line about it, and its section."""

    target: str
    summary: str
    section: str


class PipeClosedError(Exception):
    """Whoever read the output has stopped reading."""


class LazyGroup(click.Group):
    """A group whose commands are named by `entries`."""

    def __init__(self, *args: Any, entries: Mapping[str, Entry], **kwargs: Any) -> None:  # click's own signature
        super().__init__(*args, **kwargs)
        self.entries = entries

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names, in the order of the list."""
        return list(self.entries)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import a command."""
        entry = self.entries.get(cmd_name)
        if entry is None:
            return None
        module, _, function = entry.target.partition(":")
        found: click.Command = getattr(import_module(module), function)
        return found

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command that was asked for, or say which is near."""
        name = args[0]
        if name not in self.entries and not name.startswith("-"):
            hint = did_you_mean(name, self.entries) or f"the commands are {', '.join(self.entries)}"
            raise Refusal(f"there is no command '{name}'", hint)
        return super().resolve_command(ctx, args)

    def invoke(self, ctx: click.Context) -> Any:
        """Run a command. A closed pipe leaves as an error of its own: click would end the process with 1, our findings."""
        try:
            return super().invoke(ctx)
        except BrokenPipeError:
            raise PipeClosedError from None

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The listing, by sections, without importing anything."""
        sections: dict[str, list[tuple[str, str]]] = {}
        for name, entry in self.entries.items():
            sections.setdefault(entry.section, []).append((name, entry.summary))
        widest = max(map(len, self.entries), default=0)
        for section, rows in sections.items():
            with formatter.section(section):
                formatter.write_dl(_aligned(rows, widest))


def _aligned(rows: Sequence[tuple[str, str]], width: int) -> list[tuple[str, str]]:
    """Rows of one section, padded so that all sections share a column."""
    return [(name.ljust(width), summary) for name, summary in rows]
