"""The checker and SPIN say the same of made-up machines: every moment that is reached and how early, whether a rule holds, and
how long a shortest run is that breaks it.

Moments are what makes it sharp: of ten faults planted in the Promela, verdicts alone noticed two on thirty machines each, and
moments all ten on twenty.
"""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path
from random import Random

import pytest

from decidable.check.explore.domains import Domains, Sight
from decidable.check.prove import Holds, Options, Refuted, prove
from decidable.core.compile import compile_table
from decidable.core.snapshot import Act, Status
from decidable.core.table import Table
from decidable.text.reader import read
from tests.check.prove import made
from tests.check.prove.explored import everything
from tests.check.prove.made import Machine, Parts
from tests.check.prove.printed import Found, Moment, found
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
    states = [name for name in dict.fromkeys((*machine.leaves, *machine.states)) if name != machine.begins]
    things = list(dict.fromkeys((*machine.events, *machine.tools * 3, *states)))
    match ("before", "only", "twice", "reaches")[seed % 4]:
        case "only":
            what, state = random.choice((*machine.events, *machine.tools * 3)), random.choice(states)
            return f"{what} only in {state}", Rule("only", what, state)
        case "reaches":
            event, state = random.choice(list(machine.events)), random.choice(states)
            but = random.choice(("", machine.begins, *states))
            where = f" but {but}" if but else ""
            return f"from any state{where} {event} reaches {state} within 1 event", Rule("reaches", event, state, but)
        case form:
            one, other = random.sample(things, 2)
            if "act" in machine.tools and one != "act" and random.random() < 0.5:
                other = "act"  # of which it may turn out that it has not happened
            sentence = (
                f"never {one} before {other}" if form == "before" else f"never {one} twice without {other} between"
            )
            return sentence, Rule(form, one, other)


def spin(machine: Machine, promela: str, folder: Path) -> Found:
    """What SPIN finds of a machine, breadth first."""
    (folder / "made.pml").write_text(promela, encoding="utf-8")
    for command in (
        ["spin", "-a", "made.pml"],
        ["gcc", "-O0", "-w", "-DBFS", "-DSAFETY", "-o", "pan", "pan.c"],
        ["./pan", "-E", "-w20", "-m100000"],
    ):
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=60, check=False)
        assert done.returncode == 0, done.stdout + done.stderr
    assert "errors: 0" in done.stdout, done.stdout[-2000:]
    assert "Search not completed" not in done.stdout
    return found(machine, done.stdout)


def explored(table: Table) -> dict[Moment, int]:
    """What the checker finds of it, and how early."""
    moments: dict[Moment, int] = {}
    numbers = {None: 2, False: 0, True: 1}
    status = [Status.PLANNED, Status.STARTED, Status.UNKNOWN]
    for depth, snapshot, progress in everything(table):
        known = (snapshot.facts.get(fact) for fact in made.FACTS)
        facts = tuple(numbers[None if each is None else bool(each.value)] for each in known)
        reads = tuple(sorted(1 + bool(op.args["a"]) for op in snapshot.operations.values() if op.act is Act.READ))
        acts = (how for op, how in zip(snapshot.operations.values(), progress, strict=True) if op.act is Act.WRITE)
        write, attempt = next(((1 + status.index(how), times) for how, times in acts), (0, 0))
        waiting = snapshot.queue[0].event if snapshot.queue else ""
        armed = tuple(timer.event for timer in snapshot.timers)
        moments.setdefault(Moment(snapshot.state, facts, waiting, armed, reads, write, attempt), depth)
    return moments


def seen(moments: dict[Moment, int], table: Table) -> dict[Moment, int]:
    """Moments as far as the machine can tell them apart: of a fact nothing, or that it is known, or its value."""
    domains = Domains(table)
    tells = {Sight.NOTHING: (2, 2, 2), Sight.PRESENCE: (0, 0, 2)}
    told = [tells.get(domains[fact].sight, (0, 1, 2)) for fact in made.FACTS]
    found: dict[Moment, int] = {}
    for moment, depth in moments.items():
        short = moment._replace(facts=tuple(each[value] for each, value in zip(told, moment.facts, strict=True)))
        found[short] = min(depth, found.get(short, depth))
    return found


def agree(kind: str, seed: int, folder: Path) -> None:
    machine = made.machine(seed, KINDS[kind])
    sentence, parsed = rule(machine, seed)
    source = made.as_states(machine, sentence)
    reading = read(source)
    assert reading.definition is not None, reading.problems
    assert not reading.problems
    table = compile_table(reading.definition)
    assert table.fit, table.problems
    theirs = spin(machine, as_promela(machine, parsed), folder)
    assert seen(explored(table), table) == seen(theirs.moments, table), source
    (verdict,) = prove(table, [sentence], Options())
    if theirs.broken is None:
        assert isinstance(verdict, Holds), source
    else:
        assert isinstance(verdict, Refuted), source
        assert verdict.trace is not None
        assert len(verdict.trace.steps) == theirs.broken, source


@needs_spin
@pytest.mark.parametrize("kind", KINDS)
def test_spin_sees_the_same(kind: str, tmp_path: Path) -> None:
    for seed in (8, 13) if kind != "all of it" else (8,):
        agree(kind, seed, tmp_path)


FAULTS = {
    "what waits is never taken up": ("deferral", 5, "waiting && !ended && !(", "waiting && !ended && 0 && !("),
    "the longer deadline may be first": ("deadlines", 0, "armed_2 && !armed_1", "armed_2"),
    "reads outlive their state": ("reads", 0, "read_1 = 0; read_2 = 0; refused_calls", "refused_calls"),
    "an answer rests on nothing": ("reads", 0, "b_rests_on_a = 1;", "b_rests_on_a = 0;"),
    "planned writes are not withdrawn": (
        "writes",
        0,
        "if :: write == 1 -> write = 0; attempt = 0;",
        "if :: 0 -> skip;",
    ),
}


@needs_spin
@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_in_one_of_them_is_noticed(fault: str, tmp_path: Path) -> None:
    kind, seed, old, new = FAULTS[fault]
    machine = made.machine(seed, KINDS[kind])
    definition = read(made.as_states(machine, "after an end no tool")).definition
    assert definition is not None
    table = compile_table(definition)
    source = as_promela(machine, rule(machine, seed)[1])
    assert old in source
    theirs = spin(machine, source.replace(old, new), tmp_path)
    assert seen(explored(table), table) != seen(theirs.moments, table)


@needs_spin
@pytest.mark.slow
@pytest.mark.parametrize("seeds", range(5))
@pytest.mark.parametrize("kind", KINDS)
def test_spin_sees_the_same_of_many(kind: str, seeds: int, tmp_path: Path) -> None:
    for seed in range(100 + 20 * seeds, 120 + 20 * seeds):
        agree(kind, seed, tmp_path)
