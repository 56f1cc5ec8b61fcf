"""Facts, events and tools that a file declares, their types, and where a mistake in one is shown."""

from __future__ import annotations

import pytest

from decidable.core.definition import Definition, Event, Fact, Field, Kind, Lookup, Tool
from decidable.core.guard import Holds, Not
from decidable.core.values import Bool, Choices, Data, Date, ListOf, Money, MoneyType, Range, Text, Time, Type
from decidable.text import read


def definition(source: str) -> Definition:
    reading = read(source)
    assert reading.problems == ()
    assert reading.definition is not None
    return reading.definition


@pytest.mark.parametrize(
    ("text", "type_"),
    [
        ("text", Text()),
        ("bool", Bool()),
        ("1..20", Range(1, 20)),
        ("-5 .. -1", Range(-5, -1)),
        ("money", MoneyType()),
        ("date", Date()),
        ("time", Time()),
        ("data", Data()),
        ("economy | business", Choices(("economy", "business"))),
        ("text|list|of", Choices(("text", "list", "of"))),
        ("list of text", ListOf(Text())),
        ("list of list of 0..2", ListOf(ListOf(Range(0, 2)))),
        ("list of economy | business", ListOf(Choices(("economy", "business")))),
    ],
)
def test_types(text: str, type_: Type) -> None:
    assert definition(f"facts\n  f: {text}\n").facts == (Fact(name="f", type=type_),)
    assert definition(f"events\n  user e(f?: {text})\n").events[0].fields == (
        Field(name="f", type=type_, optional=True),
    )


def test_facts_of_one_type_stand_in_one_line() -> None:
    facts = definition(
        "facts\n  day, time : text\n  gone: bool = no\n  fee: money authority = 20 USD\n  cabin: a | b = a\n"
    ).facts
    assert facts == (
        Fact(name="day", type=Text()),
        Fact(name="time", type=Text()),
        Fact(name="gone", type=Bool(), initial=False),
        Fact(name="fee", type=MoneyType(), authority=True, initial=Money("20.00 USD")),
        Fact(name="cabin", type=Choices(("a", "b")), initial="a"),
    )
    assert [fact.at for fact in facts] == [2, 2, 3, 4, 5]


def test_events_of_one_kind_stand_in_one_line() -> None:
    events = definition(
        "events\n  user details(day?, n: 1..3, several: bool derived, x derived), other\n  answer yes, no\n"
    ).events
    assert events == (
        Event(
            name="details",
            kind=Kind.USER,
            fields=(
                Field(name="day", optional=True),
                Field(name="n", type=Range(1, 3)),
                Field(name="several", type=Bool(), derived=True),
                Field(name="x", derived=True),
            ),
        ),
        Event(name="other", kind=Kind.USER),
        Event(name="yes", kind=Kind.ANSWER),
        Event(name="no", kind=Kind.ANSWER),
    )
    assert [event.at for event in events] == [2, 2, 3, 3]


def test_tools_say_what_they_give_and_what_no_answer_means() -> None:
    source = """tools
  read  find(day, time)  gives free, gone
  read  look()           shown fails lost
  write pay(fee)  gives paid, declined  timeout lost  look up with find  needs approval  trusts fee, day  requires not busy_now
  write send(fee) requires ok needs approval look up by repeating the key gives sent
"""
    assert definition(source).tools == (
        Tool(name="find", write=False, args=("day", "time"), gives=("free", "gone"), no_answer="failed"),
        Tool(name="look", write=False, shown=True, no_answer="lost"),
        Tool(
            name="pay",
            write=True,
            args=("fee",),
            gives=("paid", "declined"),
            no_answer="lost",
            lookup=Lookup.TOOL,
            lookup_with="find",
            approval=True,
            requires=Not(Holds("busy_now")),
            trusts=("fee", "day"),
        ),
        Tool(
            name="send",
            write=True,
            args=("fee",),
            gives=("sent",),
            no_answer="unknown",
            lookup=Lookup.REPEAT,
            approval=True,
            requires=Holds("ok"),
        ),
    )


