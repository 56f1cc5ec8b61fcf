"""The machines of `made` as Promela: a second description of what a machine does, for SPIN.

Owns: that text, and what a rule means there. Never: asks the compiler or `step` anything; it says again, in another
language, what the pages on machines, operations and rules say.

One arrival is two transitions: what comes is chosen, then everything that follows from it happens at once. What happens is
noted in a log (an event that is accepted, a state that is entered, a tool that starts), which the monitor of the rule reads
at the end of the step: what a step withdraws again was never asked. Then the moment is printed, and whether the rule was broken
on the way to it; nothing is cut off behind that, so that one search shows every moment.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from tests.check.prove.made import DEFAULT, END, FACTS, SENT, TIMERS, Effect, Line, Machine

UNKNOWN = 2
"""Of a fact; 0 is no and 1 yes."""
ATTEMPTS = 2
"""What the prover holds a write to, as it holds the queue to one event and a read to two that wait in one entry."""
LOG = 32
"""Things that happen in one step; SPIN says where there are more."""
VALUES = {"yes": 1, "no": 0, "forget": UNKNOWN}


class Rule(NamedTuple):
    """`form`: before, only, twice or reaches, with the names that it is about; `but`: the state that is left out."""

    form: str
    one: str
    other: str
    but: str = ""


def as_promela(made: Machine, rule: Rule) -> str:
    """The machine in a world at its worst, and the monitor of a rule."""
    return "\n".join(_Writer(made, rule).whole())


class _Writer:
    def __init__(self, made: Machine, rule: Rule) -> None:
        self._made, self._rule = made, rule
        self._leaf = {name: number for number, name in enumerate(made.leaves)}
        names = [*made.events, *TIMERS, "blocked"]
        self._event = {name: number for number, name in enumerate(names, start=1)}
        self._bodies: dict[tuple[str, ...], int] = {}
        """What lines do, and its number: SPIN takes no more than some 2,000 statements in one step."""

    def whole(self) -> Iterator[str]:
        yield f"byte state = 0, {', '.join(f'{fact} = 0' for fact in FACTS)};"
        yield "bool b_rests_on_a, mine, ended, cut, stale, leaves, armed_1, armed_2, broken;"
        yield "byte event, value, line, waiting, kept_value, refused_calls, reading, read_1, read_2, write, attempt;"
        yield f"byte log[{LOG}], noted, at, happened, gap, resting;"
        yield "active proctype world() {"
        yield "  d_step {"
        begins = self._made.begins
        yield from self._moving("", begins, (*reversed(self._made.above(begins)), begins))
        yield from self._working_off()
        yield "  };"
        yield "  do :: if"
        yield from (f"    :: d_step {{ !cut && {when} -> {does} }}" for when, does in self._arrivals())
        yield "    fi;"
        yield "    d_step {"
        yield from self._taking_in()
        yield from self._working_off()
        yield "    }"
        yield "  od"
        yield "}"

    # The world.

    def _arrivals(self) -> Iterator[tuple[str, str]]:
        """When something may come, and what is put down of it."""
        for event in self._made.events:
            if event in SENT or event == "acted":
                values = (1, 0) if event == "tell" else (0,)
                yield from (("!ended", f"event = {self._event[event]}; value = {value};") for value in values)
        if self._made.parts.waits:
            first, second = (self._event[timer] for timer in TIMERS)
            yield "!ended && armed_1", f"event = {first};"
            yield "!ended && armed_2 && !armed_1", f"event = {second};"
        if self._made.parts.reads:
            for slot in (1, 2):
                for event, value in (("found", 0), ("found", 1), ("failed", 0), ("blocked", 0)):
                    yield f"read_{slot}", f"event = {self._event[event]}; value = {value}; reading = {slot};"
        if self._made.parts.writes:
            yield "write == 1", "at = 1; event = 0;"
            yield "write == 1", f"at = 2; event = {self._event['blocked']};"
            for event in ("acted", "refused"):
                yield "write >= 2", f"at = 3; event = {self._event[event]};"
            yield f"write == 2 && attempt < {ATTEMPTS}", f"at = 4; event = {self._event['unknown']};"
            yield "write == 3", "at = 5;"
            yield f"write == 3 && attempt < {ATTEMPTS}", "at = 6;"
            yield "write >= 2", f"at = 7; event = {self._event['refused']};"

    def _taking_in(self) -> Iterator[str]:
        """What an arrival does before any cell is looked at. `at` says what is told of the write."""
        yield "if :: at == 0 -> skip"
        yield from (f":: at == {number} -> {does}" for number, does in self._told())
        yield "fi; at = 0;"
        if self._made.parts.reads:
            yield f"if :: reading -> stale = event != {self._event['blocked']} && (reading == 1 -> read_1 : read_2) != a + 1;"
            yield "  if :: reading == 1 -> read_1 = read_2; :: else -> skip fi; read_2 = 0; reading = 0;"
            yield "  if :: stale -> event = 0; value = 0; stale = 0; :: else -> skip fi"
            yield ":: else -> skip fi;"
        if self._made.parts.waits:
            for number, timer in enumerate(TIMERS, start=1):
                yield f"if :: event == {self._event[timer]} -> armed_{number} = 0; :: else -> skip fi;"
        yield "if :: ended -> event = 0; value = 0; :: else -> skip fi;"
        if self._rule.form == "reaches":
            but = f"!({self._inside(self._rule.but)})" if self._rule.but else "1"
            yield f"if :: event == {self._event[self._rule.one]} && {but} -> broken = 1; :: else -> skip fi;"

    def _told(self) -> Iterator[tuple[int, str]]:
        """What may be told of the write: it starts, is refused, ends, is silent, is not found, is repeated, did nothing."""
        undone = " ".join(self._undone("act"))
        starts = " ".join(self._started("act"))
        if self._made.parts.writes:
            yield 1, f"write = 2; attempt++; {starts}"
            yield 2, "write = 0; attempt = 0; mine = 0;"
            yield 3, "write = 0; attempt = 0; mine = 0;"
            yield 4, "write = 3;"
            no = f"write = 0; attempt = 0; mine = 0; event = {self._event['refused']};"
            yield 5, f"{undone} if :: mine && !ended -> write = 1; :: else -> {no} fi;"
            yield 6, "write = 2; attempt++;"
            yield 7, f"write = 0; attempt = 0; mine = 0; {undone}"

    # The machine.

    def _working_off(self) -> Iterator[str]:
        """The cell of what came; then of what follows from it; then of what waits, once its cell takes it."""
        yield "do :: event -> if"
        for leaf, number in self._leaf.items():
            if leaf != END:
                for event, code in self._event.items():
                    yield f"  :: event == {code} && state == {number} ->"
                    yield from self._decided(leaf, event, list(self._made.lines(leaf, event)))
        yield "  fi; if :: leaves ->"
        yield from self._leaving()
        yield "  leaves = 0; :: else -> skip fi; if"
        for does, number in self._bodies.items():
            yield f"  :: line == {number} ->"
            yield from does
            yield "    skip"
        yield "  :: else -> skip fi; line = 0; event = 0; value = 0;"
        yield f":: else -> if :: refused_calls && !ended -> refused_calls--; event = {self._event['blocked']};"
        yield "  :: else -> value = kept_value; if"
        yield f"    :: waiting && !ended && !({self._waits()}) -> event = waiting; waiting = 0; kept_value = 0;"
        yield "    :: else -> value = 0; break fi fi"
        yield "od; refused_calls = 0;"
        yield "if :: ended -> waiting = 0; kept_value = 0; :: else -> skip fi;"
        yield from self._judged()

    def _decided(self, leaf: str, event: str, lines: list[tuple[str, Line]]) -> Iterator[str]:
        """The number of the first line whose guard holds."""
        (where, line), rest = lines[0], lines[1:]
        does = tuple(self._done(leaf, event, where, line))
        leaves = bool(self._way(leaf, where, line)[1])
        chosen = (
            f"line = {self._bodies.setdefault(does, len(self._bodies) + 1) if does else 0}; leaves = {int(leaves)};"
        )
        if line.guard in ("", "else"):
            yield f"    {chosen}"
            return
        yield f"    if :: {_guard(line.guard, event)} -> {chosen} :: else ->"
        yield from self._decided(leaf, event, rest)
        yield "    fi"

    def _waits(self) -> str:
        """What waits goes on waiting: its cell is `defer`, or nobody speaks of it but the last line."""
        found: list[str] = []
        for leaf in self._leaf:
            for event, code in self._event.items() if leaf != END else ():
                before: list[str] = []
                for where, line in self._made.lines(leaf, event):
                    guard = _guard(line.guard, event) if line.guard not in ("", "else") else "1"
                    if line.outcome == "defer" or where == DEFAULT:
                        found.append(
                            f"(waiting == {code} && state == {self._leaf[leaf]} && {' && '.join([*before, guard])})"
                        )
                    if guard == "1":
                        break
                    before.append(f"!{guard}")
        return " || ".join(found)  # never empty: the last line decides what comes nowhere else

    def _done(self, leaf: str, event: str, where: str, line: Line) -> Iterator[str]:
        """What one line does, in its order: it is accepted, a state is left, another entered, and then what it asks for."""
        match line.outcome:
            case "reject" | "ignore":
                pass
            case "defer":
                yield f"    if :: waiting -> cut = 1; :: else -> waiting = {self._event[event]}; kept_value = value; fi;"
            case _:
                yield from self._accepted(event, leaf)
                to, entered = self._way(leaf, where, line)
                does = (*self._learning(event), *self._does(line.effects))
                yield from self._moving(leaf, to, entered, does) if entered else does

    def _moving(self, left: str, to: str, entered: tuple[str, ...], does: tuple[str, ...] = ()) -> Iterator[str]:
        """Into a state, by way of those around it that are not kept: deadlines, what the line does, what entering does."""
        yield f"    state = {self._leaf[to]};"
        yield from self._entered(left, to)
        yield from self._arming(entered)
        yield from does
        if to == END:
            yield "    ended = 1;"
        else:
            yield from (text for name in entered for text in self._does(self._made.states[name].enter))

    def _way(self, leaf: str, where: str, line: Line) -> tuple[str, tuple[str, ...]]:
        """Where a line leads from a state, and what is entered on the way, the outermost first; nothing where it stays."""
        made = self._made
        if line.outcome in ("stay", "reject", "ignore", "defer"):
            return leaf, ()
        to = END if line.outcome == END else made.leaf(line.outcome)
        if to == leaf and not line.restart:
            assert where != leaf, "a state that leads to itself says `restart`"
            return leaf, ()
        kept = [name for name in made.above(leaf) if name in made.above(to)]
        if line.restart and line.outcome in kept:
            kept = [name for name in kept if name in made.above(line.outcome)]
        return to, (*(name for name in reversed(made.above(to)) if name not in kept), to)

    def _leaving(self) -> Iterator[str]:
        """Planned operations are withdrawn, reads are nobody's any more, and a deadline that waited is gone."""
        yield "    at = 0; do :: at < noted -> if :: log[at] > 16 -> log[at] = 0; :: else -> skip fi; at++;"
        yield "    :: else -> break od; at = 0; read_1 = 0; read_2 = 0; refused_calls = 0; mine = 0;"
        yield "    if :: write == 1 -> write = 0; attempt = 0; :: else -> skip fi;"
        first, last = self._event[TIMERS[0]], self._event[TIMERS[-1]]
        yield f"    if :: waiting >= {first} && waiting <= {last} -> waiting = 0; :: else -> skip fi;"

    def _arming(self, entered: tuple[str, ...]) -> Iterator[str]:
        """Deadlines of what is entered; those of what is not left stay as they are."""
        kept = [name for name in self._made.above(entered[-1]) if name not in entered]
        keeps = any(timer in self._made.states[name].cells for timer in TIMERS for name in kept)
        for number, timer in enumerate(TIMERS, start=1):
            armed = any(timer in self._made.states[name].cells for name in entered if name != END)
            if armed or not keeps:
                yield f"    armed_{number} = {int(armed)};"

    def _learning(self, event: str) -> Iterator[str]:
        """An event gives its fact; what rests on another value of it is known no more."""
        if event == "tell":
            yield from self._changed("a", "value")
        if event == "found":
            yield "    if :: b != value -> b = value; b_rests_on_a = 1; :: else -> skip fi;"

    def _changed(self, fact: str, value: object) -> Iterator[str]:
        if fact == "a":
            yield f"    if :: a != {value} -> if :: b_rests_on_a -> b = {UNKNOWN}; b_rests_on_a = 0; :: else -> skip fi"
            yield f"    :: else -> skip fi; a = {value};"
        else:
            yield f"    {fact} = {value};" + (" b_rests_on_a = 0;" if fact == "b" else "")

    def _does(self, effects: tuple[Effect, ...]) -> Iterator[str]:
        for effect in effects:
            if effect.does != "call":
                yield from self._changed(effect.what, VALUES[effect.does])
            elif effect.what == "look":
                yield f"    if :: a == {UNKNOWN} -> refused_calls++; :: else ->"
                yield "    if :: !read_1 -> read_1 = a + 1; :: read_1 && !read_2 -> read_2 = a + 1;"
                yield "    :: else -> read_1 = read_2; read_2 = a + 1; fi;"
                yield from self._started("look", 16)
                yield "    skip; fi;"
            else:
                requires = _guard(self._made.requires, "") if self._made.requires else "1"
                yield f"    if :: a == {UNKNOWN} || !{requires} || write -> refused_calls++;"
                yield "    :: else -> write = 1; attempt = 0; mine = 1; fi;"

    # What happens, and the rule.

    def _accepted(self, event: str, leaf: str) -> Iterator[str]:
        if self._rule.form == "only":
            if event == self._rule.one and leaf not in self._made.within(self._rule.other):
                yield from _note("1")
        else:
            yield from self._happens(event)

    def _entered(self, left: str, to: str) -> Iterator[str]:
        """A state is entered; one with states in it where one comes from outside."""
        around = [name for name in self._made.above(to) if left not in self._made.within(name)]
        for name in (*reversed(around), to):
            yield from self._happens(name)
        if self._rule.form == "reaches" and to in self._made.within(self._rule.other):
            yield from _note("1")

    def _started(self, tool: str, read: int = 0) -> Iterator[str]:
        if self._rule.form != "only":
            yield from self._happens(tool, read)
        elif tool == self._rule.one:
            yield f"    if :: {self._inside(self._rule.other)} -> skip; :: else -> log[noted] = {1 + read}; noted++; fi;"

    def _inside(self, name: str) -> str:
        return " || ".join(f"state == {self._leaf[leaf]}" for leaf in self._made.within(name))

    def _happens(self, name: str, read: int = 0) -> Iterator[str]:
        if self._rule.form in ("before", "twice"):
            if name == self._rule.one:
                yield from _note(str(1 + read))
            if name == self._rule.other:
                yield from _note(str(2 + read))

    def _undone(self, name: str) -> Iterator[str]:
        if self._rule.form in ("before", "twice"):
            if name == self._rule.one:
                yield from _note("3")
            if name == self._rule.other:
                yield from _note("4")

    def _judged(self) -> Iterator[str]:
        """The monitor reads the log: 1 is that the one happened, 2 the other, 3 and 4 that they did not after all. What
        rested on the other is broken by 4; once it begins again, it has settled before."""
        doubtful = self._rule.other == "act"
        yield "at = 0; do :: at < noted -> log[at] = log[at] % 16; if"
        match self._rule.form:
            case "before":
                yield ":: log[at] == 1 -> if :: happened == 0 -> broken = 1; :: happened == 1 -> happened = 2; :: else -> skip fi"
                yield f":: log[at] == 2 -> if :: happened || {int(not doubtful)} -> happened = 3; :: else -> happened = 1; fi"
                yield ":: log[at] == 4 -> if :: happened == 2 -> broken = 1; :: else -> skip fi;"
                yield "   if :: happened < 3 -> happened = 0; :: else -> skip fi"
            case "twice":
                yield ":: log[at] == 1 -> broken = broken || (happened && gap == 0); resting = resting || gap == 1;"
                yield "   happened = 1; gap = 0;"
                if doubtful:
                    yield ":: log[at] == 2 -> if :: happened && gap < 2 -> gap++; :: else -> skip fi; resting = 0;"
                else:
                    yield ":: log[at] == 2 || log[at] == 3 -> happened = 0;"
                yield ":: log[at] == 4 -> broken = broken || resting; resting = 0;"
                yield "   if :: gap == 1 -> gap = 0; :: else -> skip fi"
            case "only":
                yield ":: log[at] == 1 -> broken = 1;"
            case _:
                yield ":: log[at] == 1 -> broken = 0;"
        yield ":: else -> skip fi; log[at] = 0; at++; :: else -> break od; at = 0; noted = 0;"
        if self._rule.form == "reaches":
            yield f"if :: {self._inside(self._rule.other)} -> broken = 0; :: else -> skip fi;"
        shown = ("broken", "state", *FACTS, "waiting", "armed_1", "armed_2", "read_1", "read_2", "write", "attempt")
        yield f'c_code {{ if (!now.cut) printf("= %ld{" %d" * len(shown)}\\n", depth, {", ".join(f"now.{name}" for name in shown)}); }};'
        yield "broken = 0;"


def _note(symbol: str) -> Iterator[str]:
    yield f"    log[noted] = {symbol}; noted++;"


def _guard(guard: str, event: str) -> str:
    """Guards see the facts as they would be with the event accepted; what is unknown does not hold."""
    facts = {fact: fact for fact in FACTS}
    if event == "tell":
        facts["a"] = "value"
        facts["b"] = f"(b_rests_on_a && a != value -> {UNKNOWN} : b)"
    if event == "found":
        facts["b"] = "value"

    def said(found: re.Match[str]) -> str:
        word = found[0]
        if word.endswith(" known"):
            return f"({facts[word.removesuffix(' known')]} != {UNKNOWN})"
        return {"and": "&&", "or": "||", "not": "!", "busy": "(write != 0)"}.get(word) or f"({facts[word]} == 1)"

    return f"({re.sub(r'[a-z_]+ known|[a-z_]+', said, guard)})"
