"""Findings that the file accepts for a reason: they do not count, and nothing else is silenced with them."""

import json

import pytest

from decidable.check import check
from decidable.core.compile import compile_table
from decidable.core.problem import Severity
from decidable.text import Builder, read, reformat, write
from tests.check.written import CLEAN, changed, found, report

NO_LOOK_UP = changed("   look up by repeating the key", "")


def accepting(text: str, *lines: str) -> str:
    return f"{text}    accepted findings\n" + "".join(f"      {line}\n" for line in lines)


def test_an_accepted_finding_does_not_count_and_is_kept_with_its_reason() -> None:
    of_file = report(accepting(NO_LOOK_UP, "no-look-up of ship : a clerk rings the carrier"))
    assert of_file.findings == ()
    ((finding, accepted),) = of_file.accepted
    assert (finding.code, finding.line, finding.column) == ("no-look-up", 13, 10)
    assert (accepted.reason, accepted.at) == ("a clerk rings the carrier", 34)
    (data,) = json.loads(json.dumps(of_file.data()))["accepted"]
    assert (data["code"], data["reason"], data["accepted_in_line"]) == ("no-look-up", "a clerk rings the carrier", 34)


def test_what_is_accepted_for_one_tool_state_or_event_is_not_for_another() -> None:
    text = changed("-> lost              : not wanted\n      after", "-> lost\n      after").replace(
        "refused    -> ask       : the carrier said no", "refused    -> ask"
    )
    assert [line for _, line, _ in found(text)] == [26, 29]
    assert [line for _, line, _ in found(accepting(text, "no-reason of stop : x"))] == [29]
    assert [line for _, line, _ in found(accepting(text, "no-reason in going : x"))] == [26]
    assert found(accepting(text, "no-reason of stop in ask : x", "no-reason of refused in going : x")) == []


def test_a_finding_of_any_state_is_accepted_there() -> None:
    text = changed("*          reject       : not asked for here", "*          reject")
    assert [line for _, line, _ in found(text)] == [18]
    assert found(accepting(text, "no-reason in any state : x")) == []


def test_what_accepts_nothing_is_found_with_the_code_that_was_meant() -> None:
    (first, second) = report(accepting(NO_LOOK_UP, "no-lookup of ship : x")).findings
    assert (first.code, second.code, second.severity, second.line, second.column) == (
        "no-look-up",
        "accepts-nothing",
        Severity.WARNING,
        34,
        3,
    )
    assert second.message == "'no-lookup' is not the code of a finding"
    assert second.hint == "did you mean 'no-look-up'?"


@pytest.mark.parametrize(
    ("line", "message", "hint"),
    [
        ("nonsense of ship", "'nonsense' is not the code of a finding", "`check` prints codes in brackets: warning[no-reason]"),
        ("undecided in ask", "'undecided' cannot be accepted, whatever it is about", "remove the line; an error is mended"),
        ("no-reason in asking", "'asking' is not a state of this machine", "did you mean 'ask'?"),
        ("no-reason in nowhere_near", "'nowhere_near' is not a state of this machine", "remove the line; what it accepted is gone"),
        ("no-look-up of shipp", "nothing in this machine is called 'shipp'", "did you mean 'ship'?"),
        ("no-look-up of boat", "nothing in this machine is called 'boat'", "remove the line; what it accepted is gone"),
        ("no-look-up of send", "`no-look-up of send` is not found now, but no-look-up is elsewhere", "it is found of ship"),
        ("no-reason of after 3 strikes", "nothing in this machine is called 'after 3 strikes'", "remove the line; what it accepted is gone"),
        ("no-reason of stop in any state", "`no-reason of stop in any state` is not found now", "remove the line; what it accepted is gone"),
    ],
)  # fmt: skip
def test_why_a_line_accepts_nothing(line: str, message: str, hint: str) -> None:
    useless = report(accepting(NO_LOOK_UP, f"{line} : x")).findings[-1]
    assert (useless.code, useless.message, useless.hint) == ("accepts-nothing", message, hint)


def test_all_that_a_finding_may_be_about_has_a_name() -> None:
    text = changed(
        "-> ask restart       : another address", "-> ask restart / say which_one, send parcel to other_one : another"
    )
    text = text.replace("*          reject", "@user      reject : not here\n      *          reject")
    for name in ("which_one", "other_one", "@user", "blocked", "address", "ask", "send"):
        (useless,) = [
            each
            for each in report(accepting(text, f"one-state of {name} : x")).findings
            if each.code == "accepts-nothing"
        ]
        assert useless.message == f"`one-state of {name}` is not found now"


def test_near_names_are_looked_for_in_the_first_lines_alone() -> None:
    lines = [f"no-reason in nearly_ask_{n} : x" for n in range(60)]
    hints = [each.hint for each in report(accepting(CLEAN, *lines)).findings]
    assert len(hints) == 60
    assert set(hints[50:]) == {"remove the line; what it accepted is gone"}


def test_no_error_is_accepted() -> None:
    text = changed(
        "send                -> ask restart       : another address", "send                ?                    : later"
    )
    (error, useless) = report(accepting(text, "undecided in ask : x")).findings
    assert error.code == "undecided"
    assert (useless.code, useless.message) == (
        "accepts-nothing",
        "`undecided in ask` is an error, and no error can be accepted",
    )


def test_it_survives_the_layout_and_a_machine_built_in_python_has_it_too() -> None:
    built = Builder("m")
    built.state("s", start=True).on("a").stay()
    built.accept("no-reason", of="a", state="s", because="a : sketch")
    built.accept("one-state", state="s", because="small on purpose")
    definition = built.definition()
    text = write(definition)
    assert text.endswith(
        "accepted findings\n  no-reason of a in s   : a : sketch\n  one-state in s        : small on purpose\n"
    )
    assert read(text).definition is not None
    again = read("events\n  user a\n" + text.partition("\n")[2]).definition
    assert again is not None
    assert again.accepted == definition.accepted
    assert reformat(text) == text
    assert check(compile_table(again), text).findings == ()


def test_a_line_that_stands_twice_and_one_that_says_less_are_all_used() -> None:
    text = accepting(NO_LOOK_UP, "no-look-up of ship : one", "no-look-up of ship : two")
    assert report(text).findings == ()
    assert [accepted.reason for _, accepted in report(text).accepted] == ["one"]


def test_thousands_of_accepted_findings_take_no_longer_than_reading_them() -> None:
    events = [f"e{n}" for n in range(2000)]
    text = "s (start)\n" + "".join(f"  {event}   stay\n" for event in events)
    text += "accepted findings\n" + "".join(f"  no-reason of {event} in s   : a sketch\n" for event in events)
    reading = read(text)
    assert reading.definition is not None
    found = check(compile_table(reading.definition), text)
    assert (len(found.accepted), [finding.code for finding in found.findings]) == (2000, ["one-state"])
