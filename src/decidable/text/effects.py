"""Effects: what a line asks for, after its `/`.

Owns: the grammar of effects. Never: knows whether the tools, facts and words exist.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

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
from decidable.text.literals import read_literal
from decidable.text.scan import Cursor
from decidable.text.trouble import nearest

_CODE: Final = "syntax-effect"
_VERBS: Final = tuple("call propose ask perform say compose hand set count reset forget record start send".split())
_ADVICE: Final = (
    "an effect is call, propose, ask again, perform, say, compose, send, hand off, set, count, reset, forget or record"
)


def read_effects(cursor: Cursor) -> tuple[Effect, ...]:
    """One or more effects with commas between them."""
    found = [_effect(cursor)]
    while cursor.skip(","):
        if isinstance(found[-1], Forget | ForgetAllBut) and not cursor.sees(*_VERBS):
            cursor.refuse(_CODE, f"{cursor.here} is not an effect", "join the facts to forget with `and`")
        found.append(_effect(cursor))
    return tuple(found)


def _effect(cursor: Cursor) -> Effect:
    token = cursor.here
    verb = cursor.name(_CODE, "an effect", _ADVICE)
    if verb in _READ:
        return _READ[verb](cursor)
    if verb == "start":
        advice = "let a tool do it, and take its outcome as an event"
        cursor.refuse("not-yet", "starting a child run is not in this version yet", advice, token)
    cursor.refuse(_CODE, f"{token} is not an effect", nearest(verb, _VERBS, _ADVICE), token)


def _call(cursor: Cursor) -> Effect:
    return Call(cursor.name(_CODE, "the name of a tool"))


def _propose(cursor: Cursor) -> Effect:
    items = [_item(cursor)]
    while cursor.skip("then"):
        items.append(_item(cursor))
    return Propose(tuple(items))


def _item(cursor: Cursor) -> Item:
    tool = cursor.name(_CODE, "the name of a tool")
    taken: list[tuple[str, str]] = []
    if cursor.skip("("):
        while True:
            argument = cursor.name(_CODE, "the name of an argument")
            cursor.expect("from", _CODE, "after the argument")
            taken.append((argument, cursor.name(_CODE, "the name of an event")))
            if not cursor.skip(","):
                break
        cursor.expect(")", _CODE, "after the last argument")
    return Item(tool, tuple(taken))


def _ask_again(cursor: Cursor) -> Effect:
    cursor.expect("again", _CODE, "after 'ask'")
    return AskAgain()


def _hand_off(cursor: Cursor) -> Effect:
    cursor.expect("off", _CODE, "after 'hand'")
    return HandOff()


def _say(cursor: Cursor) -> Effect:
    return Say(*_words(cursor))


def _compose(cursor: Cursor) -> Effect:
    return Compose(*_words(cursor))


def _words(cursor: Cursor) -> tuple[str, str]:
    words = cursor.name(
        _CODE, "the key of the words to say", "the words themselves stand in the words file, under a key"
    )
    return words, cursor.name(_CODE, "the name of an event") if cursor.skip("gives") else ""


def _send(cursor: Cursor) -> Effect:
    event = cursor.name(_CODE, "the name of an event of the other machine")
    cursor.expect("to", _CODE, "between the event and the machine it is for")
    return Send(event, cursor.name(_CODE, "the name of the other machine"))


def _set(cursor: Cursor) -> Effect:
    fact = cursor.name(_CODE, "the name of a fact")
    cursor.expect("=", _CODE, "between fact and value")
    return Set(fact, read_literal(cursor, _CODE)[0])


def _count(cursor: Cursor) -> Effect:
    return Count(cursor.name(_CODE, "the name of a fact"))


def _reset(cursor: Cursor) -> Effect:
    return Reset(cursor.name(_CODE, "the name of a fact"))


def _forget(cursor: Cursor) -> Effect:
    if cursor.skip("all", "but"):
        return ForgetAllBut(cursor.names(_CODE, "the name of a fact", "and"))
    return Forget(cursor.names(_CODE, "the name of a fact", "and"))


_READ: Final[dict[str, Callable[[Cursor], Effect]]] = {
    "call": _call,
    "propose": _propose,
    "ask": _ask_again,
    "perform": lambda _: Perform(),
    "say": _say,
    "compose": _compose,
    "send": _send,
    "hand": _hand_off,
    "set": _set,
    "count": _count,
    "reset": _reset,
    "forget": _forget,
    "record": lambda _: Record(),
}
