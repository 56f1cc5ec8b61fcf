"""Machines without a fault, to be damaged: the examples, two small ones, a spelled-out and generated ones.

Owns: what the mutation tests start from. Never: a machine with an error or a warning.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from pathlib import Path
from random import Random
from textwrap import dedent
from typing import NamedTuple

from decidable.core import definition as d
from decidable.core.compile import compile_table
from decidable.core.table import Table
from decidable.text import read, write
from refund import refund
from tests.check.test_open_work import PAY
from tests.check.test_shape import TWO
from tests.check.written import CLEAN

NESTED = """\
machine nested

events
  user      wish, more, stop
  result    good, bad, lost
  evidence  made
tools
  write  make()   gives made, bad   timeout lost   look up by repeating the key
  read   look()   gives good, bad   fails lost

any state
  made      -> done        : it exists
  bad       -> asking      : refused
  lost      stay           : looked up
  blocked   -> asking      : refused at the gate
  *         reject         : not now

asking (start)
  wish      -> working     : a wish
  stop      -> done        : nothing is wanted

working
  more      defer          : first this
  state looking (start)
    enter: call look
    good    -> making      : it is there
    lost    -> asking      : no answer
  state making
    enter: call make
    more    stay           : noted

done (final: completed, leftovers to attention)
"""
ROOT = Path(__file__).parents[3]


class Machine(NamedTuple):
    """A text and what it means; line numbers of the definition are those of the text."""

    name: str
    text: str
    definition: d.Definition
    table: Table

    @property
    def lines(self) -> list[str]:
        return self.text.split("\n")


def machine(name: str, text: str) -> Machine:
    """A machine that can be read and compiled."""
    reading = read(text)
    assert reading.definition is not None
    assert reading.problems == (), (name, reading.problems)
    return Machine(name, text, reading.definition, compile_table(reading.definition))


@cache
def machines() -> tuple[Machine, ...]:
    """All of them."""
    booking = (ROOT / "examples" / "booking" / "booking.states").read_text(encoding="utf-8")
    return (
        machine("booking", booking),
        machine("spelled out", write(spelled_out(machine("booking", booking).table))),
        machine("refund", write(refund.definition)),
        machine("parcel", dedent(CLEAN)),
        machine("pay", dedent(PAY)),
        machine("two interruptions", dedent(TWO)),
        machine("nested", NESTED),
        *(machine(f"generated {seed}", generated(seed)) for seed in range(4)),
    )


def spelled_out(table: Table) -> d.Definition:
    """The same machine with every cell in a line of its own: no line of any state, no group, no `*`."""
    states = []
    for name, info in table.states.items():
        lines = [
            replace(option.line, selector=_selector(option.line.selector, event), outcome=_outcome(option.line, name))
            for event, cell in table.rows[name].items()
            for option in cell.options
            if option.reached
        ]
        states.append(replace(info.state, lines=tuple(lines)))
    return replace(table.definition, any_state=(), states=tuple(states), rules=())


def _selector(selector: d.Selector, event: str) -> d.Selector:
    return selector if isinstance(selector, d.After | d.AfterStrikes) else d.Named((event,))


def _outcome(line: d.Line, state: str) -> d.Outcome:
    """An inherited move to the state itself counts as stay, and has to say so where it is written out."""
    return d.Stay() if line.outcome == d.Move(state) else line.outcome


def generated(seed: int) -> str:
    """A chain of reads and approved writes, each with its outcomes, timers, deferrals, guards; all decided."""
    random = Random(seed)
    kinds = ["read", "write", *(random.choice(["read", "write"]) for _ in range(3))]
    facts, events, tools, states = (
        ["  stop_now, urgent: bool = no"],
        ["  user      stop, wish, hurry(urgent?: bool)", "  answer    yes, no"],
        [],
        [],
    )
    for at, kind in enumerate(kinds):
        after = f"step{at + 1}" if at + 1 < len(kinds) else "done"
        events.append(
            f"  result    good{at}, bad{at}, lost{at}" if kind == "read" else f"  result    bad{at}, lost{at}"
        )
        if kind == "read":
            tools.append(f"  read  ask{at}() gives good{at}, bad{at} fails lost{at}")
            states += _reading(at, after, random)
        else:
            events.append(f"  evidence  made{at}(id{at}: text)")
            facts.append(f"  id{at}: text")
            tools.append(
                f"  write  make{at}() gives made{at}, bad{at} timeout lost{at} look up by repeating the key needs approval"
            )
            states += _writing(at, after, random)
    made = [f"  made{at}   -> human : it exists" for at, kind in enumerate(kinds) if kind == "write"]
    late = [f"  bad{at}, lost{at}   stay : recorded" for at, kind in enumerate(kinds) if kind == "write"]
    return "\n".join(
        [
            f"machine generated_{seed}", "", "facts", *facts, "", "events", *events, "", "tools", *tools, "", "any state",
            *made, *late, "  stop    -> human : a person goes on", "  blocked -> human : refused at the gate", "  *  reject : not now",
            "", *states, "done (final: completed, leftovers to attention)", "human (final: handed off, leftovers to attention)", "",
        ]
    )  # fmt: skip


def _head(at: int) -> str:
    return f"step{at}{' (start)' if at == 0 else ''}"


def _reading(at: int, after: str, random: Random) -> list[str]:
    guarded = [f"  good{at} when urgent -> {after} : at once", f"  good{at} else -> {after} / set urgent = no : go on"]
    return [
        _head(at),
        f"  enter: call ask{at}",
        *(guarded if random.random() < 0.5 else [f"  good{at} -> {after} : go on"]),
        f"  bad{at} -> human : no",
        f"  lost{at} -> human : no answer",
        *(["  wish defer : first this"] if random.random() < 0.5 else ["  hurry stay : noted"]),
        "",
    ]


def _writing(at: int, after: str, random: Random) -> list[str]:
    return [
        _head(at),
        f"  enter: propose make{at}",
        f"  yes when approved -> making{at} : agreed",
        "  yes else stay / ask again : more than a yes",
        "  no -> human : not wanted",
        f"  after {random.choice([30, 60])}m -> human : nobody answers",
        "",
        f"making{at}",
        "  enter: perform",
        f"  made{at} -> {after} : made",
        f"  bad{at} -> human : refused",
        f"  lost{at} stay : looked up",
        "  wish, hurry defer : first this",
        "",
    ]
