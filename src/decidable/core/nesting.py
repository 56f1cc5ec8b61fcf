"""Which state holds which: what a move enters, and what it does not leave.

Owns: the tree of states, and where a move to a parent leads. Never: reads a line; whether the tree makes sense is judged in
`validate_nesting`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from decidable.core.definition import Role, State


@dataclass(frozen=True, slots=True)
class Nesting:
    """The tree. `parents`: of each state, the nearest first. `children`: of each parent, in the author's order."""

    states: Mapping[str, State]
    parents: Mapping[str, tuple[str, ...]]
    children: Mapping[str, tuple[str, ...]]
    start: str
    """Where runs begin: a state without children. Empty where no path of starts leads to one."""

    @classmethod
    def of(cls, states: Mapping[str, State]) -> Nesting:
        """The tree of some states. A parent stands before its children, so that there can be no circle."""
        parents: dict[str, tuple[str, ...]] = {}
        children: dict[str, tuple[str, ...]] = {}
        for name, state in states.items():
            above = parents.get(state.parent)
            parents[name] = () if above is None else (state.parent, *above)
            if above is not None:
                children[state.parent] = (*children.get(state.parent, ()), name)
        top = next((name for name, state in states.items() if not state.parent and state.role is Role.START), "")
        return cls(states, parents, children, _first(states, children, top))

    def first(self, name: str) -> str:
        """The state without children that entering this one leads to; empty where a parent marks none as its start."""
        return _first(self.states, self.children, name)

    def role(self, name: str) -> Role:
        """What a state without children is for: a child of an interruption is one, and of the starts only one is first."""
        own = self.states[name].role
        if any(self.states[parent].role is Role.INTERRUPTION for parent in self.parents[name]):
            return Role.INTERRUPTION
        return Role.PLAIN if own is Role.START and name != self.start else own

    def entered(self, target: str, source: str = "", *, restart: bool = False) -> tuple[State, ...]:
        """The states that a move enters, from the outermost to the one without children.

        A parent of both ends is not left, and so not entered, unless it is the target of a `restart`. Without a source
        all of them are entered.
        """
        first = self.first(target)
        whole = (*reversed(self.parents[first]), first)
        anew = whole.index(target) if restart else len(whole) - 1
        current = self.parents.get(source, ())
        return tuple(self.states[name] for at, name in enumerate(whole) if at >= anew or name not in current)


def _first(states: Mapping[str, State], children: Mapping[str, tuple[str, ...]], name: str) -> str:
    while name in children:
        name = next((child for child in children[name] if states[child].role is Role.START), "")
    return name