@pytest.mark.parametrize(
    ("section", "line", "code", "column", "hint"),
    [
        ("facts", "day text", "syntax-fact", 7, ""),
        ("facts", "day, : text", "syntax-fact", 8, ""),
        ("facts", "day: txt", "syntax-type", 8, "did you mean 'text'?"),
        ("facts", "day: xyzzy", "syntax-type", 8, "a type is text"),
        ("facts", "day:", "syntax-type", 7, "a type is text"),
        ("facts", 'day: "text"', "syntax-type", 8, "a type is text"),
        ("facts", "day: 3..1", "syntax-type", 8, "lower end first"),
        ("facts", "day: 3", "syntax-type", 9, ""),
        ("facts", "day: 3.5..4", "syntax-type", 8, ""),
        ("facts", "day: 3 USD..4 USD", "syntax-type", 8, "currency away"),
        ("facts", "day: a |", "syntax-type", 11, ""),
        ("facts", "day: a | b | a", "syntax-type", 17, "each value once"),
        ("facts", "day: yes | maybe", "syntax-type", 19, "use bool"),
        ("facts", "day: list of", "syntax-type", 15, ""),
        ("facts", "day: list", "syntax-type", 8, "did you mean"),
        ("facts", "day: " + "list of " * 6 + "text", "too-deep", 48, "use data"),
        ("facts", "day: text = ", "syntax-fact", 14, ""),
        ("facts", "day: text x", "syntax-fact", 13, "gone: bool = no"),
        ("facts", "known: text", "reserved", 3, "another name"),
        ("facts", "a, yes: text", "reserved", 6, "another name"),
        ("events", "usr other", "syntax-event", 3, "did you mean 'user'?"),
        ("events", "timer other", "syntax-event", 3, "begins with its kind"),
        ("events", "blocked", "syntax-event", 3, "begins with its kind"),
        ("events", "user", "syntax-event", 7, ""),
        ("events", "user other, ", "syntax-event", 14, ""),
        ("events", "user other(", "syntax-event", 14, ""),
        ("events", "user other(day", "syntax-event", 17, ""),
        ("events", "user other(day) more", "syntax-event", 19, "write it like"),
        ("events", "user after", "reserved", 8, "another name"),
        ("events", "user other(not)", "reserved", 14, "another name"),
        ("tools", "raed find(day) shown", "syntax-tool", 3, "did you mean 'read'?"),
        ("tools", "tool find(day) shown", "syntax-tool", 3, "begin with read or write"),
        ("tools", "read find shown", "syntax-tool", 13, ""),
        ("tools", "read find(day shown", "syntax-tool", 17, ""),
        ("tools", "read find(day)", "syntax-tool", 17, "write it like"),
        ("tools", "read find(day) needs approval", "syntax-tool", 32, "write it like"),
        ("tools", "read find(day) give x", "syntax-tool", 18, "did you mean 'gives'?"),
        ("tools", "read find(day) gives x shown", "syntax-tool", 31, "either"),
        ("tools", "read find(day) shown gives x", "syntax-tool", 30, "either"),
        ("tools", "read find(day) shown shown", "syntax-tool", 24, "say it once"),
        ("tools", "read find(day) gives x timeout y", "syntax-tool", 26, "write `fails EVENT`"),
        ("tools", "write pay(day) gives x fails y", "syntax-tool", 26, "write `timeout EVENT`"),
        ("tools", "write pay(day) gives x look it up", "syntax-tool", 26, "by repeating the key"),
        ("tools", "write pay(day) gives x needs help", "syntax-tool", 32, ""),
        ("tools", "write pay(day) gives x requires", "syntax-guard", 34, ""),
    ],
)
def test_a_mistake_is_shown_where_it_is(section: str, line: str, code: str, column: int, hint: str) -> None:
    (problem,) = read(f"{section}\n  {line}\n").problems
    assert (problem.code, problem.line, problem.column) == (code, 2, column)
    assert hint in problem.hint
