"""The tree of errors: who must act, and what each says."""

from __future__ import annotations

import pickle

import pytest

from decidable.core.problem import Problem
from decidable.errors import (
    DecidableError,
    InternalError,
    MachineError,
    ProviderError,
    ProviderFault,
    RefusedError,
    StoreError,
)

PROBLEMS = (
    Problem("a", "first", "do this", line=3, column=5),
    Problem("b", "second", line=4),
    Problem("c", "third", "do that"),
)


def test_a_machine_error_shows_every_problem_with_its_place_and_hint() -> None:
    error = MachineError(iter(PROBLEMS), "booking.states")
    assert error.problems == PROBLEMS
    assert str(error) == (
        "booking.states:3:5: first\n  hint: do this\nbooking.states:4: second\nbooking.states: third\n  hint: do that"
    )
    assert str(MachineError(PROBLEMS)) == "3:5: first\n  hint: do this\n4: second\nthird\n  hint: do that"


@pytest.mark.parametrize(
    "error",
    [
        MachineError(PROBLEMS, "p"),
        ProviderError("no answer", ProviderFault.TIMEOUT),
        RefusedError("x"),
        StoreError("x"),
        InternalError("x"),
    ],
)
def test_every_error_is_ours_and_travels_between_processes(error: DecidableError) -> None:
    assert isinstance(error, DecidableError)
    again = pickle.loads(pickle.dumps(error))
    assert type(again) is type(error)
    assert str(again) == str(error)
    assert vars(again) == vars(error)


def test_a_provider_error_says_what_kind_it_is() -> None:
    error = ProviderError("the model did not answer", ProviderFault.RATE_LIMITED)
    assert error.kind is ProviderFault.RATE_LIMITED
    assert str(error) == "the model did not answer (rate limited)"
    assert {fault.value for fault in ProviderFault} == {
        "overloaded", "rate limited", "quota", "auth", "invalid", "transport", "server", "timeout",
    }  # fmt: skip
