"""Every error names the file and what to do, and keeps what SQLite said."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from decidable.stores.sqlite_trouble import trouble


@pytest.mark.parametrize(
    ("error", "advice"),
    [
        (sqlite3.OperationalError("database or disk is full"), "make room"),
        (sqlite3.OperationalError("attempt to write a readonly database"), "read_only=True"),
        (sqlite3.OperationalError("database is locked"), "stop it"),
        (sqlite3.DatabaseError("file is not a database"), "check the path"),
        (sqlite3.DatabaseError("database disk image is malformed"), "backup"),
        (sqlite3.OperationalError("Could not decode to UTF-8 column 'body'"), "backup"),
        (sqlite3.OperationalError("disk I/O error"), "check the disk"),
        (sqlite3.OperationalError("something else"), "nothing was written"),
        (ValueError("not a number"), "verify"),
    ],
)
def test_advice(error: Exception, advice: str) -> None:
    told = str(trouble(error, "/data/runs.db"))
    assert told.startswith("/data/runs.db")
    assert advice in told
    assert str(error) in told


def test_a_file_that_cannot_be_opened_says_why(tmp_path: Path) -> None:
    error = sqlite3.OperationalError("unable to open database file")
    for path, why in (
        (tmp_path / "none" / "runs.db", "does not exist"),
        (tmp_path, "a directory"),
        (tmp_path / "runs.db", "permissions"),
    ):
        assert why in str(trouble(error, str(path)))
