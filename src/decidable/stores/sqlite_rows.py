"""The rows beside the journal, written so that a lost or changed one shows.

Owns: which columns name such a row, and the tally of a run: the sum of its rows' hashes, kept with the run.
Never: decides what a row says. The journal has its own check (`journal.chain`); these rows have this one.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from decidable.journal.chain import CHECK_BYTES, short_hash

Row: TypeAlias = tuple[Any, ...]
"""`Any`: a row's cells (text, number, bytes or nothing), as they were written."""
_FULL: Final = 1 << (8 * CHECK_BYTES)


@dataclass(frozen=True, slots=True)
class Side:
    """A table beside the journal: its columns in order, the first `key` of which name a row.

    The rest are its statements: rows up to a condition, the condition of a key, putting a row, putting only a new one.
    """

    name: str
    columns: tuple[str, ...]
    key: int
    read: str
    by_key: str
    write: str
    write_new: str


def _side(name: str, spelled: str, key: int) -> Side:
    columns = tuple(spelled.split())
    marks = ", ".join("?" for _ in columns)
    return Side(
        name,
        columns,
        key,
        read=f"SELECT {', '.join(columns)} FROM {name}",
        by_key=" AND ".join(f"{column} = ?" for column in columns[:key]),
        write=f"INSERT OR REPLACE INTO {name} VALUES ({marks})",
        write_new=f"INSERT OR IGNORE INTO {name} VALUES ({marks})",
    )


INBOX: Final = _side("inbox", "run id digest number kind body at sender seen", 2)
OPERATION: Final = _side("operation", "run id act tool args_digest proposal status attempt event", 2)
TIMER: Final = _side("timer", "run entry event deadline noted", 3)
APPROVAL: Final = _side("approval", "run number digest status question asked_at answered_by answered_at", 2)
HEARD: Final = _side("heard", "number run id body sender at translation seen", 1)
SAID: Final = _side("said", "number run id body words at operation digest delivered_at", 1)
ATTENTION: Final = _side("attention", "number run seq why operation at resolved_at", 1)
GATE: Final = _side("gate", "number run operation permitted why grounds at", 1)
IGNORED: Final = _side("ignored", "run event times", 2)
SIDES: Final = (INBOX, OPERATION, TIMER, APPROVAL, HEARD, SAID, ATTENTION, GATE, IGNORED)


class Tally:
    """The sum of the hashes of a run's rows, while rows are put and dropped. Starts from what the run had."""

    def __init__(self, connection: sqlite3.Connection, kept: bytes) -> None:
        self.connection: Final = connection
        self._sum = int.from_bytes(kept)

    @property
    def kept(self) -> bytes:
        """What the run keeps from here on."""
        return self._sum.to_bytes(CHECK_BYTES)

    def add(self, side: Side, row: Row) -> None:
        """Put a row that is new."""
        self.connection.execute(side.write, row)
        self._sum = (self._sum + row_hash(side, row)) % _FULL

    def add_unless_known(self, side: Side, row: Row) -> bool:
        """Put a row, unless there is one with its key. Whether it was put."""
        if not self.connection.execute(side.write_new, row).rowcount:
            return False
        self._sum = (self._sum + row_hash(side, row)) % _FULL
        return True

    def change(self, side: Side, old: Row, new: Row) -> None:
        """Put a row in the place of `old`, as it was read."""
        self._sum = (self._sum - row_hash(side, old)) % _FULL
        self.add(side, new)

    def drop(self, side: Side, old: Row) -> None:
        """Remove a row, as it was read."""
        self.connection.execute(f"DELETE FROM {side.name} WHERE {side.by_key}", old[: side.key])
        self._sum = (self._sum - row_hash(side, old)) % _FULL

    def put(self, side: Side, row: Row) -> None:
        """Put a row, new or in the place of the one with its key."""
        old = self.find(side, *row[: side.key])
        if old is None:
            self.add(side, row)
        else:
            self.change(side, old, row)

    def find(self, side: Side, *key: str | int) -> Row | None:
        """The row of that key."""
        return find(self.connection, side, *key)

    def next_number(self, side: Side) -> int:
        """The number after the last, in a table that counts across runs."""
        found: int = self.connection.execute(f"SELECT coalesce(max(number), 0) + 1 FROM {side.name}").fetchone()[0]
        return found

    def of_run(self, side: Side, run: int) -> list[Row]:
        """All rows of a run, in the order of their keys."""
        return rows_of_run(self.connection, side, run)


def find(connection: sqlite3.Connection, side: Side, *key: str | int) -> Row | None:
    """The row of that key."""
    row: Row | None = connection.execute(f"{side.read} WHERE {side.by_key}", key).fetchone()
    return row


def rows_of_run(connection: sqlite3.Connection, side: Side, run: int) -> list[Row]:
    """All rows of a run, in the order of their keys."""
    order = ", ".join(side.columns[: side.key])
    return connection.execute(f"{side.read} WHERE run = ? ORDER BY {order}", (run,)).fetchall()


def row_hash(side: Side, row: Row) -> int:
    """What a row adds to the tally."""
    cells = [[cell.hex()] if isinstance(cell, bytes) else cell for cell in row]  # never equal to a text
    return int.from_bytes(short_hash(side.name, *cells))


def tally_of(rows: Iterable[tuple[Side, Row]]) -> bytes:
    """The tally that these rows should have."""
    return (sum(row_hash(side, row) for side, row in rows) % _FULL).to_bytes(CHECK_BYTES)
