"""What a run's writer is asked to do: inputs to take in as one commit, and what goes with them.

Owns: the shape of a job. Never: does it; `live` does.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import NamedTuple, TypeAlias

from decidable.core.snapshot import Input, Snapshot
from decidable.core.step import Step
from decidable.stores import port


class OvertakenError(Exception):
    """What was asked of the writer is no longer so in the snapshot it would be decided in. Nothing has happened."""


class Taken(NamedTuple):
    """Inputs for one commit, with the gate's judgement where there was one."""

    inputs: tuple[Input, ...]
    gate: tuple[port.GateDecision, ...] = ()


Prepare: TypeAlias = Callable[[Snapshot], Taken]
"""Makes a job's inputs at its turn, from the very snapshot they are decided in. Raises OvertakenError to call it off."""


class Job(NamedTuple):
    """One commit to make."""

    prepare: Prepare
    done: asyncio.Future[Step]
    arrival: port.Arrival | None = None
    offered: bool = False
    """The arrival has an inbox row of its own, which this commit uses up."""
    heard: port.HeardText | None = None
    answer: str = ""
    """Words for the sender alone, where nothing is decided any more."""

    def refuse(self, error: BaseException) -> None:
        """Tell whoever waits, if anybody does, that it was not done."""
        if not self.done.done():
            self.done.set_exception(error)
            self.done.exception()  # it is raised to whoever awaits it; nobody may be left to
