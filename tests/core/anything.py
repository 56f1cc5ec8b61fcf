"""Random machines that are fit to run, and random inputs that are as hostile as a world can be.

Owns: the strategies of the property tests. Never: judges what a step does with them.
"""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import NamedTuple

from decidable.core import definition as d
from decidable.core import guard as g
from decidable.core import snapshot as s
from decidable.core.table import Table
from decidable.core.values import Bool, Money, MoneyType, Range, Text, Type, Value

FACTS = (
    d.Fact(name="t1", type=Text()),
    d.Fact(name="t2", type=Text()),
    d.Fact(name="n", type=Range(0, 3), initial=0),
    d.Fact(name="m", type=Range(1, 4)),
    d.Fact(name="flag", type=Bool(), initial=False),
    d.Fact(name="price", type=MoneyType()),
    d.Fact(name="receipt", type=Text()),
)


def _fields(*names: str) -> tuple[d.Field, ...]:
    return tuple(d.Field(name=name.rstrip("?"), optional=name.endswith("?")) for name in names)


_K = d.Kind
EVENTS = (
    d.Event(name="say", kind=_K.USER, fields=_fields("t1?", "n?", "price?")),
    d.Event(name="ask", kind=_K.USER),
    d.Event(name="yes", kind=_K.ANSWER),
    d.Event(name="no", kind=_K.ANSWER, fields=_fields("flag?")),
    d.Event(name="choose", kind=_K.CHOICE, fields=_fields("m")),
    d.Event(name="found", kind=_K.RESULT, fields=_fields("t2", "price?")),
    d.Event(name="gone", kind=_K.RESULT),
    d.Event(name="refused", kind=_K.RESULT),
    d.Event(name="failed", kind=_K.RESULT),
    d.Event(name="unknown", kind=_K.RESULT),
    d.Event(name="told", kind=_K.RESULT),
    d.Event(name="paid", kind=_K.EVIDENCE, fields=_fields("receipt")),
    d.Event(name="sent", kind=_K.EVIDENCE, fields=_fields("which")),
    d.Event(name="news", kind=_K.SIGNAL, fields=_fields("receipt?", "t2?")),
    d.Event(name="down", kind=_K.SYSTEM),
    d.Event(name="up", kind=_K.SYSTEM),
)
TOOLS = (
    d.Tool(name="look", write=False, args=("t1",), gives=("found", "gone"), no_answer="failed"),
    d.Tool(name="probe", write=False, args=("t2",), gives=("sent",), no_answer="failed"),
    d.Tool(name="pay", write=True, args=("t1", "price"), gives=("paid", "refused"), no_answer="unknown",
           lookup=d.Lookup.REPEAT, approval=True, requires=g.Not(g.IsKnown("receipt"))),
    d.Tool(name="send", write=True, args=("receipt",), gives=("sent",), no_answer="unknown",
           lookup=d.Lookup.TOOL, lookup_with="probe", approval=True),
    d.Tool(name="note", write=True, args=("t1",), gives=("sent", "refused"), no_answer="unknown"),
)  # fmt: skip
_YES = EVENTS[2]
_EVIDENCE = ("paid", "sent")
_FORGETTING = (*_EVIDENCE, "news")
_ESTABLISHING = ("paid", "found")
_GUARDS: tuple[g.Guard, ...] = (
    g.Holds("flag"),
    g.Not(g.Holds("flag")),
    g.IsKnown("t2"),
    g.IsKnown("receipt"),
    g.Compare("n", g.Op.LESS, 2),
    g.Compare("m", g.Op.AT_LEAST, 2),
    g.Compare("price", g.Op.MORE, Money("5.00 USD")),
    g.Is("t1", "a"),
    g.Same("t1", "t2"),
    g.Busy(),
    g.Approved(),
    g.And((g.Busy(), g.Holds("flag"))),
    g.Or((g.Approved(), g.IsKnown("t2"))),
)
_VALUES: dict[type[Type], tuple[Value, ...]] = {
    Text: ("a", "b"),
    Range: (1, 2, 3),
    Bool: (True, False),
    MoneyType: (Money("3.00 USD"), Money("9.00 USD"), Money("9.00 EUR")),
}


