"""Machines that need one piece of the search: what is proved of each, or the run that breaks its rule."""

from __future__ import annotations

import pytest

from decidable.check.explore.domains import Domains
from decidable.check.explore.plan import packed
from decidable.check.prove import Holds, Options, Refuted, Undecided, Verdict, prove
from decidable.check.rules.names import rule_findings
from decidable.core.table import Table
from decidable.text.sentences import parse
from tests.check.prove import oracle
from tests.check.prove.test_rules import HOLD, SHOP, run_of
from tests.check.written import table


def ask(source: str, rule: str, options: Options | None = None) -> Verdict:
    """The verdict on one rule; what is refuted, and how soon, is what the plain search says."""
    machine = made(source)
    (verdict,) = prove(machine, [rule], options)
    sentence = parse(rule)
    assert sentence is not None
    plain = oracle.ask(machine, sentence)
    assert plain is not None
    if plain.length is None:
        assert isinstance(verdict, Holds), verdict
    else:
        assert len(run_of(verdict)) == plain.length
    return verdict


def made(source: str) -> Table:
    machine = table(source)
    assert machine.fit, machine.problems
    return machine


ANSWERS = """\
    machine answers
    facts
      x: text
      n: 0..99
      sure: bool
    events
      user      go(x), many(n)
      result    found(sure), failed, refused, unknown
      evidence  acted
    tools
      read   look(x, key)    gives found, failed   fails failed
      write  act(x)          gives acted, refused, unknown  timeout unknown  look up by repeating the key
    any state
      acted, unknown   stay        : news
      blocked          -> first    : refused
      *                reject      : not now
    first (start)
      go    -> asked     : off
      many when n in (3, 4) and n known   -> asked  : some
      many else   stay   : too many
    asked
      enter: call look
      found    -> doing  : go on
      failed   -> first  : no answer
    doing
      enter: call act
      refused  -> first  : no
"""


@pytest.mark.parametrize(
    ("rule", "holds"),
    [
        ("never act before found", True),
        ("never unknown before refused", False),
        ("never blocked before acted", False),
    ],
)
def test_a_tool_that_gives_its_own_silence_and_one_that_is_given_its_key(rule: str, holds: bool) -> None:
    assert isinstance(ask(ANSWERS, rule), Holds) is holds


def test_a_no_makes_way_for_another_time() -> None:
    (verdict,) = prove(made(ANSWERS), ["never act twice without acted between"])
    assert run_of(verdict).count("act starts") == 2


def test_a_fact_that_a_read_tells_is_kept_for_a_rule_that_asks_for_it() -> None:
    rule = "sure holds whenever act is possible"
    (verdict,) = prove(made(ANSWERS), [rule])
    assert run_of(verdict) == ['go(x = "x 1")', "look: found(sure = no)"]
    other = ANSWERS.replace(
        "found    -> doing  : go on", "found when sure  -> doing : go on\n      found else  stay : not so"
    )
    (verdict,) = prove(made(other), [rule])
    assert isinstance(verdict, Holds)


def test_more_facts_than_can_be_packed() -> None:
    names = "abcdefghijklmn"
    marks = "\n".join(
        f"      {name}_on when not {name}   stay / set {name} = yes : on\n      {name}_on else  stay : it is"
        for name in names
    )
    source = f"""\
    machine many
    facts
      {", ".join(names)}: bool
    events
      user {", ".join(f"{name}_on" for name in names)}, go
    first (start)
      go when a and n and not b   -> last : both
      go else      stay : no
{marks}
    last (final: completed)
"""
    machine = made(source)
    assert list(packed(machine, Domains(machine))) == list(names[:-1])
    kept, broken = prove(machine, ["never last before n_on", "never last before b_on"])
    assert isinstance(kept, Holds)
    assert sorted(run_of(broken)[:-1]) == ["a_on", "n_on"]


