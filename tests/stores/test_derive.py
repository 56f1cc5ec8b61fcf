"""What follows from records, apart from any store."""

from __future__ import annotations

import pytest

from decidable.core import records as r
from decidable.stores import derive
from decidable.stores.port import RunKey


def test_an_operation_that_was_never_planned_is_an_error() -> None:
    with pytest.raises(ValueError, match="never planned"):
        derive.operations([r.Unanswered("2.1")], lambda _: None)


def test_a_plain_step_touches_no_approvals() -> None:
    assert not derive.touches_approvals([r.Struck(1)], ())
    assert derive.approvals((), [r.Approved("d", "ann", 1), r.Dropped("d", "left")], (), 1) == ()


def test_keys_of_operations_never_meet() -> None:
    keys = [RunKey("a", "b/c"), RunKey("a/b", "c"), RunKey("a%2Fb", "c"), RunKey("", "a/b/c"), RunKey("a", "b%2Fc")]
    made = {derive.operation_key("5707e", key, "2.1") for key in keys}
    assert len(made) == len(keys)
    assert derive.operation_key("5707e", RunKey("acme", "r-1"), "2.1") == "5707e/acme/r-1/2.1"
