"""The core's values as text, for a store to keep.

Owns: one function for each thing that is kept. Never: reads anything back; that is `decode`, from the same tables.
The order of a mapping is kept. Only an occurrence is sorted, since two senders' equal events must have equal text.
"""

from __future__ import annotations

from decidable.core.definition import Definition
from decidable.core.records import JournalRecord
from decidable.core.snapshot import Occurrence, Snapshot
from decidable.journal import format as form
from decidable.journal.format_definition import DEFINITION
from decidable.journal.value import to_text


def kind_of(record: JournalRecord) -> str:
    """The kind a record is kept under: `decided`, `learned` ..."""
    return form.KIND_OF[type(record)]


def encode_record(record: JournalRecord) -> str:
    """The body of a journal row. Raises FormatError for a value that would not come back equal."""
    return to_text(form.RECORDS[kind_of(record)].write(record))


def encode_snapshot(snapshot: Snapshot) -> str:
    """A run's head. Raises FormatError for a value that would not come back equal."""
    return to_text(form.SNAPSHOT.write(snapshot))


def encode_occurrence(occurrence: Occurrence) -> str:
    """The body of an inbox row: equal occurrences have equal text."""
    return to_text(form.OCCURRENCE.write(occurrence), sort_keys=True)


def encode_definition(definition: Definition) -> str:
    """A machine with the line numbers its reasons point at."""
    return to_text(DEFINITION.write(definition))
