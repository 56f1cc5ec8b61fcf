"""The classifier on a small fixture of its own: right, wary, and equal on every run."""

from __future__ import annotations

import pytest

from decidable.models.classifier import BACKGROUND, Classifier, background_sentences
from decidable.models.vectors import load_vectors

EVENTS = {
    "pay_bill": (
        "pay my electricity bill",
        "I want to settle the invoice",
        "can you pay the water bill",
        "please pay what I owe on my phone",
        "send the money for the bill",
        "settle my account with the power company",
        "take care of my gas bill",
        "pay the rent invoice",
    ),
    "lost_card": (
        "I lost my card",
        "my credit card is missing",
        "I can't find my bank card",
        "somebody stole my card",
        "I left my debit card in a taxi",
        "my card has disappeared",
        "I misplaced the card",
        "report a stolen credit card",
    ),
    "book_flight": (
        "book a flight to Rome",
        "I need a plane ticket to Berlin",
        "find me a flight from Boston to Denver",
        "get me on a plane to Tokyo",
        "I want to fly to Paris next week",
        "reserve a seat on the flight to Oslo",
        "are there flights to Madrid",
        "I'd like to buy an air ticket",
    ),
}
RIGHT = (
    ("please settle the invoice for my electricity", "pay_bill"),
    ("could you pay my phone bill", "pay_bill"),
    ("I think my credit card was stolen", "lost_card"),
    ("can't find my card anywhere", "lost_card"),
    ("I'd like to fly to Lisbon", "book_flight"),
    ("reserve a plane ticket to Chicago please", "book_flight"),
)
FOREIGN = (
    "how do I bake bread",
    "who painted this picture",
    "is it going to snow",
    "my sister plays the violin",
    "what does this button do",
    "tell me about elephants",
    "the neighbours are noisy",
    "good evening",
    "which film won the prize",
    "I like your shoes",
)


@pytest.fixture(scope="module")
def classifier() -> Classifier:
    return Classifier(load_vectors(), EVENTS, background_sentences())


@pytest.mark.parametrize(("text", "event"), RIGHT)
def test_an_event_is_recognised(classifier: Classifier, text: str, event: str) -> None:
    shares = classifier.probabilities(text)
    assert max(shares, key=lambda name: shares[name]) == event
    assert shares[event] > 0.5


def test_foreign_messages_are_none_of_them(classifier: Classifier) -> None:
    accepted = [text for text in FOREIGN if classifier.probabilities(text)[BACKGROUND] < 0.5]
    assert len(accepted) <= 1, accepted


def test_probabilities_add_up_and_repeat(classifier: Classifier) -> None:
    again = Classifier(load_vectors(), EVENTS, background_sentences())
    for text in (*FOREIGN, "", "🎉"):
        shares = classifier.probabilities(text)
        assert sum(shares.values()) == pytest.approx(1.0)
        assert again.probabilities(text) == shares


def test_the_authors_own_background_counts() -> None:
    also = ("is there a fee for flights", "what is your baggage policy")
    wary = Classifier(load_vectors(), EVENTS, background_sentences(), also)
    plain = Classifier(load_vectors(), EVENTS, background_sentences())
    asked = "is there a fee for the flight"
    assert wary.probabilities(asked)[BACKGROUND] > plain.probabilities(asked)[BACKGROUND]


def test_a_background_sentence_near_an_example_is_left_out() -> None:
    mine = {"joke": ("tell me a joke", "make me laugh", "say something funny", "do you know a good joke")}
    shares = Classifier(load_vectors(), mine, background_sentences()).probabilities("tell me a funny joke")
    assert shares["joke"] > 0.5


def test_the_general_background_is_one_sentence_a_line() -> None:
    sentences = background_sentences()
    assert len(sentences) > 200
    assert len(set(sentences)) == len(sentences)
