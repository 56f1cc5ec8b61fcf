"""A merge that was left half done: where its marks stand, and what is read of the file all the same.

Owns: finding the marks that version control leaves at the left edge. Never: chooses a side for the author; reading goes on
with the first, so that one conflict is one problem.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final, NamedTuple

from decidable.text.trouble import Problems

_MARK: Final = re.compile(r"(<{7}|={7}|>{7}|\|{7})(?=\s|$)")
_SIGNS: Final = ("<<<<<<<", "=======", ">>>>>>>", "|||||||")
_HINT: Final = "keep what is right of the two sides, and remove the lines with <<<<<<<, ======= and >>>>>>>"


class Conflict(NamedTuple):
    """One conflict, from its first mark to its last. `headed`: a header of its own is among what is not read."""

    first: int
    last: int
    headed: bool = False


class Conflicts(NamedTuple):
    """The conflicts of a file, and the lines that are not read."""

    places: tuple[Conflict, ...] = ()
    unread: frozenset[int] = frozenset()

    def leave(self, first: int, last: int) -> bool:
        """Whether a conflict that begins in these lines, those of a section, is about more than the section."""
        return any(first <= each.first <= last and (each.headed or last < each.last) for each in self.places)


def conflicts_in(lines: Sequence[str], problems: Problems) -> Conflicts:
    """Find the conflicts of a file, and report each at its first mark."""
    marks = [
        (number, found[1])
        for number, raw in enumerate(lines, start=1)
        if raw.startswith(_SIGNS) and (found := _MARK.match(raw))
    ]
    places: list[Conflict] = []
    unread = {number for number, _ in marks}
    begin = other = 0
    for number, mark in marks:
        if mark == "<<<<<<<":
            if begin:
                places.append(Conflict(begin, begin))
            begin, other = number, 0
        elif not begin:
            places.append(Conflict(number, number))
        elif mark == ">>>>>>>":
            other = other or number
            places.append(Conflict(begin, number, any(map(_is_headed, lines[other : number - 1]))))
            unread.update(range(other, number))
            begin = 0
        else:
            other = other or number
    if begin:
        places.append(Conflict(begin, begin))
    for first, last, _ in places:
        upto = f", up to line {last}" if last > first else ""
        message = f"conflict markers stand here{upto}: a merge was left half done"
        problems.add("conflict-markers", message, line=first, column=1, hint=_HINT)
    return Conflicts(tuple(places), frozenset(unread))


def _is_headed(line: str) -> bool:
    """Whether a line stands where headers stand, and is no mark."""
    return bool(line.strip()) and not line[0].isspace() and line[0] != "#" and _MARK.match(line) is None
