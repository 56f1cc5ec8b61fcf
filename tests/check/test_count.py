"""Counting against writing every sequence down, on the published figures and on small machines."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from functools import cache
from itertools import product
from pathlib import Path

import pytest

from decidable.check import count as counting
from decidable.check import count_automaton as automaton
from decidable.check.count import Counted, count
from decidable.check.count_automaton import BROKEN, Called, FreeLoop, Letter, Monitor, Node, Orders, TooManyOrders
from decidable.check.count_machine import MachineOrders, tools_of
from decidable.check.count_rules import monitor
from decidable.check.generate.walk import start_facts, walk
from decidable.core.compile import compile_table
from decidable.core.table import Table
from decidable.errors import RefusedError
from decidable.testing import begun
from decidable.testing.machines import of_table
from decidable.text.reader import read
from tests.check.written import table

EXAMPLES = Path(__file__).parents[2] / "examples"


def example(name: str) -> Table:
    definition = read((EXAMPLES / name).read_bytes()).definition
    assert definition is not None
    return compile_table(definition)


BOOKING = example("booking/booking.states")
ORDERS = MachineOrders(BOOKING)
EIGHT = (*tools_of(BOOKING), "search_web", "send_mail")


def rule(text: str, of: Table = BOOKING) -> Monitor:
    found = monitor(text, of)
    assert found is not None
    return found


def written_down(orders: Orders, rules: Sequence[Monitor], length: int) -> Counted:
    """The same figures without any cleverness: every sequence, one call after another."""
    start = frozenset([(orders.start, tuple(each.start for each in rules))])
    broken: list[set[int]] = []

    def quiet(moments: frozenset[tuple[Node, tuple[Hashable, ...]]]) -> frozenset[tuple[Node, tuple[Hashable, ...]]]:
        found = set(moments)
        waiting = list(found)
        while waiting:
            node, states = waiting.pop()
            for letter, target in orders.moves(node):
                if not isinstance(letter, Called):
                    moment = (target, watched(states, letter))
                    waiting += [moment] if moment not in found else []
                    found.add(moment)
        return frozenset(found)

    def watched(states: tuple[Hashable, ...], letter: Letter | None) -> tuple[Hashable, ...]:
        if letter is None:
            return states
        pairs = zip(rules, states, strict=True)
        return tuple(s if s == BROKEN else each.step(s, letter) for each, s in pairs)

    def walk(moments: frozenset[tuple[Node, tuple[Hashable, ...]]], left: int) -> None:
        moments = quiet(moments)
        if not left:
            broken.append({n for _, states in moments for n, state in enumerate(states) if state == BROKEN})
            return
        for tool in orders.tools:
            after = {(t, watched(s, a)) for node, s in moments for a, t in orders.moves(node) if a == Called(tool)}
            if after:
                walk(frozenset(after), left - 1)

    walk(start, length)
    breaking = tuple(sum(n in found for found in broken) for n in range(len(rules)))
    return Counted(len(broken), breaking, sum(map(bool, broken)))


def test_eight_tools_and_four_calls_are_4096_sequences_of_which_1400_reserve_before_the_first_check() -> None:
    rules = [rule("never reserve_table before check_availability")]
    assert count(FreeLoop(EIGHT), rules, 4) == Counted(4_096, (1_400,), 1_400)
    sequences = list(product(EIGHT, repeat=4))
    early = [s for s in sequences if "reserve_table" in s[: (*s, "check_availability").index("check_availability")]]
    assert (len(sequences), len(early)) == (4_096, 1_400)


@pytest.mark.no_cover  # it goes over the same ground thousands of times
def test_in_the_machine_none_of_them_can_be_called() -> None:
    rules = [rule("never reserve_table before check_availability"), rule("never reserve_table before user_yes")]
    for length in (4, 12):
        counted = count(ORDERS, rules, length)
        assert counted.total > 0
        assert counted.breaking == (0, 0)


def test_twelve_calls_of_eight_tools_are_counted_and_never_written_down() -> None:
    rules = [rule("never reserve_table before check_availability")]
    counted = count(FreeLoop(EIGHT), rules, 12)
    assert counted.total == 8**12 == 68_719_476_736
    # Of the sequences without a check those with a reservation, and of the others those that reserve before it.
    assert counted.any == sum(8 ** (12 - n - 1) * (7**n - 6**n) for n in range(12)) + 7**12 - 6**12


@pytest.mark.no_cover  # it goes over the same ground thousands of times
@pytest.mark.parametrize("length", [2])
def test_the_booking_counted_is_the_booking_written_down(length: int) -> None:
    rules = [
        rule("never change_reservation before reserve_table"),
        rule("never check_availability twice without user_yes between"),
        rule("text_group only in notify"),
    ]
    assert count(ORDERS, rules, length) == written_down(ORDERS, rules, length)
    assert count(FreeLoop(ORDERS.tools), rules, length) == written_down(FreeLoop(ORDERS.tools), rules, length)


SMALL = """\
    machine shop
    facts
      account, order, receipt: text
      checked, wanted: bool = no
      tries: 0..2
    events
      user      ask, wants(wanted?: bool)
      answer    yes, no
      result    fine, failed, unknown, refused
      evidence  paid(receipt: text), opened(order: text)
      system    model_down, model_back
    tools
      read   look(account)   gives fine   fails failed
      write  pay(order)      gives paid, refused   timeout unknown   look up with find   needs approval   requires checked and not receipt known
      write  note(account)   gives refused   timeout unknown   look up by repeating the key   requires wanted or tries < 2 or order is account
      read   find(key)       gives paid, refused   fails unknown
    any state
      paid, opened   stay             : it has happened
      model_down     -> away          : no model
      blocked        stay             : refused
      *              reject           : not here
    begin (start)
      enter: call look, call pay
      fine           -> asking / set checked = yes, propose pay then pay, note_it_down : known
      failed         -> begin restart / reset tries : again
      ask when checked        defer   : wait
      ask else       stay / count tries, reset tries, forget account : counted
    asking
      yes when approved       -> paying / perform : approved
      yes else       stay / ask again : not this
      no             -> begin         : no
      wants when wanted is yes and not busy  stay / call note : noted
      wants else     stay / forget all but account and receipt and order, reset checked : start over
    paying
      refused when receipt known      -> asking : again
      refused when not receipt known  -> done : over
      paid           stay / perform, perform : paid
      unknown        stay / perform : wait
      ask when account in ("a", "b") stay : known
      ask else       ignore : never mind
    away (interruption)
      model_back     -> back else begin : back
      ask            -> begin : at once
    done (final: completed)
