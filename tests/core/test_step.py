"""The step as a whole: how a run begins, the short way, the fuse, the fold."""

from __future__ import annotations

import pytest

from decidable.core import records as r
from decidable.core import step as stepping
from decidable.core.evolve import evolve, replay
from decidable.core.snapshot import Act, Blocked, Interrupted, Occurrence, Operation, Proposal, Snapshot, Timer
from decidable.core.step import begin, step
from decidable.core.work import FUSE
from decidable.errors import MachineError, RefusedError
from tests.core.driver import Driver
from tests.core.machines import draft, table

FLAT = """
    machine flat
    facts
      n: 0..3 = 0
      name: text
    events
      user    go, stop, named(name?)
      result  done, failed
    tools
      read  look(name)  gives done  fails failed
    any state
      done, failed   stay
      blocked        stay
    here (start)
      go     -> there
      stop   stay
      named  stay
    there
      go     -> here
      stop   stay
      named  stay / call look
"""


def test_begin_is_record_1_and_enters_the_start_state() -> None:
    machine = """
        facts
          name: text
        events
          result  done, failed
        tools
          read  look(name)  gives done  fails failed
        here (start)
          enter: say hello, call look
          after 5m   stay
          done, failed, blocked  stay
    """
    first = begin(table(machine), {"name": "x"}, 7)
    assert isinstance(first.records[0], r.Begun)
    assert (first.snapshot.version, first.snapshot.entry, first.snapshot.seq) == (1, 1, 2)
    assert first.snapshot.timers == (Timer("after 5m", 300_007),)
    assert list(first.snapshot.operations) == ["1.1"]
    assert replay(first.records) == first.snapshot
    blocked = begin(table(machine), {}, 7)
    assert isinstance(blocked.records[-1], r.Decided)
    assert blocked.records[-1].occurrence.event == "blocked"


def test_a_machine_that_is_not_fit_starts_no_run_but_a_draft() -> None:
    unfit = draft("events\n  user a, b\nhere (start)\n  a  stay\n")
    with pytest.raises(MachineError, match="here x b is undecided"):
        begin(unfit, {}, 0)
    assert begin(unfit, {}, 0, draft=True).snapshot.draft


def test_start_facts_are_facts_of_the_machine() -> None:
    with pytest.raises(RefusedError, match="'nam' is not a fact of flat; its facts are n, name"):
        begin(table(FLAT), {"nam": "x"}, 0)
    with pytest.raises(RefusedError, match=r"start fact 'n' is 9, and it should be 0\.\.3"):
        begin(table(FLAT), {"n": 9}, 0)


@pytest.mark.parametrize("event", ["go", "stop"])
def test_the_short_way_is_the_long_way(event: str) -> None:
    compiled = table(FLAT)
    snapshot = begin(compiled, {}, 0).snapshot
    quick = stepping._plain(compiled, snapshot, Occurrence(event))
    assert quick is not None
    assert quick == stepping._whole(compiled, snapshot, Occurrence(event))
    assert step(compiled, snapshot, Occurrence(event)) == quick


BUSY: dict[str, object] = {
    "strikes": 1,
    "timers": (Timer("after 5m", 1),),
    "operations": {"1.1": Operation("1.1", Act.READ, "look", {}, 1)},
    "proposal": Proposal("d", (), 1),
    "queue": (Occurrence("stop"),),
    "interrupted": Interrupted("there", 1, ()),
    "end": "completed",
}


@pytest.mark.parametrize("part", BUSY)
def test_it_is_not_taken_where_anything_else_is_going_on(part: str) -> None:
    compiled = table(FLAT)
    snapshot = begin(compiled, {}, 0).snapshot._replace(**{part: BUSY[part]})  # type: ignore[arg-type]
    assert stepping._plain(compiled, snapshot, Occurrence("stop")) is None


@pytest.mark.parametrize(
    "news",
    [
        Occurrence("nonsense"),
        Occurrence("named"),
        Occurrence("stop", {"n": 1}),
        Occurrence("stop", operation="1.1"),
        Occurrence("stop", approval="d"),
        Occurrence("done"),
    ],
)
def test_nor_for_an_event_that_carries_anything(news: Occurrence) -> None:
    compiled = table(FLAT)
    snapshot = begin(compiled, {}, 0).snapshot
    assert stepping._plain(compiled, snapshot, news) is None
    assert step(compiled, snapshot, news) == stepping._whole(compiled, snapshot, news)


def test_the_fuse_stops_a_machine_that_goes_round_by_itself() -> None:
    machine = """
        facts
          name: text
        events
          user    go
          result  done, failed
        tools
          read  look(name)  gives done  fails failed
        any state
          done, failed  stay
          blocked       stay / call look, call look
        here (start)
          go   stay / call look
    """
    driver = Driver(table(machine))
    driver.on("go")
    assert len(driver.decided) == FUSE + 1
    assert driver.raised[0] == "more than 100 decisions in one step: the machine goes round by itself"
    assert len(driver.raised) > FUSE, "every call that was still to be refused is put before a person"
    driver.on("go")
    assert driver.decided[0] == ("go", "stay"), "the run goes on"


def test_replay_needs_the_beginning() -> None:
    with pytest.raises(ValueError, match="a journal begins with a `Begun` record"):
        replay([])
    with pytest.raises(ValueError, match="a journal begins with a `Begun` record"):
        replay([r.Struck(1)])
    first = begin(table(FLAT), {}, 0)
    with pytest.raises(ValueError, match="a run begins once"):
        evolve(first.snapshot, first.records[0])


def test_an_idle_snapshot_has_little_to_carry() -> None:
    snapshot = begin(table(FLAT), {}, 0).snapshot
    assert snapshot == Snapshot("here", 1, 1, 1, {"n": (0, 1, "initial", ())})  # type: ignore[dict-item]  # a tuple is enough
    assert not snapshot.busy


def test_a_run_that_another_table_left_behind_hears_of_what_its_state_does_not_decide() -> None:
    """No fit table leads there by itself: a state whose tools may be refused has the column."""
    machine = """
        facts
          name: text
        events
          user    go
          result  done, failed
        tools
          read  look(name)  gives done  fails failed
        any state
          done, failed  stay
          blocked       -> here
        here (start)
          go   -> there
        there
          enter: call look
          go   -> here
    """
    driver = Driver(table(machine), name="A")
    driver.on("go")
    edited = table(machine.replace("          enter: call look\n", ""))
    done = step(edited, driver.snapshot, Blocked("2.1", "policy", 0))
    raised = [record.why for record in done.records if isinstance(record, r.Raised)]
    assert raised == ["there does not decide 'blocked': look: policy"]
    assert done.snapshot.state == "there"
    assert not done.snapshot.operations
