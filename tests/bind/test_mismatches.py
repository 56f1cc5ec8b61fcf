"""Words and docstrings against the table."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from decidable import Choice, Event, FactsView, MachineError, Words, load_machine
from decidable.core.problem import Severity
from tests.bind.kiosk import DEFAULTS, STATES, WORDS, Facts, Leave, No, Want, Yes, load, problems, said


class Give(Event):
    """The customer gives a note."""

    note: str
    hint: str | None = None


class Mute(Event): ...


class Pick(Choice): ...


def here_it_is(facts: FactsView) -> str:
    return "here"


def there_it_is(facts: FactsView) -> str:
    return "there"


def found(folder: Path, states: str, words: str, **changes: object) -> list[str]:
    told = said(folder, states, words, **{"user": Want | Leave | Give | Yes | No, **changes})
    return [re.sub(r"\w+\.py:\d+", "X", message) for message in told]


def said_with(folder: Path, words: Words) -> list[str]:
    """What loading the kiosk with these words says."""
    (folder / "kiosk.states").write_text(STATES)
    try:
        given = load_machine(str(folder / "kiosk.states"), **{**DEFAULTS, "words": words}).warnings
    except MachineError as error:
        given = error.problems
    return [problem.message.replace(f"{folder}/", "") for problem in given]


def test_words_that_are_missing_unused_or_have_unknown_places(tmp_path: Path) -> None:
    given = problems(tmp_path, words="## here_it_i\n{seat} {xyzzy}\n## ask_sell\n{sets} {ticket}\n## ask_sel\nx\n")
    assert [(p.severity, re.sub(r"py:\d+", "py:N", p.message), p.hint) for p in given] == [
        (
            Severity.WARNING,
            "kiosk.words.md:5: the words 'ask_sel' are never said",
            "did you mean 'ask_sell'?",
        ),
        (Severity.WARNING, "kiosk.words.md:1: the words 'here_it_i' are never said", "did you mean 'here_it_is'?"),
        (
            Severity.ERROR,
            "kiosk.words.md:1: 'here_it_i' has a place for 'seat', which is nothing",
            "did you mean 'seats'?",
        ),
        (
            Severity.ERROR,
            "kiosk.words.md:1: 'here_it_i' has a place for 'xyzzy', which is nothing",
            "a place names a fact or a field of the event",
        ),
        (
            Severity.ERROR,
            "kiosk.words.md:3: 'ask_sell' has a place for 'sets', which is nothing",
            "did you mean 'seats'?",
        ),
        (
            Severity.ERROR,
            "kiosk.words.md:3: 'ask_sell' has a place for 'ticket', which is nothing (kiosk.py:N)",
            "the question of 'sell' knows its arguments: seats, price, customer",
        ),
        (Severity.ERROR, "nothing is written for 'here_it_is'", "did you mean 'here_it_i'?"),
    ]


def test_without_words_the_hint_says_where_to_write_them(tmp_path: Path) -> None:
    assert [p.hint for p in problems(tmp_path, words=None)] == [
        "write `## here_it_is` in a words file, or give a function"
    ]
    assert (
        problems(tmp_path, words="## ask_sell\nx\n")[0].hint
        == "write `## here_it_is` in kiosk.words.md, or give a function"
    )


def test_functions_count_as_words(tmp_path: Path) -> None:
    assert said_with(tmp_path, Words(here_it_is=here_it_is)) == []
    told = said_with(tmp_path, Words(here_it_is=here_it_is, there_it_is=there_it_is))
    assert [re.sub(r"py:\d+", "py:N", message) for message in told] == [
        "test_mismatches.py:N: the words 'there_it_is' are never said"
    ]


def test_places_of_every_locale_are_looked_at(tmp_path: Path) -> None:
    (tmp_path / "kiosk.words.de.md").write_text("## here_it_is\n{xyzzy}\n## nie\nx\n")
    words = Words(str(tmp_path / "kiosk.words.md"), locale="de")
    (tmp_path / "kiosk.words.md").write_text("## here_it_is\n{plugh}\n")
    told = [message.replace(f"{tmp_path}/", "") for message in said_with(tmp_path, words)]
    assert told == [
        "kiosk.words.de.md:3: the words 'nie' are never said",
        "kiosk.words.de.md:1: 'here_it_is' has a place for 'xyzzy', which is nothing",
        "kiosk.words.md:1: 'here_it_is' has a place for 'plugh', which is nothing",
    ]


GIVE = STATES.replace("  leave ", "  give              stay / say noted : noted\n  leave ")


def noted(text: str) -> str:
    return f"{WORDS}## noted\n{text}\n"


@pytest.mark.parametrize(
    ("text", "missing"),
    [
        ("{note}", ""),
        ("{hint|none}", ""),
        ("{possible_here}", ""),
        ("{hint}", "give"),
    ],
)
def test_a_field_must_come_with_the_event_of_the_line(tmp_path: Path, text: str, missing: str) -> None:
    told = found(tmp_path, GIVE, noted(text))
    assert told == (
        [f"11: 'noted' (kiosk.words.md:3) needs 'hint', which these events may not bring: {missing}"] if missing else []
    )


def test_a_field_on_a_line_of_several_events_on_a_group_and_on_entry(tmp_path: Path) -> None:
    several = STATES.replace("  leave             -> gone :", "  give, leave       -> gone / say noted :")
    assert found(tmp_path, several, noted("{note}")) == [
        "11: 'noted' (kiosk.words.md:3) needs 'note', which these events may not bring: leave"
    ]
    group = STATES.replace("  leave             -> gone :", "  @user             -> gone / say noted :")
    assert found(tmp_path, group, noted("{note}")) == [
        "11: 'noted' (kiosk.words.md:3) needs 'note', which these events may not bring: want, leave, yes, no"
    ]
    timer = STATES.replace("  leave ", "  after 5m          -> gone / say noted : late\n  leave ")
    assert found(tmp_path, timer, noted("{note}")) == [
        "11: 'noted' (kiosk.words.md:3) needs 'note', which these events may not bring: the start or a timer"
    ]
    start = STATES.replace("begin (start)\n", "begin (start)\n  enter: say noted\n")
    assert found(tmp_path, start, noted("{note}")) == [
        "10: 'noted' (kiosk.words.md:3) needs 'note', which these events may not bring: the start or a timer"
    ]
    entered = STATES.replace("  want  ", "  give  ").replace("  enter: call look", "  enter: say noted, call look")
    assert found(tmp_path, entered, noted("{note}")) == []
    back = entered.replace(
        "gone (final: cancelled)", "away (interruption)\n  leave -> back else priced : on\ngone (final: cancelled)"
    )
    assert found(tmp_path, back, noted("{note}")) == [
        "14: 'noted' (kiosk.words.md:3) needs 'note', which these events may not bring: leave"
    ]


def test_a_refused_tool_brings_its_name_and_why(tmp_path: Path) -> None:
    states = STATES.replace("-> gone : refused", "-> gone / say noted : refused")
    assert found(tmp_path, states, noted("{tool}: {why}")) == []
    assert found(tmp_path, GIVE, noted("{why}")) == [
        "11: 'noted' (kiosk.words.md:3) needs 'why', which these events may not bring: give"
    ]
    star = STATES.replace("reject : not now", "reject / say noted : not now")
    assert found(tmp_path, star, noted("{why|no reason}")) == []
    told = found(tmp_path, star, noted("{why}"))
    assert told == [
        "7: 'noted' (kiosk.words.md:3) needs 'why', which these events may not bring: want, leave, give, yes"
    ]


class WithMood(Facts):
    mood: str


def test_a_fact_that_nothing_establishes_needs_another_text(tmp_path: Path) -> None:
    needs = "kiosk.words.md:3: 'noted' needs 'mood', which no event and no `set` establishes (X)"
    assert found(tmp_path, GIVE, noted("{mood}"), facts=WithMood) == [needs]
    assert found(tmp_path, GIVE, noted("{mood|well}"), facts=WithMood) == []
    assert found(tmp_path, GIVE, noted("{customer} {asked} {price}"), facts=WithMood) == []
    for effect in ('set mood = "good"', "count asked"):
        known = GIVE.replace("stay / say noted", f"stay / {effect}, say noted")
        assert found(tmp_path, known, noted("{mood}" if "mood" in effect else "{asked}"), facts=WithMood) == []


def test_what_a_translator_or_a_model_is_told_nothing_of(tmp_path: Path) -> None:
    given = problems(tmp_path, user=Want | Leave | Mute | Yes | No, choice=Pick)
    assert [(p.severity, p.code, re.sub(r"py:\d+", "py:N", p.message)) for p in given] == [
        (Severity.WARNING, "docstring", "event class Mute (test_mismatches.py:N) has no docstring"),
        (Severity.WARNING, "docstring", "event class Pick (test_mismatches.py:N) has no docstring"),
    ]
    assert load(tmp_path, user=Want | Leave | Mute | Yes | No).table.fit
