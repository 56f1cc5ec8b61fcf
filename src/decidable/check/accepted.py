"""Findings that the file accepts, each with its reason.

Owns: which finding an accepted one silences. Never: silences an error, or lets a line stand that silences nothing.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator
from typing import NamedTuple, TypeAlias

from decidable.core.definition import Accepted
from decidable.core.problem import Problem, Severity, did_you_mean
from decidable.text.accepted import accepted_text

_Key: TypeAlias = "tuple[str, str, str]"
"""A code, what the finding is about, and the state; the last two may be left out."""


class Silenced(NamedTuple):
    """A finding that the file accepts, and why it does."""

    finding: Problem
    accepted: Accepted


class Sorted(NamedTuple):
    """Findings that count, and those that do not."""

    findings: tuple[Problem, ...]
    accepted: tuple[Silenced, ...]


def without_accepted(findings: Iterable[Problem], accepted: Iterable[Accepted]) -> Sorted:
    """Take out what is accepted. What accepts nothing is a finding of its own."""
    lines = tuple(accepted)
    by_key: dict[_Key, list[int]] = defaultdict(list)
    for at, line in enumerate(lines):
        by_key[line.code, line.of, line.state].append(at)
    counting: list[Problem] = []
    silenced: list[Silenced] = []
    used: set[int] = set()
    in_vain: set[int] = set()
    codes: dict[str, None] = {}
    for finding in findings:
        codes[finding.code] = None
        fits = [at for key in _keys(finding) for at in by_key.get(key, ())]
        if fits and finding.severity is not Severity.ERROR:
            used.update(fits)
            silenced.append(Silenced(finding, lines[min(fits)]))
        else:
            in_vain.update(fits)
            counting.append(finding)
    unused = (at for at in range(len(lines)) if at not in used)
    counting += [_useless(lines[at], codes, error=at in in_vain) for at in unused]
    return Sorted(tuple(counting), tuple(silenced))


def _keys(finding: Problem) -> Iterator[_Key]:
    """What a line may say to mean this finding: what it is about, where, or both."""
    for of in dict.fromkeys(("", finding.event, finding.token)):
        for state in dict.fromkeys(("", finding.state)):
            yield finding.code, of, state


def _useless(accepted: Accepted, codes: Collection[str], *, error: bool) -> Problem:
    text = accepted_text(accepted)
    message = f"nothing is found that `{text}` would accept"
    hint = "remove the line; what it accepted is gone"
    if error:
        message, hint = f"`{text}` is an error, and no error can be accepted", "mend it; the machine is not fit to run"
    elif accepted.code not in codes:
        hint = did_you_mean(accepted.code, codes) or hint
    return Problem("accepts-nothing", message, hint, accepted.at, 0, accepted.code, Severity.WARNING)
