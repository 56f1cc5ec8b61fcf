"""Scripts: what each line means, and what is said about one that cannot be played."""

from __future__ import annotations

from datetime import date, time

import pytest

from decidable.check.regression import broken_by
from decidable.check.rules.trace import TraceStep, headline
from decidable.check.script import ScriptError, play, value_text
from decidable.core import snapshot as s
from decidable.core.values import Money
from tests.check.prove.test_rules import SHOP
from tests.check.written import table

VALUES = """\
    machine values
    facts
      day: date
      at: time
      price: money
      many: 0..9
      sure: bool
      size: small | large
      names: list of text
      days: list of date
      more: data
    events
      user all(day?, at?, price?, many?, sure?, size?, names?, days?, more?)
    first (start)
      all   stay   : heard
"""


def ends(script: str) -> s.Snapshot:
    return list(play(table(SHOP), script))[-1].step.snapshot


def test_everything_that_can_happen_to_a_run() -> None:
    script = """
        # somebody asks
        fact order = "A # 1"
        ask(order = "A, 1")     # again
        check: fine(amount = 5.00 USD)
        wait 10m
        yes approves
        refund_order starts
        refund_order: unknown
        refund_order: not found
        refund_order starts
        refund_order: not done
        ask(order = "B")
        check: failed
        ask(order = "C")
        check: fine(amount = 5.00 USD)
        after 1h
    """
    assert ends(script).state == "start_here"
    script = "ask(order = C)\ncheck: fine(amount = 5.00 USD)\nyes approves\nrefund_order: blocked"
    assert ends(script).state == "start_here"


def test_values_of_every_type() -> None:
    script = (
        "all(day = 2030-01-02, at = 12:30, price = 5.00 USD, many = 3, sure = yes, size = large)\n"
        'all(names = ["a", "b"], days = [{"$date": "2030-01-02"}], more = {"a": [1, null, "x"]})\n'
        'all(more = [1, {"b": 2}], sure = no)\nall(more = word, size = "small")\nall(many = {"any": 4})'
    )
    known = {name: k.value for name, k in list(play(table(VALUES), script))[-1].step.snapshot.facts.items()}
    assert (known["day"], known["at"], known["price"]) == (date(2030, 1, 2), time(12, 30), Money("5.00 USD"))
    assert (known["many"], known["sure"], known["size"]) == (4, False, "small")
    assert (known["names"], known["days"], known["more"]) == (("a", "b"), (date(2030, 1, 2),), "word")
    for value in (date(2030, 1, 2), time(12, 30), Money("5.00 USD"), 3, True, False, "a", ("a", "b")):
        assert value_text(value)


@pytest.mark.parametrize(
    ("script", "message"),
    [
        ("asks", "line 1: 'asks' is not an event of shop; did you mean 'ask'?"),
        ("zzzzzz", "line 1: 'zzzzzz' is not an event of shop"),
        ("((", "line 1: '((' is not an event of shop"),
        ("refund_order starts", "line 1: in start_here no refund_order waits to be started (open: nothing)"),
        ("ask(order = A)\n\ncheck 2: failed", "line 3: in checking no check is under way (open: check)"),
        ("yes approves", "line 1: in start_here no question is open that yes could approve"),
        ("after 1h", "line 1: in start_here no deadline 'after 1h' is armed"),
        ("wait soon", "line 1: 'soon' is no time: write it as 10m, 2h or 1d"),
        ("wait '", "line 1: ''' is no time: write it as 10m, 2h or 1d"),
        ("ask(A)", "line 1: write the values of ask as name = value, with commas between them"),
        ("ask(ordr = A)", "line 1: ask has no 'ordr'; did you mean 'order'?"),
        ("yes(a = 1)", "line 1: yes has no 'a'; there are none"),
        ('ask(order = "A" "B")', "line 1: after order a comma should stand, not '\"B\"'"),
        ("fact tries = many", "line 1: tries: invalid literal for int() with base 10: 'many'"),
        ("fact tries = 9", "line 1: tries: 9 is not 0..2"),
        ("fact checked = maybe", "line 1: checked: write yes or no, not 'maybe'"),
        (f"ask(order = {'[' * 99_999})", "line 1: order: it is nested too deep"),
        ("ask", "line 1: 'ask' needs order"),
        ("fine(amount = 5.00 USD)", "line 1: 'fine' is a result and names no operation; write TOOL: fine"),
        ("ask(order = A)\ncheck: told", "line 2: not an outcome of check; it ends with fine, unfit, failed"),
        ("ask(order = A)\ncheck: fine", "line 2: 'fine' needs amount"),
        ("z" * 99, f"line 1: '{'z' * 37}...' is not an event of shop"),
    ],
)
def test_a_line_that_cannot_be_played(script: str, message: str) -> None:
    with pytest.raises(ScriptError) as refused:
        list(play(table(SHOP), script))
    assert str(refused.value) == message


def test_a_regression_is_over_when_its_script_cannot_be_played_any_more() -> None:
    shop = table(SHOP)
    asks = "ask(order = A)\n"
    assert broken_by(shop, "never asked before yes", asks) == ""
    assert broken_by(shop, "never asked before yes", f"{asks}no_such_thing") == ""
    assert broken_by(shop, "never checking before yes", asks) == (
        "never checking before yes: broken in checking, at line 1 of the script"
    )
    assert broken_by(shop, "never start_here before yes", "").endswith("at the beginning")
    assert broken_by(shop, "never checking before ask", asks) == ""
    assert broken_by(shop, "checked holds whenever check is possible", asks)
    with pytest.raises(ValueError, match="prove it"):
        broken_by(shop, "every path after ask visits asked", asks)


def test_a_trace_has_only_what_changes_a_run() -> None:
    with pytest.raises(ValueError, match="only what can change"):
        headline(TraceStep(s.Unresolved("1.1", "why", 0), "", 0, "a", "a", {}, (), (), ()))
