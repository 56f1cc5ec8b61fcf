"""States that wait for what nothing brings, and for outcomes that only `*` decides."""

from decidable.core.problem import Severity
from tests.check.test_open_work import pay
from tests.check.written import changed, found, of, report

UNASKED = ("enter: call charge", "enter: say please_pay")


def test_a_state_that_only_something_outside_leads_on_needs_a_timer() -> None:
    text = pay(UNASKED, ("blocked      -> shop      : refused at the gate\n", "\n"))
    (finding,) = (each for each in report(text).findings if each.code == "no-timer")
    assert (finding.severity, finding.line, finding.token) == (Severity.WARNING, 20, "paying")
    assert finding.message == (
        "'paying' has no timer, and nothing here brings declined and paid: it may wait for ever, unnoticed"
    )
    assert of(text.replace("enter: say please_pay", "after 1d  -> shop : not paid"), "no-timer") == []


def test_a_person_who_can_lead_on_is_enough() -> None:
    assert of(pay(UNASKED, ("later        stay         : soon", "later        -> shop      : soon")), "no-timer") == []


def test_a_write_that_was_started_before_brings_its_outcome() -> None:
    text = pay(
        ("later        stay         : soon", "later        -> asleep    : soon"),
        ("    done", "    asleep\n      later        stay         : still\n    done"),
    )
    assert of(text, "no-timer") == []


def test_words_that_are_delivered_bring_their_event() -> None:
    text = """\
        events
          user    a
          result  told
        s (start)
          a     -> t / say it gives told : x
          told  stay : x
        t
          a     stay : x
          told  -> s : x
        """
    assert found(text) == []
    assert of(text.replace("say it gives told", "say it"), "no-timer") == []  # a sketch: nobody knows who gives it
    lost = text.replace("/ say it gives told", "").replace("result  told", "signal  told")
    assert [line for line, _ in of(lost, "no-timer")] == [7]


def test_a_question_without_an_end_is_a_note() -> None:
    text = changed("      after 2d            -> lost              : nobody answers\n", "\n")
    (finding,) = report(text).findings
    assert (finding.code, finding.severity, finding.line) == ("no-timer", Severity.NOTE, 20)
    assert finding.message == "'ask' has no timer, so its question (ship) stays open until somebody answers"


def test_an_outcome_that_only_a_star_decides_where_its_tool_is_started_is_found() -> None:
    text = pay(("declined     -> shop      : not paid\n", "\n"))
    (finding,) = (each for each in report(text).findings if each.code == "outcome-by-default")
    assert (finding.severity, finding.line) == (Severity.WARNING, 20)
    assert finding.message == "'paying' starts charge, and only `*` decides its outcome 'declined' there"
    assert (finding.state, finding.event) == ("paying", "declined")


def test_no_answer_is_an_outcome_as_well() -> None:
    assert [
        line
        for line, _ in of(
            pay(("unsure       stay         : it", "later        reject       : it")), "outcome-by-default"
        )
    ] == [20]


def composing(*lines: str) -> str:
    events = "events\n  user a\n" + ("  system model_down, model_back\n" if lines else "")
    return f"{events}s (start)\n  a  stay / compose it : x\n" + "".join(f"  {line}\n" for line in lines)


def test_a_state_in_which_a_model_writes_says_what_happens_without_one() -> None:
    (finding,) = (each for each in report(composing()).findings if each.code == "no-model-down")
    assert (finding.severity, finding.line, finding.state) == (Severity.WARNING, 3, "s")
    assert finding.message == "'s' asks a model to write, and the machine has no event `model_down`"
    by_star = composing("* reject : x")
    assert of(by_star, "no-model-down") == [(4, "'s' asks a model to write, and only `*` decides `model_down` there")]
    assert of(composing("model_down, model_back  stay : x"), "no-model-down") == []


def test_words_composed_at_the_end_have_no_row_to_decide_in() -> None:
    text = "events\n  user a\ns (start)\n  a  -> t : x\nt (final: completed)\n  enter: compose it\n"
    assert of(text, "no-model-down") == []
