"""Small machines made from a seed, as values and as `.states`: yes-or-no facts, events, and what a test asks for of deferral,
deadlines, tools, and states in states.

Owns: the values and their text. Never: asks the engine anything; the same values are written as Promela beside this
(`promela`), so that an error shared by both would have to be made twice.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import NamedTuple

FACTS = ("a", "b", "c")
SENT = {"go": "user", "back_up": "user", "tell": "user", "ring": "signal", "paid": "evidence"}
"""What comes from outside; `tell(a)` gives a fact."""
TIMERS = ("after 1m", "after 2m")
"""The shorter first."""
END = "over"
LOOK = {"found": "result", "failed": "result"}
"""What `look(a)` gives; `found(b)` gives a fact."""
ACT = {"acted": "evidence", "refused": "result", "unknown": "result"}
"""What `act(a)` gives, and that it gave nothing."""
DEFAULT = "*"
"""Where a line stands that decides what no other does."""


class Parts(NamedTuple):
    """What a machine may have, beside facts, guards and moves."""

    defers: bool = False
    waits: bool = False
    reads: bool = False
    writes: bool = False
    nests: bool = False
    ends: bool = False
    tells: bool = False


class Effect(NamedTuple):
    """`does`: yes, no, forget (a fact), or call (a tool)."""

    does: str
    what: str


class Line(NamedTuple):
    """One decision. `outcome`: `stay`, `reject`, `ignore`, `defer`, or the state that is entered."""

    guard: str
    """Words of the language of guards; empty for always, `else` for otherwise."""
    outcome: str
    effects: tuple[Effect, ...] = ()
    restart: bool = False


class State(NamedTuple):
    """One state. `start`: entered where the state around it is, or where the machine begins."""

    name: str
    around: str
    start: bool
    enter: tuple[Effect, ...]
    cells: dict[str, tuple[Line, ...]]


class Machine(NamedTuple):
    """States in the order in which they are written, each behind the one around it. `anywhere`: the lines of any state."""

    parts: Parts
    states: dict[str, State]
    anywhere: dict[str, tuple[Line, ...]]
    requires: str
    """What `act` requires; empty for nothing."""

    @property
    def events(self) -> dict[str, str]:
        """Events and their kinds, but for deadlines and `blocked`."""
        sent = {event: kind for event, kind in SENT.items() if event != "tell" or self.parts.tells}
        return {**sent, **(LOOK if self.parts.reads else {}), **(ACT if self.parts.writes else {})}

    @property
    def tools(self) -> tuple[str, ...]:
        """The names of its tools."""
        return (*(("look",) if self.parts.reads else ()), *(("act",) if self.parts.writes else ()))

    @property
    def leaves(self) -> tuple[str, ...]:
        """The states without children; the end is one."""
        around = {state.around for state in self.states.values()}
        return (*(name for name in self.states if name not in around), *((END,) if self.parts.ends else ()))

    @property
    def begins(self) -> str:
        """Where a run begins."""
        return self.leaf(next(name for name, state in self.states.items() if state.start and not state.around))

    def above(self, name: str) -> tuple[str, ...]:
        """The states around one, the nearest first."""
        found: list[str] = []
        while name != END and (name := self.states[name].around):
            found.append(name)
        return tuple(found)

    def within(self, name: str) -> tuple[str, ...]:
        """The states without children that are meant by a name."""
        return tuple(leaf for leaf in self.leaves if name in (leaf, *self.above(leaf)))

    def leaf(self, name: str) -> str:
        """The state that is entered where this one is."""
        inner = [state for state in self.states.values() if state.around == name]
        return self.leaf(next(state.name for state in inner if state.start)) if inner else name

    def lines(self, leaf: str, event: str) -> Iterator[tuple[str, Line]]:
        """The lines that speak of a cell, in the order in which they are asked, with where they stand."""
        for name in (leaf, *self.above(leaf)):
            yield from ((name, line) for line in self.states[name].cells.get(event, ()))
        yield from (("any state", line) for line in self.anywhere.get(event, ()))
        yield DEFAULT, Line("", "reject")


SHAPES = (
    {"s0": "", "s1": "", "s2": "", "s3": ""},
    {"s0": "", "p": "", "s1": "p", "s2": "p", "s3": ""},
    {"p": "", "s0": "p", "q": "p", "s1": "q", "s2": "q", "s3": ""},
    {"s0": "", "p": "", "q": "p", "s1": "q", "s2": "q", "s3": "p"},
)
"""Of each state: the one around it. The first child of a parent is its start."""


def machine(seed: int, parts: Parts) -> Machine:
    """The machine of a seed."""
    return _Maker(Random(seed), parts).machine()


class _Maker:
    def __init__(self, random: Random, parts: Parts) -> None:
        self._random, self._parts = random, parts
        self._around = random.choice(SHAPES[1:]) if parts.nests else SHAPES[0]
        self._clocks = "p" if parts.nests and random.random() < 0.5 else ""
        """Whose deadlines there are: of a state in states, or of the states within. (Both together want a clock.)"""

    def machine(self) -> Machine:
        random, parts = self._random, self._parts
        empty = Machine(parts, {}, {}, "")
        events = [event for event in empty.events if event != "acted"]
        states: dict[str, State] = {}
        for name, around in self._around.items():
            start = not states if not around else all(state.around != around for state in states.values())
            often = 0.4 if name in self._around.values() else 0.7
            cells = {event: self._cell(name, event) for event in events if random.random() < often}
            cells = {event: cell for event, cell in cells.items() if cell}
            if parts.waits and (name == self._clocks or (name not in self._around.values() and not self._clocks)):
                cells |= {timer: self._cell(name, timer) for timer in TIMERS if random.random() < 0.4}
            enter = self._effects(1, calls=bool(states)) if random.random() < 0.4 else ()
            states[name] = State(name, around, start, enter, cells)
        anywhere = {event: self._cell("", event) for event, kind in empty.events.items() if kind != "user"}
        if empty.tools:
            first = next(iter(self._around))
            blocked = Line("", random.choice((first, "stay")), self._effects(1, calls=False))
            anywhere["blocked"] = (blocked,)
        return Machine(parts, states, anywhere, random.choice(("", "c", "not b")))

    def _cell(self, state: str, event: str) -> tuple[Line, ...]:
        """The lines of a state, or of any state, for an event: always, one way or the other, or sometimes."""
        if self._random.random() < 0.4:
            return (self._line(state, event, ""),)
        guard = self._guard()
        first = self._line(state, event, guard)
        falls = state and event not in TIMERS and self._random.random() < 0.3
        return (first,) if falls else (first, self._line(state, event, "else"))

    def _guard(self) -> str:
        one, other = self._random.sample(FACTS, 2)
        options = [one, one, f"not {one}", f"not {one}", f"{one} and not {other}", f"{one} or {other}", f"{one} known"]
        return self._random.choice([*options, *(["busy"] if self._parts.writes else [])])

    def _line(self, state: str, event: str, guard: str) -> Line:
        random, parts = self._random, self._parts
        kind = SENT.get(event, "")
        leaf = state not in self._around.values() and state != ""
        options = ["stay", "stay", *random.choices(self._targets(state), k=2)]
        options += ["reject", "reject"] if kind == "user" else []  # news is never refused
        options += ["ignore"] if kind in ("user", "signal") else []
        if parts.defers and leaf and (kind in ("user", "signal") or event in TIMERS):
            options += ["defer"] * 3
        options += [END] if parts.ends and random.random() < 0.2 else []
        restart = bool(state) and random.random() < 0.1
        outcome = state if restart else random.choice(options)
        if outcome in ("reject", "ignore", "defer"):
            return Line(guard, outcome)
        calls = outcome not in ("", END) and state != ""
        return Line(guard, outcome, self._effects(2, calls=calls), restart)

    def _targets(self, state: str) -> list[str]:
        """Where a line of a state may lead: not where it stands already."""
        return [name for name in self._around if name != state and self._leaf(name) != state]

    def _leaf(self, name: str) -> str:
        inner = [each for each, around in self._around.items() if around == name]
        return self._leaf(inner[0]) if inner else name

    def _effects(self, most: int, *, calls: bool) -> tuple[Effect, ...]:
        random = self._random
        tools = Machine(self._parts, {}, {}, "").tools if calls else ()
        found: list[Effect] = []
        for _ in range(random.randint(0, most)):
            if tools and random.random() < 0.5:
                found.append(Effect("call", random.choice(tools)))
            else:
                found.append(Effect(random.choice(("yes", "no", "forget")), random.choice(FACTS)))
        return tuple(found)


def as_states(made: Machine, rule: str) -> str:
    """The machine as its author would write it."""
    fields = {"tell": "tell(a)", "found": "found(b)"}
    lines = ["machine made", "facts", f"  {', '.join(FACTS)}: bool = no", "events"]
    lines += [f"  {kind} {fields.get(event, event)}" for event, kind in made.events.items()]
    lines += ["tools"] if made.tools else []
    lines += ["  read look(a) gives found fails failed"] if made.parts.reads else []
    if made.parts.writes:
        requires = f" requires {made.requires}" if made.requires else ""
        lines.append(
            f"  write act(a) gives acted, refused timeout unknown look up by repeating the key trusts a{requires}"
        )
    lines += ["any state", *_cells(made.anywhere, "  "), "  * reject : not now"]
    for name, state in made.states.items():
        pad = "  " * len(made.above(name))
        lines.append(f"{pad}{'state ' if state.around else ''}{name}{' (start)' if state.start else ''}")
        lines += [f"{pad}  enter: {_effects(state.enter)}"] if state.enter else []
        lines += _cells(state.cells, f"{pad}  ")
    lines += [f"{END} (final: completed, leftovers to attention)"] if made.parts.ends else []
    return "\n".join([*lines, "rules", f"  {rule}", ""])


def _cells(cells: dict[str, tuple[Line, ...]], pad: str) -> Iterator[str]:
    for event, decisions in cells.items():
        for guard, outcome, effects, restart in decisions:
            when = f" when {guard}" if guard not in ("", "else") else " else" if guard else ""
            to = outcome if outcome in ("stay", "reject", "ignore", "defer") else f"-> {outcome}"
            does = f"{' restart' if restart else ''}{' / ' if effects else ''}{_effects(effects)}"
            yield f"{pad}{event}{when}   {to}{does} : because"


def _effects(effects: tuple[Effect, ...]) -> str:
    words = {"yes": "set {} = yes", "no": "set {} = no", "forget": "forget {}", "call": "call {}"}
    return ", ".join(words[effect.does].format(effect.what) for effect in effects)
