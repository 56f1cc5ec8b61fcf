"""Whatever a diagram or a dict calls its states, events, conditions and values: the draft has names that the language leaves it."""

from __future__ import annotations

import pytest

from decidable.core.problem import Severity
from decidable.core.validate import RESERVED, validate
from decidable.text import from_table, read, read_mermaid, write
from decidable.text.from_table import renamed
from decidable.text.names import CONTRACT_SECTIONS, GROUPS, GUARD_WORDS, LATER_LINES
from decidable.text.reader import SYNTHESISED

WORDS = sorted(
    {
        *RESERVED,
        *GUARD_WORDS,
        *GROUPS,
        *SYNTHESISED,
        *LATER_LINES,
        *(word for section in CONTRACT_SECTIONS for word in section.split()),
        *"machine use contract state fragment enter allow after restart back else only any always".split(),
        *"stay defer reject ignore strike strikes start final interruption completed failed cancelled leftovers".split(),
        *"call propose perform say compose send hand off set count reset forget record ask again to from then gives".split(),
        *"text bool money date time list of data authority derived read write timeout fails look up with by".split(),
        *"repeating the key needs approval trusts requires shown never before twice every path visits holds".split(),
        *"end event fact value name true false none null".split(),
    }
)
DIAGRAM = """\
stateDiagram-v2
  [*] --> {word}
  {word} --> b : {word} [{word}]
  {word} --> c : go [{word} and other_thing]
  b --> {word} : go [not {word}]
  b --> c : {word} [mood is {word}]
  c --> b : go [{word} is happy]
  c --> {word} : go [{word} < 3]
"""


def refused(text: str) -> list[str]:
    """What is wrong with a draft, beside what it leaves undecided."""
    reading = read(text)
    assert reading.definition is not None, reading.problems
    found = (*reading.problems, *validate(reading.definition))
    return [problem.message for problem in found if problem.severity is Severity.ERROR]


@pytest.mark.parametrize("word", WORDS)
def test_a_diagram_may_use_any_word(word: str) -> None:
    imported = read_mermaid(DIAGRAM.format(word=word), name=word)
    assert refused(imported.text) == []
    said = [problem.message for problem in imported.problems if problem.code == "import-renamed"]
    again = read_mermaid(DIAGRAM.format(word=word), name=word)
    assert (again.text, again.problems) == (imported.text, imported.problems)
    definition = imported.definition
    assert definition is not None
    for what, names in (
        ("state", [state.name for state in definition.states]),
        ("event", [event.name for event in definition.events]),
    ):
        assert (word in names) is not any(message.endswith(f"the {what} is called {word}_{what}") for message in said)


@pytest.mark.parametrize("word", WORDS)
def test_a_dict_may_use_any_word(word: str) -> None:
    builder = from_table({(word, word): "b", ("b", "go on"): word, ("b", word): "b"}, name="m")
    assert refused(write(builder.definition())) == []


def test_what_is_called_otherwise_is_said_once_for_each_role() -> None:
    imported = read_mermaid(
        "stateDiagram-v2\n  [*] --> back\n  back --> b : when [blocked and x]\n  b --> back : when [back is late]"
    )
    assert [problem.message for problem in imported.problems] == [
        "'back' means something of its own in a .states file: the state is called back_state",
        "'when' means something of its own in a .states file: the event is called when_event",
        "'blocked' means something of its own in a .states file: the fact is called blocked_fact",
        "'back' means something of its own in a .states file: the fact is called back_fact",
    ]
    assert "when_event when blocked_fact and x" in imported.text
    assert "when_event when back_fact is late" in imported.text
    assert "blocked_fact: bool  # blocked" in " ".join(imported.text.split(" "))


def test_a_name_that_is_there_already_is_not_taken() -> None:
    text = read_mermaid(
        "stateDiagram-v2\n  [*] --> a\n  a --> b : go [blocked or (blocked_fact < 3 and not busy)]"
    ).text
    assert "go when blocked_fact_2 or blocked_fact < 3 and not busy" in text
    assert refused(text) == []


def test_only_a_diagram_of_this_project_means_the_column_by_blocked() -> None:
    arrows = "  [*] --> a\n  a --> b : blocked\n  b --> a : go\n"
    ours = read_mermaid(f"stateDiagram-v2\n  %% drawn by decidable\n{arrows}")
    assert "  blocked   -> b" in ours.text
    assert ours.definition is not None
    assert [event.name for event in ours.definition.events] == ["go"]
    assert refused(ours.text) == []
    theirs = read_mermaid(f"stateDiagram-v2\n{arrows}")
    assert "  blocked_event   -> b" in theirs.text


def test_a_dict_says_what_it_calls_otherwise() -> None:
    table = {("back", "when"): "a", ("a", "go on"): "back"}
    assert [problem.message for problem in renamed(table)] == [
        "'back' means something of its own in a .states file: the state is called back_state",
        "'when' means something of its own in a .states file: the event is called when_event",
    ]
    assert ": when\n" in write(from_table(table, name="m").definition())
