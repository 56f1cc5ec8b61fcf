"""What rules say of a history: writes that turn out not to have happened, and states with states in them."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from random import Random

import pytest

from decidable.check.prove import Holds, Refuted, prove
from decidable.check.regression import broken_by
from decidable.check.rules.meaning import monitor_of
from decidable.check.rules.monitors import BROKEN, KEPT, START
from decidable.check.rules.names import problems
from decidable.check.rules.seen import Accepted, Seen, Started, Undone
from decidable.core.table import Table
from decidable.text.sentences import Before, Sentence, Twice, parse
from tests.check.prove.test_rules import run_of
from tests.check.written import table

WRITES = """\
    machine writes
    events
      user      go, stop
      evidence  shipped, paid, reminded
      result    no, unknown
    tools
      write  ship()    gives shipped, no   timeout unknown  look up by repeating the key
      write  pay()     gives paid, no      timeout unknown  look up by repeating the key
      write  remind()  gives reminded, no  timeout unknown  look up by repeating the key
    any state
      shipped, paid, reminded, unknown   stay   : news
      blocked   -> first  : refused
      no        -> first  : it is not done
      *         reject    : not now
    first (start)
      go        -> paying : begin
    paying
      enter: call pay
      unknown   -> shipping : it will be
      stop      -> reminding : first
    reminding
      enter: call remind
      reminded  -> shipping : they know
      unknown   -> shipping : they may
    shipping
      enter: call ship
      shipped   -> first  : done
