"""What is included from a contract: how strongly it speaks, what a record says of it, and what a machine owes."""

from __future__ import annotations

from textwrap import dedent

import pytest

from decidable.core import records as r
from decidable.core.compile import compile_table
from decidable.core.definition import Definition
from decidable.core.fingerprint import behaviour
from decidable.core.problem import Problem
from decidable.core.table import Rank, Table
from decidable.core.validate import validate
from decidable.errors import MachineError
from decidable.journal import decode_definition, encode_definition
from decidable.text.reader import read
from tests.core.driver import Driver

CAREFUL = """\
contract careful

groups
  heard: ask, cancel

any state
  paid       stay / record
  @heard     reject
  *          reject

waiting
  ask        defer
  @heard only   stay
  after 5m   -> out
  after 2 strikes  -> out
"""

MACHINE = """\
machine shop
use careful

events
  user      ask, cancel, other
  evidence  paid
  signal    news

any state
  news       stay
  other      -> here

here (start)
  use waiting
  cancel     -> there

there
  ask        -> top
  @user      ignore

top
  use waiting
  state inner (start)
    other    stay
    @user    ignore
    paid     -> out

out (final: completed)
"""


def definition(machine: str = MACHINE, **contracts: str) -> Definition:
    texts = {"careful": CAREFUL, **{name: dedent(text) for name, text in contracts.items()}}
    reading = read(dedent(machine), find=texts.get)
    assert reading.problems == ()
    assert reading.definition is not None
    return reading.definition


def table(machine: str = MACHINE, **contracts: str) -> Table:
    return compile_table(definition(machine, **contracts))


@pytest.mark.parametrize(
    ("state", "event", "source", "rank"),
    [
        ("here", "cancel", "here", Rank.NAMED),
        ("here", "ask", "waiting of contract careful", Rank.INHERITED),
        ("here", "other", "any state", Rank.INHERITED),
        ("here", "paid", "contract careful", Rank.INHERITED),
        ("here", "after 5m", "waiting of contract careful", Rank.INHERITED),
        ("there", "cancel", "there", Rank.GROUP),
        ("there", "other", "any state", Rank.INHERITED),
        ("inner", "ask", "waiting of contract careful", Rank.INHERITED),
        ("inner", "cancel", "waiting of contract careful", Rank.INHERITED),
        ("inner", "other", "inner", Rank.NAMED),
        ("inner", "paid", "inner", Rank.NAMED),
    ],
)
def test_a_fragment_stands_right_behind_its_state_and_a_contract_behind_any_state(
    state: str, event: str, source: str, rank: Rank
) -> None:
    made = table()
    assert made.fit
    reached = [option for option in made.rows[state][event].options if option.reached]
    assert [(option.source, option.rank) for option in reached] == [(source, rank)]


def test_a_record_says_where_the_line_is_from() -> None:
    driver = Driver(table())
    driver.on("paid")
    driver.on("ask")
    found = [(each.line, each.origin) for each in driver.records if isinstance(each, r.Decided)]
    assert found == [(0, "inherited from contract careful"), (0, "inherited from waiting of contract careful")]
    driver.now = 300_000
    driver.fire("after 5m")
    assert driver.state == "out"


def test_the_strikes_and_deadlines_of_a_fragment_are_those_of_the_state() -> None:
    states = table().states
    assert states["here"].strikes == states["inner"].strikes == ("after 2 strikes", 2)
    assert (states["there"].strikes, states["there"].timers) == (None, ())
    assert states["here"].timers == (("after 5m", 300_000),)


def test_two_contracts_that_decide_a_cell_are_a_conflict_and_both_are_named() -> None:
    machine = MACHINE.replace("use careful\n", "use careful\nuse other\n")
    here, there = table(machine, other="contract other\nany state\n  paid -> out\n").problems
    assert (here.code, here.file, here.line) == ("conflict", "other.states", 3)
    assert here.message == "here x paid has 2 rules (line 7 of careful.states and line 3 of other.states)"
    assert there.state == "there"


