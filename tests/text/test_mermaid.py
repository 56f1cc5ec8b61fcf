"""A Mermaid diagram becomes a draft: its states and moves, its words kept, everything else undecided."""

from __future__ import annotations

import pytest

from decidable.core.definition import After, AfterStrikes, Back, Group, Line, Move, Star, Undecided
from decidable.core.guard import Approved, Compare, Op
from tests.text.diagrams import drafted, imported, machine, told


def lines(body: str) -> list[Line]:
    definition = machine(body)
    return [*definition.any_state, *(line for state in definition.states for line in state.lines)]


def test_a_diagram_becomes_a_draft() -> None:
    assert (
        drafted("""\
        [*] --> Cart
        Cart --> Paid : Customer says "yes" [amount < 50] / pay
        Cart --> Review : customer says yes [amount >= 50]
        Cart --> Cart : adds an item
        Review --> Paid : approved by boss
        note right of Review : a person looks<br>at it
        Paid --> [*]
    """)
        == """\
facts
  amount: -9007199254740991..9007199254740991

events
  user  customer_says_yes  # Customer says "yes"
  user  adds_an_item  # adds an item
  user  approved_by_boss  # approved by boss

Cart (start)
  customer_says_yes when amount < 50    -> Paid         : Customer says "yes" [amount < 50] / pay
  customer_says_yes when amount >= 50   -> Review       : customer says yes [amount >= 50]
  adds_an_item                          -> Cart restart : adds an item

Paid (final: completed)

Review
  # a person looks at it
  approved_by_boss                      -> Paid         : approved by boss
"""
    )


def test_a_label_that_is_a_name_is_no_reason() -> None:
    assert drafted("a --> b : pay [paid]\na --> c : pay [else]\nb --> c : pay\n").endswith("""\
a (start)
  pay when paid   -> b : pay [paid]
  pay else        -> c : pay [else]

b
  pay             -> c

c
""")


def test_the_head_says_where_it_comes_from_and_what_to_do() -> None:
    assert imported("a --> b : go").text.splitlines()[:3] == [
        "# Imported from a Mermaid state diagram.",
        "# What no arrow says is undecided: `decidable grid` shows it as `?`. Decide each cell, and say why.",
        "# Every event is of kind `user` until you say otherwise: answer, result, evidence, signal or system.",
    ]


def test_states_are_called_by_their_id_or_by_a_label_that_is_better() -> None:
    assert (
        drafted("""\
        state "gather" as s0
        state "Waiting for a <b>boss</b>" as s1
        state "same" as s2
        state "same" as x3
        state "Looks fine" as checking
        s4 : first
        s4 : second
        state "a b"
        s5 : 漢
        back --> s0 : on
    """)
        == """\
events
  user  on

gather (start)

waiting_for_a_b_boss_b  # Waiting for a <b>boss</b>

s2  # same

x3  # same

checking  # Looks fine

s4  # first; second

a_b

s5  # 漢

back_state  # back
  on   -> gather
"""
    )


def test_what_waits_is_no_event() -> None:
    assert [
        (line.selector, line.reason)
        for line in lines("""\
        a --> b : after 30m
        a --> c : after 2 hours
        a --> d : after(90s)
        a --> e : after 3 strikes
        a --> f : @user
        a --> g : *
        a --> h : after 0s
    """)
    ][:6] == [
        (After(1_800_000), "after 30m"),
        (After(7_200_000), "after 2 hours"),
        (After(90_000), "after(90s)"),
        (AfterStrikes(3), "after 3 strikes"),
        (Group("user"), "@user"),
        (Star(), "*"),
    ]


def test_several_names_in_a_label_are_several_events() -> None:
    found = lines("a --> b : paid [x, y], refused, after 5s\na --> c : ok, thanks a lot\n")
    assert [line.reason for line in found] == ["paid [x, y]", "", "after 5s", "ok, thanks a lot"]
    assert [str(line.selector) for line in found] == [
        "Named(events=('paid',))",
        "Named(events=('refused',))",
        "After(ms=5000)",
        "Named(events=('ok_thanks_a_lot',))",
    ]


