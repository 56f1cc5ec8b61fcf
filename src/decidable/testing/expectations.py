"""What the last step of a run should have done, and what is said when it did not.

Owns: the expectations of `at`, and their messages, with the line that decided. Never: takes a step.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final, ParamSpec, Self

from decidable.bind.machine import Machine
from decidable.bind.tools import Tool
from decidable.check.shown import UNDECIDED, decisions, deeds
from decidable.core import effects as e
from decidable.core import records as r
from decidable.core.canonical import text
from decidable.core.records import Verdict
from decidable.core.snapshot import Fields, Input, Snapshot
from decidable.core.step import Step
from decidable.core.table import Origin
from decidable.core.values import Value
from decidable.testing.given import GivenBy, fact_value, known_fact, known_state

P = ParamSpec("P")


class Expectations:
    """A run after its last event, or as entered. Each method raises AssertionError when it is not as it should be, and
    returns the same run. `last`: the run before that event, and the event. `not_started`: why calls of the entry wait."""

    def __init__(
        self,
        machine: Machine[Any, Any],
        after: Step,
        last: tuple[Snapshot, Input] | None,
        not_started: tuple[str, ...],
    ) -> None:
        self._machine: Final = machine
        self._step: Final = after
        self._last: Final = last
        self._not_started: Final = not_started
        records = after.records if last is not None else ()
        self._decided: Final = next((record for record in records if isinstance(record, r.Decided)), None)

    @property
    def snapshot(self) -> Snapshot:
        """Where the run stands now."""
        return self._step.snapshot

    @property
    def decisions(self) -> tuple[str, ...]:
        """Every decision of the last event's step, in order: `report told: -> gather`, `gather details: -> search`."""
        return () if self._last is None else decisions(*self._last, self._step)

    @property
    def deeds(self) -> tuple[str, ...]:
        """What that step changed and asked for: `set cancelling = yes`, `say what_stands gives told`, `call text_group`."""
        return deeds(self._step)

    def decides(self, outcome: str) -> Self:
        """The outcome, as the table writes it: `-> STATE`, `stay`, `defer`, `reject`, `ignore`; `?` is any: somebody has
        decided."""
        decided = self._outcome()
        if outcome == UNDECIDED:
            self._require(decided not in ("", UNDECIDED), "a decision")
        else:
            self._require(decided == outcome, outcome)
        return self

    def follows(self, *others: str) -> Self:
        """These decisions followed in the same step, and no others."""
        self._require(
            self.decisions[1:] == others, f"then {_several(others)} (there was: {_several(self.decisions[1:])})"
        )
        return self

    def does(self, *wanted: str) -> Self:
        """These deeds, in this order, and no others."""
        self._require(self.deeds == wanted, f"{_several(wanted)} (it did: {_several(self.deeds)})")
        return self

    def _outcome(self) -> str:
        return self.decisions[0].partition(": ")[2] if self.decisions else ""

    def moves(self, state: str) -> Self:
        """It moved to this state."""
        known_state(self._machine, state)
        self._require(self._verdict() is Verdict.MOVE and self.snapshot.state == state, f"a move to {state}")
        return self

    def stays(self) -> Self:
        """It was accepted without a move."""
        self._require(self._verdict() is Verdict.STAY, "stay")
        return self

    def defers(self) -> Self:
        """It waits in the queue."""
        self._require(self._verdict() is Verdict.DEFER, "defer")
        return self

    def rejects(self, *, strikes: int | None = None) -> Self:
        """It was rejected; with `strikes`, so many in a row now."""
        self._require(self._verdict() is Verdict.REJECT, "reject")
        now = self.snapshot.strikes
        self._require(strikes is None or now == strikes, f"strikes: {strikes} (there are {now})")
        return self

    def ignores(self) -> Self:
        """It was dropped as irrelevant."""
        self._require(any(isinstance(effect, e.Ignored) for effect in self._step.effects), "ignore")
        return self

    def says(self, words: str) -> Self:
        """These words were said."""
        said = [effect.words for effect in self._step.effects if isinstance(effect, e.Speak)]
        self._require(words in said, f"the words '{words}' (said: {', '.join(said) or 'nothing'})")
        return self

    def proposes(self, tool: Tool[Any, P, Any], *args: P.args, **kwargs: P.kwargs) -> Self:
        """A proposal was made whose list has this tool with these arguments."""
        steps = [x for effect in self._step.effects if isinstance(effect, e.Ask) for x in effect.proposal.steps]
        calls = [(x.tool, {**x.args, **{n: f"from {event}" for n, event in x.taken.items()}}) for x in steps]
        self._require_call(calls, tool.name, self._wanted(tool.arguments, args, kwargs), "a proposal of")
        return self

    def calls(self, tool: Tool[Any, P, Any], *args: P.args, **kwargs: P.kwargs) -> Self:
        """This tool was started with these arguments."""
        self._require_call(self._started(), tool.name, self._wanted(tool.arguments, args, kwargs), "a call of")
        return self

    def calls_nothing(self) -> Self:
        """No tool was started."""
        self._require(not self._started(), f"no call (started: {', '.join(name for name, _ in self._started())})")
        return self

    def sends(self, event: str, to: str, **facts: object) -> Self:
        """This event was sent to this machine, with these facts among the values that go with it."""
        sent = [effect.operation for effect in self._step.effects if isinstance(effect, e.Send)]
        calls = [(f"{operation.event} to {operation.tool}", operation.args) for operation in sent]
        self._require_call(calls, f"{event} to {to}", self._wanted((), (), facts), "sending")
        return self

    def knows(self, **facts: object) -> Self:
        """These facts are known, with these values."""
        for name, value in facts.items():
            wanted, known = fact_value(self._machine, name, value), self.snapshot.facts.get(name)
            seen = "not known" if known is None else repr(known.value)
            self._require(known is not None and known.value == wanted, f"{name} = {value!r} (it is {seen})")
        return self

    def forgets(self, *facts: str) -> Self:
        """These facts are unknown."""
        for name in facts:
            known_fact(self._machine, name)
            known = self.snapshot.facts.get(name)
            self._require(known is None, f"'{name}' unknown (it is {known and known.value!r})")
        return self

    def _wanted(
        self, names: tuple[str, ...], args: tuple[object, ...], kwargs: Mapping[str, object]
    ) -> dict[str, Value]:
        """Expected arguments by name, as an operation holds them."""
        wanted = {**dict(zip(names, args, strict=False)), **kwargs}
        return {
            name: f"from {value.event}" if isinstance(value, GivenBy) else fact_value(self._machine, name, value)
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
