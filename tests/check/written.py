"""Machines as the tests of the checker write them: text in, table or findings out."""

from textwrap import dedent

from decidable.check import Report, check
from decidable.core.compile import compile_table
from decidable.core.table import Table
from decidable.text.reader import read

CLEAN = """\
    machine parcel

    facts
      address: text = "home"

    events
      user      send(address), stop
      answer    yes, no
      result    refused, unsure
      evidence  shipped

    tools
      write  ship(address)   gives shipped, refused   timeout unsure   look up by repeating the key   needs approval

    any state
      shipped    -> done      : it is on its way
      blocked    -> ask       : the gate said no; ask again
      *          reject       : not asked for here

    ask (start)
      enter: propose ship
      yes when approved   -> going / perform   : exactly this was approved
      yes else            stay / ask again     : a yes to something else
      no                  -> lost              : not wanted
      send                -> ask restart       : another address
      stop                -> lost              : not wanted
      after 2d            -> lost              : nobody answers
    going
      refused    -> ask       : the carrier said no
      unsure     stay         : it is looked up
    done (final: completed)
    lost (final: cancelled)
"""
"""A machine without a single finding: what a test changes in it is what is found."""


def table(text: str) -> Table:
    """The table of a machine that compiles."""
    reading = read(dedent(text))
    assert reading.problems == ()
    assert reading.definition is not None
    return compile_table(reading.definition)


def report(text: str) -> Report:
    """Its report, with columns."""
    return check(table(text), dedent(text))


def found(text: str) -> list[tuple[str, int, str]]:
    """Its findings as (code, line, message); but for the note that a machine of one state is small, which many here are."""
    return [
        (finding.code, finding.line, finding.message)
        for finding in report(text).findings
        if finding.code != "one-state"
    ]


def of(text: str, code: str) -> list[tuple[int, str]]:
    """Its findings of one code as (line, message)."""
    return [(finding.line, finding.message) for finding in report(text).findings if finding.code == code]


def changed(old: str, new: str) -> str:
    """The clean machine with one piece of it changed."""
    assert CLEAN.count(old) == 1, old
    return CLEAN.replace(old, new)
