"""Words and signs of a line, and a cursor over them.

Owns: tokens with their columns, and what an unexpected one is called. Never: knows the grammar.
"""

from __future__ import annotations

import re
from enum import Enum, auto
from typing import Final, NamedTuple, NoReturn

from decidable.text.names import LONGEST_NAME, shown
from decidable.text.source import STRING
from decidable.text.trouble import Hint, Unreadable

DEEPEST: Final = 50
"""Levels of parentheses and `not`: more than a person can read, less than a stack can hold."""

_TOKEN: Final = re.compile(
    rf"""\s*+(?:
      (?P<NAME>[A-Za-z_][A-Za-z0-9_]*+)
    | (?P<NUMBER>-?[0-9]++(?:\.[0-9]++)?+(?![A-Za-z0-9_]))
    | (?P<MEASURE>[0-9]+[A-Za-z][A-Za-z0-9_]*+)
    | (?P<STRING>{STRING})
    | (?P<SIGN>->|<=|>=|==|!=|=>|&&|\|\||\.\.|[(),/:=?*@|<>!])
    | (?P<END>\Z)
    )""",
    re.VERBOSE | re.ASCII,
)


class Sort(Enum):
    """What a token is. MEASURE is a number with a unit, as in `30m`."""

    NAME = auto()
    NUMBER = auto()
    MEASURE = auto()
    STRING = auto()
    SIGN = auto()
    END = auto()


class Token(NamedTuple):
    """A word or sign, and the column (from 1) where it begins."""

    sort: Sort
    text: str
    column: int

    def __str__(self) -> str:
        return "the end of the line" if self.sort is Sort.END else f"'{shown(self.text)}'"


_SORTS: Final = (Sort.END, Sort.NAME, Sort.NUMBER, Sort.MEASURE, Sort.STRING, Sort.SIGN, Sort.END)
"""The sort of each group of `_TOKEN`, by its number."""


def tokens(text: str, start: int = 0, end: int | None = None) -> list[Token]:
    """The tokens of a stretch of text, ending with an END token. Raises Unreadable at a character of no token."""
    at, stop, found = start, len(text) if end is None else end, list[Token]()
    while True:
        match = _TOKEN.match(text, at, stop)
        if match is None:
            _refuse(text, at)
        group = match.lastindex or 0
        sort = _SORTS[group]
        if sort is Sort.END:
            found.append(Token(sort, "", (at if found else stop) + 1))
            return found
        begin, at = match.span(group)
        if at - begin > LONGEST_NAME and sort is Sort.NAME:
            raise Unreadable(
                "syntax-name",
                f"a name has at most {LONGEST_NAME} characters, this one has {at - begin:,}",
                column=begin + 1,
                hint="a name is written often and read oftener; shorten it",
            )
        found.append(Token(sort, text[begin:at], begin + 1))


def _refuse(text: str, at: int) -> NoReturn:
    while text[at] in " \t\r\n\f\v":
        at += 1
    char = text[at]
    if char == '"':
        raise Unreadable("syntax-quote", "this quote is not closed on its line", column=at + 1, hint='close it with "')
    hint = {
        "\N{RIGHTWARDS ARROW}": "write ->",
        "\N{NO-BREAK SPACE}": "write an ordinary space",
        "'": 'write text in double quotes: "..."',
        "\N{LEFT DOUBLE QUOTATION MARK}": 'write text in straight double quotes: "..."',
        "-": "names have letters, digits and underscores; a move is written ->",
    }.get(char, "names have letters, digits and underscores; other text stands in double quotes")
    raise Unreadable("syntax-character", f"'{shown(char)}' has no meaning here", column=at + 1, hint=hint, token=char)


class Cursor:
    """A place in a list of tokens. Everything that expects something says what, where, and what it found."""

    def __init__(self, found: list[Token]) -> None:
        self._tokens = found
        self._at = 0
        self.depth = 0

    @property
    def here(self) -> Token:
        """The token not yet taken."""
        return self._tokens[self._at]

    @property
    def next(self) -> Token:
        """The token after `here`; the end of the line comes again and again."""
        return self._tokens[min(self._at + 1, len(self._tokens) - 1)]

    def take(self) -> Token:
        """Take the token here and go on."""
        token = self.here
        self._at = min(self._at + 1, len(self._tokens) - 1)
        return token

    def sees(self, *words: str) -> bool:
        """Whether the word or sign here is one of these (a quoted string never is)."""
        return self.here.sort in (Sort.NAME, Sort.SIGN) and self.here.text in words

    def skip(self, *words: str) -> bool:
        """Take these words if all of them stand here, in this order; else take nothing."""
        before = self._at
        for word in words:
            if not self.sees(word):
                self._at = before
                return False
            self.take()
        return True

    def expect(self, word: str, code: str, after: str) -> None:
        """Take this word or sign, or refuse the line."""
        if not self.skip(word):
            self.refuse(code, f"'{word}' should stand {after}, not {self.here}")

    def name(self, code: str, what: str, hint: Hint = "") -> str:
        """Take a name, or refuse the line: `what` says whose name was expected."""
        if self.here.sort is not Sort.NAME:
            number = self.here.sort in (Sort.NUMBER, Sort.MEASURE)
            better = hint or ("a name begins with a letter or an underscore" if number else "")
            self.refuse(code, f"{what} should stand here, not {self.here}", better)
        return self.take().text

    def names(self, code: str, what: str, between: str = ",") -> tuple[str, ...]:
        """One or more names with a sign or word between them."""
        found = [self.name(code, what)]
        while self.skip(between):
            found.append(self.name(code, what))
        return tuple(found)

    def finish(self, code: str, after: str, hint: Hint = "") -> None:
        """Refuse the line if anything is left."""
        if self.here.sort is not Sort.END:
            self.refuse(code, f"{self.here} should not follow {after}", hint)

    def refuse(self, code: str, message: str, hint: Hint = "", at: Token | None = None) -> NoReturn:
        """End the reading of this line here, or at a token taken before."""
        token = at or self.here
        raise Unreadable(code, message, column=token.column, hint=hint, token=token.text)

    def deeper(self) -> None:
        """Count one more level; refuse the line where there are too many."""
        self.depth += 1
        if self.depth > DEEPEST:
            self.refuse(
                "too-deep",
                f"more than {DEEPEST} levels of parentheses and 'not'",
                "give parts of it a fact of their own",
            )
