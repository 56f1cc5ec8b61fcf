"""The values a machine may hold and the types that describe them.

Owns: fact types, `Money`, the marker for an unknown fact, and the one question "does this value fit this type?".
Never: parses user input, formats for people, or reads a clock.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, time
from enum import Enum
from typing import Final, TypeAlias, assert_never, final

_NO_MINOR: Final = frozenset("BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF".split())
_THREE_MINOR: Final = frozenset("BHD IQD JOD KWD LYD OMR TND".split())
_MONEY: Final = re.compile(r"(-?)(\d+)(?:\.(\d+))?\s+([A-Z]{3})")


def minor_digits(currency: str) -> int:
    """How many decimal digits a currency has (ISO 4217): 2 for USD, 0 for JPY, 3 for KWD."""
    if currency in _NO_MINOR:
        return 0
    return 3 if currency in _THREE_MINOR else 2


@final
class Money:
    """An amount in integer minor units and its currency: `Money("20.00 USD")` holds 2000 and "USD".

    Raises ValueError for text that is not `AMOUNT CUR` or has more decimals than the currency.
    """

    __slots__ = ("currency", "minor")
    minor: int
    currency: str

    def __init__(self, text: str) -> None:
        found = _MONEY.fullmatch(text.strip())
        if found is None:
            raise ValueError(f"{text!r} is not money: write an amount and a currency, as in '20.00 USD'")
        sign, whole, decimals, currency = found.groups()
        digits = minor_digits(currency)
        decimals = decimals or ""
        if len(decimals) > digits:
            raise ValueError(f"{text!r} has {len(decimals)} decimals, and {currency} has {digits}")
        minor = int(whole + decimals.ljust(digits, "0"))
        object.__setattr__(self, "minor", -minor if sign else minor)
        object.__setattr__(self, "currency", currency)

    @classmethod
    def of(cls, minor: int, currency: str) -> Money:
        """Money from minor units: `Money.of(2000, "USD")` is 20 dollars."""
        made = object.__new__(cls)
        object.__setattr__(made, "minor", minor)
        object.__setattr__(made, "currency", currency)
        return made

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError("money is a value; it does not change")

    def __delattr__(self, name: str) -> None:
        raise AttributeError("money is a value; it does not change")

    def __reduce__(self) -> tuple[object, tuple[str]]:
        return (Money, (str(self),))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Money):
            return NotImplemented
        return self.minor == other.minor and self.currency == other.currency

    def __hash__(self) -> int:
        return hash((self.minor, self.currency))

    def __str__(self) -> str:
        digits = minor_digits(self.currency)
        sign, figures = ("-" if self.minor < 0 else ""), str(abs(self.minor)).rjust(digits + 1, "0")
        amount = f"{figures[:-digits]}.{figures[-digits:]}" if digits else figures
        return f"{sign}{amount} {self.currency}"

    def __repr__(self) -> str:
        return f"Money({str(self)!r})"


class Unknown(Enum):
    """The one marker for a fact that is not known. A value of its own, so that None can never mean it."""

    UNKNOWN = "unknown"

    def __repr__(self) -> str:
        return "UNKNOWN"


UNKNOWN: Final = Unknown.UNKNOWN

Json: TypeAlias = "str | int | bool | tuple[Json, ...] | Mapping[str, Json] | None"
Value: TypeAlias = "str | bool | int | Money | date | time | tuple[Value, ...] | Json"
"""What a fact, a field or an argument may hold. Hashable but for `data`, and always canonical JSON."""


@dataclass(frozen=True, slots=True)
class Text:
    """Any text."""

    def __str__(self) -> str:
        return "text"


@dataclass(frozen=True, slots=True)
class Bool:
    """yes or no."""

    def __str__(self) -> str:
        return "bool"


@dataclass(frozen=True, slots=True)
class Range:
    """A whole number from `low` to `high`, both included."""

    low: int
    high: int

    def __str__(self) -> str:
        return f"{self.low}..{self.high}"


@dataclass(frozen=True, slots=True)
class Choices:
    """One of a few named values, written `economy | business`."""

    values: tuple[str, ...]

    def __str__(self) -> str:
        return " | ".join(self.values)


@dataclass(frozen=True, slots=True)
class MoneyType:
    """Money: integer minor units and a currency."""

    def __str__(self) -> str:
        return "money"


@dataclass(frozen=True, slots=True)
class Date:
    """A calendar day."""

    def __str__(self) -> str:
        return "date"


@dataclass(frozen=True, slots=True)
class Time:
    """A time of day."""

    def __str__(self) -> str:
        return "time"


@dataclass(frozen=True, slots=True)
class ListOf:
    """A list of values of one type."""

    of: Type

    def __str__(self) -> str:
        return f"list of {self.of}"


@dataclass(frozen=True, slots=True)
class Data:
    """Opaque JSON, for tools and words; never in a guard."""

    def __str__(self) -> str:
        return "data"


Type: TypeAlias = Text | Bool | Range | Choices | MoneyType | Date | Time | ListOf | Data


def fits(value: object, type_: Type) -> bool:
    """Whether a value belongs to a type. Total: any object may be asked about."""
    match type_:
        case Text():
            return isinstance(value, str)
        case Bool():
            return isinstance(value, bool)
        case Range(low, high):
            return isinstance(value, int) and not isinstance(value, bool) and low <= value <= high
        case Choices(values):
            return isinstance(value, str) and value in values
        case MoneyType():
            return isinstance(value, Money)
        case Date():
            return type(value) is date
        case Time():
            return isinstance(value, time)
        case ListOf(of):
            return isinstance(value, tuple) and all(fits(item, of) for item in value)
        case Data():
            return _is_json(value)
        case _:
            assert_never(type_)


def _is_json(value: object) -> bool:
    if value is None or isinstance(value, str | int):
        return True
    if isinstance(value, tuple):
        return all(_is_json(item) for item in value)
    return isinstance(value, Mapping) and all(isinstance(k, str) and _is_json(v) for k, v in value.items())
