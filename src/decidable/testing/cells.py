"""One cell under test: put a machine into a state with facts, let an event happen, and say what should follow.

    at(refund, "checking", order_id="A-1").on(Eligible(...)).moves("confirming").proposes(issue_refund, order_id="A-1")

Owns: `at` and its expectations over the real `step`. Never: runs a tool or a model.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, ParamSpec, TypeVar

from decidable.bind.ctx import Ctx
from decidable.bind.events import Event
from decidable.bind.machine import Machine
from decidable.bind.tools import Tool
from decidable.bind.types import core_value, typed_value
from decidable.check.shown import UNDECIDED, decisions, deeds
from decidable.check.situation import BLOCKED, NOW, Happens, asked, dispatched, entered, under_way
from decidable.core import effects as e
from decidable.core import records as r
from decidable.core.canonical import text
from decidable.core.problem import did_you_mean
from decidable.core.records import Verdict
from decidable.core.snapshot import Fields, Input, Snapshot
from decidable.core.step import Step, begin, step
from decidable.core.table import Origin
from decidable.core.values import Value, fits
from decidable.testing.arrivals import arrival
from decidable.testing.watching import tell

P = ParamSpec("P")
D = TypeVar("D")


def ctx(deps: D, *, key: str = "test-key", tenant: str = "") -> Ctx[D]:
    """What a tool is given, for a test that calls it as the plain function it is."""
    return Ctx(deps, key=key, tenant=tenant)


class _GivenBy:
    """Stands for an argument of a proposed step that an earlier step's outcome will fill."""

    def __init__(self, event: type[Event] | str) -> None:
        self.event = event if isinstance(event, str) else event.event_name

    def __repr__(self) -> str:
        return f"given_by({self.event!r})"


def given_by(event: type[Event] | str) -> Any:
    """In `proposes`: the argument is not frozen, an outcome of an earlier step will give it.

    Returns Any, as it stands where a value of the argument's type would.
    """
    return _GivenBy(event)


def at(machine: Machine[Any, Any], state: str, /, **facts: object) -> At:
    """A run of a machine in a state, as if just entered, with these facts (established by tools).

    What the state does on entry has happened: its words are said, its question is open, its reads and writes are under
    way. A call whose facts are not given has not started, and neither has what only an approval can start. None makes a
    fact unknown that starts known. Raises ValueError for a state or a fact the machine does not have, and for a value of
    another type.
    """
    known_state(machine, state)
    known = {name: None if value is None else fact_value(machine, name, value) for name, value in facts.items()}
    for name in facts:
        _known_fact(machine, name)
    placed = entered(machine.table, state, known)
    return At(machine, placed.step, None, now=NOW, not_started=placed.not_started)


def begun(machine: Machine[Any, Any], /, **facts: object) -> At:
    """A run that has just begun, with these start facts. What it asks for is under way at once, as with a host. Raises
    what `begin` raises; an undecided cell does not keep it from beginning."""
    known = {name: fact_value(machine, name, value) for name, value in facts.items()}
    first = begin(machine.table, known, NOW, draft=not machine.table.fit)
    return At(machine, first, None, now=NOW, hosted=True)


def happens(event: str, /, **fields: object) -> Happens:
    """An event by its name, with its fields as the table sees them, those included that a class would compute: for a
    machine without classes, and for values that no object would give."""
    return Happens(event, {name: core_value(value) for name, value in fields.items()})


def known_state(machine: Machine[Any, Any], state: str) -> None:
    """Raises ValueError for a name that is no state."""
    states = machine.table.states
    if state not in states:
        hint = did_you_mean(state, states) or f"its states are {', '.join(states)}"
        raise ValueError(f"'{state}' is not a state of {machine.name}; {hint}")


def _known_fact(machine: Machine[Any, Any], name: str) -> None:
    facts = machine.table.facts
    if name not in facts:
        hint = did_you_mean(name, facts) or f"its facts are {', '.join(facts)}"
        raise ValueError(f"'{name}' is not a fact of {machine.name}; {hint}")


def fact_value(machine: Machine[Any, Any], name: str, value: object) -> Value:
    """A value as the core holds it. Raises ValueError for a name that is no fact, or a value of another type."""
    _known_fact(machine, name)
    type_ = machine.table.facts[name].type
    try:
        made = typed_value(value, type_)
    except TypeError as error:
        raise ValueError(f"{name}={value!r}: {error}") from None
    if not fits(made, type_):
        raise ValueError(f"{name}={value!r}: the fact is {type_}")
    return made


