"""Lines of the table, built in Python.

Owns: the scopes a line is written in (a state, `any state`) and the sentence that makes one:
`s.on("details").when("day known").move("search", because="...")`. Never: checks what only the whole machine can tell.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Generic, TypeVar

from decidable.core.definition import (
    After,
    AfterStrikes,
    Back,
    Defer,
    Effect,
    Group,
    Ignore,
    Line,
    Move,
    Named,
    Outcome,
    Reject,
    Role,
    Selector,
    Star,
    State,
    Stay,
    Undecided,
)
from decidable.core.guard import Guard
from decidable.core.problem import Problem
from decidable.errors import MachineError
from decidable.text.do import EventName, checked, name_of_event, refusal
from decidable.text.guards import guard_from, settle
from decidable.text.names import NameOf, shown
from decidable.text.phrases import condition_text
from decidable.text.trouble import Unreadable

_S = TypeVar("_S", bound="Scope")


def to_guard(guard: str | Guard) -> Guard:
    """A guard from its text or as it is, fit to stand in a file. Raises MachineError."""
    try:
        return settle(guard_from(guard) if isinstance(guard, str) else guard, ())
    except Unreadable as trouble:
        raise refused(trouble, f" (at {trouble.column} of `{shown(str(guard))}`)" if trouble.column else "") from None


def refused(trouble: Unreadable, where: str = "") -> MachineError:
    """The error for a piece of text, given to the builder, that cannot be read."""
    hint = trouble.hint if isinstance(trouble.hint, str) else trouble.hint()
    return MachineError([Problem(trouble.code, f"{trouble.message}{where}", hint, token=trouble.token)])


class Decision(Generic[_S]):
    """A line that is being written: it is complete once an outcome was said, which returns to its scope."""

    def __init__(self, scope: _S, selector: Selector) -> None:
        self._scope = scope
        self._selector = selector
        self._guard: Guard | None = None
        self._otherwise = False

    def __str__(self) -> str:
        return condition_text(
            Line(selector=self._selector, guard=self._guard, otherwise=self._otherwise, outcome=Stay())
        )

    def when(self, guard: str | Guard) -> Decision[_S]:
        """`when guard`. Raises MachineError for a guard that cannot be read."""
        self._one_condition()
        self._guard = to_guard(guard)
        return self

    def otherwise(self) -> Decision[_S]:
        """`else`: where no guarded line of the same events holds."""
        self._one_condition()
        self._otherwise = True
        return self

    def move(self, target: str, *, restart: bool = False, do: Sequence[Effect] = (), because: str = "") -> _S:
        """`-> target`; `restart` where the target is the state itself and is to be entered anew."""
        return self._decide(Move(checked(target, NameOf.STATE), restart), do, because)

    def restart(self, *, do: Sequence[Effect] = (), because: str = "") -> _S:
        """`-> SELF restart`: leave and enter this state anew."""
        name = self._scope.name
        if not name:
            raise refusal("syntax-outcome", "'any state' cannot be restarted", "say move(STATE, restart=True)")
        return self._decide(Move(name, True), do, because)

    def back(self, *, otherwise: str = "", do: Sequence[Effect] = (), because: str = "") -> _S:
        """`-> back [else target]`: to the interrupted state."""
        return self._decide(Back(checked(otherwise, NameOf.STATE) if otherwise else ""), do, because)

    def stay(self, *, do: Sequence[Effect] = (), because: str = "") -> _S:
        """`stay`: expected here; nothing is exited or entered."""
        return self._decide(Stay(), do, because)

    def defer(self, *, do: Sequence[Effect] = (), because: str = "") -> _S:
        """`defer`: held until what is in flight resolves."""
        return self._decide(Defer(), do, because)

    def reject(self, *, strike: bool = False, do: Sequence[Effect] = (), because: str = "") -> _S:
        """`reject [strike]`: should not arrive here."""
        return self._decide(Reject(strike), do, because)

    def ignore(self, *, do: Sequence[Effect] = (), because: str = "") -> _S:
        """`ignore`: irrelevant here."""
        return self._decide(Ignore(), do, because)

    def undecided(self, *, do: Sequence[Effect] = (), because: str = "") -> _S:
        """`?`: knowingly undecided."""
        return self._decide(Undecided(), do, because)

    def _one_condition(self) -> None:
        if self._guard is not None or self._otherwise:
            raise refusal("syntax-guard", f"the line `{self}` has its condition already", "join guards with `and`")

    def _decide(self, outcome: Outcome, do: Sequence[Effect], because: str) -> _S:
        line = Line(
            selector=self._selector,
            guard=self._guard,
            otherwise=self._otherwise,
            outcome=outcome,
            effects=tuple(do),
            reason=because,
        )
        self._scope.accept(self, line)
        return self._scope


class Scope:
    """Where lines stand: a state, or `any state` (whose name is empty)."""

    def __init__(self, name: str) -> None:
        self.name = name
        self._open: list[object] = []
        self.lines: list[Line] = []

    def on(self: _S, *events: EventName) -> Decision[_S]:
        """A line about events, by name or class."""
        if not events:
            raise refusal("syntax-selector", "a line speaks of at least one event", "name it, or say on_anything()")
        return self._begin(Named(tuple(name_of_event(event) for event in events)))

    def on_group(self: _S, group: str, *, only: bool = False) -> Decision[_S]:
        """`@group [only]`: all events of a kind, or of a group that a contract names."""
        return self._begin(Group(checked(group, NameOf.EVENT), only))

    def on_anything(self: _S) -> Decision[_S]:
        """`*`: whatever nothing else decides, never evidence or a signal."""
        return self._begin(Star())

    def after(
        self: _S, *, days: int = 0, hours: int = 0, minutes: int = 0, seconds: int = 0, ms: int = 0
    ) -> Decision[_S]:
        """`after 30m`: a deadline armed on entry."""
        total = (((days * 24 + hours) * 60 + minutes) * 60 + seconds) * 1000 + ms
        if not 0 <= total < 10**18:
            raise refusal("syntax-selector", f"after {total} ms is never", "count forward, in fewer than 18 digits")
        return self._begin(After(total))

    def after_strikes(self: _S, strikes: int) -> Decision[_S]:
        """`after 3 strikes`."""
        if not 1 <= strikes < 10**18:
            raise refusal("syntax-selector", f"after {strikes} strikes is never", "count from 1")
        return self._begin(AfterStrikes(strikes))

    def _begin(self: _S, selector: Selector) -> Decision[_S]:
        begun = Decision(self, selector)
        self._open.append(begun)
        return begun

    def accept(self, decision: object, line: Line) -> None:
        """Take a decision that is complete. Raises MachineError for one that was complete before."""
        if not any(each is decision for each in self._open):
            raise refusal(
                "syntax-outcome",
                f"the line `{decision}` has its outcome already",
                "begin another line for another outcome",
            )
        self._open = [each for each in self._open if each is not decision]
        self.lines.append(line)

    def unfinished(self) -> tuple[Problem, ...]:
        """The lines without an outcome, which would be lost without a word."""
        where = f"state '{self.name}'" if self.name else "any state"
        hint = "end it with move, stay, defer, reject or ignore"
        return tuple(
            Problem("syntax-outcome", f"{where}: the line `{begun}` has no outcome", hint) for begun in self._open
        )


class StateScope(Scope):
    """One state, with what it does on entry, and the states nested in it."""

    def __init__(self, head: State) -> None:
        super().__init__(head.name)
        self.head = head
        self.effects: tuple[Effect, ...] = ()
        self.children: list[StateScope] = []
        self.fragments: list[str] = []

    def use(self, fragment: str) -> StateScope:
        """`use NAME`: include the lines of a fragment of a contract that the machine uses."""
        self.fragments.append(checked(fragment, NameOf.STATE))
        return self

    def state(self, name: str, *, start: bool = False) -> StateScope:
        """A state nested in this one, whose lines it inherits. `start`: the child that entering this state enters."""
        role = Role.START if start else Role.PLAIN
        self.children.append(StateScope(State(name=checked(name, NameOf.STATE), role=role, parent=self.name)))
        return self.children[-1]

    def whole(self) -> Iterator[StateScope]:
        """This state, then its children with theirs, as they stand in a file."""
        yield self
        for child in self.children:
            yield from child.whole()

    def made(self) -> State:
        """The state as data, without its children."""
        return replace(self.head, enter=self.effects, lines=tuple(self.lines), uses=tuple(self.fragments))

    def enter(self, first: Effect, *others: Effect) -> StateScope:
        """`enter: effects`. Raises MachineError where the state has its `enter` already."""
        if self.effects:
            raise refusal(
                "syntax-enter",
                f"state '{self.name}' has a second `enter`",
                "give all effects in one call, in the order they should run",
            )
        self.effects = (first, *others)
        return self
