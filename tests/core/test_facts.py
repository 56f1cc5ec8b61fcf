"""Section 4 of the reference: facts, their provenance, what they depend on, and who may forget them."""

from __future__ import annotations

import pytest

from decidable.core import records as r
from tests.core.driver import Driver
from tests.core.learning import free, run, source
from tests.core.machines import table


def test_an_accepted_event_establishes_the_facts_its_fields_name() -> None:
    driver = run()
    driver.on("wants", day="fri", hour="19:00", party=4)
    assert {name: driver.value(name) for name in ("day", "hour", "party")} == {
        "day": "fri",
        "hour": "19:00",
        "party": 4,
    }


def test_an_absent_optional_field_leaves_its_fact_untouched() -> None:
    driver = run()
    driver.on("wants", day="fri")
    driver.on("wants", hour="19:00")
    assert (driver.value("day"), driver.value("hour")) == ("fri", "19:00")


def test_provenance_is_the_record_and_the_kind_of_event() -> None:
    driver = run()
    driver.on("wants", day="fri")
    known = driver.snapshot.facts["day"]
    assert known.source == "user"
    assert isinstance(driver.records[known.record - 1], r.Decided), "the record of the decision that accepted it"


def test_start_facts_are_record_1_and_authority() -> None:
    driver = run(day="fri")
    assert driver.snapshot.facts["day"] == ("fri", 1, "start", ())
    assert driver.snapshot.facts["tries"] == (0, 1, "initial", ())
    assert isinstance(driver.records[0], r.Begun)
    driver.on("wants", day="fri")
    assert source(driver, "day") == "start", "a claim of the same value takes nothing away"


def test_a_start_fact_overrides_an_initial_value() -> None:
    assert run(tries=2).snapshot.facts["tries"] == (2, 1, "start", ())


def test_a_fact_from_a_read_depends_on_the_arguments_of_that_read() -> None:
    driver = free(run())
    assert set(driver.snapshot.facts["slot"].depends) == {"day", "hour", "party"}
    assert driver.snapshot.facts["code"].depends == ("slot",)


def test_a_changed_argument_makes_it_unknown_transitively() -> None:
    driver = free(run())
    driver.on("wants", party=5)
    assert driver.forgot == {"slot", "seat", "code"}
    assert driver.value("party") == 5


def test_an_equal_value_is_no_change() -> None:
    driver = free(run())
    before = driver.snapshot.facts
    driver.on("wants", day="fri", party=4)
    assert driver.snapshot.facts == before


def test_set_and_forget_are_changes() -> None:
    driver = free(run())
    driver.on("clear")
    assert not {"slot", "party", "seat", "code"} & set(driver.snapshot.facts)
    assert driver.knows("day")


def test_forget_all_but() -> None:
    driver = free(run())
    driver.on("all")
    assert set(driver.snapshot.facts) == {"day"}


def test_values_of_one_event_never_invalidate_each_other() -> None:
    driver = free(run())
    driver.on("picks", day="sat", slot="B")
    assert (driver.value("day"), driver.value("slot")) == ("sat", "B")
    assert driver.forgot == {"seat", "code"}


def test_an_equal_value_said_again_survives_the_change_it_came_with() -> None:
    driver = free(run())
    driver.on("picks", day="sat", slot="A")
    assert driver.value("slot") == "A"
    assert driver.snapshot.facts["slot"][2:] == ("user", ()), "it stands on what was said now, not on the old answer"
    assert driver.knows("code"), "what followed from slot A still follows"


def test_an_argument_that_a_read_repeats_does_not_depend_on_the_others_it_repeats() -> None:
    driver = run()
    driver.on("wants", day="fri", hour="19:00", party=4)
    driver.answer("check", "exact", day="fri", hour="19:30", slot="A")
    assert driver.snapshot.facts["day"][2:] == ("result", ("party",)), "now the tool says so"
    assert driver.snapshot.facts["hour"][2:] == ("result", ("party",))
    assert set(driver.snapshot.facts["slot"].depends) == {"day", "hour", "party"}
    driver.on("wants", day="sat")
    assert driver.value("hour") == "19:30"
    assert driver.forgot == {"slot"}, "no stale slot"


@pytest.mark.parametrize(
    ("first", "then", "expected"),
    [
        ("user", "result", "result"),
        ("user", "signal", "signal"),
        ("start", "result", "start"),
        ("start", "signal", "start"),
        ("start", "user", "start"),
        ("result", "user", "result"),
        ("signal", "user", "signal"),
    ],
)
def test_an_equal_value_only_ever_becomes_better_founded(first: str, then: str, expected: str) -> None:
    machine = """
        facts
          day, city: text
        events
          user      from_user(day)
          result    from_result(day), failed
          signal    from_signal(day)
          system    again
        tools
          read  look(city)  gives from_result  fails failed
        here (start)
          from_user, from_result, from_signal, failed   stay
          again   stay / call look
          blocked   stay
    """
    driver = Driver(table(machine), {"day": "fri"} if first == "start" else {}, city="x")

    def say(kind: str) -> None:
        if kind == "result":
            driver.on("again")
            driver.answer("look", "from_result", day="fri")
        elif kind != "start":
            driver.on(f"from_{kind}", day="fri")

    say(first)
    say(then)
    assert source(driver, "day") == expected


def test_what_depended_on_a_question_may_come_to_stand_by_itself() -> None:
    driver = free(run())
    driver.on("told", day="fri")
    assert source(driver, "day") == "signal"
    assert driver.snapshot.facts["slot"].depends
    driver.on("sold", seat="1")
    assert driver.snapshot.facts["seat"][2:] == ("evidence", ())


def test_outcomes_of_writes_do_not_depend() -> None:
    driver = free(run())
    driver.on("asks")
    driver.answer("make", "made", code="X", paid_by="ann")
    assert driver.snapshot.facts["paid_by"].depends == ()
    driver.on("wants", day="sat")
    assert (driver.value("paid_by"), driver.value("code")) == ("ann", "X")


def test_evidence_of_a_read_does_not_depend_either() -> None:
    driver = run()
    driver.on("wants", day="fri")
    driver.on("kinds", kind="small")
    driver.answer("inspect", "sold", seat="7")
    driver.on("wants", day="sat")
    assert driver.value("seat") == "7"
