"""Putting a run into a situation: what is planted there, what can arrive, and what is said of a step."""

from __future__ import annotations

import pytest

from decidable.check.shown import decisions, deeds
from decidable.check.situation import BLOCKED, NOW, Happens, arriving, asked, dispatched, entered, outcomes, under_way
from decidable.core.snapshot import NO_FIELDS, Act, Operation, Status
from decidable.core.step import step
from decidable.core.table import Table
from decidable.errors import RefusedError
from tests.check.written import CLEAN, table

PARCEL = table(CLEAN.replace(' = "home"', ""))
TALK = """\
    machine talk
    facts
      name: text
      tries: 0..3 = 1
    events
      user      hi, bye, pass_on
      result    told, failed
      system    model_down, model_back
    tools
      read  look(name)   gives told   fails failed
    here (start)
      hi           stay / set tries = 2, compose greeting gives told, call look, hand off : met
      bye          -> done / forget name, say bye, reset tries : over
      pass_on      stay / send hi to other : theirs
      told         ignore : heard
      failed       ? : open
      blocked      stay : refused
      model_down   stay : x
      model_back   stay : x
      after 5m     stay : x
    done (final: completed)
"""
TALKING = table(TALK)


def happening(of: Table, event: str, **known: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    before, input = arriving(of, entered(of, of.start, known).step.snapshot, Happens(event), NOW + 1)
    after = step(of, before, input)
    return decisions(before, input, after), deeds(after)


def test_what_a_step_decided_and_did_in_the_words_of_the_table() -> None:
    assert happening(TALKING, "hi", name="Ann") == (
        ("here hi: stay",),
        ("set tries = 2", "compose greeting gives told", "call look", "hand off"),
    )
    assert happening(TALKING, "bye", name="Ann") == (("here bye: -> done",), ("forget name", "say bye"))
    assert happening(TALKING, "pass_on") == (("here pass_on: stay",), ("send hi to other",))
    assert happening(TALKING, "after 5m") == (("here after 5m: stay",), ())
    assert happening(PARCEL, "stop", address="A") == (("ask stop: -> lost",), ())


def test_a_call_without_its_facts_is_refused_in_the_same_step() -> None:
    assert happening(TALKING, "hi") == (
        ("here hi: stay", "here blocked: stay"),
        ("set tries = 2", "compose greeting gives told", "hand off"),
    )
    assert entered(PARCEL, "ask", {}).not_started == ("entering ask did not start ship: address not known",)


def test_what_is_ignored_leaves_no_record_and_is_told_all_the_same() -> None:
    snapshot = under_way(TALKING, entered(TALKING, "here", {}).step.snapshot, "told")
    before, input = arriving(TALKING, snapshot, Happens("told"), NOW + 1)
    after = step(TALKING, before, input)
    assert decisions(before, input, after) == ("here told: ignore",)
    assert decisions(before, None, after) == ()


def test_an_undecided_cell_shows_as_a_question_mark() -> None:
    snapshot = under_way(TALKING, entered(TALKING, "here", {"name": "Ann"}).step.snapshot, "look")
    before, input = arriving(TALKING, snapshot, Happens("failed"), NOW + 1)
    assert decisions(before, input, step(TALKING, before, input)) == ("here failed: ?",)


def test_none_makes_a_fact_unknown_that_starts_known() -> None:
    assert "tries" in entered(TALKING, "here", {}).step.snapshot.facts
    assert "tries" not in entered(TALKING, "here", {"tries": None}).step.snapshot.facts


def test_a_question_and_a_call_can_be_planted() -> None:
    snapshot = entered(PARCEL, "going", {"address": "A"}).step.snapshot
    open_ = asked(PARCEL, snapshot, ["ship"])
    assert open_.proposal is not None
    assert open_.proposal.steps[0].args == {"address": "A"}
    _, input = arriving(PARCEL, open_, Happens("yes"), NOW + 1)
    assert getattr(input, "approval", "") == open_.proposal.digest
    assert getattr(arriving(PARCEL, open_, Happens("yes").unapproved(), NOW + 1)[1], "approval", "") == ""
    busy = under_way(PARCEL, snapshot, "ship")
    assert dispatched(PARCEL, busy, NOW).busy
    (begun,) = dispatched(PARCEL, busy, NOW).operations.values()
    assert begun.status is Status.STARTED
    assert dispatched(PARCEL, dispatched(PARCEL, busy, NOW), NOW) == dispatched(PARCEL, busy, NOW)
    _, blocked = arriving(PARCEL, busy, Happens(BLOCKED), NOW + 1)
    assert type(blocked).__name__ == "Blocked"


def test_what_is_sent_to_another_machine_has_no_outcome_here() -> None:
    assert outcomes(TALKING, Operation("1.1", Act.SEND, "other", NO_FIELDS, 1, event="hi")) == ()


@pytest.mark.parametrize(
    ("event", "message"),
    [
        (Happens("shippd"), "'shippd' cannot arrive in going of parcel; did you mean 'shipped'?"),
        (
            Happens("zzz"),
            "'zzz' cannot arrive in going of parcel; events by name are send, stop, yes, no, refused, unsure, shipped",
        ),
        (Happens(BLOCKED), "nothing is under way in going that could be refused"),
        (Happens("stop", {"x": 1}), "'stop' has no field 'x'"),
    ],
)
def test_what_cannot_arrive_is_refused(event: Happens, message: str) -> None:
    with pytest.raises(ValueError, match=message.replace("?", r"\?")):
        arriving(PARCEL, entered(PARCEL, "going", {}).step.snapshot, event, NOW + 1)


def test_a_name_that_is_no_tool_is_refused() -> None:
    snapshot = entered(PARCEL, "going", {}).step.snapshot
    with pytest.raises(RefusedError, match="'shp' is no tool of parcel; did you mean 'ship'"):
        asked(PARCEL, snapshot, ["shp"])
    with pytest.raises(RefusedError, match="'zzz' is no tool of parcel; its tools are ship"):
        asked(PARCEL, snapshot, ["zzz"])
    with pytest.raises(
        RefusedError, match="'shp' is no tool of parcel, and no event that a delivery gives; did you mean"
    ):
        under_way(PARCEL, snapshot, "shp")
    with pytest.raises(RefusedError, match="its tools are ship"):
        under_way(PARCEL, snapshot, "zzz")
