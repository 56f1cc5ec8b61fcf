"""The checker, measured: the booking, a generated machine of 500 states x 100 events, and the rules of both kinds.

Owns: the figures beside the bars of `docs`. Never: decides what a finding is.

    python -m bench.check
"""

from __future__ import annotations

import gc
import platform
import sys
import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import NamedTuple, TypeVar

from decidable.check import check
from decidable.check.explore.search import Progress
from decidable.check.flow.follow import follow
from decidable.check.prove import Holds, prove
from decidable.core.compile import compile_table
from decidable.core.definition import Definition
from decidable.core.table import Table
from decidable.draw import as_text
from decidable.text.reader import read

T = TypeVar("T")
ROOT = Path(__file__).parents[1]
STATES, EVENTS, FACTS = 500, 100, 12
BOOKING_MS, LARGE_S = 50.0, 3.0
"""The bars: findings of the booking, and the whole way from definition to findings of the large machine."""
BITS = 18
"""Facts of the wide machine: 3 states x 2^18 valuations = 786,432 moments."""
EDGES_PER_S, WIDE_S = 1_000_000, 30.0
"""The bars of the rules: one edge is one input to one moment of machine and monitor; time is that of the processor."""


def generated(seed: int = 7) -> str:
    """A machine of 500 states x 100 events: named lines, guards, groups, lines of any state; every 50th state has faults."""
    random = Random(seed)
    kinds = ["user"] * 60 + ["result"] * 30 + ["evidence"] * 10
    events = [f"e{n}" for n in range(EVENTS)]
    lines = ["machine large", "", "facts", f"  {', '.join(f'f{n}' for n in range(FACTS))}: bool = no", "", "events"]
    lines += [f"  {kind} {event}" for kind, event in zip(kinds, events, strict=True)]
    lines += ["", "any state"]
    lines += [
        f"  {event}   -> s0 : it happened" for event, kind in zip(events, kinds, strict=True) if kind == "evidence"
    ]
    lines += ["  @user   stay : heard", "  *   reject : not here"]
    for state in range(STATES):
        lines += ["", f"s{state}{' (start)' if state == 0 else ''}"]
        if state % 50 == 49:
            lines += [
                "  @user   defer",
                f"  e{state % 60}   -> s0 : a second rule",
                "  @evidence   stay : gives way unseen",
            ]
        for event in random.sample(events[:90], 20):
            target = random.randrange(STATES)
            outcome = "stay" if target == state else f"-> s{target}"
            if random.random() < 0.3:
                one, other = random.sample(range(FACTS), 2)
                lines.append(f"  {event} when f{one} and not f{other}   {outcome} : one way")
                lines.append(f"  {event} else   stay : otherwise")
            else:
                lines.append(f"  {event}   {outcome} : always")
    return "\n".join([*lines, ""])


def wide(bits: int = BITS) -> str:
    """Three states, and facts of which each is read by guards, so that none can be left out: all their values are met."""
    facts = [f"f{n}" for n in range(bits)]
    lines = ["machine wide", "", "facts", f"  {', '.join(facts)}: bool = no", "", "events"]
    lines += [f"  user {', '.join(f'flip{n}' for n in range(bits))}, onward, never_sent"]
    lines += ["", "any state", "  * reject : not here"]
    for state in range(3):
        lines += ["", f"s{state}{' (start)' if state == 0 else ''}", f"  onward   -> s{(state + 1) % 3} : on"]
        for number, fact in enumerate(facts):
            lines.append(f"  flip{number} when {fact}   stay / set {fact} = no : down")
            lines.append(f"  flip{number} else   stay / set {fact} = yes : up")
    return "\n".join([*lines, "", "rules", "  never_sent only in s0", ""])


def floor(bits: int) -> tuple[int, float]:
    """The edges of the wide machine followed by hand, each moment a whole number in a set, and the seconds it takes."""
    start, edges, count = time.process_time(), 0, 1 << bits
    known, frontier = {0}, [0]
    while frontier:
        new = []
        for moment in frontier:
            state, facts = divmod(moment, count)
            for after in (
                *(state * count + (facts ^ 1 << bit) for bit in range(bits)),
                (state + 1) % 3 * count + facts,
                moment,
            ):
                edges += 1
                if after not in known:
                    known.add(after)
                    new.append(after)
        frontier = new
    return edges, time.process_time() - start


def best(repeat: int, call: Callable[[], T]) -> tuple[float, T]:
    """The least of several times, in seconds, and what the call gave."""
    taken: list[float] = []
    for _ in range(repeat):
        start = time.perf_counter()
        result = call()
        taken.append(time.perf_counter() - start)
    return min(taken), result


