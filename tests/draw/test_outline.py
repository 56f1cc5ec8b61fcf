"""The diagram as text: every arrow and outcome of a state, in lines that fit."""

import re
from pathlib import Path

import pytest

from decidable.draw import as_outline
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