"""


EARLY = "never ship before pay"


def broken(history: list[Seen], sentence: Sentence) -> bool:
    """The plain way: what was undone is struck out of the history, and then it is read."""
    happened: list[str] = []
    for seen in history:
        if isinstance(seen, Undone):
            latest = len(happened) - 1 - happened[::-1].index(seen.tool)
            del happened[latest]
        elif isinstance(seen, Started | Accepted):
            happened.append(seen.tool if isinstance(seen, Started) else seen.event)
    if isinstance(sentence, Before):
        first = happened.index(sentence.first) if sentence.first in happened else len(happened)
        return sentence.what in happened[:first]
    assert isinstance(sentence, Twice)
    times = [at for at, name in enumerate(happened) if name == sentence.what]
    return any(not set(sentence.between) & set(happened[one:other]) for one, other in pairwise(times))


def histories(seed: int) -> Iterator[list[Seen]]:
    """Each beginning of a history: one write of a tool at a time, and only what has begun and not settled is undone."""
    random = Random(seed)
    history: list[Seen] = []
    under_way: set[str] = set()
    for _ in range(12):
        tool = random.choice(("ship", "pay", "remind"))
        if random.random() < 0.2:
            history.append(Accepted(random.choice(("go", "stop")), "first"))
        elif tool not in under_way:
            under_way.add(tool)
            history.append(Started(tool, "first", ended=False))
        elif random.random() < 0.6:
            under_way.remove(tool)
            history.append(Undone(tool))
        else:
            under_way.remove(tool)
            continue
        yield list(history)


@pytest.mark.parametrize(
    "rule",
    [
        "never ship before pay",
        "never go before pay",
        "never pay before go",
        "never ship twice",
        "never ship twice without pay between",
        "never ship twice without go between",
        "never ship twice without pay, remind between",
        "never ship twice without pay, remind, stop between",
        "never go twice without pay, remind between",
    ],
)
def test_what_is_undone_has_not_happened(rule: str) -> None:
    machine, sentence = table(WRITES), parse(rule)
    assert sentence is not None
    found = set()
    for seed in range(400):
        monitor, at = monitor_of(machine, sentence), START
        for history in histories(seed):
            at = monitor.advance(at, tuple(filter(monitor.wants, history[-1:])), "first")
            assert (at == BROKEN) is broken(history, sentence), history
            found.add(at == BROKEN)
            if at in (BROKEN, KEPT):
                break
    assert found == {True, False}


def proved(machine: Table, rule: str) -> list[str]:
    """The run that refutes a rule, or nothing."""
    (verdict,) = prove(machine, [rule])
    if isinstance(verdict, Holds):
        return []
    assert isinstance(verdict, Refuted)
    return run_of(verdict)


def test_what_rested_on_a_write_that_was_not_done() -> None:
    source = WRITES.replace("stop      -> reminding : first", "stop      reject       : later")
    begun = ["go", "pay starts", "pay: unknown", "ship starts", "pay: not done"]
    assert proved(table(source), EARLY) == begun
    assert proved(table(source.replace("unknown   -> shipping : it will be", "unknown   stay : later")), EARLY) == []


HASTY = WRITES.replace("unknown   -> shipping : it will be", "no        -> shipping : all the same").replace(
    "stop      -> reminding : first", "stop      reject       : later"
)
NOT_DONE = ["go", "pay starts", "pay: not done", "ship starts"]


def test_a_run_in_which_a_tool_says_it_did_nothing_breaks_the_rule() -> None:
    assert (
        broken_by(table(HASTY), EARLY, "\n".join(NOT_DONE)) == f"{EARLY}: broken in shipping, at line 4 of the script"
    )


def test_a_tool_that_says_it_did_nothing() -> None:
    assert proved(table(HASTY), EARLY) == NOT_DONE


CHECKOUT = """\
    machine checkout
    events
      user    go, on, help, out, back_there
      signal  ring
    any state
      ring    stay      : news
      *       reject    : not now
    shop (start)
      go      -> checkout : to pay
    checkout
      out     -> shop   : given up
      state address (start)
        on    -> card   : next
        help  -> asked  : a question
      state payment
        state card (start)
          on  -> sure   : next
          out -> shop   : given up
        state sure
          on  -> done   : paid
          back_there -> checkout : the address again
          go  -> checkout restart : from the beginning
    asked (interruption)
      on      -> back   : answered
    done (final: completed)
    """


@pytest.mark.parametrize(
    ("rule", "run"),
    [
        ("out only in checkout", []),
        ("back_there only in payment", []),
        ("on only in payment", ["go", "on"]),
        ("never payment before address", []),
        ("never payment before sure", ["go", "on"]),
        ("never done before checkout", []),
        ("never checkout twice", ["go", "help", "on"]),
        ("never checkout twice without asked between", ["go", "out", "go"]),
        ("never checkout twice without shop, asked between", []),
        ("never payment twice without shop between", ["go", "on", "on", "go", "on"]),
        ("every path after go visits payment", []),
        ("every path after on visits asked or checkout", ["go", "on", "on", "on"]),
        ("from any state go reaches checkout within 1 event", ["go", "help", "go"]),
        ("from any state but asked go reaches checkout within 1 event", []),
        ("from any state but shop on reaches payment within 1 event", ["go", "help", "on"]),
        ("from any state but checkout go reaches shop within 1 event", ["go"]),
        ("from any state but checkout help reaches shop within 1 event", ["go", "help", "help"]),
    ],
)
def test_a_state_with_states_in_it(rule: str, run: list[str]) -> None:
    """It is each of them; and it is entered where one comes from outside, whatever moves among them."""
    machine = table(CHECKOUT)
    assert list(problems(machine, rule)) == []
    assert proved(machine, rule) == run


@pytest.mark.parametrize(
    ("rule", "message"),
    [
        ("never sure before checkout", "'sure' is in 'checkout', so it never comes first"),
        ("never out before shop", "every run begins in 'shop', so nothing happens before it"),
        ("every path after go visits card or checkout", "'card' is in 'checkout', which is named as well"),
        ("from any state but checkout back_there reaches shop within 1 event", None),
        ("every path after go visits card or address", None),
        ("never checkout before sure", None),
    ],
)
def test_rules_that_say_nothing_of_states_in_states(rule: str, message: str | None) -> None:
    found = [(problem.code, problem.message) for problem in problems(table(CHECKOUT), rule)]
    assert found == ([] if message is None else [("idle-rule", message)])


def test_a_run_that_begins_in_a_state_in_a_state() -> None:
    begins = CHECKOUT.replace("shop (start)", "shop").replace("    checkout\n", "    checkout (start)\n")
    found = [problem.message for problem in problems(table(begins), "never go before checkout")]
    assert found == ["every run begins in 'checkout', so nothing happens before it"]
