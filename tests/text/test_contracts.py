"""Contracts: what their files may hold, how a machine includes them, and that text and builder agree."""

from __future__ import annotations

from pathlib import Path

import pytest

from decidable.core.definition import Contract, Definition, End, Kind, Shared
from decidable.errors import MachineError
from decidable.text import Builder, read, read_contract, reformat, write
from decidable.text.contracts import Find

EXAMPLES = Path(__file__).parents[2] / "examples" / "contracts"

CAREFUL = """contract careful

facts
  total: money

events
  user      cancel
  evidence  paid

groups
  heard: cancel

any state
  paid         stay          : written down

waiting
  @heard       defer         : later
  after 10m    -> out        : too long

requires
  paid         ?             : by name

  state away (interruption)
    enter: record
    @heard     defer         : kept
"""

MACHINE = """machine shop
use careful

facts
  total: money

events
  user      cancel
  evidence  paid

any state
  *            reject   : no

here (start)
  use waiting
  enter: record
  cancel       stay     : not out of here

away (interruption)
  enter: record

out (final: failed)
"""


def beside(**texts: str) -> Find:
    return texts.get


def whole(text: str, **contracts: str) -> Definition:
    reading = read(text, find=beside(**contracts))
    assert reading.problems == ()
    assert reading.definition is not None
    return reading.definition


def found(text: str, **contracts: str) -> list[tuple[str, str, int, int]]:
    return [(each.file, each.code, each.line, each.column) for each in read(text, find=beside(**contracts)).problems]


def careful() -> Contract:
    reading = read_contract(CAREFUL, "careful")
    assert reading.problems == ()
    assert reading.contract is not None
    return reading.contract


def test_a_contract_as_it_is_read() -> None:
    contract = careful()
    assert (contract.name, contract.file) == ("careful", "careful.states")
    assert [fact.name for fact in contract.facts] == ["total"]
    assert [event.name for event in contract.events] == ["cancel", "paid"]
    assert [(group.name, group.events, group.at) for group in contract.groups] == [("heard", ("cancel",), 11)]
    assert [line.at for line in contract.lines] == [14]
    assert [(state.name, len(state.lines)) for state in contract.fragments] == [("waiting", 2)]
    required = [(state.name, state.role.value, len(state.enter), len(state.lines)) for state in contract.required]
    assert required == [("", "plain", 0, 1), ("away", "interruption", 1, 1)]


def test_its_lines_become_lines_of_the_machine_and_say_where_they_stand() -> None:
    definition = whole(MACHINE, careful=CAREFUL)
    assert [(line.at, line.shared) for line in definition.any_state] == [(12, None), (0, Shared("careful"))]
    here = definition.states[0]
    assert here.uses == ("waiting",)
    places = [(line.at, line.shared and (str(line.shared), line.shared.at)) for line in here.lines]
    fragment = "waiting of contract careful"
    assert places == [(17, None), (0, (fragment, 17)), (0, (fragment, 18))]
    assert definition.contracts == (careful(),)


def test_writing_leaves_them_where_they_are_and_reads_back() -> None:
    definition = whole(MACHINE, careful=CAREFUL)
    assert write(definition).splitlines()[:2] == ["machine shop", "use careful"]
    assert write(definition) == reformat(MACHINE)
    assert whole(write(definition), careful=CAREFUL) == definition


def test_both_files_have_a_canonical_layout() -> None:
    for text in (CAREFUL, MACHINE):
        once = reformat(text)
        assert reformat(once) == once
        assert "use waiting" in once or once.startswith("contract careful\n")
    assert reformat("contract c\ngroups\n   a :  b,c\nrequires\n  b stay\n   # on it\n  state d\n    b  defer\n") == (
        "contract c\n\ngroups\n  a: b, c\n\nrequires\n  b     stay\n\n  # on it\n  state d\n    b   defer\n"
    )


def test_text_and_builder_give_equal_objects() -> None:
    m = Builder("shop")
    m.use(careful())
    m.fact("total", careful().facts[0].type)
    m.event("cancel", Kind.USER)
    m.event("paid", Kind.EVIDENCE)
    m.any_state().on_anything().reject(because="no")
    here = m.state("here", start=True).use("waiting")
    definition = whole(MACHINE, careful=CAREFUL)
    here.enter(*definition.states[0].enter)
    here.on("cancel").stay(because="not out of here")
    m.state("away", interruption=True).enter(*definition.states[1].enter)
    m.state("out", final=End.FAILED)
    assert m.definition() == definition
    m.state("other").use("nowhere")
    with pytest.raises(MachineError, match="'nowhere', which 'other' includes, is no fragment"):
        m.definition()


@pytest.mark.parametrize("name", ["careful", "coffee", "lessons", "parcel"])
def test_the_examples_are_written_as_fmt_writes_them(name: str) -> None:
    text = (EXAMPLES / f"{name}.states").read_text("utf-8")
    assert reformat(text) == text


