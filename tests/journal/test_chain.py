"""The chain: a row that was changed, moved, lost or put elsewhere shows; a forgotten body does not."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from decidable.core import records as r
from decidable.core.evolve import replay
from decidable.core.snapshot import Known
from decidable.journal import encode_record, fold, kind_of
from decidable.journal.chain import (
    START,
    DamageError,
    Entry,
    append,
    check_rows,
    forgotten,
    record_of,
)

RECORDS: tuple[r.JournalRecord, ...] = (
    r.Begun("m", "f00d", 1, "a", {"n": Known(1, 1, "start")}),
    *(r.Struck(number) for number in range(1, 5)),
)


def chain(run: str = "r-1") -> tuple[Entry, ...]:
    texts = [(kind_of(record), encode_record(record), bytes([at] * 16)) for at, record in enumerate(RECORDS)]
    first = append("acme", run, texts[:2], after=(0, START), cause=("m-1", "f00d"))
    return first + append("acme", run, texts[2:], after=(2, first[-1].check), cause=("m-2", "f00d"))


def test_a_whole_chain_passes_and_folds() -> None:
    rows = chain()
    check_rows("acme", "r-1", rows)
    check_rows("acme", "r-1", rows[2:], after=(2, rows[1].check))
    assert fold(rows) == replay(RECORDS)
    assert [record_of(row) for row in rows] == list(RECORDS)
    assert {len(row.check) for row in rows} == {16}


def test_a_check_belongs_to_one_run() -> None:
    for tenant, run in (("acme", "r-2"), ("globex", "r-1"), ("acm", "er-1")):
        with pytest.raises(DamageError, match="record 1 was changed"):
            check_rows(tenant, run, chain())


CHANGES = {
    "seq": 9,
    "kind": "ended",
    "event_id": "m-9",
    "fingerprint": "beef",
    "body": '{"k":7}',
    "salt": bytes(16),
    "check": bytes(16),
}


@pytest.mark.parametrize("field", CHANGES)
@given(at=st.integers(0, len(RECORDS) - 1))
def test_every_column_is_checked(field: str, at: int) -> None:
    rows = list(chain())
    if rows[at]._asdict()[field] == CHANGES[field]:
        return  # the first row's salt is sixteen zeros
    rows[at] = rows[at]._replace(**{field: CHANGES[field]})  # type: ignore[arg-type]
    with pytest.raises(DamageError, match=f"record {at + 1}"):
        check_rows("acme", "r-1", rows)


@given(st.permutations(range(len(RECORDS))), st.integers(0, len(RECORDS) - 1))
def test_rows_are_all_there_and_in_order(order: list[int], lost: int) -> None:
    rows = chain()
    moved = [rows[at] for at in order]
    if moved != list(rows):
        with pytest.raises(DamageError):
            check_rows("acme", "r-1", moved)
    if lost < len(rows) - 1:
        with pytest.raises(DamageError, match=f"record {lost + 1} is missing"):
            check_rows("acme", "r-1", rows[:lost] + rows[lost + 1 :])


def test_a_forgotten_body_leaves_the_chain_whole() -> None:
    rows = list(chain())
    rows[2] = forgotten(rows[2])
    assert (rows[2].body, rows[2].salt, forgotten(rows[2])) == (None, None, rows[2])
    check_rows("acme", "r-1", rows)
    assert record_of(rows[2]) is None
    assert fold(rows) is None


def test_a_lost_body_is_damage() -> None:
    rows = list(chain())
    row = rows[2]
    for broken in (row._replace(body=None), row._replace(salt=None), row._replace(body=None, salt=None)):
        rows[2] = broken
        with pytest.raises(DamageError, match="record 3 has lost its body") as found:
            check_rows("acme", "r-1", rows)
        assert (found.value.seq, found.value.what) == (3, "has lost its body")


def test_a_chain_without_a_beginning_does_not_fold() -> None:
    with pytest.raises(ValueError, match="begins with"):
        fold(chain()[1:])


def test_a_gap_is_told_with_the_record_that_stands_in_it() -> None:
    rows = chain()
    with pytest.raises(DamageError, match=r"is missing \(record 3 stands in its place\)"):
        check_rows("acme", "r-1", (rows[0], rows[2]))
