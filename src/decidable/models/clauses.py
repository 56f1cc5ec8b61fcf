"""A message cut into the clauses that may be events of their own.

Owns: where to cut. Never: decides that a clause is an event; a cut that yields none is undone by whoever asked for it.
"""

from __future__ import annotations

import re
from typing import Final

__all__ = ["clauses"]

_CUT: Final = re.compile(
    r"""(?:(?<=\w[.!?])|(?<=[;\n]))\s+(?=\S)
      | \s*;\s* | \n+
      | ,?\s+(?:and\s+then|and\s+also|but|then|also|plus)\s+
      | ,\s*(?:and|then|also|or\s+rather)\s+ | ,\s+(?!(?:not|instead|rather)\b)(?=[A-Za-z])
      | (?<!between\s\S\S)(?<!between\s\S)\s+and\s+ | \s+-+\s+""",
    re.VERBOSE | re.IGNORECASE,
)
_MOST: Final = 12


def clauses(message: str) -> list[str]:
    """The clauses in order; the message alone where there is one, or more than anybody writes."""
    parts = [part.strip(" ,;-\n") for part in _CUT.split(message)]
    found = [part for part in parts if re.search(r"\w", part)]
    return found if 1 < len(found) <= _MOST else [message]
