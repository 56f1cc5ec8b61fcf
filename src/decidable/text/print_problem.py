"""A problem as a person reads it: the place, the sentence, the line with a mark under it, the advice.

Owns: that one rendering. Never: colours, and never lets a file's control characters reach a terminal.
"""

from __future__ import annotations

import unicodedata
from typing import Final

from decidable.core.problem import Problem, Severity

_WINDOW: Final = 120


def render(problem: Problem, source: str, path: str) -> str:
    """`booking.states:12:5: message`, the line of the source, a caret under its column, and the hint."""
    place = [path, *(str(number) for number in (problem.line, problem.column) if number)]
    severity = "" if problem.severity is Severity.ERROR else f"{problem.severity}: "
    parts = [f"{':'.join(place)}: {severity}{_printable(problem.message)}"]
    lines = source.split("\n")
    if 0 < problem.line <= len(lines):
        parts += _excerpt(lines[problem.line - 1].removesuffix("\r"), problem.column)
    if problem.hint:
        parts.append(f"  hint: {_printable(problem.hint)}")
    return "\n".join(parts)


def _excerpt(line: str, column: int) -> list[str]:
    if not line.strip():
        return []
    # A long line is cut to what surrounds the place.
    start = max(0, column - 1 - _WINDOW // 2) if len(line) > _WINDOW else 0
    cut = _printable(line[start : start + _WINDOW])
    shown = [f"  {'...' if start else ''}{cut}{'...' if start + _WINDOW < len(line) else ''}"]
    if column:
        before = cut[: column - 1 - start]
        width = sum(2 if unicodedata.east_asian_width(char) in "WF" else 1 for char in before)
        shown.append(f"  {'   ' if start else ''}{' ' * width}^")
    return shown


def _printable(text: str) -> str:
    return "".join(
        " " if char == "\t" else char if char.isprintable() else "\N{REPLACEMENT CHARACTER}" for char in text
    )
