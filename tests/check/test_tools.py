"""Tools and events that do not meet."""

from decidable.core.problem import Severity
from tests.check.written import changed, found, of, report

SHIP = "write  ship(address)   gives shipped, refused   timeout unsure   look up by repeating the key   needs approval"


def test_a_tool_that_needs_an_approval_is_never_called_without_one() -> None:
    (finding,) = report(changed("-> going / perform ", "-> going / call ship ")).findings
    assert (finding.code, finding.severity, finding.line) == ("approval-by-call", Severity.ERROR, 22)
    assert finding.message == "'ship' needs an approval, so `call ship` is always blocked"
    without = changed("-> going / perform ", "-> going / call ship ").replace("   needs approval", "   trusts address")
    assert [code for code, _, _ in found(without)] == ["question-not-needed"]


def test_a_call_on_entry_is_placed_at_its_line() -> None:
    text = changed("going\n", "going\n      enter: call ship\n")
    assert [(code, line) for code, line, _ in found(text)] == [("approval-by-call", 29)]


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
        ("blocked-by-default", 20, "a refused tool of 'ask' is decided only by `*`"),
        ("blocked-by-default", 28, "a refused tool of 'going' is decided only by `*`"),
    ]


def test_a_tool_that_only_an_idle_line_or_an_unreachable_state_starts_can_never_start() -> None:
    text = changed(SHIP, SHIP + "\n      write wrap() gives shipped timeout unsure look up by repeating the key")
    unreachable = text.replace("    lost (", "    more\n      enter: call wrap\n      send -> done : x\n    lost (")
    assert [(line, message) for line, message in of(unreachable, "tool-never-allowed")] == [
        (14, "tool 'wrap' can never start: the lines that would start it decide nothing, or no path leads to them")
    ]
    assert of(unreachable.replace("refused    -> ask       :", "refused    -> more      :"), "tool-never-allowed") == []
    idle = text.replace(
        "stop                -> lost    ", "stop                -> lost : x\n      @user stay / call wrap"
    )
    assert [line for line, _ in of(idle, "tool-never-allowed")] == [14]


def test_evidence_that_no_tool_gives_comes_from_outside_and_that_is_a_note() -> None:
    text = changed("evidence  shipped", "evidence  shipped, returned").replace(
        "shipped    ->", "shipped, returned    ->"
    )
    (finding,) = (each for each in report(text).findings if each.code == "event-never-comes")
    assert (finding.severity, finding.line) == (Severity.NOTE, 10)
    assert finding.message == "'returned' comes only if something outside sends it: no tool gives it"


def test_the_system_has_two_events() -> None:
    text = changed("evidence  shipped", "evidence  shipped\n      system    model_gone, model_back")
    assert [line for line, _ in of(text, "event-never-comes")] == [11]
    (finding,) = (each for each in report(text).findings if each.code == "event-never-comes")
    assert finding.message == "'model_gone' never comes: the system events are model_down and model_back"
    assert finding.hint == "did you mean 'model_down'?"
    far = text.replace("model_gone", "nightly")
    assert [each.hint for each in report(far).findings if each.code == "event-never-comes"] == [
        "make it a signal, if something outside sends it"
    ]


def test_a_fact_that_is_needed_and_never_established_is_told_with_who_needs_it() -> None:
    text = changed("send(address)", "send").replace(' = "home"', "")
    (finding,) = report(text).findings
    assert (finding.code, finding.severity, finding.line) == ("fact-never-known", Severity.NOTE, 4)
    assert finding.message == "nothing in the machine establishes 'address', and ship needs it"
    required = changed("   needs approval", "   needs approval   requires heavy").replace(
        'address: text = "home"', 'address: text = "home"\n      heavy: bool'
    )
    assert [message for _, message in of(required, "fact-never-known")] == [
        "nothing in the machine establishes 'heavy', and ship needs it"
    ]
    looked_at = changed('address: text = "home"', 'address: text = "home"\n      heavy, light: bool').replace(
        "send                ->", "send when heavy     -> lost : x\n      send else ->"
    )
    assert [message for _, message in of(looked_at, "fact-never-known")] == [
        "nothing in the machine establishes 'heavy', and line 26 looks at it"
    ]
    assert of(looked_at.replace("restart       :", "restart / set heavy = yes :"), "fact-never-known") == []


def test_no_answer_is_told_from_every_answer_of_a_write() -> None:
    text = (
        changed("timeout unsure", "timeout refused")
        .replace("refused, unsure", "refused")
        .replace("unsure     stay", "send  stay")
    )
    (finding,) = report(text).findings
    assert (finding.code, finding.severity, finding.line, finding.column) == (
        "no-answer-alike",
        Severity.WARNING,
        13,
        41,
    )
    assert (
        finding.message == "'refused' says both how 'ship' ended and that it gave no answer, so it would never settle"
    )
    read_too = changed(SHIP, SHIP + "\n      read find(key) gives refused fails refused")
    assert of(read_too, "no-answer-alike") == []
