"""How far long work is: one line on standard error that is written over, where that is a terminal.

Owns: how often it is written, and that it is taken away. Never: says anything in a pipe.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager

import click

_EVERY_S = 0.2
_CLEAN = "\r\x1b[2K"


class HowFar:
    """The line. `told` is the last that was to be said, shown or not."""

    def __init__(self) -> None:
        self.told = ""
        self._shown = sys.stderr.isatty()
        self._last = time.monotonic()

    def say(self, text: str) -> None:
        """Write it, if the last was some time ago."""
        self.told = text
        now = time.monotonic()
        if self._shown and now - self._last > _EVERY_S:
            self._last = now
            click.echo(f"{_CLEAN}{text}", nl=False, err=True)

    def clear(self) -> None:
        """Take the line away."""
        self._last = time.monotonic()
        if self._shown:
            click.echo(_CLEAN, nl=False, err=True)


@contextmanager
def how_far() -> Iterator[HowFar]:
    """A line for as long as the work takes. Whoever stops it is told how far it came."""
    line = HowFar()
    try:
        yield line
    except KeyboardInterrupt:
        line.clear()
        click.echo(f"stopped: {line.told}" if line.told else "stopped", err=True)
        raise
    line.clear()
