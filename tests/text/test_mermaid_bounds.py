"""Whatever is given as a diagram: never an exception, always places inside the file, and time that grows with the size."""

from __future__ import annotations

import random
import time
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from decidable.core.problem import Severity
from decidable.text import read_mermaid, render
from decidable.text.mermaid import Imported, moves
from decidable.text.mermaid.moves import DEEPEST_CHOICE
from tests.text.diagrams import imported


def check(found: Imported) -> None:
    rows = found.source.split("\n")
    for problem in found.problems:
        assert problem.message
        if problem.line:
            assert 1 <= problem.line <= len(rows)
            assert 1 <= problem.column <= len(rows[problem.line - 1]) + 1
        assert render(problem, found.source, "x.mmd")
    assert found.definition is not None or any(p.severity is Severity.ERROR for p in found.problems)


_WORDS = (
    'stateDiagram-v2 state [*] --> a b c : ; { } -- note right left of end <<choice>> <<fork>> [[join]] " as if else '
    "[x < 3] / %% %%{ }%% --- title: ```mermaid ``` direction LR ::: class #quot; <br/> after 30m , &amp; 漢 \\n > @user *"
).split(" ")
soup = st.lists(
    st.one_of(st.sampled_from(_WORDS), st.sampled_from(["\n", "\n  ", " ", "\r\n"]), st.characters()), max_size=60
).map(" ".join)


@settings(deadline=None)
@given(soup)
def test_any_words_of_a_diagram_are_read(body: str) -> None:
    check(read_mermaid(body))
    check(imported(body))
    check(read_mermaid(body.encode("utf-8", "surrogatepass"), name=body, diagram=1))


@settings(deadline=None)
@given(st.binary())
def test_any_bytes_are_read(source: bytes) -> None:
    check(read_mermaid(source))
    check(read_mermaid(b"stateDiagram-v2\n" + source))


MEGABYTE = 1 << 20
SIZES = [MEGABYTE // 8, pytest.param(MEGABYTE, marks=pytest.mark.slow)]


def repeated(line: str, head: str = "") -> Callable[[int], str]:
    return lambda size: f"stateDiagram-v2\n{head}" + line * (size // len(line))


def numbered(line: str, head: str = "") -> Callable[[int], str]:
    return lambda size: f"stateDiagram-v2\n{head}" + "".join(line.replace("$", str(n)) for n in range(size // 40))


NOISE: dict[str, Callable[[int], str | bytes]] = {
    "random bytes": lambda size: b"stateDiagram-v2\n" + random.Random(1).randbytes(size),
    "random text": lambda size: (
        b"stateDiagram-v2\n" + bytes(random.Random(2).choices([*range(32, 127), 10, 10, 10], k=size))
    ),
    "one line": repeated("x"),
    "spaces": repeated(" " * 9_000 + "x\n"),
    "arrows in a line": repeated("-->" * 3_000 + "\n"),
    "quotes": repeated('state "' + '" as "' * 1_500 + "\n"),
    "braces in a line": repeated("state a{" * 1_200 + "\n"),
    "blocks": repeated("state a {\n"),
    "brackets": repeated("a --> b : " + "[" * 9_000 + "\n"),
    "commas": repeated("a --> b : " + "x," * 4_500 + "\n"),
    "guards": repeated("a --> b : x [" + "(" * 9_000 + "]\n"),
    "notes": repeated("note right of a\n"),
    "states and arrows": numbered("s$ --> t$ : event $\n"),
    "labels alike": numbered("s --> t$ : -\n"),
    "guards unlike": numbered("s --> t : x [n$ < $ and m$]\n"),
    "states in a state": numbered("s$ --> t : e$\n", "[*] --> w\nw --> [*] : x\nstate w {\n"),
    "arrows of a state with states": numbered(
        "w --> v$ : e$\n", "state w {\n" + "a --> b : c\nd --> e : f\n" * 500 + "}\n"
    ),
    "choices that multiply": lambda size: (
        "stateDiagram-v2\na --> c0 : x\n"
        + "".join(
            f"state c{n} <<choice>>\nc{n} --> c{n + 1} : p{n}\nc{n} --> c{n + 1} : q{n}\n" for n in range(size // 3_500)
        )
    ),
    "choices that fan out": lambda size: (
        "stateDiagram-v2\na --> c : x\nstate c <<choice>>\nstate d <<choice>>\n"
        + "".join(f"c --> d : p{n}\nd --> s : q{n}\n" for n in range(size // 100))
    ),
    "ends that fan out": lambda size: (
        "stateDiagram-v2\nstate w {\n" + "a --> [*] : x\n" * (size // 100) + "}\n" + "w --> s\n" * (size // 100)
    ),
    "fences": lambda size: "```mermaid\nstateDiagram\n```\n" * (size // 35),
    "front matter": lambda size: "---\n" * (size // 26),
}


@pytest.mark.no_cover  # it goes over the same ground thousands of times
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("kind", NOISE)
def test_any_amount_of_anything_is_read_in_bounded_time(kind: str, size: int) -> None:
    source = NOISE[kind](size)
    begun = time.process_time()
    found = read_mermaid(source)
    spent_s = time.process_time() - begun
    assert len(found.problems) <= 51
    # A few seconds a megabyte where this is written, and more with coverage; a quadratic step anywhere would take minutes.
    assert spent_s < 5 + 30 * size / MEGABYTE


def test_what_multiplies_is_cut_and_told(monkeypatch: pytest.MonkeyPatch) -> None:
    found = read_mermaid(NOISE["choices that multiply"](MEGABYTE))
    assert f"choices lead in a circle, or more than {DEEPEST_CHOICE} of them stand between two states" in [
        p.message for p in found.problems
    ]
    monkeypatch.setattr(moves, "MOST", 2_000)
    found = read_mermaid(NOISE["arrows of a state with states"](MEGABYTE // 8))
    assert "the diagram has more than 2,000 moves; the rest is not read" in [p.message for p in found.problems]
