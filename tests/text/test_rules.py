"""Rules: the shapes of sentences there are, and what is said about any other."""

from __future__ import annotations

import pytest

from decidable.text import read
from tests.text.definitions import RULES


@pytest.mark.parametrize(
    "rule",
    [
        *RULES,
        "every path after a visits b",
        "every path after a visits b or c or d",
        "every path after a visits b , if operations are answered",
        "from any state a reaches b within 1 event",
        "at most 1 model call on a shortest path",
        "never a twice without b between",
    ],
)
def test_every_shape_is_read_with_single_spaces(rule: str) -> None:
    reading = read(f"rules\n    {rule.replace(' ', '   ')}   # why\n")
    assert reading.problems == ()
    assert reading.definition is not None
    assert reading.definition.rules == (rule,)


@pytest.mark.parametrize(
    ("rule", "hint"),
    [
        ("never a after b", "never A before B"),
        ("never a", "never A twice"),
        ("nevr a before b", "did you mean 'never'?"),
        ("a holds when b is possible", "F holds whenever T is possible"),
        ("a only on b", "A only in S"),
        ("always a", "write it like"),
        ("from any state a reaches b", "within 1 event"),
        ("every path visits b", "every path after E visits S"),
        ("never a-b before c", "never A before B"),
    ],
)
def test_another_sentence_is_shown_with_what_it_may_have_meant(rule: str, hint: str) -> None:
    reading = read(f"rules\n  {rule}\n  never a before b\n")
    (problem,) = reading.problems
    assert (problem.code, problem.line, problem.column) == ("syntax-rule", 2, 3)
    assert hint in problem.hint
    assert reading.definition is not None
    assert reading.definition.rules == ("never a before b",)