""".replace(", note_it_down", "")


@cache
def small() -> Table:
    return table(SMALL)


@cache
def small_orders() -> MachineOrders:
    """One for all: it remembers the moments it has been asked for."""
    return MachineOrders(small())


@pytest.mark.parametrize("length", [1, 3])
def test_a_machine_with_everything_counted_is_that_machine_written_down(length: int) -> None:
    texts = ["never pay before yes", "never pay twice", "never pay twice without paid between", "note only in asking"]
    rules = [rule(text, small()) for text in texts]
    orders = small_orders()
    counted = count(orders, rules, length)
    assert counted == written_down(orders, rules, length)
    assert counted.breaking[0] == 0
    assert counted.breaking[3] == 0


def test_a_tool_that_is_not_settled_yet_or_whose_requirement_fails_is_not_started() -> None:
    """The account is only given at the start, so a machine without it calls nothing that needs it."""
    assert count(small_orders(), [], 1).total == 1
    assert tools_of(small()) == ("look", "pay", "note")
    never_checked = table(SMALL.replace("set checked = yes, ", ""))
    assert count(MachineOrders(never_checked), [], 3).total < count(small_orders(), [], 3).total


DRAFT = """\
    facts
      ready: bool
      slot: text
    events
      user  go(ready: bool)
      result  stop
    tools
      write  act(slot)   gives stop   timeout stop   requires %s
    s (start)
      go when ready and slot known   stay / call act : x
      go when not ready              stay / call act : x
