"""Types of facts and fields: `text`, `bool`, `1..20`, `money`, `date`, `time`, `economy | business`, `list of T`, `data`.

Owns: reading them (their own `str` writes them). Never: asks whether a value fits; that is the core's.
"""

from __future__ import annotations

from typing import Final

from decidable.core.values import Bool, Choices, Data, Date, ListOf, MoneyType, Range, Text, Time, Type
from decidable.text.literals import read_whole
from decidable.text.names import NameOf, is_reserved
from decidable.text.scan import Cursor, Sort
from decidable.text.trouble import nearest

_CODE: Final = "syntax-type"
_PLAIN: Final[dict[str, Type]] = {str(type_): type_ for type_ in (Text(), Bool(), MoneyType(), Date(), Time(), Data())}
_HINT: Final = "a type is text, bool, 1..20, money, date, time, this | that, list of TYPE, or data"
DEEPEST_LIST: Final = 5


def read_type(cursor: Cursor, lists: int = 0) -> Type:
    """The type that begins at the cursor."""
    token = cursor.here
    if token.sort is Sort.NUMBER:
        return _range(cursor)
    if token.sort is not Sort.NAME:
        cursor.refuse(_CODE, f"a type should stand here, not {token}", _HINT)
    if cursor.skip("list", "of"):
        if lists >= DEEPEST_LIST:
            cursor.refuse("too-deep", f"lists of lists more than {DEEPEST_LIST} deep", "use data", token)
        return ListOf(read_type(cursor, lists + 1))
    cursor.take()
    if cursor.sees("|"):
        return _choices(cursor, token.text)
    plain = _PLAIN.get(token.text)
    if plain is None:
        cursor.refuse(_CODE, f"{token} is not a type", nearest(token.text, [*_PLAIN, "list"], _HINT), token)
    return plain


def _range(cursor: Cursor) -> Range:
    first = cursor.here
    low = read_whole(cursor, _CODE)
    cursor.expect("..", _CODE, "between the two ends of a range")
    high = read_whole(cursor, _CODE)
    if low > high:
        cursor.refuse(_CODE, f"the range {low}..{high} is empty", "write the lower end first", first)
    return Range(low, high)


def _choices(cursor: Cursor, first: str) -> Choices:
    values = [first]
    while cursor.skip("|"):
        values.append(cursor.name(_CODE, "one of the values"))
    for value in values:
        if is_reserved(value, NameOf.VALUE):
            cursor.refuse(_CODE, f"'{value}' has a meaning of its own in guards", "choose another word, or use bool")
    if len(set(values)) < len(values):
        cursor.refuse(_CODE, "one of these values is written twice", "write each value once")
    return Choices(tuple(values))
