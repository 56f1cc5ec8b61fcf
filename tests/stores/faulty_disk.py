"""A disk that fails when it is told to, under a real SQLite connection."""

from __future__ import annotations

import sqlite3
from typing import Any


class FaultyDisk:
    """Counts statements over every connection it makes, and fails one of them. `Any`: whatever a statement takes."""

    def __init__(self) -> None:
        self.statements = 0
        self.fails_at: int | None = None
        self.message = "database or disk is full"

    def connect(self, uri: str) -> sqlite3.Connection:
        disk = self

        class Connection(sqlite3.Connection):
            def execute(self, *given: Any) -> sqlite3.Cursor:
                disk.touch()
                return super().execute(*given)

            def executemany(self, *given: Any) -> sqlite3.Cursor:
                disk.touch()
                return super().executemany(*given)

        return sqlite3.connect(uri, uri=True, isolation_level=None, check_same_thread=False, factory=Connection)

    def fail(self, after: int) -> None:
        """Fail the statement that comes `after` so many others."""
        self.statements, self.fails_at = 0, after

    def repair(self) -> None:
        """Everything works again."""
        self.fails_at = None

    def touch(self) -> None:
        """One statement reaches the disk."""
        self.statements += 1
        if self.fails_at is not None and self.statements > self.fails_at:
            raise sqlite3.OperationalError(self.message)
