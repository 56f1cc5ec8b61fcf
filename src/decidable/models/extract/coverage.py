"""How much of a message its fields account for.

Owns: which words of a message are content. Never: judges what the rest means.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Final

from decidable.models.extract.cues import spelled

__all__ = ["coverage"]

_GLUE: Final = frozenset(
    """
a an the this that these those it its it's there here i i'm i'd i'll i've me my we we're we'd we'll we've us our you your
is are am was be being been will would could can shall should may might do does did have has had to of for in on at by from
with as and or but so then if than please pls thanks thank hi hello hey ok okay yes no well oh um actually instead rather
just only maybe perhaps about around let let's lets make made want need like prefer say now also too not don't better
sorry sharp mean meant change changed
""".split()
)
"""Words that say nothing by themselves; a question word is not among them."""
_WORD: Final = re.compile(r"[^\s,.;:!?()\"]+")


def coverage(text: str, spans: Sequence[tuple[int, int]], cues: Iterable[str]) -> float:
    """The share of content words that lie in these places; 0 where there are none.

    A cue of a field that was found counts as part of it.
    """
    covered = list(spans)
    for cue in cues:
        covered += [found.span() for found in re.finditer(rf"(?<!\w){spelled(cue)}(?!\w)", text)] if spans else []
    inside = outside = 0
    for word in _WORD.finditer(text):
        if any(start <= word.start() < end or start < word.end() <= end for start, end in spans):
            inside += 1
        elif word[0] not in _GLUE and not any(start <= word.start() < end for start, end in covered):
            outside += 1
    return inside / (inside + outside) if inside else 0.0
