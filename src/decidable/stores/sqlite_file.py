"""One SQLite file: its connections, its transactions, and who may write.

Owns: opening (WAL, synchronous), the one writing connection and its transactions, and the reading one. Connections are
made by a `Connect`, so that a test can put a faulty disk underneath. Never: knows a table; jobs bring their statements.
"""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final, Literal, TypeAlias

from decidable.stores import refusals
from decidable.stores.sqlite_trouble import trouble
from decidable.stores.turns import T, Turn, Turns

Connect: TypeAlias = Callable[[str], sqlite3.Connection]
"""Opens a connection to a `file:` URI, in autocommit mode and usable from every thread."""
Durability: TypeAlias = Literal["disk", "process"]
"""`disk`: a commit is on the disk when it returns. `process`: it survives the process, and a power cut may take the last."""

Job: TypeAlias = Callable[[sqlite3.Connection], T]

Identify: TypeAlias = Callable[[sqlite3.Connection, bool], None]
"""Raises StoreError when the file is not for us. Told whether it is only read."""

BUSY_MS: Final = 5_000


def connect(uri: str) -> sqlite3.Connection:
    """The standard library's own connection."""
    return sqlite3.connect(uri, uri=True, isolation_level=None, check_same_thread=False, cached_statements=256)


class SQLiteFile:
    """The file at `path`, open. `identify` sees the first connection before anything in the file is changed.

    Raises StoreError when the file cannot be opened.
    """

    def __init__(
        self, path: str, *, read_only: bool, durability: Durability, connect: Connect, identify: Identify
    ) -> None:
        self.path: Final = path
        self.read_only: Final = read_only
        self._turns: Final[Turns[sqlite3.Connection]] = Turns(self._carry_out)
        self._write_lock: Final = threading.Lock()
        self._read_lock: Final = threading.Lock()
        self._open: list[sqlite3.Connection] = []
        try:
            if not read_only:
                self._writer = self._connect(connect, "rwc")
                identify(self._writer, False)
                self._writer.execute("PRAGMA journal_mode = WAL")
                self._writer.execute("PRAGMA secure_delete = ON")
                self._writer.execute(f"PRAGMA synchronous = {'FULL' if durability == 'disk' else 'NORMAL'}")
                self._writer.execute(f"PRAGMA fullfsync = {int(durability == 'disk')}")
            self._reader = self._connect(connect, "ro")
            if read_only:
                identify(self._reader, True)
        except BaseException as error:
            self.close()
            if isinstance(error, sqlite3.Error):
                raise trouble(error, path) from error
            raise

    def _connect(self, connect: Connect, mode: str) -> sqlite3.Connection:
        connection = connect(f"{Path(self.path).absolute().as_uri()}?mode={mode}")
        self._open.append(connection)
        connection.execute(f"PRAGMA busy_timeout = {BUSY_MS}")
        return connection

    def read(self, job: Job[T]) -> T:
        """Run a job over one consistent state of the file."""
        with self._read_lock:
            if not self._open:
                raise refusals.closed()
            try:
                self._reader.execute("BEGIN")
                try:
                    return job(self._reader)
                finally:
                    self._reader.rollback()
            except _FAULTS as error:
                raise trouble(error, self.path) from error

    def write(self, job: Job[T]) -> T:
        """Run a job in a transaction and make it durable; or raise, and nothing has happened.

        Jobs that gather while another thread's commit is on its way to the disk share the next one.
        """
        if self.read_only:
            raise refusals.read_only()
        return self._turns.take(job)

    def _carry_out(self, turns: Sequence[Turn[sqlite3.Connection]]) -> None:
        try:
            with self._write_lock:
                self._transact(turns)
        except Exception as error:
            for turn in turns:
                turn.error = turn.error or self._told(error)
        for turn in turns:
            turn.done = True

    def _transact(self, turns: Sequence[Turn[sqlite3.Connection]]) -> None:
        if not self._open:
            raise refusals.closed()
        writer = self._writer
        writer.execute("BEGIN IMMEDIATE")
        try:
            if len(turns) == 1:
                turns[0].result = turns[0].job(writer)
            else:
                for turn in turns:
                    self._one_of_several(writer, turn)
            writer.execute("COMMIT")
        except BaseException:
            writer.rollback()
            raise

    def _one_of_several(self, writer: sqlite3.Connection, turn: Turn[sqlite3.Connection]) -> None:
        """A job that is refused takes back its own changes and leaves those of its neighbours."""
        writer.execute("SAVEPOINT turn")
        try:
            turn.result = turn.job(writer)
        except Exception as error:
            if not writer.in_transaction:  # SQLite has taken back everything
                raise
            writer.execute("ROLLBACK TO turn")
            turn.error = self._told(error)
        writer.execute("RELEASE turn")

    def _told(self, error: Exception) -> Exception:
        if isinstance(error, UnicodeEncodeError):
            return refusals.not_unicode("what should be written")
        if isinstance(error, _FAULTS):
            told = trouble(error, self.path)
            told.__cause__ = error
            return told
        return error

    def scrub(self) -> None:
        """Move everything into the file and empty the log beside it, so that what was deleted is gone from both.

        A reader, or a disk that fails, may put that off until the next time: nothing depends on it.
        """
        with self._write_lock, suppress(sqlite3.Error):
            if self._open:
                self._writer.execute("PRAGMA wal_checkpoint(TRUNCATE)")

    def close(self) -> None:
        """Close the connections; everything committed is in the file."""
        with self._read_lock, self._write_lock:
            while self._open:
                self._open.pop().close()


_FAULTS: Final = (sqlite3.Error, ValueError, TypeError, LookupError, AttributeError, OverflowError)
"""SQLite's own errors, and what a cell of the wrong type, a lost row or a broken text leads to."""
