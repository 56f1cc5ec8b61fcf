"""States never entered and states never left."""

from hypothesis import given
from hypothesis import strategies as st

from decidable.check.graph import moves, reachable, traps
from tests.check.written import found, table

HEAD = """\
    events
      user      a, b
      system    model_down, model_back
      evidence  paid
    any state
      paid  stay : taken
      *     reject : not here
"""


def graph_codes(states: str, *, head: str = HEAD) -> list[tuple[str, str]]:
    return [(code, message) for code, _, message in found(head + states) if code in ("unreachable", "inescapable")]


def test_a_state_no_line_moves_into_is_unreachable() -> None:
    assert graph_codes(
        "    s (start)\n      a -> end : x\n    lone\n      a -> s : x\n    end (final: completed)\n"
    ) == [("unreachable", "'lone' is unreachable: no line moves into it")]


def test_a_state_entered_only_from_unreachable_ones_says_from_where() -> None:
    states = """\
    s (start)
      a -> end : x
    lone
      a -> other : x
    other
      a -> lone : x
      b -> end : x
    end (final: completed)
"""
    assert graph_codes(states) == [
        ("unreachable", "'lone' is unreachable: it is entered only from other, where no path from the start leads"),
        ("unreachable", "'other' is unreachable: it is entered only from lone, where no path from the start leads"),
    ]


def test_a_final_state_that_nothing_reaches_is_unreachable() -> None:
    assert graph_codes("    s (start)\n      a -> end : x\n    end (final: completed)\n    bad (final: failed)\n") == [
        ("unreachable", "'bad' is unreachable: no line moves into it")
    ]


def test_a_line_that_never_decides_leads_nowhere() -> None:
    states = "    s (start)\n      a stay : x\n      @user -> t : x\n      b stay : x\n    t\n      a -> s : x\n"
    assert ("unreachable", "'t' is unreachable: no line moves into it") in graph_codes(states)


def test_a_state_that_no_line_leaves_is_inescapable_unless_it_is_final() -> None:
    assert graph_codes("    s (start)\n      a -> t : x\n    t\n      a stay : x\n") == [
        ("inescapable", "'t' is inescapable: no line leaves it, and it is not final")
    ]
    assert graph_codes("    s (start)\n      a -> t : x\n    t (final: completed)\n") == []


def test_states_that_lead_only_to_one_another_are_inescapable_where_there_is_an_end() -> None:
    states = """\
    s (start)
      a -> t : x
      b -> end : x
    t
      a -> u : x
    u
      a -> t : x
    end (final: completed)
"""
    assert graph_codes(states) == [
        ("inescapable", "t and u are inescapable: they lead only to one another, and none is final")
    ]


def test_a_machine_without_an_end_goes_on_forever_on_purpose() -> None:
    assert graph_codes("    s (start)\n      a -> t : x\n    t\n      a -> s : x\n") == []
    assert graph_codes("    s (start)\n      a stay : x\n") == []


def test_timers_strikes_blocked_and_any_state_are_ways_out() -> None:
    assert graph_codes("    s (start)\n      after 5m -> end : x\n    end (final: completed)\n") == []
    strikes = (
        "    s (start)\n      @user reject strike : x\n      after 2 strikes -> end : x\n    end (final: failed)\n"
    )
    assert graph_codes(strikes) == []
    any_state = HEAD.replace("paid  stay", "paid  -> end")
    assert graph_codes("    s (start)\n      a stay : x\n    end (final: completed)\n", head=any_state) == []
    tools = HEAD.replace("any state", "  result no\n    tools\n      read look() gives no fails no\n    any state")
    blocked = "    s (start)\n      enter: call look\n      blocked -> end : x\n    end (final: failed)\n"
    assert graph_codes(blocked, head=tools) == []


def test_back_leads_to_the_states_that_can_be_interrupted() -> None:
    states = """\
    s (start)
      a           -> t : x
      b           -> end : x
    t
      b           -> end : x
      model_down  -> away : x
    away (interruption)
      model_back  -> back : x
    end (final: completed)
"""
    assert graph_codes(states) == []
    graph = moves(table(HEAD + states))
    assert graph["away"] == {"t"}
    otherwise = states.replace("-> back", "-> back else s")
    assert moves(table(HEAD + otherwise))["away"] == {"s", "t"}


def test_back_in_a_state_that_interrupts_nothing_leads_to_the_start() -> None:
    head = HEAD.replace("paid  stay", "model_back  -> back : on\n      paid  stay")
    graph = moves(table(head + "    s (start)\n      a -> t : x\n    t\n      a -> s : x\n      b -> t restart : x\n"))
    assert graph == {"s": {"t"}, "t": {"s"}}


@given(st.lists(st.tuples(st.integers(0, 7), st.integers(0, 7)), max_size=30))
def test_traps_are_the_parts_that_every_member_reaches_and_none_leaves(edges: list[tuple[int, int]]) -> None:
    graph = {str(n): frozenset(str(b) for a, b in edges if a == n and b != n) for n in range(8)}
    reach = {state: frozenset(reachable(graph, [state])) for state in graph}
    expected = {reach[state] for state in graph if all(reach[other] == reach[state] for other in reach[state])}
    assert set(traps(graph)) == expected
    assert len(traps(graph)) == len(expected)
