"""What stands under each header, and who reads it.

Owns: the reader of every section's lines, and the lines that are none yet. Never: knows where in a file it is.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from difflib import get_close_matches
from typing import Final

from decidable.core.definition import Line
from decidable.text.accepted import read_accepted
from decidable.text.declarations import read_events, read_facts, read_group, read_tool
from decidable.text.lines import looks_decided, read_enter, read_line
from decidable.text.names import LATER_LINES, SECTIONS
from decidable.text.rows import Enter, Node, Rule
from decidable.text.rules import read_rule
from decidable.text.scan import Cursor, tokens
from decidable.text.source import SourceLine
from decidable.text.trouble import Unreadable

_LATER: Final = re.compile(rf"\s*({'|'.join(LATER_LINES)})\b(?!\s*[:,])")
_ENTER: Final = re.compile(r"\s*enter\s*:")
Body = Callable[[SourceLine], Node]
"""How a line under a header is read. Raises Unreadable."""


def decision(line: SourceLine) -> Enter | Line:
    """A line of a state: what it does on entry, or decides."""
    return Enter(read_enter(line)) if _ENTER.match(line.code) else read_line(line)


def is_decision(line: SourceLine) -> bool:
    """Whether this is most likely meant as a line of a state."""
    try:
        end = line.colon if line.colon >= 0 else None
        return looks_decided(Cursor(tokens(line.code, 0, end)))
    except Unreadable:
        return False


def later_word(line: SourceLine) -> str:
    """The word of a line that is not in this version yet, or nothing."""
    found = _LATER.match(line.code)
    return found[1] if found else ""


def near_section(name: str) -> str:
    """The section that a name is nearly that of, or nothing."""
    return "".join(get_close_matches(name[:40].replace("_", " "), SECTIONS, n=1, cutoff=0.75))


def _rule(line: SourceLine) -> Rule:
    return Rule(read_rule(line.code, line.left))


BODIES: Final[Mapping[str, Body]] = {
    "facts": read_facts,
    "events": read_events,
    "tools": read_tool,
    "any state": decision,
    "rules": _rule,
    "accepted findings": read_accepted,
    "groups": read_group,
    "requires": decision,
}
