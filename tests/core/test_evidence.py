"""Section 4 of the reference: evidence and what is known already, and who may forget it; effects on facts."""

from __future__ import annotations

import pytest

from tests.core.driver import Driver
from tests.core.learning import MACHINE, free, run, source
from tests.core.machines import table


def test_evidence_never_overwrites_a_different_known_value() -> None:
    driver = free(run())
    driver.on("made", code="OTHER", paid_by="ann")
    assert driver.value("code") == "X"
    assert driver.value("paid_by") == "ann"
    assert driver.raised == ["evidence contradicts what is known: code"]


def test_except_a_fact_that_was_its_own_operations_argument() -> None:
    machine = MACHINE.replace("counts   stay / count tries, count low", "counts   stay / call change")
    driver = free(Driver(table(machine)))
    driver.on("counts")
    driver.answer("change", "moved", code="Y")
    assert driver.value("code") == "Y"
    assert driver.raised == []


def evidenced() -> Driver:
    driver = run()
    driver.on("made", code="X", paid_by="ann")
    return driver


@pytest.mark.parametrize("event", ["clear", "all", "undo"])
def test_only_an_evidence_or_signal_cell_forgets_an_evidence_fact(event: str) -> None:
    driver = evidenced()
    driver.on(event)
    assert driver.knows("code") is (event != "undo")


def test_a_signal_cell_forgets_it() -> None:
    driver = evidenced()
    driver.on("over")
    assert not driver.knows("code")
    assert driver.knows("paid_by")


FULL = """
    facts
      full: bool = no
      hint: text
    events
      user      clears
      evidence  filled(full), emptied
      signal    over
    here (start)
      clears   stay
      filled   stay
      emptied  stay / reset full
      over     stay
"""


def test_an_initial_value_gives_way_to_evidence_for_nobody_has_ever_said_it() -> None:
    driver = Driver(table(FULL))
    driver.on("filled", full=True)
    assert (driver.value("full"), source(driver, "full"), driver.raised) == (True, "evidence", [])
    driver.on("filled", full=False)
    assert driver.value("full") is True
    assert driver.raised == ["evidence contradicts what is known: full"]


def test_an_evidence_cell_resets_a_fact_of_evidence() -> None:
    driver = Driver(table(FULL))
    driver.on("filled", full=True)
    driver.on("emptied")
    assert (driver.value("full"), source(driver, "full")) == (False, "initial")
    driver = Driver(table(FULL.replace("full: bool = no", "full: bool")))
    driver.on("filled", full=True)
    driver.on("emptied")
    assert not driver.knows("full")


def test_count_on_an_unknown_fact_starts_at_0_and_saturates_at_its_maximum() -> None:
    driver = run()
    values = []
    for _ in range(3):
        driver.on("counts")
        values.append((driver.value("tries"), driver.value("low")))
    assert values == [(1, 1), (2, 2), (2, 3)]


def test_reset_goes_back_to_the_initial_value_or_to_unknown() -> None:
    driver = run()
    driver.on("counts")
    driver.on("resets")
    assert driver.value("tries") == 0
    assert not driver.knows("low")
    before = driver.snapshot.facts
    driver.on("resets")
    assert driver.snapshot.facts == before


def test_set_is_the_tables_own_word() -> None:
    driver = run()
    driver.on("sets")
    assert driver.snapshot.facts["sure"].value is True
    assert source(driver, "sure") == "set"


def test_set_to_a_claimed_value_makes_it_authority() -> None:
    machine = """
        facts
          sure: bool
          slot, day: text
        events
          user    claims(sure), sets, asks
          result  said(sure), failed
        tools
          read  look(day)  gives said  fails failed
        here (start)
          claims   stay
          sets     stay / set sure = yes
          asks     stay / call look
          said, failed, blocked  stay
    """
    driver = Driver(table(machine), day="fri")
    driver.on("claims", sure=True)
    driver.on("sets")
    assert source(driver, "sure") == "set"
    seq = driver.snapshot.facts["sure"].record
    driver.on("sets")
    assert driver.snapshot.facts["sure"].record == seq, "no change at all"
    driver = Driver(table(machine), day="fri")
    driver.on("asks")
    driver.answer("look", "said", sure=True)
    driver.on("sets")
    assert driver.snapshot.facts["sure"].depends == (), "it no longer hangs on the question"


@pytest.mark.parametrize("verdict", ["reject / say no_thanks", "defer / say later"])
def test_reject_and_defer_discard_what_the_event_would_have_established(verdict: str) -> None:
    machine = f"""
        facts
          day: text
        events
          user  wants(day)
        here (start)
          wants   {verdict}
    """
    driver = Driver(table(machine))
    driver.on("wants", day="fri")
    assert not driver.knows("day")
    (said,) = [effect for effect in driver.last.effects if type(effect).__name__ == "Speak"]
    assert "day" not in said.values  # type: ignore[union-attr]


def test_guards_see_the_facts_overlaid_with_the_event_and_what_it_invalidates() -> None:
    machine = MACHINE.replace(
        "      wants    stay / call check\n",
        "      wants when slot known and party > 4   -> there\n"
        "      wants when not slot known and party > 4   reject\n"
        "      wants else   stay / call check\n",
    )
    driver = free(Driver(table(machine)))
    assert driver.knows("slot")
    driver.on("wants", party=5)
    assert driver.decided == [("wants", "reject")], "with five the slot is unknown"
    assert (driver.value("party"), driver.knows("slot")) == (4, True), "rejected: nothing has changed"


def test_a_fact_of_an_enum_takes_one_of_its_values() -> None:
    driver = run(day="fri")
    driver.on("kinds", kind="huge")
    assert driver.notes == ["invalid"]
    driver.on("kinds", kind="large")
    assert driver.value("kind") == "large"


def test_an_event_without_facts_teaches_nothing() -> None:
    driver = free(run())
    before = driver.snapshot.facts
    driver.on("asks")
    assert driver.snapshot.facts == before
