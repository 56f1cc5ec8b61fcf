"""The embedded translator as a whole: what it costs, what it refuses, what it never does."""

from __future__ import annotations

import subprocess
import sys
import time as clock
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from decidable.core.definition import Kind
from decidable.core.problem import Severity
from decidable.core.values import Data, Date, ListOf, Range, Text, fits
from decidable.errors import MachineError
from decidable.models import LocalTranslator, Slot, Word, local
from tests.models.vocabulary import BOOKING, BOOKING_QUESTION, REFUND, ROOT, context, loaded


@pytest.fixture(scope="module")
def booking() -> LocalTranslator:
    return loaded("booking")


def _python(*lines: str) -> str:
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", "\n".join(lines)], check=True, capture_output=True, text=True, cwd=ROOT
    )
    return done.stdout.strip()


def test_importing_the_layer_loads_no_model() -> None:
    assert (
        _python(
            "import sys, decidable.models",
            "from decidable.models import local",
            "local('booking.examples.toml')",
            "print([name for name in ('numpy', 'tokenizers', 'wordllama', 'text_to_num') if name in sys.modules])",
        )
        == "[]"
    )


def test_loading_does_not_import_wordllama() -> None:
    assert (
        _python(
            "import sys",
            "from decidable.models import local",
            "local('booking.examples.toml').load('examples/booking')",
            "print('wordllama' in sys.modules)",
        )
        == "False"
    )


@pytest.mark.parametrize("absent", ["numpy", "tokenizers", "safetensors", "text_to_num"])
def test_without_the_extra_it_says_what_to_install(absent: str) -> None:
    said = _python(
        "import sys",
        f"sys.modules[{absent!r}] = None",
        "from decidable.errors import MachineError",
        "from decidable.models import local",
        "try:",
        "    local('booking.examples.toml').load('examples/booking')",
        "except MachineError as error:",
        "    print(error)",
    )
    assert said == "the embedded translator needs the extra: pip install 'decidable[local]'"


async def test_it_loads_on_the_first_message() -> None:
    translator = LocalTranslator(str(ROOT / "examples" / "booking" / "booking.examples.toml"))
    [heard] = await translator.translate("for four", context(BOOKING))
    assert (heard.event, dict(heard.fields)) == ("details", {"party": 4})
    assert translator.name == "local:booking.examples.toml"


def test_its_place_and_its_file_are_known_without_the_extra() -> None:
    said = _python(
        "import sys; sys.modules['numpy'] = None",
        "from pathlib import Path",
        "from decidable.models import local",
        "translator = local('booking.examples.toml')",
        "translator.beside(Path('examples/booking'))",
        "print(len(translator.problems(())))",
    )
    assert int(said) > 0


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(MachineError, match="no such file"):
        local("none.examples.toml").load(tmp_path)


def test_it_sees_the_open_question_and_nothing_else() -> None:
    with pytest.raises(MachineError, match="sees 'question'"):
        local("booking.examples.toml", sees="question, last 2 turns")


def test_a_file_beside_another_vocabulary_is_told_apart(booking: LocalTranslator) -> None:
    assert booking.problems(BOOKING) == ()
    said = {(problem.code, problem.token) for problem in booking.problems(REFUND)}
    assert {("examples-unknown", "details"), ("examples-unknown", "party"), ("examples-absent", "ask_human")} <= said


def test_what_no_message_can_say_is_told(booking: LocalTranslator) -> None:
    slots = (
        Slot("basket", Data(), False),
        Slot("rows", ListOf(ListOf(Text())), True),
        Slot("tags", ListOf(Text()), False),
        Slot("day", Date(), True),
    )
    found = [p for p in booking.problems([Word("fill", Kind.USER, "", slots)]) if p.code == "examples-opaque"]
    assert [(problem.severity, problem.message) for problem in found] == [
        (
            Severity.WARNING,
            "field 'basket' of 'fill' is data: in a message it is not there, so the event is never heard",
        ),
        (Severity.WARNING, "field 'rows' of 'fill' is list of list of text: in a message it is left out"),
    ]


async def test_equal_files_hear_alike(booking: LocalTranslator) -> None:
    for message in ("cancel it", "Friday at 7 for four", "tell me a joke"):
        assert await booking.translate(message, context(BOOKING)) == await loaded("booking").translate(
            message, context(BOOKING)
        )


async def test_a_field_or_an_event_outside_the_vocabulary_is_never_heard(booking: LocalTranslator) -> None:
    party_only = (BOOKING[0]._replace(fields=(Slot("party", Range(1, 20), True),)), BOOKING[1], BOOKING[2])
    [heard] = await booking.translate("Friday at 7 for four", context(party_only))
    assert dict(heard.fields) == {"party": 4}
    [heard] = await booking.translate("cancel it", context(party_only))
    assert heard.event == "other"


async def test_a_yes_without_a_yes_in_the_vocabulary_is_other(booking: LocalTranslator) -> None:
    [heard] = await booking.translate("yes", context((BOOKING[0], BOOKING[4])))
    assert heard.event == "other"


async def test_a_choice_of_a_model_is_not_heard_from_a_person(booking: LocalTranslator) -> None:
    chosen = (BOOKING[3]._replace(kind=Kind.CHOICE), *BOOKING[1:3])
    [heard] = await booking.translate("cancel it", context(chosen))
    assert heard.event == "other"


async def test_an_event_whose_required_field_cannot_be_read_is_other(booking: LocalTranslator) -> None:
    needs_text = (Word("details", Kind.USER, "", (Slot("name", Text(), False),)),)
    [heard] = await booking.translate("a table for two on Saturday evening", context(needs_text))
    assert heard.event == "other"
    assert "name could not be read" in heard.cause


async def test_the_cause_tells_what_was_not_placed(booking: LocalTranslator) -> None:
    [heard] = await booking.translate("Friday at 7 for four, and tell the group", context(BOOKING))
    assert "not placed: 'tell the group'" in heard.cause


@pytest.mark.parametrize(
    "text", ["a" * 10_000, "yes " * 2_500, "Friday at 7, " * 77, "1 " * 499, "🎉" * 900, "?" * 999]
)
async def test_long_and_strange_messages_take_bounded_time(booking: LocalTranslator, text: str) -> None:
    await booking.translate("warm", context(BOOKING))
    began = clock.process_time()
    heard = await booking.translate(text, context(BOOKING, BOOKING_QUESTION))
    assert clock.process_time() - began < 0.5
    assert all(item.event in {word.name for word in BOOKING} for item in heard)


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    st.lists(
        st.one_of(st.text(max_size=30), st.sampled_from(["yes", "no", "7", "Friday", "cancel", "for", "and", ","]))
    )
)
async def test_any_message_is_heard_as_events_of_the_vocabulary(booking: LocalTranslator, parts: list[str]) -> None:
    slots = {word.name: {slot.name: slot.type for slot in word.fields} for word in BOOKING}
    heard = await booking.translate(" ".join(parts), context(BOOKING, BOOKING_QUESTION))
    assert heard
    for item in heard:
        assert all(fits(value, slots[item.event][name]) for name, value in item.fields.items())
        assert 0.0 <= item.confidence <= 1.0
