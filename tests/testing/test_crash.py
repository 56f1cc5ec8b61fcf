"""The crash harness finds what it is for: a deed done twice, and a deed forgotten."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest

from decidable.stores import Memory
from decidable.testing.crash import Crash, CrashPoints, Life, crashing, lived, points_of


def careless(folder: Path, *, mark_first: bool) -> Life:
    """A program that does one deed, with a mark kept before or after it, and trusts the mark."""

    async def life(points: CrashPoints) -> None:
        mark, deeds = folder / "mark", folder / "deeds"
        if mark.exists():
            return

        def deed() -> None:
            deeds.write_text((deeds.read_text() if deeds.exists() else "") + "x")

        steps: list[Callable[[], None]] = [mark.touch, deed]
        for step in steps if mark_first else reversed(steps):
            points.point("before a step")
            step()
            points.point("after a step")

    return life


@pytest.mark.parametrize("mark_first", [True, False])
def test_it_finds_both_ways_of_being_careless(tmp_path: Path, mark_first: bool) -> None:
    (tmp_path / "whole").mkdir()
    found = set()
    for at in points_of(careless(tmp_path / "whole", mark_first=mark_first)):
        folder = tmp_path / f"{at}"
        folder.mkdir()
        life = careless(folder, mark_first=mark_first)
        assert not lived(life, CrashPoints(at))
        assert lived(life, CrashPoints())
        deeds = folder / "deeds"
        found.add(deeds.read_text() if deeds.exists() else "")
    assert found == ({"", "x"} if mark_first else {"x", "xx"})


def test_after_the_crash_nothing_reaches_the_store() -> None:
    kept = Memory()
    points = CrashPoints(2)
    store = crashing(kept, points)
    assert store.store_id == kept.store_id
    store.claim("one")
    with pytest.raises(Crash, match="after claim"):
        store.claim("two")
    with pytest.raises(Crash, match="ended at after claim"):
        store.claim("three")
    assert kept.claim("four") == 3
    assert (points.passed, points.where) == (2, "after claim")


def test_an_error_that_is_no_crash_is_raised() -> None:
    async def life(points: CrashPoints) -> None:
        raise ValueError("a bug")

    with pytest.raises(ValueError, match="a bug"):
        lived(life, CrashPoints())


def test_a_life_that_waits_elsewhere_ends_with_the_crash() -> None:
    async def life(points: CrashPoints) -> None:
        async def elsewhere() -> None:
            points.point("in a task that nobody awaits")

        task = asyncio.create_task(elsewhere())
        await asyncio.Event().wait()
        del task

    assert not lived(life, CrashPoints(1))
