"""Sets of fact valuations as whole numbers: bit v is valuation v, so that one operation moves thousands of states at once.

Owns: the numbering of valuations, and what a move does to a set of them. Never: knows what a fact means.

A valuation is a number with a digit for each packed fact: fact i has `sizes[i]` values and its digit counts `strides[i]`.
To give a fact another value is then a shift of those valuations that have its old one.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import NamedTuple, TypeAlias

Bits: TypeAlias = int


class Change(NamedTuple):
    """What a move does to one fact: `to[value]` is its value afterwards."""

    fact: int
    to: tuple[int, ...]


class _Shift(NamedTuple):
    """Valuations in `where` move up by `by` bits (down where it is negative)."""

    where: Bits
    by: int


Shifts: TypeAlias = "tuple[tuple[_Shift, ...], ...]"
"""What changes do to a set of valuations, one after another."""


class Layout:
    """The numbering of valuations. `sizes`: how many values each packed fact has."""

    def __init__(self, sizes: Sequence[int]) -> None:
        self.sizes = tuple(sizes)
        self.strides = tuple(prod(sizes[:n]) for n in range(len(sizes)))
        self.count = prod(sizes)
        self.all: Bits = (1 << self.count) - 1
        self._has = [
            [_pattern(stride, size, value, self.count) for value in range(size)]
            for stride, size in zip(self.strides, self.sizes, strict=True)
        ]
        self._compiled: dict[tuple[Change, ...], Shifts] = {}
        self._reversed: dict[tuple[Change, ...], Shifts] = {}

    def has(self, fact: int, value: int) -> Bits:
        """The valuations in which a fact has a value."""
        return self._has[fact][value]

    def number(self, values: Sequence[int]) -> int:
        """The number of a valuation."""
        return sum(value * stride for value, stride in zip(values, self.strides, strict=True))

    def values(self, number: int) -> tuple[int, ...]:
        """The valuation of a number."""
        return tuple(number // stride % size for stride, size in zip(self.strides, self.sizes, strict=True))

    def found(self, bits: Bits, fact: int) -> list[int]:
        """The values that a fact has in these valuations."""
        return [value for value, where in enumerate(self._has[fact]) if bits & where]

    def changes(self, bits: Bits, change: Change) -> bool:
        """Whether a change changes any of these valuations."""
        has = self._has[change.fact]
        return any(new != old and bits & has[old] for old, new in enumerate(change.to))

    def shifts(self, changes: tuple[Change, ...]) -> Shifts:
        """What the changes do, for `apply`."""
        shifts = self._compiled.get(changes)
        if shifts is None:
            shifts = self._compiled[changes] = tuple(self._forwards(change) for change in changes)
        return shifts

    def before(self, bits: Bits, changes: tuple[Change, ...]) -> Bits:
        """The valuations from which the changes lead into these."""
        shifts = self._reversed.get(changes)
        if shifts is None:
            shifts = self._reversed[changes] = tuple(self._backwards(change) for change in changes)
        return apply(bits, shifts)

    def _forwards(self, change: Change) -> tuple[_Shift, ...]:
        stride, has = self.strides[change.fact], self._has[change.fact]
        found: dict[int, Bits] = {}
        for old, new in enumerate(change.to):
            by = (new - old) * stride
            found[by] = found.get(by, 0) | has[old]
        return tuple(_Shift(where, by) for by, where in found.items())

    def _backwards(self, change: Change) -> tuple[_Shift, ...]:
        """A value may come from several: what leads nowhere is left out, and a bit may come down on several places."""
        stride, has = self.strides[change.fact], self._has[change.fact]
        found: dict[int, Bits] = {}
        for old, new in enumerate(change.to):
            by = (old - new) * stride
            found[by] = found.get(by, 0) | has[new]
        return tuple(_Shift(where, by) for by, where in found.items())


def apply(bits: Bits, changes: Shifts) -> Bits:
    """Where these valuations are after the changes."""
    for shifts in changes:
        moved = 0
        for where, by in shifts:
            part = bits & where
            if part:
                moved |= part << by if by >= 0 else part >> -by
        bits = moved
    return bits


def _pattern(stride: int, size: int, value: int, count: int) -> Bits:
    """Ones where a digit has a value, made by doubling."""
    bits, width = ((1 << stride) - 1) << (value * stride), stride * size
    while width < count:
        bits |= bits << width
        width *= 2
    return bits & ((1 << count) - 1)


def lowest(bits: Bits) -> int:
    """The number of the lowest valuation of a set that is not empty."""
    return (bits & -bits).bit_length() - 1
