"""The diagram and the grid as SVG: well formed, complete, from nowhere else, the same each time."""

import re
from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree

import pytest

from decidable.core.table import Table
from decidable.draw import Theme, Trace, TraceStep, as_svg, as_svg_grid
from decidable.draw.diagram import diagram
from decidable.draw.palette import DARK, LIGHT
from tests.draw.generated import machine, written
from tests.draw.test_grid import booking, table
from tests.draw.test_layout import CHECKOUT

SVG = "{http://www.w3.org/2000/svg}"
SMALL = """\
    machine shop
    events
      user   buy, leave
      system model_down, model_back
    any state
      leave        -> gone : asked to
      model_down   -> away : no model
      *            reject : not here
    hall (start)
      buy          -> till : one thing
    till
      buy          ?
      after 30m    -> hall : too long
    away (interruption)
      model_back   -> back else hall : where it was
    gone (final: completed)
    """
PATH = Trace(
    "asked twice",
    (
        TraceStep("gather", "details", "search"),
        TraceStep("search", "slot_free", "confirm"),
        TraceStep("confirm", "user_yes", "book"),
        TraceStep("book", "user_cancels", "book"),
        TraceStep("book", "sent", "report"),
        TraceStep("report", "told", "gather"),
        TraceStep("gather", "model_down", "degraded"),
        TraceStep("degraded", "model_back", "search"),
        TraceStep("search", "details", "search"),
    ),
)
DRAWN: dict[str, Callable[[Theme], str]] = {
    "booking": lambda theme: as_svg(booking(), theme=theme),
    "first drawing": lambda theme: as_svg(booking("first_drawing"), theme=theme),
    "trace": lambda theme: as_svg(booking(), trace=PATH, theme=theme),
    "40 states": lambda theme: as_svg(machine(40, 30, 1), theme=theme),
    "121 states": lambda theme: as_svg(machine(121, 30, 1), theme=theme),
    "grid": lambda theme: as_svg_grid(booking("two_edits"), theme=theme),
}


def shown(text: str) -> list[str]:
    """Every text of a picture, as read."""
    return ["".join(found.itertext()) for found in ElementTree.fromstring(text).iter(f"{SVG}text")]


@pytest.mark.parametrize("name", DRAWN)
def test_a_picture_is_well_formed_and_tells_what_it_is(name: str) -> None:
    text = DRAWN[name](Theme.AUTO)
    root = ElementTree.fromstring(text)
    assert [child.tag.removeprefix(SVG) for child in root][:3] == ["title", "desc", "style"]
    assert root.get("role") == "img"
    ids = [found.get("id") for found in root.iter() if found.get("id")]
    assert root.get("aria-labelledby") == " ".join(filter(None, ids[:2]))
    assert len(ids) == len(set(ids))
    assert text == DRAWN[name](Theme.AUTO), "the same bytes each time"


@pytest.mark.parametrize("name", DRAWN)
def test_a_picture_needs_nothing_from_outside(name: str) -> None:
    text = DRAWN[name](Theme.AUTO).replace('xmlns="http://www.w3.org/2000/svg"', "")
    assert not re.search(r"http|url\(|href|<script|<image|@import|@font-face", text)


@pytest.mark.parametrize("name", DRAWN)
def test_a_theme_is_one_set_of_colours_and_auto_is_both(name: str) -> None:
    light, dark, auto = (DRAWN[name](theme) for theme in (Theme.LIGHT, Theme.DARK, Theme.AUTO))
    assert LIGHT["paper"] in light
    assert LIGHT["paper"] not in dark
    assert DARK["paper"] in dark
    assert (
        auto.index(LIGHT["paper"])
        < auto.index("@media screen and (prefers-color-scheme: dark)")
        < auto.index(DARK["paper"])
    )
    assert "$" not in auto
    body = re.compile(r"<style>.*?</style>", re.DOTALL)
    assert body.sub("", light) == body.sub("", dark) == body.sub("", auto)


def test_a_small_machine_is_drawn_to_the_byte() -> None:
    """After a change: look at the picture, then write it anew."""
    drawn = as_svg(table(SMALL), theme=Theme.LIGHT)
    assert drawn == Path(__file__).with_name("shop.svg").read_text(encoding="utf-8")


@pytest.mark.parametrize("picture", [booking(), booking("first_drawing"), machine(40, 30, 2)])
def test_every_state_and_every_event_that_moves_is_written_as_text(picture: Table) -> None:
    words = " ".join(shown(as_svg(picture)))
    for name in (*picture.states, *(label.event for arrow in diagram(picture).arrows for label in arrow.labels)):
        assert name in words


def test_what_is_open_is_written_and_not_only_coloured() -> None:
    assert "2 rules: 1" in shown(as_svg(booking("two_edits")))
    assert "? 16 undecided" in shown(as_svg(booking("first_drawing")))
    assert "2 rules" in shown(as_svg_grid(booking("two_edits")))


def test_interruptions_stand_apart_with_their_arrows_in_words() -> None:
    words = shown(as_svg(booking()))
    assert "interruptions: the state that was left keeps its place" in words
    assert "model_down \N{MIDDLE DOT} gather" in words
    assert "model_back \N{MIDDLE DOT} back to where it was" in words
    alone = shown(as_svg(table("s (start)\n  a -> t : x\nt (interruption)\n  a stay : x\n")))
    assert "nothing leads out" in alone


