"""The bound machine: lookups from text to Python, the vocabulary, and the question a person approves."""

from __future__ import annotations

from enum import Enum
from pathlib import Path

import pytest

from decidable import Ctx, Event, Evidence, FactsView, FactUnknown, Money, RefusedError, Words, load_machine, tool
from decidable.core.definition import Kind
from decidable.core.snapshot import PlannedCall, Proposal
from decidable.core.values import ListOf, Range, Text, Value
from decidable.models import Scripted, Slot, Word
from decidable.testing import at
from tests.bind.kiosk import DEFAULTS, STATES, Leave, No, Sold, Till, Want, Yes, load


class Bring(Event):
    """The customer brings
    somebody along.
    """

    names: list[str]

    @property
    def first(self) -> str:
        return self.names[0]


class Stranger(Event): ...


def test_an_event_object_is_its_name_and_its_fields(tmp_path: Path) -> None:
    machine = load(tmp_path)
    assert machine.occurrence_fields(Want(seats=2)) == ("want", {"seats": 2})
    with pytest.raises(RefusedError, match="Stranger is not an event of kiosk: its events are want, leave, yes, no"):
        machine.occurrence_fields(Stranger())


def test_an_event_of_a_class_with_the_same_name_is_another(tmp_path: Path) -> None:
    class Wants(Event): ...

    class Want(Event): ...

    machine = load(tmp_path)
    with pytest.raises(RefusedError, match=r"Wants is not an event of kiosk: did you mean 'want'\?"):
        machine.occurrence_fields(Wants())
    with pytest.raises(RefusedError, match="Want is not an event of kiosk"):
        machine.occurrence_fields(Want())


def test_raw_fields_become_fields_or_a_reason(tmp_path: Path) -> None:
    machine = load(tmp_path, user=Want | Leave | Bring | Yes | No, translate=Scripted({}))
    assert machine.build_fields("bring", {"names": ("A", "B")}) == ({"names": ("A", "B"), "first": "A"}, "")
    assert machine.build_fields("bring", {"names": ()}) == ({}, "IndexError: list index out of range")
    assert machine.build_fields("other", {}) == ({}, "")
    assert machine.build_fields("other", {"x": 1}) == ({}, "'other' has no fields")


def test_the_vocabulary_is_what_a_person_can_say(tmp_path: Path) -> None:
    machine = load(tmp_path, user=Want | Leave | Bring | Yes | No, translate=Scripted({}))
    assert machine.vocabulary == (
        Word("want", Kind.USER, "The customer wants seats.", (Slot("seats", Range(1, 4), False),)),
        Word("leave", Kind.USER, "The customer goes away.", ()),
        Word("bring", Kind.USER, "The customer brings\nsomebody along.", (Slot("names", ListOf(Text()), False),)),
        Word("other", Kind.USER, "", ()),
        Word("yes", Kind.ANSWER, "A plain yes to the open question.", ()),
        Word("no", Kind.ANSWER, "A plain no to the open question.", ()),
    )
    assert machine.answers == ("yes", "no")


def test_what_is_possible_is_what_a_line_would_accept(tmp_path: Path) -> None:
    machine = load(tmp_path)
    assert machine.possible(at(machine, "begin").snapshot) == ("want", "leave")
    assert machine.possible(at(machine, "asking").snapshot) == ("yes", "no")
    assert machine.possible(at(machine, "gone").snapshot) == ()


def test_a_machine_without_answers(tmp_path: Path) -> None:
    states = "machine m\nbegin (start)\n  leave -> gone : on\n  * reject : no\n  sold stay : ok\ngone (final: failed)\n"
    assert load(tmp_path, states, words=None, user=Leave, tools=[], signal=Sold).answers == ("", "")


PROPOSAL = Proposal(
    "d",
    (
        PlannedCall("sell", {"seats": 2, "price": Money("20.00 EUR")}, {}, ()),
        PlannedCall("send_it", {}, {"ticket": "sold"}, ()),
        PlannedCall("ring_bell", {}, {}, ()),
    ),
    1,
)


