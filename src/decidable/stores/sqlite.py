"""A store in one SQLite file: the embedded default.

Owns: the write half of the port and the claim to be the one writer. Never: a step's own statements; those are in
`sqlite_commit`. Randomness and the clock come in as arguments.
"""

from __future__ import annotations

import os
import sqlite3
import time
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from typing import Final

from decidable.core.records import JournalRecord
from decidable.errors import StoreError
from decidable.journal.chain import short_hash
from decidable.stores import refusals, sqlite_commit, sqlite_derived, sqlite_inbox, sqlite_journal, sqlite_words
from decidable.stores.bodies import bodies
from decidable.stores.lock import ProcessLock
from decidable.stores.port import Arrival, Commit, Head, Offered, RunKey, Said
from decidable.stores.sqlite_file import Connect, Durability, connect
from decidable.stores.sqlite_reads import SQLiteReads
from decidable.stores.sqlite_schema import Owner, read_owner, write_owner


def _now() -> int:
    return time.time_ns() // 1_000_000


class SQLite(SQLiteReads):
    """Runs in the SQLite file at `path`, made when it does not exist.

    `read_only`: look at a store, also while another process writes it. `durability`: "disk" (every commit is on the disk
    when it returns) or "process" (faster; a power cut may take the last commits, never half of one). `connect`, `entropy`
    and `clock` are for tests. Raises StoreError when the file cannot be opened.
    """

    def __init__(
        self,
        path: str | os.PathLike[str],
        *,
        read_only: bool = False,
        durability: Durability = "disk",
        connect: Connect = connect,
        entropy: Callable[[int], bytes] = os.urandom,
        clock: Callable[[], int] = _now,
    ) -> None:
        self._entropy: Final = entropy
        self._clock: Final = clock
        self._lock: Final = ProcessLock(f"{os.fspath(path)}.lock")
        super().__init__(path, read_only=read_only, durability=durability, connect=connect, store_id=entropy(8).hex())

    def claim(self, owner: str) -> int:
        """Become the one writer. The claim ends with `close` or with the process; an earlier epoch is fenced off."""
        if self._file.read_only:
            raise refusals.read_only()
        try:
            taken = self._lock.take()
        except OSError as error:
            raise StoreError(f"{self._lock.path} cannot be locked ({error}): allow writing beside the store") from error
        if not taken:
            raise self._in_use()

        def job(connection: sqlite3.Connection) -> int:
            epoch = read_owner(connection, self.path).epoch + 1
            write_owner(connection, Owner(epoch, owner, os.getpid(), self._clock()))
            return epoch

        return self._file.write(job)

    def _in_use(self) -> StoreError:
        by = self._file.read(lambda c: read_owner(c, self.path))
        since = datetime.fromtimestamp(by.since / 1000, UTC).isoformat(" ", "seconds")
        return StoreError(
            f"{self.path} is in use by {by.owner!r} (process {by.process}, since {since}): stop it first, "
            "give this one another file, or open with read_only=True to look"
        )

    def put_definition(self, fingerprint: str, machine: str, text: str) -> None:
        """Keep a definition under its fingerprint; a known one is left as it is."""
        digest = short_hash(fingerprint, machine, text)

        def job(connection: sqlite3.Connection) -> None:
            number = sqlite_commit.definition_id(connection, fingerprint)
            statement = "UPDATE definition SET machine = ?, body = ?, digest = ? WHERE id = ? AND digest IS NULL"
            connection.execute(statement, (machine, text, digest, number))

        self._file.write(job)

    def begin(self, head: Head, records: Sequence[JournalRecord], said: Sequence[Said]) -> Head:
        """Make a run, with its first records."""
        texts = bodies(head.key, records, head.snapshot, self._entropy)
        refusals.check_counts(head.key, 0, records, head.snapshot)
        return self._file.write(lambda c: sqlite_commit.begin(c, head, records, said, texts))

    def commit(self, commit: Commit) -> Head:
        """One step, whole or not at all."""
        texts = bodies(commit.key, commit.records, commit.snapshot, self._entropy)
        refusals.check_counts(commit.key, commit.expected_seq, commit.records, commit.snapshot)
        return self._file.write(lambda c: sqlite_commit.commit(c, commit, texts))

    def forget_body(self, key: RunKey, seq: int) -> None:
        """Delete the body of one journal row, from the file as well; the chain still verifies."""
        self._file.write(lambda c: sqlite_journal.forget_body(c, key, seq))
        self._file.scrub()

    def offer(self, key: RunKey, arrival: Arrival) -> Offered:
        """Put an arrival into a run's inbox."""
        return self._file.write(lambda c: sqlite_inbox.offer(c, key, arrival))

    def post(self, tenant: str, conversation: str, machine: str, arrival: Arrival) -> RunKey | None:
        """Put an arrival into the inbox of the latest run of a machine in a conversation, unless that has ended."""
        return self._file.write(lambda c: sqlite_inbox.post(c, tenant, conversation, machine, arrival))

    def delivered(self, key: RunKey, id: str, at: int, epoch: int) -> None:
        """Words have reached the channel; the first time counts."""

        def job(connection: sqlite3.Connection) -> None:
            sqlite_commit.fence(connection, key, epoch)
            sqlite_words.delivered(connection, key, id, at)

        self._file.write(job)

    def resolve_attention(self, number: int, at: int, epoch: int) -> None:
        """A person has dealt with it; the first time counts."""

        def job(connection: sqlite3.Connection) -> None:
            sqlite_commit.fence(connection, None, epoch)
            sqlite_derived.resolve_attention(connection, number, at)

        self._file.write(job)

    def close(self) -> None:
        """Release the claim and the file."""
        super().close()
        self._lock.release()
