"""A machine without its world in the real runtime: every way an event gets there, and what is said when it cannot."""

from __future__ import annotations

import datetime as dt
from pathlib import Path

import pytest

from decidable import MachineError, Money, RefusedError
from decidable.core import records as r
from decidable.core.snapshot import Occurrence
from decidable.testing import Case, Way, at, begun, happens, machine_at, rehearsed
from decidable.testing.commits import differs
from decidable.testing.machines import of_table, written

EXAMPLES = Path(__file__).parents[2] / "examples"
STATES = EXAMPLES / "booking" / "booking.states"
BOOKING = written(STATES)
FREE = happens("slot_free", slot="s", deposit=Money("20.00 EUR"))
WISH = happens("details", day=dt.date(2027, 1, 1), time=dt.time(19), party=4)


def test_a_booking_from_the_first_word_to_the_last() -> None:
    with rehearsed(BOOKING) as run:
        assert run.on(WISH) == ["gather details: -> search"]
        assert list(run.called) == ["check_availability"]
        assert run.on(FREE) == ["search slot_free: -> confirm"]
        assert run.on(happens("user_yes").unapproved()) == ["confirm user_yes: stay"]
        assert run.on("user_yes") == ["confirm user_yes: -> book"]
        assert run.on(happens("committed", reservation="R", held="h")) == ["book committed: stay"]
        assert run.on(happens("paid", receipt="P")) == ["book paid: -> notify"]
        assert run.on(happens("sent")) == ["notify sent: -> report"]
        assert run.on("told") == ["report told: -> gather"]
        assert list(run.called) == ["check_availability", "reserve_table", "pay_deposit", "text_group"]
        run.agrees()


def test_a_no_a_deadline_a_refusal_and_an_outage() -> None:
    with rehearsed(BOOKING) as run:
        run.on(WISH)
        run.on(FREE)
        assert run.on("user_no") == ["confirm user_no: -> gather"]
        run.on(WISH)
        run.on(FREE)
        assert run.on("after 30m") == ["confirm after 30m: -> gather"]
        assert run.on("model_down") == ["gather model_down: -> degraded"]
        assert run.on("model_back") == ["degraded model_back: -> gather"]
        assert run.on(WISH, refused=True) == ["gather details: -> search"]
        assert run.on("blocked") == ["search blocked: -> report"]
        assert run.called.count("check_availability") == 2
        with pytest.raises(ValueError, match="nothing was refused"):
            run.on("blocked")


def test_an_unknown_write_is_looked_up_and_answers_from_there() -> None:
    with rehearsed(BOOKING) as run:
        run.on(WISH)
        run.on(FREE)
        run.on("user_yes")
        assert run.on("unknown") == ["book unknown: stay"]
        assert run.on("unknown") == []
        assert run.on(happens("committed", reservation="R", held="h")) == ["book committed: stay"]
        assert run.called == ("check_availability", "reserve_table", "pay_deposit")


def test_without_a_look_up_a_person_settles(tmp_path: Path) -> None:
    file = tmp_path / "m.states"
    file.write_text(
        "machine m\nevents\n  user go\n  result ok, unknown\ntools\n  write act() gives ok timeout unknown\n"
        "s (start)\n  go stay / call act : x\n  ok stay : x\n  unknown stay : x\n  blocked stay : x\n"
    )
    with rehearsed(written(file)) as run:
        run.on("go")
        assert run.on("unknown") == ["s unknown: stay"]
        assert run.on("ok") == ["s ok: stay"]


def test_what_can_happen_now_can_be_done() -> None:
    with rehearsed(BOOKING) as run:
        for _ in range(3):
            for event in run.possible()[:6]:
                run.on(event)
        run.agrees()


def test_an_answer_that_waits_for_an_interruption_to_end_does_not_come_twice() -> None:
    refund = machine_at(f"{EXAMPLES / 'refund' / 'refund.py'}:refund")
    eligible = happens("eligible", order_id="A", amount=Money("1.00 EUR"))
    with rehearsed(refund, customer_id="C1") as run:
        run.on(happens("give_order", order_ids=["A"], several=False, order_id="A"))
        run.on("model_down")
        assert "eligible" in {event.event for event in run.possible()}
        assert run.on(eligible) == []
        assert not {"eligible", "not_eligible", "failed"} & {event.event for event in run.possible()}
        assert run.on("model_back") == ["degraded model_back: -> checking", "checking eligible: -> confirming"]


def test_a_run_that_has_ended_has_nothing_more_to_come() -> None:
    refund = machine_at(f"{EXAMPLES / 'refund' / 'refund.py'}:refund")
    with rehearsed(refund, customer_id="C1") as run:
        assert run.on(happens("refunded", receipt="R")) == ["begin refunded: -> done"]
        assert run.possible() == ()


