"""What tools need where they are started: found with a path on which the real step is blocked, and nowhere else."""

from pathlib import Path

import pytest

from decidable.core.problem import Severity
from tests.check.written import of, report

EXAMPLES = Path(__file__).parents[2] / "examples"
CODES = {"argument-unknown", "requirement-uncertain", "claim-as-authority"}

TRIP = """\
    facts
      city, day, offer: text
      price: 0..100
      vip: bool = no
    events
      user      tell(city?, day?), vouch, other
      answer    yes, no
      result    found(offer, price), none, failed, unknown, refused
      evidence  booked
    tools
      read   look(city, day)      gives found, none       fails failed
      write  book(offer, price)   gives booked, refused   timeout unknown   look up by repeating the key   needs approval   requires price < 50
    any state
      booked    -> done : real
      blocked   -> start : ask again
      *         reject : no
    start (start)
      tell when city known and day known  -> looking : all there
      tell else  stay : more
    looking
      enter: call look
      found when price < 50   -> offered / propose book : there is one
      found else              -> start : too dear
      none, failed            -> start : another day
      after 1h                -> start : slow
    offered
      yes when approved   -> booking / perform : approved
      yes else            stay / ask again : not that
      no                  -> start : no
      tell                -> start : another wish
      after 1h            -> start : slow
    booking
      refused   -> start : no
      unknown   stay : wait
      after 1h  stay : slow
    done (final: completed, leftovers to attention)
"""


def needs(text: str) -> list[tuple[str, int, str]]:
    """The findings of this room."""
    return [(each.code, each.line, each.message) for each in report(text).findings if each.code in CODES]


def changed(*pairs: tuple[str, str]) -> str:
    text = TRIP
    for old, new in pairs:
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    return text


def test_a_machine_that_asks_before_it_calls_is_not_accused() -> None:
    assert needs(TRIP) == []


@pytest.mark.parametrize("name", ["booking/booking.states", "booking/two_edits.states"])
def test_the_examples_are_not_accused(name: str) -> None:
    assert needs((EXAMPLES / name).read_text(encoding="utf-8")) == []


def test_a_call_on_entry_with_a_fact_that_a_path_leaves_unknown() -> None:
    text = changed(("tell when city known and day known  -> looking", "tell when city known  -> looking"))
    (finding,) = (each for each in report(text).findings if each.code in CODES)
    assert (finding.code, finding.severity, finding.line) == ("argument-unknown", Severity.WARNING, 20)
    assert (finding.token, finding.state, finding.event) == ("looking", "looking", "")
    assert finding.message == "look needs 'day', which is not known in looking on the path tell(city)"
    assert "`day known`" in finding.hint


def test_the_path_is_a_shortest_one_through_what_is_forgotten() -> None:
    text = changed(
        (
            "none, failed            -> start : another day",
            "none  -> looking restart / forget day : x\n      failed -> start : y",
        ),
    )
    assert needs(text) == [
        ("argument-unknown", 20, "look needs 'day', which is not known in looking on the path tell(city, day) > none")
    ]


def test_a_call_on_a_line_stands_at_the_line() -> None:
    text = changed(
        ("other\n", "other, ask\n"),
        ("tell else  stay : more", "tell else  stay : more\n      ask  -> offered / call look : now"),
    )
    found = needs(text)
    assert [(code, line) for code, line, _ in found] == [("argument-unknown", 20), ("argument-unknown", 20)]
    assert [message for _, _, message in found] == [
        "look needs 'city', which is not known in offered on the path ask",
        "look needs 'day', which is not known in offered on the path ask",
    ]


def test_words_that_are_heard_are_part_of_a_path_and_each_tool_has_its_own_faults() -> None:
    text = """\
        facts
          a, b: text
        events
          user    tell(a?, b?)
          result  told, good, failed
        tools
          read  one(a)   gives good   fails failed
          read  two(b)   gives good   fails failed
        any state
          blocked  stay : wait
          *        reject : no
        start (start)
          enter: say hello gives told
          tell     stay : more
          told     -> asking / call one, call two : they listen
        asking
          good, failed  stay : well
        """
    assert [message for _, _, message in needs(text)] == [
        "one needs 'a', which is not known in asking on the path told",
        "two needs 'b', which is not known in asking on the path told",
    ]


