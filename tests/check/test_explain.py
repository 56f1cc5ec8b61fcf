"""Why a cell decides as it does, and what is said of names that do not exist."""

import pytest

from decidable.check import Role, why
from decidable.core.table import Origin
from decidable.errors import RefusedError
from tests.check.written import CLEAN, changed, table

PARCEL = table(CLEAN)


def test_every_line_that_could_speak_is_listed_from_the_strongest() -> None:
    explained = why(PARCEL, "ask", "yes")
    assert explained.origin is Origin.NAMED
    assert [(s.line.at, s.source, s.rank, s.role, s.why_not) for s in explained.speakers] == [
        (22, "ask", "names the event here", Role.DECIDES, ""),
        (23, "ask", "names the event here", Role.DECIDES, ""),
        (18, "any state", "`*`, for what nothing else decides", Role.SILENT, "lines 22 and 23 do"),
    ]
    assert explained.problems == ()


def test_an_inherited_move_to_the_state_itself_is_said_to_stay() -> None:
    moved = table(changed("shipped    -> done ", "shipped    -> going "))
    assert [speaker.stays for speaker in why(moved, "going", "shipped").speakers] == [True]
    assert [speaker.stays for speaker in why(moved, "ask", "shipped").speakers] == [False]


def test_synthesised_columns_are_explained_like_others() -> None:
    (speaker, star) = why(PARCEL, "going", "blocked").speakers
    assert (speaker.line.at, speaker.role) == (17, Role.DECIDES)
    assert (star.role, star.why_not) == (Role.SILENT, "line 17 does")


def test_an_open_cell_says_so_with_its_problem() -> None:
    open_cell = why(table(changed("no                  -> lost", "no                  ?")), "ask", "no")
    assert open_cell.origin is Origin.UNDECIDED
    assert [speaker.role for speaker in open_cell.speakers] == [Role.OPEN, Role.SILENT]
    assert [problem.message for problem in open_cell.problems] == ["ask x no is undecided"]


def test_the_problem_of_another_cell_whose_name_begins_alike_is_not_taken() -> None:
    both = table("events\n  user no, no_way\ns (start)\n  no stay : x\n")
    assert why(both, "s", "no").problems == ()
    assert [problem.message for problem in why(both, "s", "no_way").problems] == ["s x no_way is undecided"]


def test_a_cell_too_wide_to_judge_says_that_nobody_knows() -> None:
    names = [f"f{n}" for n in range(15)]
    wide = table(
        f"facts\n  {', '.join(names)}: bool = no\nevents\n  user a\ns (start)\n"
        f"  a when {' and '.join(names)}   stay : all\n  a else   stay : rest\n"
    )
    explained = why(wide, "s", "a")
    assert [speaker.role for speaker in explained.speakers] == [Role.UNKNOWN, Role.UNKNOWN]
    assert [problem.code for problem in explained.problems] == ["too-wide"]


@pytest.mark.parametrize(
    ("state", "event", "message"),
    [
        ("akk", "yes", "'akk' is not a state of parcel; did you mean 'ask'?"),
        ("nowhere", "yes", "'nowhere' is not a state of parcel; there are ask, going, done and lost"),
        ("ask", "ships", "'ships' is not an event of parcel; did you mean 'shipped'?"),
        ("done", "yes", "'done' is final, so nothing is decided in it"),
        (
            "going",
            "after 2d",
            "'after 2d' does not come to 'going'; its columns are send, stop, yes, no, refused, unsure, shipped and blocked",
        ),
    ],
)
def test_a_name_that_is_not_there_is_refused_with_what_is(state: str, event: str, message: str) -> None:
    with pytest.raises(RefusedError) as refused:
        why(PARCEL, state, event)
    assert str(refused.value) == message


def test_a_machine_without_a_name_is_not_named() -> None:
    with pytest.raises(RefusedError) as refused:
        why(table("s\n  a stay : x\n"), "t", "a")
    assert str(refused.value) == "'t' is not a state; there are s"


def test_a_machine_without_events_has_none_to_explain() -> None:
    with pytest.raises(RefusedError) as refused:
        why(table("facts\n  f: bool\ns (start)\n"), "s", "a")
    assert str(refused.value) == "'a' is not an event; there are none"
