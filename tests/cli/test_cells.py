"""`decidable cells`: what the journals of a database say of a table."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import pytest

from decidable import Runtime
from decidable.cli.commands.cells import _read
from decidable.cli.exits import Code
from decidable.cli.how_far import HowFar
from decidable.cli.main import run
from decidable.stores import SQLite
from decidable.testing import machine_at
from decidable.testing.machines import stand_in

Capture = pytest.CaptureFixture[str]
TINY = """\
machine tiny
events
  user  go, home, noise
here (start)
  go     -> there : on
  home   reject   : not yet
  noise  ignore   : never mind
there
  go     reject   : there already
  home   -> here  : back
  noise  ignore   : never mind
"""


@pytest.fixture
def lived(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A database in which the machine has run twice."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "tiny.states").write_text(TINY)
    tiny = stand_in(machine_at(str(tmp_path / "tiny.states")), {})

    async def live() -> None:
        async with Runtime(tiny, store=SQLite("runs.db"), deps=object()) as runtime:
            for name in ("a", "b"):
                one = await runtime.conversation(name)
                for n, event in enumerate(("go", "home", "go", "noise")):
                    await runtime.signal(one.key, event, id=f"{name} {n}")

    asyncio.run(live())
    return tmp_path


def test_how_far_it_is_is_told(lived: Path) -> None:
    line = HowFar()
    store = SQLite("runs.db", read_only=True)
    _read(store, machine_at("tiny.states").table, line)
    store.close()
    assert line.told == "1 of 2 runs are read"


def test_the_least_exercised_come_first(lived: Path, capsys: Capture) -> None:
    assert run(["cells", "tiny.states", "--db", "runs.db", "--limit", "5"]) == Code.CLEAN
    assert capsys.readouterr().out.splitlines() == [
        "tiny: 2 of 6 decided cells exercised, by 6 decisions in 2 runs",
        "       0  here x home",
        "       0  here x noise",
        "       0  there x go",
        "       0  there x noise",
        "       2  there x home",
        "  and 1 that were exercised as often or more (--limit shows them)",
        "  ignored on arrival, which leaves no record of the state: noise 2 times",
    ]


def test_json_has_every_cell(lived: Path, capsys: Capture) -> None:
    assert run(["cells", "tiny.states", "--db", "runs.db", "--format", "json"]) == Code.CLEAN
    found = json.loads(capsys.readouterr().out)
    assert found["cells"][-1] == {"state": "here", "event": "go", "times": 4}
    del found["cells"]
    assert found == {
        "machine": "tiny",
        "runs": 2,
        "decisions": 6,
        "exercised": 2,
        "decided": 6,
        "others": 0,
        "ignored": {"noise": 2},
    }


def test_a_table_that_has_changed_since_says_what_it_does_not_have(lived: Path, capsys: Capture) -> None:
    (lived / "tiny.states").write_text(TINY.replace("home", "back_home"))
    assert run(["cells", "tiny.states", "--db", "runs.db"]) == Code.CLEAN
    out = capsys.readouterr().out
    assert "tiny: 1 of 6 decided cells exercised, by 6 decisions in 2 runs" in out
    assert "2 decisions were of cells that this table does not have, or does not decide" in out


def test_a_database_that_is_not_there(lived: Path, capsys: Capture) -> None:
    assert run(["cells", "tiny.states", "--db", "no.db"]) == Code.USAGE
    assert "there is no database 'no.db'" in capsys.readouterr().err
