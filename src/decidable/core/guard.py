"""Guards: the closed language of conditions a line may have.

Owns: the tree of a guard, its canonical text, and which names it reads. Evaluation is in `conditions`, the proof that
two guards never hold together in `valuations`. Never: Python expressions, I/O, anything not decidable over finite domains.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

from decidable.core.values import Money


class Op(StrEnum):
    """A comparison of numbers or of money."""

    LESS = "<"
    AT_MOST = "<="
    MORE = ">"
    AT_LEAST = ">="


Literal: TypeAlias = str | int | bool | Money
"""A literal of the text: `"text"` or an enum value, a number, yes/no, `20.00 USD`."""


def literal_text(value: Literal, *, bare: bool = False) -> str:
    """A literal as the text writes it. `bare` leaves the quotes of an enum value away."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, str) and not bare:
        escaped = value.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n").replace("\t", "\\t")
        return f'"{escaped}"'
    return str(value)


@dataclass(frozen=True, slots=True)
class Holds:
    """`f`: the bool fact or field is known and true."""

    name: str

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True, slots=True)
class IsKnown:
    """`f known`."""

    name: str

    def __str__(self) -> str:
        return f"{self.name} known"


@dataclass(frozen=True, slots=True)
class Is:
    """`f is value`. An enum value is written bare (`bare`), other text in quotes."""

    name: str
    value: Literal
    bare: bool = False

    def __str__(self) -> str:
        return f"{self.name} is {literal_text(self.value, bare=self.bare)}"


@dataclass(frozen=True, slots=True)
class Same:
    """`field is fact`: both known and equal."""

    name: str
    other: str

    def __str__(self) -> str:
        return f"{self.name} is {self.other}"


@dataclass(frozen=True, slots=True)
class OneOf:
    """`f in (a, b)`."""

    name: str
    values: tuple[Literal, ...]
    bare: bool = False

    def __str__(self) -> str:
        return f"{self.name} in ({', '.join(literal_text(v, bare=self.bare) for v in self.values)})"


@dataclass(frozen=True, slots=True)
class Compare:
    """`f < 3`, `f >= 20.00 USD`. Money compares with money of its currency, or with a plain 0."""

    name: str
    op: Op
    value: int | Money

    def __str__(self) -> str:
        return f"{self.name} {self.op.value} {self.value}"


@dataclass(frozen=True, slots=True)
class Approved:
    """`approved`: the event carries an unused approval of the open proposal."""

    def __str__(self) -> str:
        return "approved"


@dataclass(frozen=True, slots=True)
class Busy:
    """`busy`: a write of this run is unsettled."""

    def __str__(self) -> str:
        return "busy"


@dataclass(frozen=True, slots=True)
class Not:
    """`not g`."""

    guard: Guard

    def __str__(self) -> str:
        inner = str(self.guard)
        return f"not ({inner})" if isinstance(self.guard, And | Or) else f"not {inner}"


@dataclass(frozen=True, slots=True)
class And:
    """`g and h`; at least two."""

    guards: tuple[Guard, ...]

    def __str__(self) -> str:
        return " and ".join(f"({g})" if isinstance(g, Or | And) else str(g) for g in self.guards)


@dataclass(frozen=True, slots=True)
class Or:
    """`g or h`; at least two."""

    guards: tuple[Guard, ...]

    def __str__(self) -> str:
        return " or ".join(f"({g})" if isinstance(g, Or) else str(g) for g in self.guards)


Atom: TypeAlias = Holds | IsKnown | Is | Same | OneOf | Compare | Approved | Busy
Guard: TypeAlias = Atom | Not | And | Or


def atoms(guard: Guard) -> Iterator[Atom]:
    """The atoms of a guard, left to right, with repetitions."""
    match guard:
        case Not(inner):
            yield from atoms(inner)
        case And(guards) | Or(guards):
            for part in guards:
                yield from atoms(part)
        case _:
            yield guard


def names(guard: Guard) -> Iterator[str]:
    """The facts and fields a guard reads, with repetitions."""
    for atom in atoms(guard):
        match atom:
            case Approved() | Busy():
                pass
            case Same(name, other):
                yield name
                yield other
            case _:
                yield atom.name
