"""The picture can be read: nothing lies over anything else, measured, at 7 states and at 40; and in bounded time."""

import time
from itertools import combinations, pairwise
from pathlib import Path

import pytest

from decidable.core.table import Table
from decidable.draw.cards import text_rects
from decidable.draw.diagram import diagram
from decidable.draw.layout import Link, Point, Rect, Size, lay_out
from decidable.draw.sketch import Sketch, sketch
from tests.draw.generated import machine
from tests.draw.test_grid import booking, table

CHECKOUT = Path(__file__).with_name("checkout.states").read_text(encoding="utf-8")
MACHINES = {
    "states in states": table(CHECKOUT),
    "booking": booking(),
    "first drawing": booking("first_drawing"),
    "two edits": booking("two_edits"),
    **{f"40 states, {seed}": machine(40, 30, seed) for seed in range(5)},
    "40 states, many arrows": machine(40, 60, 99, moves=5),
    "2 states": machine(2, 4, 1),
}


@pytest.fixture(name="drawn", params=MACHINES, scope="module")
def _drawn(request: pytest.FixtureRequest) -> Sketch:
    return sketch(diagram(MACHINES[request.param]))


def taken(drawn: Sketch) -> dict[str, Rect]:
    """All boxes and labels."""
    labels = {
        f"{each.arrow.source} -> {each.arrow.target}": route.label
        for each, route in zip(drawn.arrows, drawn.layout.routes, strict=True)
    }
    return {**drawn.layout.boxes, **labels}


def pieces(points: tuple[Point, ...]) -> list[Rect]:
    """The straight pieces of a line, one pixel wide."""
    return [Rect(min(a.x, b.x), min(a.y, b.y), abs(a.x - b.x) + 1, abs(a.y - b.y) + 1) for a, b in pairwise(points)]


def test_no_box_and_no_label_lies_over_another(drawn: Sketch) -> None:
    over = [(one, other) for (one, a), (other, b) in combinations(taken(drawn).items(), 2) if a.meets(b)]
    assert over == []


def test_no_line_runs_over_a_box_or_a_label(drawn: Sketch) -> None:
    places = taken(drawn)
    over = []
    for each, route in zip(drawn.arrows, drawn.layout.routes, strict=True):
        own = f"{each.arrow.source} -> {each.arrow.target}"
        for half, ends in ((route.before, {each.arrow.source, own}), (route.after, {each.arrow.target, own})):
            for piece in pieces(half):
                over += [(own, name) for name, rect in places.items() if name not in ends and piece.meets(rect)]
    assert over == []


def test_a_line_leaves_its_source_and_ends_at_its_target(drawn: Sketch) -> None:
    for each, route in zip(drawn.arrows, drawn.layout.routes, strict=True):
        for point, rect in (
            (route.before[0], drawn.layout.boxes[each.arrow.source]),
            (route.before[-1], route.label),
            (route.after[0], route.label),
            (route.after[-1], drawn.layout.boxes[each.arrow.target]),
        ):
            assert rect.x < point.x < rect.right
            assert point.y in (rect.y, rect.bottom)


def test_no_two_lines_run_on_one_another(drawn: Sketch) -> None:
    upright: dict[int, list[tuple[int, int]]] = {}
    level: dict[int, list[tuple[int, int]]] = {}
    for route in drawn.layout.routes:
        for a, b in [*pairwise(route.before), *pairwise(route.after)]:
            if a.x == b.x:
                upright.setdefault(a.x, []).append((min(a.y, b.y), max(a.y, b.y)))
            elif a.y == b.y:
                level.setdefault(a.y, []).append((min(a.x, b.x), max(a.x, b.x)))
    for lines in (upright, level):
        on = [
            (at, one, other)
            for at, spans in lines.items()
            for one, other in combinations(spans, 2)
            if min(one[1], other[1]) - max(one[0], other[0]) > 2
        ]
        assert on == []


def test_all_text_stays_in_its_card(drawn: Sketch) -> None:
    cards = [(card, drawn.layout.boxes[name]) for name, card in drawn.boxes.items()]
    cards += [(each.card, route.label) for each, route in zip(drawn.arrows, drawn.layout.routes, strict=True)]
    for card, rect in cards:
        for text in text_rects(card, rect):
            assert rect.x < text.x
            assert text.right < rect.right
            assert rect.y < text.y
            assert text.bottom < rect.bottom


def test_everything_is_on_the_page(drawn: Sketch) -> None:
    size = drawn.layout.size
    assert min(rect.x for rect in taken(drawn).values()) == 0
    for rect in taken(drawn).values():
        assert rect.right <= size.width
        assert rect.y >= 0
        assert rect.bottom <= size.height


def test_the_start_stands_on_top_and_the_spine_is_straight() -> None:
    boxes = sketch(diagram(booking())).layout.boxes
    spine = ["gather", "search", "confirm", "book", "notify", "report"]
    assert [boxes[name].y for name in spine] == sorted(boxes[name].y for name in spine)
    assert len({boxes[name].x + boxes[name].width // 2 for name in spine}) == 1
    assert boxes["gather"].y == 0


def test_the_same_machine_is_laid_out_the_same() -> None:
    one, other = (sketch(diagram(machine(40, 30, 3))) for _ in range(2))
    assert one.layout == other.layout


@pytest.mark.parametrize("moves", [2.2, 6.0])
def test_the_largest_diagram_takes_bounded_time(moves: float) -> None:
    table: Table = machine(120, 60, 5, moves)
    start = time.process_time()
    sketch(diagram(table))
    assert time.process_time() - start < 20


def test_one_box_and_two_that_nothing_joins() -> None:
    alone = lay_out({"a": Size(40, 20)}, [], "a")
    assert (alone.size, alone.boxes) == (Size(40, 20), {"a": Rect(0, 0, 40, 20)})
    beside = lay_out({"a": Size(40, 20), "b": Size(40, 20)}, [], "a")
    assert beside.boxes["a"].y == beside.boxes["b"].y
    assert not beside.boxes["a"].meets(beside.boxes["b"])


def test_arrows_there_and_back_are_two() -> None:
    label = Size(50, 20)
    found = lay_out({"a": Size(40, 20), "b": Size(40, 20)}, [Link("a", "b", label), Link("b", "a", label)], "a")
    there, back = found.routes
    assert there.before[0].y < there.after[-1].y
    assert back.before[0].y > back.after[-1].y
    assert not there.label.meets(back.label)
