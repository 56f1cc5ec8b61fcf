"""Names out of prose: what a diagram or a dict calls its states and events becomes what a `.states` file can call them.

Owns: the shape of such a name, and that two things never get one name. Never: forgets the prose; who asks keeps it.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping
from typing import Final

from decidable.core.problem import Severity
from decidable.core.validate import RESERVED
from decidable.text.names import NameOf, is_name, is_reserved, shown
from decidable.text.reader import SYNTHESISED
from decidable.text.trouble import Problems

LONGEST_SLUG: Final = 40
_NOT_WORD: Final = re.compile(r"[^A-Za-z0-9]+")
_ORNAMENT: Final = re.compile(r"[\"'`\u2018\u2019\u201c\u201d]|[.!?,;]+$")


def slug(prose: str) -> str:
    """Lower-case ASCII words joined by underscores, cut after a whole word; empty where the prose has no such letter."""
    plain = unicodedata.normalize("NFKD", prose).encode("ascii", "ignore").decode()
    words = _NOT_WORD.sub("_", plain).strip("_").lower()
    if len(words) <= LONGEST_SLUG:
        return words
    return (words[: LONGEST_SLUG + 1].rpartition("_")[0] or words)[:LONGEST_SLUG]


def _bare(prose: str) -> str:
    return f" {' '.join(_ORNAMENT.sub('', prose.strip()).casefold().split())}"  # led by a space, which no name is


def say_renamed(problems: Problems, role: NameOf, renamed: Mapping[str, str]) -> None:
    """Say which names are called otherwise in a draft."""
    for word, name in renamed.items():
        problems.add(
            "import-renamed",
            f"'{shown(word)}' means something of its own in a .states file: the {role} is called {name}",
            line=0,
            column=0,
            hint="call it by a better name in the draft, where there is one",
            severity=Severity.NOTE,
        )


class Slugs:
    """The names of one role in one machine: the same prose has the same name, other prose another.

    Prose is the same whatever its capitals, quotes and full stop; what is a name already is only the same as itself, and
    so is any state.
    `role` is the last resort of a name: `event_3` for prose without a letter, `when_event` for a word of the language.
    """

    def __init__(self, role: NameOf, exact: Iterable[str] = ()) -> None:
        self._role = role
        self._names: dict[str, str] = {}
        self._used: set[str] = set()
        self._counts: dict[str, int] = {}
        for prose in exact:  # first come those that are names already, so that nothing takes theirs
            if self._is_free(prose):
                self._names[prose] = prose
                self._used.add(prose)

    def __getitem__(self, prose: str) -> str:
        """The name of this prose. Prose that is a name already keeps it, if the language and the others leave it."""
        known = self._names.get(prose)
        if known is None:
            key = prose if is_name(prose) or self._role is NameOf.STATE else _bare(prose)
            known = self._names.get(key) or self._made(prose)
            self._names[prose] = self._names[key] = known
            self._used.add(known)
        return known

    @property
    def renamed(self) -> dict[str, str]:
        """The names that the language keeps for itself, and what they have become."""
        return {prose: name for prose, name in self._names.items() if is_name(prose) and name != prose}

    def fresh(self, prose: str) -> str:
        """A name that nothing has yet, whatever was called by this prose before."""
        made = self._made(prose)
        self._used.add(made)
        return made

    def _made(self, prose: str) -> str:
        word = prose if is_name(prose) else slug(prose)
        if not is_name(word):
            word = f"{self._role}_{word}".rstrip("_")
        if self._is_taken(word):
            word = f"{word}_{self._role}"
        if word not in self._used and word != self._role.value:
            return word
        number = self._counts.get(word, int(word != self._role.value))
        while True:
            number += 1
            if (numbered := f"{word}_{number}") not in self._used:
                self._counts[word] = number
                return numbered

    def _is_free(self, word: str) -> bool:
        return is_name(word) and not self._is_taken(word)

    def _is_taken(self, word: str) -> bool:
        """Whether the language itself means something by the word."""
        events = self._role is NameOf.EVENT and word in SYNTHESISED
        return events or is_reserved(word, self._role) or word in RESERVED
