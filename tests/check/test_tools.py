"""Tools and events that do not meet."""

from decidable.core.problem import Severity
from tests.check.written import changed, found, report

SHIP = "write  ship(address)   gives shipped, refused   timeout refused   look up by repeating the key   needs approval"


def test_a_tool_that_needs_an_approval_is_never_called_without_one() -> None:
    (finding,) = report(changed("-> going / perform ", "-> going / call ship ")).findings
    assert (finding.code, finding.severity, finding.line) == ("approval-by-call", Severity.ERROR, 22)
    assert finding.message == "'ship' needs an approval, so `call ship` is always blocked"
    without = changed("-> going / perform ", "-> going / call ship ").replace("   needs approval", "")
    assert found(without) == []


def test_a_call_on_entry_is_placed_at_its_state() -> None:
    text = changed("going\n", "going\n      enter: call ship\n")
    assert [(code, line) for code, line, _ in found(text)] == [("approval-by-call", 28)]


def test_a_tool_that_nothing_starts_is_found_and_one_that_looks_up_is_not() -> None:
    text = changed(SHIP, SHIP + "\n      read find(key) gives shipped, refused fails refused")
    assert found(text) == [("tool-never-called", 14, "tool 'find' is never called, proposed or used to look up")]
    assert found(text.replace("look up by repeating the key", "look up with find")) == []


def test_a_write_that_nobody_can_look_up_is_found() -> None:
    text = changed("   look up by repeating the key", "")
    assert found(text) == [
        ("no-look-up", 13, "when 'ship' gives no answer, nothing can find out whether it acted"),
    ]


def test_a_result_that_nothing_gives_never_comes() -> None:
    text = changed("result    refused", "result    refused, told")
    assert found(text) == [
        ("event-never-comes", 9, "'told' never comes: no tool and no delivery gives it"),
        ("event-never-accepted", 9, "'told' is rejected or ignored in every state"),
    ]
    said = text.replace("stay / ask again     :", "stay / say it gives told :").replace(
        "refused    -> ask       :", "told    stay : heard\n      refused    -> ask       :"
    )
    assert found(said) == []


def test_a_sketch_without_tools_is_not_asked_where_its_results_come_from() -> None:
    text = """\
        events
          result a
        s (start)
          a  -> t : x
        t
          a  -> s : x
        """
    assert found(text) == []


def test_an_event_that_is_rejected_everywhere_is_a_note_but_other_is_not() -> None:
    text = changed("stop\n", "stop, wave, other\n")
    assert found(text) == [("event-never-accepted", 7, "'wave' is rejected or ignored in every state")]
    (finding,) = report(text).findings
    assert finding.severity is Severity.NOTE
    ignored = text.replace("*          reject ", "wave  ignore : x\n      *          reject ")
    assert [code for code, _, _ in found(ignored)] == ["event-never-accepted"]


def test_an_event_that_is_open_somewhere_is_not_called_unaccepted() -> None:
    text = """\
        events
          user a, b
        s (start)
          a  -> t : x
          b  reject : x
        t
          a  -> s : x
        """
    assert [code for code, _, _ in found(text)] == ["undecided"]


def test_blocked_decided_only_by_a_star_is_a_warning() -> None:
    text = changed("blocked    -> ask       : the gate said no; ask again\n", "\n")
    assert found(text) == [
        ("blocked-by-default", 28, "a refused tool of 'going' is decided only by `*`"),
    ]
