"""How much room text needs, whatever font the reader's computer has.

Owns: the widths, in thousandths of the font size. They are upper bounds for the widest of the usual sans-serif fonts, so
that no text leaves its box; in a narrower font there is a little air. Never: asks a font.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

_CLASSES: Final = (
    (345, " ',.:;/\\ijlI|`"),
    (420, "()[]{}!frt-"),
    (600, '"*_Jcksvxyz'),
    (645, "$0123456789?FLabdeghnopqu^~"),
    (705, "ABCEPRSTVXYZ"),
    (800, "&DGHKNOQU"),
    (845, "#+<=>w"),
    (1005, "%@MWm\N{HORIZONTAL ELLIPSIS}"),
    (345, "\N{MIDDLE DOT}"),
)
_WIDTHS: Final = {char: width for width, chars in _CLASSES for char in chars}
_LATIN: Final = 0x250
"""Below it letters with accents, from there on whatever a script may need."""
_BOLD: Final = 1120


def text_width(text: str, size: int, *, bold: bool = False) -> int:
    """The most room that a text of this size takes, in pixels."""
    thousandths = sum(_WIDTHS.get(char) or (845 if ord(char) < _LATIN else 1_100) for char in text)
    if bold:
        thousandths = thousandths * _BOLD // 1_000
    return -(-thousandths * size // 1_000)


def wrapped(text: str, width: int, size: int = 11) -> Iterator[str]:
    """A sentence in lines that fit, as far as its words do."""
    found = ""
    for word in text.split():
        joined = f"{found} {word}" if found else word
        if found and text_width(joined, size) > width:
            yield found
            found = word
        else:
            found = joined
    yield found
