"""Headers: the name of the machine, sections, states at the left edge, and states nested in others.

Owns: their grammar. Never: reads what stands under them.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Final

from decidable.core.definition import End, Role, State
from decidable.text.names import CONTRACT_SECTIONS, SECTIONS, NameOf, is_name, is_reserved
from decidable.text.rows import Header, Name, Section, Use
from decidable.text.scan import Cursor, Sort
from decidable.text.trouble import nearest

_CODE: Final = "syntax-header"
_OF_TWO_WORDS: Final = tuple(title for title in SECTIONS if " " in title)
_ENDS: Final = {end.value.split()[0]: end for end in End}
_ROLES: Final = tuple(role.value for role in Role if role is not Role.PLAIN)
_FIRST_WORD: Final = re.compile(r"(?:state\s+)?([A-Za-z_][A-Za-z0-9_]*)", re.ASCII)
_END_HINT: Final = "write (final: completed), failed, cancelled or handed off"


def read_header(cursor: Cursor, *, contract: bool = False) -> Header:
    """A header. What is only nearly one is refused, with the place. `contract`: it stands in the file of one."""
    _refuse_later(cursor)
    for title in _OF_TWO_WORDS:
        if cursor.skip(*title.split()):
            cursor.finish("syntax-section", "a section", "a section stands alone on its line")
            return Section(title)
    token = cursor.here
    if cursor.skip("machine"):
        name = cursor.name(_CODE, "the name of the machine")
        cursor.finish(_CODE, "the name of the machine")
        return Name(name)
    if cursor.sees("use") and cursor.next.sort is not Sort.END:
        return read_use(cursor)
    if (
        cursor.sees("contract") and cursor.next.sort is not Sort.END and cursor.next.text != "("
    ):  # a state may be called so
        cursor.take()
        name = cursor.name(_CODE, "the name of the contract")
        cursor.finish(_CODE, "the name of the contract")
        return Name(name, contract=True)
    if token.text in (CONTRACT_SECTIONS if contract else SECTIONS):
        cursor.take()
        cursor.finish("syntax-section", "a section", "a section stands alone on its line")
        return Section(token.text)
    if cursor.sees("state") and cursor.next.sort is Sort.NAME:
        cursor.refuse(
            _CODE,
            "a state at the left edge is headed by its name alone",
            f"write `{cursor.next.text}`, or put two spaces before it to nest it",
        )
    return _state(cursor, "a section or the name of a state")


def _refuse_later(cursor: Cursor) -> None:
    if cursor.sees("allow") and cursor.next.sort is Sort.END:
        cursor.refuse(
            "not-yet",
            "the section `allow` of a gate is not in this version yet",
            "declare the tools, and call them in lines",
        )


def read_use(cursor: Cursor) -> Use:
    """`use NAME`: of a contract at the left edge, of a fragment in a state."""
    cursor.take()
    name = cursor.name(_CODE, "the name of a contract or of a fragment", "write `use NAME`")
    cursor.finish(_CODE, "the name of what is used", "one `use` a line")
    return Use(name)


def read_nested(cursor: Cursor) -> State:
    """`state NAME`, with what it is for: the header of a state inside another."""
    cursor.expect("state", _CODE, "before the name of a nested state")
    return _state(cursor, "the name of a state")


def _state(cursor: Cursor, what: str) -> State:
    token = cursor.here
    name = cursor.name(_CODE, what)
    if is_reserved(name, NameOf.STATE):
        hint = "write `any state`" if name == "any" else "choose another name"
        cursor.refuse("reserved", f"'{name}' is a word of the language and cannot name a state", hint, token)
    state = State(name=name)
    if cursor.skip("("):
        state = _role(cursor, state)
        cursor.expect(")", _CODE, "after what the state is")
    cursor.finish(_CODE, "the header of a state", "a line of a state stands under its header, two spaces in")
    return state


def _role(cursor: Cursor, state: State) -> State:
    token = cursor.here
    word = cursor.name(_CODE, f"one of {', '.join(_ROLES)}")
    if word not in _ROLES:
        hint = nearest(word, _ROLES, f"a state is {', '.join(_ROLES)}, or nothing said")
        cursor.refuse(_CODE, f"{token} is not what a state can be", hint, token)
    if word != Role.FINAL:
        return replace(state, role=Role(word))
    if not cursor.skip(":"):
        cursor.refuse(_CODE, "how a run ends here is not said", _END_HINT)
    token = cursor.here
    word = cursor.name(_CODE, "how a run ends", _END_HINT)
    if word not in _ENDS or (word == "handed" and not cursor.skip("off")):
        cursor.refuse(_CODE, f"{token} is not how a run ends", nearest(word, _ENDS, _END_HINT), token)
    leftovers = cursor.skip(",", "leftovers", "to", "attention")
    return replace(state, role=Role.FINAL, end=_ENDS[word], leftovers=leftovers)


def salvage_header(code: str) -> Header | None:
    """The header that an unreadable one most likely is, so that the lines under it are read and not all refused."""
    for title in _OF_TWO_WORDS:
        if code.startswith(title):
            return Section(title)
    found = _FIRST_WORD.match(code)
    if found is None or not is_name(found[1]):
        return None
    if found[1] in SECTIONS:
        return Section(found[1])
    return None if is_reserved(found[1], NameOf.STATE) else State(name=found[1])
