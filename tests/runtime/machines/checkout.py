"""The checkout machine: two steps in a parent that has a deadline for both of them."""

from __future__ import annotations

from decidable import Event, load_machine
from tests.runtime.machines.world import World


class Facts:
    note: str


class Next(Event):
    """Go to the next step."""


class Home(Event):
    """Go back to the first step."""


checkout = load_machine("checkout.states", facts=Facts, deps=World, user=Next | Home, tools=[])
