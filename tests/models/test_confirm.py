"""The confirmation grammar: a table of its own, and 190 recorded replies labelled by hand."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from decidable.models.confirm import Polarity, answer
from tests.models.vocabulary import SHARED

ASKED = "Book Friday 4 December at 19:00 for 4 people?"

PLAIN_YES = """yes|Yes.|YES!!!|y|yep please|yeah|sure|sure thing, thanks!|ok|okay then|go ahead|do it|sounds good|that works
absolutely|please do|let's do it|yesss|yes yes yes|👍|👍🏽|✅|no problem, go ahead|yes, that's fine|hmm yes|perfect
yes, please. thank you so much""".replace("\n", "|").split("|")
PLAIN_NO = """no|No.|NO!!!|n|nope|nah|no thanks|no thank you|don't|please don't|don't do it|not yet|not now|not really|no way
definitely not|I don't think so|👎|no no no|I'd rather not|no, that's okay|not that one""".replace("\n", "|").split("|")
NEITHER = """yes?|ok?|is it ok|are you okay|why not|sure, why not?|I guess|I guess so|maybe|perhaps|yes and no|yes or no|yes/no
I'm not sure|yeah right|yes if it's under $20|yes, as long as it's outside|ok, but only if it is cheap|yes unless it rains
I said yes yesterday|he told me to say yes to you|that's okay|thanks|great|hello|please||   |?|...|🎉|don't cancel
do not stop, go on|yes don't|no, go ahead|is that a yes|oui|eyes|okra|yesterday|y es|nobody|note""".replace(
    "\n", "|"
).split("|")


@pytest.mark.parametrize("message", PLAIN_YES)
def test_a_plain_yes(message: str) -> None:
    assert answer(message).plain is Polarity.YES


@pytest.mark.parametrize("message", PLAIN_NO)
def test_a_plain_no(message: str) -> None:
    assert answer(message).plain is Polarity.NO


@pytest.mark.parametrize("message", NEITHER)
def test_neither(message: str) -> None:
    assert answer(message).plain is Polarity.NEITHER
    assert answer(message, ASKED).plain is Polarity.NEITHER


@pytest.mark.parametrize(
    ("message", "lean", "rest"),
    [
        ("yes, and make it five", "yes", "make it five"),
        ("Yes but make it 10.", "yes", "make it 10."),
        ("ok cancel it", "yes", "cancel it"),
        ("yes\nand also text the group", "yes", "text the group"),
        ("make it five, yes", "yes", "make it five"),
        ("five people please, ok?", "yes", "five people"),
        ("no, five people", "no", "five people"),
        ("No! Saturday instead", "no", "Saturday instead"),
        ("no onions please", "no", "onions please"),
        ("yes if it's under $20", "yes", ""),
        ("don't cancel", "neither", "don't cancel"),
        ("I said yes yesterday", "neither", "I said yes yesterday"),
    ],
)
def test_what_is_beyond_the_answer(message: str, lean: str, rest: str) -> None:
    read = answer(message)
    assert (read.plain, read.lean, read.rest) == (Polarity.NEITHER, lean, rest)


@pytest.mark.parametrize(
    "message",
    [
        "yes, Friday",
        "yes, book it",
        "yes for 4 people",
        "yes, book Friday at 19:00 for 4",
        "Friday is fine",
        "yes to that",
    ],
)
def test_a_repetition_of_the_question_is_still_plain(message: str) -> None:
    assert answer(message, ASKED).plain is Polarity.YES


@pytest.mark.parametrize(
    "message",
    [
        "yes at 4",
        "yes, for 19:00",
        "yes, next Friday",
        "yes this friday",
        "yes, for 5 people",
        "yes, cancel",
        "yes, four",
    ],
)
def test_a_change_in_the_words_of_the_question_is_not(message: str) -> None:
    assert answer(message, ASKED).plain is Polarity.NEITHER


@pytest.mark.parametrize(
    ("question", "message", "plain"),
    [
        ("Refund orders A-1 and A-2?", "yes, refund A-1", "neither"),
        ("Refund orders A-1 and A-2?", "yes, both", "yes"),
        ("Refund order A-1?", "yes, refund A-1", "yes"),
        ("Refund order A-1?", "yes, refund A-2", "neither"),
        ("Reserve the table and pay the deposit?", "yes, reserve the table", "neither"),
        ("Move 20 USD from savings to checking?", "yes, from savings to checking", "yes"),
        ("Move 20 USD from savings to checking?", "yes, from checking to savings", "neither"),
        ("Shall I book it or cancel it?", "yes, cancel it", "neither"),
        ("Cancel the booking?", "yes, cancel it", "yes"),
        ("You can cancel until Thursday. Book it?", "yes, cancel", "neither"),
    ],
)
def test_a_repetition_must_not_pick_or_swap(question: str, message: str, plain: str) -> None:
    assert answer(message, question).plain == plain


@given(st.text(max_size=80), st.sampled_from([*PLAIN_YES, *PLAIN_NO]), st.text(max_size=80))
def test_any_text_is_read(before: str, phrase: str, after: str) -> None:
    message = f"{before} {phrase} {after}"
    read = answer(message, ASKED)
    assert (read.plain is not Polarity.NEITHER) <= (read.rest == "")


def test_a_yes_with_any_more_words_is_not_plain() -> None:
    for more in ("five people", "cancel", "but wait", "call me", "tomorrow", "on one condition", "not now", "later"):
        for message in (f"yes {more}", f"yes, {more}", f"{more}, yes", f"yes and {more}"):
            assert answer(message, ASKED).plain is Polarity.NEITHER, message


def test_recorded_replies() -> None:
    """Airline conversations (tau-bench, MIT): no reply that asks for more may count as a plain yes or no."""
    turns, labels = _recorded()
    heard = [answer(turn["reply"].replace("###STOP###", ""), turn["question"]).plain for turn in turns]
    said_yes = {at for at, plain in enumerate(heard) if plain is Polarity.YES}
    said_no = {at for at, plain in enumerate(heard) if plain is Polarity.NO}
    assert said_yes <= set(labels["yes"])
    assert said_no <= set(labels["no"])
    assert len(said_yes) >= 30, "recall of a plain yes has fallen"


def test_a_reply_to_another_question_is_no_yes_by_its_words() -> None:
    """Recorded replies beside questions they did not answer: what asks for more stays more, whatever the question is."""
    turns, labels = _recorded()
    more = [turn["reply"] for at, turn in enumerate(turns) if at not in labels["yes"] and at not in labels["no"]]
    wrong = [
        (reply, turn["question"])
        for reply in more
        for turn in turns[::7]
        if answer(reply.replace("###STOP###", ""), turn["question"]).plain is Polarity.YES
    ]
    assert wrong == []


def _recorded() -> tuple[list[dict[str, str]], dict[str, list[int]]]:
    path = SHARED / "confirm_turns.jsonl"
    if not path.exists():
        pytest.skip("the recorded replies (../shared/data/confirm_turns.jsonl) are not beside the repository")
    labels = json.loads((Path(__file__).parent / "confirm_labels.json").read_text())
    turns = [json.loads(line) for line in path.read_text().splitlines()]
    assert len(turns) == labels["lines"]
    return turns, labels