class At:
    """A run in a state. `on` makes the next one; the other methods say what the last event should have done (or, before
    the first one, what entering the state does), raise AssertionError when it did not, and return the same run."""

    def __init__(
        self,
        machine: Machine[Any, Any],
        placed: Step,
        last: tuple[Snapshot, Input] | None,
        *,
        now: int,
        not_started: tuple[str, ...] = (),
        hosted: bool = False,
    ) -> None:
        self._machine = machine
        self._step = placed
        self._last = last
        self._now = now
        self._not_started = not_started
        self._hosted = hosted
        records = placed.records if last is not None else ()
        self._decided = next((record for record in records if isinstance(record, r.Decided)), None)

    @property
    def snapshot(self) -> Snapshot:
        """Where the run stands now."""
        return self._step.snapshot

    def under_way(self, *names: str) -> At:
        """The same moment, with calls of these tools under way that this entry began; an event's name stands for words
        whose delivery gives it. Raises RefusedError for what is neither."""
        snapshot = self.snapshot
        for name in names:
            snapshot = under_way(self._machine.table, snapshot, name)
        return self._standing(snapshot)

    def asked(self, *tools: str) -> At:
        """The same moment, with the question about this list of tools open; nothing is asked where there are none. Raises
        RefusedError for a name that is no tool."""
        return self._standing(asked(self._machine.table, self.snapshot, tools)) if tools else self

    def struck(self, strikes: int) -> At:
        """The same moment, after so many strikes in a row."""
        return self._standing(self.snapshot._replace(strikes=strikes))

    def _standing(self, snapshot: Snapshot) -> At:
        return self._next(self._step._replace(snapshot=snapshot), self._last, self._now)

    def on(self, event: Event | Happens | str) -> At:
        """Let an event happen, and what follows from it in the same step.

        An event without a class is given by its name: `failed`, `unknown`, `told`, `model_down`, `after 30m`; `blocked`
        is a refusal of what is under way. A yes carries the approval of the open question, as it does when exactly that
        was shown; a result is one of the operation that is under way. Raises ValueError for what cannot arrive here,
        RefusedError for an event of another machine.
        """
        before = self.snapshot
        name = event.event if isinstance(event, Happens) else event
        if self._hosted and name != BLOCKED:
            before = dispatched(self._machine.table, before, self._now)
        before, input = arrival(self._machine, before, event, self._now + 1)
        after = step(self._machine.table, before, input)
        tell(self._machine.table, before, input, after)
        return self._next(after, (before, input), max(input.at, self._now))

    def _next(self, step: Step, last: tuple[Snapshot, Input] | None, now: int) -> At:
        return At(self._machine, step, last, now=now, not_started=self._not_started, hosted=self._hosted)

    @property
    def decisions(self) -> tuple[str, ...]:
        """Every decision of the last event's step, in order: `report told: -> gather`, `gather details: -> search`."""
        return () if self._last is None else decisions(*self._last, self._step)

    @property
    def deeds(self) -> tuple[str, ...]:
        """What that step changed and asked for: `set cancelling = yes`, `say what_stands gives told`, `call text_group`."""
        return deeds(self._step)

    def decides(self, outcome: str) -> At:
        """The outcome, as the table writes it: `-> STATE`, `stay`, `defer`, `reject`, `ignore`; `?` is any: somebody has
        decided."""
        decided = self._outcome()
        if outcome == UNDECIDED:
            self._require(decided not in ("", UNDECIDED), "a decision")
        else:
            self._require(decided == outcome, outcome)
        return self

    def follows(self, *others: str) -> At:
        """These decisions followed in the same step, and no others."""
        self._require(
            self.decisions[1:] == others, f"then {_several(others)} (there was: {_several(self.decisions[1:])})"
        )
        return self

    def does(self, *wanted: str) -> At:
        """These deeds, in this order, and no others."""
        self._require(self.deeds == wanted, f"{_several(wanted)} (it did: {_several(self.deeds)})")
        return self

    def _outcome(self) -> str:
        return self.decisions[0].partition(": ")[2] if self.decisions else ""

    def moves(self, state: str) -> At:
        """It moved to this state."""
        known_state(self._machine, state)
        self._require(self._verdict() is Verdict.MOVE and self.snapshot.state == state, f"a move to {state}")
        return self

    def stays(self) -> At:
        """It was accepted without a move."""
        self._require(self._verdict() is Verdict.STAY, "stay")
        return self

    def defers(self) -> At:
        """It waits in the queue."""
        self._require(self._verdict() is Verdict.DEFER, "defer")
        return self

    def rejects(self, *, strikes: int | None = None) -> At:
        """It was rejected; with `strikes`, so many in a row now."""
        self._require(self._verdict() is Verdict.REJECT, "reject")
        now = self.snapshot.strikes
        self._require(strikes is None or now == strikes, f"strikes: {strikes} (there are {now})")
        return self

    def ignores(self) -> At:
        """It was dropped as irrelevant."""
        self._require(any(isinstance(effect, e.Ignored) for effect in self._step.effects), "ignore")
        return self

    def says(self, words: str) -> At:
        """These words were said."""
        said = [effect.words for effect in self._step.effects if isinstance(effect, e.Speak)]
        self._require(words in said, f"the words '{words}' (said: {', '.join(said) or 'nothing'})")
        return self

    def proposes(self, tool: Tool[Any, P, Any], *args: P.args, **kwargs: P.kwargs) -> At:
        """A proposal was made whose list has this tool with these arguments."""
        steps = [x for effect in self._step.effects if isinstance(effect, e.Ask) for x in effect.proposal.steps]
        calls = [(x.tool, {**x.args, **{n: f"from {event}" for n, event in x.taken.items()}}) for x in steps]
        self._require_call(calls, tool.name, self._wanted(tool.arguments, args, kwargs), "a proposal of")
        return self

    def calls(self, tool: Tool[Any, P, Any], *args: P.args, **kwargs: P.kwargs) -> At:
        """This tool was started with these arguments."""
        self._require_call(self._started(), tool.name, self._wanted(tool.arguments, args, kwargs), "a call of")
        return self

    def calls_nothing(self) -> At:
        """No tool was started."""
        self._require(not self._started(), f"no call (started: {', '.join(name for name, _ in self._started())})")
        return self

    def sends(self, event: str, to: str, **facts: object) -> At:
        """This event was sent to this machine, with these facts among the values that go with it."""
        sent = [effect.operation for effect in self._step.effects if isinstance(effect, e.Send)]
        calls = [(f"{operation.event} to {operation.tool}", operation.args) for operation in sent]
        self._require_call(calls, f"{event} to {to}", self._wanted((), (), facts), "sending")
        return self

    def knows(self, **facts: object) -> At:
        """These facts are known, with these values."""
        for name, value in facts.items():
            wanted, known = fact_value(self._machine, name, value), self.snapshot.facts.get(name)
            seen = "not known" if known is None else repr(known.value)
            self._require(known is not None and known.value == wanted, f"{name} = {value!r} (it is {seen})")
        return self

    def forgets(self, *facts: str) -> At:
        """These facts are unknown."""
        for name in facts:
            _known_fact(self._machine, name)
            known = self.snapshot.facts.get(name)
            self._require(known is None, f"'{name}' unknown (it is {known and known.value!r})")
        return self

    def _wanted(
        self, names: tuple[str, ...], args: tuple[object, ...], kwargs: Mapping[str, object]
    ) -> dict[str, Value]:
        """Expected arguments by name, as an operation holds them."""
        wanted = {**dict(zip(names, args, strict=False)), **kwargs}
        return {
            name: f"from {value.event}" if isinstance(value, _GivenBy) else fact_value(self._machine, name, value)
            for name, value in wanted.items()
        }

    def _started(self) -> list[tuple[str, Fields]]:
        return [(x.operation.tool, x.operation.args) for x in self._step.effects if isinstance(x, e.Dispatch)]

    def _require_call(self, calls: Iterable[tuple[str, Fields]], tool: str, wanted: Fields, what: str) -> None:
        calls = list(calls)
        found = any(name == tool and all(given.get(k) == v for k, v in wanted.items()) for name, given in calls)
        seen = "; ".join(_call_text(name, given) for name, given in calls) or "nothing"
        self._require(found, f"{what} {_call_text(tool, wanted)} (there was: {seen})")

    def _verdict(self) -> Verdict | None:
        decided = self._decided
        return None if decided is None or decided.origin == Origin.UNDECIDED else decided.verdict

    def _require(self, holds: bool, expected: str) -> None:
        if not holds:
            raise AssertionError(f"expected {expected}; {self._what_happened()}")

    def _what_happened(self) -> str:
        decided = self._decided
        if decided is None:
            noted = [record.why for record in self._step.records if isinstance(record, r.Noted | r.Raised)]
            why = "; ".join([*noted, *self._not_started])
            return f"in {self.snapshot.state} nothing was decided{': ' + why if why else ''}"
        if self._verdict() is None:
            return f"{decided.state} does not decide {decided.occurrence.event}: the cell is undecided"
        line = f", line {decided.line}" if decided.line else ""
        target = f" -> {decided.target}" if decided.target else ""
        return (
            f"{decided.state} decided {decided.occurrence.event}: {decided.verdict.value}{target}"
            f" ({decided.reason}{line}); now in {self.snapshot.state}"
        )


def _several(texts: Iterable[str]) -> str:
    return "; ".join(texts) or "nothing"


def _call_text(tool: str, args: Fields) -> str:
    return f"{tool} {text(dict(args))}"
