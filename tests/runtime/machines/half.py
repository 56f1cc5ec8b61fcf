"""A machine with an undecided cell, for draft mode."""

from __future__ import annotations

from decidable import Event, load_machine
from tests.runtime.machines.world import World


class Facts: ...


class Ping(Event): ...


class Pong(Event): ...


half = load_machine("half.states", facts=Facts, deps=World, signal=Ping | Pong, tools=[])
