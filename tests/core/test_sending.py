"""An event for another machine: frozen in the step that sends it, open until it is in an inbox, never lost."""

from __future__ import annotations

import pytest

from decidable.core import effects as e
from decidable.core import records as r
from decidable.core.snapshot import (
    Act,
    Blocked,
    Delivered,
    Dispatched,
    NotDone,
    NotFound,
    Occurrence,
    Operation,
    Report,
    Undelivered,
    Unreadable,
    Unresolved,
)
from decidable.core.validate import validate
from tests.core.driver import Driver
from tests.core.machines import definition, table

MACHINE = """
    machine orders
    facts
      order, place, receipt: text
      tries: 0..9 = 0
    events
      user      buy(order), pack, quit
      result    failed, gone(place), told
      evidence  paid(receipt, bank: text)
      signal    called
    tools
      read  look(order)   gives gone   fails failed
    any state
      failed, gone, called   stay
      blocked   stay
      told      stay
      *         reject
    here (start)
      enter: send opened to audit
      buy       stay / send ordered to billing, count tries, send ordered to stock
      paid      stay / send paid to billing
      pack      stay / call look
      quit      -> done / send closing to audit
      called    defer
    done (final: completed)
      enter: send closed to audit
"""


def run(**facts: str) -> Driver:
    return Driver(table(MACHINE), facts)


def sent(driver: Driver) -> list[Operation]:
    return [effect.operation for effect in driver.last.effects if isinstance(effect, e.Send)]


def test_what_is_known_is_frozen_where_the_effect_stands() -> None:
    driver = run(place="Rome")
    driver.on("buy", order="o1")
    first, second = sent(driver)
    assert first == Operation(
        "2.1", Act.SEND, "billing", {"order": "o1", "place": "Rome", "tries": 0}, 1, event="ordered"
    )
    assert (second.id, second.tool, second.args["tries"]) == ("2.2", "stock", 1)
    assert [record.operation for record in driver.last.records if isinstance(record, r.Planned)] == [first, second]
    assert driver.snapshot.operations["2.1"] == first


def test_a_field_of_the_event_that_is_no_fact_goes_with_it() -> None:
    driver = run()
    driver.on("paid", receipt="R", bank="acme")
    assert sent(driver)[0].args == {"tries": 0, "receipt": "R", "bank": "acme"}


def test_a_kept_fact_is_sent_and_not_what_contradicts_it() -> None:
    """As words do: what bears a fact's name is known by now, or was not accepted."""
    driver = run()
    driver.on("paid", receipt="R", bank="acme")
    driver.on("paid", receipt="other", bank="acme")
    assert sent(driver)[0].args["receipt"] == "R"


def test_the_first_state_and_the_last_may_send() -> None:
    driver = run()
    assert [operation.event for operation in sent(driver)] == ["opened"]
    driver.on("quit")
    assert [operation.event for operation in sent(driver)] == ["closing", "closed"]
    assert driver.snapshot.end is not None
    assert len(driver.snapshot.operations) == 3, "the end calls off nothing that was sent"
    driver.give(Delivered("2.2", "c.2", 5))
    assert driver.last.records == (r.Sent("2.2", "c.2"),)
    driver.give(Undelivered("2.1", "nobody", 5))
    assert [type(record) for record in driver.last.records] == [r.Withdrawn, r.Raised]
    assert list(driver.snapshot.operations) == ["1.1"]


def test_it_is_open_until_it_is_in_an_inbox() -> None:
    driver = run()
    driver.on("buy", order="o1")
    driver.give(Delivered("2.1", "c.7", 9))
    assert driver.last.records == (r.Sent("2.1", "c.7"),)
    assert list(driver.snapshot.operations) == ["1.1", "2.2"]
    driver.give(Delivered("2.1", "c.7", 9))
    assert driver.notes == ["stale"], "told twice, it counts once"
    assert not driver.snapshot.busy, "nothing of the world is under way"


def test_what_nobody_takes_goes_before_a_person_with_its_values() -> None:
    driver = run()
    driver.now = 40
    driver.on("buy", order="o1")
    driver.give(Undelivered("2.1", "no run of billing is open", 50))
    withdrawn, raised = driver.last.records
    assert withdrawn == r.Withdrawn(("2.1",), "no run of billing is open")
    assert raised == r.Raised(
        "'ordered' was not sent to billing: no run of billing is open",
        Occurrence("ordered", {"order": "o1", "tries": 0}, 50),
    )
    assert "2.1" not in driver.snapshot.operations


@pytest.mark.parametrize(
    "news",
    [
        Dispatched("2.1", 1),
        NotFound("2.1", 1),
        NotDone("2.1", "why", 1),
        Blocked("2.1", "why", 1),
        Unresolved("2.1", "why", 1),
        Delivered("9.9", "c.1", 1),
        Undelivered("9.9", "why", 1),
    ],
)
def test_reports_of_tools_say_nothing_of_what_was_sent(news: Report) -> None:
    driver = run()
    driver.on("buy", order="o1")
    before = driver.snapshot
    driver.give(news)
    assert driver.notes == ["stale"]
    assert driver.snapshot.operations == before.operations


def test_that_an_inbox_has_it_says_nothing_of_a_tool() -> None:
    driver = run(order="o1")
    driver.on("pack")
    driver.give(Delivered(driver.open("look").id, "c.1", 1))
    assert driver.notes == ["stale"]
    assert driver.open("look").act is Act.READ


def test_no_event_is_an_outcome_of_what_was_sent() -> None:
    driver = run()
    driver.on("buy", order="o1")
    driver.on("gone", place="Rome", operation="2.1")
    assert driver.notes == ["invalid"]
    assert "2.1" in driver.snapshot.operations


def test_what_cannot_be_taken_in_is_kept_and_raised() -> None:
    driver = run()
    foreign = Occurrence("never_heard_of", {"x": 1}, 5, "@c.2/3.1", "billing c.2")
    before = driver.snapshot
    driver.give(Unreadable(foreign, "orders has no event 'never_heard_of'", 5))
    assert driver.last.records == (
        r.Noted(r.Note.INVALID, foreign, "orders has no event 'never_heard_of'"),
        r.Raised("it cannot be taken in: orders has no event 'never_heard_of'", foreign),
    )
    assert driver.snapshot == before._replace(seq=before.seq + 2)


def problems(line: str) -> list[str]:
    source = f"""
        machine orders
        events
          user buy, quit
        here (start)
          {line}
          quit -> done
        done (final: completed)
    """
    return [problem.message for problem in validate(definition(source))]


def test_whether_the_other_machine_has_the_event_is_not_known_here() -> None:
    assert problems("buy stay / send anything_at_all to billing") == []


def test_a_machine_does_not_send_to_itself() -> None:
    assert problems("buy stay / send buy to orders") == [
        "'orders' is this machine, and an event is sent to another one"
    ]


@pytest.mark.parametrize("outcome", ["reject", "defer", "ignore"])
def test_what_is_not_accepted_sends_nothing(outcome: str) -> None:
    assert problems(f"buy {outcome} / send ordered to billing") == [f"a line that ends in {outcome} does nothing more"]
