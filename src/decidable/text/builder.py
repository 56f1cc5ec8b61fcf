"""The same machine, built in Python.

Owns: `Builder`, whose definition equals the one that the text of the same machine reads to. Never: accepts what a file
could not say; a mistake is raised where it is made.
"""

from __future__ import annotations

from collections.abc import Sequence

from decidable.core.definition import (
    Accepted,
    Contract,
    Definition,
    End,
    Event,
    Fact,
    Field,
    Kind,
    Lookup,
    Role,
    State,
    Tool,
)
from decidable.core.guard import Guard, Literal
from decidable.core.values import Choices, ListOf, Range, Type
from decidable.errors import MachineError
from decidable.text.accepted import accepted_text, read_accepted
from decidable.text.declarations import NO_ANSWER
from decidable.text.do import EventName, ToolName, checked, checked_literal, name_of_event, name_of_tool, refusal
from decidable.text.inclusion import include, unused
from decidable.text.lines import reason_text
from decidable.text.names import KINDS, NameOf
from decidable.text.rules import read_rule
from decidable.text.settle import settled
from decidable.text.source import split_line
from decidable.text.table import Scope, StateScope, refused, to_guard
from decidable.text.trouble import Unreadable
from decidable.text.types import DEEPEST_LIST

__all__ = ["Builder"]


