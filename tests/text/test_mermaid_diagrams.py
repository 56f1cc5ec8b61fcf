"""Where diagrams are in a file, and what is said of one that cannot be read, or not wholly."""

from __future__ import annotations

import pytest

from decidable.core.definition import Back, Move, Named, Undecided
from decidable.core.problem import Severity
from decidable.text import read_mermaid
from tests.text.diagrams import drafted, imported, machine, told

MARKDOWN = """\
# A page

```mermaid
flowchart LR
  a --> b
```

> ~~~ {mermaid}
> stateDiagram
> [*] --> one
> ~~~

```mermaid
---
config:
  theme: dark
title: "Two & more"
---
%% a comment
%%{init: {
  "theme": "dark" }
}%%
stateDiagram-v2; [*] --> two; two --> three : go %% on
```
"""


def test_a_diagram_in_a_page_is_found_in_its_lines() -> None:
    found = read_mermaid(MARKDOWN)
    assert found.diagrams == (9, 23)
    assert [(p.code, p.line, p.message, p.hint) for p in found.problems] == [
        ("import-diagram", 9, "there are 2 state diagrams here: 1 in line 9, 2 in line 23", "say which: --diagram 1")
    ]
    assert found.definition is None
    first, second = read_mermaid(MARKDOWN, diagram=1), read_mermaid(MARKDOWN.encode(), diagram=2)
    assert [p for p in (*first.problems, *second.problems) if p.severity is not Severity.NOTE] == []
    assert first.text.endswith("\none (start)\n")
    assert second.text.startswith("machine two_more\n# Imported from a Mermaid state diagram: Two & more.\n")
    assert second.text.endswith("\ntwo (start)\n  go   -> three\n\nthree\n")
    assert read_mermaid(MARKDOWN, diagram=2, name="other").text.startswith("machine other\n")


def test_the_title_of_many_and_their_list_are_bounded() -> None:
    page = "```mermaid\nstateDiagram-v2\n  a --> b\n```\n" * 12
    (problem,) = read_mermaid(page).problems
    assert problem.message.endswith("8 in line 30, 9 in line 34, ...")
    (problem,) = read_mermaid(page, diagram=13).problems
    assert (problem.message, problem.hint) == ("there is no state diagram 13 here, but 12", "say --diagram 12")


@pytest.mark.parametrize(
    ("source", "message", "hint"),
    [
        ("", "there is no state diagram here", "it begins with `stateDiagram-v2`, in a ```mermaid block or alone"),
        (
            "---\ntitle: x",
            "there is no state diagram here",
            "it begins with `stateDiagram-v2`, in a ```mermaid block or alone",
        ),
        (
            "%%{init",
            "there is no state diagram here",
            "it begins with `stateDiagram-v2`, in a ```mermaid block or alone",
        ),
        (
            "```mermaid\n```\n",
            "there is no state diagram here",
            "it begins with `stateDiagram-v2`, in a ```mermaid block or alone",
        ),
        (
            "classDiagram\n",
            "there is a classDiagram, and no state diagram here",
            "it begins with `stateDiagram-v2`, in a ```mermaid block or alone",
        ),
        (
            "gantt\n",
            "there is a gantt, and no state diagram here",
            "it begins with `stateDiagram-v2`, in a ```mermaid block or alone",
        ),
        ("stateDiagram-v2\n  direction LR\n", "this diagram has no state", "draw one: [*] --> begin"),
    ],
)
def test_a_file_without_a_diagram(source: str, message: str, hint: str) -> None:
    found = read_mermaid(source)
    assert (found.text, found.definition) == ("", None)
    assert [(p.code, p.message, p.hint) for p in found.problems if p.severity is Severity.ERROR] == [
        ("import-diagram", message, hint)
    ]


def test_every_mistake_has_its_place_and_reading_goes_on() -> None:
    body = """\
        [*] --> a
        a -> b : x
          stat "b" as b
        a --> b : go; note of a; a --> c
        state d <<history>>
        a --> b c
        note right of a
          never closed
    """
    assert [(code, line, column) for code, line, column, _ in told(body)] == [
        ("import-syntax", 3, 1),
        ("import-syntax", 4, 3),
        ("import-unlabelled", 5, 26),
        ("import-syntax", 5, 15),
        ("import-syntax", 6, 1),
        ("import-syntax", 7, 1),
        ("import-syntax", 8, 1),
    ] or sorted(told(body), key=lambda each: each[1:3]) == told(body)
    assert imported(body).problems[1].hint == "did you mean 'state'?"
    assert {state.name for state in machine(body).states} == {"a", "b", "c"}


