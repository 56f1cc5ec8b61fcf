"""The sentences with which a store says no, the same in every store.

Owns: the wording of each refusal: what, where, what to do. Never: decides whether to refuse.
"""

from __future__ import annotations

from collections.abc import Sequence

from decidable.core.records import JournalRecord
from decidable.core.snapshot import Snapshot
from decidable.errors import InternalError, RefusedError, StoreError
from decidable.stores.port import RunKey


def no_run(key: RunKey) -> StoreError:
    """The key names nothing."""
    return StoreError(f"there is no run {key}: begin it first, or list the runs")


def taken(key: RunKey) -> StoreError:
    """The key names a run already."""
    return StoreError(f"run {key} exists already: choose another name, or go on with that run")


def not_claimed() -> StoreError:
    """A write of a run without being the one writer."""
    return StoreError("the store was not claimed: call `claim` first, since only its one writer may change a run")


def fenced(key: RunKey | None, epoch: int, current: int) -> StoreError:
    """The claim was taken over."""
    where = f" to run {key}" if key else ""
    return StoreError(
        f"a write{where} with epoch {epoch} was refused: epoch {current} owns the store now. "
        "Stop this writer, or claim the store again and read the run afresh"
    )


def moved_on(key: RunKey, expected: int, seq: int) -> StoreError:
    """The compare-and-set failed."""
    return StoreError(
        f"run {key} is at record {seq}, not at {expected}: another step came first. "
        "Nothing was written; read the run afresh and decide again"
    )


def not_waiting(key: RunKey, id: str) -> StoreError:
    """The inbox row to consume is not there, or used up."""
    return StoreError(f"{id!r} does not wait in the inbox of run {key}: it was consumed before, or never offered")


def read_only() -> StoreError:
    """A write to a store opened for reading."""
    return StoreError("the store was opened with read_only=True: open it without to write")


def closed() -> StoreError:
    """Any call after `close`."""
    return StoreError("the store is closed: open it again")


def no_record(key: RunKey, seq: int) -> StoreError:
    """A journal row that does not exist."""
    return StoreError(f"run {key} has no record {seq}")


def nothing_numbered(what: str, name: object) -> StoreError:
    """An attention item or words that do not exist."""
    return StoreError(f"there is no {what} {name!r}")


def damaged(key: RunKey, what: str) -> StoreError:
    """Something read is not what was written."""
    return StoreError(
        f"run {key} is damaged: {what}. Stop writing to this store and restore it from a backup; "
        "`verify` tells which runs are whole"
    )


def check_counts(key: RunKey, before: int, records: Sequence[JournalRecord], snapshot: Snapshot) -> None:
    """Raises InternalError when a snapshot cannot be the fold of the records: that must never be written."""
    if snapshot.seq != before + len(records):
        raise InternalError(
            f"a step of run {key} made {len(records)} records on {before} and a snapshot at {snapshot.seq}; please report it"
        )


def not_unicode(where: str) -> RefusedError:
    """Text that no store can keep."""
    return RefusedError(
        f"{where} holds half a character (a lone surrogate), which is not valid Unicode: repair the text"
    )


def check_unicode(where: str, value: object) -> None:
    """Raises RefusedError when any text in a (nested) tuple is not valid Unicode."""
    if isinstance(value, str):
        try:
            value.encode("utf-8")
        except UnicodeEncodeError:
            raise not_unicode(where) from None
    elif isinstance(value, tuple):
        for part in value:
            check_unicode(where, part)


def damaged_definition(fingerprint: str, where: str) -> StoreError:
    """A kept machine is not what was written."""
    return StoreError(
        f"the definition {fingerprint} of {where} is damaged: it was changed after it was written. "
        "Restore the store from a backup"
    )


def damaged_file(path: str, what: str) -> StoreError:
    """The file's own structure is broken."""
    return StoreError(f"{path} is damaged: {what}. Stop writing to it and restore it from a backup")
