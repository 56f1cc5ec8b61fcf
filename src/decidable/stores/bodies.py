"""Records and a snapshot as the texts a commit writes, made before anything is touched.

Owns: the encoding step of every commit, so that a value which cannot be kept stops it before the first write.
Never: writes.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from decidable.core.records import JournalRecord
from decidable.core.snapshot import Snapshot
from decidable.errors import InternalError
from decidable.journal import FormatError, encode_record, encode_snapshot, kind_of
from decidable.journal.chain import SALT_BYTES, short_hash
from decidable.stores.port import Arrival, Commit, RunKey


class Bodies(NamedTuple):
    """What one commit writes: (kind, body, salt) of each record, and the head's text."""

    records: tuple[tuple[str, str, bytes], ...]
    snapshot: str


def bodies(
    key: RunKey, records: Sequence[JournalRecord], snapshot: Snapshot, entropy: Callable[[int], bytes]
) -> Bodies:
    """Encode a commit. Raises InternalError for a value that would not come back equal: an edge let it through."""
    try:
        texts = tuple((kind_of(record), encode_record(record)) for record in records)
        head = encode_snapshot(snapshot)
    except FormatError as error:
        raise InternalError(f"a step of run {key} holds a value that cannot be kept: {error}") from error
    salts = entropy(SALT_BYTES * len(texts))
    return Bodies(
        tuple((kind, body, salts[i * SALT_BYTES : (i + 1) * SALT_BYTES]) for i, (kind, body) in enumerate(texts)),
        head,
    )


def arrival_digest(arrival: Arrival) -> bytes:
    """What tells a repeated arrival from another one under the same id."""
    return short_hash(arrival.kind, arrival.body)


def texts_of(commit: Commit) -> tuple[object, ...]:
    """Everything in a commit that is text of its own, outside records and snapshot."""
    return (
        commit.event_id,
        commit.fingerprint,
        commit.arrival,
        commit.heard,
        tuple(commit.said),
        tuple(commit.gate),
        tuple(commit.ignored),
    )
