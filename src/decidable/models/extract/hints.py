"""What the author of a machine says about a field beyond its type.

Owns: the hints as data. Never: reads the file they come from.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

__all__ = ["NO_HINTS", "Hints"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Hints:
    """`cues`: words beside a number or day that show it is for this field. `words`: phrases that stand for a value.

    `pattern`: what the value looks like; the whole match, or its first group. `whole`: the message itself is the value.
    `afternoon`: hours 1 to 11 without am or pm are pm. `order`: how a date in figures is read, "mdy" or "dmy".
    `currency`: what "$" means. `reads`: for a field of type text, the type to look for: "date", "time" or "money".
    """

    cues: tuple[str, ...] = ()
    words: Mapping[str, str] = field(default_factory=dict)
    pattern: re.Pattern[str] | None = None
    whole: bool = False
    afternoon: bool = False
    order: str = ""
    currency: str = ""
    reads: str = ""


NO_HINTS: Final = Hints()
