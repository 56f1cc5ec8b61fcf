"""How findings and explanations name the lines of a machine.

Owns: `line 24`, or the words of the line where a machine was built in Python and has no numbers. Never: decides what is
worth saying.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from decidable.core.definition import Line
from decidable.core.shared import place_of
from decidable.core.table import Option
from decidable.text.phrases import condition_text


def line_name(line: Line, source: str) -> str:
    """`line 24`, or ``the line `yes when approved` of confirm`` where the machine was built in Python."""
    return place_of(line) or f"the line `{condition_text(line)}` of {source}"


def option_names(options: Iterable[Option]) -> str:
    """`line 3`, `lines 3 and 5`."""
    found = list({id(option.line): option for option in options}.values())
    if len(found) > 1 and all(option.line.at for option in found):
        return f"lines {listed([str(at) for at in sorted(option.line.at for option in found)])}"
    return listed([line_name(option.line, option.source) for option in found])


def listed(words: Sequence[str], most: int = 6) -> str:
    """`a`, `a and b`, `a, b and c`, `a, b and 9 more`."""
    if len(words) > most:
        words = [*words[: most - 1], f"{len(words) - most + 1} more"]
    return " and ".join(part for part in (", ".join(words[:-1]), *words[-1:]) if part)
