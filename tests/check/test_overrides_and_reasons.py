"""Lines that override, that give no reason, and how a line is named that has no number."""

from decidable.check import check
from decidable.core import definition as d
from decidable.core.compile import compile_table
from decidable.core.problem import Severity
from tests.check.written import changed, found, report


def test_an_override_is_a_note_only_where_the_line_of_any_state_is_silent() -> None:
    text = changed("refused    -> ask       :", "shipped    stay         : wait here\n      refused    -> ask       :")
    assert found(text) == [("override", 29, "shipped in going overrides line 16 of any state")]
    refined = changed(
        "refused    -> ask       :", "shipped when busy    stay         : wait here\n      refused    -> ask       :"
    )
    assert found(refined) == []


def test_a_line_without_a_reason_is_a_warning_with_its_place() -> None:
    findings = report(changed("-> ask       : the carrier said no", "-> ask")).findings
    assert [(f.code, f.line, f.column, f.severity) for f in findings] == [("no-reason", 29, 3, Severity.WARNING)]


def test_lines_of_a_machine_built_in_python_are_named_by_their_words() -> None:
    stay = d.Line(selector=d.Named(("a",)), outcome=d.Stay())
    built = d.Definition(
        name="",
        events=(d.Event(name="a", kind=d.Kind.USER), d.Event(name="b", kind=d.Kind.USER)),
        states=(
            d.State(
                name="s",
                role=d.Role.START,
                lines=(
                    stay,
                    d.Line(selector=d.Named(("b",)), outcome=d.Stay(), reason="r"),
                    d.Line(selector=d.Group("user"), outcome=d.Defer(), reason="r"),
                ),
            ),
        ),
    )
    messages = [finding.message for finding in check(compile_table(built)).findings if finding.code != "one-state"]
    assert messages == [
        "the line `a` of s gives no reason",
        "this line decides none of a and b; a in s, for one: the line `a` of s does",
    ]


def test_equal_lines_in_two_states_are_told_apart() -> None:
    text = """\
        events
          user a
        s (start)
          a  -> t : on
        t
          a  -> s : on
          @user -> s : on
        """
    assert found(text) == [("idle-line", 7, "this line does not decide a in t: line 6 does")]
