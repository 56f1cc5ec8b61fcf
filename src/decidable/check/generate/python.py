"""Values and calls as Python source, laid out as a formatter would.

Owns: literals, and when a call is broken into lines. Never: knows what is called.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from datetime import date, time
from typing import Final, NamedTuple, TypeAlias

from decidable.core.values import Money, Value

WIDTH: Final = 88


class Group(NamedTuple):
    """Something in brackets: on one line where it fits, otherwise one item a line."""

    open: str
    items: Sequence[Piece]
    close: str

    @property
    def flat(self) -> str:
        """On one line."""
        return f"{self.open}{', '.join(map(flat, self.items))}{self.close}"


Piece: TypeAlias = "str | Group"


def flat(piece: Piece) -> str:
    """A piece on one line."""
    return piece if isinstance(piece, str) else piece.flat


def laid_out(piece: Piece, indent: int = 0, tail: str = "") -> str:
    """A piece as lines, the first without its indent. `tail`: what follows it on its last line."""
    whole = flat(piece)
    if isinstance(piece, str) or not piece.items or indent + len(whole) + len(tail) <= WIDTH:
        return whole + tail
    inner = " " * (indent + 4)
    lines = [f"{inner}{laid_out(item, indent + 4, ',')}" for item in piece.items]
    return "\n".join([piece.open, *lines, f"{' ' * indent}{piece.close}{tail}"])


def literal(value: Value) -> Piece:
    """A value as Python source; `date`, `time` and `Money` are names of the file."""
    match value:
        case str():
            return text(value)
        case Money():
            return f"Money({text(str(value))})"
        case date():
            return f"date({value.year}, {value.month}, {value.day})"
        case time():
            parts = [
                value.hour,
                value.minute,
                *([value.second, value.microsecond] if value.second or value.microsecond else []),
            ]
            return f"time({', '.join(map(str, parts))})"
        case tuple():
            return sequence(map(literal, value))
        case Mapping():
            return mapping({str(name): literal(each) for name, each in value.items()})
        case _:
            return repr(value)


def text(value: str) -> str:
    """A string literal in double quotes, where it has none itself."""
    quoted = repr(value)
    if '"' in value:
        return quoted
    inner = quoted[1:-1].replace("\\'", "'")
    return f'"{inner}"'


def sequence(items: Iterable[Piece], before: str = "") -> Group:
    """A list."""
    return Group(f"{before}[", tuple(items), "]")


def mapping(items: Mapping[str, Piece], before: str = "") -> Group:
    """A dict."""
    pairs = [_named(f"{text(name)}: ", piece) for name, piece in items.items()]
    return Group(f"{before}{{", pairs, "}")


def keyword(name: str, piece: Piece) -> Piece:
    """`name=piece`."""
    return _named(f"{name}=", piece)


def _named(prefix: str, piece: Piece) -> Piece:
    return prefix + piece if isinstance(piece, str) else piece._replace(open=prefix + piece.open)


def imports(source: str, more: Iterable[str]) -> list[str]:
    """The import lines of a file, for its literals and what else it needs, in the order of a sorter that takes all packages
    for somebody else's."""
    dates = [name for name in ("date", "time") if re.search(rf"\b{name}\(", source)]
    standard = [f"from datetime import {', '.join(dates)}", ""] if dates else []
    others = [*more, *(["from decidable import Money"] if "Money(" in source else [])]
    return [*standard, *sorted(others, key=lambda line: (line.startswith("from"), line))]