def test_what_is_wrong_with_a_shared_line_is_told_at_the_line_in_its_file() -> None:
    contract = """\
        contract wrong
        events
          result found
        any state
          sometime   stay
          paid       reject
          news       ?
          found      defer
          @hears     stay
        waits
          after 5m   stay
          after 0m   stay
    """
    machine = MACHINE.replace("use careful", "use wrong").replace("use waiting", "use waits")
    machine = machine.replace("  ask        -> top", "  ask        -> inner").replace(
        "    @user    ignore", "    after 5m stay"
    )
    found = {(each.file, each.line, each.code) for each in validate(definition(machine, wrong=contract))}
    assert found == {
        ("wrong.states", 3, "owed"),
        ("wrong.states", 5, "unknown-name"),
        ("wrong.states", 6, "evidence-lost"),
        ("wrong.states", 9, "unknown-name"),
        ("wrong.states", 12, "timer"),
        ("", 25, "timer"),
    }


def test_open_cells_of_a_contract_are_told_there() -> None:
    contract = """\
        contract wrong
        any state
          news       ?
          other when f stay
          found      defer
          paid, ask, cancel, failed stay
    """
    machine = """\
        machine shop
        use wrong
        facts
          f: bool
          g: text
        events
          user      ask, cancel, other
          result    found(g), failed
          evidence  paid
          signal    news
        tools
          read look() gives found fails failed
        here (start)
    """
    found = [(each.file, each.line, each.code) for each in table(machine, wrong=contract).problems]
    assert sorted(found) == [
        ("wrong.states", 3, "undecided"),
        ("wrong.states", 4, "partial"),
        ("wrong.states", 5, "defer-result"),
    ]


def test_a_definition_with_contracts_is_kept_whole() -> None:
    made = definition()
    again = decode_definition(encode_definition(made))
    assert again == made
    assert again.states[0].lines[1].shared == made.states[0].lines[1].shared


def test_what_a_contract_only_requires_is_not_what_a_machine_does() -> None:
    promised = CAREFUL + "requires\n  paid ?\n"
    same = behaviour(definition(careful=promised))
    assert same == behaviour(definition())
    assert behaviour(definition(careful=CAREFUL.replace("heard: ask, cancel", "heard: cancel"))) != same


# What a machine owes

EXPECTS = """\
contract expects
facts
  total: money
  seats: 1..9
  kept: bool
events
  user      asks
  signal    paid
  user      ask(total), cancel(why: text)
groups
  all: ask, nothing
requires
  state nowhere
  state there (interruption)
  state top
"""


def test_facts_events_and_states_that_a_contract_expects() -> None:
    machine = MACHINE.replace("use careful", "use careful\nuse expects").replace(
        "\nevents\n", "\nfacts\n  seats: text\n  kept: bool\n\nevents\n"
    )
    found = [each for each in validate(definition(machine, expects=EXPECTS)) if each.file == "expects.states"]
    assert {each.code for each in found} == {"owed"}
    assert [(each.line, each.message) for each in found] == [
        (3, "the machine has no fact 'total', which its contract expects"),
        (4, "the machine's fact 'seats' is text, the contract expects 1..9"),
        (7, "the machine has no event 'asks', which its contract expects"),
        (8, "the machine's 'paid' is a evidence event, the contract expects signal"),
        (9, "the machine's 'ask' does not bring 'total' as the contract expects it"),
        (9, "the machine's 'cancel' does not bring 'why' as the contract expects it"),
        (11, "the machine has no event 'nothing', which its contract expects"),
        (13, "the machine has no state 'nowhere', which its contract expects"),
        (14, "the machine's state 'there' is not marked (interruption), as its contract expects"),
    ]
    with pytest.raises(MachineError, match="has no fact 'total'"):
        table(machine, expects=EXPECTS)


def test_a_group_has_one_meaning() -> None:
    machine = MACHINE.replace("use careful", "use careful\nuse other")
    other = "contract other\ngroups\n  heard: paid\n"
    found = [(each.file, each.line) for each in validate(definition(machine, other=other)) if each.code == "duplicate"]
    assert found == [("other.states", 3)]


DUTIES = """\
machine shop
use duties

events
  user      ask, cancel
  evidence  paid
  system    down, up
  result    found, failed

tools
  read look() gives found fails failed

any state
  down       -> away
  up         stay
  blocked    stay
  found, failed  stay
  cancel     reject / say no
  paid       -> out / record
  *          reject

here (start)
  enter: say hello
  ask        -> looking / call look

looking
  enter: call look
  cancel     -> out / record
  ask        -> looking restart

away (interruption)
  enter: record, say gone
  up         -> back
  state one (start)
    ask      defer
  state two
    @user    defer

out (final: completed)
"""


