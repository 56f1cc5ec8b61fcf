"""Which facts are known where: the table of states and facts.

Owns: `Knowledge` and how it reads as data. Never: follows facts (`flow`), or says what should be known.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from decidable.check.flow.domain import UNKNOWN, Domain, Source
from decidable.check.flow.found import Flow


class Certainty(StrEnum):
    """How certain it is that a fact is known in a state."""

    SURELY = "surely"
    GIVEN = "given"
    """Nothing here establishes it: it is known where the run was started with it."""
    MAYBE = "maybe"
    NEVER = "never"


class Standing(NamedTuple):
    """One fact in one state, after entry and after everything that stays there."""

    known: Certainty
    claim: bool
    """Whether it may be no more than a claim of a user or a model."""
    depends: tuple[str, ...]
    """The facts it may fall with."""


class Given(NamedTuple):
    """Where a fact comes from, anywhere in the machine."""

    name: str
    events: tuple[str, ...]
    """The events that establish it."""
    at_start: bool
    """Whether a run may be started with it: it is marked `authority`, or nothing else establishes it."""
    initial: bool
    claim: bool
    depends: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Knowledge:
    """Every fact, and every state a run comes to with what is known there."""

    facts: tuple[Given, ...]
    states: Mapping[str, Mapping[str, Standing]]
    connected: bool
    """Whether facts were followed together. In a machine where that takes too long each is followed by itself, and more is
    `maybe`."""

    def data(self) -> dict[str, object]:
        """As JSON holds it; `docs/reference/cli.md` describes it."""
        return {
            "connected": self.connected,
            "facts": [fact._asdict() for fact in self.facts],
            "states": {
                state: {name: {**standing._asdict(), "known": standing.known.value} for name, standing in row.items()}
                for state, row in self.states.items()
            },
        }


def knowledge(flow: Flow) -> Knowledge:
    """What is known where."""
    space = flow.world.space
    return Knowledge(
        facts=tuple(_given(flow, domain) for domain in space.domains),
        states={
            state: {domain.fact.name: _standing(domain, space.get(box, at)) for at, domain in enumerate(space.domains)}
            for state, box in flow.all_of.items()
        },
        connected=flow.whole,
    )


def _standing(domain: Domain, mask: int) -> Standing:
    if mask == UNKNOWN:
        return Standing(Certainty.NEVER, False, ())
    atoms = [atom for atom, _ in domain.known(mask)]
    known = Certainty.SURELY
    if mask & UNKNOWN:
        known = Certainty.GIVEN if domain.given else Certainty.MAYBE
    return Standing(
        known,
        any(atom.source is Source.CLAIM for atom in atoms),
        tuple(dict.fromkeys(name for atom in atoms for name in atom.depends)),
    )


def _given(flow: Flow, domain: Domain) -> Given:
    fact = domain.fact
    events = flow.world.table.events.values()
    whole = _standing(domain, domain.whole)
    return Given(
        fact.name,
        tuple(info.name for info in events if fact.name in info.establishes),
        domain.given or fact.authority,
        fact.initial is not None,
        whole.claim,
        whole.depends,
    )
