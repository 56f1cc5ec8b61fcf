"""The parcel machine's next version, with another behaviour."""

from __future__ import annotations

from decidable import Event, load_machine
from tests.runtime.machines.world import World


class Facts:
    customer: str


class Wants(Event):
    """A parcel to send."""


parcel2 = load_machine("parcel2.states", facts=Facts, deps=World, user=Wants, tools=[])
