"""What the three services answer, and how an answer is kept under its key.

Owns: the values. A no is an answer, not an exception. Never: asks or does anything.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from typing import TypeAlias, TypeVar

from decidable.core.values import Money


@dataclass(frozen=True, slots=True)
class Free:
    """A table can be had. `deposit` is 0.00 where none is due."""

    slot: str
    deposit: Money


@dataclass(frozen=True, slots=True)
class Full:
    """No table then, and why."""

    why: str


@dataclass(frozen=True, slots=True)
class Reservation:
    """A table is held, for so many people."""

    id: str
    slot: str
    party: int


@dataclass(frozen=True, slots=True)
class Cancelled:
    """The table under this id is not held any more."""

    reservation_id: str


@dataclass(frozen=True, slots=True)
class Refused:
    """The restaurant's no; nothing was changed."""

    why: str


@dataclass(frozen=True, slots=True)
class TableGone:
    """The restaurant's own news, as its webhook sends it. `id` is the same when it is sent again."""

    id: str
    which: str


@dataclass(frozen=True, slots=True)
class Receipt:
    """The money has moved."""

    id: str


@dataclass(frozen=True, slots=True)
class Refunded:
    """The money has moved back."""

    receipt: str


@dataclass(frozen=True, slots=True)
class Declined:
    """The bank's no; no money moved."""

    why: str


@dataclass(frozen=True, slots=True)
class Sent:
    """The text went out."""

    id: str


@dataclass(frozen=True, slots=True)
class NotTaken:
    """The message service's no; nothing went out."""

    why: str


Kept: TypeAlias = Reservation | Cancelled | Refused | Receipt | Refunded | Declined | Sent | NotTaken
"""The answers of writes. Their fields are text, so that they can be kept as JSON and found again by their key."""

A = TypeVar("A", bound=Kept)
Kinds: TypeAlias = Mapping[str, Callable[..., A]]
"""Which answers are possible, by the name of their class."""


def encode(answer: Kept) -> str:
    """An answer as it is kept."""
    return json.dumps({"is": type(answer).__name__} | asdict(answer), sort_keys=True)


def decode(text: str, kinds: Kinds[A]) -> A:
    """The kept answer. Raises KeyError where it is none of `kinds`."""
    fields = json.loads(text)
    return kinds[fields.pop("is")](**fields)