class _Writer:
    """Writes the lines of one machine. Whatever it draws is valid; evidence and signals are decided in any state, and
    everything else by a `*` at the latest, so that the machine is fit."""

    def __init__(self, random: Random) -> None:
        self.random = random
        self.plain = [f"s{i}" for i in range(random.randint(1, 3))]
        self.away = ["away", "further"][: random.randint(0, 2)]
        self.final = ["over"] if random.random() < 0.5 else []
        self.parent: dict[str, str] = {}
        self._nest()
        self.parents = [*dict.fromkeys(self.parent.values())]

    def _nest(self) -> None:
        """Some states stand in others: `p` in which `q` may be, and `off`, an interruption of several states."""
        if self.random.random() < 0.5:
            self.parent |= dict.fromkeys(self.plain[: self.random.randint(1, len(self.plain))], "p")
            if self.random.random() < 0.5:
                last = [name for name in self.plain if name in self.parent][-1]
                self.parent |= {last: "q", "q": "p"}
        if self.away and self.random.random() < 0.5:
            self.parent |= dict.fromkeys(self.away, "off")

    def machine(self) -> d.Definition:
        states = [self._state(name, self._role(name)) for name in (*self.parents, *self.plain, *self.away)]
        states += [d.State(name=name, role=d.Role.FINAL, end=d.End.COMPLETED) for name in self.final]
        states = [state for top in states if not top.parent for state in _with_children(top, states)]
        named = [self._line((event.name,), None) for event in EVENTS if self._named_in_any_state(event)]
        named.append(self._line(("found",), None))  # not left to a `*`, which may defer
        rests: list[d.Outcome] = [d.Reject(), d.Stay(), d.Ignore(), d.Defer()]
        rest = d.Line(selector=d.Star(), outcome=self.random.choice(rests))
        blocked = self._line(("blocked",), None)
        return d.Definition(
            name="anything",
            facts=FACTS,
            events=EVENTS,
            tools=TOOLS,
            any_state=(*named, blocked, rest),
            states=tuple(states),
        )

    def _role(self, name: str) -> d.Role:
        """A state's role as it is written. The first child of every parent is marked."""
        if name in self.parent:
            siblings = [
                each for each in (*self.parents, *self.plain, *self.away) if self.parent.get(each) == self.parent[name]
            ]
            return d.Role.START if name == self._first_of(siblings) else d.Role.PLAIN
        if name in ("away", "further", "off"):
            return d.Role.INTERRUPTION
        return d.Role.START if name == ("p" if "s0" in self.parent else "s0") else d.Role.PLAIN

    def _first_of(self, siblings: list[str]) -> str:
        return "s0" if "s0" in siblings else "q" if "q" in siblings and self.parent.get("s0") == "q" else siblings[0]

    def _plays(self, name: str) -> d.Role:
        """What a state is for, wherever it stands."""
        away = name in ("away", "further", "off")
        return d.Role.INTERRUPTION if away else d.Role.START if name == "s0" else d.Role.PLAIN

    def _leads_to(self, target: str) -> str:
        while target in self.parents:
            target = next(
                each for each, parent in self.parent.items() if parent == target and self._role(each) is d.Role.START
            )
        return target

    def _named_in_any_state(self, event: d.Event) -> bool:
        return event.name in _FORGETTING or (event.name != "found" and self.random.random() < 0.3)

    def _state(self, name: str, written: d.Role) -> d.State:
        lines: list[d.Line] = []
        role = self._plays(name)
        for event in (*(event.name for event in EVENTS), "blocked"):
            if self.random.random() < 0.5:
                lines += self._lines((event,), name, role)
        if self.random.random() < 0.3:
            outcome = self._outcome(("say", "yes"), name, role)
            lines.append(d.Line(selector=d.Group("user", self.random.random() < 0.5), outcome=outcome))
        if self.random.random() < 0.4:
            wait = {"p": 7, "q": 11, "off": 7}.get(name)
            timed = self._timed(d.After(wait or self.random.choice([5, 9])), name, role)
            if wait is None or not isinstance(timed.outcome, d.Defer):
                lines.append(timed)
        if self.random.random() < 0.3:
            lines.append(self._timed(d.AfterStrikes(2), name, role))
        enter = tuple(self._effect(("enter",)) for _ in range(self.random.randint(0, 2)))
        return d.State(name=name, role=written, enter=enter, lines=tuple(lines), parent=self.parent.get(name, ""))

    def _timed(self, selector: d.Selector, state: str, role: d.Role) -> d.Line:
        outcome = self._outcome(("timer",), state, role)
        return d.Line(selector=selector, outcome=outcome, effects=self._effects(("timer",), outcome))

    def _lines(self, events: tuple[str, ...], state: str, role: d.Role) -> list[d.Line]:
        if events == ("yes",) and self.random.random() < 0.8:
            yes = self._line(events, state, role, g.Approved())
            if not isinstance(yes.outcome, d.Stay | d.Back) and (
                not isinstance(yes.outcome, d.Move) or yes.outcome.target in self.final
            ):
                yes = replace(yes, outcome=d.Stay(), effects=())
            return [replace(yes, effects=(*yes.effects, d.Perform()))]
        if self.random.random() < 0.5:
            return [self._line(events, state, role)]
        guarded = self._line(events, state, role, self.random.choice(_GUARDS))
        return [guarded, self._line(events, state, role, otherwise=True)] if self.random.random() < 0.7 else [guarded]

    def _line(
        self,
        events: tuple[str, ...],
        state: str | None,
        role: d.Role = d.Role.PLAIN,
        guard: g.Guard | None = None,
        otherwise: bool = False,
    ) -> d.Line:
        outcome = self._outcome(events, state, role)
        effects = self._effects(events, outcome)
        return d.Line(
            selector=d.Named(events), guard=guard, otherwise=otherwise, outcome=outcome, effects=effects, reason="drawn"
        )

    def _outcome(self, events: tuple[str, ...], state: str | None, role: d.Role) -> d.Outcome:
        found: list[d.Outcome] = [d.Stay(), d.Stay()]
        found += [
            d.Move(target, restart=state in (target, self._leads_to(target)) or self.random.random() < 0.2)
            for target in (*self.plain, *self.away, *self.final, *self.parents)
        ]
        if role is d.Role.INTERRUPTION:
            found += [d.Back("s0"), d.Back(), d.Back()]
        if not set(events) & {*_ESTABLISHING}:
            found += [d.Defer(), d.Defer()]
        if not set(events) & {*_EVIDENCE}:
            found += [d.Reject(strike=set(events) <= {"say", "ask", "yes", "no"}), d.Reject(), d.Ignore()]
        return self.random.choice(found)

    def _effects(self, events: tuple[str, ...], outcome: d.Outcome) -> tuple[d.Effect, ...]:
        if isinstance(outcome, d.Ignore):
            return ()
        if isinstance(outcome, d.Reject | d.Defer):
            return (d.Say("heard"),) if self.random.random() < 0.3 else ()
        ends = isinstance(outcome, d.Move | d.Back) and {
            outcome.target if isinstance(outcome, d.Move) else outcome.otherwise
        } & {*self.final}
        found = [self._effect(events) for _ in range(self.random.randint(0, 3))]
        return tuple(each for each in found if not (ends and isinstance(each, d.Call | d.Perform | d.Propose)))

    def _effect(self, events: tuple[str, ...]) -> d.Effect:
        forgotten = ("t1", "t2", "n") + (("receipt",) if set(events) <= {*_FORGETTING} else ())
        found: list[d.Effect] = [
            *(d.Call(tool.name) for tool in TOOLS),
            *[d.Propose((d.Item("pay"), d.Item("send", (("receipt", "paid"),))))] * 3,
            *[d.Propose((d.Item("send"), d.Item("note")))] * 2,
            d.Propose((d.Item("note"), d.Item("look"), d.Item("pay"))),
            *[d.Perform()] * 3,
            d.AskAgain(),
            d.Say("words"),
            d.Say("words", "told"),
            d.Compose("words", "told"),
            d.Send("order", "books"),
            d.HandOff(),
            d.Set("flag", True),
            d.Set("n", 2),
            d.Count("n"),
            d.Reset("n"),
            d.Reset("m"),
            d.Forget((self.random.choice(forgotten),)),
            d.ForgetAllBut(("t1",)),
            d.Record(),
        ]
        return self.random.choice(found)


