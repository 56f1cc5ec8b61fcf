"""Rules that say nothing: they hold, or are broken, whatever the table says.

Owns: what makes a sentence empty, form by form. Never: proves one, or looks at names that are not there (`names`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import assert_never

from decidable.check.rules.places import is_inside, meant
from decidable.core.definition import End
from decidable.core.problem import Problem
from decidable.core.table import Table
from decidable.text import sentences as s


def idle(table: Table, sentence: s.Sentence) -> Iterator[Problem]:
    """Why this sentence says nothing of this machine. Its names are those of the machine."""
    match sentence:
        case s.Before(what, first):
            if what == first:
                yield _idle(
                    f"nothing happens before itself, so '{what}' never does", "name what has to come first", what
                )
            elif table.start in meant(table, first):
                message = f"every run begins in '{first}', so nothing happens before it"
                yield _idle(message, "name what has to have happened by then", first)
            elif is_inside(table, what, first):
                message = f"'{what}' is in '{first}', so it never comes first"
                yield _idle(message, "name what has to have happened by then", first)
        case s.Twice(what, between):
            if what in between:
                message = f"between two times that '{what}' happens it does not happen"
                yield _idle(message, f"leave '{what}' out of what comes between", what)
            yield from _named_twice(between)
        case s.OnlyIn(what, state):
            ends = [name for name in meant(table, state) if table.states[name].state.end is not None]
            if ends and what not in table.tools:
                message = f"a run has ended in '{state}', and no event happens there"
                yield _idle(message, "name the state in which it may happen", state)
        case s.Visits(_, states):
            yield from _named_twice(states)
            yield from _inside_another(table, states)
            if set(table.states) <= {leaf for state in states for leaf in meant(table, state)}:
                yield _idle("every state is named, and a run is always in one of them", "name those that are meant")
        case s.Reaches(event, _, within, but):
            if not within:
                yield _idle("nothing is reached within 0 events", "E itself is the first event: write 1 or more")
            if not any(event in row for state, row in table.rows.items() if state not in meant(table, but)):
                yield _idle(f"'{event}' comes in no state but '{but}'", "leave out `but`, or name another state", but)
        case s.NothingAfterEnd():
            if not any(info.state.end for info in table.states.values()):
                yield _idle(
                    "no state is final, so no run ends", "mark the ends with (final: completed) or leave it out"
                )
            elif not table.tools:
                yield _idle("there is no tool that could start", "leave it out, or declare the tools")
        case s.ModelCalls():
            if not any(info.state.end is End.COMPLETED for info in table.states.values()):
                hint = "mark the end that is meant with (final: completed)"
                yield _idle("there is no completed end that a path could reach", hint)
        case s.HoldsWhenever():
            pass  # that a fact is never known, or a tool never called, is a finding of its own
        case _:
            assert_never(sentence)


def _named_twice(names: Sequence[str]) -> Iterator[Problem]:
    for name in dict.fromkeys(name for number, name in enumerate(names) if name in names[:number]):
        yield _idle(f"'{name}' is named twice", "name another one, or leave it out", name)


def _inside_another(table: Table, names: Sequence[str]) -> Iterator[Problem]:
    for name in dict.fromkeys(names):
        around = next((other for other in names if is_inside(table, name, other)), "")
        if around:
            yield _idle(f"'{name}' is in '{around}', which is named as well", "leave one of them out", name)


def _idle(message: str, hint: str, token: str = "") -> Problem:
    return Problem("idle-rule", message, hint, token=token)
