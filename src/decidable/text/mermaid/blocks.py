"""Where in a file the state diagrams are: the whole of it, or fenced blocks of Markdown.

Owns: finding them, with the lines of the file they stand in. Never: reads a statement of one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

OURS: Final = "%% drawn by decidable"
"""The line by which a diagram of this project is known: in it, a word of the language is that word."""
_FENCE: Final = re.compile(r"[ \t>]*(`{3,}|~{3,}|:{3,})[ \t]*\{?[ \t]*mermaid\b", re.IGNORECASE)
_HEAD: Final = re.compile(r"[ \t>]*stateDiagram(?:-v2)?(?=[ \t\r;:%]|$)")
_OTHER: Final = re.compile(
    r"[ \t>]*(graph|flowchart|sequenceDiagram|classDiagram|erDiagram|gantt|pie|journey|gitGraph|mindmap|timeline)\b"
)
_FRONT: Final = "---"
_TITLE: Final = re.compile(r"title:[ \t]*(\S.*)")


class Block(NamedTuple):
    """One state diagram: the lines under its head, the first of which has the number `first` in its file."""

    lines: tuple[str, ...]
    first: int
    title: str = ""


class Found(NamedTuple):
    """The state diagrams of a file. `other`: the head of a diagram of another kind, where there is one, and its line."""

    blocks: tuple[Block, ...]
    other: str = ""
    other_at: int = 0


def find_blocks(lines: Sequence[str]) -> Found:
    """The state diagrams of a file, in its order. A file with a fence of Mermaid is Markdown; any other is a diagram."""
    stretches = list(_fenced(lines)) or [(0, len(lines))]
    blocks: list[Block] = []
    other = ("", 0)
    for begin, end in stretches:
        head, title = _head(lines, begin, end)
        if head < end and _HEAD.match(lines[head]):
            rest = _HEAD.sub("", lines[head], count=1).lstrip(":; \t")
            blocks.append(Block((rest, *lines[head + 1 : end]), head + 1, title))
        elif head < end and not other[0] and (found := _OTHER.match(lines[head])):
            other = (found[1], head + 1)
    return Found(tuple(blocks), *other)


def is_ours(block: Block) -> bool:
    """Whether this project has drawn the diagram."""
    return any(line.strip(" \t\r>") == OURS for line in block.lines)


def _fenced(lines: Sequence[str]) -> Iterator[tuple[int, int]]:
    at = 0
    while at < len(lines):
        opened = _FENCE.match(lines[at])
        at += 1
        if opened is None:
            continue
        begin = at
        while at < len(lines) and not lines[at].lstrip(" \t>").startswith(opened[1]):
            at += 1
        yield begin, at
        at += 1


def _head(lines: Sequence[str], begin: int, end: int) -> tuple[int, str]:
    """The first line that says something, after comments and front matter; the title that the front matter gives."""
    at, title, closing = begin, "", ""
    while at < end:
        text = lines[at].strip(" \t\r>")
        if closing:
            found = _TITLE.fullmatch(text)
            title = found[1].strip("\"' ") if found and closing == _FRONT else title
            closing = "" if closing in text else closing
        elif text == _FRONT and not title:
            closing = _FRONT
        elif text.startswith("%%{"):
            closing = "" if "}%%" in text else "}%%"
        elif text and not text.startswith("%%"):
            break
        at += 1
    return at, title
