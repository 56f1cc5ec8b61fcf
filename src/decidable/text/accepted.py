"""Findings that the author knows of and accepts, each for a reason that stands in the file.

Owns: the grammar of a line under `accepted findings`. Never: knows which findings there are; that is the checker's.
"""

from __future__ import annotations

import re
from typing import Final

from decidable.core.definition import Accepted
from decidable.text.lines import read_reason
from decidable.text.names import shown
from decidable.text.source import SourceLine
from decidable.text.trouble import Unreadable

_CODE: Final = "syntax-accepted"
_NAME: Final = r"[A-Za-z_][A-Za-z0-9_]{0,99}"
_FORM: Final = re.compile(
    r"(?P<code>[a-z]+(?:-[a-z]+)*)"
    rf"(?: of (?P<of>@?{_NAME}|after [0-9]{{1,18}}(?:ms|s|m|h|d| strikes?)))?"
    rf"(?: in (?P<state>any state|{_NAME}))?",
    re.ASCII,
)
_HINT: Final = "write `no-look-up of TOOL : why`, or `leaves-write of EVENT in STATE : why`"


def read_accepted(line: SourceLine) -> Accepted:
    """One accepted finding. It names what it is about, so that the next one of its kind is not silenced with it."""
    column = len(line.code) - len(line.code.lstrip()) + 1
    words = " ".join((line.code[: line.colon] if line.colon >= 0 else line.code).split())
    found = _FORM.fullmatch(words)
    if found is None:
        raise Unreadable(_CODE, f"'{shown(words)}' does not name a finding", column=column, hint=_HINT)
    if not found["of"] and not found["state"]:
        message = f"'{shown(words)}' would accept every finding of its kind"
        raise Unreadable(_CODE, message, column=column, hint=_HINT, token=found["code"])
    reason = read_reason(line)
    if not reason:
        message = "a finding is accepted for a reason, and none is given"
        raise Unreadable(_CODE, message, column=column, hint=_HINT, token=found["code"])
    return Accepted(code=found["code"], of=found["of"] or "", state=found["state"] or "", reason=reason, at=line.number)


def accepted_text(accepted: Accepted) -> str:
    """`no-look-up of pay`, `leaves-write of stop in book`: what is accepted, without the reason."""
    of = f" of {accepted.of}" if accepted.of else ""
    return f"{accepted.code}{of}{f' in {accepted.state}' if accepted.state else ''}"
