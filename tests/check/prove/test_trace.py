"""A line of a trace shows every decision of its step: of what arrived, of what followed from it, and of what was recalled."""

from __future__ import annotations

from decidable.check.prove import Refuted, prove
from decidable.check.rules.trace import Decision, Trace, decisions, trace_step
from decidable.check.script import play, script_lines
from decidable.core.records import Cause
from decidable.core.table import Table
from tests.check.written import table

KITCHEN = """\
    machine kitchen
    facts
      dish: text
    events
      user      order(dish), more, hello, again, whatever
      result    cooked, burnt
      system    power_off, power_on
    tools
      read  cook(dish)   gives cooked, burnt   fails burnt
      read  look(dish)   gives cooked          fails burnt
    any state
      power_off   -> dark       : nothing works
      blocked     -> waiting    : it cannot be made
      *           ignore        : not here
    waiting (start)
      order       -> cooking    : one after the other
      more        -> eating     : there is something left
      hello       reject strike : in a hurry
      again       -> waiting restart : from the beginning
      whatever    -> tasting    : whatever there is
      after 2 strikes -> gone   : had enough
    tasting
      enter: call look
    cooking
      enter: call cook
      more        defer         : not now
      cooked      -> waiting    : the next one
      burnt       stay          : scrape it off
    eating
      order       stay          : later
    dark (interruption)
      power_on    -> back       : on it goes
      more        defer         : not in the dark
    gone (final: cancelled)
"""
OFF = """\
    machine off
    facts
      dish: text
    events
      user      order(dish)
      result    cooked
    tools
      read  cook(dish)   gives cooked   fails cooked
    trying (start)
      enter: call cook
      order       -> trying restart : now it is known
      blocked     -> idle       : nothing is ordered
      cooked      stay          : fine
    idle
      order       -> trying     : now it is known
      cooked      stay          : fine
    rules
      never idle before order
      never trying before idle
"""


def shown(machine: Table, script: str) -> list[str]:
    """A script, with the remarks of the trace that it makes."""
    played = list(play(machine, script))
    steps = [trace_step(each.before, each.input, each.step) for each in played if each.before and each.input]
    return [" ".join(line.split()) for line in script_lines(Trace({}, tuple(steps)))]


def line_of(machine: str, text: str) -> int:
    return next(n for n, line in enumerate(machine.splitlines(), 1) if line.strip().startswith(text))


def test_a_recalled_event_is_shown_with_where_it_leads() -> None:
    lines = shown(table(KITCHEN), "order(dish = soup)\nmore\ncook: cooked")
    cooked, more = line_of(KITCHEN, "cooked "), line_of(KITCHEN, "more        -> eating")
    assert lines[-1] == (
        f"cook: cooked # cooking -> waiting, line {cooked}; then more recalled: waiting -> eating, line {more} <- here"
    )


def test_what_follows_is_shown_and_what_is_ignored() -> None:
    lines = shown(table(KITCHEN), "hello\nhello")
    hello, struck = line_of(KITCHEN, "hello"), line_of(KITCHEN, "after 2")
    assert lines == [
        f"hello # waiting: reject, line {hello}",
        f"hello # waiting: reject, line {hello}; then after 2 strikes: waiting -> gone, line {struck} <- here",
    ]
    whatever, blocked = line_of(KITCHEN, "whatever"), line_of(KITCHEN, "blocked")
    assert shown(table(KITCHEN), "whatever\nagain\nmore\nagain") == [
        f"whatever # waiting -> tasting, line {whatever}; then blocked: tasting -> waiting, line {blocked}",
        f"again # waiting: restart, line {line_of(KITCHEN, 'again')}",
        f"more # waiting -> eating, line {line_of(KITCHEN, 'more        ->')}",
        "again # eating: ignore <- here",
    ]


def test_what_an_interruption_held_is_shown_when_it_ends() -> None:
    lines = shown(table(KITCHEN), "order(dish = soup)\npower_off\nmore\ncook: cooked\npower_on")
    back, cooked, more = (line_of(KITCHEN, each) for each in ("power_on", "cooked ", "more        ->"))
    assert lines[-2:] == [
        "cook: cooked # dark",
        f"power_on # dark -> cooking, line {back}; then cooked held: cooking -> waiting, line {cooked};"
        f" then more recalled: waiting -> eating, line {more} <- here",
    ]


def test_a_refusal_is_what_the_line_says() -> None:
    lines = shown(table(KITCHEN), "order(dish = soup)\ncook: blocked")
    assert lines[-1] == f"cook: blocked # cooking -> waiting, line {line_of(KITCHEN, 'blocked')} <- here"


def test_each_decision_is_an_arrow_for_a_drawing() -> None:
    machine = table(KITCHEN)
    *_, last = play(machine, "order(dish = soup)\nmore\ncook: cooked")
    assert last.before is not None
    assert last.input is not None
    step = trace_step(last.before, last.input, last.step)
    assert step.decisions[1] == Decision(
        "waiting", "more", "eating", "move", line_of(KITCHEN, "more        ->"), Cause.RECALLED
    )
    assert Trace({}, (step,)).arrows == (("cooking", "cooked", "waiting"), ("waiting", "more", "eating"))


def test_an_event_that_waited_for_a_state_that_was_left_is_not_decided() -> None:
    machine = table(KITCHEN.replace("*           ignore", "after 5m    defer : not now\n      *           ignore"))
    *_, last = play(machine, "after 5m\nwhatever")
    assert last.before is not None
    assert last.before.queue
    assert [each.event for each in decisions(last.before, last.input, last.step)] == ["whatever", "blocked"]


def test_the_beginning_is_shown_where_it_decides_something_or_breaks_the_rule() -> None:
    machine = table(OFF)
    at_once, before = prove(machine, machine.definition.rules)
    assert isinstance(at_once, Refuted)
    assert at_once.trace is not None
    told = f"# begins: trying; then blocked: trying -> idle, line {line_of(OFF, 'blocked')}"
    assert list(script_lines(at_once.trace)) == [f"{told}   <- here"]
    assert isinstance(before, Refuted)