TAKEN = """\
    machine taken
    facts
      x, receipt: text
      held: bool = yes
    events
      user      go(x), tell(x?), mark
      answer    yes, no
      result    refused, unknown
      evidence  paid(receipt)
    tools
      write  pay(x)  gives paid, refused  timeout unknown  look up by repeating the key  needs approval
    any state
      paid, unknown    stay        : news
      blocked          -> first    : refused
      *                reject      : not now
    first (start)
      go    -> asked     : off
    asked
      enter: propose pay
      tell when held   defer       : later
      tell else        stay        : something else
      mark             stay / set held = no, forget held : now
      yes when approved   -> paying / perform : exactly this
      yes else         -> again    : to what
    paying
      refused          -> first    : no
    again
      yes              stay        : nothing to approve
"""


@pytest.mark.parametrize("rule", ["never again before no", "never pay before tell", "never pay twice"])
def test_what_a_deferred_event_may_bring_takes_a_question_back(rule: str) -> None:
    assert isinstance(ask(TAKEN, rule), Refuted)


def test_a_path_that_only_supposed_facts_take_is_no_path() -> None:
    source = """\
    machine same
    facts
      x, y: text
    events
      user      tell(x), fin
      result    lost
      evidence  news(y)
    tools
      write  ask()  gives news  timeout lost  look up by repeating the key
    first (start)
      tell             -> mid      : told
      fin, news, lost  stay        : not yet
    mid
      tell, lost       stay        : told
      news             -> first    : the other
      fin when y is x  -> done     : the same
      fin else         stay        : not yet
    done (final: completed)
    """
    (verdict,) = prove(made(source), ["at most 9 model calls on a shortest path"])
    assert isinstance(verdict, Refuted)
    assert verdict.why.startswith("no path with at most 64 model calls leads to a completed end")


def test_a_signal_is_no_call_and_may_be_a_part_of_the_path() -> None:
    source = """\
    machine waits
    events
      user      ask, other
      signal    ready
      evidence  made
    any state
      *  reject : no
      made  stay : made
    first (start)
      ask    -> mid   : asked
      ready  stay     : early
    mid
      ready  -> done  : there
    done (final: completed)
    """
    one, none = prove(
        made(source), ["at most 1 model calls on a shortest path", "at most 0 model calls on a shortest path"]
    )
    assert isinstance(one, Holds)
    assert isinstance(none, Refuted)
    assert none.why == "the cheapest path to a completed end needs 1 model call, and 0 would be allowed"


def test_an_end_that_nothing_leads_to() -> None:
    source = """\
    machine no_end
    events
      signal    ring
    first (start)
      ring      stay                 : news
      after 1h  -> first restart     : on and on
    done (final: completed)
    """
    (verdict,) = prove(made(source), ["at most 1 model call on a shortest path"])
    assert isinstance(verdict, Refuted)
    assert verdict.why == "no path at all leads to a completed end"


def test_rules_that_mean_something() -> None:
    rules = "\n".join(f"      {rule}" for rule in HOLD)
    assert list(rule_findings(table(f"{SHOP}    rules\n{rules}\n"))) == []


def test_a_fact_that_is_forgotten_may_be_unknown() -> None:
    machine = made(TAKEN)
    assert None in packed(machine, Domains(machine))["held"]


NESTED = """\
    machine nested
    facts
      x: text
    events
      user go, back_there, out
    group
      after 1h   -> late    : an hour for all of it
      state first (start)
        go       -> second  : on
        back_there, out  stay : here
        after 5m -> second  : on
      state second
        back_there  -> first  : back
        go, out  stay : here
        after 10m stay : still here
    late
      go, back_there, out  stay : over
"""


def test_a_deadline_of_the_state_around_passes_first_where_a_state_in_it_is_entered_late() -> None:
    short = NESTED.replace("        after 5m -> second  : on\n", "")
    (verdict,) = prove(made(short), ["never late before out"])
    assert run_of(verdict) == ["after 1h"]
    source = short.replace("after 1h   -> late ", "after 1h else stay : not far\n      after 1h when far  -> late ")
    source = source.replace("x: text", "far: bool = no").replace("second  : on", "second / set far = yes : on")
    (verdict,) = prove(made(source), ["never late before out"])
    assert run_of(verdict) == ["wait 59m", "go", "after 1h"]


def test_a_deadline_that_is_due_earlier_passes_earlier() -> None:
    (verdict,) = prove(
        made(NESTED.replace("state first (start)", "state first (start)\n        enter: say hello")),
        ["never late before second"],
    )
    assert isinstance(verdict, Holds), "five minutes are over before an hour is"


