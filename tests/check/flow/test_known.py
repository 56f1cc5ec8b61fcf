"""Which facts are known where, for each way in which a fact becomes known or unknown."""

from pathlib import Path

import pytest

from tests.check.flow.known import flow_of, known_in, whole

BOOKING = (Path(__file__).parents[3] / "examples" / "booking" / "booking.states").read_text(encoding="utf-8")

TRIP = """\
    facts
      city, day, offer, ticket: text
      seats: 0..5
      urgent: bool = no
    events
      user      tell(city?, day?), ask(city), hurry, drop, seat(seats)
      result    found(offer), none, failed
      evidence  booked(ticket)
      signal    moved(city)
    tools
      read   look(city, day)  gives found, none  fails failed
    any state
      booked    stay : real
      blocked   stay : wait
      moved     stay : the host says so
      *         reject : no
    start (start)
      tell when city known and day known  -> looking : all there
      tell else  stay : more
    looking
      enter: call look
      found     -> offered : there is one
      none, failed -> start / forget day : another day
      ask       stay : another city
    offered
      ask       stay : another city
      drop      -> start / forget all but city and urgent : again
      hurry     stay / set urgent = yes : fast
      seat      -> start : sit
"""


def test_a_guard_that_asks_for_a_fact_makes_it_sure() -> None:
    assert known_in(TRIP, "start") == {
        "city": "maybe",
        "day": "maybe",
        "offer": "maybe",
        "ticket": "maybe",
        "seats": "maybe",
        "urgent": "surely",
    }
    assert known_in(TRIP, "looking")["city"] == known_in(TRIP, "looking")["day"] == "surely"


def test_what_a_read_says_is_lost_when_what_it_was_asked_changes() -> None:
    assert known_in(TRIP, "offered")["offer"] == "maybe"
    assert known_in(TRIP.replace("offered\n      ask       stay", "offered\n      ask       reject").replace(
        "moved     stay", "moved     -> start"), "offered")["offer"] == "surely"  # fmt: skip
    standing = whole(TRIP).states["offered"]["offer"]
    assert (standing.claim, standing.depends) == (False, ("city", "day"))
    assert whole(TRIP).states["offered"]["city"].claim


def test_what_no_path_establishes_is_never_known() -> None:
    cut = TRIP.replace("seat      -> start : sit", "seat      reject : no")
    assert {known_in(cut, state)["seats"] for state in ("start", "looking", "offered")} == {"never"}


def test_a_state_that_facts_keep_out_has_no_row() -> None:
    text = TRIP.replace(
        "seat      -> start", "seat when urgent and not urgent   -> lost : never\n      seat else -> start"
    )
    assert "lost" not in whole(text + "    lost\n      hurry stay : x\n").states


def test_a_fact_that_nothing_gives_is_given_or_not() -> None:
    text = TRIP.replace("city, day,", "who, city, day,").replace("look(city", "look(who, city")
    assert known_in(text, "offered")["who"] == "given"
    (who, *_) = whole(text).facts
    assert (who.name, who.events, who.at_start, who.initial, who.claim) == ("who", (), True, False, False)


def test_authority_may_be_known_from_the_start_though_a_tool_gives_it_too() -> None:
    text = TRIP.replace("city, day, offer,", "city, day,").replace("seats: 0", "offer: text authority\n      seats: 0")
    assert known_in(text, "start")["offer"] == "maybe"
    assert "authority" not in str(whole(text).data())


def test_a_choice_among_values_is_a_guard_like_others() -> None:
    text = TRIP.replace(
        "seat      -> start : sit", "seat when seats in (1, 2)  -> two : sit\n      seat else  stay : sit"
    )
    text += "    two\n      seat  stay : x\n      drop  -> start : x\n"
    assert known_in(text, "two")["seats"] == "surely"


COUNTED = """\
    facts
      n: 0..3
      open, done: bool
    events
      user   more, again, clear, say_open(open)
    any state
      *  reject : no
    a (start)
      more      -> b / count n : one
    b
      more when n < 3   stay / count n : one more
      more else         -> c / reset n, set done = yes : enough
      again             -> a / reset n : again
    c
      say_open when open      -> a : open
      say_open when not open  stay : shut
      clear                   -> d / set open = yes : opened
    d
      more      -> a / forget open and done : closed
"""


def test_counting_resetting_and_setting() -> None:
    assert known_in(COUNTED, "a") == {"n": "never", "open": "maybe", "done": "maybe"}
    assert known_in(COUNTED, "b")["n"] == "surely"
    assert known_in(COUNTED, "c") == {"n": "never", "open": "maybe", "done": "surely"}
    assert known_in(COUNTED, "d") == {"n": "never", "open": "surely", "done": "surely"}
    forgetful = COUNTED.replace("n: 0..3", "n: 0..3 = 0")
    assert {known_in(forgetful, state)["n"] for state in "abcd"} == {"surely"}


