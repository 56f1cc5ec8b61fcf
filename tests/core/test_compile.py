"""From a definition to its table: columns, timers, tools, fingerprints."""

from __future__ import annotations

from dataclasses import replace

import pytest

from decidable.core import definition as d
from decidable.core.compile import compile_table, duration_text, strikes_event, timer_event
from decidable.core.fingerprint import behaviour, wording
from tests.core.machines import SHOP, definition, draft, shop, table


@pytest.mark.parametrize(
    ("ms", "shown"),
    [
        (1, "1ms"),
        (1500, "1500ms"),
        (2000, "2s"),
        (60_000, "1m"),
        (90_000, "90s"),
        (7_200_000, "2h"),
        (172_800_000, "2d"),
    ],
)
def test_durations(ms: int, shown: str) -> None:
    assert duration_text(ms) == shown
    assert timer_event(ms) == f"after {shown}"


def test_columns_and_rows() -> None:
    compiled = shop()
    assert compiled.name == "shop"
    assert compiled.start == "begin"
    events = {event.name for event in compiled.definition.events}
    assert set(compiled.rows) == {"begin", "search", "offer", "buying", "report", "away"}
    assert events < set(compiled.rows["offer"])
    assert set(compiled.rows["offer"]) - events == {"after 30m", "blocked"}
    assert compiled.no == "no"


def test_final_states_have_no_row() -> None:
    compiled = table("events\n  user go\nhere (start)\n  after 5m stay\n  go  -> over\nover (final: failed)\n")
    assert compiled.rows["over"] == {}
    assert compiled.states["over"].timers == ()
    assert compiled.states["over"].strikes is None
    assert compiled.no == ""


def starting(machine: str) -> set[str]:
    compiled = draft(machine)
    found = {name for name, row in compiled.rows.items() if "blocked" in row}
    assert found == {name for name, info in compiled.states.items() if info.may_block}
    return found


STARTS = """
    facts
      day: text
    events
      user    go, home, on
      result  free, failed
      system  down, up
    tools
      read  look(day)  gives free  fails failed
    any state
      *  reject
    here (start)
      {here}
    there
      {there}
      home  -> here
    away (interruption)
      up    {up}
"""


@pytest.mark.parametrize(
    ("here", "there", "up", "expected"),
    [
        ("go stay", "on stay", "-> back", set()),
        ("enter: call look", "on stay", "-> back", {"here"}),
        ("go stay / call look", "on stay", "-> back", {"here"}),
        ("go stay / perform", "on stay", "-> back", {"here"}),
        ("enter: propose look", "on stay", "-> back", {"here"}),
        ("go -> there / propose look", "on stay", "-> back", {"there"}),
        ("go stay / ask again, send on to other", "on stay", "-> back", set()),
        ("go -> there / call look", "on stay", "-> back", {"there"}),
        ("go -> here restart / call look", "on stay", "-> back", {"here"}),
        ("go reject", "on stay", "-> back else there / call look", {"here", "there"}),
        ("enter: call look\n      blocked -> there / call look", "on stay", "-> back", {"here", "there"}),
    ],
)
def test_blocked_is_a_column_of_the_states_that_start_tools_or_propose_to(
    here: str, there: str, up: str, expected: set[str]
) -> None:
    assert starting(STARTS.format(here=here, there=there, up=up)) == expected


def test_the_no_of_a_write_is_its_first_outcome_that_needs_no_field_and_is_no_evidence() -> None:
    compiled = shop()
    assert {name: info.no for name, info in compiled.tools.items()} == {
        "check": "", "pay": "refused", "send": "refused", "tell": "refused",
    }  # fmt: skip
    good = definition(SHOP)
    events = tuple(
        replace(event, fields=(d.Field(name="why"),)) if event.name == "refused" else event for event in good.events
    )
    assert compile_table(replace(good, events=events)).tools["pay"].no == ""


def test_contracts_differ_where_the_declaration_does() -> None:
    good = definition(SHOP)
    tools = tuple(replace(tool, approval=False) if tool.name == "pay" else tool for tool in good.tools)
    one, other = shop().tools["pay"].contract, compile_table(replace(good, tools=tools)).tools["pay"].contract
    assert one != other


def test_an_event_as_a_step_needs_it() -> None:
    info = shop().events["wants"]
    assert info.establishes == ("order", "party", "note")
    assert info.required == frozenset()
    assert shop().events["free"].required == {"slot", "price"}


def test_plain_cells() -> None:
    machine = """
        facts
          a: text
        events
          user    go, stop, with_field(a?), guarded, with_effect, into_enter, into_timer, into_away, into_end, odd, no_way
          system  down
        any state
          *   reject
        here (start)
          go           -> there
          stop         stay
          with_field   stay
          guarded when a known   stay
          with_effect  stay / record
          into_enter   -> entering
          into_timer   -> timed
          into_away    -> away
          into_end     -> over
          no_way       ?
          odd          stay
          odd          reject
        there
          go           -> here
        entering
          enter:  say hello
        timed
          after 5m     stay
        away (interruption)
          go           -> back
        over (final: completed)
    """
    compiled = draft(machine)
    assert {event for event, cell in compiled.rows["here"].items() if cell.plain} == {"go", "stop"}
    assert not compiled.rows["away"]["go"].plain
    assert not compiled.rows["timed"]["after 5m"].plain
    undecided = draft("events\n  user a, b\nhere (start)\n  a  stay\n")
    assert not undecided.rows["here"]["b"].plain


# Fingerprints.


def changed(old: str, new: str) -> tuple[str, str]:
    assert old in SHOP
    made = definition(SHOP.replace(old, new, 1))
    return behaviour(made), wording(made)


def test_reasons_and_the_order_of_lines_are_not_behaviour() -> None:
    good = definition(SHOP)
    same, other_words = changed(": it is real", ": it is true")
    assert same == behaviour(good)
    assert other_words != wording(good)
    order = (
        "      paid        -> report          : it is real\n",
        "      model_down  -> away            : needs the model\n",
    )
    moved = SHOP.replace(order[0], "", 1).replace(order[1], order[1] + order[0])
    assert behaviour(definition(moved)) == behaviour(good)


def test_rules_are_wording_and_so_are_the_words_bound_to_it() -> None:
    good = definition(SHOP)
    ruled = replace(good, rules=("never pay twice",))
    assert behaviour(ruled) == behaviour(good)
    assert wording(ruled) != wording(good)
    assert wording(good, "a digest") != wording(good)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("hello      defer / say one_moment", "hello      stay / say one_moment"),
        ("when order known and party known", "when order known"),
        ("party: 1..20", "party: 1..21"),
        ("tries: 0..2 = 0", "tries: 0..2 = 1"),
        ("news(price?)", "news(price)"),
        ("timeout unknown   look up with check   needs approval", "timeout unknown   look up with check"),
        ("after 30m", "after 31m"),
        ("enter: call check", "enter: say x"),
        ("away (interruption)", "away"),
        ("-> back else begin", "-> begin"),
        ("urgent: bool = no", "urgent: bool = yes"),
    ],
)
def test_everything_else_is(old: str, new: str) -> None:
    assert changed(old, new)[0] != behaviour(definition(SHOP))


def test_strikes_event() -> None:
    assert strikes_event(3) == "after 3 strikes"
