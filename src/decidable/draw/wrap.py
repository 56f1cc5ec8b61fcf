"""Names that are too long for a column, broken where a reader would break them.

Owns: breaking at underscores and spaces. Never: cuts anything away; a shortened name could be mistaken for another.
"""

from __future__ import annotations

import re

_PIECE = re.compile(r"[^_ ]*[_ ]+|[^_ ]+")
_ARROW = re.compile(r"\(?-> ")


def wrap(word: str, width: int) -> list[str]:
    """A word in lines of at most `width` characters: broken after underscores and spaces, else anywhere.

    What follows an arrow stays behind it: the lines of a target stand below one another.
    """
    if len(word) <= width:
        return [word]
    arrow = _ARROW.match(word)
    indent = " " * arrow.end() if arrow and arrow.end() < width // 2 else ""
    lines = [arrow.group() if arrow else ""]
    for piece in _PIECE.findall(word[arrow.end() if arrow else 0 :]):
        rest = piece
        if len(lines[-1]) + len(rest.rstrip()) > width and len(lines[-1]) > len(indent):
            lines.append(indent)
        while len(lines[-1]) + len(rest.rstrip()) > width:
            room = width - len(lines[-1])
            lines[-1] += rest[:room]
            rest = rest[room:]
            lines.append(indent)
        lines[-1] += rest
    return [line.rstrip() for line in lines]


def unbroken(word: str) -> int:
    """The length of the longest piece of a word that `wrap` would not break: `-> resolution_` of `-> resolution_found`."""
    arrow = _ARROW.match(word)
    start = arrow.end() if arrow else 0
    return start + max((len(piece.rstrip()) for piece in _PIECE.findall(word[start:])), default=0)