def test_arrows_without_a_label_are_named_after_where_they_lead_and_told() -> None:
    found = imported("[*] --> still\nstill --> moving\nmoving --> still\nmoving --> [*]\n")
    assert "  user  to_moving  # the diagram does not say on which event\n" in found.text
    assert "  to_end      -> end\n" in found.text
    assert [(p.code, p.line, p.message) for p in found.problems] == [
        ("import-unlabelled", 3, "3 arrows have no label, the first of them here: on which event?")
    ]
    (only,) = imported("[*] --> still\nstill --> moving\n").problems
    assert only.message == "an arrow has no label: on which event?"


def test_an_end_that_has_a_label_is_a_state_of_its_own() -> None:
    assert drafted("[*] --> end\nend --> [*] : it is over\n").endswith("""\
end (start)
  it_is_over   -> end_2 : it is over

end_2 (final: completed)
""")


def test_system_events_are_known() -> None:
    assert "  system  model_down\n" in drafted("[*] --> a\na --> b : model_down")


def test_a_choice_is_guards() -> None:
    assert (
        drafted("""\
        [*] --> a
        state c1 <<choice>>
        state c2 [[choice]]
        a --> c1 : asked
        c1 --> b : [n > 3]
        c1 --> c2 : else
        c2 --> d : if vip
        c2 --> b
        b --> c1 : again [n == 1]
    """).partition("a (start)")[2]
        == """
  asked when n > 3                          -> b         : asked [n > 3]
  asked when not n > 3 and vip              -> d         : asked [else] [vip]
  asked when not n > 3 and not vip          -> b         : asked [else]

b
  again when n is 1 and n > 3               -> b restart : again [n == 1] [n > 3]
  again when n is 1 and not n > 3 and vip   -> d         : again [n == 1] [else] [vip]
  again when n is 1 and not n > 3 and not vip   -> b restart : again [n == 1] [else]

d
"""
    )


@pytest.mark.parametrize(
    "body",
    [
        "[*] --> c\nstate c <<choice>>\nc --> b : x\n",  # a run would begin in it
        "state c <<choice>>\nc --> b : x\n",  # nothing leads there
        "a --> c : x\nstate c <<choice>>\n",  # it leads nowhere
    ],
)
def test_a_choice_that_is_not_between_states_is_a_state(body: str) -> None:
    assert "c" in {state.name for state in machine(body).states}


def test_words_behind_a_condition_make_it_a_part_of_the_label() -> None:
    (line,) = lines("a --> b : x [y] z")
    assert (line.guard, line.reason) == (None, "x [y] z")


def test_a_way_left_open_is_told_once_however_many_arrows_come_by_it() -> None:
    body = "state w {\nu --> k : x\nv --> k : y\nstate k <<choice>>\nk --> [*] : z\n}\n"
    open_ends = [(line, text) for _, line, _, text in told(body) if "no arrow without a label" in text]
    assert open_ends == [(6, "'k' ends 'w', and no arrow without a label says what follows")]


def test_choices_in_a_circle_end() -> None:
    found = lines("a --> c : x\nstate c <<choice>>\nstate d <<choice>>\nc --> d : y\nd --> c : z\nd --> b : w")
    assert [line.reason for line in found] == ["x [y] [z]", "x [y] [w]"]
    assert found[0].outcome == Undecided()


def test_an_else_of_no_other_condition_leaves_nothing_out() -> None:
    (line,) = lines("a --> c : x [y]\nstate c <<choice>>\nc --> b : else")
    assert str(line.guard) == "y"


