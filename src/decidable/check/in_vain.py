"""Why a line under `accepted findings` accepts nothing: a code or a name that is not there, or what is not found now.

Owns: telling these apart, in words. Never: decides what is accepted (`accepted` does).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from typing import Final

from decidable.check.codes import ACCEPTABLE, NEVER_ACCEPTED
from decidable.check.explore.domains import effects
from decidable.check.speech import listed
from decidable.core import definition as d
from decidable.core.problem import Problem, did_you_mean
from decidable.core.table import ANY_STATE, Table
from decidable.text.accepted import accepted_text

MOST_HINTS: Final = 50
"""A near name is looked for in so many lines; nobody reads more of them."""
_PLACES: Final = 3
_GONE: Final = "remove the line; what it accepted is gone"


class Why:
    """What is said of the lines of one machine that accept nothing."""

    def __init__(self, table: Table, found: Iterable[Problem]) -> None:
        self._states = dict.fromkeys([ANY_STATE, *(state.name for state in table.definition.states)])
        self._names = _names(table)
        self._found: dict[str, list[Problem]] = defaultdict(list)
        for finding in found:
            self._found[finding.code].append(finding)
        self._hints = 0

    def an_error(self, line: d.Accepted) -> tuple[str, str]:
        """Message and hint, where what it would accept is found and is an error."""
        return (
            f"`{accepted_text(line)}` is an error, and no error can be accepted",
            "mend it; the machine is not fit to run",
        )

    def nothing(self, line: d.Accepted) -> tuple[str, str]:
        """Message and hint, where nothing is found that it would accept."""
        code, text = line.code, accepted_text(line)
        if code not in ACCEPTABLE and code not in NEVER_ACCEPTED:
            near = self._near(code, ACCEPTABLE)
            return (
                f"'{code}' is not the code of a finding",
                near or "`check` prints codes in brackets: warning[no-reason]",
            )
        if code in NEVER_ACCEPTED:
            return f"'{code}' cannot be accepted, whatever it is about", "remove the line; an error is mended"
        if line.state and line.state not in self._states:
            return f"'{line.state}' is not a state of this machine", self._near(line.state, self._states) or _GONE
        if line.of and line.of not in self._names:
            return f"nothing in this machine is called '{line.of}'", self._near(line.of, self._names) or _GONE
        places = dict.fromkeys(_place(finding) for finding in self._found[code])
        elsewhere = [place for place in places if place]
        if elsewhere:
            hint = f"it is found {listed(elsewhere, _PLACES)}"
            return f"`{text}` is not found now, but {code} is elsewhere", hint
        return f"`{text}` is not found now", _GONE

    def _near(self, word: str, known: Iterable[str]) -> str:
        self._hints += 1
        return did_you_mean(word, known) if self._hints <= MOST_HINTS else ""


def _place(finding: Problem) -> str:
    """What a line would say to accept a finding."""
    of = finding.event or finding.token
    return " ".join([*([f"of {of}"] if of else []), *([f"in {finding.state}"] if finding.state else [])])


def _names(table: Table) -> dict[str, None]:
    """All that a finding may be about."""
    definition = table.definition
    found = [*table.events, *(column for row in table.rows.values() for column in row), *table.tools, *table.facts]
    found += [field.name for event in definition.events for field in event.fields]
    found += [state.name for state in definition.states]
    for effect in effects(table):
        match effect:
            case d.Say(words) | d.Compose(words):
                found.append(words)
            case d.Send(_, machine):
                found.append(machine)
            case _:
                pass
    lines = [*definition.any_state, *(line for state in definition.states for line in state.lines)]
    found += [f"@{line.selector.name}" for line in lines if isinstance(line.selector, d.Group)]
    return dict.fromkeys(found)
