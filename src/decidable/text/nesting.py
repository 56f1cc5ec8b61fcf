"""The states whose headers stand above a line, one in another.

Owns: how far in a line has to stand to belong to each, and what of a state stands once. Never: reads a line.
"""

from __future__ import annotations

from typing import Final

from decidable.text.source import SourceLine
from decidable.text.trouble import Problems, Unreadable

DEEPEST_STATE: Final = 8
"""Parents of a state: more than that nobody reads."""


class _Open:
    """A state under whose header a line stands: at the left edge, or nested in the one before it."""

    __slots__ = ("entered", "indent", "name")

    def __init__(self, name: str, indent: int) -> None:
        self.name = name
        self.indent = indent
        self.entered = False


class Nesting:
    """The open states, from the left edge inwards; none where no state can stand."""

    def __init__(self, *outermost: str) -> None:
        self._open = [_Open(name, 0) for name in outermost]

    @property
    def depth(self) -> int:
        """How many headers a line stands under."""
        return max(1, len(self._open))

    @property
    def possible(self) -> bool:
        """Whether a state can stand here."""
        return bool(self._open)

    def depth_of_comment(self, indent: int) -> int:
        """The same of a comment: under the headers that stand less far in."""
        return max(1, sum(state.indent < indent for state in self._open)) if indent else 0

    def close(self, line: SourceLine, problems: Problems) -> None:
        """Leave the states to which this line does not belong, and say where that is in doubt."""
        while len(self._open) > 1 and self._open[-1].indent >= line.indent:
            self._open.pop()
        if line.indent == (self._open[-1].indent if self._open else 0) + 1:
            message = "one space is too little to say that this line belongs to the header above"
            hint = "put two spaces before it" if line.indent == 1 else "put it two spaces further in than that header"
            problems.add("syntax-indent", message, line=line.number, column=line.indent + 1, hint=hint)

    def refuse_state(self, line: SourceLine) -> None:
        """Raises Unreadable where no further state can be nested."""
        if not self._open:
            hint = "put it at the left edge, without the word `state`"
            raise Unreadable("syntax-header", "no state stands in `any state`", column=line.left, hint=hint)
        if len(self._open) > DEEPEST_STATE:
            message = f"this state would have more than {DEEPEST_STATE} parents"
            raise Unreadable("too-deep", message, column=line.left, hint="put it further to the left")

    def open(self, name: str, line: SourceLine) -> None:
        """What follows further in stands in this state."""
        self._open.append(_Open(name, line.indent))

    def enter(self, line: SourceLine) -> None:
        """An `enter:` stands here. Raises Unreadable where none can."""
        if not self._open or not self._open[-1].name:
            raise Unreadable(
                "syntax-enter",
                "'any state' is never entered",
                column=line.left,
                hint="write `enter:` under a state",
                token="enter",
            )
        if self._open[-1].entered:
            raise Unreadable(
                "syntax-enter",
                f"state '{self._open[-1].name}' has a second `enter:`",
                column=line.left,
                hint="join the effects in one line, with commas, in the order they should run",
                token="enter",
            )
        self._open[-1].entered = True
