"""The grid in a terminal and in Markdown: what it shows, and that it fits."""

import re
from pathlib import Path
from textwrap import dedent

import pytest

from decidable.core.compile import compile_table
from decidable.core.table import Table
from decidable.draw import as_markdown, as_text
from decidable.draw.face import page
from decidable.text.reader import read

BOOKING = Path(__file__).parents[2] / "examples" / "booking"
SGR = re.compile(r"\x1b\[[0-9;]*m")


def table(text: str) -> Table:
    reading = read(dedent(text))
    assert reading.problems == ()
    assert reading.definition is not None
    return compile_table(reading.definition)


def booking(name: str = "booking") -> Table:
    return table((BOOKING / f"{name}.states").read_text(encoding="utf-8"))


def test_the_booking_at_100_columns() -> None:
    """After a change of the booking: `decidable grid examples/booking/booking.states --width 100`, and read it."""
    golden = Path(__file__).with_name("booking_100.txt").read_text(encoding="utf-8")
    assert as_text(booking(), width=100) == golden
    assert "?" not in golden


@pytest.mark.parametrize("name", ["booking", "first_drawing", "two_edits"])
@pytest.mark.parametrize("width", [40, 60, 80, 100, 120, 200, 300])
@pytest.mark.parametrize("color", [False, True])
def test_no_line_is_wider_than_asked_and_no_cell_is_lost(name: str, width: int, color: bool) -> None:
    machine = booking(name)
    text = SGR.sub("", as_text(machine, width=width, color=color))
    assert max(map(len, text.splitlines())) <= width
    assert not any(line != line.rstrip() for line in text.splitlines())
    flat = re.sub(r"\s+", "", text)
    for event in machine.events:
        assert event.split("_")[-1] in flat
    shown = sum(len(face.words) for row in page(machine).faces.values() for face in row.values())
    words = re.findall(
        r"->|\bstay\b|\bdefer\b|\breject\b|\?|\b2 rules\b", text.partition("\n\n")[2].rpartition("\n\n")[0]
    )
    assert len(words) == shown


def test_a_wide_terminal_has_every_event_side_by_side() -> None:
    lines = SGR.sub("", as_text(booking(), width=200, color=True)).splitlines()
    assert [line.count("gather ") for line in lines if line.startswith("gather ")] == [1]


def test_colour_is_used_only_when_told() -> None:
    drawing = booking("first_drawing")
    assert "\x1b" not in as_text(drawing)
    assert "\x1b[1;31m?\x1b[0m" in as_text(drawing, color=True)
    assert "\x1b[2mreject\x1b[0m" in as_text(booking(), color=True)
    assert "(reject)" in as_text(booking())


def test_a_contradiction_stands_first_and_in_red() -> None:
    edits = booking("two_edits")
    text = as_text(edits)
    assert text.startswith("booking: 7 states x 17 events = 119 cells, 0 undecided, 1 with 2 rules\n")
    rows = [line for line in text.splitlines() if line.startswith(("confirm", "gather"))]
    assert rows[0].startswith("confirm   2 rules")
    assert text.count("2 rules") == 3  # the headline, the cell, the legend
    assert "\x1b[1;31m2 rules\x1b[0m" in as_text(edits, color=True)


def test_least_decided_rows_and_columns_come_first() -> None:
    shown = page(booking("first_drawing"))
    assert shown.states[0] == "degraded"
    assert shown.events[-1] == "details"
    assert list(page(booking()).states) == list(booking().rows)


def test_a_partial_cell_shows_its_outcomes_and_a_question_mark() -> None:
    text = """\
        facts
          f: bool = no
        events
          user a
        s (start)
          a when f   -> t : x
        t
          a   -> s : x
        """
    shown = page(table(text)).faces["s"]["a"]
    assert shown.words == ("?", "-> t")
    assert as_text(table(text)).startswith("2 states x 1 event = 2 cells, 0 undecided, 1 partial\n")


def test_columns_that_only_some_states_have_stand_apart() -> None:
    text = as_text(booking(), width=100)
    (block,) = (part for part in text.split("\n\n") if "after 30m" in part)
    assert [line.split()[0] for line in block.splitlines()[2:] if line[0] != " "] == [
        *("search", "confirm", "book", "notify", "report"),
    ]


def test_names_too_long_for_any_terminal_are_broken_not_cut() -> None:
    long = "a" * 60
    text = as_text(table(f"{long} (start)\n  {long}_b   stay : x\n"), width=30)
    assert max(map(len, text.splitlines()[2:])) <= 16 + 2 + 24
    assert text.count("a") > 120


def test_a_machine_of_final_states_only_beside_its_start_has_one_row() -> None:
    text = as_text(table("s (start)\n  go   -> end : x\nend (final: completed)\n"))
    assert text == "1 state x 1 event = 1 cell, 0 undecided\n\n   go\n---------\ns  -> end\n"


def test_a_machine_without_events_is_only_a_headline() -> None:
    empty = table("facts\n  f: bool\ns (start)\nt (interruption)\n")
    assert as_text(empty) == as_markdown(empty) == "2 states x 0 events = 0 cells, 0 undecided\n"


def test_markdown_has_every_cell_and_marks_what_is_open() -> None:
    text = as_markdown(booking("two_edits"))
    tables = [part for part in text.split("\n\n") if part.startswith("|")]
    assert len(tables) == 2
    rows = tables[0].splitlines()
    assert len(rows) == 2 + 7
    assert {row.count("|") for row in rows} == {19}
    assert "| **2 rules<br>&rarr; gather<br>&rarr; report<br>&rarr; search** |" in rows[2]
    assert "*reject*" in rows[3]
    assert len(as_markdown(booking("first_drawing")).split("\n\n")) == 2


def test_markdown_leaves_out_a_table_without_columns() -> None:
    assert as_markdown(table("s (start)\n  go   stay : x\n")) == (
        "1 state x 1 event = 1 cell, 0 undecided\n\n|  | go |\n| --- | --- |\n| **s** | stay |\n"
    )


NESTED = """
    machine shop
    events
      user  a, b
    any state
      b  stay
    here (start)
      a  -> p
    p
      a  stay
      state one (start)
        a  -> q
      state q
        state two (start)
        state three
          a  ?
    off (interruption)
      a  -> back
      state resting (start)
"""


def test_parents_head_their_children() -> None:
    """The child with the open cell comes first, and draws its parents with it; the others follow as they were written."""
    assert as_text(table(NESTED)) == (
        "shop: 5 states x 2 events = 10 cells, 1 undecided\n\n"
        "           a          b\n"
        "----------------------------\n"
        "p\n"
        "  q\n"
        "    three  ?          (stay)\n"
        "    two    (stay)     (stay)\n"
        "  one      -> two     (stay)\n"
        "here       -> one     (stay)\n"
        "off\n"
        "  resting  (-> back)  (stay)\n\n"
        "?  undecided, or for some values    (...)  by a line of a parent, of any state, a group or `*`\n"
    )


def test_parents_head_their_children_in_markdown() -> None:
    assert as_markdown(table(NESTED)).splitlines()[4:] == [
        "| p |  |  |",
        "| &emsp;q |  |  |",
        "| &emsp;&emsp;**three** | **?** | *stay* |",
        "| &emsp;&emsp;**two** | *stay* | *stay* |",
        "| &emsp;**one** | &rarr; two | *stay* |",
        "| **here** | &rarr; one | *stay* |",
        "| off |  |  |",
        "| &emsp;**resting** | *&rarr; back* | *stay* |",
    ]
