"""The two stores tell the same about the same steps, check for check, when their salts are the same."""

from __future__ import annotations

from pathlib import Path

import pytest

from decidable.core import records as r
from decidable.errors import StoreError
from decidable.journal import encode_record, kind_of
from decidable.journal.chain import START, Entry, append
from decidable.stores import Memory, SQLite
from decidable.stores.shown import check_chain
from decidable.testing.store_contract_run import KEY, Writer
from tests.stores.everything import KEYS, everything, fill


def test_both_tell_the_same(tmp_path: Path) -> None:
    one, other = Memory(entropy=bytes), SQLite(tmp_path / "runs.db", entropy=bytes, durability="process")
    fill(one)
    fill(other)
    for mine, theirs in zip(everything(one), everything(other), strict=True):
        assert mine == theirs
    assert [one.verify(key) for key in KEYS] == [other.verify(key) for key in KEYS]
    one.close()
    other.close()


def _entries(*records: r.JournalRecord) -> tuple[Entry, ...]:
    texts = [(kind_of(record), encode_record(record), bytes(16)) for record in records]
    return append(KEY.tenant, KEY.run, texts, after=(0, START), cause=("", "f00d"))


def test_a_head_that_its_journal_does_not_lead_to_is_damage() -> None:
    """Each chain is whole in itself; only the comparison tells."""
    store = Memory()
    head = Writer(store).begin()
    begun = r.Begun("booking", "f00d", 1, "elsewhere", {})
    for entries, words in (
        (_entries(begun), "another snapshot"),
        (_entries(r.Struck(1)), "do not fold"),
        (_entries(begun, r.Started("2.1", 1, 1)), "do not fold"),
        (_entries(begun, r.Struck(1)), "its head stands at 1"),
        ((), "do not fold"),
    ):
        check = entries[-1].check.hex() if entries else ""
        with pytest.raises(StoreError, match=words):
            check_chain(head._replace(check=check), entries)