@pytest.mark.parametrize(
    "rule",
    ["never late before out", "every path after go visits first", "at most 0 model calls on a shortest path"],
)
def test_an_order_that_no_clock_may_give_is_no_refutation(rule: str) -> None:
    source = NESTED.replace("    late\n      go, back_there, out  stay : over\n", "    late (final: completed)\n")
    (verdict,) = prove(made(source), [rule])
    assert isinstance(verdict, Undecided)
    assert "no clock" in verdict.why


OUTAGE = """\
    machine outage
    facts
      far, seen: bool = no
    events
      user go, out
      signal up
    any state
      *  reject : not now
      up stay   : news
    group
      out        -> away / set seen = yes : a break
      after 1h when far and seen   -> late : an hour for all of it
      after 1h else   stay : not far
      state first (start)
        go       -> second / set far = yes : on
      state second
        after 5m -> missed  : too late
    away (interruption)
      up         -> back else late : again
      after 10m  -> back else late : long enough
    late
      go    stay     : over
    missed
      go    stay     : over
"""


def test_any_deadline_may_pass_in_an_interruption() -> None:
    (verdict,) = prove(made(OUTAGE), ["never late before missed"])
    assert run_of(verdict) == ["wait 59m", "go", "out", "after 10m"], "in their order, both on the return"
    source = OUTAGE.replace("      after 10m  -> back else late : long enough\n", "")
    (verdict,) = prove(made(source), ["never late before missed"])
    assert run_of(verdict) == ["wait 59m", "go", "out", "wait 1m", "up"]


BREAK = """\
    machine pause
    facts
      long: bool = no
    events
      user go, out
      signal up
    any state
      *  reject : not now
      up stay   : news
    first (start)
      out        -> away    : a break
      go when long    -> late    : it was long
      go else    stay       : not yet
      after 1m   -> missed  : too late
    away (interruption)
      after 5m   -> back / set long = yes : long enough
    late
      go    stay     : over
    missed
      go    stay     : over
"""


@pytest.mark.parametrize("ends", ["-> back / set long", "stay / set long"])
def test_what_is_shorter_than_the_interruption_was_has_surely_passed(ends: str) -> None:
    source = BREAK.replace("-> back / set long", ends).replace("    late\n", "      up -> back : again\n    late\n", 1)
    assert isinstance(next(prove(made(source), ["never late before missed"])), Holds)
    longer = source.replace("after 1m ", "after 10m")
    assert isinstance(next(prove(made(longer), ["never late before missed"])), Refuted)


def test_starts_that_were_left_out_are_said() -> None:
    facts = "abcdefg"
    source = f"""\
    machine starts
    facts
      {", ".join(facts)}: bool
    events
      user go, again
    first (start)
      go when a      -> second : a
      go else        stay : not a
      again when {" and ".join(facts[1:4])}   stay : some
      again when {" or ".join(f"not {name}" for name in facts[1:4])}   stay : not all
      again else     stay : who knows
    second
      go when e or f or g  stay : one of them
      go else      stay : none
      again        -> first : again
    """
    (verdict,) = prove(made(source), ["never second before go"])
    assert isinstance(verdict, Holds)
    assert verdict.bounds == ("the first 64 combinations of the facts that only a start can give",)
    (verdict,) = prove(made(source), ["never second before go"], Options(facts={"a": True}))
    assert isinstance(verdict, Holds)
    assert verdict.bounds == ()


def test_that_there_is_no_path_is_said_within_its_bounds() -> None:
    source = ANSWERS + "    done (final: completed)\n"
    (verdict,) = prove(made(source), ["at most 0 model calls on a shortest path"])
    assert isinstance(verdict, Refuted)
    assert verdict.why == "no path with at most 64 model calls leads to a completed end"
    waits = source.replace(
        "failed   -> first  : no answer",
        "failed   -> first  : no answer\n      go defer : later\n      many defer : later",
    )
    (verdict,) = prove(made(waits), ["at most 0 model calls on a shortest path"])
    assert isinstance(verdict, Refuted)
    assert verdict.why.endswith("to a completed end, with up to 1 deferred event at a time")
