"""The process ends at every point of the booking in turn: always one table, one deposit, one text, and it finishes."""

from __future__ import annotations

import itertools
import random
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

import pytest

from decidable.testing.crash import CrashPoints, lived
from services import Ledger
from tests.crash.dinner import dine, live_through, require_one_of_each

Trouble = tuple[str, str, str]
TROUBLES: Sequence[tuple[Trouble, ...]] = (
    (("restaurant", "reserve", "timeout_after"),),
    (("restaurant", "reserve", "fail_before"), ("restaurant", "find", "unavailable_lookup")),
    (("payments", "pay", "timeout_after"), ("messages", "send", "timeout_after")),
    (("payments", "pay", "fail_before"), ("messages", "send", "fail_before")),
)
"""What goes wrong in the world besides."""


def points_of(folder: Path, troubles: Sequence[Trouble] = ()) -> int:
    """How many points a life without a crash has."""
    plan(folder, troubles)
    points = CrashPoints()
    assert lived(lambda points: dine(folder, points, 0), points)
    require_one_of_each(folder)
    return points.passed


def plan(folder: Path, troubles: Sequence[Trouble]) -> None:
    """A folder of its own for a world in which this goes wrong."""
    folder.mkdir()
    with closing(Ledger(folder / "world.db")) as ledger:
        for trouble in troubles:
            ledger.plan(*trouble)


def test_a_crash_at_any_point(tmp_path: Path) -> None:
    total = points_of(tmp_path / "whole")
    assert total > 50
    seen: set[str] = set()
    for at in range(1, total + 1):
        folder = tmp_path / f"{at}"
        folder.mkdir()
        seen.update(live_through(folder, at))
    assert {"after commit", "after delivered", "after offer", "before a deed", "after a deed"} <= seen


def test_crashes_in_a_few_pairs(tmp_path: Path) -> None:
    chance = random.Random(7)
    total = points_of(tmp_path / "whole")
    for number in range(20):
        folder = tmp_path / f"{number}"
        folder.mkdir()
        live_through(folder, chance.randint(1, total), chance.randint(1, total))


@pytest.mark.slow
def test_every_ordered_pair_of_crashes(tmp_path: Path) -> None:
    total = points_of(tmp_path / "whole")
    for first, second in itertools.product(range(1, total + 1), repeat=2):
        folder = tmp_path / f"{first}-{second}"
        folder.mkdir()
        live_through(folder, first, second)


@pytest.mark.slow
@pytest.mark.parametrize("troubles", TROUBLES, ids=lambda troubles: "+".join(".".join(each) for each in troubles))
def test_crashes_in_a_world_that_goes_wrong(tmp_path: Path, troubles: Sequence[Trouble]) -> None:
    total = points_of(tmp_path / "whole", troubles)
    chance = random.Random(11)
    singles = [(at,) for at in range(1, total + 1)]
    pairs = [(chance.randint(1, total), chance.randint(1, total)) for _ in range(300)]
    for crashes in [*singles, *pairs]:
        folder = tmp_path / "-".join(map(str, crashes)) if len(crashes) == 1 else tmp_path / f"pair-{chance.random()}"
        plan(folder, troubles)
        live_through(folder, *crashes)
