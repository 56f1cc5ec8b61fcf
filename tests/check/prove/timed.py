"""Small machines of deadlines: interruptions, states in states, deferral, strikes, news for others, and facts that are
written in one state and read in another. Made from a seed.

Owns: the text of a machine. Never: asks anything of it.
"""

from __future__ import annotations

from random import Random

from decidable.core.table import Table
from tests.check.prove.generated import fit

GUARDS = ("a", "not a", "b", "not b", "c", "not c")
WRITES = ("set a = yes", "set a = no", "set b = yes", "reset b", "set c = yes", "send go to elsewhere")


def machine(seed: int, *, nested: bool) -> Table | None:
    """The machine of that seed; None where it makes none that is fit to run."""
    return fit(source(seed, nested=nested))


def source(seed: int, *, nested: bool) -> str:
    """Its text."""
    random = Random(seed)
    states = ["s0", "s1", "s2"]
    looks, strikes, defers = (random.random() < often for often in (0.2, 0.2, 0.4))
    lines = ["machine timed", "facts", "  a, b, c: bool = no", "  x: 0..1 = 0" if looks else "", "events"]
    lines += [f"  user go, tell{'(x?)' if looks else ''}", "  user odd" if strikes else "", "  signal ring, up"]
    lines += ["  result found, failed", "tools", "  read look(x) gives found fails failed"] if looks else []
    lines += ["any state", "  ring, up stay : news", "  blocked -> s0 : refused" if looks else ""]
    lines += ["  odd reject strike : a miss", "  after 2 strikes -> s2 : enough"] if strikes else []
    lines += ["  * reject : not now"]
    effects = (*WRITES, *(["call look", "forget x"] if looks else []))
    pad = ""
    if nested:
        pad = "  "
        lines += ["group", *_deadlines(random, "group", states, effects, ("3m", "1m"), 0.9, "  ")]
    for name in states[:2]:
        start = " (start)" if name == "s0" else ""
        lines += [
            f"{pad}{'state ' if nested else ''}{name}{start}",
            *_cells(random, name, states, effects, looks, defers, pad),
        ]
    lines += ["s2", *_cells(random, "s2", states, effects, looks, defers, "")]
    lines += [
        "out (interruption)",
        *_deadlines(random, "out", [*states, "back"], WRITES, ("1m", "2m", "4m"), 0.8, "  "),
    ]
    lines += ["  go -> back else s0 : over", f"  tell stay / {random.choice(WRITES)} : meanwhile"]
    lines += [f"  up {random.choice(('-> back else s1', '-> s1', 'stay'))} : again"]
    return "\n".join(filter(None, lines)) + "\n"


def _cells(
    random: Random, state: str, states: list[str], effects: tuple[str, ...], looks: bool, defers: bool, pad: str
) -> list[str]:
    found: list[str] = []
    for event in ("go", "tell", "ring", "up", *(("found",) if looks else ())):
        if random.random() < 0.7:
            options = [*(f"-> {name}" for name in states if name != state), "stay", "stay", "-> out", "-> out"]
            options += ["defer"] if defers and event in ("go", "tell") else []
            found += _lines(random, event, options, effects, pad)
    return found + _deadlines(random, state, states, effects, ("1m", "2m", "4m"), 0.5, f"{pad}  ")


def _deadlines(
    random: Random,
    state: str,
    states: list[str],
    effects: tuple[str, ...],
    times: tuple[str, ...],
    often: float,
    pad: str,
) -> list[str]:
    found: list[str] = []
    for time in times:
        if random.random() < often * 0.7:
            options = [f"-> {name}{' else s0' if name == 'back' else ''}" for name in states if name != state]
            options += ["stay"] if state in ("out", "group") else ["stay", "-> out", "-> out"]
            found += _lines(random, f"after {time}", options, effects, pad[2:])
    return found


def _lines(random: Random, event: str, options: list[str], effects: tuple[str, ...], pad: str) -> list[str]:
    def outcome() -> str:
        chosen = random.choice(options)
        asked = [] if chosen == "defer" else random.sample(effects, random.randint(0, 2))
        return f"{chosen} / {', '.join(asked)}" if asked else chosen

    if random.random() < 0.5:
        return [
            f"{pad}  {event} when {random.choice(GUARDS)}   {outcome()} : one",
            f"{pad}  {event} else   {outcome()} : other",
        ]
    return [f"{pad}  {event}   {outcome()} : always"]
