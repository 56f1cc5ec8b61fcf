"""What a store shows of its journal: rows as the port gives them, and the whole-chain check.

Owns: the step from kept entries to `JournalRow`, and the comparison of a chain with its head, for every store.
Never: reads a store; entries come in as arguments.
"""

from __future__ import annotations

from collections.abc import Sequence

from decidable.journal.chain import DamageError, Entry, check_rows, fold, record_of
from decidable.journal.shape import FormatError
from decidable.stores.port import Head, JournalRow, RunKey
from decidable.stores.refusals import damaged


def journal_rows(key: RunKey, entries: Sequence[Entry], after: tuple[int, bytes]) -> tuple[JournalRow, ...]:
    """Rows that follow on `after` (seq and check), each checked. Raises StoreError naming the first damaged one."""
    try:
        check_rows(key.tenant, key.run, entries, after=after)
        return tuple(JournalRow(e.seq, e.kind, e.event_id, e.fingerprint, record_of(e), e.check.hex()) for e in entries)
    except (DamageError, FormatError) as error:
        raise damaged(key, str(error)) from error


def check_chain(head: Head, entries: Sequence[Entry]) -> int:
    """The length of a chain that is whole and leads to its head. Raises StoreError naming what is damaged."""
    key = head.key
    try:
        check_rows(key.tenant, key.run, entries)
        folded = fold(entries)
    except (DamageError, FormatError) as error:
        raise damaged(key, str(error)) from error
    except (ValueError, LookupError, AssertionError) as error:
        raise damaged(key, f"its records do not fold ({error})") from error
    last = entries[-1].check.hex() if entries else ""
    if head.snapshot.seq != len(entries) or head.check != last:
        raise damaged(key, f"it has {len(entries)} records and its head stands at {head.snapshot.seq}")
    if folded is not None and folded != head.snapshot:
        raise damaged(key, "its records lead to another snapshot than its head")
    return len(entries)
