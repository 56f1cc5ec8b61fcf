"""A machine as a picture: the grid of its cells, for a terminal and for Markdown.

Owns: what a cell shows and how a page is filled. Never: judges a machine (`check` does), opens a file, or asks how wide
a terminal is.
"""

from decidable.draw.grid import as_text
from decidable.draw.markdown import as_markdown

__all__ = ["as_markdown", "as_text"]
