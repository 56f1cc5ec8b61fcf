"""`load_machine`: what fits together loads, and what does not is reported all at once, with both places."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

import pytest

from decidable import Ctx, Event, MachineError, Runtime, Settings, Words, load_machine, tool
from decidable.core.definition import Kind
from decidable.core.problem import Problem, Severity
from decidable.models import Scripted, Word
from decidable.stores import Memory
from decidable.testing import FakeClock
from tests.bind import kiosk
from tests.bind.kiosk import STATES, Facts, Leave, No, Till, Want, Yes, load, look, problems, said, sell


def test_what_fits_together_loads_without_a_word(tmp_path: Path) -> None:
    machine = load(tmp_path)
    assert machine.warnings == machine.problems == ()
    assert machine.table.fit
    assert (machine.name, machine.path, machine.source) == ("kiosk", tmp_path / "kiosk.states", STATES)
    assert (machine.facts, machine.deps) == (Facts, Till)
    assert machine.tools == {"look": look, "sell": sell}
    kinds = {event.name: event.kind for event in machine.definition.events}
    assert list(kinds) == [
        *("want", "leave", "yes", "no"),
        *("priced", "sold_out", "refused", "failed", "unknown"),
        "sold",
    ]
    assert kinds["want"] is Kind.USER
    assert kinds["no"] is Kind.ANSWER
    assert kinds["failed"] is Kind.RESULT
    assert kinds["sold"] is Kind.EVIDENCE
    assert [each.name for each in machine.definition.tools] == ["look", "sell", "find_sale"]


def test_with_a_translator_come_other_and_its_going_and_return(tmp_path: Path) -> None:
    machine = load(tmp_path, translate=Scripted({}))
    kinds = {event.name: event.kind for event in machine.definition.events}
    assert (kinds["other"], kinds["model_down"], kinds["model_back"]) == (Kind.USER, Kind.SYSTEM, Kind.SYSTEM)


def test_the_delivery_of_words_needs_no_class(tmp_path: Path) -> None:
    states = STATES.replace("say here_it_is, propose", "say here_it_is gives told, propose")
    machine = load(tmp_path, states.replace("  no      ", "  told   stay : shown\n  no      "))
    assert machine.table.events["told"].kind is Kind.RESULT


def test_paths_are_relative_to_the_module_of_facts() -> None:
    with pytest.raises(MachineError) as raised:
        load_machine("none.states", facts=Facts, deps=Till, user=Want, tools=[])
    path = Path(kiosk.__file__).parent / "none.states"
    assert str(raised.value) == (
        f"{path}: cannot read the machine: No such file or directory\n  hint: paths are relative to the module of `facts`"
    )


def test_a_file_that_is_not_text_is_reported(tmp_path: Path) -> None:
    (tmp_path / "kiosk.states").write_bytes(b"machine m\nbegin (start)\n  g\xffo -> begin restart : x\n")
    with pytest.raises(MachineError, match=r"kiosk\.states:3:4: byte 0xff is not UTF-8 here"):
        load_machine(str(tmp_path / "kiosk.states"), facts=Facts, deps=Till, user=Want, tools=[])
    assert said(tmp_path, "", words=None) == ["1: this file says nothing"]


LINE = "  want              -> priced : seats are wanted\n"


@pytest.mark.parametrize(
    ("was", "now", "line", "hint"),
    [
        ("  want  ", "  wnat  ", "'wnat' is not an event", "did you mean 'want'? (kiosk.py:N)"),
        ("  want  ", "  other ", "'other' is not an event", "it comes with a translator: pass translate=..."),
        (
            "  want  ",
            "  xyzzy ",
            "'xyzzy' is not an event",
            "pass its class as user=, choice= or signal=, or let a tool return it",
        ),
        ("call look", "call lokk", "'lokk' is not a tool", "did you mean 'look'? (kiosk.py:N)"),
        ("call look", "call xyzzy", "'xyzzy' is not a tool", "pass it in tools=[...]"),
        ("-> priced :", "-> priced / set xyzzy = 1 :", "'xyzzy' is not a fact", "annotate it in Facts"),
        (
            "want   ",
            "want when pric known  ",
            "'pric' is neither a fact nor a field here",
            "did you mean 'price'? (kiosk.py:N)",
        ),
        (
            "want   ",
            "want when xyzzy  ",
            "'xyzzy' is neither a fact nor a field here",
            "annotate it in Facts, or in the class of the event",
        ),
        ("-> priced ", "-> prized ", "'prized' is not a state", "did you mean 'priced'?"),
        ("say here_it_is", "say here_it_iss", "nothing is written for 'here_it_iss'", "did you mean 'here_it_is'?"),
    ],
)
def test_a_name_the_other_side_does_not_have(tmp_path: Path, was: str, now: str, line: str, hint: str) -> None:
    states = STATES.replace(was, now, 1)
    found = [problem for problem in problems(tmp_path, states) if problem.severity is Severity.ERROR]
    written = next(at for at, text in enumerate(states.splitlines(), start=1) if text not in STATES.splitlines())
    assert [(p.message, re.sub(r"py:\d+", "py:N", p.hint)) for p in found] == [(line, hint)]
    assert found[0].line in (written, written - 1), "what is done on entry is told at the head of its state"
    assert found[0].column > 0


class Party(Event):
    """How many come."""

    seats: int
    customer: str


def test_everything_is_reported_at_once_with_file_line_and_python_place(tmp_path: Path) -> None:
    @tool.write(timeout_s=1, requires="price knwn")  # type: ignore[arg-type]  # what the test is about
    async def buy(ctx: int, seats: str) -> None: ...

    states = STATES.replace("  leave ", "  leve  ").replace("-> gone : no seat", "-> gon : no seat")
    found = said(tmp_path, states, "## here\n{pric}\n", user=Want | Leave | Party | Yes | No, tools=[look, sell, buy])
    assert [re.sub(r"py:\d+", "py:N", message) for message in found] == [
        "`requires` of tool 'buy' (test_load.py:N): 'knwn' should not follow the guard (at 7 of `price knwn`)",
        "field 'seats' of 'party' is -9007199254740991..9007199254740991, the fact is 1..4 (kiosk.py:N, test_load.py:N)",
        "'party' would let a message set 'customer', and it is marked as authority (test_load.py:N, kiosk.py:N)",
        "tool 'buy' has no outcome (test_load.py:N)",
        "kiosk.words.md:1: the words 'here' are never said",
        "kiosk.words.md:1: 'here' has a place for 'pric', which is nothing",
        "argument 'seats' of tool 'buy' (test_load.py:N) is text, the fact is 1..4",
        "tool 'buy' (test_load.py:N) has no `ctx` in front",
        "tool 'buy' (test_load.py:N) says nothing of its outcomes",
        "11: 'leve' is not an event",
        "16: 'gon' is not a state",
        "20: nothing is written for 'here_it_is'",
    ]


def test_the_error_prints_every_problem_with_its_place(tmp_path: Path) -> None:
    with pytest.raises(MachineError) as raised:
        load(tmp_path, STATES.replace("  leave ", "  leve  "), user=Want | Leave | Party | Yes | No)
    text = str(raised.value)
    assert re.search(
        r"kiosk\.states:11:3: 'leve' is not an event\n  hint: did you mean 'leave'\? \(kiosk\.py:\d+\)", text
    )
    assert "kiosk.states: 'party' would let a message set 'customer'" in text


def test_mistakes_in_the_text_and_in_python_come_together(tmp_path: Path) -> None:
    found = said(
        tmp_path, STATES.replace("  leave             ->", "  leave             =>"), words="## here_it_is\n\n"
    )
    assert found[0] == "kiosk.words.md:1: nothing is written under 'here_it_is'"
    assert found[1].startswith("11: ")


SECTION = "events  # generated from Python by decidable fmt\n  user  want\n\nany state"


def test_a_generated_section_that_is_stale_is_a_warning(tmp_path: Path) -> None:
    found = problems(tmp_path, STATES.replace("any state", SECTION, 1))
    assert [(p.code, p.severity, p.line, p.hint) for p in found] == [
        ("stale-section", Severity.WARNING, 3, "run decidable fmt to write it anew")
    ]
    assert load(tmp_path, STATES.replace("any state", SECTION, 1)).table.fit


def test_a_section_of_the_authors_own_that_repeats_python_is_an_error(tmp_path: Path) -> None:
    found = problems(tmp_path, STATES.replace("any state", "facts\n  price: money\n\nany state", 1))
    assert [(p.code, p.severity, p.line) for p in found] == [("declared-twice", Severity.ERROR, 4)]


def test_what_the_file_alone_declares_is_taken_in(tmp_path: Path) -> None:
    machine = load(tmp_path, STATES.replace("any state", "facts\n  mood: text\n\nany state", 1))
    assert [fact_.name for fact_ in machine.definition.facts][-1] == "mood"


UNDECIDED = STATES.replace("  *                 reject : not now\n", "")


async def test_a_machine_with_undecided_cells_loads_and_starts_only_as_a_draft(tmp_path: Path) -> None:
    machine = load(tmp_path, UNDECIDED)
    assert not machine.table.fit
    assert {problem.code for problem in machine.problems} == {"undecided", "partial"}
    async with Runtime(machine, store=Memory(), deps=Till(), clock=FakeClock()) as runtime:
        with pytest.raises(MachineError, match="undecided"):
            await runtime.conversation("c")
    draft = Settings(draft=True)
    async with Runtime(machine, store=Memory(), deps=Till(), clock=FakeClock(), settings=draft) as runtime:
        assert (await runtime.conversation("c")).state == "begin"


class Reads(Scripted):
    """A translator with a file beside the machine."""

    def __init__(self, missing: str = "", misfit: Severity | None = None) -> None:
        super().__init__({})
        self.folder = Path()
        self._missing, self._misfit = missing, misfit

    def beside(self, folder: Path) -> None:
        self.folder = folder
        if self._missing:
            raise MachineError((Problem("examples", f"{self._missing} is not there"),))

    def problems(self, vocabulary: Iterable[Word]) -> tuple[Problem, ...]:
        names = ", ".join(word.name for word in vocabulary)
        return (Problem("examples", f"it knows nothing of {names}", severity=self._misfit),) if self._misfit else ()


def test_a_translator_is_told_where_its_files_are_and_asked_what_does_not_fit(tmp_path: Path) -> None:
    reads = Reads()
    assert load(tmp_path, translate=reads).translator is reads
    assert reads.folder == Path(kiosk.__file__).parent
    assert said(tmp_path, translate=Reads("words.toml")) == ["words.toml is not there"]
    knows = "it knows nothing of want, leave, other, yes, no"
    assert said(tmp_path, translate=Reads(misfit=Severity.WARNING)) == [knows]
    assert load(tmp_path, translate=Reads(misfit=Severity.WARNING)).table.fit
    with pytest.raises(MachineError, match=knows):
        load(tmp_path, translate=Reads(misfit=Severity.ERROR))


def test_unreadable_annotations_are_reported_without_guesses_about_the_table(tmp_path: Path) -> None:
    class Lost(Event):
        """Its annotation leads nowhere."""

        what: NoSuchThing  # type: ignore[name-defined]  # noqa: F821

    class Facts:
        what: NoSuchThing  # type: ignore[name-defined]  # noqa: F821

    @tool.write(timeout_s=1)
    async def lose(ctx: object) -> NoSuchThing: ...  # type: ignore[name-defined]  # noqa: F821

    @sell_also.lookup
    async def find(ctx: object) -> NoSuchThing | None: ...  # type: ignore[name-defined]  # noqa: F821

    found = said(tmp_path, facts=Facts, user=Want | Lost | Yes | No, tools=[lose, sell_also], words="## a\n{nothing}\n")
    assert [re.sub(r"py:\d+", "py:N", message) for message in found] == [
        "the annotations of facts class Facts (test_load.py:N) cannot be read: name 'NoSuchThing' is not defined",
        "the annotations of event class Lost (test_load.py:N) cannot be read: name 'NoSuchThing' is not defined",
        "the annotations of tool 'lose' (test_load.py:N) cannot be read: name 'NoSuchThing' is not defined",
        "the annotations of the look-up of 'sell_also' (test_load.py:N) cannot be read: name 'NoSuchThing' is not defined",
    ]


@tool.write(timeout_s=1)
async def sell_also(ctx: Ctx[Till]) -> kiosk.Sold | kiosk.Refused:
    return kiosk.Refused()


@pytest.mark.parametrize(
    ("cancel", "message"),
    [
        (Leave, None),
        (Party, "cancel= is Party, which is none of the events in user="),
        (Want, "cancel= is Want, which needs fields: an operator gives none"),
    ],
)
def test_the_event_that_cancels(tmp_path: Path, cancel: type[Event], message: str | None) -> None:
    if message is None:
        assert load(tmp_path, cancel=cancel).cancel == "leave"
    else:
        assert said(tmp_path, cancel=cancel) == [message]
    assert load(tmp_path).cancel == ""


def test_words_are_given_and_not_changed(tmp_path: Path) -> None:
    words = Words(str(tmp_path / "kiosk.words.md"))
    machine = load(tmp_path)
    again = load_machine(str(machine.path), **{**kiosk.DEFAULTS, "words": words})
    assert again.words.render("here_it_is", {"seats": 2}) == "2 for free."
    assert words.texts == {}
