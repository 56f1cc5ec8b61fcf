"""Section 6 of the reference: calls, how operations settle, what leaving a state does to them."""

from __future__ import annotations

import pytest

from decidable.core import effects as e
from decidable.core import records as r
from decidable.core.snapshot import (
    SETTLED_KEPT,
    Act,
    Dispatched,
    NotDone,
    Status,
)
from tests.core.till import pay, run


def test_a_call_is_planned_with_the_facts_of_its_arguments_names() -> None:
    driver = run()
    driver.on("look")
    operation = driver.open("check")
    assert operation[:6] == ("2.1", Act.READ, "check", {"order": "o1", "slot": "s1"}, 1, ("order", "slot"))
    assert (operation.status, operation.attempt) == (Status.PLANNED, 0)
    assert driver.last.effects == (e.Dispatch(operation),)


def test_operations_are_numbered_within_their_version() -> None:
    driver = run(sure=True, receipt="r")
    driver.on("both")
    assert list(driver.snapshot.operations) == ["2.1", "2.2"]
    assert driver.open("shipping").act is Act.SAY


def test_busy_is_an_unsettled_write() -> None:
    driver = run(sure=True, receipt="r")
    driver.on("look")
    assert not driver.snapshot.busy
    driver.on("both")
    assert driver.snapshot.busy


@pytest.mark.parametrize(
    ("event", "facts", "why"),
    [
        ("both", {"receipt": "r"}, "it requires sure"),
        ("both", {"sure": True}, "receipt not known"),
        ("look", {}, None),
    ],
)
def test_what_step_can_see_blocks_in_the_same_step(event: str, facts: dict[str, str | bool], why: str | None) -> None:
    driver = run(**facts)
    driver.on(event)
    assert driver.blocked == ([] if why is None else [why])
    if why:
        assert ("blocked", "followed") in driver.causes
        assert "blocked" in driver.said
        assert not [op for op in driver.snapshot.operations.values() if op.act is Act.WRITE]


def test_at_most_one_unsettled_write_per_tool() -> None:
    driver = run()
    pay(driver)
    driver.on("buy")
    assert driver.blocked == ["an earlier pay is not settled yet"]
    driver.on("gift")
    assert driver.dispatched == ["give"], "another tool may"
    driver.answer("pay", "refused")
    driver.on("buy")
    assert driver.dispatched == ["pay"]


def test_reads_may_run_side_by_side() -> None:
    driver = run()
    driver.on("look")
    driver.on("look")
    assert len(driver.snapshot.operations) == 2


# Settling.


def test_an_outcome_settles_its_operation_and_reaches_the_table() -> None:
    driver = run()
    id = pay(driver)
    driver.on("paid", operation=id, receipt="r")
    assert [type(record) for record in driver.last.records] == [r.Settled, r.Decided, r.Learned]
    assert driver.snapshot.operations == {}
    assert driver.value("receipt") == "r"


def test_an_equal_second_outcome_is_a_duplicate() -> None:
    driver = run()
    id = pay(driver)
    driver.on("paid", operation=id, receipt="r")
    driver.on("paid", operation=id, receipt="r")
    assert (driver.notes, driver.raised, driver.decided) == (["duplicate"], [], [])


@pytest.mark.parametrize(("event", "fields"), [("refused", {}), ("paid", {"receipt": "other"})])
def test_a_different_second_outcome_goes_to_attention(event: str, fields: dict[str, str]) -> None:
    driver = run()
    id = pay(driver)
    driver.on("paid", operation=id, receipt="r")
    driver.on(event, fields, operation=id)
    assert (driver.notes, driver.decided) == (["stale"], [])
    assert driver.raised == ["a second outcome; it has settled already: paid"]
    assert driver.value("receipt") == "r"


def test_late_news_that_there_was_no_answer_is_only_noted() -> None:
    driver = run()
    id = pay(driver)
    driver.on("refused", operation=id)
    driver.on("unknown", operation=id)
    assert (driver.notes, driver.raised, driver.decided) == (["stale"], [], [])