def test_evidence_stays_where_only_evidence_may_forget_it() -> None:
    text = """\
    facts
      ticket: text
    events
      user      go, leave
      evidence  booked(ticket), gone
    any state
      booked    -> held : real
      gone      -> a / forget ticket : not any more
      *         reject : no
    a (start)
      go        -> held / forget all but : nothing
    held
      leave     -> a / forget all but : nothing
"""
    text = text.replace(" / forget all but : nothing", " : on")
    assert known_in(text, "held") == {"ticket": "maybe"}
    assert known_in(text, "a") == {"ticket": "maybe"}


def test_an_interruption_gives_back_what_it_interrupted() -> None:
    text = """\
    facts
      city: text
    events
      user      tell(city), go
      system    model_down, model_back
    any state
      model_down  -> away : no model
      *           reject : no
    a (start)
      tell      -> b : there
    b
      go        -> a / forget city : again
    away (interruption)
      go          stay : wait
      tell        reject : later
      model_back  -> back : on
"""
    assert known_in(text, "b") == {"city": "surely"}
    assert known_in(text, "away") == {"city": "maybe"}


def test_what_evidence_may_have_said_is_perhaps_kept_where_everything_else_is_forgotten() -> None:
    text = TRIP.replace("found(offer)", "found(offer, ticket?)").replace(
        "drop      -> start / forget all but city and urgent : again",
        "drop      -> bare / forget all but city and urgent : x",
    )
    bare = text + "    bare\n      hurry  -> start : on\n"
    assert known_in(bare, "bare")["ticket"] == "maybe"
    without = bare.replace("evidence  booked(ticket)", "evidence  booked").replace(
        "moved     stay", "moved     -> start"
    )
    assert known_in(without, "bare")["ticket"] == "never"


LIST = """\
    facts
      a: text
    events
      user      go, further
      answer    yes, no
      result    good, failed, refused, unsure
      evidence  paid
      system    model_down, model_back
      signal    given(a)
    tools
      read   look(a)   gives good            fails failed
      write  pay(a)    gives paid, refused   timeout unsure   look up by repeating the key   needs approval
    any state
      paid        -> done : real
      given       stay : the host says so
      model_down  -> away : no model
      blocked     -> start : no
      *           reject : no
    start (start)
      go when a known  -> asking : go
      go else          stay : not yet
    asking
      enter: propose look then pay
      yes when approved  -> doing / perform : agreed
      no                 -> start : no
    doing
      good      stay / perform : go on
      refused   -> start : no
    away (interruption)
      model_back  -> back : on
      further     -> beyond : deeper
    beyond (interruption)
      model_back  -> back : on
    done (final: completed, leftovers to attention)
"""


def test_a_question_outlives_interruptions_and_a_read_in_its_list_is_no_open_write() -> None:
    flow = flow_of(LIST)
    assert list(flow.boxes) == ["start", "asking", "doing", "away", "beyond", "done"]
    sites = {(site.need.value, site.state, site.line): fate for site, fate in flow.sites.items()}
    assert not sites["argument", "asking", "enter"].misses
    assert known_in(LIST, "doing") == {"a": "surely"}


def test_a_list_whose_arguments_are_never_known_is_never_asked_for() -> None:
    text = LIST.replace("      signal    given(a)\n", "      signal    given, named(a)\n").replace(
        "      *           reject", "      named       reject : no\n      *           reject"
    )
    text = text.replace("go when a known  -> asking : go\n      go else          stay : not yet", "go  -> asking : go")
    assert "doing" not in flow_of(text).boxes


def test_an_open_cell_of_a_draft_changes_nothing() -> None:
    text = TRIP.replace("seat      -> start : sit", "seat when urgent and not urgent  -> start : never").replace(
        "*         reject : no", "ask       reject : no"
    )
    assert known_in(text, "offered")["seats"] == "never"


def test_the_booking() -> None:
    rows = whole(BOOKING).states
    assert [name for name, standing in rows["notify"].items() if standing.known.value != "surely"] == [
        "receipt",
        "message",
    ]
    assert rows["confirm"]["slot"] == rows["book"]["slot"]
    assert (rows["confirm"]["slot"].known.value, rows["confirm"]["slot"].depends) == (
        "surely",
        ("day", "time", "party"),
    )
    assert whole(BOOKING).connected


def test_the_data_has_the_promised_keys() -> None:
    data = whole(TRIP).data()
    assert list(data) == ["connected", "facts", "states"]
    assert data["facts"][0] == {  # type: ignore[index]
        "name": "city",
        "events": ("tell", "ask", "moved"),
        "at_start": False,
        "initial": False,
        "claim": True,
        "depends": (),
    }
    assert data["states"]["start"]["city"] == {"known": "maybe", "claim": True, "depends": ()}  # type: ignore[index]


@pytest.mark.parametrize("patience", [0, 1])
def test_a_machine_that_is_too_much_is_followed_fact_by_fact(patience: int) -> None:
    from decidable.check.flow.follow import follow
    from decidable.check.knowledge import knowledge

    found = knowledge(follow(flow_of(BOOKING).world.table, patience=patience))
    assert not found.connected
    assert found.states["notify"]["reservation"].known.value == "surely"