"""


@pytest.mark.parametrize(
    ("requires", "orders"),
    [
        ("ready", 1),
        ("ready is yes", 1),
        ("not (ready is yes)", 1),
        ("ready is yes and ready is no", 0),
        ('slot in ("a", "b")', 1),
        ('slot is "a"', 1),
        ("slot known and not slot known", 0),
        ("ready and not ready", 0),
        ("ready or not ready", 1),
        ("ready or slot known", 1),
    ],
)
def test_a_requirement_that_cannot_hold_starts_nothing(requires: str, orders: int) -> None:
    """The cell is partial: where neither line holds, nothing happens."""
    assert count(MachineOrders(table(DRAFT % requires)), [], 1).total == orders


def test_of_many_facts_some_are_left_out_and_more_orders_allowed() -> None:
    """Followed to the end, twelve facts that an event may set are half a million moments."""
    names = [f"f{n}" for n in range(12)]
    many = f"""\
    facts
      {", ".join(names)}: bool = no
    events
      user  go({", ".join(f"{name}?: bool" for name in names)})
      result  stop
    tools
      write  act()   gives stop   timeout stop   requires {" and ".join(f"not {name}" for name in names)}
    s (start)
      go stay / call act : x
    """
    assert count(MachineOrders(table(many)), [], 3).total == 0
    settling = many + "  stop stay : y\n"
    assert count(MachineOrders(table(settling)), [], 3).total == 1


def test_a_rule_whose_breach_no_order_of_calls_shows_has_no_monitor() -> None:
    assert monitor("every path after committed visits report", BOOKING) is None


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "never reserve_tabl before user_yes",
            "'reserve_tabl' is not a tool, event or state; did you mean 'reserve_table'?",
        ),
        ("text_group only in notfy", "'notfy' is not a state; did you mean 'notify'?"),
        ("text_group only in 🙂", "is not a rule of a known shape; write it like: A only in S"),
        ("never mind", "is not a rule of a known shape; write it like: never A before B"),
        ("pay last", "is not a rule of a known shape; write it like: never A before B"),
        ("never zzz before user_yes", "'zzz' is not a tool, event or state; there are check_availability, "),
    ],
)
def test_a_rule_that_says_nothing_here_is_refused_with_what_to_do(text: str, message: str) -> None:
    with pytest.raises(RefusedError) as refused:
        monitor(text, BOOKING)
    assert message in str(refused.value)


class Endless:
    """An order that never comes to an end of its moments."""

    start: Node = 0
    tools = ("a",)

    def moves(self, node: Node) -> Iterator[tuple[Letter | None, Node]]:
        assert isinstance(node, int)
        yield Called("a"), node + 1


def test_too_many_moments_are_said_and_not_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(automaton, "MOST_MOMENTS", 100)
    with pytest.raises(TooManyOrders):
        count(Endless(), [], 3)
    monkeypatch.setattr(automaton, "MOST_MOMENTS", 200_000)
    monkeypatch.setattr(counting, "MOST_SETS", 2)
    with pytest.raises(TooManyOrders):
        count(ORDERS, [], 8)


def expressible(orders: Orders, calls: Sequence[str]) -> bool:
    """Whether the automaton can make exactly these calls."""
    moments = {orders.start}
    for call in (*calls, None):
        waiting = list(moments)
        while waiting:
            for letter, target in orders.moves(waiting.pop()):
                if not isinstance(letter, Called) and target not in moments:
                    moments.add(target)
                    waiting.append(target)
        if call is not None:
            moments = {target for each in moments for letter, target in orders.moves(each) if letter == Called(call)}
    return bool(moments)


@pytest.mark.no_cover  # it goes over the same ground thousands of times
@pytest.mark.parametrize("text", ["booking", "nested", "everything"])
def test_every_order_in_which_a_run_has_called_its_tools_is_among_those_counted(text: str) -> None:
    """Else 0 would prove nothing. The ways of a walk are real runs through `step`."""
    of = {
        "booking": BOOKING,
        "nested": example("../tests/generated/nested.states"),
        "everything": example("../tests/docs/everything.states"),
    }[text]
    orders = ORDERS if of is BOOKING else MachineOrders(of)
    seen: set[tuple[str, ...]] = set()
    for way in walk(of).ways:
        run = begun(of_table(of), **start_facts(of))
        calls: list[str] = []
        for pace in way.paces:
            run = run.on(pace.happens)
            calls += [deed.removeprefix("call ") for deed in run.deeds if deed.startswith("call ")]
        seen.add(tuple(calls))
    assert len(seen) > 4
    assert [calls for calls in sorted(seen) if not expressible(orders, calls)] == []
