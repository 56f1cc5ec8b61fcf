"""Findings that the file accepts, each with its reason.

Owns: which finding an accepted one silences. Never: silences an error, or lets a line stand that silences nothing.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from decidable.core.definition import Accepted
from decidable.core.problem import Problem, Severity, did_you_mean
from decidable.text.accepted import accepted_text


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
    found, lines = tuple(findings), tuple(accepted)
    counting: list[Problem] = []
    silenced: list[Silenced] = []
    used: set[int] = set()
    for finding in found:
        fits = [at for at, each in enumerate(lines) if finding.severity is not Severity.ERROR and _fits(each, finding)]
        used.update(fits)
        if fits:
            silenced.append(Silenced(finding, lines[fits[0]]))
        else:
            counting.append(finding)
    counting += [_useless(each, found) for at, each in enumerate(lines) if at not in used]
    return Sorted(tuple(counting), tuple(silenced))


def _fits(accepted: Accepted, finding: Problem) -> bool:
    return (
        accepted.code == finding.code
        and accepted.of in ("", finding.event, finding.token)
        and accepted.state in ("", finding.state)
    )


def _useless(accepted: Accepted, findings: Iterable[Problem]) -> Problem:
    text = accepted_text(accepted)
    if any(finding.severity is Severity.ERROR and _fits(accepted, finding) for finding in findings):
        message, hint = f"`{text}` is an error, and no error can be accepted", "mend it; the machine is not fit to run"
    else:
        message = f"nothing is found that `{text}` would accept"
        codes = dict.fromkeys(finding.code for finding in findings)
        hint = (
            "" if accepted.code in codes else did_you_mean(accepted.code, codes)
        ) or "remove the line; what it accepted is gone"
    return Problem("accepts-nothing", message, hint, accepted.at, 0, accepted.code, Severity.WARNING)
