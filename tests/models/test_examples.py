"""The file of example sentences: what it may say, and what is said about a wrong one."""

from __future__ import annotations

from pathlib import Path

import pytest

from decidable.errors import MachineError
from decidable.models.examples import Examples, read_examples
from tests.models.vocabulary import ROOT


def _read(tmp_path: Path, text: str) -> Examples:
    path = tmp_path / "x.examples.toml"
    path.write_text(text, encoding="utf-8")
    return read_examples(path)


def test_a_whole_file(tmp_path: Path) -> None:
    read = _read(
        tmp_path,
        """
        threshold = 0.45
        [events.details]
        some_field = true
        examples = ["for four"]
        [events.user_cancels]
        threshold = 0.8
        examples = ["cancel it", "never mind"]
        [fields.party]
        cues = ["for"]
        words = { 1 = ["just me"], 2 = ["both of us", "a couple"] }
        [fields.time]
        afternoon = true
        [fields.day]
        order = "dmy"
        [fields.order]
        pattern = 'A-\\d+'
        [background]
        also = ["tell the group"]
        """,
    )
    assert read.threshold == 0.45
    assert read.events["details"].some_field
    assert read.events["details"].threshold is None
    assert read.events["user_cancels"].threshold == 0.8
    assert read.events["user_cancels"].examples == ("cancel it", "never mind")
    assert read.fields["party"].words == {"just me": "1", "both of us": "2", "a couple": "2"}
    assert read.fields["time"].afternoon
    assert read.fields["day"].order == "dmy"
    pattern = read.fields["order"].pattern
    assert pattern is not None
    assert pattern.fullmatch("A-12")
    assert read.background == ("tell the group",)


@pytest.mark.parametrize(
    ("text", "message", "hint"),
    [
        ("[events.a]\nexample = ['x']", "'example' means nothing here", "did you mean 'examples'?"),
        ("[events.a]\nexamples = []", "an event needs example sentences", "about ten"),
        ("[events.a]\nexamples = 'x'", "'examples' is a list of sentences or words", "examples = ["),
        ("[events.a]\nexamples = ['x']\nthreshold = 2", "'threshold' is a probability between 0 and 1", "0.5"),
        ("[events.other]\nexamples = ['x']", "'other' is what fits no event", "[background]"),
        ("[fields.a]\npattern = '('", "'pattern' is no regular expression", "pattern ="),
        ("[fields.a]\norder = 'ymd'", "'order' is one of mdy, dmy", ""),
        ("[fields.a]\nwords = ['x']", "'words' is a table of values", "words ="),
        ("[fields.a]\nafternoon = 'yes'", "'afternoon' is true or false", "true"),
        ("[event.a]\nexamples = ['x']", "'event' means nothing here", "did you mean 'events'?"),
        ("events = 1", "[events.NAME] is a table", "[events.NAME]"),
        ("not toml", "not TOML", ""),
    ],
)
def test_a_wrong_file_says_what_and_what_to_do(tmp_path: Path, text: str, message: str, hint: str) -> None:
    with pytest.raises(MachineError) as caught:
        _read(tmp_path, text)
    [problem] = caught.value.problems
    assert message in problem.message
    assert hint in problem.hint


def test_several_problems_are_told_at_once_with_their_lines(tmp_path: Path) -> None:
    with pytest.raises(MachineError) as caught:
        _read(tmp_path, "[events.a]\nexamples = []\n\n[fields.b]\nolder = 1\n")
    assert [problem.line for problem in caught.value.problems] == [1, 4]


def test_a_missing_file(tmp_path: Path) -> None:
    with pytest.raises(MachineError, match="no such file of example sentences"):
        read_examples(tmp_path / "none.toml")


@pytest.mark.parametrize("example", ["booking", "refund"])
def test_the_shipped_files_have_enough_sentences(example: str) -> None:
    read = read_examples(ROOT / "examples" / example / f"{example}.examples.toml")
    assert min(len(event.examples) for event in read.events.values()) >= 10
