"""The pictures of the documentation are those that the examples give today, and a page shows each of them."""

from pathlib import Path

import pytest

from scripts.pictures import IMAGES, pictures

ROOT = Path(__file__).parents[2]
DRAWN = pictures()


@pytest.mark.parametrize("name", DRAWN)
def test_a_picture_is_current(name: str) -> None:
    """Where it is not: `.venv/bin/python scripts/pictures.py`, and look at it."""
    assert (IMAGES / name).read_text(encoding="utf-8") == DRAWN[name]


def test_no_picture_is_left_over_and_each_is_shown() -> None:
    assert {file.name for file in IMAGES.iterdir()} == set(DRAWN)
    pages = [ROOT / "README.md", *(ROOT / "docs").rglob("*.md")]
    text = "".join(page.read_text(encoding="utf-8") for page in pages)
    assert {name for name in DRAWN if f"images/{name}" not in text} == set()
