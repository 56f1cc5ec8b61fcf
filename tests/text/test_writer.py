"""Canonical text: from a definition, from an existing file, and with the sections that repeat Python."""

from __future__ import annotations

import pytest

from decidable.core.definition import (
    Definition,
    End,
    Event,
    Fact,
    Field,
    Kind,
    Line,
    Named,
    Role,
    Say,
    Set,
    State,
    Stay,
    Tool,
)
from decidable.core.values import Bool, Choices, Text
from decidable.errors import MachineError
from decidable.text import Declared, read, reformat, write
from decidable.text.rows import GENERATED


def test_a_whole_machine_is_written_in_columns() -> None:
    source = """machine m
facts
  a: text
  b:    text = "x"
  c: bool=no
events
  user   go(a?), other
  evidence  paid(a: text , n: 1..2 derived)
tools
  read find(a) gives go
  read look_at_all_of_it() shown fails lost
  write pay(a, b) gives paid requires c and a known trusts a look up with find needs approval
any state
  go when a is b and (c or a known) -> two / set a = hello, set c = yes : because
  other reject
one
  enter : say hello
  go when a known and b known and a is "a long text, longer than any column" -> two : pushed
  other else stay
two (final: completed)
three (final: failed , leftovers to attention)
rules
  never   pay before go
"""
    assert (
        reformat(source)
        == """machine m

facts
  a: text
  b: text = "x"
  c: bool = no

events
  user      go(a?), other
  evidence  paid(a: text, n: 1..2 derived)

tools
  read    find(a)               gives go
  read    look_at_all_of_it()   shown        fails lost
  write   pay(a, b)             gives paid   timeout unknown   look up with find   needs approval   trusts a   requires c and a known

any state
  go when a is b and (c or a known)   -> two / set a = "hello", set c = yes : because
  other                               reject

one
  enter: say hello
  go when a known and b known and a is "a long text, longer than any column"   -> two : pushed
  other else                          stay

two (final: completed)
three (final: failed, leftovers to attention)

rules
  never pay before go
"""
    )


def test_comments_stay_where_they_were() -> None:
    source = """

# about this file
machine m   # named
# about a
#   and more
a (start)  # begin
    # about the line
  x   -> b: why  # aside
# at the left
  y stay # nothing more


# about b

b
  * ?
  # at the end

"""
    assert (
        reformat(source)
        == """# about this file
machine m  # named

# about a
#   and more
a (start)  # begin
  # about the line
  x   -> b : why  # aside
# at the left
  y   stay  # nothing more

# about b

b
  *   ?
  # at the end
"""
    )


def test_a_quote_left_open_in_a_reason_does_not_swallow_the_comment() -> None:
    source = 's\n  a stay : "a 5\\" pipe"   # it is "half\n  b stay : a "word"  # "\n'
    written = reformat(source)
    assert written == 's\n  a   stay : "a 5\\" pipe"  # it is "half\n  b   stay : a "word"  # "\n'
    assert read(written).definition == read(source).definition


def test_a_file_with_mistakes_is_not_formatted() -> None:
    with pytest.raises(MachineError) as raised:
        reformat("gather\n  a rejct\n")
    assert [(problem.line, problem.column) for problem in raised.value.problems] == [(2, 5)]


def test_a_file_that_says_nothing_keeps_its_comments() -> None:
    assert reformat("") == ""
    assert reformat(b"\xef\xbb\xbf\r\n  # later\r\n") == "  # later\n"


def test_final_states_may_stand_apart() -> None:
    assert (
        reformat("a\nb (final: failed)\n\nc (final: failed)\nd\n")
        == "a\n\nb (final: failed)\n\nc (final: failed)\n\nd\n"
    )


def test_values_are_quoted_where_the_fact_is_a_text_or_the_value_is_no_word() -> None:
    definition = Definition(
        name="",
        facts=(
            Fact(name="note", type=Text(), initial="x"),
            Fact(name="cabin", type=Choices(("a", "b")), initial="a"),
            Fact(name="gone", type=Bool(), initial=True),
        ),
        states=(
            State(
                name="s",
                role=Role.START,
                enter=(Set("note", "a"), Set("cabin", "a"), Set("cabin", "yes"), Set("cabin", "x y")),
            ),
        ),
    )
    text = write(definition)
    assert '  enter: set note = "a", set cabin = a, set cabin = "yes", set cabin = "x y"\n' in text
    assert '  note: text = "x"\n  cabin: a | b = a\n  gone: bool = yes\n' in text
    assert read(text).definition == definition


def test_yes_and_one_are_not_the_same_initial_value() -> None:
    facts = (Fact(name="a", type=Text(), initial=True), Fact(name="b", type=Text(), initial=1))
    definition = Definition(name="m", facts=facts)
    assert write(definition) == "machine m\n\nfacts\n  a: text = yes\n  b: text = 1\n"
    again = read(write(definition)).definition
    assert again is not None
    assert [type(fact.initial) for fact in again.facts] == [bool, int]


def test_long_lists_of_names_are_broken_into_lines() -> None:
    names = [f"a_rather_long_name_{at:02}" for at in range(12)]
    events = tuple(Event(name=name, kind=Kind.USER, fields=(Field(name="x"),)) for name in names)
    definition = Definition(name="m", facts=tuple(Fact(name=name, type=Text()) for name in names), events=events)
    text = write(definition)
    assert max(len(line) for line in text.splitlines()) <= 120
    assert text.count("  user  ") == 4
    assert text.count(": text") == 3
    assert read(text).definition == definition


