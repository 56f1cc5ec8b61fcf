"""Machines as text: reading and writing `.states` files, and building the same machine in Python.

Owns: the way from text to `core.definition` and back. Never: opens files, runs anything, or knows a model.
"""

from decidable.text.builder import Builder
from decidable.text.contracts import read_contract
from decidable.text.from_table import from_table
from decidable.text.mermaid import Imported, read_mermaid
from decidable.text.print_problem import render
from decidable.text.reader import Declared, Reading, locate, read
from decidable.text.table import to_guard
from decidable.text.writer import reformat, write

__all__ = [
    "Builder",
    "Declared",
    "Imported",
    "Reading",
    "from_table",
    "locate",
    "read",
    "read_contract",
    "read_mermaid",
    "reformat",
    "render",
    "to_guard",
    "write",
]
