"""Guards: from text to tree, and to normal form.

Owns: the grammar of guards (`not` binds before `and`, `and` before `or`), and the one normal form in which text and
builder agree. Never: evaluates a guard, and never accepts Python.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from decidable.core.guard import (
    And,
    Approved,
    Atom,
    Busy,
    Compare,
    Guard,
    Holds,
    Is,
    IsKnown,
    Literal,
    Not,
    OneOf,
    Op,
    Or,
    Same,
)
from decidable.text.literals import is_writable, read_literal, read_number
from decidable.text.names import GUARD_WORDS, NameOf, is_name, is_reserved, shown
from decidable.text.scan import DEEPEST, Cursor, Sort, tokens
from decidable.text.trouble import Unreadable

_CODE: Final = "syntax-guard"
_FOREIGN: Final = {
    "=": "write `is`",
    "==": "write `is`",
    "!=": "write `not (f is value)`",
    "!": "write `not`",
    "&&": "write `and`",
    "||": "write `or`",
    "=>": "write >=",
}


def read_guard(cursor: Cursor) -> Guard:
    """The guard that begins at the cursor. A bare word after `is` is left an enum value until `settle`."""
    first = _conjunction(cursor)
    parts = [first]
    while cursor.skip("or"):
        parts.append(_conjunction(cursor))
    return _joined(Or, parts)


def _conjunction(cursor: Cursor) -> Guard:
    parts = [_unary(cursor)]
    while cursor.skip("and"):
        parts.append(_unary(cursor))
    if cursor.sees(*_FOREIGN):
        cursor.refuse(_CODE, f"{cursor.here} has no meaning in a guard", _FOREIGN[cursor.here.text])
    return _joined(And, parts)


def _unary(cursor: Cursor) -> Guard:
    if cursor.sees("not"):
        cursor.deeper()
        cursor.take()
        made: Guard = Not(_unary(cursor))
    elif cursor.sees("("):
        cursor.deeper()
        cursor.take()
        made = read_guard(cursor)
        cursor.expect(")", _CODE, "after what is in parentheses")
    else:
        return _atom(cursor)
    cursor.depth -= 1
    return made


def _joined(kind: type[And | Or], parts: list[Guard]) -> Guard:
    if len(parts) == 1:
        return parts[0]
    flat: list[Guard] = []
    for part in parts:
        flat.extend(part.guards if isinstance(part, And | Or) and type(part) is kind else [part])
    return kind(tuple(flat))


def _atom(cursor: Cursor) -> Atom:
    token = cursor.here
    if cursor.skip("approved"):
        return Approved()
    if cursor.skip("busy"):
        return Busy()
    if token.sort is Sort.NAME and token.text in GUARD_WORDS:
        cursor.refuse(
            _CODE, f"a fact should stand here, not {token}", f"'{token.text}' has a meaning of its own in guards"
        )
    hint = "the fact stands first: f < 3" if token.sort is Sort.NUMBER else _FOREIGN.get(token.text, "")
    name = cursor.name(_CODE, "a fact", hint)
    if cursor.skip("known"):
        return IsKnown(name)
    if cursor.skip("is"):
        return _is(cursor, name)
    if cursor.skip("in"):
        return _one_of(cursor, name)
    if cursor.sees(*Op):
        op = Op(cursor.take().text)
        return Compare(name, op, read_number(cursor, _CODE))
    return Holds(name)


def _is(cursor: Cursor, name: str) -> Atom:
    if cursor.sees("not"):
        cursor.refuse(_CODE, "'is not' is not a form of guard", f"write `not ({name} is value)`")
    if cursor.sees("known"):
        cursor.refuse(_CODE, "'is known' is not a form of guard", f"write `{name} known`")
    value, bare = read_literal(cursor, _CODE)
    return Is(name, value, bare)


def _one_of(cursor: Cursor, name: str) -> OneOf:
    cursor.expect("(", _CODE, "after 'in'")
    found = [read_literal(cursor, _CODE)]
    while cursor.skip(","):
        found.append(read_literal(cursor, _CODE))
    cursor.expect(")", _CODE, "after the last value")
    bareness = {bare for value, bare in found if isinstance(value, str)}
    if len(bareness) > 1:
        cursor.refuse(
            _CODE, "quoted and bare words stand in one list", "write enum values bare and other text in quotes"
        )
    return OneOf(name, tuple(value for value, _ in found), True in bareness)


def settle(guard: Guard, known: Collection[str], depth: int = 0) -> Guard:
    """The normal form: nested `and`s and `or`s flat, and `field is fact` told from `field is value` by the known names.

    Raises Unreadable for a guard that could not be written down: too deep, empty, or of words that are no words.
    """
    if depth > DEEPEST:
        raise _unwritable("too-deep", f"this guard is more than {DEEPEST} levels deep")
    match guard:
        case Not(inner):
            return Not(settle(inner, known, depth + 1 + isinstance(inner, And | Or)))
        case And(guards) | Or(guards):
            if not guards:
                raise _unwritable(_CODE, "an empty `and` or `or` says nothing")
            return _joined(type(guard), [settle(part, known, depth + _cost(guard, part)) for part in guards])
        case Is(name, value, True) if isinstance(value, str) and value in known:
            return Same(_name(name), _name(value))
        case Is(name, value, bare):
            return Is(_name(name), _value(value, bare), bare and isinstance(value, str))
        case OneOf(name, values, bare):
            if not values:
                raise _unwritable(_CODE, f"'{shown(name)} in ()' never holds")
            words = any(isinstance(value, str) for value in values)
            return OneOf(_name(name), tuple(_value(value, bare) for value in values), bare and words)
        case Same(name, other):
            return Same(_name(name), _name(other))
        case Compare(name, op, value):
            if isinstance(value, bool | str):
                raise _unwritable(_CODE, f"'{shown(name)}' is compared with something that is no number")
            _value(value, bare=False)
            return Compare(_name(name), op, value)
        case Holds(name) | IsKnown(name):
            _name(name)
            return guard
        case _:  # approved, busy
            return guard


def _cost(guard: And | Or, part: Guard) -> int:
    """The levels that a part adds, as reading counts them; never zero twice in a row, so that recursion is bounded."""
    return 1 if isinstance(part, Or) or (isinstance(part, And) and isinstance(guard, And)) else 0


def _unwritable(code: str, message: str) -> Unreadable:
    return Unreadable(code, message, column=0, hint="write a guard that can stand in a .states file")


def _name(name: str) -> str:
    if not is_name(name) or is_reserved(name, NameOf.FACT):
        raise _unwritable(_CODE, f"'{shown(name)}' cannot be the name of a fact in a guard")
    return name


def _value(value: Literal, bare: bool) -> Literal:
    if bare and isinstance(value, str) and (not is_name(value) or is_reserved(value, NameOf.VALUE)):
        raise _unwritable(_CODE, f"'{shown(value)}' cannot stand bare in a guard")
    if not is_writable(value):
        raise _unwritable(_CODE, "a guard holds a number that is too large to write")
    return value


def guard_from(text: str) -> Guard:
    """A guard that stands alone, as in `requires=\"eligible\"`. Raises Unreadable."""
    cursor = Cursor(tokens(text))
    guard = read_guard(cursor)
    cursor.finish(_CODE, "the guard")
    return guard
