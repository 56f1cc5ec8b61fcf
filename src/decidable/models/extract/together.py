"""Numbers that are said in parts: "four adults and two kids", "me and three friends".

Owns: adding up what one field counts. Never: adds what two fields count ("two adults and three bags"), or a thing that is counted twice.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from decidable.models.extract.cues import Side, cued, spelled, trailing
from decidable.models.extract.mention import Mention, word_after
from decidable.models.extract.reading import read

__all__ = ["together"]

_PERSONS: Final = frozenset("people persons guests friends adults children kids colleagues heads".split())
"""Cues of a field that counts persons, so that who speaks may be one of them."""
_SPEAKER: Final = re.compile(r"(?<![\w'-])(?:me|myself) (?:and|plus|with|\+) (?:my )?$")


def together(text: str, mentions: Sequence[Mention], cues: tuple[str, ...]) -> list[Mention]:
    """The numbers of a text in normal form, with those that count parts of one thing added up."""
    found: list[Mention] = []
    joint = re.compile(
        rf" ?(?:{'|'.join(spelled(read(cue)) for cue in trailing(cues)) or '(?!)'})(?:,| and| plus| with)+ "
    )
    for mention in mentions:
        before = found[-1] if found else None
        counted = cued(text, mention.start, mention.end, cues) is Side.AFTER
        noun = word_after(text, mention.end)
        if (
            before
            and counted
            and noun != word_after(text, before.end)
            and joint.fullmatch(text[before.end : mention.start])
        ):
            found[-1] = before._replace(value=_sum(before, mention), end=mention.end)
        else:
            found.append(mention)
    return [_with_speaker(text, mention) for mention in found] if _PERSONS.intersection(cues) else found


def _sum(*parts: Mention) -> int:
    return sum(int(str(part.value)) for part in parts)


def _with_speaker(text: str, mention: Mention) -> Mention:
    speaker = _SPEAKER.search(text[: mention.start])
    return mention._replace(value=_sum(mention) + 1, start=speaker.start()) if speaker else mention