def test_guards_are_read_where_they_are_ones() -> None:
    found = {
        line.reason: str(line.guard)
        for line in lines("""\
        a --> b : a [price <= 20.00 USD]
        a --> b : b [price > 0]
        a --> b : c [!vip && seats >= 2 || tier == gold]
        a --> b : d [name is "x y"]
        a --> b : e [status in (open, closed)]
        a --> b : f [size in (1, 2)]
        a --> b : g [day known]
        a --> b : h [flag == true]
        a --> b : i [tier != gold]
        a --> b : j [approved]
        a --> b : k [name = 'z']
        a --> b : l [flag != false]
        a --> b : m [busy]
        a --> b : n [...]
    """)
    }
    assert list(found.values()) == [
        "price <= 20.00 USD",
        "price > 0",
        "not vip and seats >= 2 or tier is gold",
        'name is "x y"',
        "status in (open, closed)",
        "size in (1, 2)",
        "day known",
        "flag is yes",
        "not tier is gold",
        "approved",
        'name is "z"',
        "not flag is no",
        "busy",
        "None",
    ]


def test_facts_have_the_types_that_the_guards_ask_for() -> None:
    text = drafted("""\
        a --> b : a [price <= 20.00 USD and price > 0 and n < 3 and vip and tier is gold and name is "x" and day known]
        a --> c : a [who in (me, you)]
    """)
    assert (
        text.partition("\nevents")[0]
        == """\
facts
  price: money
  n: -9007199254740991..9007199254740991
  vip: bool
  tier: gold | not_gold
  name: text
  day: text
  who: me | you
"""
    )


def test_two_facts_may_be_equal() -> None:
    text = drafted("a --> b : x [which is held]\na --> c : y [held known and which is held]")
    assert text.startswith("facts\n  which: text\n  held: text\n")
    assert str(lines("a --> b : x [which is held]\na --> c : y [held known]")[0].guard) == "which is held"


def test_what_is_no_guard_is_a_fact_of_its_words() -> None:
    text = drafted("""\
        a --> b : a [balance is insufficient!]
        a --> c : a [x > y]
        a --> d : a [x <= y]
        a --> e : a [100% sure]
        a --> f : a [known]
        a --> g : a [n < 3 and n]
        a --> h : a [n]
        a --> i : a [k is n]
        a --> j : a [price > 5 and price < 5.00 USD]
    """)
    assert (
        text.partition("\nevents")[0]
        == """\
facts
  k: n | not_n
  balance_is_insufficient: bool  # balance is insufficient!
  x_above_y: bool  # x > y
  x_at_most_y: bool  # x <= y
  fact_100_percent_sure: bool  # 100% sure
  known_fact: bool  # known
  n_below_3_and_n: bool  # n < 3 and n
  n_2: bool  # n
  price_above_5_and_price_below_5_00_usd: bool  # price > 5 and price < 5.00 USD
"""
    )


def test_one_condition_in_two_spellings_is_one_fact() -> None:
    text = drafted("a --> b : x [Is it ok?]\na --> c : x [is  it ok]\n")
    assert text.partition("\nevents")[0] == "facts\n  is_it_ok: bool  # Is it ok?\n"


def test_an_else_of_several_conditions_leaves_out_all_of_them() -> None:
    found = lines("a --> c : x [y]\nstate c <<choice>>\nc --> b : p\nc --> d : q\nc --> e : else")
    assert str(found[2].guard) == "y and not (p or q)"


def test_a_comparison_keeps_its_number() -> None:
    (line,) = lines("a --> b : x [amount < 50]")
    assert line.guard == Compare("amount", Op.LESS, 50)
    (line,) = lines("a --> b : yes [approved]")
    assert line.guard == Approved()


def test_the_marks_of_our_own_diagrams_are_known() -> None:
    definition = machine("""\
        state "gather" as s0
        state "down" as s1
        state "any state" as any0
        state "back to where it was" as back0
        [*] --> s0
        any0 --> s1 : model_down
        s1 --> back0 : model_back
    """)
    assert [(state.name, state.role.value) for state in definition.states] == [
        ("gather", "start"),
        ("down", "interruption"),
    ]
    assert [line.outcome for line in definition.any_state] == [Move("down")]
    assert [line.outcome for line in definition.states[1].lines] == [Back()]


def test_long_words_are_cut() -> None:
    text = drafted(f"a --> b : {'x' * 600} y\nnote right of a : {'z' * 600}")
    assert f": {'x' * 500} ...\n" in text
    assert f"  # {'z' * 500} ...\n" in text
