"""A machine as a picture: the grid of its cells, and its states with their arrows.

Owns: what a cell shows, which arrows there are, and how a page is filled. Never: judges a machine (`check` does), opens a
file, or asks how wide a terminal is. Each form is imported when it is asked for: `check` draws nothing.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from decidable.draw.dot import as_dot
    from decidable.draw.face import Part
    from decidable.draw.grid import as_text
    from decidable.draw.markdown import as_markdown
    from decidable.draw.mermaid import as_mermaid
    from decidable.draw.outline import as_outline
    from decidable.draw.page import as_html
    from decidable.draw.palette import Theme
    from decidable.draw.svg import as_svg
    from decidable.draw.svg_grid import as_svg_grid
    from decidable.draw.trace import Trace, TraceStep, possible

_MODULE = {
    "Part": "decidable.draw.face",
    "Theme": "decidable.draw.palette",
    "Trace": "decidable.draw.trace",
    "TraceStep": "decidable.draw.trace",
    "as_dot": "decidable.draw.dot",
    "as_html": "decidable.draw.page",
    "as_markdown": "decidable.draw.markdown",
    "as_mermaid": "decidable.draw.mermaid",
    "as_outline": "decidable.draw.outline",
    "as_svg": "decidable.draw.svg",
    "as_svg_grid": "decidable.draw.svg_grid",
    "as_text": "decidable.draw.grid",
    "possible": "decidable.draw.trace",
}

__all__ = [
    "Part",
    "Theme",
    "Trace",
    "TraceStep",
    "as_dot",
    "as_html",
    "as_markdown",
    "as_mermaid",
    "as_outline",
    "as_svg",
    "as_svg_grid",
    "as_text",
    "possible",
]


def __getattr__(name: str) -> object:
    if name not in _MODULE:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(_MODULE[name]), name)
