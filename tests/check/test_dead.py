"""Lines and states that no run comes to, because of what is known by then."""

from pathlib import Path

from decidable.core.problem import Severity
from tests.check.written import of, report

EXAMPLES = Path(__file__).parents[2] / "examples"

DOOR = """\
    facts
      code: text
      tries: 0..3 = 0
      shut: bool = no
    events
      user      type(code), knock, leave, lock
    any state
      *  reject : no
    outside (start)
      type   -> porch : somebody with a code
      knock  stay : nobody hears it
    porch
      knock when tries < 2   stay / count tries : again
      knock else             -> hall : let them in
      lock                   stay / set shut = yes : shut
      leave when shut        -> hall : another way
      leave else             -> outside / forget code : bye
    hall
      leave when code known  -> outside / forget code, reset tries : bye
      leave else             -> porch : they have no code
"""


def test_a_line_whose_fact_is_always_known_there_leaves_nothing_for_else() -> None:
    (finding,) = (each for each in report(DOOR).findings if each.code == "never-decides")
    assert (finding.severity, finding.line, finding.token) == (Severity.NOTE, 20, "leave")
    assert (finding.state, finding.event) == ("hall", "leave")
    assert finding.message == (
        "this line never decides leave in hall: the lines beside it decide everything that can be known there"
    )


def test_a_guard_that_asks_for_what_is_never_known_there() -> None:
    text = DOOR.replace("leave else             -> porch", "leave when not code known and tries >= 2 -> porch")
    text = text.replace("leave when code known  -> outside", "leave else -> outside")
    assert of(text, "never-decides") == [
        (20, "this line never decides leave in hall: `not code known` never holds there"),
    ]
    fixed = text.replace("type   -> porch", "type   -> porch / forget code")
    assert of(fixed, "never-decides") == []


def test_conditions_that_hold_only_apart() -> None:
    text = DOOR.replace(
        "lock                   stay / set shut = yes", "lock when tries < 1    -> hall / set shut = yes"
    )
    text = text.replace("leave when code known  -> outside", "leave when shut and tries >= 2  -> outside")
    text = text.replace("-> porch : they have no code", "-> outside / reset tries, set shut = no : they have no code")
    text = text.replace("leave when shut        -> hall", "leave when tries > 2        -> hall")
    assert of(text, "never-decides") == [
        (16, "this line never decides leave in porch: `tries > 2` never holds there"),
        (19, "this line never decides leave in hall: its conditions never hold there together"),
    ]


def test_what_the_event_itself_brings_is_not_blamed() -> None:
    text = DOOR.replace(
        "    hall\n",
        '      type when code is "x" and shut and not shut  stay : never\n      type else  stay : again\n    hall\n',
    )
    assert [line for line, _ in of(text, "never-decides")] == [22]  # what no value reaches is an idle line already


def test_a_line_of_any_state_is_not_accused() -> None:
    text = DOOR.replace(
        "*  reject : no", "lock when tries > 2  stay : no\n      lock else  reject : no\n      *  reject : no"
    )
    assert [line for line, _ in of(text, "never-decides")] == [22]


def test_a_line_for_an_event_that_never_comes_is_not_accused() -> None:
    text = DOOR.replace("user      type", "result    opened, failed\n      user      type").replace(
        "    any state", "    tools\n      read look(code) gives opened fails failed\n    any state"
    )
    text = text.replace("    hall\n", "      opened when shut  stay : x\n      opened else  stay : y\n    hall\n")
    text = text.replace("    hall\n", "    hall\n      enter: call look\n      opened, failed  stay : seen\n")
    assert all("opened" not in message for _, message in of(text, "never-decides"))


def test_a_state_behind_a_guard_that_never_holds_is_unreachable() -> None:
    text = DOOR.replace(
        "leave else             -> porch : they have no code", "leave else             -> cell : no code"
    )
    text += "    cell\n      leave  -> outside : out\n      knock  -> attic : up\n    attic\n      leave  -> outside : out\n"
    found = [each for each in report(text).findings if each.code == "unreachable"]
    assert [(each.line, each.message) for each in found] == [
        (
            21,
            "'cell' is unreachable: the lines of hall that lead there never decide, for what they ask is never known by then",
        ),
        (
            24,
            "'attic' is unreachable: the lines that lead there never decide, for what they ask is never known by then",
        ),
    ]


def test_a_machine_with_open_cells_is_not_followed() -> None:
    text = DOOR.replace("*  reject : no", "*  ? : open")
    assert report(text).knowledge is None
    assert of(text, "never-decides") == []


def test_the_booking_has_no_dead_line() -> None:
    text = (EXAMPLES / "booking" / "booking.states").read_text(encoding="utf-8")
    assert of(text, "never-decides") == of(text, "unreachable") == []
