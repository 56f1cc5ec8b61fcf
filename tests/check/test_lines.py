"""Lines that decide nothing, and lines that give way unseen."""

import pytest

from decidable.check import check
from decidable.core import definition as d
from decidable.core.compile import compile_table
from decidable.core.problem import Severity
from decidable.text.reader import read
from tests.check.written import CLEAN, changed, found, report, table


def test_a_machine_without_faults_has_no_finding() -> None:
    assert found(CLEAN) == []


def test_a_named_line_that_a_state_never_lets_decide_names_the_line_that_does() -> None:
    text = changed("refused    -> ask       :", "@result    -> ask       : any no\n      refused    -> ask       :")
    assert found(text) == [
        ("idle-line", 29, "this line decides none of refused and unsure; refused in going, for one: line 30 does")
    ]


def test_a_line_of_any_state_that_every_state_overrides_decides_nothing() -> None:
    text = changed("*          reject ", "refused    stay  : wait\n      *          reject ")
    text = text.replace(
        "      stop                -> lost", "      refused   -> lost  : no\n      stop                -> lost"
    )
    assert ("idle-line", 18, "this line decides refused in no state: in ask line 27 does") in found(text)


def test_of_two_events_in_a_line_the_one_it_never_decides_is_named() -> None:
    text = """\
        facts
          f: bool = no
        events
          user  a, b
        s (start)
          b when f       -> t : x
          b when not f   -> t : y
          a, b else      stay : neither
        t
          @user          -> s : back
        """
    messages = [message for code, _, message in found(text) if code == "idle-line"]
    assert messages == ["this line does not decide b in s: lines 6 and 7 leave nothing over"]


def test_a_guard_that_never_holds_is_found() -> None:
    text = changed(
        "yes else            stay", "yes when approved and not approved stay : never\n      yes else            stay"
    )
    assert [(code, message) for code, _, message in found(text)] == [
        ("idle-line", "this line does not decide yes in ask: its guard never holds there")
    ]


def test_a_rest_that_nothing_is_left_for_is_found() -> None:
    facts = """\
        facts
          f: bool = no
        events
          user a
        s (start)
          a when f       stay : one
          a when not f   stay : other
          a else         stay : nothing left
        """
    assert found(facts) == [
        ("idle-line", 8, "this line does not decide a in s: lines 6 and 7 leave nothing over"),
    ]


def test_a_line_of_many_events_that_decides_none_gives_one_example() -> None:
    text = """\
        events
          user  a, b
        s (start)
          a, b   stay : named
          @user  defer : never
        """
    assert found(text) == [
        ("idle-line", 5, "this line decides none of a and b; a in s, for one: line 4 does"),
    ]


SHADOWED = """\
    events
      user      ask_human, want
    any state
      ask_human   -> human     : a person was asked for
    begin (start)
      want        -> work      : go
    work
      @user       defer        : finish first
      after 5m    -> human     : it takes too long
    human (final: handed off, leftovers to attention)
    """


def test_a_group_that_gives_way_to_a_line_of_any_state_is_told_where_its_author_may_not_see_it() -> None:
    report_ = report(SHADOWED)
    (finding,) = report_.findings
    assert (finding.code, finding.line, finding.column) == ("shadowed", 8, 3)
    assert finding.severity is Severity.WARNING
    assert finding.message == "this line does not decide ask_human in work: line 4 does"
    assert finding.hint == "name ask_human in work, or write `@user only` to decide it here all the same"


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("@user       defer", "@user only  defer"),
        ("@user       defer", "ask_human stay : it was heard\n      @user       defer"),
        ("ask_human   -> human ", "@user   -> human "),
    ],
    ids=["lifted", "the author knows", "a weaker line"],
)
def test_a_group_is_not_accused_of_what_it_is_for(old: str, new: str) -> None:
    codes = [code for code, _, _ in found(SHADOWED.replace(old, new)) if code != "override"]
    assert codes == (["event-never-comes"] if "never" in new else [])


def test_a_group_that_decides_a_part_of_a_cell_is_not_shadowed() -> None:
    text = SHADOWED.replace("ask_human   -> human ", "ask_human when busy   -> human ")
    assert [code for code, _, _ in found(text)] == ["partial"]


