"""The names of files and folders that a command takes.

Owns: that an empty one is refused before anything is looked for. Never: opens a file.
"""

from __future__ import annotations

import os
from typing import Any

import click

from decidable.cli.exits import Refusal


class FileName(click.Path):
    """A name as it is given. An empty one would be the folder we stand in, which nobody means: `"$FILE"` was not set."""

    def convert(
        self, value: str | os.PathLike[str], param: click.Parameter | None, ctx: click.Context | None
    ) -> Any:  # Any: what click makes of it
        """The name. Raises Refusal for an empty one."""
        if not os.fspath(value).strip():
            name = "PATH" if not isinstance(param, click.Option) else param.opts[0]
            raise Refusal(f"{name} is empty", "name a file; is a variable of the shell not set?")
        return super().convert(value, param, ctx)