def test_start_facts_are_looked_at() -> None:
    with pytest.raises(ValueError, match="'custmer' is not a fact of booking"):
        rehearsed(BOOKING, custmer="C1").__enter__()
    draft = machine_at(str(EXAMPLES / "booking" / "first_drawing.states"))
    with rehearsed(draft) as run:
        assert run.on("user_no") == ["gather user_no: ?"]
    assert begun(draft).on("user_no").decisions == ("gather user_no: ?",)


def test_a_commit_that_is_not_what_step_makes_is_told() -> None:
    with rehearsed(BOOKING) as run:
        run.on("user_no")
        before, commit = run._store.steps[-1]
        assert differs(BOOKING.table, before, commit) == ""
        first = commit.records[0]
        assert isinstance(first, r.Decided)
        wrong = commit._replace(records=(first._replace(reason="another"), *commit.records[1:]))
        assert differs(BOOKING.table, before, wrong).startswith("the runtime committed [Decided(")
        other = commit._replace(records=(r.Noted(r.Note.STALE, Occurrence("user_no"), "why"),))
        assert differs(BOOKING.table, before, other) != ""
        untold = commit._replace(records=(r.Raised("nobody can tell"),))
        assert differs(BOOKING.table, before, untold) == ""


def test_a_case_and_a_way_say_where_they_go_wrong() -> None:
    case = Case("user_no", then="-> report", because="why", values="x = 1", column="after 3 strikes")
    assert str(case) == "after 3 strikes (x = 1): why"
    assert str(Case(happens("paid"), then="?")) == "paid"
    with pytest.raises(AssertionError, match=r"expected -> report; gather decided user_no: stay"):
        case.check(at(BOOKING, "gather"))
    Case("user_no", then="?").check(at(BOOKING, "gather"))
    with pytest.raises(AssertionError, match="it did: say what_i_need"):
        Case("user_no", then="stay", does=["say nothing"]).check(at(BOOKING, "gather"))
    with pytest.raises(AssertionError, match="expected then gather paid: stay"):
        Case("user_no", then="stay", follows=["gather paid: stay"]).check(at(BOOKING, "gather"))
    way = Way("a name", [("user_no", ["gather user_no: -> report"])])
    assert str(way) == "a name"
    for check in (way.check, way.check_live):
        with pytest.raises(
            AssertionError, match="after user_no expected gather user_no: -> report; it was gather user_no"
        ):
            check(BOOKING)
    moved = Way("moves", [(WISH, ["gather details: -> search"])])
    moved.check(BOOKING)
    with pytest.raises(AssertionError, match="details moved the run or called a tool"):
        moved.check_live(BOOKING)


def test_more_of_at() -> None:
    run = at(BOOKING, "confirm", slot="s", party=4).asked("reserve_table").under_way("text_group").struck(2)
    assert run.snapshot.strikes == 2
    assert run.snapshot.busy
    run.on(happens("user_yes")).decides("-> book").follows().does("call reserve_table")
    with pytest.raises(AssertionError, match="expected a decision"):
        at(BOOKING, "gather").decides("?")
    assert at(BOOKING, "gather").decisions == ()
    assert "misses" not in at(BOOKING, "gather", misses=None).snapshot.facts
    with pytest.raises(RefusedError, match="did you mean 'text_group'"):
        run.under_way("text_grup")
    with pytest.raises(ValueError, match="'party' of 'details' is not"):
        run.on(happens("details", party="many"))


def test_a_machine_by_its_path(tmp_path: Path) -> None:
    path = f"{EXAMPLES / 'refund' / 'refund.py'}:refund"
    assert machine_at(path) is machine_at(path)
    (tmp_path / "own.py").write_text(f"from decidable.testing import machine_at\nbound = machine_at({str(STATES)!r})\n")
    test = tmp_path / "tests" / "test_own.py"
    assert machine_at("../own.py:bound", beside=str(test)).name == "booking"
    with pytest.raises(ValueError, match=r"'nothing' is no machine of \.\./own\.py"):
        machine_at("../own.py:nothing", beside=str(test))
    (tmp_path / "broken.py").write_text("1 / 0\n")
    for _ in range(2):
        with pytest.raises(ZeroDivisionError):
            machine_at("../broken.py:x", beside=str(test))
    with pytest.raises(ValueError, match="there is no file"):
        machine_at("../other.py:x", beside=str(test))
    (tmp_path / "bad.states").write_text("machine bad\ns (start)\n  x -> nowhere : y\n")
    with pytest.raises(MachineError, match="nowhere"):
        machine_at(str(tmp_path / "bad.states"))
    assert of_table(BOOKING.table).path.name == "booking.states"
