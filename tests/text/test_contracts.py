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
        ("contract c\nuse d\nuse d\n", [("duplicate", 3, 1)]),
        ("contract c\nany state\n  a stay\nuse d\n", [("syntax-header", 4, 1)]),
        ("contract c\ntools\n  read x() gives a\n", [("contract", 2, 1)]),
        ("contract c\nrules\n  never a before b\n", [("contract", 2, 1)]),
        ("contract c\ngroups\n  user: a\n", [("contract", 3, 0)]),
        ("contract c\ngroups\n  a b\n", [("syntax-event", 3, 5)]),
        ("contract c\nw (start)\n  a stay\n", [("contract", 2, 0)]),
        ("contract c\nw\n  a stay\n  state v\n    a stay\n", [("contract", 4, 0)]),
        ("contract c\nw\n  enter: record\n", [("contract", 2, 0)]),
        ("contract c\nw\n  a stay\nw\n  b stay\n", [("contract", 4, 0)]),
        ("contract c\nrequires\n  use v\n", [("contract", 3, 3)]),
        ("contract c\nrequires\n  state s\n    use v\n", [("contract", 4, 5)]),
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
        ("use nowhere\na\n  use w\n  x stay\n", [("", "contract", 1, 5)]),
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


NESTED = {
    "shop": "contract shop\nuse careful\nuse open\nwaiting_long\n  use waiting\n  use evenings\n  after 1d  -> out : too long\n",
    "open": "contract open\nuse careful\nany state\n  close  -> out : closed\nevenings\n  late  stay : still here\n",
    "careful": CAREFUL,
}


def test_what_a_contract_uses_its_machine_uses_and_each_is_included_once() -> None:
    text = MACHINE.replace("use careful", "use shop").replace("use waiting", "use waiting_long\n  use waiting")
    text = text.replace("user      cancel", "user      cancel, close, late")
    definition = whole(text, **NESTED)
    assert [contract.name for contract in definition.contracts] == ["shop", "careful", "open"]
    assert [contract.uses for contract in definition.contracts] == [("careful", "open"), (), ("careful",)]
    assert [line.shared and str(line.shared) for line in definition.any_state] == [
        None,
        "contract careful",
        "contract open",
    ]
    places = [(str(line.shared), line.shared.at) for line in definition.states[0].lines if line.shared]
    assert places == [
        ("waiting_long of contract shop", 7),
        ("waiting of contract careful", 17),
        ("waiting of contract careful", 18),
        ("evenings of contract open", 6),
    ]
    assert whole(write(definition), **NESTED) == definition
    assert reformat(NESTED["shop"]).splitlines()[:3] == ["contract shop", "use careful", "use open"]
    assert "\n  use waiting\n" in reformat(NESTED["shop"])


@pytest.mark.parametrize(
    ("contracts", "problem"),
    [
        ({"a": "use a"}, ("a.states", "contract", 2, "contract 'a' uses itself: a > a")),
        ({"a": "use b", "b": "use c", "c": "use a"}, ("c.states", "contract", 2, "contract 'a' uses itself: a > b > c > a")),
        ({"a": "use b", "b": "use c", "c": "use b"}, ("c.states", "contract", 2, "contract 'b' uses itself: b > c > b")),
        ({"a": "use b"}, ("a.states", "contract", 2, "there is no contract 'b' here")),
        ({"a": "use b", "b": "use b\nuse b"}, ("b.states", "duplicate", 3, "contract 'b' is used twice")),
        ({"a": "x\n  use x"}, ("a.states", "contract", 2, "fragment 'x' includes itself: x > x")),
        ({"a": "use b\nx\n  use y", "b": "y\n  use x"}, ("b.states", "contract", 2, "fragment 'x' includes itself: x > y > x")),
        ({"a": "x\n  use z"}, ("a.states", "unknown-name", 2, "'z', which fragment 'x' includes, is no fragment of a contract that the machine uses")),
        ({"a": "use b\nuse c\nx\n  use y", "b": "y\n  e stay", "c": "y\n  e stay"}, ("a.states", "unknown-name", 4, "'y', which fragment 'x' includes, is a fragment of b and of c")),
    ],
)  # fmt: skip
def test_what_one_contract_may_not_use_of_another(
    contracts: dict[str, str], problem: tuple[str, str, int, str]
) -> None:
    texts = {name: f"contract {name}\n{text}\n" for name, text in contracts.items()}
    fragment = "  use x\n" if "x\n" in contracts["a"] else ""
    reading = read(f"use a\ns\n{fragment}  e stay : x\n", find=texts.get)
    assert problem in [(each.file, each.code, each.line, each.message) for each in reading.problems]
    alone = read(texts["a"], find=texts.get).problems
    file, code, line, message = problem
    if code != "unknown-name" and "fragment" not in message:
        assert ("" if file == "a.states" else file, code, line, message) in [
            (each.file, each.code, each.line, each.message) for each in alone
        ]


def test_contracts_in_a_long_row_are_read_in_one_go() -> None:
    texts = {f"c{n}": f"contract c{n}\nuse c{n + 1}\n" for n in range(3_000)} | {"c3000": "contract c3000\n"}
    assert read("use c0\ns\n  e stay : x\n", find=texts.get).problems == ()
    row = "".join(f"f{n}\n  use f{n + 1}\n" for n in range(3_000)) + "f3000\n  e stay : x\n"
    reading = read("use c\ns\n  use f0\n", find={"c": f"contract c\n{row}"}.get)
    assert reading.definition is not None
    assert len(reading.definition.states[0].lines) == 1


def test_in_python_every_contract_is_given() -> None:
    m = Builder("shop")
    for name in ("shop", "open"):
        contract = read_contract(NESTED[name], name).contract
        assert contract is not None
        m.use(contract)
    m.state("here", start=True)
    with pytest.raises(MachineError, match="contract 'shop' uses 'careful', which the machine does not"):
        m.definition()


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
