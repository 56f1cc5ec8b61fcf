"""Accepted findings: what a line may say."""

import pytest

from decidable.core.definition import Accepted
from decidable.errors import MachineError
from decidable.text import Builder, read

ABOUT = [
    ("no-look-up of pay : why", Accepted(code="no-look-up", of="pay", reason="why")),
    ("leaves-write in any state : why", Accepted(code="leaves-write", state="any state", reason="why")),
    ("shadowed of @user in s : a : b", Accepted(code="shadowed", of="@user", state="s", reason="a : b")),
    ("idle-line of after 30m in s : why", Accepted(code="idle-line", of="after 30m", state="s", reason="why")),
    ("idle-line of after 3 strikes : why", Accepted(code="idle-line", of="after 3 strikes", reason="why")),
]


@pytest.mark.parametrize(("line", "accepted"), ABOUT, ids=[line for line, _ in ABOUT])
def test_a_line_names_a_finding_and_what_it_is_about(line: str, accepted: Accepted) -> None:
    reading = read(f"s\n  a  stay : x\naccepted findings\n   {line}  # because\n")
    assert reading.problems == ()
    assert reading.definition is not None
    assert reading.definition.accepted == (accepted,)
    assert reading.definition.accepted[0].at == 4


WRONG = [
    ("no-look-up : why", "'no-look-up' would accept every finding of its kind"),
    ("no-look-up of pay", "a finding is accepted for a reason, and none is given"),
    ("no-look-up of pay :", "a finding is accepted for a reason, and none is given"),
    ("no look-up of pay : why", "'no look-up of pay' does not name a finding"),
    ("* : why", "'*' does not name a finding"),
]


@pytest.mark.parametrize(("line", "message"), WRONG, ids=[line for line, _ in WRONG])
def test_a_line_that_accepts_too_much_or_for_no_reason_is_refused(line: str, message: str) -> None:
    reading = read(f"s\n  a  stay : x\naccepted findings\n   {line}\n")
    (problem,) = reading.problems
    assert (problem.code, problem.line, problem.column, problem.message) == ("syntax-accepted", 4, 4, message)
    assert "no-look-up of TOOL : why" in problem.hint


def test_the_section_stands_alone_on_its_line_and_once() -> None:
    reading = read("s\n  a  stay : x\naccepted findings of mine\n   no-reason of a : x\n")
    assert [(problem.code, problem.line) for problem in reading.problems] == [("syntax-section", 3)]
    assert reading.definition is not None
    assert len(reading.definition.accepted) == 1
    assert read("accepted (start)\n  a  stay : x\n").problems == ()  # the name of a state, as before


def test_the_builder_refuses_what_the_text_would() -> None:
    built = Builder("m")
    with pytest.raises(MachineError, match="for a reason"):
        built.accept("no-look-up", of="pay", because="")
    with pytest.raises(MachineError, match="would accept every finding"):
        built.accept("no-look-up", because="why")
    with pytest.raises(MachineError, match="does not name a finding"):
        built.accept("No Look Up", of="pay", because="why")
    built.accept("no-look-up", of="pay", because='-> "# awkward')
