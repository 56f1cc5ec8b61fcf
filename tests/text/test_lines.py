"""Lines of the table: every selector, outcome and effect, and where a mistake in one is shown."""

from __future__ import annotations

import pytest

from decidable.core import definition as d
from decidable.core.guard import Holds
from decidable.core.values import Money
from decidable.text import read
from decidable.text.lines import read_line, read_reason, reason_text
from decidable.text.source import split_line


def line(text: str) -> d.Line:
    return read_line(split_line(7, f"  {text}"))


def place(text: str) -> tuple[str, int, str]:
    (problem,) = read(f"gather\n  {text}\n").problems
    assert problem.line == 2
    return problem.code, problem.column, problem.hint


@pytest.mark.parametrize(
    ("text", "selector"),
    [
        ("a", d.Named(("a",))),
        ("yes, no , on", d.Named(("yes", "no", "on"))),
        ("@user", d.Group("user")),
        ("@exit only", d.Group("exit", only=True)),
        ("*", d.Star()),
        ("after 30m", d.After(1_800_000)),
        ("after 2h", d.After(7_200_000)),
        ("after 45s", d.After(45_000)),
        ("after 1d", d.After(86_400_000)),
        ("after 500ms", d.After(500)),
        ("after 3 strikes", d.AfterStrikes(3)),
        ("after 1 strike", d.AfterStrikes(1)),
    ],
)
def test_selectors(text: str, selector: d.Selector) -> None:
    assert line(f"{text} stay").selector == selector


@pytest.mark.parametrize(
    ("text", "outcome"),
    [
        ("-> gather", d.Move("gather")),
        ("-> gather restart", d.Move("gather", restart=True)),
        ("-> back", d.Back()),
        ("-> back else gather", d.Back("gather")),
        ("stay", d.Stay()),
        ("defer", d.Defer()),
        ("reject", d.Reject()),
        ("reject strike", d.Reject(strike=True)),
        ("ignore", d.Ignore()),
        ("?", d.Undecided()),
    ],
)
def test_outcomes(text: str, outcome: d.Outcome) -> None:
    assert line(f"a {text} : why") == d.Line(selector=d.Named(("a",)), outcome=outcome, reason="why")


@pytest.mark.parametrize(
    ("text", "effects"),
    [
        ("call pay", (d.Call("pay"),)),
        (
            "propose a then b(x from c, y from d) then e",
            (d.Propose((d.Item("a"), d.Item("b", (("x", "c"), ("y", "d"))), d.Item("e"))),),
        ),
        ("ask again, perform, hand off, record", (d.AskAgain(), d.Perform(), d.HandOff(), d.Record())),
        ("say hello gives told, compose more", (d.Say("hello", "told"), d.Compose("more"))),
        ("send paid to billing, send to to stock", (d.Send("paid", "billing"), d.Send("to", "stock"))),
        ("forget f and g, send paid to billing", (d.Forget(("f", "g")), d.Send("paid", "billing"))),
        ("set f = yes, set g = no", (d.Set("f", True), d.Set("g", False))),
        ("set f = 3, set g = 20.00 USD", (d.Set("f", 3), d.Set("g", Money("20.00 USD")))),
        ('set f = "a, b : c", set g = economy', (d.Set("f", "a, b : c"), d.Set("g", "economy"))),
        ("count f, reset g", (d.Count("f"), d.Reset("g"))),
        ("forget f and g, forget all but h and i", (d.Forget(("f", "g")), d.ForgetAllBut(("h", "i")))),
    ],
)
def test_effects(text: str, effects: tuple[d.Effect, ...]) -> None:
    assert line(f"a stay / {text}").effects == effects
    reading = read(f"gather\n  enter: {text}\n")
    assert reading.problems == ()
    assert reading.definition is not None
    assert reading.definition.states[0].enter == effects


def test_a_line_has_its_place() -> None:
    assert line("a stay").at == 7
    assert line("a when b stay") == d.Line(selector=d.Named(("a",)), guard=Holds("b"), outcome=d.Stay())
    assert line("a else stay") == d.Line(selector=d.Named(("a",)), otherwise=True, outcome=d.Stay())


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("a stay", ""),
        ("a stay :", ""),
        ("a stay : ", ""),
        ("a stay              : not requested", "not requested"),
        ("a reject : nobody", "nobody"),
        ("a reject: nobody", "nobody"),
        ("a reject :nobody", "nobody"),
        ("a stay : at 12:30 : or later", "at 12:30 : or later"),
        ('a stay / set f = "x : y" : why', "why"),
        ("a stay : we don't know  # comment", "we don't know"),
        ("a stay : the #1 reason", "the"),
        ("a stay : issue#1", "issue#1"),
        ('a stay : "the #1 reason"', "the #1 reason"),
        ('a stay : a 5" pipe # comment', 'a 5" pipe'),
        ('a stay : a "# quoted" word', 'a "# quoted" word'),
        ('a stay : "C:\\path"', '"C:\\path"'),
        ('a stay : "\\u0041\\n\\t\\"\\\\"', 'A\n\t"\\'),
    ],
)
def test_reasons(text: str, reason: str) -> None:
    assert line(text).reason == reason
    again = split_line(0, f": {reason_text(reason)}")
    assert again.comment == ""
    assert read_reason(again) == reason