def definition_of(source: str) -> Definition:
    """The definition of a text that is known to be whole."""
    reading = read(source)
    if reading.definition is None or reading.problems:
        raise SystemExit(f"the machine cannot be read: {reading.problems}")
    return reading.definition


class Proved(NamedTuple):
    """A rule that was proved. `edges`: of all searches that it took, of which the last is the proof."""

    verdict: Holds
    edges: int
    seconds: float


def proved(table: Table, rule: str) -> Proved:
    """A rule put to a machine of which nothing is known yet. The collector of cycles rests, as in `decidable prove`."""
    searches: list[Progress] = []

    def hear(_rule: str, progress: Progress) -> None:
        if progress.depth > 1:
            searches.pop()
        searches.append(progress)

    gc.collect()
    gc.disable()
    start = time.process_time()
    (verdict,) = prove(table, [rule], tell=hear)
    taken = time.process_time() - start
    gc.enable()
    if not isinstance(verdict, Holds):
        raise SystemExit(f"a rule that holds was not proved: {verdict}")
    return Proved(verdict, sum(each.edges for each in searches[:-1]) + verdict.size.edges, taken)


def rules(booking: Table) -> bool:
    """Print the figures of the rules; whether every bar is met. Of a rule with few edges the rate is shown, not judged."""
    edges, taken = floor(BITS)
    print(f"rules; the floor, whole numbers in a set: {edges:,} edges in {taken:.1f} s, {edges / taken:,.0f} edges/s")
    machine = compile_table(definition_of(wide()))
    wide_one = proved(machine, machine.definition.rules[0])
    if wide_one.verdict.size != (3 << BITS, edges):
        raise SystemExit(
            f"the checker and the floor differ on the wide machine: {wide_one.verdict.size}, {edges:,} edges"
        )
    met = show(wide_one) and wide_one.seconds <= WIDE_S
    print(f"    in {wide_one.seconds:.2f} s (bar {WIDE_S:.0f})")
    for rule in booking.definition.rules:
        met = show(proved(booking, rule)) and met
    return met


def show(found: Proved) -> bool:
    """Print the figures of one rule; whether its bar is met."""
    verdict, edges, taken = found
    judged = edges >= EDGES_PER_S
    bar = f"bar {EDGES_PER_S:,}" if judged else "too few for a rate"
    print(f"  {verdict.rule}")
    print(f"    {verdict.size.states:,} states, {edges:,} edges in {taken:.2f} s, {edges / taken:,.0f} edges/s ({bar})")
    return not judged or edges / taken >= EDGES_PER_S


def main() -> int:
    """Print the figures; 1 where a bar is missed."""
    print(f"{platform.machine()}, {platform.system()}, Python {platform.python_version()}; the best of several runs")
    source = (ROOT / "examples" / "booking" / "booking.states").read_text(encoding="utf-8")
    reading, definition = best(20, lambda: definition_of(source))
    compiling, table = best(20, lambda: compile_table(definition))
    checking, report = best(20, lambda: check(table, source))
    following, _ = best(20, lambda: follow(table))
    drawing, _ = best(20, lambda: as_text(table, width=100))
    small = table
    booking = (compiling + checking - following) * 1000
    print(f"booking, {report.grid.cells if report.grid else 0} cells, {len(report.findings)} findings")
    print(
        f"  read {reading * 1000:.1f} ms, compile {compiling * 1000:.1f} ms, check {checking * 1000:.1f} ms, "
        f"of which {following * 1000:.1f} ms follow facts, grid {drawing * 1000:.1f} ms; "
        f"findings of the grid in {booking:.1f} ms (bar {BOOKING_MS:.0f})"
    )

    large = generated()
    reading, definition = best(1, lambda: definition_of(large))
    compiling, table = best(1, lambda: compile_table(definition))
    checking, report = best(1, lambda: check(table, large))
    following, _ = best(1, lambda: follow(table))  # its faults keep `check` from doing so
    whole = compiling + checking + following
    print(
        f"generated, {STATES} x {EVENTS} = {report.grid.cells if report.grid else 0:,} cells, {len(report.findings):,} findings"
    )
    print(
        f"  read {reading:.2f} s, compile {compiling:.2f} s, check {checking:.2f} s, follow facts {following:.2f} s; findings in {whole:.2f} s (bar {LARGE_S:.0f})"
    )
    return int(not rules(small) or booking > BOOKING_MS or whole > LARGE_S)


if __name__ == "__main__":
    sys.exit(main())
