"""A dict of Python as a machine: equal to the one that is built, and wrong in all places at once."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from decidable.core.definition import End, Kind, Move
from decidable.core.validate import validate
from decidable.errors import MachineError
from decidable.text import Builder, from_table, read, write
from decidable.text.from_table import MOST_CELLS

TABLE = {
    ("idle", "begin"): "running",
    ("running", "tick"): "running",
    ("running", "finish"): "finished",
    ("running", "model_down"): "idle",
}


def test_a_table_equals_the_machine_built_by_hand() -> None:
    m = Builder("job")
    m.event("begin", Kind.USER)
    m.event("tick", Kind.SIGNAL)
    m.event("finish", Kind.USER)
    m.event("model_down", Kind.SYSTEM)
    m.state("idle", start=True).on("begin").move("running")
    m.state("running").on("tick").stay().on("finish").move("finished").on("model_down").move("idle")
    m.state("finished", final=End.CANCELLED)
    made = from_table(TABLE, name="job", final={"finished": End.CANCELLED}, kinds={"tick": Kind.SIGNAL}).definition()
    assert made == m.definition()
    assert read(write(made)).definition == made
    assert validate(made) == ()


def test_the_builder_goes_on() -> None:
    builder = from_table(TABLE, start="running", final="finished")
    builder.any_state().on_anything().reject(because="not asked for")
    definition = builder.definition()
    assert [(state.name, state.role.value) for state in definition.states] == [
        ("idle", "plain"),
        ("running", "start"),
        ("finished", "final"),
    ]
    assert len(definition.any_state) == 1


def test_prose_becomes_names_and_stays_as_reasons() -> None:
    table = {("Waiting room", "Doctor calls!"): "Being seen", ("Being seen", "goes home"): "Waiting room"}
    assert write(from_table(table).definition()) == (
        "events\n"
        "  user  doctor_calls, goes_home\n"
        "\n"
        "waiting_room (start)\n"
        "  doctor_calls   -> being_seen   : Doctor calls!\n"
        "\n"
        "being_seen\n"
        "  goes_home      -> waiting_room : goes home\n"
    )


def test_an_empty_table_is_an_empty_machine() -> None:
    assert from_table({}).definition().states == ()


def wrong(table: Any, **more: Any) -> list[str]:
    with pytest.raises(MachineError) as caught:
        from_table(table, **more)
    assert {problem.code for problem in caught.value.problems} <= {"import-table", "too-large"}
    return [
        f"{problem.message} ({problem.hint})" if problem.hint else problem.message for problem in caught.value.problems
    ]


FORM = 'write {("state", "event"): "target"}, three names'


def test_every_mistake_of_a_table_is_told() -> None:
    assert wrong({"a": "b", ("a", "b", "c"): "d", (1, "b"): "c", ("a", "b"): None, ("a", "c"): 3, ("a", "d"): " "}) == [
        f"'a' is no cell ({FORM})",
        f"('a', 'b', 'c') is no cell ({FORM})",
        f"(1, 'b') is no cell ({FORM})",
        f"('a', 'b') leads to None ({FORM})",
        f"('a', 'c') leads to 3, which is a int ({FORM})",
        f"('a', 'd') leads to ' ', which is a str ({FORM})",
    ]
    assert wrong([1]) == [f"a table is a dict, not [1], which is a list ({FORM})"]
    assert wrong(None) == [f"a table is a dict, not None ({FORM})"]


def test_every_name_that_is_not_in_the_table_is_told() -> None:
    assert wrong(TABLE, start="idel", final=["finish", 3], kinds={"tock": Kind.SIGNAL}) == [
        "start= names 'idel', which is not in the table (did you mean 'idle'?)",
        "final= names 'finish', which is not in the table (did you mean 'finished'?)",
        f"final= names 3, which is not in the table ({FORM})",
        "kinds= names 'tock', which is not in the table (did you mean 'tick'?)",
    ]


def test_an_end_has_no_cells_and_is_no_start() -> None:
    assert wrong(TABLE, final=["idle"]) == [
        "'idle' is final, and the table has a cell of it: 'begin' "
        "(a run that has ended takes no event; remove the cell, or let the state be no end)",
        "'idle' is the start and an end (a run ends in another state than it begins in)",
    ]


def test_a_table_beyond_reading_is_refused() -> None:
    assert wrong({("s", str(n)): "s" for n in range(MOST_CELLS + 1)}) == [
        "the table has 50,001 cells, and at most 50,000 are read (make it several machines)"
    ]


prose = st.text(min_size=1, max_size=12).filter(str.strip)


@given(st.dictionaries(st.tuples(prose, prose), prose, max_size=12))
def test_any_table_becomes_a_machine_that_can_be_written(table: dict[tuple[str, str], str]) -> None:
    definition = from_table(table).definition()
    assert read(write(definition)).definition == definition if table else definition.states == ()
    assert [p.code for p in validate(definition)] == ([] if table else ["no-state"])
    assert len(definition.states) == len({name for (state, _), target in table.items() for name in (state, target)})
    moved = sum(isinstance(line.outcome, Move) for state in definition.states for line in state.lines)
    assert moved == sum(state != target for (state, _), target in table.items())
