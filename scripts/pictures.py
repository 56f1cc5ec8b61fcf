"""The pictures of the documentation, drawn from the examples: `python scripts/pictures.py` writes them anew.

Owns: which pictures there are. Never: draws; `tests/docs/test_pictures.py` fails when one is out of date.
"""

from collections.abc import Mapping
from pathlib import Path

from decidable.core.compile import compile_table
from decidable.core.table import Table
from decidable.draw import as_svg, as_svg_grid
from decidable.text.reader import read

ROOT = Path(__file__).resolve().parents[1]
IMAGES = ROOT / "docs" / "images"


def pictures() -> Mapping[str, str]:
    """Each picture by the name of its file."""
    booking, first = _table("booking/booking.states"), _table("booking/first_drawing.states")
    return {
        "booking.svg": as_svg(booking),
        "booking_grid.svg": as_svg_grid(booking),
        "first_drawing_grid.svg": as_svg_grid(first),
    }


def _table(name: str) -> Table:
    definition = read((ROOT / "examples" / name).read_bytes()).definition
    assert definition is not None
    return compile_table(definition)


if __name__ == "__main__":
    IMAGES.mkdir(exist_ok=True)
    for name, picture in pictures().items():
        (IMAGES / name).write_text(picture, encoding="utf-8")
        print(f"docs/images/{name}")
