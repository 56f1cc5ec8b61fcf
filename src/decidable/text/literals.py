"""Literals: numbers, money, yes and no, quoted text, bare words, durations.

Owns: how each is read and written. Never: knows which type is expected; that is validation.
"""

from __future__ import annotations

import re
from typing import Final

from decidable.core.guard import Literal, literal_text
from decidable.core.values import Money
from decidable.text.names import GUARD_WORDS, is_name
from decidable.text.scan import Cursor, Sort, Token
from decidable.text.source import STRING, UNFIT

_DIGITS: Final = 18
_CURRENCY: Final = re.compile(r"[A-Z]{3}")
_ESCAPE: Final = re.compile(r"\\(?:u([0-9a-fA-F]{4})|(.))", re.DOTALL)
_ESCAPED: Final = {"\\": "\\", '"': '"', "n": "\n", "t": "\t"}
_ESCAPED_LATE: Final = re.compile(rf"\r|{UNFIT.pattern}")
_ESCAPED_ONLY: Final = re.compile(rf"[\n\t]|{_ESCAPED_LATE.pattern}")
_WHOLE_STRING: Final = re.compile(STRING, re.DOTALL)
_MEASURE: Final = re.compile(r"([0-9]{1,18})(ms|s|m|h|d)")
_UNITS: Final = {"d": 86_400_000, "h": 3_600_000, "m": 60_000, "s": 1_000, "ms": 1}


def unquote(quoted: str) -> str | None:
    """The text of a quoted string; None where an escape means nothing."""

    def one(found: re.Match[str]) -> str:
        return chr(int(found[1], 16)) if found[1] else _ESCAPED[found[2]]

    try:
        return _ESCAPE.sub(one, quoted[1:-1])
    except KeyError:
        return None


def is_quoted(text: str) -> bool:
    """Whether a text is one quoted string and nothing else."""
    return _WHOLE_STRING.fullmatch(text) is not None


def needs_quotes(text: str) -> bool:
    """Whether a text holds a character that only an escape can say without harm (a lone CR is changed on the way)."""
    return _ESCAPED_ONLY.search(text) is not None


def escape_unfit(text: str) -> str:
    """Text of a file in which the characters that stand only in quotes are written as escapes."""
    return _ESCAPED_LATE.sub(lambda found: f"\\u{ord(found.group()):04x}", text)


def read_literal(cursor: Cursor, code: str) -> tuple[Literal, bool]:
    """A literal, and whether it is a bare word (an enum value, or a name still to be told from one)."""
    token = cursor.here
    match token.sort:
        case Sort.STRING:
            text = unquote(cursor.take().text)
            if text is None:
                cursor.refuse(
                    code, "this quoted text has an escape that means nothing", 'use only \\" \\\\ \\n \\t', token
                )
            return text, False
        case Sort.NUMBER:
            return read_number(cursor, code), False
        case Sort.NAME if token.text in ("yes", "no"):
            return cursor.take().text == "yes", False
        case Sort.NAME if token.text not in GUARD_WORDS:
            return cursor.take().text, True
        case _:
            cursor.refuse(
                code, f"a value should stand here, not {token}", 'a number, yes, no, 20.00 USD, a word or "text"'
            )


def read_number(cursor: Cursor, code: str) -> int | Money:
    """A whole number, or money if a currency follows."""
    token = cursor.here
    if token.sort is not Sort.NUMBER:
        cursor.refuse(code, f"a number should stand here, not {token}", "write 3, or money as 20.00 USD")
    cursor.take()
    if len(token.text) > _DIGITS + 1:
        cursor.refuse(code, f"a number has at most {_DIGITS} digits", "use a smaller unit or a text", token)
    if cursor.here.sort is Sort.NAME and _CURRENCY.fullmatch(cursor.here.text):
        try:
            return Money(f"{token.text} {cursor.take().text}")
        except ValueError as wrong:
            cursor.refuse(code, str(wrong), "", token)
    if "." in token.text:
        cursor.refuse(code, f"{token} is not a whole number", "money has its currency: 20.00 USD", token)
    return int(token.text)


def read_whole(cursor: Cursor, code: str) -> int:
    """A whole number without a currency."""
    token = cursor.here
    number = read_number(cursor, code)
    if isinstance(number, Money):
        cursor.refuse(code, "a plain number should stand here, not money", "leave the currency away", token)
    return number


def is_writable(value: Literal) -> bool:
    """Whether the text can say this literal and be read back."""
    if isinstance(value, Money):
        figures = str(value).partition(" ")[0] if abs(value.minor) < 10**_DIGITS else ""
        return 0 < len(figures) <= _DIGITS + 1 and _CURRENCY.fullmatch(value.currency) is not None
    return isinstance(value, str) or abs(value) < 10**_DIGITS


def value_text(value: Literal, *, is_text: bool = False) -> str:
    """A literal where the text sets one: a word stands bare unless the fact is known to be a text."""
    word = isinstance(value, str) and is_name(value) and value not in GUARD_WORDS
    return literal_text(value, bare=word and not is_text)


def read_duration(token: Token) -> int | None:
    """Milliseconds of `30m`, `2h`, `45s`, `1d`, `500ms`; None for anything else."""
    found = _MEASURE.fullmatch(token.text) if token.sort is Sort.MEASURE else None
    return int(found[1]) * _UNITS[found[2]] if found else None
