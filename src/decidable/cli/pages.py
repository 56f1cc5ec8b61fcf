"""The reference pages of findings, as they are installed: what a code means, without a browser.

Owns: where the pages are and how one is read. Never: writes what a code means; the pages do.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import NamedTuple

from decidable.cli.exits import Refusal
from decidable.core.problem import did_you_mean

_ROW = re.compile(r"^\| \[?`([\w-]+)`(?:\]\(([^)]+)\))? \| ([^|]+) \| ([^|]+) \| ([^|]+) \|$", re.MULTILINE)
_INDEX = "docs/reference/findings.md"


class Row(NamedTuple):
    """What the list of findings says of one code."""

    code: str
    severity: str
    meaning: str
    remedy: str
    page: str
    """Its address in the documentation: a page of its own, or the list."""


@cache
def rows() -> dict[str, Row]:
    """Every code that is documented. Empty where the pages are not installed."""
    folder = _folder()
    if folder is None:
        return {}
    text = (folder / "findings.md").read_text(encoding="utf-8")
    return {
        code: Row(code, severity, meaning, remedy, f"docs/reference/{page}" if page else _INDEX)
        for code, page, severity, meaning, remedy in _ROW.findall(text)
    }


def row_of(code: str) -> Row:
    """What is said of a code. Raises Refusal for one that is not documented, with what is near."""
    found = rows().get(code)
    if found is None:
        hint = did_you_mean(code, rows()) or "`decidable check` prints codes in brackets: error[undecided]"
        raise Refusal(f"'{code}' is not the code of a finding", hint)
    return found


def text_of(row: Row) -> str:
    """The whole page of a code, or nothing where it has only its row."""
    folder = _folder()
    if folder is None or row.page == _INDEX:
        return ""
    return (folder / "findings" / f"{row.code}.md").read_text(encoding="utf-8")


def address(code: str) -> str:
    """Where the documentation speaks of a code."""
    found = rows().get(code)
    return found.page if found else _INDEX


def _folder() -> Path | None:
    """Beside the package when installed, in the repository of a checkout."""
    package = Path(__file__).resolve().parents[1]
    for folder in (package / "pages", package.parents[1] / "docs" / "reference"):
        if (folder / "findings.md").exists():
            return folder
    return None