def test_blocks_that_do_not_fit() -> None:
    assert told("[*] --> a\n}\nstate b {\n") == [
        ("import-syntax", 3, 1, "this `}` closes nothing"),
        ("import-syntax", 4, 1, "this block is never closed"),
    ]
    assert told("state a {\n[*] --> b\nstate a {\nb --> c : x\n}\n}\n[*] --> a\n[*] --> [*]") == [
        ("import-syntax", 4, 1, "'a' would stand inside itself"),
        ("import-syntax", 9, 1, "this arrow leads from the beginning to the end, past every state"),
    ]


def tree(body: str) -> str:
    """The states, each with what it stands in."""
    states = machine(body).states
    return " ".join(f"{state.name}{f'<{state.parent}' if state.parent else ''}" for state in states)


def test_a_block_may_stand_in_one_line() -> None:
    body = "[*] --> a\nstate a { [*] --> b; b --> c : x }\nstate d { state e { f --> g : {y} } }\nc --> d : z"
    assert tree(body) == "a b<a c<a d e<d f<e g<e"
    assert moves(body) == [("b", "x", "c"), ("c", "z", "d"), ("f", "y", "g")]


def test_blocks_beyond_reading_are_left_out() -> None:
    body = "".join(f"state a{n} {{\n" for n in range(30)) + "x --> y : z\n" + "}\n" * 30 + "b --> c : go\n"
    found = imported(body)
    assert [(p.code, p.line) for p in found.problems if p.severity is Severity.ERROR] == [("too-deep", 10)]
    assert tree(body).endswith("a7<a6 b c")


def moves(body: str) -> list[tuple[str, str, str]]:
    return [
        (state.name, line.selector.events[0], line.outcome.target if isinstance(line.outcome, Move) else "?")
        for state in machine(body).states
        for line in state.lines
        if isinstance(line.selector, Named)
    ]


def test_states_in_states_stay_in_them() -> None:
    body = """\
        [*] --> ready
        ready --> work : begin
        state work {
          [*] --> first
          first --> second : next
          second --> [*] : done with it
          second --> hidden : stop
          state deep {
            hidden --> hidden2 : dig
          }
          note left of second : think
        }
        work --> ready : stop
        work --> over
        over --> [*]
    """
    assert (
        drafted(body).partition("\nready")[2]
        == """ (start)
  begin            -> work

work
  stop             -> ready

  state first (start)
    next           -> second

  state second
    # think
    done_with_it   -> over : done with it
    stop           -> hidden

  state hidden
    dig            -> hidden2

  state deep
    state hidden2 (start)

over (final: completed)
"""
    )
    assert told(body) == [("import-left-out", 10, 1, "the diagram does not say where 'deep' begins")]


def test_where_the_end_of_inner_states_leads_must_be_said() -> None:
    body = "[*] --> w\nstate w {\n[*] --> a\na --> [*] : x\n}\nw --> b : y\nb --> [*]"
    assert moves(body) == [("w", "y", "b"), ("a", "x", "?")]
    assert told(body) == [("import-left-out", 5, 1, "'a' ends 'w', and no arrow without a label says what follows")]
    over = "[*] --> w\nstate w {\n[*] --> a\na --> [*] : x\n}\nw --> [*]\n"
    assert moves(over) == [("a", "x", "end")]
    circle = "[*] --> w\nstate w {\nstate v {\n a --> [*] : x\n}\nv --> [*]\n}\nw --> c\nc --> d : e"
    assert moves(circle) == [("a", "x", "c"), ("c", "e", "d")]


def test_inner_states_that_end_may_go_on_in_several_ways() -> None:
    body = """\
        [*] --> w
        w --> b
        w --> c
        state w {
          [*] --> a
          a --> [*]
          a --> d : late
          d --> [*] : done
        }
    """
    assert moves(body) == [
        ("a", "to_b", "b"),
        ("a", "to_c", "c"),
        ("a", "late", "d"),
        ("d", "done_event", "b"),
        ("d", "done_event", "c"),
    ]
    chosen = (
        "[*] --> w\nw --> q\nstate q <<choice>>\nq --> b : ok\nq --> c : else\nstate w {\n[*] --> a\na --> [*] : x\n}"
    )
    assert moves(chosen) == [("a", "x", "b"), ("a", "x", "c")]
    assert [line.otherwise for line in machine(chosen).states[1].lines] == [False, True]


def test_an_arrow_without_a_label_leaves_every_inner_state_where_none_ends() -> None:
    assert moves("[*] --> w\nstate w {\na --> b : x\n}\nw --> c\nc --> [*]") == [("w", "to_c", "c"), ("a", "x", "b")]


def test_a_state_belongs_where_it_is_declared() -> None:
    body = "[*] --> a\nstate a {\nb --> c : x\n}\nstate c\nstate d {\nb : here after all\n}\nc --> a : y\n"
    assert tree(body) == "a c d b<d"
    assert moves(body) == [("c", "y", "a"), ("b", "x", "c")]


