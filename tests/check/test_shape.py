"""Interruptions that nest, and a machine of one state."""

from decidable.core.problem import Severity
from tests.check.written import found, of, report

TWO = """\
    events
      user    go, stop
      system  model_down, model_back
    any state
      model_down   -> degraded             : nobody reads
      stop         -> waiting              : wait
      *            reject                  : not here
    a (start)
      go           -> b                    : on
    b
      go           -> a                    : on
    degraded (interruption)
      model_back   -> back else a          : on
      stop         stay                    : later
    waiting (interruption)
      go           -> back else a          : on
      model_down   stay                    : still waiting
    """


def test_interruptions_that_stay_apart_are_fine() -> None:
    assert [code for code, _, _ in found(TWO) if code != "override"] == []


def test_an_interruption_inside_another_is_found_at_the_line_that_leads_there() -> None:
    text = TWO.replace("      model_down   stay                    : still waiting\n", "")
    (finding,) = (each for each in report(text).findings if each.code != "override")
    assert (finding.code, finding.severity, finding.line, finding.state, finding.event) == (
        "interruption-nests",
        Severity.WARNING,
        5,
        "waiting",
        "model_down",
    )
    assert finding.message == (
        "model_down in the interruption 'waiting' leads into the interruption 'degraded'; interruptions do not nest"
    )


def test_to_enter_the_same_interruption_anew_is_no_nesting() -> None:
    text = TWO.replace("model_down   stay                    : still", "model_down   -> waiting restart      : still")
    assert [code for code, _, _ in found(text) if code != "override"] == []


def test_one_working_state_is_a_note() -> None:
    (finding,) = report("s (start)\n  a   -> t   : x\nt (final: completed)\n").findings
    assert (finding.code, finding.severity, finding.line) == ("one-state", Severity.NOTE, 1)
    assert finding.message == "'s' is the only working state: is a machine the right tool?"


def test_moving_among_the_children_of_an_interruption_is_no_nesting() -> None:
    text = TWO.replace(
        "    waiting (interruption)\n      go           -> back else a          : on\n      model_down   stay                    : still waiting\n",
        """\
    waiting (interruption)
      model_down   stay                    : still waiting
      state first (start)
        go           -> second             : on
      state second
        go           -> back else a        : on
""",
    )
    assert of(text, "interruption-nests") == []
