"""What a rule says: one value for each form of sentence.

Owns: the forms, and how the text of a rule becomes one of them. Never: knows whether its names exist, or whether it holds.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Final, NamedTuple, TypeAlias


class Before(NamedTuple):
    """`never A before B`."""

    what: str
    first: str


class Twice(NamedTuple):
    """`never A twice [without B, C between]`."""

    what: str
    between: tuple[str, ...] = ()


class OnlyIn(NamedTuple):
    """`A only in S`."""

    what: str
    state: str


class Visits(NamedTuple):
    """`every path after E visits S or S2 [, if operations are answered]`."""

    event: str
    states: tuple[str, ...]
    answered: bool = False


class Reaches(NamedTuple):
    """`from any state [but S] E reaches S2 within n events`."""

    event: str
    state: str
    within: int
    but: str = ""


class HoldsWhenever(NamedTuple):
    """`F holds whenever T is possible`."""

    fact: str
    tool: str


class NothingAfterEnd(NamedTuple):
    """`after an end no tool`."""


class ModelCalls(NamedTuple):
    """`at most n model calls on a shortest path`."""

    most: int


Sentence: TypeAlias = Before | Twice | OnlyIn | Visits | Reaches | HoldsWhenever | NothingAfterEnd | ModelCalls


class Form(NamedTuple):
    """One form: how it is shown to an author, what fits it, and the value it makes."""

    example: str
    pattern: re.Pattern[str]
    make: Callable[[Mapping[str, str]], Sentence]


_NAME: Final = r"[A-Za-z_][A-Za-z0-9_]*"


def _form(example: str, pattern: str, make: Callable[[Mapping[str, str]], Sentence]) -> Form:
    """In `pattern`, `{a}` is a name, `{names:SEPARATOR}` several names, and `{number}` a number."""

    def group(found: re.Match[str]) -> str:
        word, _, separator = found[1].partition(":")
        if word == "number":
            return "(?P<number>[0-9]{1,9})"
        return f"(?P<{word}>{_NAME}(?:{separator}{_NAME})*)" if separator else f"(?P<{word}>{_NAME})"

    return Form(example, re.compile(re.sub(r"\{([^}]*)\}", group, pattern), re.ASCII), make)


def _listed(text: str | None, separator: str) -> tuple[str, ...]:
    return tuple(word.strip() for word in text.split(separator)) if text else ()


FORMS: Final = (
    _form("never A before B", "never {a} before {b}", lambda m: Before(m["a"], m["b"])),
    _form(
        "never A twice without B, C between",
        "never {a} twice(?: without {names: ?, } between)?",
        lambda m: Twice(m["a"], _listed(m["names"], ",")),
    ),
    _form(
        "every path after E visits S or S2, if operations are answered",
        "every path after {a} visits {names: or }(?P<answered> ?, if operations are answered)?",
        lambda m: Visits(m["a"], _listed(m["names"], " or "), bool(m["answered"])),
    ),
    _form(
        "from any state but S E reaches S2 within 1 event",
        "from any state(?: but {but})? {a} reaches {b} within {number} events?",
        lambda m: Reaches(m["a"], m["b"], int(m["number"]), m["but"] or ""),
    ),
    _form("after an end no tool", "after an end no tool", lambda _: NothingAfterEnd()),
    _form(
        "at most 3 model calls on a shortest path",
        "at most {number} model calls? on a shortest path",
        lambda m: ModelCalls(int(m["number"])),
    ),
    _form("A only in S", "{a} only in {b}", lambda m: OnlyIn(m["a"], m["b"])),
    _form(
        "F holds whenever T is possible",
        "{a} holds whenever {b} is possible",
        lambda m: HoldsWhenever(m["a"], m["b"]),
    ),
)


def parse(rule: str) -> Sentence | None:
    """What a rule with single spaces says; None for a sentence of no known form."""
    for form in FORMS:
        match = form.pattern.fullmatch(rule)
        if match is not None:
            return form.make(match.groupdict())
    return None
