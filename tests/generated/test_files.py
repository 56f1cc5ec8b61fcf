"""The generated files as text and under pytest: deterministic, clean, and passing wherever they are written."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from decidable.check.generate.written import MARK, Source, generated
from decidable.core.compile import compile_table
from decidable.core.table import Table
from decidable.testing.machines import machine_at, written
from decidable.text.reader import read
from tests.generated.loaded import EXAMPLES, all_of, failing, modules

ROOT = Path(__file__).parents[2]
REFUND = f"{EXAMPLES / 'refund' / 'refund.py'}:refund"
EVERYTHING = ROOT / "tests" / "docs" / "everything.states"
NESTED = Path(__file__).parent / "nested.states"
INI = "[pytest]\nfilterwarnings = error\nasyncio_default_fixture_loop_scope = function\naddopts = -p no:cacheprovider\n"

GUARDED = """\
machine guarded
facts
  amount: money
  class: economy | business = economy
  note: text
  seats: 1..9
  tags: list of text
  blob: data
  day: date
  at: time
  urgent, sure: bool = no
events
  user      ask(amount: money, note?: text, seats: 1..9), tell(class: economy | business, blob: data, tags: list of text)
  user      post(blob?: data, tags?: list of text)
  user      plan(day: date, at: time, sure: bool)
  signal    webhook(note: text)
  evidence  done(proof: text)
any state
  done   stay   : it has happened
  *      reject : not here
first (start)
  ask when amount >= 20.00 USD and seats > 8   -> second : large
  ask when amount < 20.00 USD and note is "now"  stay    : small and urgent
  ask else       stay / set urgent = yes                 : any other
  tell when class in (economy)   stay                    : cheap
  tell else      -> second / forget class                : dear
  post when blob known and tags known  stay              : both given
  post else      -> second                               : one is missing
  plan when sure and note known  -> second / set urgent = yes : certain
  plan else      ?                                       : not thought of
  webhook when note is "it's \\"ok\\""   stay            : quoted
  webhook else   ignore                                  : noise
second
  ask when urgent                -> first                : back
  ask when not urgent and class is business   stay       : wait
  webhook        defer                                   : later
  plan           -> end                                  : enough
end (final: completed)
"""


def test_the_same_table_gives_the_same_files() -> None:
    source = Source("refund", "refund.py:refund")
    table = machine_at(REFUND).table
    assert generated(table, source) == generated(compile_table(table.definition), source)


@pytest.mark.parametrize(
    "text", [EVERYTHING.read_text(), NESTED.read_text(), GUARDED], ids=["everything", "nested", "guarded"]
)
def test_every_kind_of_value_guard_and_column_can_be_written_down(text: str, tmp_path: Path) -> None:
    file = tmp_path / "machine.states"
    file.write_text(text, encoding="utf-8")
    machine = written(file)
    files = modules(machine.table, str(file), tmp_path)
    for kind in ("cells", "guards", "tour", "sneak"):
        assert all_of(files[kind])
        undecided = {
            f"test_{test.value.event}" for test in all_of(files[kind]) if getattr(test.value, "then", "") == "?"
        }
        assert len(failing(files[kind])) == len(undecided)


def test_rows_are_the_states_without_children() -> None:
    cells = generated(written(NESTED).table, Source("nested", "nested.states"))["test_nested_cells.py"]
    assert [line for line in cells.splitlines() if line.startswith("def test_")] == [
        f"def test_{state}(case: Case) -> None:" for state in ("idle", "looking", "asking", "sending", "away")
    ]


def test_thresholds_stand_with_one_on_either_side() -> None:
    guards = generated(of(GUARDED), Source("x", "x.states"))["test_x_guards.py"]
    for amount in ("19.99 USD", "20.00 USD", "20.01 USD"):
        assert f'amount=Money("{amount}")' in guards
    for seats in (7, 8, 9):
        assert f"seats={seats}" in guards


def test_ruff_has_nothing_to_say(tmp_path: Path) -> None:
    (tmp_path / "ruff.toml").write_text("line-length = 88\n")
    for path in (REFUND, str(EXAMPLES / "booking" / "first_drawing.states")):
        table = machine_at(path).table
        for name, text in generated(table, Source(table.name, "../machines/somewhere.states")).items():
            assert text.startswith(MARK)
            (tmp_path / name).write_text(text, encoding="utf-8")
    (tmp_path / "test_x_guards.py").write_text(generated(of(GUARDED), Source("x", "x.states"))["test_x_guards.py"])
    ruff = [sys.executable, "-m", "ruff"]
    for command in (["check"], ["format", "--check", "--diff"]):
        found = subprocess.run([*ruff, *command, "."], cwd=tmp_path, capture_output=True, text=True, check=False)
        assert found.returncode == 0, found.stdout


def of(text: str) -> Table:
    definition = read(text.encode()).definition
    assert definition is not None
    return compile_table(definition)


@pytest.mark.parametrize(
    ("path", "passes"), [(REFUND, "passed"), (str(EXAMPLES / "booking" / "first_drawing.states"), "xfailed")]
)
def test_pytest_runs_them(path: str, passes: str, tmp_path: Path) -> None:
    (tmp_path / "pytest.ini").write_text(INI)
    modules(machine_at(path).table, path, tmp_path)
    command = [sys.executable, "-m", "pytest", "-q", "."]
    found = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False, timeout=120)
    assert found.returncode == 0, found.stdout
    assert passes in found.stdout.splitlines()[-1]


@pytest.mark.slow
def test_pytest_runs_those_of_the_booking_in_seconds(tmp_path: Path) -> None:
    states = str(EXAMPLES / "booking" / "booking.states")
    (tmp_path / "pytest.ini").write_text(INI)
    modules(machine_at(states).table, states, tmp_path)
    command = [sys.executable, "-m", "pytest", "-q", "."]
    found = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False, timeout=60)
    assert found.returncode == 0, found.stdout
