"""The diagram as text: every arrow and outcome of a state, in lines that fit."""

import re
from pathlib import Path

import pytest

import decidable.draw
from decidable.core.compile import compile_table
from decidable.draw import as_outline
from decidable.text import read
from tests.draw.test_grid import SGR, booking, table
from tests.draw.test_layout import CHECKOUT


def test_the_refund_like_machine_in_full() -> None:
    text = as_outline(
        table(
            """\
            machine shop
            facts
              many: bool = no
            events
              user   buy, leave, look
              system model_down, model_back
            any state
              leave        -> gone : asked to
              model_down   -> away : no model
              *            reject : not here
            hall (start)
              enter: say hello
              buy when many   -> hall restart : again
              buy else        -> till         : one thing
            till
              look            stay            : looks
              buy             ?               : not yet thought about
              after 30m       -> hall         : too long
            away (interruption)
              model_back      -> back else hall : where it was
            gone (final: completed)
            """
        )
    )
    assert text == Path(__file__).with_name("outline.txt").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", ["booking", "first_drawing", "two_edits"])
@pytest.mark.parametrize("width", [60, 100, 200])
def test_lines_fit_and_colour_changes_no_word(name: str, width: int) -> None:
    plain = as_outline(booking(name), width=width)
    assert max(map(len, plain.splitlines())) <= max(width, 90)
    assert SGR.sub("", as_outline(booking(name), width=width, color=True)) == plain
    assert "\x1b" not in plain


def test_open_cells_stand_with_their_state_in_red() -> None:
    assert "\x1b[1;31m  2 rules" in as_outline(booking("two_edits"), color=True)
    assert re.search(r"^  \? +details, user_cancels,", as_outline(booking("first_drawing")), re.MULTILINE)


def test_states_stand_below_their_parents() -> None:
    lines = as_outline(table(CHECKOUT), width=70).splitlines()
    assert max(map(len, lines)) <= 70
    shop = lines.index("shop (its lines hold in the states below)")
    assert lines[shop + 1 : shop + 4] == [
        "  enter                    say welcome",
        "  -> browsing              back_please",
        "  -> cancelled             after 30m",
    ]
    assert "  payment (its lines hold in the states below)" in lines
    assert "    card" in lines
    assert "      -> confirming            card_given" in lines
    assert lines.index("    confirming") < lines.index("  charging") < lines.index("packing")


def test_lines_of_a_fragment_leave_from_their_state_and_those_of_a_contract_from_any() -> None:
    texts = {"careful": "contract careful\nany state\n  stop  -> out : x\nwaiting\n  after 1h  -> out : x\n"}
    text = "use careful\nevents\n  user  go, stop\ns (start)\n  use waiting\n  go  stay : x\nout (final: failed)\n"
    definition = read(text, find=texts.get).definition
    assert definition is not None
    lines = as_outline(compile_table(definition), width=70).splitlines()
    assert lines[2:9] == [
        "s (start)",
        "  -> out  after 1h",
        "  stay    go",
        "",
        "out (final: failed)",
        "",
        "any state (where the state has no line of its own)",
    ]
    assert lines[9] == "  -> out  stop"


def test_a_way_back_without_another_is_one_arrow() -> None:
    text = "events\n  user  go, on\ns (start)\n  go  -> i : x\n  on  stay : x\ni (interruption)\n  on  -> back : x\n  go  stay : x\n"
    definition = read(text).definition
    assert definition is not None
    lines = as_outline(compile_table(definition), width=70).splitlines()
    assert [line for line in lines if "back" in line] == ["  -> back to where it was  on"]


def test_a_name_that_is_not_there_is_told() -> None:
    with pytest.raises(AttributeError, match="has no attribute 'as_pictrue'"):
        _ = decidable.draw.as_pictrue
