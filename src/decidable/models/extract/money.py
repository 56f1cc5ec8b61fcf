"""Amounts of money named in a message: "$20", "20 dollars", "20.00 USD", "€15".

Owns: the grammar of an amount with its currency. Never: takes a bare number for money, or rounds: "$20.005" is none.
"""

from __future__ import annotations

import re
from typing import Final

from decidable.core.values import Money, minor_digits
from decidable.models.extract.mention import Mention, Sort, blank

__all__ = ["amounts"]

_SIGNS: Final = {"$": "USD", "€": "EUR", "£": "GBP", "¥": "JPY", "₹": "INR"}
_NAMES: Final = {
    "dollar": "USD",
    "buck": "USD",
    "euro": "EUR",
    "pound": "GBP",
    "quid": "GBP",
    "yen": "JPY",
    "rupee": "INR",
}
_CODES: Final = frozenset(
    "aud brl cad chf cny czk dkk eur gbp hkd huf inr jpy krw kwd mxn nok nzd pln sek sgd usd zar".split()
)
_NUMBER: Final = r"(?P<number>\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:[.,]\d+)?)"
_UNIT: Final = rf"(?P<unit>(?:{'|'.join(_NAMES)})s?|{'|'.join(sorted(_CODES))})"
_FORMS: Final = (
    re.compile(r"(?<![\w.,])(?P<number>\d+) dollars? and (?P<cents>\d{1,2}) cents?(?!\w)"),
    re.compile(rf"(?<![\w.,])(?P<sign>[{''.join(_SIGNS)}]) ?{_NUMBER}(?P<tail>[\w.,]*\w)?"),
    re.compile(rf"(?<![\w.,]){_NUMBER} ?(?P<sign>[{''.join(_SIGNS)}])(?!\w)"),
    re.compile(rf"(?<![\w.,]){_NUMBER} ?{_UNIT}(?!\w)"),
    re.compile(rf"(?<!\w){_UNIT} {_NUMBER}(?![\w.,]*\w)"),
)


def amounts(text: str, dollar: str = "") -> list[Mention]:
    """The amounts in a text in normal form. `dollar`: the currency that "$" and "dollars" mean; USD by default."""
    found: list[Mention] = []
    for form in _FORMS:
        here = []
        for match in form.finditer(text):
            value = _value(match.groupdict(), dollar or "USD")
            note = "" if value else f"'{match[0]}' is no amount of money"
            here.append(Mention(Sort.MONEY, value, *match.span(), note))
        text = blank(text, [(mention.start, mention.end) for mention in here])
        found += here
    return sorted(found, key=lambda mention: mention.start)


def _value(parts: dict[str, str | None], dollar: str) -> Money | None:
    if parts.get("tail"):
        return None
    number, unit = parts["number"] or "", (parts.get("unit") or "").strip()
    currency = _SIGNS.get(parts.get("sign") or "") or _NAMES.get(unit.rstrip("s")) or unit.upper() or "USD"
    if currency == "USD" and unit != "usd":
        currency = dollar
    if parts.get("cents"):
        return Money.of(int(number) * 100 + int(parts["cents"] or 0), currency)
    whole, _, decimals = _plain(number).partition(".")
    if len(decimals) > minor_digits(currency):
        return None
    return Money(f"{whole}.{decimals} {currency}" if decimals else f"{whole} {currency}")


def _plain(number: str) -> str:
    """One decimal point and no marks for thousands: "1,000.50" -> "1000.50", "20,00" -> "20.00"."""
    if re.fullmatch(r"\d+,\d{1,2}", number):
        return number.replace(",", ".")
    return number.replace(",", "")
