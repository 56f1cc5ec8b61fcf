"""What can be known of one fact, cut into few enough pieces to follow all of them at once.

Owns: `Domain`: unknown, or known with a class of values, a source, and what it depends on. A set of these is a bit mask.
Never: follows a run; `learning`, `effects` and `conditions` say what becomes of a mask.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from enum import IntEnum
from functools import cache
from itertools import pairwise
from typing import Final, NamedTuple, TypeAlias, assert_never

from decidable.core import definition as d
from decidable.core import guard as g
from decidable.core.conditions import COMPARE
from decidable.core.values import Bool, Choices, Range, Text, Type, Value

UNKNOWN: Final = 1
"""The mask of a fact that is not known."""
_MANY: Final = 12
"""A fact with more classes of values than this is followed as known or not, whatever the value."""


class Source(IntEnum):
    """From where a fact is known, as far as it decides what can happen to it."""

    CLAIM = 0
    SAID = 1
    """A tool, the host or the table said so."""
    EVIDENCE = 2
    INITIAL = 3


class Class(NamedTuple):
    """Values that no guard of the machine tells apart: `only` one, a `span` of whole numbers, or the `rest`: all that is
    not mentioned. A class that is none of these holds every value of the type."""

    only: g.Literal | None = None
    span: tuple[int, int] | None = None
    rest: bool = False


EVERYTHING: Final = Class()
Origin: TypeAlias = "tuple[Source, tuple[str, ...]]"
"""What a writer of a fact leaves behind besides the value: its source, and what it depends on."""


class Atom(NamedTuple):
    """One way in which a fact is known. `at`: its class, by number."""

    at: int
    source: Source
    depends: tuple[str, ...]


class Domain:
    """All that can be known of one fact. A mask has bit 0 for unknown, and one bit for each atom after it."""

    def __init__(self, fact: d.Fact, mentioned: Iterable[g.Literal], origins: Iterable[Origin], *, given: bool) -> None:
        self.fact = fact
        self.given = given
        """Whether nothing in the machine establishes it: it is known from the start, or never."""
        self.classes = classes_of(fact.type, [*mentioned, *([] if fact.initial is None else [fact.initial])])
        started: list[Origin] = [(Source.SAID, ())] if given or fact.authority else []
        initial: list[Origin] = [] if fact.initial is None else [(Source.INITIAL, ())]
        found = dict.fromkeys([*origins, *started, *initial])
        self.atoms = [Atom(at, source, depends) for source, depends in found for at in range(len(self.classes))]
        self._bit = {atom: 2 << n for n, atom in enumerate(self.atoms)}
        self.start = UNKNOWN if fact.initial is None else self.equal_to(fact.initial, (Source.INITIAL, ()))
        for origin in started:
            self.start |= self.every(origin)
        self.dependent = any(atom.depends for atom in self.atoms)
        """Whether anything that is known of it can be lost when another fact changes."""
        self.claims = sum(bit for atom, bit in self.known(self.whole) if atom.source is Source.CLAIM)
        self.evidence = sum(bit for atom, bit in self.known(self.whole) if atom.source is Source.EVIDENCE)
        self.written = not given
        """Whether a run can change it at all; what it cannot is not worth remembering guards for."""
        self.truth = cache(self._truth)
        self.taken: dict[tuple[object, int], tuple[int, int]] = {}
        """What `learning` has found out about it already."""

    @property
    def whole(self) -> int:
        """Anything at all."""
        return (2 << len(self.atoms)) - 1

    def every(self, origin: Origin) -> int:
        """Known from this origin, whatever the value."""
        return self._of(range(len(self.classes)), origin)

    def equal_to(self, value: g.Literal, origin: Origin) -> int:
        """Known from this origin, with a value that may be this one."""
        return self._of((at for at, one in enumerate(self.classes) if _is(one, value)[0]), origin)

    def in_class(self, at: int, origin: Origin) -> int:
        """Known from this origin, with a value of this class."""
        return self._bit[Atom(at, *origin)]

    def counted(self, mask: int, origin: Origin) -> int:
        """One more than before, up to the maximum; what was unknown counts from the least."""
        type_ = self.fact.type
        assert isinstance(type_, Range)  # validated: nothing else is counted
        spans = [self.classes[atom.at].span or (type_.low, type_.high) for atom, _ in self.known(mask)]
        if mask & UNKNOWN:
            spans.append((0, 0))
        found = 0
        for low, high in spans:
            least, most = (min(max(n + 1, type_.low), type_.high) for n in (low, high))
            found |= self._of((at for at, one in enumerate(self.classes) if _meets(one, least, most)), origin)
        return found

    def known(self, mask: int) -> Iterator[tuple[Atom, int]]:
        """The atoms of a mask, each with its bit."""
        bit = 2
        for atom in self.atoms:
            if mask & bit:
                yield atom, bit
            bit <<= 1

    def same_values(self, mask: int, within: int) -> int:
        """All atoms of a mask that have a class which another mask has as well."""
        classes = {atom.at for atom, _ in self.known(mask)}
        return sum(bit for atom, bit in self.known(within) if atom.at in classes)

    def class_of(self, value: Value) -> int:
        """The class of a value, by number."""
        fitting = (at for at, one in enumerate(self.classes) if _is(one, value)[0])
        return next(fitting, len(self.classes) - 1)  # what is not mentioned is in the last

    def is_single(self, at: int) -> bool:
        """Whether a class has one value, so that two of it are equal."""
        one = self.classes[at]
        return one.only is not None or (one.span is not None and one.span[0] == one.span[1])

    def _of(self, classes: Iterable[int], origin: Origin) -> int:
        return sum(self._bit[Atom(at, *origin)] for at in classes)

    def _truth(self, atom: g.Atom) -> tuple[int, int]:
        """The masks for which a condition on this fact may hold, and may not. Nothing holds of what is unknown."""
        holds, fails = 0, UNKNOWN
        for known, bit in self.known(self.whole):
            may, may_not = truth(self.classes[known.at], atom)
            holds |= bit if may else 0
            fails |= bit if may_not else 0
        return holds, fails


def classes_of(type_: Type, mentioned: Sequence[g.Literal]) -> tuple[Class, ...]:
    """The classes of a type that conditions with these literals tell apart."""
    match type_:
        case Bool():
            found = [Class(only=False), Class(only=True)]
        case Choices(values) if len(values) <= _MANY:
            found = [Class(only=value) for value in values]
        case Choices() | Text():
            texts = dict.fromkeys(value for value in mentioned if isinstance(value, str))
            found = [*(Class(only=value) for value in texts), Class(rest=True)]
        case Range(low, high):
            cuts = {n + more for n in mentioned if isinstance(n, int) for more in (0, 1)}
            edges = [low, *sorted(cut for cut in cuts if low < cut <= high), high + 1]
            found = [Class(span=(first, after - 1)) for first, after in pairwise(edges)]
        case _:
            found = [EVERYTHING]
    return tuple(found) if len(found) <= _MANY else (EVERYTHING,)


def truth(values: Class, atom: g.Atom) -> tuple[bool, bool]:
    """Whether a condition may hold, and may fail, for a known value of a class."""
    match atom:
        case g.IsKnown():
            return True, False
        case g.Holds():
            return _is(values, True)
        case g.Is(_, wanted):
            return _is(values, wanted)
        case g.OneOf(_, several):
            each = [_is(values, wanted) for wanted in several]
            return any(may for may, _ in each), all(may_not for _, may_not in each)
        case g.Compare(_, op, bound) if isinstance(bound, int) and values.span is not None:
            ends = {COMPARE[op](end, bound) for end in values.span}
            return True in ends, False in ends
        case g.Compare() | g.Same() | g.Approved() | g.Busy():
            return True, True
        case _:
            assert_never(atom)


def _is(values: Class, wanted: Value) -> tuple[bool, bool]:
    if values.only is not None:
        same = values.only == wanted
        return same, not same
    if values.span is not None and isinstance(wanted, int):
        low, high = values.span
        return low <= wanted <= high, not low == wanted == high
    return not values.rest, True


def _meets(values: Class, least: int, most: int) -> bool:
    return values.span is None or (values.span[0] <= most and least <= values.span[1])
