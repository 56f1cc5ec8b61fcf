"""Which words are names, and which are taken by the language of `.states` files.

Owns: the shape of a name and the reserved words of each role. Never: knows the names of a particular machine.
"""

from __future__ import annotations

import re
from enum import StrEnum
from typing import Final

from decidable.core.definition import Kind

NAME: Final = re.compile(r"[A-Za-z_][A-Za-z0-9_]*", re.ASCII)
LONGEST_NAME: Final = 100

GUARD_WORDS: Final = frozenset("when else and or not known is in approved busy yes no".split())
SECTIONS: Final = ("facts", "events", "tools", "any state", "rules", "accepted findings")
CONTRACT_SECTIONS: Final = (*SECTIONS, "groups", "requires")
"""In the file of a contract; in a machine the last two are plain names."""
LATER_LINES: Final = {
    "turn": "a turn of a model in a state is",
    "loop": "an agent loop in a state is",
    "prompt": "a prompt in a state is",
}
"""First words of lines that a later version reads, and how the problem names them."""
KINDS: Final = tuple(kind.value for kind in Kind if kind not in {Kind.TIMER, Kind.BLOCKED})
"""The kinds an author may declare; the others are synthesised."""
GROUPS: Final = (*KINDS, "exit")


class NameOf(StrEnum):
    """What a name is given to. Each role has its own reserved words."""

    MACHINE = "machine"
    FACT = "fact"
    FIELD = "field"
    VALUE = "value"
    EVENT = "event"
    TOOL = "tool"
    ARGUMENT = "argument"
    STATE = "state"
    WORDS = "words"


_RESERVED: Final[dict[NameOf, frozenset[str]]] = {
    NameOf.FACT: GUARD_WORDS,
    NameOf.FIELD: GUARD_WORDS,
    NameOf.VALUE: GUARD_WORDS,
    NameOf.EVENT: frozenset({"when", "else", "after", "enter", "state", "use", *LATER_LINES}),
    NameOf.STATE: frozenset({"back", "machine", "use", "any", "state", "allow", "facts", "events", "tools", "rules"}),
}


def is_name(word: str) -> bool:
    """Whether a word has the shape of a name: ASCII letters, digits and underscores, not a digit first."""
    return len(word) <= LONGEST_NAME and NAME.fullmatch(word) is not None


def is_reserved(word: str, role: NameOf) -> bool:
    """Whether the language itself uses this word where a name of this role would stand."""
    return word in _RESERVED.get(role, frozenset())


def shown(word: str) -> str:
    """A word from a file, fit to stand in a message: short and printable."""
    cut = word if len(word) <= 40 else f"{word[:37]}..."
    return "".join(char if char.isprintable() else "\N{REPLACEMENT CHARACTER}" for char in cut)
