"""Text back into the core's values, strictly.

Owns: one function for each thing that `encode` writes. Never: repairs or skips; what this version does not know is a
FormatError (a ValueError), because a field that is dropped in silence is a fact somebody relied on.
"""

from __future__ import annotations

from typing import cast

from decidable.core.definition import Definition
from decidable.core.records import JournalRecord
from decidable.core.snapshot import Occurrence, Snapshot
from decidable.journal import format as form
from decidable.journal.format_definition import DEFINITION
from decidable.journal.shape import NEWER, FormatError
from decidable.journal.value import from_text

# `cast`: a shape knows its type only at run time.


def decode_record(kind: str, text: str) -> JournalRecord:
    """A record from its kind and body. Raises FormatError."""
    shape = form.RECORDS.get(kind)
    if shape is None:
        raise FormatError(f"{kind!r} is no kind of record this version knows: {NEWER}")
    return cast(JournalRecord, shape.read(from_text(text)))


def decode_snapshot(text: str) -> Snapshot:
    """A run's head. Raises FormatError."""
    return cast(Snapshot, form.SNAPSHOT.read(from_text(text)))


def decode_occurrence(text: str) -> Occurrence:
    """An inbox row's event. Raises FormatError."""
    return cast(Occurrence, form.OCCURRENCE.read(from_text(text)))


def decode_definition(text: str) -> Definition:
    """A machine. Raises FormatError."""
    return cast(Definition, DEFINITION.read(from_text(text)))
