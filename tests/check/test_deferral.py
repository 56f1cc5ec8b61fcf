"""Events put off for ever."""

from pathlib import Path

import pytest

from decidable.core.problem import Severity
from tests.check.written import of, report

EXAMPLES = Path(__file__).parents[2] / "examples"

DESK = """\
    events
      user      ask, go
      signal    ready
      system    model_down, model_back
    any state
      ready       stay : seen
      model_down  stay : code
      *           reject : no
    open (start)
      go     -> working : work
      ask    stay : answered
    working
      ask    defer : later
      ready  -> idle : done
    idle
      ask    stay : answered
      go     -> open : again
"""


def changed(*pairs: tuple[str, str]) -> str:
    text = DESK
    for old, new in pairs:
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    return text


def test_what_a_state_after_it_takes_is_released() -> None:
    assert of(DESK, "deferred-forever") == of(DESK, "maybe-never-released") == []


def test_what_no_state_after_it_takes_waits_for_ever() -> None:
    text = changed(("      ask    stay : answered\n    working", "      ask    reject : no\n    working"))
    assert of(text, "deferred-forever") == []  # idle still takes it, and a rejection by name is an answer too
    text = DESK.replace("      ask    stay : answered\n", "")
    (finding,) = (each for each in report(text).findings if each.code == "deferred-forever")
    assert (finding.severity, finding.line, finding.token) == (Severity.WARNING, 12, "ask")
    assert (finding.state, finding.event) == ("working", "ask")
    assert finding.message == (
        "'ask' is deferred for ever in working: the path go > ask puts it off, and no state after it takes it"
    )


def test_a_star_takes_nothing_that_waits() -> None:
    text = DESK.replace("      ask    stay : answered\n", "      *      stay : whatever\n")
    assert [line for line, _ in of(text, "deferred-forever")] == [13]


def test_a_way_into_states_that_never_take_it() -> None:
    text = changed(
        ("ready  -> idle : done", "ready  -> idle : done\n      go     -> halt : broken"),
        (
            "      go     -> open : again",
            "      go     -> open : again\n    halt\n      go     -> deep : on\n    deep\n      go     -> halt : on",
        ),
    )
    assert of(text, "maybe-never-released") == [
        (
            13,
            "'ask', deferred in working, may never be taken up: the path go > ask > go leads into deep and halt; nothing there"
            " takes it, and nothing leads out",
        )
    ]
    released = text.replace("    deep\n", "    deep\n      ask    reject : no desk here\n")
    assert of(released, "maybe-never-released") == []


def test_a_pit_behind_a_state_that_takes_it_is_no_danger() -> None:
    text = changed(
        ("user      ask, go", "user      ask, go, fall"),
        ("      go     -> working : work", "      go     -> working : work\n      fall   -> pit : down"),
        ("      go     -> open : again", "      go     -> open : again\n    pit\n      go     stay : deep"),
    )
    assert of(text, "maybe-never-released") == of(text, "deferred-forever") == []


def test_a_longer_way_is_told_event_by_event() -> None:
    text = changed(
        ("ready  -> idle : done", "ready  -> idle : done\n      go     -> gate : broken"),
        (
            "      go     -> open : again",
            "      go     -> open : again\n    gate\n      go     -> halt : on\n    halt\n      go     stay : x",
        ),
    )
    ((_, message),) = of(text, "maybe-never-released")
    assert "the path go > ask > go > go leads into halt; nothing there takes it" in message


PIT = changed(
    ("ready  -> idle : done", "ready  -> idle : done\n      go     -> pit : broken"),
    ("      go     -> open : again", "      go     -> open : again\n    pit\n      go     stay : deep"),
)


def test_a_way_that_no_run_takes_is_no_danger() -> None:
    """What is known of the number is that it may be more than two; that it is counted once, only a run shows."""
    text = "    facts\n      n: 0..9 = 0\n" + PIT.replace("go     -> pit", "go when n > 2  -> pit")
    text = text.replace("ask    defer : later", "ask    defer : later\n      go else  stay : not yet")
    once = text.replace("go     -> working : work", "go     -> working / set n = 0, count n : work")
    assert of(once, "maybe-never-released") == []
    often = once.replace("go else  stay : not yet", "go else  stay / count n : not yet")
    ((_, message),) = of(often, "maybe-never-released")
    assert "the path go > ask > go > go > go leads into pit" in message


def test_what_another_line_has_put_off_does_not_show_it() -> None:
    """The run that comes to the pit has put it off in open; to come from working, it is put off there."""
    text = PIT.replace(
        "    open (start)\n      go     -> working : work\n      ask    stay : answered",
        "    open (start)\n      go     -> working : work\n      ask    defer : first work",
    )
    messages = of(text, "maybe-never-released")
    assert [(line, message.partition(": ")[2].partition(" leads")[0]) for line, message in messages] == [
        (11, "the path ask > go > go"),
        (13, "the path go > ask > go"),
    ]


def test_a_run_too_far_away_is_not_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("decidable.check.runs.STEPS", 2)
    assert of(PIT, "maybe-never-released") == []


def test_the_state_itself_may_take_it_when_a_guard_lets_it() -> None:
    text = DESK.replace("    events\n", "    facts\n      held: bool = no\n    events\n")
    text = text.replace(
        "ask    defer : later",
        "ask when held  defer : later\n      ask else       stay : now\n      go             stay / set held = yes : x",
    )
    text = text.replace("      ask    stay : answered\n", "")
    assert of(text, "deferred-forever") == of(text, "maybe-never-released") == []


def test_the_same_line_in_several_states_is_told_once() -> None:
    text = DESK.replace("      ask    stay : answered\n", "").replace("      ask    defer : later\n", "")
    text = text.replace("*           reject", "ask         defer : later\n      *           reject")
    assert [line for line, _ in of(text, "deferred-forever")] == [8]


def test_what_still_waits_at_an_end_is_the_matter_of_another_finding() -> None:
    text = changed(
        ("ready  -> idle : done", "ready  -> over : done"),
        ("    idle\n      ask    stay : answered\n      go     -> open : again\n", "    over (final: completed)\n"),
    )
    codes = {each.code for each in report(text).findings if each.severity is Severity.WARNING}
    assert codes == {"no-timer", "end-leftovers"}
    said = text.replace("completed)", "completed, leftovers to attention)")
    assert of(said, "deferred-forever") == of(said, "end-leftovers") == []
    other = text.replace("ready  -> over : done", "ready  -> over : done\n      go     -> open : again")
    assert of(other, "maybe-never-released") == of(other, "deferred-forever") == []


def test_an_interruption_takes_nothing_from_the_queue_and_releases_it_where_it_returns() -> None:
    text = changed(
        ("model_down  stay : code", "model_down  -> away : no model"),
        (
            "      go     -> open : again",
            "      go     -> open : again\n    away (interruption)\n      ask         stay : heard\n      model_back  -> back : on",
        ),
    )
    assert of(text, "deferred-forever") == of(text, "maybe-never-released") == []
    stuck = text.replace("model_back  -> back : on", "model_back  stay : no way back")
    assert [line for line, _ in of(stuck, "maybe-never-released")] == [13]


def test_the_examples() -> None:
    text = (EXAMPLES / "booking" / "booking.states").read_text(encoding="utf-8")
    assert of(text, "deferred-forever") == of(text, "maybe-never-released") == []