def test_a_star_beside_named_lines_is_not_accused() -> None:
    text = SHADOWED.replace("@user       defer", "*           defer")
    assert found(text) == []


def test_a_group_of_any_state_gives_way_without_a_finding() -> None:
    text = """\
        events
          user  a, b
        any state
          @user  reject : not here
        s (start)
          a      stay : named
        """
    assert found(text) == [("event-never-accepted", 2, "'b' is rejected or ignored in every state")]


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("@signal   stay : x", "no event of the machine belongs to @signal"),
        ("blocked   stay : x", "no tool is started in s, so none can be blocked"),
        ("after 3 strikes -> s restart : x", "fewer than 3 strikes are answered already"),
    ],
)
def test_a_line_that_no_event_comes_to_decides_nothing(line: str, why: str) -> None:
    text = f"""\
        events
          user a
        s (start)
          a  reject strike : no
          after 2 strikes  stay : two are enough
          {line}
        """
    messages = [message for code, _, message in found(text) if code == "idle-line"]
    assert messages == [f"this line decides nothing: {why}"]


def test_blocked_of_any_state_where_no_state_starts_a_tool_decides_nothing() -> None:
    text = """\
        events
          user a
        any state
          blocked  stay : x
        s (start)
          a  stay : y
        """
    assert found(text) == [
        ("idle-line", 4, "this line decides nothing: no state starts a tool, so none can be blocked"),
    ]


def test_a_star_of_a_machine_without_events_has_nothing_to_decide() -> None:
    text = """\
        events
          evidence paid
        any state
          *  reject : x
        s (start)
          paid  stay : y
        """
    assert found(text) == [("idle-line", 4, "this line decides nothing: no event of the machine comes to it")]


def test_strikes_that_no_line_counts_are_found() -> None:
    text = """\
        events
          user a
        s (start)
          a  reject : no
          after 2 strikes  -> s restart : two
        """
    assert ("idle-line", 5, "this line decides nothing: no line here counts a strike") in found(text)
    assert [code for code, _, _ in found(text.replace("reject :", "reject strike :"))] == ["event-never-accepted"]


def test_a_cell_too_wide_to_judge_accuses_no_line() -> None:
    names = [f"f{n}" for n in range(15)]
    text = f"""\
        facts
          {", ".join(names)}: bool = no
        events
          user a
        s (start)
          a when {" and ".join(names)}   stay : all
          a else   stay : rest
        """
    assert [code for code, _, _ in found(text)] == ["too-wide"]


def test_findings_about_lines_do_not_depend_on_the_order_of_lines() -> None:
    one = table(CLEAN).definition
    turned = d.Definition(
        name=one.name,
        facts=one.facts,
        events=one.events,
        tools=one.tools,
        any_state=tuple(reversed(one.any_state)),
        states=tuple(
            d.State(name=s.name, role=s.role, end=s.end, enter=s.enter, lines=tuple(reversed(s.lines)), at=s.at)
            for s in one.states
        ),
    )
    assert check(compile_table(turned)).findings == ()


def test_the_star_of_a_state_is_nearer_than_that_of_any_state() -> None:
    text = """\
        events
          user a
        any state
          *  reject : x
        s (start)
          *  stay : y
        """
    assert found(text) == [("idle-line", 4, "this line decides a in no state: in s line 6 does")]


def test_many_lines_are_listed_shortly() -> None:
    guards = "".join(f"          a when n is {n}   stay : x\n" for n in range(8))
    text = f"""\
        facts
          n: 0..7 = 0
        events
          user a
        s (start)
{guards}\
          a else   stay : nothing left
        """
    assert [message for _, _, message in found(text)] == [
        "this line does not decide a in s: lines 6, 7, 8, 9, 10 and 3 more leave nothing over"
    ]


def test_what_contracts_share_may_be_of_no_use_here() -> None:
    texts = {"careful": "contract careful\nany state\n  go  stay : heard\n"}
    text = "use careful\nevents\n  user  go\ns (start)\n  go  stay : here\n"
    definition = read(text, find=texts.get).definition
    assert definition is not None
    assert {finding.code for finding in check(compile_table(definition)).findings} == {"one-state", "override"}
