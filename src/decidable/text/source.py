"""From bytes to lines: decoding, limits, and where comments and reasons begin.

Owns: encoding, unfit characters, size limits, and the split of a line into code and comment. Never: knows what a line means.
"""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from decidable.text.trouble import Problems

LARGEST: Final = 4 * 1024 * 1024
MOST_LINES: Final = 50_000
LONGEST_LINE: Final = 10_000

# Direction overrides make a reviewer see another text than the one that is read.
_DIRECTIONS: Final = "\u202a-\u202e\u2066-\u2069"
UNFIT: Final = re.compile(f"[\0\ud800-\udfff{_DIRECTIONS}]")
"""Characters that no file may hold as themselves; in quotes they are written as `\\uXXXX`."""
_REPLACEMENT: Final = "\N{REPLACEMENT CHARACTER}"

STRING: Final = r'"(?:\\.|[^"\\])*+"'
_MARKS: Final = re.compile(rf"{STRING}|(?<!\S)\#|:|\"", re.DOTALL)
_MARKS_ALONE: Final = re.compile(r"(?<!\S)#|:")


class SourceLine(NamedTuple):
    """One line: `code` still has its indentation, so that an index in it is a column less one."""

    number: int
    code: str
    comment: str = ""
    colon: int = -1
    """Index of the first `:` outside quotes."""

    @property
    def indent(self) -> int:
        """How far in it stands."""
        return indent_of(self.code)

    @property
    def left(self) -> int:
        """The column of its first character."""
        return len(self.code) - len(self.code.lstrip()) + 1


def indent_of(text: str) -> int:
    """Leading spaces. A tab, reported elsewhere, counts as two."""
    blank = text[: len(text) - len(text.lstrip())]
    return len(blank) + blank.count("\t")


class Source(NamedTuple):
    """A file as text, and its lines. `spoilt`: characters were replaced, and lines that have one are not read."""

    text: str
    lines: tuple[str, ...]
    spoilt: bool = False


def load(source: str | bytes, problems: Problems) -> Source | None:
    """The lines of a file; None where it is too large to look at."""
    if len(source) > LARGEST:
        problems.add(
            "too-large",
            f"the file has {len(source):,} characters, and a machine has at most {LARGEST:,}",
            line=0,
            column=0,
            hint="split it into several machines",
        )
        return None
    text, spoilt = (
        (source, False) if isinstance(source, str) else _decode(source.removeprefix(b"\xef\xbb\xbf"), problems)
    )
    text = text.removeprefix("\ufeff")
    unfit = UNFIT.search(text)
    fit = text
    if unfit is not None:
        _report_unfit(text, problems)
        fit, spoilt = UNFIT.sub(_REPLACEMENT, text), True
    lines = fit.split("\n")
    if len(lines) > MOST_LINES:
        problems.add(
            "too-large",
            f"the file has {len(lines):,} lines, and a machine has at most {MOST_LINES:,}; the rest is not read",
            line=MOST_LINES + 1,
            column=1,
            hint="split it into several machines",
        )
        del lines[MOST_LINES:]
    return Source(text, tuple(lines), spoilt)


def is_spoilt(source: Source, line: str) -> bool:
    """Whether a line holds a character that was replaced (and was reported)."""
    return source.spoilt and _REPLACEMENT in line


def _decode(data: bytes, problems: Problems) -> tuple[str, bool]:
    try:
        return data.decode("utf-8"), False
    except UnicodeDecodeError as bad:
        start = data.rfind(b"\n", 0, bad.start) + 1
        problems.add(
            "encoding",
            f"byte 0x{data[bad.start]:02x} is not UTF-8 here",
            line=data.count(b"\n", 0, bad.start) + 1,
            column=len(data[start : bad.start].decode("utf-8")) + 1,
            hint="save the file as UTF-8",
        )
        return data.decode("utf-8", "replace"), True


def _report_unfit(text: str, problems: Problems) -> None:
    for pattern, code, message, hint in (
        ("\0", "nul", "a NUL character has no place in a text", "remove it; is this a text file?"),
        ("[\ud800-\udfff]", "encoding", "half a character (a lone surrogate) cannot be saved as UTF-8", "remove it"),
        (
            f"[{_DIRECTIONS}]",
            "hidden",
            "an invisible character here changes the direction of the text, so that it reads differently from what it says",
            "remove it, or write it as \\uXXXX in quotes",
        ),
    ):
        found = re.search(pattern, text)
        if found is not None:
            start = text.rfind("\n", 0, found.start()) + 1
            problems.add(
                code,
                message,
                line=text.count("\n", 0, found.start()) + 1,
                column=found.start() - start + 1,
                hint=hint,
            )


def split_line(number: int, raw: str) -> SourceLine:
    """Code and comment of a line. A `#` begins a comment at the start of a line or after a space, outside quotes.

    A quote that is never closed on its line is an ordinary character, and so is every quote after it.
    """
    colon, at, pattern = -1, 0, _MARKS
    while (found := pattern.search(raw, at)) is not None:
        mark, at = found.group(), found.end()
        if mark == "#":
            return SourceLine(number, raw[: found.start()].rstrip(), raw[found.start() :].rstrip(), colon)
        if mark == ":" and colon < 0:
            colon = found.start()
        elif mark == '"':
            pattern = _MARKS_ALONE
    return SourceLine(number, raw.rstrip(), "", colon)
