"""Started writes and deferred events that a move leaves behind."""

from decidable.core.problem import Severity
from tests.check.written import found, of, report

PAY = """\
    machine pay
    events
      user      buy, stop, later
      result    declined, unsure
      evidence  paid
      system    model_down, model_back
    tools
      write  charge()   gives paid, declined   timeout unsure   look up by repeating the key
    any state
      paid         -> done      : it is paid
      blocked      -> shop      : refused at the gate
      unsure       stay         : it is being looked up
      declined     -> shop      : not paid
      model_down   stay         : code reads messages
      model_back   stay         : code reads messages
      *            reject       : not now
    shop (start)
      buy          -> paying    : a wish
      stop         -> done      : nothing wanted
    paying
      enter: call charge
      later        stay         : soon
    done (final: completed)
    """


def pay(*changes: tuple[str, str]) -> str:
    text = PAY
    for old, new in changes:
        assert old in text, old
        text = text.replace(old, new)
    return text


LEAVE = ("later        stay         : soon", "later        -> shop      : soon")
STOP = ("later        stay         : soon", "stop         -> done      : soon")


def test_a_write_that_is_waited_for_is_left_by_nothing() -> None:
    assert found(PAY) == []


def test_a_move_while_a_write_may_be_open_is_listed() -> None:
    text = pay(LEAVE)
    (note, end) = report(text).findings
    assert (note.code, note.severity, note.line, note.state, note.event) == (
        "leaves-write",
        Severity.NOTE,
        22,
        "paying",
        "later",
    )
    assert note.message == "this line may leave a started charge open: later in paying"
    assert (end.code, end.severity, end.line, end.token) == ("end-open-write", Severity.WARNING, 23, "done")
    assert end.message == "'done' may be reached while a started charge is open: by stop in shop (line 19)"


def test_a_line_that_holds_only_when_nothing_is_open_leaves_nothing() -> None:
    assert found(pay((LEAVE[0], "later when not busy   -> shop : soon\n      later else   stay : soon"))) == []
    held = pay((LEAVE[0], "later when busy   -> shop : soon\n      later else   stay : soon"))
    assert [code for code, _, _ in found(held)] == ["leaves-write", "end-open-write"]


def test_a_line_whose_guard_looks_at_fields_and_facts_beside_busy_is_judged_by_values() -> None:
    text = pay(
        ("user      buy, stop, later", "user      buy, stop, later(soon: bool)"),
        (LEAVE[0], "later when not busy and soon   -> shop : soon\n      later else   stay : soon"),
    )
    assert found(text) == []


def test_an_outcome_that_would_meet_only_a_star_is_a_warning() -> None:
    text = pay(
        LEAVE,
        ("      declined     -> shop      : not paid\n", ""),
        ("enter: call charge", "enter: call charge\n      declined   -> shop : not paid"),
    )
    warning = report(text).findings[0]
    assert (warning.code, warning.severity) == ("leaves-write", Severity.WARNING)
    assert (
        warning.message
        == "this line may leave a started charge open: later in paying; 'declined' would meet only `*` in shop"
    )
    assert warning.hint == "decide the outcome there by its name, or stay until it is known"


def test_an_end_with_leftovers_says_so_itself() -> None:
    assert of(pay(STOP), "leaves-write") == [(22, "this line may leave a started charge open: stop in paying")]
    assert of(pay(STOP), "end-open-write") == [
        (23, "'done' may be reached while a started charge is open: by stop in paying (line 22)")
    ]
    said = pay(STOP, ("(final: completed)", "(final: completed, leftovers to attention)"))
    assert of(said, "end-open-write") == []


def test_several_writes_at_one_end_are_told_together() -> None:
    text = pay(
        STOP,
        ("enter: call charge", "enter: call charge, call ship"),
        (
            "look up by repeating the key",
            "look up by repeating the key\n      write  ship()   gives sent   timeout unsure   look up by repeating the key",
        ),
        ("evidence  paid", "evidence  paid, sent"),
        ("unsure       stay         : it", "unsure, sent   stay         : it"),
    )
    assert [message for code, _, message in found(text) if code == "end-open-write"] == [
        "'done' may be reached while a started charge (and ship) is open: by stop in paying (line 23)"
    ]
    # The outcome of one leaves the other, and so does the gate's no to one of them.
    assert [line for code, line, _ in found(text) if code == "leaves-write"] == [11, 12, 14, 23]