def _with_children(state: d.State, states: list[d.State]) -> list[d.State]:
    children = [each for each in states if each.parent == state.name]
    return [state, *(each for child in children for each in _with_children(child, states))]


def machine(random: Random) -> d.Definition:
    """A random machine."""
    return _Writer(random).machine()


class Past(NamedTuple):
    """What a hostile world can refer to besides what is current."""

    operations: list[str]
    digests: list[str]
    entries: list[int]


def hostile(random: Random, table: Table, snapshot: s.Snapshot, past: Past, now: int) -> s.Input:
    """Anything that might arrive now: what is expected, what is late, what is doubled, what makes no sense."""
    draw = random.random()
    if snapshot.operations and draw < 0.45:
        return _about(random, table, random.choice([*snapshot.operations.values()]), now)
    if draw < 0.48 and snapshot.settled:
        done = random.choice(snapshot.settled)
        if done.event:
            return s.Occurrence(done.event, done.fields, now, operation=done.operation)
    if draw < 0.55 and past.operations:
        return _report(random, random.choice([*past.operations, "9.9"]), now)
    if draw < 0.65:
        kept = (snapshot.interrupted.entry,) if snapshot.interrupted else ()
        name = random.choice(
            ["after 5ms", "after 9ms", "after 7ms", "after 11ms", "after 2 strikes", "blocked", "nonsense"]
        )
        return s.Occurrence(name, {}, now, entry=random.choice([snapshot.entry, *kept, *past.entries]))
    event = random.choice(EVENTS) if snapshot.proposal is None or random.random() < 0.5 else _YES
    digests = [snapshot.proposal.digest] * 3 if snapshot.proposal else []
    approval = random.choice([*digests, *past.digests, "", "zzz"]) if event.kind is d.Kind.ANSWER else ""
    operation = random.choice([*past.operations, "9.9"]) if random.random() < 0.15 and past.operations else ""
    return s.Occurrence(event.name, _some_fields(random, event, table), now, "id", "ann", operation, approval)


