"""Real processes, really killed: no acknowledged event is lost, nothing is done twice, the journal is whole."""

from __future__ import annotations

import os
import random
import subprocess
import sys
import threading
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path

import pytest

from decidable.stores import SQLite
from decidable.stores.port import RunKey
from services import KILLED
from tests.crash.dinner import require_one_of_each

CHILD = Path(__file__).with_name("child.py")
ROOT = Path(__file__).resolve().parents[2]
PLACES = (ROOT, ROOT / "examples" / "booking", ROOT / "examples" / "refund")
"""Where a child finds what it imports, whatever other tests have put on this process's path."""
GUARD_S = 60


def start(*args: str, **environment: str) -> subprocess.Popen[str]:
    """A child."""
    variables: Mapping[str, str] = {**os.environ, "PYTHONPATH": os.pathsep.join(map(str, PLACES)), **environment}
    command = [sys.executable, str(CHILD), *args]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=variables)


def finish(child: subprocess.Popen[str]) -> tuple[int, list[str], str]:
    """Its end: exit code, lines, and what it complained of."""
    out, error = child.communicate(timeout=GUARD_S)
    return child.returncode, out.split(), error


def kill_later(child: subprocess.Popen[str], seconds: float) -> None:
    """SIGKILL in so many seconds."""
    threading.Timer(seconds, child.kill).start()


@pytest.mark.parametrize("kills", [4, pytest.param(200, marks=pytest.mark.slow)])
def test_no_acknowledged_event_is_lost(tmp_path: Path, kills: int) -> None:
    chance = random.Random(kills)
    acknowledged = -1
    for _ in range(kills):
        child = start("pings", str(tmp_path), str(acknowledged + 1), "100000")
        assert child.stdout is not None
        first = child.stdout.readline()
        kill_later(child, chance.random() * 0.15)
        _, lines, error = finish(child)
        assert child.returncode == -9, error
        acknowledged = int([first, *lines[:-1]][-1] or first)
        with closing(SQLite(tmp_path / "runs.db")) as store:
            key = RunKey("", "c.1")
            head = store.head(key)
            assert head is not None
            assert store.verify(key) == head.snapshot.seq
            counted = head.snapshot.facts["pings"].value
            # The last one may have been committed and not yet printed; a line may be cut by the kill.
            assert isinstance(counted, int)
            assert acknowledged + 1 <= counted
            assert counted <= acknowledged + 3
            assert store.waiting(key) == ()


@pytest.mark.parametrize(
    "fault",
    ["restaurant.reserve:die_after", "payments.pay:die_before", "messages.send:die_after"],
)
def test_killed_by_a_fault_of_the_world_and_started_again(tmp_path: Path, fault: str) -> None:
    code, _, _ = finish(start("dinner", str(tmp_path), "0", BOOKING_FAULTS=fault))
    assert code == KILLED
    code, lines, error = finish(start("dinner", str(tmp_path), "1", BOOKING_FAULTS=fault))
    assert (code, lines) == (0, ["open", "done"]), error
    require_one_of_each(tmp_path)


@pytest.mark.parametrize("kills", [3, pytest.param(200, marks=pytest.mark.slow)])
def test_a_dinner_killed_at_random_moments(tmp_path: Path, kills: int) -> None:
    chance = random.Random(kills)
    killed = dinners = 0
    while killed < kills:
        dinners += 1
        assert dinners < kills * 10 + 20, "the child is too quick to be killed"
        folder = tmp_path / f"dinner-{dinners}"
        folder.mkdir()
        for life in range(100):
            child = start("dinner", str(folder), str(life))
            assert child.stdout is not None
            child.stdout.readline()
            kill_later(child, chance.random() * 0.06)
            code, lines, error = finish(child)
            assert code in {0, -9}, error
            if lines == ["done"]:
                break
            killed += 1
        require_one_of_each(folder)