def test_an_interruption_leaves_nothing_and_leaving_it_elsewhere_does() -> None:
    away = """\
    away (interruption)
      model_back   -> back else shop   : where it was
      stop         stay                : soon
    done"""
    text = pay((LEAVE[0], "model_down   -> away      : nobody reads"), ("    done", away))
    assert of(text, "leaves-write") == of(text, "end-open-write") == []
    left = text.replace("stop         stay                : soon", "stop         -> done             : enough")
    assert [line for line, _ in of(left, "leaves-write")] == [25]
    assert [line for line, _ in of(left, "end-open-write")] == [26]
    back = left.replace(
        "model_back   -> back else shop   : where it was", "model_back   -> shop             : begin again"
    )
    assert [line for line, _ in of(back, "leaves-write")] == [24, 25]


def test_a_write_that_an_interruption_starts_is_open_where_it_goes_back_to() -> None:
    away = """\
    away (interruption)
      enter: call refund
      model_back   -> back else shop   : where it was
    done"""
    text = pay(
        ("model_down   stay         : code reads messages", "model_down   -> away      : nobody reads"),
        ("    done", away),
        (
            "look up by repeating the key",
            "look up by repeating the key\n      write  refund()   gives given   timeout unsure   look up by repeating the key",
        ),
        ("evidence  paid", "evidence  paid, given"),
        ("unsure       stay         : it", "unsure, given   stay         : it"),
    )
    ends = [message for _, message in of(text, "end-open-write")]
    assert ends == ["'done' may be reached while a started charge (and refund) is open: by stop in shop (line 20)"]


def test_a_deferred_event_at_an_end_is_found_with_the_state_before_it() -> None:
    text = pay(("later        stay         : soon", "later        defer        : soon"))
    (finding,) = report(text).findings
    assert (finding.code, finding.line, finding.state, finding.event) == ("end-leftovers", 23, "done", "later")
    assert finding.message == "'done' may be reached with later deferred: from paying, say"
    assert found(text.replace("(final: completed)", "(final: completed, leftovers to attention)")) == []


def test_a_deferred_event_that_the_next_state_takes_is_no_leftover() -> None:
    text = pay(
        ("paid         -> done      : it is paid", "paid         -> told      : it is paid"),
        ("later        stay         : soon", "later        defer        : soon"),
        ("    done", "    told\n      later, buy   -> done      : afterwards\n    done"),
        ("buy          -> paying", "later        stay         : soon\n      buy          -> paying"),
    )
    assert found(text) == []
    waits = text.replace("later, buy   ->", "buy   ->")
    assert [message for _, _, message in found(waits)] == ["'done' may be reached with later deferred: from told, say"]


def test_a_queue_waits_while_there_is_an_interruption() -> None:
    away = """\
    away (interruption)
      model_back   -> back else shop   : where it was
      later        stay                : soon
      stop         -> done             : enough
    done"""
    text = pay(
        (
            "later        stay         : soon",
            "later        defer        : soon\n      model_down   -> away      : nobody reads",
        ),
        ("paid         -> done ", "paid         -> shop "),
        ("buy          -> paying", "later        stay         : soon\n      buy          -> paying"),
        ("    done", away),
    )
    assert [message for code, _, message in found(text) if code == "end-leftovers"] == [
        "'done' may be reached with later deferred: from away, say"
    ]


def test_what_no_path_leads_to_leaves_nothing() -> None:
    text = pay(
        ("buy          -> paying    : a wish", "buy          stay         : a wish"),
        ("later        stay         : soon", "later        defer        : soon"),
    )
    assert [code for code, _, _ in found(text)] == ["tool-never-allowed", "unreachable"]


def test_only_the_end_that_does_not_say_so_is_accused() -> None:
    text = pay(
        ("later        stay         : soon", "later        defer        : soon\n      stop   -> gone : enough"),
        ("(final: completed)", "(final: completed, leftovers to attention)\n    gone (final: cancelled)"),
    )
    assert [message for _, message in of(text, "end-leftovers")] == [
        "'gone' may be reached with later deferred: from paying, say"
    ]


def test_a_write_that_both_a_state_and_its_interruption_start_is_open_in_both() -> None:
    away = """\
    away (interruption)
      enter: call charge
      model_back   -> back else shop   : where it was
    done"""
    text = pay(
        (LEAVE[0], "model_down   -> away      : nobody reads\n      stop   -> done : enough"), ("    done", away)
    )
    assert [message for _, message in of(text, "end-open-write")] == [
        "'done' may be reached while a started charge is open: by stop in paying (line 23)"
    ]
