"""The checker and SPIN say the same of made-up machines: whether a rule holds, and how long a shortest run is that breaks it."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path
from random import Random

import pytest

from decidable.check.prove import Holds, Options, Refuted, prove
from decidable.core.compile import compile_table
from decidable.text.reader import read
from tests.check.prove import made
from tests.check.prove.made import Machine, Parts
from tests.check.prove.promela import Rule, as_promela

KINDS = {
    "plain": Parts(tells=True),
    "deferral": Parts(defers=True, tells=True),
    "deadlines": Parts(waits=True),
    "deferred deadlines": Parts(waits=True, defers=True, ends=True),
    "reads": Parts(reads=True, tells=True),
    "writes": Parts(writes=True, tells=True, ends=True),
    "states in states": Parts(nests=True, waits=True),
    "all of it": Parts(defers=True, waits=True, reads=True, writes=True, nests=True, ends=True, tells=True),
}
missing = [tool for tool in ("spin", "gcc") if shutil.which(tool) is None]
needs_spin = pytest.mark.skipif(bool(missing), reason=f"not installed: {', '.join(missing)}")


def rule(machine: Machine, seed: int) -> tuple[str, Rule]:
    """A rule of that seed, as a sentence and as it is written for SPIN."""
    random = Random(1000 + seed)
    states = [name for name in machine.leaves if name != machine.begins]
    things = list(dict.fromkeys((*machine.events, *machine.tools * 3, *states)))
    match ("before", "only", "twice", "reaches")[seed % 4]:
        case "only":
            what, state = random.choice((*machine.events, *machine.tools * 3)), random.choice(list(machine.leaves))
            return f"{what} only in {state}", Rule("only", what, state)
        case "reaches":
            event, state = random.choice(list(machine.events)), random.choice(states)
            but = random.choice(("", *machine.leaves))
            where = f" but {but}" if but else ""
            return f"from any state{where} {event} reaches {state} within 1 event", Rule("reaches", event, state, but)
        case form:
            one, other = random.sample(things, 2)
            sentence = (
                f"never {one} before {other}" if form == "before" else f"never {one} twice without {other} between"
            )
            return sentence, Rule(form, one, other)


def spin(source: str, folder: Path) -> int | None:
    """The arrivals of a shortest run that breaks the assertion; None where none does."""
    (folder / "made.pml").write_text(source, encoding="utf-8")
    for command in (
        ["spin", "-a", "made.pml"],
        ["gcc", "-O0", "-w", "-DBFS", "-DSAFETY", "-o", "pan", "pan.c"],
        ["./pan", "-E", "-m100000"],
    ):
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=60, check=False)
        assert done.returncode == 0, done.stdout + done.stderr
    assert re.search(r"State-vector .* errors: [01]\b", done.stdout), done.stdout
    if "errors: 0" in done.stdout:
        assert "Search not completed" not in done.stdout
        return None
    assert "assertion violated" in done.stdout, done.stdout
    trail = (folder / "made.pml.trail").read_text(encoding="utf-8")
    return len(re.findall(r"^\d+:\d+:\d+$", trail, re.MULTILINE)) // 2  # the first begins the run; an arrival is two


def agree(kind: str, seed: int, folder: Path) -> None:
    machine = made.machine(seed, KINDS[kind])
    sentence, parsed = rule(machine, seed)
    source = made.as_states(machine, sentence)
    reading = read(source)
    assert reading.definition is not None, reading.problems
    assert not reading.problems
    table = compile_table(reading.definition)
    assert table.fit, table.problems
    (verdict,) = prove(table, [sentence], Options())
    length = spin(as_promela(machine, parsed), folder)
    if length is None:
        assert isinstance(verdict, Holds), source
    else:
        assert isinstance(verdict, Refuted), source
        assert verdict.trace is not None
        assert len(verdict.trace.steps) == length, source


@needs_spin
@pytest.mark.parametrize("kind", KINDS)
def test_the_same_verdict_as_spin(kind: str, tmp_path: Path) -> None:
    for seed in range(3):
        agree(kind, seed, tmp_path)


@needs_spin
@pytest.mark.slow
@pytest.mark.parametrize("seeds", range(10))
@pytest.mark.parametrize("kind", KINDS)
def test_the_same_verdicts_as_spin(kind: str, seeds: int, tmp_path: Path) -> None:
    for seed in range(100 + 20 * seeds, 120 + 20 * seeds):
        agree(kind, seed, tmp_path)
