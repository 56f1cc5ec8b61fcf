"""What an exit code says, and the one way a command refuses.

Owns: the codes of `docs/reference/cli.md`. Never: ends the process; `cli.main` does.
"""

from __future__ import annotations

from enum import IntEnum
from typing import IO, Any

import click


class Code(IntEnum):
    """The exit codes of every command."""

    CLEAN = 0
    FINDINGS = 1
    USAGE = 2
    FAULT = 3
    """Ours: please report it."""
    INTERRUPTED = 130
    PIPE_CLOSED = 141
    """Whoever read the output stopped; as if SIGPIPE had ended the process."""


class Refusal(click.ClickException):
    """The command cannot do what was asked, and the caller can mend it: exit code 2."""

    exit_code = Code.USAGE

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.hint = hint

    def show(self, file: IO[Any] | None = None) -> None:
        """Print the sentence, and what to do."""
        click.echo(f"Error: {self.message}", file=file, err=file is None)
        if self.hint:
            click.echo(f"  hint: {self.hint}", file=file, err=file is None)
