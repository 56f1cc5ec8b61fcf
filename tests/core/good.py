"""A machine without a fault, and what is wrong with it after a change.

Owns: the machine and the ways to change it. Never: tests anything.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from decidable.core import definition as d
from decidable.core.validate import validate
from tests.core.machines import definition

GOOD = """
    facts
      day, code: text
      n: 0..9
      sure: bool
      kind: small | large
      price: money
    events
      user      ask(day?), tell(where: text, n?)
      answer    yes, no
      result    free(price), gone, failed, unknown
      evidence  made(code)
      signal    news
    tools
      read   look(day)   gives free, gone      fails failed
      write  make(day)   gives made, gone      timeout unknown   look up with look
    any state
      made, news   stay
      *            reject
    here (start)
      ask       -> there / call look
    there
      ask       -> here
      blocked   -> here
    away (interruption)
      ask       -> back else here
    over (final: completed)
"""


def wrong(**changes: Any) -> list[tuple[str, str]]:
    """The errors of the good machine after a change. `Any`, because a change is any field of a definition."""
    return [(p.code, p.message) for p in validate(replace(definition(GOOD), **changes))]


def in_here(line: d.Line) -> list[tuple[str, str]]:
    good = definition(GOOD)
    here = good.states[0]
    return wrong(states=(replace(here, lines=(*here.lines, line)), *good.states[1:]))


def line(*events: str, outcome: d.Outcome | None = None, **more: Any) -> d.Line:
    return d.Line(selector=d.Named(events), outcome=outcome or d.Stay(), **more)
