"""A machine as a picture: the grid of its cells, and its states with their arrows.

Owns: what a cell shows, which arrows there are, and how a page is filled. Never: judges a machine (`check` does), opens a
file, or asks how wide a terminal is.
"""

from decidable.draw.dot import as_dot
from decidable.draw.grid import as_text
from decidable.draw.markdown import as_markdown
from decidable.draw.mermaid import as_mermaid
from decidable.draw.outline import as_outline

__all__ = ["as_dot", "as_markdown", "as_mermaid", "as_outline", "as_text"]
