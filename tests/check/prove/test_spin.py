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
from tests.check.prove import promela

missing = [tool for tool in ("spin", "gcc") if shutil.which(tool) is None]
MACHINES = 60


def rule(seed: int) -> tuple[str, tuple[str, str, str]]:
    """A rule of that seed, as a sentence and as the emitter takes it."""
    random = Random(1000 + seed)
    form = ("before", "only", "twice")[seed % 3]
    if form == "only":
        what, state = random.choice(promela.EVENTS), random.choice(promela.STATES)
        return f"{what} only in {state}", (form, what, state)
    one, other = random.sample((*promela.EVENTS, *promela.STATES[1:]), 2)
    sentence = f"never {one} before {other}" if form == "before" else f"never {one} twice without {other} between"
    return sentence, (form, one, other)


def spin(source: str, folder: Path) -> int | None:
    """The events of a shortest run that breaks the assertion; None where none does."""
    (folder / "made.pml").write_text(source, encoding="utf-8")
    for command in (
        ["spin", "-a", "made.pml"],
        ["gcc", "-O1", "-w", "-DBFS", "-DSAFETY", "-o", "pan", "pan.c"],
        ["./pan", "-E"],
    ):
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=60, check=True)
    assert re.search(r"State-vector .* errors: [01]\b", done.stdout), done.stdout
    if "errors: 0" in done.stdout:
        assert "Search not completed" not in done.stdout
        return None
    trail = (folder / "made.pml.trail").read_text(encoding="utf-8")
    return len(re.findall(r"^\d+:\d+:\d+$", trail, re.MULTILINE)) - 1  # the first begins the run


@pytest.mark.slow
@pytest.mark.skipif(bool(missing), reason=f"not installed: {', '.join(missing)}")
@pytest.mark.parametrize("seed", range(MACHINES))
def test_the_same_verdict_as_spin(seed: int, tmp_path: Path) -> None:
    made = promela.machine(seed)
    sentence, parsed = rule(seed)
    reading = read(promela.as_states(made, sentence))
    assert reading.definition is not None, reading.problems
    assert not reading.problems
    table = compile_table(reading.definition)
    assert table.fit, table.problems
    (verdict,) = prove(table, [sentence], Options())
    length = spin(promela.as_promela(made, parsed), tmp_path)
    if length is None:
        assert isinstance(verdict, Holds), sentence
    else:
        assert isinstance(verdict, Refuted), sentence
        assert verdict.trace is not None
        assert len(verdict.trace.steps) == length