def test_an_ending_that_says_nothing_of_its_state_is_left_out() -> None:
    state = State(name="s", role=Role.START, lines=(Line(selector=Named(("a",)), outcome=Stay(), reason=""),))
    assert write(Definition(name="", states=(state,))) == "s (start)\n  a   stay\n"
    final = State(name="f", role=Role.FINAL, end=End.HANDED_OFF, leftovers=True, enter=(Say("bye"),))
    assert (
        write(Definition(name="", states=(final,)))
        == "f (final: handed off, leftovers to attention)\n  enter: say bye\n"
    )


PYTHON = Declared(
    facts=(Fact(name="day", type=Text()),),
    events=(Event(name="details", kind=Kind.USER),),
    tools=(Tool(name="find", write=False, shown=True, no_answer="failed"),),
)
BOUND = f"""machine m

facts  {GENERATED}
  day: text

events  {GENERATED}
  user  details

tools  {GENERATED}
  read   find()   shown

# the only state
gather
  details   stay
"""


def test_the_sections_of_python_are_inserted_before_everything_that_uses_them() -> None:
    assert reformat("machine m\n# the only state\ngather\n  details stay\n", declared=PYTHON) == BOUND
    assert reformat(BOUND, declared=PYTHON) == BOUND
    assert reformat(BOUND) == BOUND
    assert read(BOUND, declared=PYTHON).problems == ()


def test_a_generated_section_is_written_anew_and_goes_when_python_declares_nothing() -> None:
    changed = Declared(facts=(Fact(name="time", type=Text(), authority=True),), events=PYTHON.events)
    written = reformat(BOUND.replace("  day: text\n", "  day: text\n  # kept\n"), declared=changed)
    assert f"facts  {GENERATED}\n  time: text authority\n  # kept\n\nevents" in written
    assert "tools" not in written
    assert read(written, declared=changed).problems == ()


def test_a_section_that_the_file_declares_by_itself_is_left_alone() -> None:
    written = reformat("facts\n  time: text\ngather\n", declared=PYTHON)
    assert written.startswith(
        f"facts\n  time: text\n\nevents  {GENERATED}\n  user  details\n\ntools  {GENERATED}\n  read   find()   shown\n"
    )


def test_a_file_of_a_name_alone_gets_its_sections_at_the_end() -> None:
    written = reformat("machine m\n", declared=Declared(facts=PYTHON.facts))
    assert written == f"machine m\n\nfacts  {GENERATED}\n  day: text\n"


def test_comments_in_a_generated_section_stay_at_what_they_are_about() -> None:
    declared = PYTHON._replace(
        facts=(Fact(name="day", type=Text()), Fact(name="seats", type=Bool()), Fact(name="time", type=Text()))
    )
    old = BOUND.replace("  day: text\n", "  day, time: text  # when\n  gone: bool  # no more\n  # on its own\n")
    old = old.replace("  user  details", "  user  details  # what is wanted").replace("shown\n", "shown  # look\n")
    written = reformat(old, declared=declared)
    assert (
        f"facts  {GENERATED}\n  day: text  # when\n  seats: bool\n  time: text\n  # no more\n  # on its own\n"
        in written
    )
    assert "  user  details  # what is wanted\n" in written
    assert "  read   find()   shown  # look\n" in written
    assert reformat(written, declared=declared) == written


@pytest.mark.parametrize("title", ["facts", "events", "tools"])
def test_a_section_that_was_removed_comes_back_where_it_was(title: str) -> None:
    begin = BOUND.index(f"{title}  #")
    end = BOUND.index("\n\n", begin) + 2
    assert reformat(BOUND[:begin] + BOUND[end:], declared=PYTHON) == BOUND


@pytest.mark.parametrize(
    "facts",
    [
        "facts   #  Generated  from python, by hand\n  day: text\n",
        f"facts  {GENERATED}\n  day text\n",
        f"facts  {GENERATED}\n<<<<<<< ours\n  day: text\n=======\n  day: money\n>>>>>>> theirs\n",
        f"facts  {GENERATED}\n  day: text\n\nfacts  {GENERATED}\n  day: date\n",
    ],
)
def test_what_stands_in_a_generated_section_never_keeps_it_from_being_written_anew(facts: str) -> None:
    old = BOUND.replace(f"facts  {GENERATED}\n  day: text\n", facts)
    reading = read(old, declared=PYTHON)
    assert {problem.code for problem in reading.problems} <= {"stale-section"}
    assert reading.definition == read(BOUND, declared=PYTHON).definition
    assert reformat(old, declared=PYTHON) == BOUND


def test_something_unreadable_in_a_generated_section_is_stale_and_elsewhere_an_error() -> None:
    old = BOUND.replace("  day: text\n", "  day: text\n  nonsense\n")
    (problem,) = read(old, declared=PYTHON).problems
    assert (problem.code, problem.line) == ("stale-section", 3)
    assert [problem.code for problem in read(old, declared=Declared(events=PYTHON.events)).problems] == ["syntax-fact"]
    assert [problem.code for problem in read(old).problems] == ["syntax-fact"]
    with pytest.raises(MachineError):
        reformat(BOUND + "  nonsense\n", declared=PYTHON)


def test_the_hint_at_a_section_without_its_mark_says_the_mark() -> None:
    (problem,) = read(BOUND.replace(f"events  {GENERATED}", "events"), declared=PYTHON).problems
    assert problem.code == "declared-twice"
    assert problem.hint == f"one declaration, one place: take it away here, or head the section `events  {GENERATED}`"
