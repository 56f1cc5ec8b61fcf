"""The label of an arrow: which event, under which condition, and what is done.

Owns: `event [guard] / action`, several events in one label, times to wait. Never: names an event; that is for the draft.
"""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from decidable.core.definition import After, AfterStrikes, Group, Star
from decidable.text.literals import read_duration
from decidable.text.names import GROUPS, is_name
from decidable.text.scan import Sort, Token

ELSE: Final = "else"
MOST_EVENTS: Final = 50
"""Events of one label; a longer list is prose."""
_PARTS: Final = re.compile(r"(?P<event>[^\[\]]*)(?:\[(?P<guard>[^\[\]]*)\])?(?P<rest>[^\[\]]*)")
_ACTION: Final = re.compile(r"(?:(?<=\s)|(?<=\])|^)/(?=\s|$)")
_COMMAS: Final = re.compile(r",(?![^\[\]]*\])")
_WAIT: Final = re.compile(
    r"after[ (]\s*(?P<count>\d{1,9})\s*(?P<unit>ms|s|secs?|seconds?|m|mins?|minutes?|h|hrs?|hours?|d|days?|strikes?)\)?",
    re.IGNORECASE,
)
_UNITS: Final = {"ms": "ms", "s": "s", "m": "m", "h": "h", "d": "d"}
_IF: Final = re.compile(r"(?:if|when)\b\s*", re.IGNORECASE)
_OTHERWISE: Final = frozenset({"else", "otherwise", "default"})


class Label(NamedTuple):
    """One event of an arrow, still in the words of the diagram; `event` is empty where it says none.

    `text`: all its words. `waits`: it is no event but a time, a number of strikes, a group or `*`. `guard`: ELSE for what
    is left over.
    """

    text: str
    event: str
    guard: str = ""
    waits: After | AfterStrikes | Group | Star | None = None


def read_label(text: str) -> tuple[Label, ...]:
    """The events of a label: one, or several names with commas between them."""
    parts = _COMMAS.split(text, MOST_EVENTS)
    read = [_one(part.strip()) for part in parts] if len(parts) <= MOST_EVENTS else []
    if len(read) > 1 and all(is_name(each.event) or each.waits is not None for each in read):
        return tuple(read)
    return (_one(text),)


def _one(text: str) -> Label:
    action = _ACTION.search(text)
    said = text[: action.start()] if action else text
    found = _PARTS.fullmatch(said)
    event, guard = said.strip(), ""
    if found is not None and not found["rest"].strip():
        event, guard = found["event"].strip(), (found["guard"] or "").strip()
    return Label(text, event, _condition(guard), _waits(event))


def read_condition(text: str) -> str:
    """The guard of an arrow that leaves a choice, whose whole label it may be: `[paid]`, `if paid`, `else`."""
    label = _one(text)
    return label.guard or _condition(label.event)


def _condition(text: str) -> str:
    words = _IF.sub("", text.strip(), count=1) if _IF.match(text.strip()) else text.strip()
    return ELSE if words.lower() in _OTHERWISE else words


def _waits(event: str) -> After | AfterStrikes | Group | Star | None:
    if event == "*":
        return Star()
    if event.startswith("@") and event[1:] in GROUPS:
        return Group(event[1:])
    found = _WAIT.fullmatch(event)
    if found is None or int(found["count"]) == 0:
        return None
    unit = found["unit"].lower()
    if unit.startswith("strike"):
        return AfterStrikes(int(found["count"]))
    ms = read_duration(Token(Sort.MEASURE, f"{int(found['count'])}{'ms' if unit == 'ms' else unit[0]}", 1))
    return None if ms is None else After(ms)
