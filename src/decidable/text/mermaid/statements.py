"""A state diagram as statements: arrows, states, blocks, notes, each with its place.

Owns: the grammar of one line of `stateDiagram-v2`, comments and entities. Never: knows what a state means to a machine.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from typing import Final, TypeAlias

from decidable.text.mermaid.blocks import Block
from decidable.text.source import LONGEST_LINE
from decidable.text.trouble import Problems, nearest

EDGE: Final = "[*]"
"""Where a run begins, as a source, and where it ends, as a target."""


class Sort(Enum):
    """What a state of a diagram is."""

    STATE = "state"
    CHOICE = "choice"
    FORK = "fork"
    JOIN = "join"


@dataclass(frozen=True, slots=True)
class Arrow:
    """`a --> b : label`."""

    source: str
    target: str
    label: str


@dataclass(frozen=True, slots=True)
class Declared:
    """`state "Label" as id`, `id : description`, `state id <<choice>>`. `opens`: a block of inner states follows."""

    id: str
    label: str = ""
    sort: Sort = Sort.STATE
    opens: bool = False


@dataclass(frozen=True, slots=True)
class Close:
    """`}`."""


@dataclass(frozen=True, slots=True)
class Divider:
    """`--`: what follows goes on at the same time."""


@dataclass(frozen=True, slots=True)
class Note:
    """`note right of id : text`, or the lines up to `end note`."""

    id: str
    text: str


@dataclass(frozen=True, slots=True)
class Style:
    """`classDef`, `style`, `direction` and the like: how it looks."""


Said: TypeAlias = Arrow | Declared | Close | Divider | Note | Style


@dataclass(frozen=True, slots=True)
class Statement:
    """What one statement says, and where: line and column count from 1."""

    said: Said
    line: int
    column: int


_ID: Final = r"[^\s:{}<>\"\[\];]+"
_STATE: Final = re.compile(
    rf"""state\s+(?:"(?P<quoted>[^"]*)"(?:\s+as\s+(?P<alias>{_ID}))?|(?P<id>{_ID})(?:\s+as\s+"(?P<label>[^"]*)")?)
    \s*(?:<<\s*(?P<sort>\w+)\s*>>|\[\[\s*(?P<sort2>\w+)\s*\]\])?\s*(?P<open>\{{)?\s*(?::(?P<text>.*))?""",
    re.VERBOSE | re.DOTALL,
)
_END_OF_ARROW: Final = re.compile(rf"(\[\*\]|{_ID})(?:\s*:::\s*[\w-]+)?")
_DESCRIBED: Final = re.compile(rf"({_ID})\s*:(?!::)(.*)", re.DOTALL)
_ALONE: Final = re.compile(rf"({_ID})(?:\s*:::\s*[\w-]+)?")
_NOTE: Final = re.compile(rf"note\s+(?:(?:left|right)\s+of|over)\s+({_ID})\s*(?::(.*))?", re.DOTALL | re.IGNORECASE)
_FLOATING: Final = re.compile(r"note\s+\"([^\"]*)\"\s+as\s+\S+", re.IGNORECASE)
_END_NOTE: Final = re.compile(r"[ \t>]*end ?note[ \t\r;]*", re.IGNORECASE)
_LOOKS: Final = re.compile(
    r"(?:direction|classDef|class|style|linkStyle|scale|hide\s+empty|accTitle|accDescr|click|title)\b"
)
_ENTITY: Final = re.compile(r"#(\d{1,7}|[A-Za-z]{2,31});")
_SPLIT: Final = re.compile(r"#(?:\d{1,7}|[A-Za-z]{2,31});|\"[^\"]*\"|(?P<cut>;)|(?P<comment>(?<!\S)%%)")
_TWINS: Final = {code + 0xFEE0: code for code in range(0x21, 0x7F)}
_BREAK: Final = re.compile(r"<br\s*/?>|\\n|\s+", re.IGNORECASE)
_SORTS: Final = {sort.value: sort for sort in Sort}
_FORMS: Final = 'a statement is `a --> b : event`, `state "Label" as a`, `a : text`, `state a {`, `}` or a note'


def statements(block: Block, problems: Problems) -> Iterator[Statement]:
    """The statements of a diagram. What is none is reported, and reading goes on."""
    reader = _Reader(block, problems)
    while reader.at < len(block.lines):
        yield from reader.line()


class _Reader:
    """A place in a diagram."""

    def __init__(self, block: Block, problems: Problems) -> None:
        self.block, self.problems, self.at = block, problems, 0
        self._open_here = 0
        """Blocks that were opened in this line and not closed yet."""

    def line(self) -> Iterator[Statement]:
        """The statements of one line, and of those below it that belong to it."""
        raw, number = self.block.lines[self.at], self.block.first + self.at
        self.at, self._open_here = self.at + 1, 0
        if len(raw) > LONGEST_LINE:
            message = f"this line has {len(raw):,} characters, and a line has at most {LONGEST_LINE:,}"
            self.problems.add("too-large", message, line=number, column=1, hint="break it up")
            return
        if raw.lstrip().startswith("%%{"):
            self._skip_to("}%%", raw)
            return
        for start, end in _pieces(raw):
            text = raw[start:end].rstrip()
            said = text.lstrip(" \t\r\f\v>" if not start else None)  # `>`: a quotation in Markdown
            if said:
                yield from self._piece(said, number, start + len(text) - len(said) + 1)

    def _piece(self, text: str, line: int, column: int) -> Iterator[Statement]:
        closed = 0
        while text:
            if text.startswith("}"):
                yield Statement(Close(), line, column)
                text = text[1:].strip()
            elif self._open_here and text.endswith("}"):  # `state a { b --> c }` in one line
                self._open_here, closed, text = self._open_here - 1, closed + 1, text[:-1].strip()
            else:
                said, text = self._said(text, line)
                if said is None:
                    self._report(text, line, column)
                    text = ""
                else:
                    self._open_here += isinstance(said, Declared) and said.opens
                    yield Statement(said, line, column)
        for _ in range(closed):
            yield Statement(Close(), line, column)

    def _report(self, text: str, line: int, column: int) -> None:
        word = text.split(maxsplit=1)[0][:40]
        hint = nearest(word, ("state", "note", "direction", "classDef", "style"), _FORMS)
        message = "this is no statement of a state diagram"
        self.problems.add("import-syntax", message, line=line, column=column, hint=hint, token=word)

    def _said(self, text: str, line: int) -> tuple[Said | None, str]:
        """What a piece of text says, and what stands after the brace it opens; None and the text where it says nothing."""
        if text == "--":
            return Divider(), ""
        found = _STATE.match(text) if text.startswith("state") else None
        if found is not None and (found.end() == len(text) or found["open"]):
            declared = _declared(found)
            return declared, text if declared is None else text[found.end("open") :].strip() if found["open"] else ""
        if text[:4].lower() == "note" and (note := self._note(text, line)) is not None:
            return note, ""
        if _LOOKS.match(text) and "-->" not in text:
            if text.startswith("accDescr") and text.endswith("{"):
                self._skip_to("}", "")
            return Style(), ""
        said = _arrow(text) or _described(text)
        return said, "" if said else text

    def _note(self, text: str, line: int) -> Said | None:
        floating = _FLOATING.fullmatch(text)
        if floating is not None:
            return Note("", plain(floating[1]))
        found = _NOTE.fullmatch(text)
        if found is None:
            return None
        if found[2] is not None:
            return Note(found[1], plain(found[2]))
        begin = self.at
        while self.at < len(self.block.lines) and not _END_NOTE.fullmatch(self.block.lines[self.at]):
            self.at += 1
        if self.at == len(self.block.lines):
            message = "this note is never closed"
            self.problems.add("import-syntax", message, line=line, column=1, hint="write `end note` under it")
        self.at += 1
        return Note(found[1], "\n".join(map(plain, self.block.lines[begin : self.at - 1])))

    def _skip_to(self, mark: str, here: str) -> None:
        while mark not in here and self.at < len(self.block.lines):
            here = self.block.lines[self.at]
            self.at += 1


def _pieces(raw: str) -> Iterator[tuple[int, int]]:
    """Where the statements of a line are: between `;`, outside quotes, up to a comment."""
    begin = 0
    for found in _SPLIT.finditer(raw):
        if found["comment"]:
            yield begin, found.start()
            return
        if found["cut"]:
            yield begin, found.start()
            begin = found.end()
    yield begin, len(raw)


def _declared(found: re.Match[str]) -> Declared | None:
    word = (found["sort"] or found["sort2"] or "state").lower()
    if word not in _SORTS:
        return None
    name = found["alias"] or found["id"] or found["quoted"].strip()
    label = found["text"] or found["label"] or (found["quoted"] if found["alias"] else "") or ""
    return Declared(name, plain(label), _SORTS[word], found["open"] is not None) if name else None


def _arrow(text: str) -> Arrow | None:
    left, arrow, right = text.partition("-->")
    source = _END_OF_ARROW.fullmatch(left.strip())
    target = _END_OF_ARROW.match(right.strip())
    if not arrow or source is None or target is None:
        return None
    rest = right.strip()[target.end() :].strip()
    if rest and not rest.startswith(":"):
        return None
    return Arrow(source[1], target[1], plain(rest[1:]))


def _described(text: str) -> Declared | None:
    found = _DESCRIBED.fullmatch(text)
    if found is not None:
        return Declared(found[1], plain(found[2]))
    alone = _ALONE.fullmatch(text)
    return Declared(alone[1]) if alone and alone[1] != "--" else None


def plain(label: str) -> str:
    """A label as plain text on one line: entities decoded, breaks as spaces, full-width signs as the plain ones they
    stand for."""
    label = label.translate(_TWINS)
    decoded = _ENTITY.sub(lambda found: html.unescape(f"&{'#' if found[1].isdigit() else ''}{found[1]};"), label)
    return _BREAK.sub(" ", decoded).strip()