@pytest.mark.parametrize(
    ("text", "code", "column", "hint"),
    [
        ("a", "syntax-outcome", 4, "an outcome is"),
        ("a rejct", "syntax-outcome", 5, "did you mean 'reject'?"),
        ("a b c", "syntax-outcome", 5, "an outcome is"),
        ("a => b", "syntax-outcome", 5, "write ->"),
        ("a \u2192 b", "syntax-character", 5, "write ->"),
        ("a if b stay", "syntax-outcome", 5, "write `when`"),
        ("a goto b", "syntax-outcome", 5, "write -> STATE"),
        ("a ->", "syntax-outcome", 7, ""),
        ("a -> b when c", "syntax-outcome", 10, "before the outcome"),
        ("a stay, say x", "syntax-outcome", 9, "after ' / '"),
        ("a -> back else", "syntax-outcome", 17, ""),
        ("a when b else stay", "syntax-outcome", 12, ""),
        ("a: -> b", "syntax-outcome", 4, "take the ':' away"),
        ("a: stay", "syntax-outcome", 4, "take the ':' away"),
        ("entr: say x", "syntax-outcome", 7, "did you mean 'enter'?"),
        ("a : why", "syntax-outcome", 4, "an outcome is"),
        ("@user : why", "syntax-outcome", 8, "an outcome is"),
        ("enter say x", "syntax-selector", 3, "write `enter:`"),
        ("else stay", "syntax-selector", 3, "before `else`"),
        ("a, turn stay", "syntax-selector", 6, "another name"),
        (": why", "syntax-selector", 3, ""),
        ("-> b", "syntax-selector", 3, ""),
        ("a, stay", "syntax-outcome", 10, "an outcome is"),
        ("a, * stay", "syntax-selector", 6, "a line of its own"),
        ("a, @user stay", "syntax-selector", 6, "a line of its own"),
        ("a, after 3m stay", "syntax-selector", 6, "a line of its own"),
        ("a, when b stay", "syntax-selector", 6, ""),
        ("when b stay", "syntax-selector", 3, ""),
        ("@ stay", "syntax-selector", 5, ""),
        ("@3 stay", "syntax-selector", 4, ""),
        ("after 30min stay", "syntax-selector", 9, "write 500ms"),
        ("after 30 m stay", "syntax-selector", 9, "write 500ms"),
        ("after stay", "syntax-selector", 9, "write 500ms"),
        ("after 0 strikes stay", "syntax-selector", 9, "count from 1"),
        ("after 1.5 strikes stay", "syntax-selector", 9, ""),
        ("a stay /", "syntax-effect", 11, "an effect is"),
        ("a stay / zzz x", "syntax-effect", 12, "an effect is"),
        ("a stay / cal x", "syntax-effect", 12, "did you mean 'call'?"),
        ("a stay / say", "syntax-effect", 15, "words file"),
        ('a stay / say "hello"', "syntax-effect", 16, "words file"),
        ("a stay / say x gives", "syntax-effect", 23, ""),
        ("a stay / ask", "syntax-effect", 15, ""),
        ("a stay / hand", "syntax-effect", 16, ""),
        ("a stay / set f yes", "syntax-effect", 18, ""),
        ("a stay / set f =", "syntax-effect", 19, "a number"),
        ('a stay / set f = "\\q"', "syntax-effect", 20, "use only"),
        ("a stay / propose b()", "syntax-effect", 22, ""),
        ("a stay / propose b(x of y)", "syntax-effect", 24, ""),
        ("a stay / propose b(x from y", "syntax-effect", 30, ""),
        ("a stay / forget f, g", "syntax-effect", 22, "join the facts to forget with `and`"),
        ("a stay / forget all but f, g", "syntax-effect", 30, "join the facts to forget with `and`"),
        ("a stay / forget f, say x g", "syntax-outcome", 28, ""),
        ('a stay / say "x', "syntax-quote", 16, 'close it with "'),
        ("enter: say x : why", "syntax-effect", 16, "no reason"),
        ("enter:", "syntax-effect", 9, "an effect is"),
        ("a 'b' stay", "syntax-character", 5, "double quotes"),
        ("a\u00a0stay", "syntax-character", 4, "ordinary space"),
        ("a; stay", "syntax-character", 4, "double quotes"),
        ("a" * 101 + " stay", "syntax-name", 3, "shorten"),
    ],
)
def test_a_mistake_is_shown_where_it_is(text: str, code: str, column: int, hint: str) -> None:
    found = place(text)
    assert found[:2] == (code, column)
    assert hint in found[2]
