"""What the checker says of states in states: whose line decides, and which lines a parent hides or loses."""

import pytest

from decidable.check import Role, why
from decidable.errors import RefusedError
from tests.check.written import found, table

SHOP = """\
    machine shop

    events
      user      hours, next, cancel
      evidence  paid
      signal    closing

    any state
      paid      -> done     : it was paid
      cancel    -> done     : not wanted
      closing   -> done     : the shop closes
      *         reject      : not now

    shop
      hours     stay        : asked anywhere
      state address (start)
        next    -> card     : known
      state card
        next    -> address  : again

    browse (start)
      next      -> shop     : has chosen

    done (final: completed)
"""


def changed(old: str, new: str) -> str:
    assert SHOP.count(old) == 1
    return SHOP.replace(old, new)


def test_a_nested_machine_without_a_finding() -> None:
    assert found(SHOP) == []


def test_a_child_that_names_what_its_parent_names_overrides_it() -> None:
    text = changed("next    -> card     : known", "next, hours -> card  : known")
    assert found(text) == [("override", 17, "hours in address overrides line 15 of shop")]


def test_a_parent_that_names_what_any_state_names_overrides_it_once() -> None:
    text = changed("hours     stay        : asked anywhere", "hours, cancel stay   : asked anywhere")
    assert found(text) == [("override", 15, "cancel in shop overrides line 10 of any state")]


def test_a_child_overrides_all_that_stand_behind_it() -> None:
    text = changed("hours     stay        : asked anywhere", "hours, cancel stay   : asked anywhere")
    text = text.replace("next    -> card     : known", "next, cancel -> card : known")
    assert [message for code, _, message in found(text) if code == "override"] == [
        "cancel in shop overrides line 10 of any state",
        "cancel in address overrides lines 10 and 15 of shop and any state",
    ]


def test_a_parents_line_that_every_child_hides_decides_nothing() -> None:
    text = changed("hours     stay        : asked anywhere", "hours, next stay     : asked anywhere")
    message = "this line decides next in no child of shop: in address line 17 does"
    assert ("idle-line", 15, message) in found(text)


def test_a_parents_group_gives_way_unseen_only_to_lines_from_farther_away() -> None:
    text = changed("hours     stay        : asked anywhere", "@user stay           : asked anywhere")
    assert [(code, line, message) for code, line, message in found(text) if code != "event-never-accepted"] == [
        ("shadowed", 15, "this line does not decide cancel in shop: line 10 does"),
    ]
    beside = text.replace("@user stay ", "cancel stay : here\n      @user stay ")
    assert [code for code, _, _ in found(beside)] == ["override"]
    lifted = text.replace("@user stay ", "@user only stay ")
    assert [message for _, _, message in found(lifted)] == [
        "cancel in shop overrides line 10 of any state",
        "next in address overrides line 15 of shop",
        "next in card overrides line 15 of shop",
    ]


def test_a_childs_group_does_not_decide_what_its_parent_names() -> None:
    text = changed("next    -> card     : known", "@user   -> card     : whatever")
    assert [(line, message) for code, line, message in found(text) if code == "shadowed"] == [
        (17, "this line does not decide hours in address: line 15 does"),
        (17, "this line does not decide cancel in address: line 10 does"),
    ]


@pytest.mark.parametrize(
    ("event", "source", "ranks"),
    [
        ("hours", "shop", ["names the event in shop", "`*`, for what nothing else decides"]),
        ("next", "", ["names the event here", "`*`, for what nothing else decides"]),
        ("paid", "any state", ["names the event in any state"]),
    ],
)
def test_why_says_where_a_line_stands(event: str, source: str, ranks: list[str]) -> None:
    explanation = why(table(SHOP), "card", event)
    assert explanation.source == source
    assert [speaker.rank for speaker in explanation.speakers] == ranks
    assert explanation.speakers[0].role is Role.DECIDES


def test_why_says_which_group_was_lifted_and_where() -> None:
    text = changed("hours     stay        : asked anywhere", "@user only stay : so\n      @user reject : not")
    ranks = [speaker.rank for speaker in why(table(text), "card", "cancel").speakers]
    assert ranks[:3] == ["group in shop, lifted by `only`", "names the event in any state", "group in shop"]
    own = changed("next    -> address  : again", "@user only -> address : so\n        @user stay : no")
    assert [speaker.rank for speaker in why(table(own), "card", "next").speakers][:2] == [
        "group here, lifted by `only`",
        "group here",
    ]


def test_a_parent_has_no_cells_of_its_own() -> None:
    with pytest.raises(RefusedError, match="'shop' is decided in its children; ask for address and card"):
        why(table(SHOP), "shop", "next")
