"""Groups of boxes stand in frames: their own inside, all others outside, names where nothing lies over them."""

import random
from itertools import combinations

import pytest

from decidable.draw.layout import Group, Layout, Link, Rect, Size, lay_out
from tests.draw.test_layout import pieces

TITLE = Size(60, 16)


def generated(seed: int, boxes: int = 24) -> tuple[Layout, tuple[Group, ...], list[Link]]:
    """Boxes in three groups, one of them within another, and some in none; arrows of every kind."""
    chance = random.Random(seed)
    names = [f"s{n}" for n in range(boxes)]
    inner, middle, other = names[3:7], names[3:11], names[14:20]
    groups = (
        Group("outer", TITLE, frozenset(middle)),
        Group("inner", TITLE, frozenset(inner), "outer"),
        Group("other", TITLE, frozenset(other)),
    )
    links = []
    for n, name in enumerate(names):
        near = [each for each in names[max(0, n - 5) : n + 6] if each != name]
        for target in dict.fromkeys([*names[n + 1 : n + 2], *chance.sample(near, 2)]):
            weight = 4 if target == names[min(n + 1, boxes - 1)] else 1
            links.append(Link(name, target, Size(chance.choice([40, 80, 120]), chance.choice([20, 40])), weight))
    sizes = {name: Size(chance.choice([80, 120, 160]), chance.choice([40, 60])) for name in names}
    return lay_out(sizes, links, "s0", groups), groups, links


def inside(rect: Rect, frame: Rect) -> bool:
    return frame.x < rect.x and rect.right < frame.right and frame.y < rect.y and rect.bottom < frame.bottom


@pytest.mark.parametrize("seed", range(12))
def test_a_frame_holds_its_own_and_nothing_else(seed: int) -> None:
    found, groups, links = generated(seed)
    for group in groups:
        frame = found.frames[group.name]
        for name, box in found.boxes.items():
            assert inside(box, frame) if name in group.members else not box.meets(frame)
        for link, route in zip(links, found.routes, strict=True):
            within = {link.source, link.target} <= group.members
            assert inside(route.label, frame) if within else not route.label.meets(frame)
        assert inside(found.titles[group.name], frame)
    assert inside(found.frames["inner"], found.frames["outer"])
    assert not found.frames["other"].meets(found.frames["outer"])


@pytest.mark.parametrize("seed", range(12))
def test_nothing_lies_over_anything(seed: int) -> None:
    found, _, links = generated(seed)
    places = {
        **found.boxes,
        **{f"title of {name}": rect for name, rect in found.titles.items()},
        **{f"{link.source} -> {link.target}": route.label for link, route in zip(links, found.routes, strict=True)},
    }
    assert [(one, other) for (one, a), (other, b) in combinations(places.items(), 2) if a.meets(b)] == []
    for link, route in zip(links, found.routes, strict=True):
        own = f"{link.source} -> {link.target}"
        for half, end in ((route.before, link.source), (route.after, link.target)):
            over = [
                name
                for piece in pieces(half)
                for name, rect in places.items()
                if name not in (own, end) and piece.meets(rect)
            ]
            assert over == []


def test_the_page_holds_the_frames() -> None:
    found, _, _ = generated(1)
    for frame in found.frames.values():
        assert frame.x >= 0
        assert frame.y >= 0
        assert frame.right <= found.size.width
        assert frame.bottom <= found.size.height


def test_a_group_that_holds_the_start_and_one_of_a_single_box() -> None:
    sizes = {name: Size(60, 30) for name in "abc"}
    links = [Link("a", "b", TITLE), Link("b", "c", TITLE), Link("c", "a", TITLE)]
    groups = (Group("g", TITLE, frozenset("ab")), Group("h", TITLE, frozenset("c")))
    found = lay_out(sizes, links, "a", groups)
    assert inside(found.boxes["a"], found.frames["g"])
    assert inside(found.boxes["c"], found.frames["h"])
    assert not found.boxes["c"].meets(found.frames["g"])
    assert found.titles["g"].bottom <= found.boxes["a"].y
