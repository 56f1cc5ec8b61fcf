"""What the names of a rule mean in one machine, and what is wrong with those that mean nothing.

Owns: the findings about rules, each at its line; `idle` has those that say nothing. Never: proves one.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import assert_never

from decidable.check.rules.idle import idle
from decidable.core.problem import Problem, did_you_mean
from decidable.core.table import Table
from decidable.core.values import Bool
from decidable.text import sentences as s
from decidable.text.source import split_line


def rule_findings(table: Table, source: str = "") -> Iterator[Problem]:
    """What is wrong with the rules of a machine, each at its line of the source."""
    rules = table.definition.rules
    places = _places(rules, source) if rules else {}
    for rule in rules:
        yield from (problem._replace(line=places.get(rule, 0)) for problem in problems(table, rule))


def _places(rules: Collection[str], source: str) -> Mapping[str, int]:
    """The first line of each rule in the text of its machine, where it is there."""
    asked, found = set(rules), dict[str, int]()
    for number, raw in enumerate(source.split("\n"), start=1):
        if raw[:1] in (" ", "\t") and (text := " ".join(split_line(number, raw).code.split())) in asked:
            found.setdefault(text, number)
    return found


def problems(table: Table, rule: str) -> Iterator[Problem]:
    """What is wrong with one rule: with its names, or, where they are right, that it says nothing."""
    sentence = s.parse(rule)
    if sentence is None:
        yield Problem("rule-name", f"'{rule}' is not a rule of a known shape")
    else:
        yield from list(_names(table, sentence)) or idle(table, sentence)


def _names(table: Table, sentence: s.Sentence) -> Iterator[Problem]:
    places = [state.name for state in table.definition.states]
    things = (*table.tools, *table.events, *places)
    match sentence:
        case s.Before(what, first):
            yield from _unknown("a tool, event or state", things, what, first)
        case s.Twice(what, between):
            yield from _unknown("a tool, event or state", things, what, *between)
        case s.OnlyIn(what, state):
            yield from _unknown("a tool or event", (*table.tools, *table.events), what)
            yield from _unknown("a state", places, state)
        case s.Visits(event, states):
            yield from _unknown("an event", table.events, event)
            yield from _unknown("a state", places, *states)
        case s.Reaches(event, state, _, but):
            yield from _unknown("an event", _columns(table), event)
            yield from _unknown("a state", places, state, *([but] if but else []))
        case s.HoldsWhenever(fact, tool):
            yield from _fact(table, fact)
            yield from _unknown("a tool", table.tools, tool)
        case s.ModelCalls() | s.NothingAfterEnd():
            pass
        case _:
            assert_never(sentence)


def _columns(table: Table) -> Collection[str]:
    return dict.fromkeys((*table.events, *(event for row in table.rows.values() for event in row)))


def _unknown(what: str, known: Collection[str], *names: str) -> Iterator[Problem]:
    for name in dict.fromkeys(names):
        if name not in known:
            listed = ", ".join(list(known)[:12])
            yield Problem(
                "rule-name", f"'{name}' is not {what}", did_you_mean(name, known) or f"there are {listed}", token=name
            )


def _fact(table: Table, name: str) -> Iterator[Problem]:
    fact = table.facts.get(name)
    if fact is None:
        yield from _unknown("a fact", table.facts, name)
    elif not isinstance(fact.type, Bool):
        hint = "a rule can ask for a fact that is yes or no; let an event give one"
        yield Problem("rule-name", f"'{name}' is {fact.type}, and only a bool fact holds", hint, token=name)