def _about(random: Random, table: Table, operation: s.Operation, now: int) -> s.Input:
    if operation.act is s.Act.SAY:
        return s.Occurrence("told", {}, now, operation=operation.id)
    if operation.act is s.Act.SEND and random.random() < 0.5:
        ends: list[s.Input] = [s.Delivered(operation.id, "c.1", now), s.Undelivered(operation.id, "nobody", now)]
        return random.choice(ends)
    if operation.status is s.Status.UNKNOWN and random.random() < 0.5:
        return s.NotFound(operation.id, now, random.choice([0, operation.attempt, 1]))
    if operation.act is s.Act.SEND or random.random() < 0.4:
        return _report(random, operation.id, now)
    tool = table.tools[operation.tool].tool
    event = random.choice([event for event in EVENTS if event.name in (*tool.gives, tool.no_answer)])
    return s.Occurrence(event.name, _some_fields(random, event, table), now, operation=operation.id)


def _report(random: Random, operation: str, now: int) -> s.Input:
    reports: list[s.Input] = [
        s.Dispatched(operation, now),
        s.Dispatched(operation, now),
        s.NotFound(operation, now, random.choice([0, 1, 2])),
        s.NotDone(operation, "why", now),
        s.Blocked(operation, "why", now),
        s.Unresolved(operation, "why", now),
        s.Delivered(operation, "c.1", now),
        s.Undelivered(operation, "why", now),
        s.Unreadable(s.Occurrence("foreign", {"x": 1}, now, "@c.1/2.1", "books c.1"), "why", now),
    ]
    return random.choice(reports)


def _some_fields(random: Random, event: d.Event, table: Table) -> dict[str, Value]:
    fields: dict[str, Value] = {}
    for field in event.fields:
        if not field.optional or random.random() < 0.5:
            type_ = table.events[event.name].types[field.name]
            fields[field.name] = random.choice(_VALUES[type(type_)])
    if random.random() < 0.03:
        fields["odd"] = "x"
    return fields
