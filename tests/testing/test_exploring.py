"""Exploring a machine that sends events to another one."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping

import pytest

from decidable.core.snapshot import Act, Delivered, Occurrence, Snapshot, Undelivered
from decidable.core.step import Step
from decidable.testing.hostile import Move, Why, explore
from tests.core.machines import table

SENDER = """
    machine sender
    events
      user  one, two
    here (start)
      one   stay / send first to other
      two   stay / send second to other
"""


class Outside:
    """A person who asks once at a time, and the inbox of the other machine where there is one."""

    def __init__(self, *, delivers: bool) -> None:
        self.delivers = delivers

    def start(self) -> str:
        return ""

    def moves(self, snapshot: Snapshot, world: str) -> Iterable[Move[str]]:
        for operation in snapshot.operations.values():
            assert operation.act is Act.SEND
            if self.delivers:
                yield Move("delivered", Why.OWED, operation.event, (Delivered(operation.id, "c.2", 0),))
                yield Move("nobody", Why.OWED, "", (Undelivered(operation.id, "nobody", 0),))
        if not snapshot.operations:
            yield Move("one", Why.FREE, world, (Occurrence("one"),))
            yield Move("two", Why.FREE, world, (Occurrence("two"),))

    def takes(self, world: str, step: Step) -> str:
        return world

    def wrong(self, label: str, before: Snapshot, after: Snapshot, world: str) -> str:
        return ""

    def marks(self, snapshot: Snapshot, world: str) -> frozenset[str]:
        return frozenset({world})

    def speaks_of(self, world: str) -> tuple[str, ...]:
        return ()

    def key(self, world: str, names: Mapping[str, int]) -> Hashable:
        return world


@pytest.mark.parametrize(("delivers", "states"), [(False, 3), (True, 9)])
def test_what_is_sent_tells_two_moments_apart_and_nothing_waits_for_it(delivers: bool, states: int) -> None:
    found = explore(table(SENDER), Outside(delivers=delivers))
    assert (found.wrong, found.complete, found.states) == ("", True, states)
    assert found.stranded("", "second") is None if delivers else found.stranded("", "second") == ()
