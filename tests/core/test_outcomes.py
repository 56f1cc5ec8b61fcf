"""Section 2 of the reference: the five outcomes, and what a step records of each."""

from __future__ import annotations

import pytest

from decidable.core import effects as e
from decidable.core import records as r
from decidable.core.snapshot import Occurrence
from decidable.core.step import step
from decidable.core.values import Value
from tests.core.driver import Driver
from tests.core.machines import draft, table

MACHINE = """
    facts
      day: text
    events
      user    go(day?), stop, later, never, noise, again, round, leave
    any state
      again   -> here       : at home
      round   -> here restart : once more
      leave   -> there      : elsewhere
    here (start)
      enter:  say welcome
      go      -> there / say gone      : off
      stop    stay / say still         : expected
      later   defer / say heard        : not yet
      never   reject / say no          : wrong
      noise   ignore                   : irrelevant
    there
      enter:  say arrived
      *       stay
"""


def test_move_exits_and_enters_facts_then_effects_then_enter() -> None:
    driver = Driver(table(MACHINE))
    driver.on("go", day="fri")
    assert driver.state == "there"
    assert driver.said == ["gone", "arrived"]
    assert [effect.values.get("day") for effect in driver.last.effects if isinstance(effect, e.Speak)] == ["fri", "fri"]
    assert [type(record) for record in driver.last.records] == [r.Decided, r.Learned]


def test_stay_neither_exits_nor_enters() -> None:
    driver = Driver(table(MACHINE))
    entry = driver.snapshot.entry
    driver.on("stop")
    assert (driver.state, driver.snapshot.entry, driver.said) == ("here", entry, ["still"])


def test_defer_holds_and_may_say_that_it_was_heard() -> None:
    driver = Driver(table(MACHINE))
    driver.on("later")
    assert (driver.queue, driver.said) == (["later"], ["heard"])


def test_reject_is_recorded_with_its_reason() -> None:
    driver = Driver(table(MACHINE))
    driver.on("never")
    (decided,) = driver.last.records
    assert isinstance(decided, r.Decided)
    assert (decided.verdict, decided.reason, decided.state, decided.line) == ("reject", "wrong", "here", 15)
    assert driver.said == ["no"]


def test_ignore_is_dropped_and_counted_outside_snapshot_and_journal() -> None:
    driver = Driver(table(MACHINE))
    before = driver.snapshot
    driver.on("noise")
    assert driver.last == (before, (), (e.Ignored("noise"),))


def test_an_inherited_move_to_the_state_itself_is_a_stay() -> None:
    driver = Driver(table(MACHINE))
    driver.on("again")
    assert (driver.decided, driver.said) == ([("again", "stay")], [])


def test_restart_enters_again() -> None:
    driver = Driver(table(MACHINE))
    driver.on("round")
    assert driver.decided == [("round", "move")]
    assert driver.said == ["welcome"]
    assert driver.snapshot.entry == driver.snapshot.version == 2


def test_a_decision_carries_state_target_line_reason_and_origin() -> None:
    driver = Driver(table(MACHINE))
    driver.on("leave")
    (decided,) = driver.last.records
    assert decided == r.Decided(
        2, "here", Occurrence("leave", {}), r.Verdict.MOVE, "elsewhere", 9, "inherited", "there"
    )


def test_an_event_the_machine_does_not_know_changes_nothing_and_is_noted() -> None:
    driver = Driver(table(MACHINE))
    driver.on("what")
    assert (driver.notes, driver.state) == (["invalid"], "here")


@pytest.mark.parametrize("fields", [{"day": 3}, {"other": "x"}, {"day": None}])
def test_fields_that_do_not_make_the_event_are_noted(fields: dict[str, Value]) -> None:
    driver = Driver(table(MACHINE))
    driver.on("go", fields)
    assert (driver.notes, driver.state) == (["invalid"], "here")


def test_a_missing_field_is_noted_and_evidence_raised() -> None:
    driver = Driver(table("events\n  user a(x: text)\n  evidence b(x: text)\nhere (start)\n  a, b  stay"))
    driver.on("a")
    assert (driver.notes, driver.raised) == (["invalid"], [])
    driver.on("b")
    assert (driver.notes, driver.raised) == (["invalid"], ["it cannot be read: 'b' needs x"])


DRAFT = """
    facts
      n: 0..9
    events
      user      ask, open
      evidence  paid
    here (start)
      ask when n > 3   stay
      open   ?
"""


@pytest.mark.parametrize(
    ("event", "raised"), [("ask", []), ("open", []), ("paid", ["evidence that the draft does not decide"])]
)
def test_in_a_draft_an_undecided_cell_is_a_loud_reject(event: str, raised: list[str]) -> None:
    driver = Driver(draft(DRAFT), draft=True)
    assert driver.snapshot.draft
    driver.on(event)
    (decided, *_) = driver.last.records
    assert isinstance(decided, r.Decided)
    assert (decided.verdict, decided.origin) == ("reject", "undecided")
    assert driver.raised == raised


def test_a_draft_decides_what_is_decided() -> None:
    driver = Driver(draft(DRAFT), draft=True, n=5)
    driver.on("ask")
    assert driver.decided == [("ask", "stay")]


def test_a_step_is_a_function_of_its_arguments() -> None:
    driver = Driver(table(MACHINE))
    news = Occurrence("go", {"day": "fri"}, 5)
    assert step(driver.table, driver.snapshot, news) == step(driver.table, driver.snapshot, news)


def test_record_and_hand_off() -> None:
    machine = """
        events
          user  note, help
        here (start)
          note   stay / record
          help   stay / hand off
    """
    driver = Driver(table(machine))
    driver.on("note")
    assert driver.kinds == []
    driver.on("help")
    assert (driver.kinds, driver.raised) == (["HandOver"], ["handed off to a person"])


def test_words_carry_the_facts_and_the_fields_that_are_no_facts() -> None:
    machine = """
        facts
          day: text
        events
          user      ask(day?, loud: bool)
          evidence  made(day)
        here (start)
          ask   stay / say heard
          made  stay / say made
    """
    driver = Driver(table(machine.replace("made(day)", "made(day2: text)")))
    driver.on("ask", day="fri", loud=True)
    (spoken,) = driver.last.effects
    assert isinstance(spoken, e.Speak)
    assert spoken.values == {"day": "fri", "loud": True}
    driver = Driver(table(machine.replace("ask(day?, loud: bool)", "ask(loud: bool)")), day="fri")
    driver.on("made", day="sat")
    (spoken,) = driver.last.effects
    assert isinstance(spoken, e.Speak)
    assert spoken.values == {"day": "fri"}, "evidence that contradicts is not told as if it were known"


def test_composed_words_may_be_awaited_too() -> None:
    machine = """
        events
          user    ask
          result  written
        here (start)
          ask      stay / compose answer gives written
          written  stay
    """
    driver = Driver(table(machine))
    driver.on("ask")
    (spoken,) = driver.last.effects
    assert isinstance(spoken, e.Speak)
    assert (spoken.composed, spoken.operation) == (True, "2.1")
    driver.answer("answer", "written")
    assert driver.decided == [("written", "stay")]
    assert driver.snapshot.operations == {}