def test_a_run_may_begin_in_a_state_inside() -> None:
    found = imported("state w {\n a --> b : x\n}\n[*] --> b\n")
    assert found.problems == ()
    assert found.text.endswith("\nw (start)\n  state a\n    x   -> b\n\n  state b (start)\n")


def test_a_start_that_is_an_end_leads_to_one() -> None:
    assert moves("[*] --> a\na --> [*]") == [("a", "to_end", "end")]


def test_an_end_drawn_outside_of_the_state_in_a_state() -> None:
    assert moves("[*] --> w\nstate w {\na --> b : x\n}\nb --> [*]") == [("a", "x", "b"), ("b", "to_end", "end")]


def test_beginnings_in_circles_are_left_out() -> None:
    body = "[*] --> a\nstate a {\n[*] --> b\nstate b {\n[*] --> a\nc --> d : x\n}\n}\n"
    assert tree(body) == "a b<a c<b d<b"


def test_a_state_waits_as_long_as_the_one_it_stands_in() -> None:
    body = "[*] --> w\nstate w {\n[*] --> a\na --> b : after 5s, tick\n}\nw --> a : after 5 seconds\nw --> b : after 6s"
    assert moves(body) == [("a", "tick", "b")]
    (problem,) = imported(body).problems
    assert (problem.line, problem.message, problem.hint) == (
        5,
        "'after 5s' leaves 'a' and 'w', in which it stands",
        "only that of 'w' is read; let one of them wait longer",
    )


def test_going_back_is_for_interruptions() -> None:
    body = """\
        state "back to where it was" as back0
        [*] --> a
        a --> w : down
        a --> back0 : odd
        state w {
          [*] --> b
          b --> back0 : up
        }
    """
    definition = machine(body)
    assert [(state.name, state.role.value) for state in definition.states] == [
        ("a", "start"),
        ("w", "interruption"),
        ("b", "start"),
    ]
    assert [line.outcome for line in (*definition.states[0].lines, *definition.states[2].lines)] == [
        Move("w"),
        Undecided(),
        Back(),
    ]


def test_what_has_no_counterpart_is_told_with_what_stands_in_its_place() -> None:
    found = imported("""\
        [*] --> a
        [*] --> b
        [*] --> a : with a label
        state w {
          [*] --> c
          c --> d : x
          --
          [*] --> e
          e --> f : y
          --
        }
        state g <<fork>>
        a --> w : z
        classDef red fill:red
        accDescr {
          many words
        }
        %%{init: {
          "theme": "dark"
        }}%%
        hide empty description
        note "floating" as N
        a:::red --> b:::red : u
    """)
    assert [
        (p.severity.value, p.line, p.message, p.hint) for p in found.problems if p.severity is not Severity.NOTE
    ] == [
        (
            "warning",
            3,
            "this diagram begins in 'a' and in 'b'",
            "it is read as beginning in 'a'; a run begins in one state",
        ),
        (
            "warning",
            8,
            "'w' is in several states at the same time, and a run is in one",
            "the states are read as one group that begins in 'c'; make the others runs of their own, or facts",
        ),
        (
            "warning",
            13,
            "'g' is a fork, and a run is in one state at a time",
            "it is read as a state; let one state wait for what has to come",
        ),
    ]
    assert [(p.line, p.message) for p in found.problems if p.severity is Severity.NOTE] == [
        (15, "how the diagram looks is left out (3 lines)"),
    ]
    assert "\na (start)\n  # with a label\n" in found.text
    (problem,) = imported("a --> b : x\n--\nc --> d : y\n").problems[1:]
    assert problem.message == "this diagram is in several states at the same time, and a run is in one"


def test_where_a_diagram_begins_is_told_where_it_does_not_say() -> None:
    assert told("b --> a : x") == [("import-left-out", 2, 1, "the diagram does not say where it begins")]


def test_words_are_plain() -> None:
    found = imported(
        "[*] --> a\na --> b : 5 #lt; 6 #35;1 #quot;x#quot;<br/>then\\nso\uff1a on\nnote left of a\n  one\n\n  two #semi;\nend note\n"
        'state "an#colon; a" as a\n'
    )
    assert ': "5 < 6 #1 \\"x\\" then so: on"\n' in found.text
    assert "\na (start)  # an: a\n  # one\n  # two ;\n" in found.text


def test_a_line_beyond_reading_and_a_file_beyond_reading() -> None:
    assert told("a --> b : x\n" + "y" * 10_001)[-1] == (
        "too-large",
        3,
        1,
        "this line has 10,001 characters, and a line has at most 10,000",
    )
    found = read_mermaid(b"x" * (4 * 1024 * 1024 + 1))
    assert [p.code for p in found.problems] == ["too-large"]
