"""Small machines of states, yes-or-no facts and events, as `.states` and as Promela: two descriptions of one made-up value.

Owns: the value, both texts, and what a rule means in Promela. Never: asks the engine, the compiler or `step` anything; the
Promela is written from what the definition says, so that an error shared by both would have to be made twice.
"""

from __future__ import annotations

from random import Random
from typing import NamedTuple

STATES = ("s0", "s1", "s2", "s3")
EVENTS = ("go", "back_up", "ring", "paid")
KINDS = {"go": "user", "back_up": "user", "ring": "signal", "paid": "evidence"}
FACTS = ("a", "b", "c")


class Line(NamedTuple):
    """One decision. `outcome`: `stay`, `reject`, `ignore`, or the state that is entered."""

    guard: str
    """A fact, or its opposite with a `not `; empty for always, `else` for otherwise."""
    outcome: str
    sets: tuple[tuple[str, str], ...]
    """Facts with `yes`, `no` or `forget`, in order."""


class Machine(NamedTuple):
    """The cells of every state and event. `entering`: what a state sets when it is entered."""

    cells: dict[tuple[str, str], tuple[Line, ...]]
    entering: dict[str, tuple[tuple[str, str], ...]]


def machine(seed: int) -> Machine:
    """The machine of a seed."""
    random = Random(seed)
    cells: dict[tuple[str, str], tuple[Line, ...]] = {}
    for state in STATES:
        for event in EVENTS:
            if random.random() < 0.5:
                fact = random.choice(FACTS)
                guard = random.choice((fact, f"not {fact}"))
                cells[state, event] = tuple(_line(random, state, event, when) for when in (guard, "else"))
            else:
                cells[state, event] = (_line(random, state, event, ""),)
    entering = {state: _sets(random, 1) if random.random() < 0.3 else () for state in STATES}
    return Machine(cells, entering)


def _sets(random: Random, most: int) -> tuple[tuple[str, str], ...]:
    return tuple((random.choice(FACTS), random.choice(("yes", "no", "forget"))) for _ in range(random.randint(0, most)))


def _line(random: Random, state: str, event: str, guard: str) -> Line:
    others = [name for name in STATES if name != state]
    options = ["stay", "stay", random.choice(others)]
    options += ["reject", "reject"] if KINDS[event] == "user" else []  # news is never refused
    options += ["ignore"] if KINDS[event] in ("user", "signal") else []
    outcome = random.choice(options)
    return Line(guard, outcome, () if outcome in ("reject", "ignore") else _sets(random, 2))


def as_states(made: Machine, rule: str) -> str:
    """The machine as its author would write it."""
    lines = ["machine made", "facts", f"  {', '.join(FACTS)}: bool = no", "events"]
    lines += [f"  {KINDS[event]} {event}" for event in EVENTS]
    for state in STATES:
        lines.append(f"{state} (start)" if state == "s0" else state)
        if made.entering[state]:
            lines.append(f"  enter: {_effects(made.entering[state])}")
        for event in EVENTS:
            for guard, outcome, sets in made.cells[state, event]:
                when = f" when {guard}" if guard not in ("", "else") else " else" if guard else ""
                to = f"-> {outcome}" if outcome in STATES else outcome
                lines.append(f"  {event}{when}   {to}{' / ' if sets else ''}{_effects(sets)} : because")
    return "\n".join([*lines, "rules", f"  {rule}", ""])


def _effects(sets: tuple[tuple[str, str], ...]) -> str:
    return ", ".join(f"forget {fact}" if value == "forget" else f"set {fact} = {value}" for fact, value in sets)


_VALUES = {"yes": "1", "no": "0", "forget": "2"}


def as_promela(made: Machine, rule: tuple[str, str, str]) -> str:
    """The machine in a world that sends any event at any time, with an assertion that the rule is not broken yet.

    One pass of the loop is one event and one atomic step. `rule`: (`before` | `only` | `twice`, A, B): A and B are events,
    which happen when they are accepted, or for `before` and `twice` states, which happen when they are entered.
    """
    number = {name: at for at, name in enumerate(STATES)}
    body = ["byte state = 0;", *(f"byte {fact} = 0;" for fact in FACTS), "byte first = 0, happened = 0, broken = 0;"]
    body += ["active proctype world() {"]
    body += [f"  d_step {{ {' '.join(['skip;', *_written(made.entering['s0']), *_seen(rule, 's0', 's0')])} }};", "  do"]
    for (state, event), lines in made.cells.items():
        for guard, outcome, sets in lines:
            when = _guard(lines[0].guard if guard == "else" else guard)
            when = f"!({when})" if guard == "else" else when
            does = ["skip;"]
            if outcome not in ("reject", "ignore"):
                does += _seen(rule, event, state)
                if outcome in STATES:
                    does += [f"state = {number[outcome]};", *_seen(rule, outcome, state)]
                does += _written(sets)
                does += _written(made.entering[outcome]) if outcome in STATES else []
            does.append("assert(!broken);")
            body.append(f"  :: d_step {{ state == {number[state]} && {when} -> {' '.join(does)} }}")
    return "\n".join([*body, "  od", "}", ""])


def _guard(guard: str) -> str:
    if not guard:
        return "1"
    name = guard.removeprefix("not ")
    return f"({name} == 1)" if name == guard else f"({name} != 1)"  # what is unknown does not hold


def _written(sets: tuple[tuple[str, str], ...]) -> list[str]:
    return [f"{fact} = {_VALUES[value]};" for fact, value in sets]


def _seen(rule: tuple[str, str, str], what: str, state: str) -> list[str]:
    """What the monitor makes of it that this happens in a state."""
    form, one, other = rule
    found: list[str] = []
    if form == "before":
        found += ["first = 1;"] if what == other else []
        found += ["broken = broken || !first;"] if what == one else []
    elif form == "twice":
        found += ["broken = broken || happened; happened = 1;"] if what == one else []
        found += ["happened = 0;"] if what == other else []
    elif what == one and state != other:
        found += ["broken = 1;"]
    return found
