"""What a line does, said in Python: the effects as small functions with the words of the text.

Owns: `call`, `propose`, `say` and the rest, each checked where it is written. Never: performs anything.
"""

from __future__ import annotations

from typing import Protocol, TypeAlias

from decidable.core.definition import (
    AskAgain,
    Call,
    Compose,
    Count,
    Effect,
    Forget,
    ForgetAllBut,
    HandOff,
    Item,
    Perform,
    Propose,
    Record,
    Reset,
    Say,
    Send,
    Set,
)
from decidable.core.guard import Literal
from decidable.core.problem import Problem
from decidable.errors import MachineError
from decidable.text.literals import is_writable
from decidable.text.names import NameOf, is_name, is_reserved, shown

__all__ = [
    "EventName",
    "ToolName",
    "ask_again",
    "call",
    "compose",
    "count",
    "forget",
    "forget_all_but",
    "hand_off",
    "perform",
    "propose",
    "record",
    "reset",
    "say",
    "send",
    "set_",
    "then",
]


class _Event(Protocol):
    @property
    def event_name(self) -> str: ...


class _Tool(Protocol):
    @property
    def name(self) -> str: ...


EventName: TypeAlias = str | _Event
"""An event by its name, or by its class, which bears the name as `event_name`."""
ToolName: TypeAlias = str | _Tool
"""A tool by its name, or by the decorated function, which bears it as `name`."""


def name_of_event(event: EventName) -> str:
    """The checked name of an event."""
    return checked(event if isinstance(event, str) else event.event_name, NameOf.EVENT)


def name_of_tool(tool: ToolName) -> str:
    """The checked name of a tool."""
    return checked(tool if isinstance(tool, str) else tool.name, NameOf.TOOL)


def checked(name: str, role: NameOf) -> str:
    """The name itself, if it can stand in a file where this role stands. Raises MachineError."""
    if not is_name(name):
        raise refusal(
            "syntax-name",
            f"'{shown(name)}' cannot name a {role}",
            "use ASCII letters, digits and underscores, at most 100",
        )
    if is_reserved(name, role):
        raise refusal("reserved", f"'{name}' is a word of the language and cannot name a {role}", "choose another name")
    return name


def checked_literal(value: Literal) -> Literal:
    """The value itself, if it can be written in a file. Raises MachineError."""
    if not is_writable(value):
        raise refusal(
            "syntax-literal",
            "a number has at most 18 digits, and a currency three capital letters",
            "use a smaller unit or a text",
        )
    return value


def refusal(code: str, message: str, hint: str) -> MachineError:
    """The error of one mistake in a call of the builder."""
    return MachineError([Problem(code, message, hint)])


def call(tool: ToolName) -> Effect:
    """`call T`: start a tool; its arguments are the facts of their names."""
    return Call(name_of_tool(tool))


def then(tool: ToolName, **taken: EventName) -> Item:
    """`T(argument from event)`: one tool of a proposal, with arguments read from an earlier outcome of the list."""
    pairs = ((checked(argument, NameOf.ARGUMENT), name_of_event(event)) for argument, event in taken.items())
    return Item(name_of_tool(tool), tuple(pairs))


def propose(first: ToolName | Item, *others: ToolName | Item) -> Effect:
    """`propose A then B`: freeze an ordered list and ask. Later tools are names, or made with `then`."""
    return Propose(tuple(each if isinstance(each, Item) else Item(name_of_tool(each)) for each in (first, *others)))


def ask_again() -> Effect:
    """`ask again`: show the open question once more."""
    return AskAgain()


def perform() -> Effect:
    """`perform`: start the next operation of the approved list."""
    return Perform()


def say(words: str, *, gives: EventName | None = None) -> Effect:
    """`say W [gives event]`: code's words, by their key."""
    return Say(checked(words, NameOf.WORDS), "" if gives is None else name_of_event(gives))


def compose(words: str, *, gives: EventName | None = None) -> Effect:
    """`compose W [gives event]`: a model's words, by their key."""
    return Compose(checked(words, NameOf.WORDS), "" if gives is None else name_of_event(gives))


def send(event: EventName, to: str) -> Effect:
    """`send E to M`: an event of another machine, for its open run in this conversation. `to`: that machine's name."""
    return Send(name_of_event(event), checked(to, NameOf.MACHINE))


def set_(fact: str, value: Literal) -> Effect:
    """`set f = v`."""
    return Set(checked(fact, NameOf.FACT), checked_literal(value))


def count(fact: str) -> Effect:
    """`count f`: one more, from 0, up to the fact's maximum."""
    return Count(checked(fact, NameOf.FACT))


def reset(fact: str) -> Effect:
    """`reset f`: back to the initial value; unknown where there is none."""
    return Reset(checked(fact, NameOf.FACT))


def forget(first: str, *others: str) -> Effect:
    """`forget f and g`."""
    return Forget(tuple(checked(fact, NameOf.FACT) for fact in (first, *others)))


def forget_all_but(first: str, *others: str) -> Effect:
    """`forget all but f and g`."""
    return ForgetAllBut(tuple(checked(fact, NameOf.FACT) for fact in (first, *others)))


def hand_off() -> Effect:
    """`hand off`: put the run before a person."""
    return HandOff()


def record() -> Effect:
    """`record`: nothing more than the entry every decision makes, said aloud."""
    return Record()