def test_a_settled_write_is_remembered_for_a_while() -> None:
    driver = run()
    first = pay(driver)
    driver.answer("pay", "refused")
    for _ in range(SETTLED_KEPT):
        pay(driver)
        driver.answer("pay", "refused")
    assert len(driver.snapshot.settled) == SETTLED_KEPT
    driver.on("refused", operation=first)
    assert (driver.notes, driver.raised) == (["stale"], [])
    driver.on("paid", operation=first, receipt="r")
    assert driver.raised == ["evidence of an operation that is not open"]


def test_an_outcome_of_another_tool_settles_nothing() -> None:
    driver = run()
    id = pay(driver)
    driver.on("sent", operation=id)
    assert (driver.notes, driver.raised) == (["invalid"], ["not an outcome of pay"])
    assert driver.open("pay").id == id
    driver.on("look")
    driver.on("refused", operation=driver.open("check").id)
    assert (driver.notes, driver.raised) == (["invalid"], [])
    driver.on("sent", operation=driver.open("check").id)
    assert driver.raised == ["not an outcome of check"]


def test_an_outcome_that_cannot_be_read_is_raised_for_its_operation_waits() -> None:
    driver = run()
    driver.on("look")
    driver.answer("check", "free", slot=3)
    assert (driver.notes, driver.raised) == (["invalid"], ["it cannot be read: 'slot' of 'free' is not text"])


def test_a_result_that_names_no_operation_is_invalid_and_evidence_is_news() -> None:
    driver = run()
    driver.on("refused")
    assert driver.notes == ["invalid"]
    driver.on("paid", receipt="r")
    assert driver.decided == [("paid", "stay")]


# Reads and stale results.


def test_a_read_settles_and_is_not_remembered() -> None:
    driver = run()
    driver.on("look")
    id = driver.open("check").id
    driver.on("free", operation=id, slot="s2")
    assert (driver.value("slot"), driver.snapshot.settled) == ("s2", ())
    driver.on("free", operation=id, slot="s2")
    assert driver.notes == ["stale"]


def test_the_result_of_a_read_is_stale_when_an_argument_changed_since() -> None:
    driver = run()
    driver.on("look")
    driver.on("change", order="o2")
    driver.answer("check", "free", slot="s2")
    assert (driver.notes, driver.value("slot"), driver.snapshot.operations) == (["stale"], "s1", {})


def test_an_argument_that_became_what_it_was_is_unchanged() -> None:
    driver = run()
    driver.on("look")
    driver.on("change", order="o2")
    driver.on("change", order="o1")
    driver.answer("check", "free", slot="s2")
    assert driver.value("slot") == "s2"


def test_the_result_of_a_read_is_stale_when_its_entry_is_over() -> None:
    driver = run()
    driver.on("look")
    id = driver.open("check").id
    driver.give(Dispatched(id, 0))
    driver.on("leave")
    assert id in driver.snapshot.operations, "a started one is kept"
    driver.on("free", operation=id, slot="s2")
    assert (driver.notes, driver.value("slot"), driver.snapshot.operations) == (["stale"], "s1", {})


def test_evidence_from_a_read_is_never_stale() -> None:
    driver = run()
    driver.on("leave")
    driver.on("look")
    driver.start("count_all")
    driver.on("sold", seat="9")
    driver.on("change", order="o2")
    driver.answer("count_all", "sold", seat="9")
    assert driver.decided == [("sold", "stay")]


def test_a_read_that_gives_up_is_failed() -> None:
    driver = run()
    driver.on("look")
    driver.answer("check", "failed")
    assert driver.decided == [("failed", "stay")]
    driver.on("look")
    driver.give(NotDone(driver.open("check").id, "no line", 0))
    assert driver.decided == [("failed", "stay")]