def test_parents_are_frames_with_what_they_do_on_entry_and_where_their_lines_leave_from() -> None:
    drawn = as_svg(table(CHECKOUT), theme=Theme.LIGHT)
    words = shown(drawn)
    for text in ("shop", "say welcome", "payment", "any state in shop", "any state in payment", "in off"):
        assert text in words
    assert drawn.count('<rect class="dc-band"') == 3, "two frames and the band of interruptions"
    assert "shop / payment / card" in shown(as_svg_grid(table(CHECKOUT)))
    inside = as_svg(table("s (start)\n  a -> p : x\np\n  a -> s : y\n  state t (start)\n  state u\n"))
    assert shown(inside).count("any state in p") == 1
    nested = as_svg(table("p (start)\n  a -> e : x\n  state s (start)\n    a -> t : x\n  state t\ne (final: failed)\n"))
    assert "start" in shown(nested)
    assert 'r="5"' not in nested, "the dot of a start would lie over the frame's name"


def test_a_trace_through_a_parents_line() -> None:
    steps = (TraceStep("card", "back_please", "browsing"), TraceStep("browsing", "cancel", "cancelled"))
    words = shown(as_svg(table(CHECKOUT), trace=Trace("given up", steps)))
    assert "back_please  1" in words
    assert "cancel  2" in words


def test_a_trace_is_on_its_arrows_and_boxes_with_its_numbers() -> None:
    text = as_svg(booking(), trace=PATH, theme=Theme.LIGHT)
    words = shown(text)
    assert "asked twice" in words
    for numbered in (
        *(
            "details [...]  1",
            "user_yes [approved]  3",
            "user_cancels  4",
            "sent  5",
            "model_down \N{MIDDLE DOT} gather  7",
        ),
        *("model_back \N{MIDDLE DOT} back to where it was  8", "restart: details  9"),
    ):
        assert numbered in words
    assert len(re.findall(r'class="dc-line(?: dc-shared)? dc-trace"', text)) == 2 * 5
    assert len(re.findall("dc-seen", text)) == 1 + 6


def test_a_machine_beyond_reading_is_its_grid_and_says_so() -> None:
    words = shown(as_svg(machine(121, 30, 1)))
    assert any(
        word.startswith("121 states are beyond what a diagram can show readably (at most 120)") for word in words
    )
    assert sum(word.startswith("Each square is a cell") for word in words) == 1


def test_so_is_one_with_too_many_arrows() -> None:
    words = shown(as_svg(machine(90, 60, 1, moves=7)))
    assert any(
        re.match(r"\d+ arrows are beyond what a diagram can show readably \(at most 300\)", word) for word in words
    )


def test_a_machine_with_long_lists_says_how_many_it_leaves_out() -> None:
    events = ", ".join(f"e{n}" for n in range(12))
    effects = ", ".join(f"say w{n}" for n in range(5))
    drawn = as_svg(
        table(f"events\n  user {events}\ns (start)\n  enter: {effects}\n  {events} -> t : x\nt\n  {events} -> s : y\n")
    )
    words = shown(drawn)
    assert words.count("+ 4 more") == 2
    assert "+ 2 more on entry" in words
    assert "e11: x" in drawn
    nine = ", ".join(f"e{n}" for n in range(9))
    assert "e8" in shown(as_svg(table(f"events\n  user {nine}\ns (start)\n  {nine} -> t : x\nt\n  {nine} stay : y\n")))


def test_reasons_are_text_and_control_characters_never_come_through() -> None:
    drawn = as_svg(table("s (start)\n  a -> t : \"<b>&amp;\x1b[31m'ünï 🎉\nt\n  a stay : x\n"))
    assert "&lt;b&gt;&amp;amp;\N{REPLACEMENT CHARACTER}[31m&#x27;ünï 🎉" in drawn
    titles = [found.text for found in ElementTree.fromstring(drawn).iter(f"{SVG}title")]
    assert "s -> t\na: \"<b>&amp;\N{REPLACEMENT CHARACTER}[31m'ünï 🎉" in titles


def test_the_grid_has_every_cell() -> None:
    edits = booking("two_edits")
    titles = [found.text for found in ElementTree.fromstring(as_svg_grid(edits)).iter(f"{SVG}title")]
    cells = [f"{state} x {event}" for state, row in edits.rows.items() for event in row]
    assert sorted(filter(None, titles[1:])) == sorted(cells)
    big = machine(90, 40, 1)
    rects = ElementTree.fromstring(as_svg_grid(big)).iter(f"{SVG}rect")
    widths = [int(rect.get("width", "0")) for rect in rects][1:]
    assert sum((width + 1) // 9 for width in widths) == 89 * 40
    timed = written(90, 40, 1).replace("(start)\n", "(start)\n  after 1m stay : x\n")
    rects = ElementTree.fromstring(as_svg_grid(table(timed))).iter(f"{SVG}rect")
    widths = [int(rect.get("width", "0")) for rect in rects][1:]
    assert sum((width + 1) // 9 for width in widths) == 89 * 40 + 1, "no square where a state has no such column"


def test_the_legend_goes_on_in_the_next_line() -> None:
    narrow = table("""\
        events
          user a
          result b
          evidence c
          signal e
        s (start)
          a -> t : x
          b -> t : x
          c -> t : x
          e -> t : x
          after 1m -> t : x
        t (final: completed)
        """)
    drawn = as_svg(narrow)
    dots = re.findall(r'<circle class="dc-\w+" cx="(\d+)" cy="(\d+)" r="3.5"/>', drawn)
    assert len(dots) == 5
    assert len({y for _, y in dots}) == 2
    assert max(int(x) for x, _ in dots) < 480


def test_a_machine_without_events_has_a_picture() -> None:
    empty = table("s (start)\n")
    for drawn in (as_svg(empty), as_svg_grid(empty)):
        assert "1 state x 0 events = 0 cells, 0 undecided" in shown(drawn)
