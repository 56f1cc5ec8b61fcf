"""Machines of any size, made from a number: the same number gives the same machine."""

import random
from itertools import pairwise

from decidable.core.compile import compile_table
from decidable.core.table import Table
from decidable.text.reader import read

_THINGS = "order payment stock parcel customer refund label address".split()
_NEWS = "ready lost changed approved declined arrived".split()
_WORK = "waiting checking packing shipping asking holding paying".split()
_KINDS = "user result evidence signal".split()


def written(states: int, events: int, seed: int, moves: float = 2.2) -> str:
    """A `.states` file: mostly forward, some arrows back, a few lines of any state."""
    chance = random.Random(seed)
    names = [f"{chance.choice(_WORK)}_{n}" for n in range(states)]
    declared = [f"{chance.choice(_THINGS)}_{chance.choice(_NEWS)}_{n}" for n in range(events)]
    lines = ["machine generated", "events"]
    lines += [f"  {kind} {', '.join(declared[n::4])}" for n, kind in enumerate(_KINDS)]
    lines += ["any state", f"  {declared[0]} -> {names[-1]} : given up", "  * reject : not here"]
    for n, (name, following) in enumerate(pairwise([*names, names[0]])):
        if name == names[-1]:
            return "\n".join([*lines, f"{name} (final: completed)"]) + "\n"
        lines.append(f"{name} (start)" if n == 0 else name)
        for event in dict.fromkeys(chance.choice(declared) for _ in range(max(1, round(chance.gauss(moves, 1))))):
            near = names[max(0, n - 6) : n + 7]
            target = following if chance.random() < 0.45 else chance.choice(near)
            lines.append(f"  {event} {'stay' if target == name else f'-> {target}'} : because")
    raise AssertionError("there is a last state")


def machine(states: int, events: int, seed: int, moves: float = 2.2) -> Table:
    """The table of `written`."""
    definition = read(written(states, events, seed, moves)).definition
    assert definition is not None
    return compile_table(definition)
