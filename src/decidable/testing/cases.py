"""Cases and ways as values: what a table of tests consists of, whether a person or `decidable generate-tests` writes it.

Owns: how a case is put to a machine. Never: decides; `step` does, through `at`, or a real runtime.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from decidable.bind.machine import Machine
from decidable.check.situation import Happens
from decidable.testing.cells import At, begun
from decidable.testing.rehearsal import rehearsed


@dataclass(frozen=True, slots=True)
class Case:
    """One event in one situation of a state, and what should follow. `str` of it names the test.

        Case("other", facts={"misses": 2}, then="-> report", does=["set misses = 0"], because="the third in a row")

    `facts`: what is known; None for one that starts known and is not. `under_way`: tools called in this entry, or events of
    words being delivered. `asked`: the tools of the open question. `then`: the outcome as the table writes it, `?` for any.
    `follows`: further decisions of the same step. `does`: all it changed and asked for, in order. `values`: what the case is
    about, where several are of one line. `column`: the event of the cell, where what happens only brings it about.
    """

    event: Happens | str
    then: str
    facts: Mapping[str, object] = field(default_factory=dict)
    under_way: Sequence[str] = ()
    asked: Sequence[str] = ()
    strikes: int = 0
    follows: Sequence[str] = ()
    does: Sequence[str] = ()
    because: str = ""
    values: str = ""
    column: str = ""

    def __str__(self) -> str:
        name = self.column or (self.event if isinstance(self.event, str) else self.event.event)
        about = f" ({self.values})" if self.values else ""
        return f"{name}{about}: {self.because}" if self.because else f"{name}{about}"

    def check(self, run: At) -> At:
        """Let it happen in this run, and compare. Raises AssertionError, with the line that decided."""
        standing = run.asked(*self.asked).under_way(*self.under_way)
        event = Happens(self.event) if isinstance(self.event, str) else self.event
        after = (standing.struck(self.strikes) if self.strikes else standing).on(event)
        after.decides(self.then)
        return after if self.then == "?" else after.follows(*self.follows).does(*self.does)


Pace = tuple[Happens | str, Sequence[str]]
"""What happens, and every decision of its step."""


@dataclass(frozen=True, slots=True)
class Way:
    """Events from the beginning of a run, each with the decisions it should lead to. `str` of it names the test.

    Way("report told: -> gather", [("user_cancels", ["gather user_cancels: -> report"]), ...])
    """

    name: str
    paces: Sequence[Pace]

    def __str__(self) -> str:
        return self.name

    def check(self, machine: Machine[Any, Any], /, **start: object) -> At:
        """Go it through `step`. Raises AssertionError at the first decision that is another one."""
        run = begun(machine, **start)
        for event, wanted in self.paces:
            run = run.on(Happens(event) if isinstance(event, str) else event)
            assert list(run.decisions) == list(wanted), _differs(event, wanted, run.decisions)
        return run

    def check_live(self, machine: Machine[Any, Any], /, **start: object) -> None:
        """Go it through a real runtime with a store in memory, a clock that is moved and tools that are told what to answer;
        every commit must be what `step` makes of its input. At the end no tool may have been called by the last event, and
        the state must be as before it.
        """
        with rehearsed(machine, **start) as run:
            for number, (event, wanted) in enumerate(self.paces):
                before = run.state, len(run.called)
                following = self.paces[number + 1][0] if number + 1 < len(self.paces) else ""
                got = run.on(event, refused=_name(following) == "blocked")
                assert got == list(wanted), _differs(event, wanted, got)
            assert (run.state, len(run.called)) == before, (
                f"{_name(event)} moved the run or called a tool: {run.called}"
            )


def _name(event: Happens | str) -> str:
    return event if isinstance(event, str) else event.event


def _differs(event: Happens | str, wanted: Sequence[str], got: Sequence[str]) -> str:
    return f"after {_name(event)} expected {'; '.join(wanted)}; it was {'; '.join(got) or 'nothing'}"
