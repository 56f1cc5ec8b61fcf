"""Small machines with a little of everything in them, made from a seed.

Owns: the text of a machine. Never: asks anything of it.
"""

from __future__ import annotations

from random import Random

from decidable.core.compile import compile_table
from decidable.core.table import Table
from decidable.errors import MachineError
from decidable.text.reader import read

STATES = ("s0", "s1", "s2")
GUARDS = ("a", "not a", "a and b", "b", "n < 1", "x known", "y is x", "busy", "y known and not b", "c")
ALWAYS = ("set a = yes", "set a = no", "count n", "reset n", "set b = yes", "forget b", "forget x")


def source(seed: int) -> str:
    """A machine of that seed."""
    random = Random(seed)
    tool = random.choice(("none", "look", "act", "pay"))
    lines = ["machine small", "facts", "  a: bool = no", "  b, c: bool", "  n: 0..1 = 0", "  x, y: text", "events"]
    lines += ["  user go(b?), tell(x), give(y?)", "  answer yes, no", "  signal ring"]
    lines += {
        "none": ["  evidence acted(c)"],
        "look": [
            "  result found(y), failed",
            "  evidence acted(c)",
            "tools",
            "  read look(x) gives found fails failed",
        ],
        "act": [
            "  result refused, unknown",
            "  evidence acted(c)",
            "tools",
            "  write act(y) gives acted, refused timeout unknown look up by repeating the key"
            + random.choice(("", " requires a", " requires not b")),
        ],
        "pay": [
            "  result refused, unknown",
            "  evidence acted(c)",
            "tools",
            "  write pay(x) gives acted, refused timeout unknown look up by repeating the key needs approval",
        ],
    }[tool]
    lines += ["any state", "  acted -> s1 : it is real", "  blocked -> s0 : refused", "  ring stay : news"]
    lines += ["  unknown stay : looked up"] if tool in ("act", "pay") else []
    lines += ["  * reject : not now"]
    effects = (*ALWAYS, *{"look": ("call look",), "act": ("call act",), "pay": ("propose pay",)}.get(tool, ()) * 3)
    events = ["go", "tell", "give", "yes", *{"none": (), "look": ("found",)}.get(tool, ("refused",))]
    for name in STATES:
        lines.append(f"{name}{' (start)' if name == 's0' else ''}")
        if random.random() < 0.3:
            lines.append(f"  enter: {random.choice(effects)}")
        for event in events:
            if random.random() < 0.7:
                lines += _decisions(random, event, name, effects)
        if random.random() < 0.2:
            lines.append(f"  after 10m -> {random.choice([n for n in STATES if n != name])} : too late")
    lines += ["out (interruption)", "  go -> back else s0 : over", "end (final: completed, leftovers to attention)"]
    return "\n".join(lines) + "\n"


def _decisions(random: Random, event: str, state: str, effects: tuple[str, ...]) -> list[str]:
    def outcome() -> str:
        targets = [f"-> {name}" for name in STATES if name != state]
        options = [*targets, "stay", "stay", f"-> {state} restart"]
        if event in ("go", "tell", "give"):
            options += ["defer", "-> out", "-> end"]
        chosen = random.choice(options)
        asked = ["perform"] if event == "yes" else []
        asked += random.sample(effects, random.randint(0, 2))
        return chosen if chosen in ("defer", "-> end", "-> out") or not asked else f"{chosen} / {', '.join(asked)}"

    if event == "yes":
        return [f"  yes when approved   {outcome()} : it is a yes", "  yes else   stay : to what"]
    if random.random() < 0.5:
        return [f"  {event} when {random.choice(GUARDS)}   {outcome()} : one", f"  {event} else   {outcome()} : other"]
    return [f"  {event}   {outcome()} : always"]


def machine(seed: int) -> Table | None:
    """Its table; None where the seed makes no machine that is fit to run."""
    return fit(source(seed))


def fit(source: str) -> Table | None:
    """The table of a text; None where it is not fit to run."""
    reading = read(source)
    if reading.definition is None or reading.problems:
        return None
    try:
        table = compile_table(reading.definition)
    except MachineError:
        return None
    return table if table.fit else None