def test_what_is_never_known_is_said_to_be_never_known() -> None:
    text = changed(
        ("tell(city?, day?)", "tell(city?)"),
        ("tell when city known and day known", "tell when city known"),
        ("result    found", "signal later(day)\n      result    found"),
        ("*         reject : no", "later     reject : no\n      *         reject : no"),
    )
    (finding,) = needs(text)
    assert finding[2] == "look needs 'day', which is never known in looking on the path tell(city)"


def test_a_state_that_decides_blocked_itself_has_its_answer() -> None:
    text = changed(
        ("tell when city known and day known  -> looking", "tell when city known  -> looking"),
        (
            "after 1h                -> start : slow",
            "blocked  -> start : ask for the day\n      after 1h  -> start : slow",
        ),
    )
    assert needs(text) == []


def test_but_no_answer_to_a_call_that_never_starts() -> None:
    text = changed(
        ("tell when city known and day known  -> looking", "tell when city known  -> looking"),
        ("tell(city?, day?)", "tell(city?), name_day(day)"),
        ("*         reject : no", "name_day  reject : no\n      *         reject : no"),
        (
            "after 1h                -> start : slow",
            "blocked  -> start : ask for the day\n      after 1h  -> start : slow",
        ),
    )
    assert [code for code, _, _ in needs(text)] == ["argument-unknown"]


def test_a_start_that_begins_with_a_call_needs_what_nobody_has_given() -> None:
    text = changed(("start (start)\n", "start (start)\n      enter: call look\n"))
    assert [message for _, _, message in needs(text)][:1] == [
        "look needs 'city', which is not known in start as soon as a run starts"
    ]


def test_a_proposal_needs_its_arguments_too() -> None:
    text = changed(
        ("found(offer, price)", "found(offer, price?)"), ("found when price < 50 ", "found when offer known ")
    )
    text = text.replace("found else              -> start : too dear", "")
    found = needs(text)
    assert ("argument-unknown", 22) in [(code, line) for code, line, _ in found]
    assert found[0][2] == "book needs 'price', which is not known in offered on the path tell(city, day) > found(offer)"


def test_a_requirement_that_nothing_makes_sure_where_it_is_performed() -> None:
    text = changed(("found when price < 50 ", "found when price < 80 "))
    (finding,) = (each for each in report(text).findings if each.code in CODES)
    assert (finding.code, finding.severity, finding.line) == ("requirement-uncertain", Severity.WARNING, 27)
    assert finding.message == (
        "book requires price < 50, which does not hold in booking on the path tell(city, day) > found > yes"
    )
    assert (finding.state, finding.event, finding.token) == ("booking", "yes", "book")


def test_a_requirement_that_never_holds() -> None:
    text = changed(("found when price < 50 ", "found when price >= 50 "))
    (finding,) = needs(text)
    assert finding[2].startswith("book requires price < 50, which never holds in booking on the path ")


def test_a_requirement_of_a_call() -> None:
    text = changed(("gives found, none       fails failed", "gives found, none       fails failed   requires vip"))
    assert needs(text) == []  # a run may be started with it
    vouched = text.replace(
        "tell else  stay : more", "tell else  stay : more\n      vouch  stay / set vip = yes : known"
    )
    (finding,) = needs(vouched)
    assert finding[2] == "look requires vip, which does not hold in looking on the path tell(city, day)"
    guarded = vouched.replace("tell when city known", "tell when vip and city known")
    assert needs(guarded) == []


def test_what_runs_are_started_with_is_not_asked_for() -> None:
    text = changed(
        ("city, day, offer: text", "who, city, day, offer: text"), ("look(city, day)", "look(who, city, day)")
    )
    assert needs(text) == []


def test_evidence_of_a_tool_does_not_come_out_of_the_blue() -> None:
    """Only a webhook that nothing here explains would make it fail, and the table is ready for those by name."""
    text = changed(
        ("evidence  booked", "evidence  booked, paid(offer)"),
        ("booked    -> done : real", "booked    -> done : real\n      paid -> looking : real"),
        ("gives booked, refused", "gives booked, paid, refused"),
    )
    assert needs(text) == []


def test_two_faults_between_which_no_way_leads_are_both_found() -> None:
    text = """\
        facts
          city, day: text
        events
          user    left(city?), right(day?), on
          result  found, failed
        tools
          read  look(city)   gives found   fails failed
          read  find(day)    gives found   fails failed
        any state
          *      reject : no
        start (start)
          left   -> west : one way
          right  -> east : the other
        west
          on     -> far_west : on
        far_west
          enter: call look
        east
          on     -> far_east : on
        far_east
          enter: call find
    """
    assert [(line, message.rpartition(" on the path ")[2]) for code, line, message in needs(text)] == [
        (16, "left() > on"),
        (20, "right() > on"),
    ]