class Builder:
    """A machine in the making.

    m = Builder("refund")
    m.event("want_refund", Kind.USER)
    s = m.state("begin", start=True)
    s.on("want_refund").move("need_order", because="which order")
    """

    def __init__(self, name: str = "") -> None:
        self._name = checked(name, NameOf.MACHINE) if name else ""
        self._facts: list[Fact] = []
        self._events: list[Event] = []
        self._tools: list[Tool] = []
        self._any_state = Scope("")
        self._states: list[StateScope] = []
        self._rules: list[str] = []
        self._contracts: list[Contract] = []
        self._accepted: list[Accepted] = []

    def fact(self, name: str, type_: Type, *, initial: Literal | None = None, authority: bool = False) -> None:
        """A typed value the machine may know. `authority`: never set by a message or a model."""
        if initial is not None:
            checked_literal(initial)
        self._facts.append(
            Fact(name=checked(name, NameOf.FACT), type=_checked_type(type_), initial=initial, authority=authority)
        )

    def event(self, name: str, kind: Kind, *fields: Field | str) -> None:
        """An event; a field given by its name alone takes the type of the fact of that name."""
        if kind not in KINDS:
            raise refusal(
                "syntax-event",
                f"events of kind '{kind}' come by themselves",
                f"declare one of {', '.join(KINDS)}",
            )
        made = tuple(Field(name=field) if isinstance(field, str) else field for field in fields)
        for field in made:
            checked(field.name, NameOf.FIELD)
            if field.type is not None:
                _checked_type(field.type)
        self._events.append(Event(name=checked(name, NameOf.EVENT), kind=kind, fields=made))

    def tool(
        self,
        tool: ToolName,
        *args: str,
        write: bool,
        gives: Sequence[EventName] = (),
        shown: bool = False,
        no_answer: EventName | None = None,
        look_up_with: ToolName | None = None,
        look_up_by_repeating: bool = False,
        needs_approval: bool = False,
        requires: str | Guard | None = None,
        trusts: Sequence[str] = (),
    ) -> None:
        """A tool, which either gives events or is shown to a model. `no_answer`: by default `unknown` of a write, `failed` of a read."""
        name = name_of_tool(tool)
        if shown is bool(gives):
            raise refusal(
                "syntax-tool", f"tool '{name}' either gives events or is shown", "say gives=[...] or shown=True"
            )
        if look_up_by_repeating and look_up_with is not None:
            raise refusal("syntax-tool", f"tool '{name}' is looked up in two ways", "choose one")
        lookup = Lookup.TOOL if look_up_with is not None else Lookup.REPEAT if look_up_by_repeating else Lookup.NONE
        self._tools.append(
            Tool(
                name=name,
                write=write,
                args=tuple(checked(argument, NameOf.ARGUMENT) for argument in args),
                gives=tuple(name_of_event(event) for event in gives),
                no_answer=NO_ANSWER[write] if no_answer is None else name_of_event(no_answer),
                lookup=lookup,
                lookup_with="" if look_up_with is None else name_of_tool(look_up_with),
                approval=needs_approval,
                requires=None if requires is None else to_guard(requires),
                trusts=tuple(trusts),
                shown=shown,
            )
        )

    def any_state(self) -> Scope:
        """Where the lines stand that hold in every state."""
        return self._any_state

    def state(
        self,
        name: str,
        *,
        start: bool = False,
        interruption: bool = False,
        final: End | None = None,
        leftovers: bool = False,
    ) -> StateScope:
        """A state; `state(...)` of what is returned nests another in it. Without a marked start the first state that is
        nothing else is the start. Raises MachineError for two roles.
        """
        if start + interruption + (final is not None) > 1:
            raise refusal(
                "syntax-header", f"state '{name}' has two roles", "a state is a start, an interruption, or final"
            )
        if leftovers and final is None:
            raise refusal("syntax-header", f"state '{name}' has leftovers and is not final", "say final=End.COMPLETED")
        role = (
            Role.START if start else Role.INTERRUPTION if interruption else Role.PLAIN if final is None else Role.FINAL
        )
        scope = StateScope(State(name=checked(name, NameOf.STATE), role=role, end=final, leftovers=leftovers))
        self._states.append(scope)
        return scope

    def use(self, contract: Contract) -> None:
        """`use NAME`: include what several machines share; `read_contract` reads one from its file. Those that it uses are given
        like it."""
        self._contracts.append(contract)

    def rule(self, text: str) -> None:
        """A sentence to prove, as in the text. Raises MachineError for one of no known shape."""
        try:
            self._rules.append(read_rule(text))
        except Unreadable as trouble:
            raise refused(trouble) from None

    def accept(self, code: str, *, of: str = "", state: str = "", because: str) -> None:
        """A finding that is known and accepted, as under `accepted findings`. Raises MachineError for one that could not
        stand there: without a reason, or about nothing in particular."""
        finding = Accepted(code=code, of=of, state=state, reason=because)
        reason = f" : {reason_text(because)}" if because else ""
        try:
            read_accepted(split_line(0, f"{accepted_text(finding)}{reason}"))
        except Unreadable as trouble:
            raise refused(trouble) from None
        self._accepted.append(finding)

    def definition(self) -> Definition:
        """The machine. Raises MachineError, with all of them, for lines that have no outcome."""
        scopes = [scope for top in self._states for scope in top.whole()]
        unfinished = [problem for scope in (self._any_state, *scopes) for problem in scope.unfinished()]
        if unfinished:
            raise MachineError(unfinished)
        definition = Definition(
            name=self._name,
            facts=tuple(self._facts),
            events=tuple(self._events),
            tools=tuple(self._tools),
            any_state=tuple(self._any_state.lines),
            states=tuple(scope.made() for scope in scopes),
            rules=tuple(self._rules),
            accepted=tuple(self._accepted),
        )
        whole, problems = include(definition, self._contracts)
        if problems := (*unused(self._contracts), *problems):
            raise MachineError(problems)
        return settled(whole)


def _checked_type(type_: Type, lists: int = 0) -> Type:
    if isinstance(type_, ListOf):
        if lists >= DEEPEST_LIST:
            raise refusal("too-deep", f"lists of lists more than {DEEPEST_LIST} deep", "use Data()")
        _checked_type(type_.of, lists + 1)
    if isinstance(type_, Choices):
        if len(set(type_.values)) < max(2, len(type_.values)):
            raise refusal(
                "syntax-type", "a choice is between at least two values, each once", "name them all, or use Text()"
            )
        for value in type_.values:
            checked(value, NameOf.VALUE)
    if isinstance(type_, Range):
        checked_literal(type_.low)
        checked_literal(type_.high)
        if type_.low > type_.high:
            raise refusal("syntax-type", f"the range {type_} is empty", "give the lower end first")
    return type_
