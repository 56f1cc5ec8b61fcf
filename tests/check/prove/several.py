"""Small machines with two writes and a read that are open at a time, made from a seed: what one step is not about, and what
it is.

Owns: the text of a machine. Never: asks anything of it.
"""

from __future__ import annotations

from random import Random

from decidable.core.table import Table
from tests.check.prove.generated import fit

STATES = ("s0", "s1")
GUARDS = ("a", "not a", "busy", "not busy", "x known", "x known and not a", "y is x", "busy and a")
EFFECTS = ("set a = yes", "set a = no", "forget x", "call act", "call act", "call ship", "call ship", "call look")


def source(seed: int) -> str:
    """A machine of that seed."""
    random = Random(seed)
    lines = ["machine several", "facts", "  a: bool = no", "  x, y: text", "events"]
    lines += ["  user go, tell(x?)", "  result found(y), failed, refused, unknown", "  evidence acted, shipped"]
    lines += ["tools", f"  read look({random.choice(('', 'x'))}) gives found fails failed"]
    lines.append(f"  write act() gives acted, refused timeout unknown look up by repeating the key{_requires(random)}")
    lines.append(f"  write ship({random.choice(('', 'x'))}) gives shipped timeout unknown look up by repeating the key")
    taken = random.choice(("stay", "-> s1", "-> s0"))
    lines += ["any state", f"  acted {taken} : it is real", "  shipped stay : news"]
    lines += ["  blocked stay : refused", "  unknown stay : looked up", "  * reject : not now"]
    for name in STATES:
        lines.append(f"{name}{' (start)' if name == 's0' else ''}")
        if random.random() < 0.3:
            lines.append(f"  enter: {random.choice(EFFECTS)}")
        for event in ("go", "tell", "found", "failed", "refused", "shipped"):
            if random.random() < 0.75:
                lines += _decisions(random, event, name)
    lines += ["out (interruption)", "  go -> back else s0 : over", "  refused stay : news"]
    lines += ["end (final: completed, leftovers to attention)"]
    return "\n".join(lines) + "\n"


def _requires(random: Random) -> str:
    return random.choice(("", " requires a", " requires not busy"))


def _decisions(random: Random, event: str, state: str) -> list[str]:
    def outcome() -> str:
        other = STATES[1 - STATES.index(state)]
        options = [f"-> {other}", f"-> {other}", "stay", "stay", f"-> {state} restart"]
        if event in ("go", "tell"):
            options += ["defer", "-> out", "-> end"]
        if event == "shipped":
            options.append("defer")
        chosen = random.choice(options)
        asked = random.sample(EFFECTS, random.randint(0, 2))
        return chosen if chosen in ("defer", "-> end", "-> out") or not asked else f"{chosen} / {', '.join(asked)}"

    if random.random() < 0.5:
        return [f"  {event} when {random.choice(GUARDS)}   {outcome()} : one", f"  {event} else   {outcome()} : other"]
    return [f"  {event}   {outcome()} : always"]


def machine(seed: int) -> Table | None:
    """Its table; None where the seed makes no machine that is fit to run."""
    return fit(source(seed))