def test_a_fault_too_far_away_is_not_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    text = changed(("tell when city known and day known  -> looking", "tell when city known  -> looking"))
    monkeypatch.setattr("decidable.check.runs.STEPS", 0)
    assert of(text, "argument-unknown") == []


CLAIM = """\
    facts
      order: text
      vip: bool
    events
      user      give(order), want, brag(vip)
      result    known(order, vip), strange, failed, refused, unknown
      evidence  refunded
    tools
      read   check(order)    gives known, strange       fails failed
      write  refund(order)   gives refunded, refused   timeout unknown   look up by repeating the key
    any state
      refunded  -> done : real
      blocked   -> start : no
      *         reject : no
    start (start)
      give      -> checking : which
      brag      stay : so they say
    checking
      enter: call check
      known     -> ready : it is theirs
      strange, failed  -> start : no
      after 1h  -> start : slow
    ready
      want      -> paying / call refund : they want it
      give      stay : another one
      after 1h  -> start : slow
    paying
      refused   -> start : no
      unknown   stay : wait
      after 1h  stay : slow
    done (final: completed, leftovers to attention)
"""


def claims(text: str) -> list[str]:
    """What is said of claims."""
    return [message for _, message in of(text, "claim-as-authority")]


def test_a_write_without_an_approval_takes_no_claim() -> None:
    (finding,) = (each for each in report(CLAIM).findings if each.code == "claim-as-authority")
    assert (finding.severity, finding.line, finding.token) == (Severity.ERROR, 24, "refund")
    assert finding.message == (
        "refund takes 'order', and nobody but the user or a model has said it on the path give > known > give > want"
    )
    assert claims(CLAIM.replace("      give      stay : another one\n", "")) == []  # the read has said it again
    assert claims(CLAIM.replace("repeating the key\n", "repeating the key   trusts order\n", 1)) == []


def test_a_person_who_approves_makes_the_claim_theirs() -> None:
    text = CLAIM.replace("user      give", "answer    yes, no\n      user      give")
    text = text.replace("call refund : they want it", "propose refund : they want it").replace(
        "repeating the key\n", "repeating the key   needs approval\n"
    )
    text = text.replace("    paying\n", "    paying\n      yes when approved  stay / perform : x\n")
    assert claims(text) == []


def test_what_a_write_requires_is_no_claim_even_with_an_approval() -> None:
    text = CLAIM.replace("user      give", "answer    yes, no\n      user      give")
    text = text.replace("known(order, vip)", "known(order)").replace(
        "call refund : they want it", "propose refund : they want it"
    )
    text = text.replace("repeating the key\n", "repeating the key   needs approval   requires vip\n")
    text = text.replace(
        "    paying\n", "    paying\n      yes when approved  stay / perform : x\n      blocked  stay : wait\n"
    )
    assert claims(text) == [
        "refund requires 'vip', and nobody but the user or a model has said it on the path brag(vip) > give > known > want > yes"
        if "brag(" in claims(text)[0]
        else "refund requires 'vip', and nobody but the user or a model has said it on the path brag > give > known > want > yes"
    ]
    assert claims(text.replace("requires vip", "trusts vip   requires vip")) == []
    assert claims(text.replace("known(order)", "known(order, vip)")) == []


def test_a_claim_of_a_model_is_one_too() -> None:
    text = CLAIM.replace("user      give(order), want", "choice    give(order), want\n      user      x").replace(
        "x, brag", "brag"
    )
    assert len(claims(text)) == 1


def test_the_last_of_many_bands_is_reached_as_well() -> None:
    """The values that lead past every guard but the last are tried too, whatever the order of the bands."""
    text = """\
    facts
      amount: money
    events
      user      ask(amount)
      result    refused, unknown
      evidence  paid
    tools
      write  pay(amount)  gives paid, refused  timeout unknown  look up by repeating the key
    any state
      paid      -> done : real
      blocked   -> start : no
      *         reject : no
    start (start)
      ask when amount > 500.00 EUR  stay : a person should look
      ask when amount > 50.00 EUR and amount <= 500.00 EUR  stay : ask again
      ask else  -> paying / call pay : small
    paying
      refused, unknown   stay : wait
      after 1h           -> start : slow
    done (final: completed, leftovers to attention)
    """
    assert claims(text) == ["pay takes 'amount', and nobody but the user or a model has said it on the path ask"]