def test_words_of_contracts_are_plain_names_in_a_machine() -> None:
    definition = whole("contract\n  a -> groups\ngroups\n  a -> requires\nrequires\n  a stay\n")
    assert [state.name for state in definition.states] == ["contract", "groups", "requires"]


@pytest.mark.parametrize(
    ("text", "problems"),
    [
        ("a\n  x stay\n", [("contract", 1, 1)]),
        ("machine c\na\n  x stay\n", [("contract", 1, 1)]),
        ("contract d\n", [("contract", 1, 1)]),
        ("contract c\nuse d\n", [("contract", 2, 1)]),
        ("contract c\ntools\n  read x() gives a\n", [("contract", 2, 1)]),
        ("contract c\nrules\n  never a before b\n", [("contract", 2, 1)]),
        ("contract c\ngroups\n  user: a\n", [("contract", 3, 0)]),
        ("contract c\ngroups\n  a b\n", [("syntax-event", 3, 5)]),
        ("contract c\nw (start)\n  a stay\n", [("contract", 2, 0)]),
        ("contract c\nw\n  a stay\n  state v\n    a stay\n", [("contract", 4, 0)]),
        ("contract c\nw\n  enter: record\n", [("contract", 2, 0)]),
        ("contract c\nw\n  a stay\nw\n  b stay\n", [("contract", 4, 0)]),
        ("contract c\nw\n  use v\n", [("contract", 3, 3)]),
        ("contract c\nany state\n  use v\n", [("contract", 3, 3)]),
        ("contract c\nrequires\n  a when f stay\n", [("contract", 3, 0)]),
        ("contract c\nrequires\n  a else stay\n", [("contract", 3, 0)]),
        ("contract c\nrequires\n  * stay\n  after 5m stay\n", [("contract", 3, 0), ("contract", 4, 0)]),
        ("contract c\nrequires\n  enter: record\n", [("syntax-enter", 3, 3)]),
        ("contract c\nevents\n  user a\ncontract d\n", [("syntax-header", 4, 1)]),
        ("contract c\n  a stay\n", [("syntax-indent", 2, 3)]),
        ("contract 1\n", [("syntax-header", 1, 10), ("contract", 1, 1)]),
        ("", [("contract", 1, 1)]),
        (b"\xff", [("contract", 1, 1), ("encoding", 1, 1)]),
    ],
)
def test_what_a_contract_may_not_hold(text: str | bytes, problems: list[tuple[str, int, int]]) -> None:
    found = read_contract(text, "c").problems
    assert sorted((problem.code, problem.line, problem.column) for problem in found) == sorted(problems)
    assert {problem.file for problem in found} == {"c.states"}


@pytest.mark.parametrize(
    ("text", "problems"),
    [
        ("use nowhere\na\n  x stay\n", [("", "contract", 1, 5)]),
        ("use c\nuse c\na\n  x stay\n", [("", "duplicate", 2, 1)]),
        ("use broken\na\n  x stay\n", [("broken.states", "contract", 1, 1)]),
        ("use c\na\n  use v\n  x stay\n", [("", "unknown-name", 3, 7)]),
        ("use c\nuse d\na\n  use w\n  x stay\n", [("", "unknown-name", 4, 7)]),
        ("a\n  use w\n  x stay\n", [("", "unknown-name", 2, 7)]),
        ("a\n  x stay\nuse c\n", [("", "syntax-header", 3, 1)]),
        ("any state\n  use w\na\n  x stay\n", [("", "contract", 2, 3)]),
        ("a\n  use\n  x stay\n", [("", "syntax-header", 2, 6)]),
        ("a\n  use b c\n  x stay\n", [("", "syntax-header", 2, 9)]),
        ("use\na\n  x stay\n", [("", "reserved", 1, 1)]),
    ],
)
def test_what_a_machine_may_not_use(text: str, problems: list[tuple[str, str, int, int]]) -> None:
    texts = {"c": "contract c\nw\n  y stay\n", "d": "contract d\nw\n  y stay\n", "broken": "a\n  b stay\n"}
    assert found(text, **texts) == problems


def test_a_sketch_has_the_events_that_its_contracts_speak_of() -> None:
    definition = whole("use careful\nhere (start)\n  next stay\n  cancel stay\n", careful=CAREFUL)
    kinds = [(event.name, event.kind, event.at) for event in definition.events]
    assert kinds == [("next", Kind.USER, 3), ("cancel", Kind.USER, 0), ("paid", Kind.EVIDENCE, 0)]


def test_without_files_beside_it_no_contract_is_found() -> None:
    assert [problem.code for problem in read("use c\na\n  x stay\n").problems] == ["contract"]


def test_a_contract_is_no_machine_and_says_so() -> None:
    reading = read(CAREFUL)
    assert reading.definition is None
    assert [(each.code, each.severity.value, each.line) for each in reading.problems] == [("contract", "warning", 1)]
    broken = read("contract c\nw (start)\n  a sty\n")
    assert [(problem.code, problem.line) for problem in broken.problems] == [("contract", 2), ("syntax-outcome", 3)]
