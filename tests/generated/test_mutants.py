"""Breaking one cell breaks the generated test of that name: every line of every cell of the booking, broken on its own."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from types import ModuleType

import pytest

from decidable.core.compile import compile_table
from decidable.core.records import Verdict
from decidable.core.table import Cell, Option, Table
from decidable.testing.machines import of_table, written
from decidable.text.reader import read
from tests.generated.loaded import EXAMPLES, all_of, failing, modules, under

STATES = EXAMPLES / "booking" / "booking.states"
BOOKING = written(STATES)


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> dict[str, ModuleType]:
    return modules(BOOKING.table, str(STATES), tmp_path_factory.mktemp("booking"))


def broken(table: Table, cell: Cell, option: Option) -> Table:
    """The table with one line deciding something else in one cell, and everything as it was in all others."""
    if option.verdict is Verdict.STAY:
        other = option._replace(verdict=Verdict.REJECT)
    elif option.verdict is Verdict.MOVE:
        target = next(state for state in table.states if state not in (option.target, cell.state))
        other = option._replace(target=target)
    else:
        other = option._replace(verdict=Verdict.STAY)
    options = tuple(other if each is option else each for each in cell.options)
    rows = {state: dict(row) for state, row in table.rows.items()}
    rows[cell.state][cell.event] = cell._replace(options=options, plain=False)
    return replace(table, rows=rows)


def deciding(table: Table) -> Iterator[tuple[Cell, Option]]:
    for row in table.rows.values():
        for cell in row.values():
            yield from ((cell, option) for option in cell.options if option.reached)


def test_the_tests_of_the_whole_machine_pass(files: dict[str, ModuleType]) -> None:
    assert set(files) == {"cells", "guards", "tour", "sneak", "runs"}
    for kind in ("cells", "guards", "tour", "sneak"):
        under(files[kind], BOOKING)
        assert len(list(all_of(files[kind]))) > 15
        assert failing(files[kind]) == set()


def test_each_line_of_each_cell_broken_on_its_own_fails_its_own_test(files: dict[str, ModuleType]) -> None:
    cells = files["cells"]
    survived: list[str] = []
    for cell, option in deciding(BOOKING.table):
        under(cells, of_table(broken(BOOKING.table, cell, option)))
        name = f"test_{cell.state}[{cell.event}: {option.line.reason}]"
        function = vars(cells)[f"test_{cell.state}"]
        own = [case for mark in function.pytestmark for case in mark.args[1] if f"test_{cell.state}[{case}]" == name]
        assert own, f"no test is named {name}"
        for case in own:
            try:
                function(case)
            except AssertionError:
                break
        else:
            survived.append(name)
    under(cells, BOOKING)
    assert survived == []


@pytest.mark.parametrize(
    ("old", "new", "test"),
    [
        ("other when misses < 2                    stay / count misses, say", "other when misses < 1                    stay / count misses, say", "test_gather[other (misses = 1)"),
        ("declined when not cancelling and declines < 2 ", "declined when not cancelling and declines < 1 ", "test_book[declined (cancelling = no, declines = 1)"),
    ],
)  # fmt: skip
def test_a_threshold_moved_by_one_fails_at_its_boundary(
    old: str, new: str, test: str, files: dict[str, ModuleType]
) -> None:
    text = STATES.read_text(encoding="utf-8")
    assert old in text
    definition = read(text.replace(old, new, 1).encode()).definition
    assert definition is not None
    guards = files["guards"]
    under(guards, of_table(compile_table(definition)))
    found = failing(guards)
    under(guards, BOOKING)
    assert bool(found) == (old != new)
    assert not test or any(name.startswith(test) for name in found)


def test_a_message_names_the_line_that_decided(files: dict[str, ModuleType]) -> None:
    cell = BOOKING.table.rows["notify"]["sent"]
    under(files["cells"], of_table(broken(BOOKING.table, cell, cell.options[0])))
    function = vars(files["cells"])["test_notify"]
    case = next(case for mark in function.pytestmark for case in mark.args[1] if str(case) == "sent: the group knows")
    with pytest.raises(
        AssertionError, match=r"expected -> report; notify decided sent: move -> gather \(the group knows, line"
    ):
        function(case)
    under(files["cells"], BOOKING)
