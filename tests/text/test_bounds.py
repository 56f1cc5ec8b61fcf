"""Whatever is read: never an exception, always places inside the file, and time that grows with the size and no faster."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from contextlib import suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from decidable.errors import MachineError
from decidable.text import read, reformat, render

MEGABYTE = 1 << 20
SIZES = [MEGABYTE // 8, pytest.param(MEGABYTE, marks=pytest.mark.slow)]
_WORDS = (
    "gather facts events tools any state rules machine use allow when else and or not known is in a b yes no stay -> => "
    "reject strike defer ignore ? * @ @user only after 30m 3 strikes : , / ( ) .. | = < >= text list of bool 1..20 "
    "propose then from ask again perform say gives set count forget all but hand off start send with (start) (final: "
    'completed) "x" " \\ # \t user read write shown fails look up needs approval requires never before twice enter: prompt'
).split(" ")
soup = st.lists(
    st.one_of(st.sampled_from(_WORDS), st.sampled_from(["\n", "\n  ", "\n   ", "\r\n", " "]), st.characters()),
    max_size=60,
).map(" ".join)


def check(source: str | bytes) -> None:
    reading = read(source)
    lines = reading.source.split("\n")
    for problem in reading.problems:
        assert problem.message
        assert problem.code
        if problem.line:
            assert 1 <= problem.line <= len(lines)
            assert 1 <= problem.column <= len(lines[problem.line - 1]) + 1
        assert render(problem, reading.source, "x.states")
    assert reading.definition is not None or reading.problems
    with suppress(MachineError):
        once = reformat(source)
        assert reformat(once) == once
        assert read(once).definition == reading.definition


@settings(deadline=None)
@given(st.text())
def test_any_text_is_read(source: str) -> None:
    check(source)


@settings(deadline=None)
@given(st.binary())
def test_any_bytes_are_read(source: bytes) -> None:
    check(source)


@settings(deadline=None)
@given(soup)
def test_any_words_of_the_language_are_read(source: str) -> None:
    check(source)
    check(source.encode("utf-8", "surrogatepass"))


def repeated(line: bytes, head: bytes = b"") -> Callable[[int], bytes]:
    return lambda size: head + line * (size // len(line))


NOISE: dict[str, Callable[[int], bytes]] = {
    "random bytes": lambda size: random.Random(1).randbytes(size),
    "random text": lambda size: bytes(random.Random(2).choices([*range(32, 127), 10, 10, 10], k=size)),
    "one line": repeated(b"x"),
    "one line of parentheses": repeated(b"(", b"a\n  b when "),
    "one line of quotes": repeated(b'"'),
    "lines of parentheses": repeated(b"  a when " + b"(" * 9_000 + b"\n", b"s\n"),
    "lines of escaped quotes": repeated(b'  a stay : "' + b'\\"' * 4_900 + b"\n", b"s\n"),
    "line ends": repeated(b"\n"),
    "NUL": repeated(b"\0"),
    "short mistakes": repeated(b"  rejct x\n", b"s\n"),
    "long mistakes": repeated(b"  a " + b"r" * 99 + b" b\n", b"s\n"),
    "long rules": repeated(b"  every path after a visits " + b"b or " * 1_900 + b"\n", b"rules\n"),
    "good lines": repeated(b"  a when b and (c or d)  -> s / say x : because\n", b"s\n"),
}


@pytest.mark.no_cover  # it goes over the same ground thousands of times
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("kind", NOISE)
def test_any_amount_of_anything_is_read_in_bounded_time(kind: str, size: int) -> None:
    source = NOISE[kind](size)
    begun = time.process_time()
    reading = read(source)
    spent_s = time.process_time() - begun
    assert len(reading.problems) <= 51
    # About one second a megabyte where this is written, four with coverage; a quadratic step anywhere would take minutes.
    assert spent_s < 5 + 20 * size / MEGABYTE
