"""Writing a file that a person asked for.

Owns: that it is replaced whole or not at all. Never: leaves half a file, or a temporary one.
"""

from __future__ import annotations

import os
import stat
import tempfile
from pathlib import Path

from decidable.cli.exits import Refusal


def write_whole(file: Path, data: bytes) -> None:
    """Write a file, or replace its content, in one step; permissions that it has are kept. Raises Refusal."""
    target = file.resolve()
    try:
        if target.exists() and not target.is_file():
            raise Refusal(f"cannot write '{file}': it is no file", "give the name of a file, new or to be replaced")
        handle, name = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}.")
        try:
            with os.fdopen(handle, "wb") as new:
                new.write(data)
            Path(name).chmod(_mode(target))
            Path(name).replace(target)
        except BaseException:
            Path(name).unlink(missing_ok=True)
            raise
    except OSError as error:
        raise Refusal(f"cannot write '{file}': {error.strerror or error}") from None


def _mode(target: Path) -> int:
    try:
        return stat.S_IMODE(target.stat().st_mode)
    except FileNotFoundError:
        umask = os.umask(0)  # the only way to read it
        os.umask(umask)
        return 0o666 & ~umask
