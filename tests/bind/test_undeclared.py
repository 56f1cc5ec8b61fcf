"""What a bound file declares by hand and Python does not have: said at its line, and nothing of what Python has."""

from __future__ import annotations

from pathlib import Path

import pytest

from decidable.core.problem import Severity
from tests.bind.kiosk import STATES, Leave, load, problems

OWN = """\
facts
  seat_number: 1..9
  ghost: text

events
  user    phantom
  result  spectre
  system  ticked

tools
  read  seance(ghost)   gives spectre   fails spectre

any state
  phantom, spectre, ticked   stay : nothing comes of it
"""


def test_names_that_python_lacks_are_told_at_their_declaration(tmp_path: Path) -> None:
    found = [each for each in problems(tmp_path, STATES.replace("any state\n", OWN, 1)) if each.code == "not-in-python"]
    assert [(each.line, each.column, each.message, each.hint) for each in found] == [
        (4, 3, "fact 'seat_number' is declared here and not in Python: Facts has no such fact", "write it in Facts, or take it away here"),
        (5, 3, "fact 'ghost' is declared here and not in Python: Facts has no such fact", "write it in Facts, or take it away here"),
        (8, 11, "event 'phantom' is declared here and not in Python: no class in Python is called so", "write its class and pass it on, or take it away here"),
        (9, 11, "event 'spectre' is declared here and not in Python: no class in Python is called so", "write its class and pass it on, or take it away here"),
        (13, 9, "tool 'seance' is declared here and not in Python: no function carries it out", "pass its function in tools=, or take it away here"),
    ]  # fmt: skip
    assert {each.severity for each in found} == {Severity.WARNING}


def test_what_may_have_been_meant_is_said(tmp_path: Path) -> None:
    text = STATES.replace("any state\n", "facts\n  prices: money\n\nany state\n", 1)
    (found,) = [each for each in problems(tmp_path, text) if each.code == "not-in-python"]
    assert found.hint == "did you mean 'price'?"


@pytest.mark.parametrize("title", ["facts", "events", "tools"])
def test_a_generated_section_says_what_differs(title: str, tmp_path: Path) -> None:
    line = {"facts": "  ghost: text", "events": "  user  ghost", "tools": "  read  ghost()   gives priced"}[title]
    text = STATES.replace("any state\n", f"{title}  # generated from Python by decidable fmt\n{line}\n\nany state\n", 1)
    (found,) = problems(tmp_path, text)
    assert (found.code, found.line) == ("stale-section", 3)
    assert found.message.startswith(
        f"the generated section '{title}' is not what Python declares: it has 'ghost', which Python lacks; it lacks '"
    )


def test_a_generated_section_of_what_python_does_not_declare_at_all(tmp_path: Path) -> None:
    class Nothing:
        pass

    states = "machine m\n\nfacts  # generated from Python by decidable fmt\n  ghost: text\n\nbegin (start)\n  leave -> gone : x\n\ngone (final: completed)\n"
    found = problems(tmp_path, states, words=None, facts=Nothing, tools=[], user=Leave)
    assert [each.code for each in found] == ["not-in-python"]


def test_the_kiosk_itself_has_nothing_of_the_kind(tmp_path: Path) -> None:
    assert load(tmp_path).warnings == ()
