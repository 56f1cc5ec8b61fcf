"""Real processes: killed around the service's commit, and several on one ledger at once."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from decidable.core.values import Money
from services import KILLED, Receipt, Reservation, Services
from services.ledger import Ledger

RESERVE = "await world.restaurant.reserve('2026-05-08 19:30', 2, key={key!r})"
PAY = "await world.payments.pay('R-1001', Money('20.00 USD'), key={key!r})"


def start(path: Path, *lines: str, faults: str = "") -> subprocess.Popen[str]:
    program = "\n".join(
        [
            "import asyncio, sys",
            "from decidable.core.values import Money",
            "from services import Services",
            "print('loaded', flush=True)",
            "sys.stdin.readline()",  # so that several can be let go at the same moment
            "async def main():",
            f"    with Services.open({str(path)!r}) as world:",
            *[f"        {line}" for line in lines],
            "        print('alive')",
            "asyncio.run(main())",
        ]
    )
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path), "BOOKING_FAULTS": faults}
    arguments = [sys.executable, "-c", program]
    return subprocess.Popen(arguments, env=environment, text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE)


def let_go(*processes: subprocess.Popen[str]) -> None:
    for process in processes:
        assert process.stdout is not None
        assert process.stdout.readline() == "loaded\n"
    for process in processes:
        assert process.stdin is not None
        process.stdin.write("go\n")
        process.stdin.flush()


def finish(process: subprocess.Popen[str]) -> tuple[int, str]:
    said, _ = process.communicate("go\n", timeout=60)
    return process.returncode, said.removeprefix("loaded\n")


async def test_killed_right_after_the_commit_the_table_exists(path: Path) -> None:
    dying = start(path, RESERVE.format(key="a"), faults="restaurant.reserve:die_after")
    assert finish(dying) == (KILLED, "")
    with Services.open(path, environment={}) as world:
        assert [call.outcome for call in world.ledger.calls()] == ["Reservation, then die_after"]
        assert await world.restaurant.find("a") == Reservation("R-1001", "2026-05-08 19:30", 2)
        await world.restaurant.reserve("2026-05-08 19:30", 2, key="a")
        assert len(world.ledger.held()) == 1


async def test_killed_before_the_service_acts_nothing_exists(path: Path) -> None:
    assert finish(start(path, PAY.format(key="a"), faults="payments.pay:die_before")) == (KILLED, "")
    with Services.open(path, environment={}) as world:
        assert [call.outcome for call in world.ledger.calls()] == ["begun"]
        assert await world.payments.find("a") is None
        assert await world.payments.pay("R-1001", Money("20.00 USD"), key="a") == Receipt("P-5001")


def test_started_again_with_the_same_environment_it_gets_past_the_fault(path: Path) -> None:
    faults = "restaurant.reserve:die_after, payments.pay:die_before"
    lines = (RESERVE.format(key="a"), PAY.format(key="b"))
    codes = [finish(start(path, *lines, faults=faults))[0] for _ in range(3)]
    assert codes == [KILLED, KILLED, 0]
    with Ledger(path) as ledger:
        assert (len(ledger.held()), len(ledger.payments())) == (1, 1)


@pytest.mark.parametrize("spec", ["restaurant.reserve:die_after", "restaurant.reserve:die_after*2"])
def test_a_fault_planned_here_happens_in_another_process(path: Path, spec: str) -> None:
    with Services.open(path, environment={"BOOKING_FAULTS": spec}):
        assert finish(start(path, RESERVE.format(key="a"))) == (KILLED, "")


def test_processes_that_open_one_new_ledger_at_once_each_act_once(path: Path) -> None:
    count, each = 4, 10
    shared = "for i in range(%d): await world.payments.pay('R-1001', Money('0.01 USD'), key=f'shared-{i}')"
    own = "for i in range(%d): await world.messages.send('hello', key=f'%d-{i}')"
    processes = [start(path, shared % each, own % (each, number)) for number in range(count)]
    let_go(*processes)
    assert [finish(process) for process in processes] == [(0, "alive\n")] * count
    with Ledger(path) as ledger:
        assert [p.key for p in ledger.payments()] == [f"shared-{i}" for i in range(each)]
        assert len(ledger.texts()) == len({t.id for t in ledger.texts()}) == count * each
        assert len(ledger.calls()) == 2 * count * each


async def test_what_another_connection_did_is_seen_at_once(path: Path) -> None:
    with Services.open(path, environment={}) as one, Services.open(path, environment={}) as two:
        made = await one.restaurant.reserve("2026-05-08 19:30", 2, key="a")
        assert await two.restaurant.find("a") == made
        assert await two.restaurant.reserve("2026-05-08 19:30", 2, key="a") == made