def test_the_question_names_every_tool_and_every_argument(tmp_path: Path) -> None:
    machine = load(tmp_path)
    rest = "send it (the ticket that 'sold' will give), then ring bell?"
    assert machine.question(PROPOSAL) == f"May I sell (seats 2, price 20.00 EUR), then {rest}"
    assert machine.question(PROPOSAL._replace(next=1)) == f"May I {rest}"


def with_words(folder: Path, text: str, words: Words) -> str:
    (folder / "kiosk.states").write_text(STATES)
    (folder / "w.md").write_text(f"## here_it_is\nx\n{text}")
    machine = load_machine(str(folder / "kiosk.states"), **{**DEFAULTS, "words": words})
    return machine.question(PROPOSAL._replace(steps=PROPOSAL.steps[:1]), plain=False)


def ask_sell(step: FactsView) -> str:
    return f"sell {step.seats} seats to {step.customer}"


def test_the_authors_words_say_a_step(tmp_path: Path) -> None:
    words = Words(str(tmp_path / "w.md"))
    assert with_words(tmp_path, "## ask_sell\nsell {seats} for {price}\n", words) == "May I sell 2 for 20.00 EUR?"


def test_an_argument_that_an_outcome_will_give_is_named_by_it(tmp_path: Path) -> None:
    load(tmp_path, words="## here_it_is\nx\n## ask_sell\nsell to {customer}\n")
    machine = load(tmp_path, words="## here_it_is\nx\n## ask_sell\nsell to {customer}\n")
    step = PlannedCall("sell", {}, {"customer": "arrived"}, ())
    assert machine.question(Proposal("d", (step,), 1)) == "May I sell to the customer that 'arrived' will give?"


def test_words_of_a_question_that_fail_raise_and_plain_ones_never_do(tmp_path: Path) -> None:
    with pytest.raises(FactUnknown, match="'customer' is not known"):
        with_words(tmp_path, "", Words(str(tmp_path / "w.md"), ask_sell=ask_sell))
    (tmp_path / "kiosk.states").write_text(STATES)
    words = Words(str(tmp_path / "w.md"), ask_sell=ask_sell)
    machine = load_machine(str(tmp_path / "kiosk.states"), **{**DEFAULTS, "words": words})
    assert machine.question(PROPOSAL._replace(steps=PROPOSAL.steps[2:]), plain=True) == "May I ring bell?"
    assert machine.question(PROPOSAL, plain=True).startswith("May I sell (seats 2, price 20.00 EUR), then ")


class Cabin(Enum):
    FIRST = "first"


class Facts:
    cabin: Cabin
    names: list[str]


class Boarded(Evidence): ...


class Full(Event): ...


@tool.write(timeout_s=1, repeatable=True)
async def board(ctx: Ctx[Till], cabin: Cabin, names: list[str]) -> Boarded | Full:
    return Full()


def cabin_is(facts: FactsView) -> str:
    return f"{facts.cabin} {facts.names}"


def test_facts_arguments_and_words_have_the_types_of_python(tmp_path: Path) -> None:
    (tmp_path / "m.states").write_text(
        "machine m\nany state\n  @evidence -> gone : on\n  * reject / say cabin_is : no\n"
        "begin (start)\n  enter: call board\ngone (final: completed)\n"
    )
    words = Words(cabin_is=cabin_is)
    machine = load_machine(str(tmp_path / "m.states"), facts=Facts, deps=Till, tools=[board], words=words)
    kept: dict[str, Value] = {"cabin": "first", "names": ("A", "B")}
    view = machine.facts_view(kept)
    assert (view.cabin, view.names) == (Cabin.FIRST, ["A", "B"])
    assert machine.arguments("board", kept) == {"cabin": Cabin.FIRST, "names": ["A", "B"]}
    assert machine.words.render("cabin_is", kept) == "Cabin.FIRST ['A', 'B']"


def test_the_text_fingerprint_follows_words_and_reasons_and_the_other_one_does_not(tmp_path: Path) -> None:
    machine = load(tmp_path)
    other_words = load(tmp_path, words="## here_it_is\nHere.\n")
    other_reason = load(tmp_path, STATES.replace("seats are wanted", "somebody came"))
    prints = {each.text_fingerprint for each in (machine, other_words, other_reason)}
    assert len(prints) == 3
    assert {each.table.fingerprint for each in (machine, other_words, other_reason)} == {machine.table.fingerprint}
