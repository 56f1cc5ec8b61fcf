"""The chained check: what makes a changed, missing or moved journal row show.

Owns: the check of a row over the run, its place, its kind and cause, a salted digest of its body and the check before it;
and the fold of rows into a snapshot. Never: stores a row or knows where one comes from; salts come in as arguments.
A body may be deleted together with its salt: the digest that stays behind keeps the chain whole and tells nothing.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from hashlib import sha256
from typing import Final, NamedTuple

from decidable.core.evolve import replay
from decidable.core.records import JournalRecord
from decidable.core.snapshot import Snapshot
from decidable.journal.decode import decode_record

CHECK_BYTES: Final = 16
SALT_BYTES: Final = 16
START: Final = bytes(CHECK_BYTES)
"""What comes before a run's first row."""

_COMPACT: Final = json.JSONEncoder(separators=(",", ":"))


class Entry(NamedTuple):
    """A journal row as kept. While the body is there, `salt` is too; afterwards only `digest`."""

    seq: int
    kind: str
    event_id: str
    fingerprint: str
    body: str | None
    salt: bytes | None
    digest: bytes | None
    check: bytes


class DamageError(ValueError):
    """A row is not what was written. `seq` says which."""

    def __init__(self, seq: int, what: str) -> None:
        self.seq = seq
        self.what = what
        super().__init__(seq, what)

    def __str__(self) -> str:
        return f"record {self.seq} {self.what}"


def short_hash(*parts: str | int | list[str] | None) -> bytes:
    """128 bits over the parts, their types and their boundaries."""
    return sha256(_COMPACT.encode(parts).encode("ascii")).digest()[:CHECK_BYTES]


def body_digest(salt: bytes, body: str) -> bytes:
    """A digest that cannot be guessed from likely bodies once the salt is gone."""
    return sha256(salt + body.encode("utf-8")).digest()[:CHECK_BYTES]


def link(tenant: str, run: str, entry: Entry, previous: bytes) -> bytes:
    """The check that belongs on a row. Raises DamageError when neither its body nor its digest is there."""
    if isinstance(entry.body, str) and isinstance(entry.salt, bytes):  # on a damaged disk they may be anything
        digest = body_digest(entry.salt, entry.body)
    elif entry.body is None and isinstance(entry.digest, bytes):
        digest = entry.digest
    else:
        raise DamageError(entry.seq, "has lost its body")
    return _link(tenant, run, *entry[:4], digest, previous)


def _link(
    tenant: str, run: str, seq: int, kind: str, event_id: str, fingerprint: str, digest: bytes, previous: bytes
) -> bytes:
    return short_hash(tenant, run, seq, kind, event_id, fingerprint, digest.hex(), previous.hex())


def append(
    tenant: str,
    run: str,
    entries: Iterable[tuple[str, str, bytes]],
    *,
    after: tuple[int, bytes],
    cause: tuple[str, str],
) -> tuple[Entry, ...]:
    """Rows for (kind, body, salt) that follow on `after`, a seq and its check. `cause`: event id and fingerprint."""
    (seq, check), (event_id, fingerprint) = after, cause
    made = []
    for kind, body, salt in entries:
        seq += 1
        check = _link(tenant, run, seq, kind, event_id, fingerprint, body_digest(salt, body), check)
        made.append(Entry(seq, kind, event_id, fingerprint, body, salt, None, check))
    return tuple(made)


def forgotten(entry: Entry) -> Entry:
    """The row without its body; the chain still holds."""
    if entry.body is None or entry.salt is None:
        return entry
    return entry._replace(body=None, salt=None, digest=body_digest(entry.salt, entry.body))


def check_rows(tenant: str, run: str, rows: Iterable[Entry], *, after: tuple[int, bytes] = (0, START)) -> None:
    """Raises DamageError at the first row that is missing, moved or changed."""
    seq, check = after
    for entry in rows:
        seq += 1
        if entry.seq != seq:
            raise DamageError(seq, f"is missing (record {entry.seq} stands in its place)")
        if link(tenant, run, entry, check) != entry.check:
            raise DamageError(seq, "was changed after it was written: its check does not match")
        check = entry.check


def record_of(entry: Entry) -> JournalRecord | None:
    """What a row holds, or None where its body was deleted. Raises FormatError."""
    return None if entry.body is None else decode_record(entry.kind, entry.body)


def fold(rows: Iterable[Entry]) -> Snapshot | None:
    """The snapshot that the rows lead to, or None where a body was deleted. Raises FormatError or ValueError."""
    records = [record_of(entry) for entry in rows]
    kept = [record for record in records if record is not None]
    return replay(kept) if len(kept) == len(records) else None
