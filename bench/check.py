"""The checker, measured: the booking, and a generated machine of 500 states x 100 events.

Owns: the figures beside the bars of `docs`. Never: decides what a finding is.

    python -m bench.check
"""

from __future__ import annotations

import platform
import sys
import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import TypeVar

from decidable.check import check
from decidable.check.flow.follow import follow
from decidable.core.compile import compile_table
from decidable.core.definition import Definition
from decidable.draw import as_text
from decidable.text.reader import read

T = TypeVar("T")
ROOT = Path(__file__).parents[1]
STATES, EVENTS, FACTS = 500, 100, 12
BOOKING_MS, LARGE_S = 50.0, 3.0
"""The bars: findings of the booking, and the whole way from definition to findings of the large machine."""


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


def main() -> int:
    """Print the figures; 1 where a bar is missed."""
    print(f"{platform.machine()}, {platform.system()}, Python {platform.python_version()}; the best of several runs")
    source = (ROOT / "examples" / "booking" / "booking.states").read_text(encoding="utf-8")
    reading, definition = best(20, lambda: definition_of(source))
    compiling, table = best(20, lambda: compile_table(definition))
    checking, report = best(20, lambda: check(table, source))
    following, _ = best(20, lambda: follow(table))
    drawing, _ = best(20, lambda: as_text(table, width=100))
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
    return int(booking > BOOKING_MS or whole > LARGE_S)


if __name__ == "__main__":
    sys.exit(main())
