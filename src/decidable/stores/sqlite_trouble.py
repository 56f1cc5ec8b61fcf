"""What SQLite says, in words an operator can act on.

Owns: the one translation from `sqlite3` errors to StoreError: what, where, what to do. Never: hides the original; it stays
the cause of the error that is raised.
"""

from __future__ import annotations

import sqlite3
from pathlib import Path

from decidable.errors import StoreError


def trouble(error: Exception, path: str) -> StoreError:
    """The StoreError for whatever went wrong with the file at `path`. Nothing of the failed call was written."""
    said = str(error)
    for signs, advice in _ADVICE:
        if any(sign in said for sign in signs):
            return StoreError(f"{path}: {advice} (SQLite says: {said})")
    if "unable to open" in said:
        return StoreError(f"{path}: {_cannot_open(Path(path))} (SQLite says: {said})")
    if isinstance(error, sqlite3.Error):
        return StoreError(f"{path}: nothing was written. SQLite says: {said}")
    return StoreError(f"{path} is damaged: {said}. Run `verify`, and restore it from a backup")


_ADVICE = (
    (("is full",), "the disk is full. Nothing of this step was written: make room, then go on"),
    (
        ("readonly", "read-only"),
        "the file or its directory is read-only. Nothing was written: allow writing, or open with read_only=True",
    ),
    (
        ("locked", "busy"),
        "another process is writing and did not finish in time. Nothing was written: try again, or stop it",
    ),
    (
        ("not a database",),
        "this is not an SQLite database, or its first page is damaged: check the path, or restore it from a backup",
    ),
    (
        ("malformed", "corrupt", "decode to UTF-8", "no such table", "no such column", "syntax error"),
        "the file is damaged. Stop writing to it and restore it from a backup",
    ),
    (("disk I/O",), "the disk failed. Nothing of this step was written: check the disk, then open the store again"),
)


def _cannot_open(path: Path) -> str:
    if not path.parent.is_dir():
        return f"the directory {path.parent} does not exist: create it first"
    if path.is_dir():
        return "this is a directory: name a file in it"
    return "the file cannot be opened: check that it exists and that its permissions allow it"