def owing(*required: str, machine: str = DUTIES) -> list[Problem]:
    text = "contract duties\nrequires\n" + "".join(f"{line}\n" for line in required)
    made = table(machine, duties=text)
    found = list(made.problems)
    assert made.fit is (found == [])
    assert {(each.code, each.file) for each in found} <= {("owed", "duties.states")}
    return found


def test_events_that_the_machine_declares_alike_are_not_owed() -> None:
    made = table(
        "use duties\nevents\n  user  ask(n: 0..9, why)\ns (start)\n  ask stay\n",
        duties="contract duties\nevents\n  user  ask(n: 0..9, why)\n",
    )
    assert made.problems == ()


@pytest.mark.parametrize(
    "required",
    [
        ["  paid -> out", "  down -> away", "  cancel ?", "  blocked stay"],
        ["  state away (interruption)", "    enter: record", "    up -> back"],
        ["  state here", "    enter: say hello", "    ask -> looking / call look", "    cancel reject"],
        ["  state looking", "    cancel -> out / record", "    ask -> looking"],
        ["  paid ? / record"],
        ["  state two", "    ask defer"],
        ["  state out"],
        ["  @evidence -> out"],
    ],
)
def test_what_is_done_is_not_owed(required: list[str]) -> None:
    assert owing(*required) == []


@pytest.mark.parametrize(
    ("required", "owed"),
    [
        (["  ask ?"], []),
        (["  cancel reject"], [(3, "looking", "looking x cancel: must reject, and line 28 decides it otherwise")]),
        (["  state looking", "    blocked -> out"], [(4, "looking", "looking x blocked: must move to out, and line 16 decides it otherwise")]),
        (["  state here", "    ask -> here"], [(4, "here", "here x ask: must move to here, and line 24 decides it otherwise")]),
        (["  state here", "    up -> back"], [(4, "here", "here x up: must go back, and line 15 decides it otherwise")]),
        (["  state here", "    up ignore"], [(4, "here", "here x up: must ignore, and line 15 decides it otherwise")]),
        (
            ["  state here", "    paid -> out / say thanks"],
            [(4, "here", "here x paid: must `say thanks`, and line 19 decides it otherwise")],
        ),
        (
            ["  state here", "    enter: set f = yes"],
            [(3, "here", "entering here must `set f = yes`, and does not")],
        ),
        (["  state here", "    enter: record"], [(3, "here", "entering here must `record`, and does not")]),
        (
            ["  state away", "    enter: say hello, say gone, hand off"],
            [
                (3, "one", "entering one must `say hello, hand off`, and does not"),
                (3, "two", "entering two must `say hello, hand off`, and does not"),
            ],
        ),
        (
            ["  state away", "    @user defer"],
            [(4, "one", "one x cancel: must defer, and line 18 decides it otherwise"),
             (4, "two", "two x cancel: must defer, and line 18 decides it otherwise")],
        ),
    ],
)  # fmt: skip
def test_what_is_decided_otherwise_is_owed(required: list[str], owed: list[tuple[int, str, str]]) -> None:
    found = owing(*required)
    if required == ["  ask ?"]:
        assert found == []
    assert [(each.line, each.state, each.message) for each in found] == owed


def test_a_star_is_no_decision_by_name() -> None:
    machine = DUTIES.replace("  ask        -> looking / call look\n", "").replace("  cancel     reject / say no\n", "")
    messages = [each.message for each in owing("  state here", "    @user ?", machine=machine)]
    assert messages == [
        "here x ask: must be decided by name, not by `*`, and line 19 decides it otherwise",
        "here x cancel: must be decided by name, not by `*`, and line 19 decides it otherwise",
    ]


def test_the_reason_of_the_contract_is_what_to_do() -> None:
    (problem,) = owing("  state here", "    up ignore : it was never gone")
    assert (problem.hint, problem.event) == ("it was never gone", "up")


def test_an_open_cell_is_no_debt_of_its_own() -> None:
    made = table(
        DUTIES.replace("  up         stay\n", "  up         ?\n"), duties="contract duties\nrequires\n  up stay\n"
    )
    assert {problem.code for problem in made.problems} == {"undecided", "owed"}
    assert [problem.state for problem in made.problems if problem.code == "owed"] == ["one", "two"]
