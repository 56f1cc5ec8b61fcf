"""The gate: every refusal, each from the one thing that is wrong."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from decidable import Money
from decidable.core.canonical import digest
from decidable.core.snapshot import Act, Interrupted, Operation, Proposal, Snapshot, Status
from decidable.core.table import Table
from decidable.runtime.gate import permit
from decidable.testing import at
from tests.runtime.machines.parcel import Shipped, Yes, parcel

TABLE = parcel.table
FIVE, NINE = Money("5.00 USD"), Money("9.00 USD")


def shipping() -> tuple[Snapshot, Operation]:
    """A run that is about to ship what was approved."""
    snapshot = at(parcel, "confirming", item="book", price=FIVE, customer="C1").on(Yes()).moves("shipping").snapshot
    (operation,) = snapshot.operations.values()
    return snapshot, operation


def judged(snapshot: Snapshot, operation: Operation, *, table: Table = TABLE, disabled: tuple[str, ...] = ()) -> str:
    """Why it is refused; empty when it is permitted."""
    verdict = permit(table, snapshot, operation, disabled, TABLE.fingerprint)
    assert verdict.permitted == (not verdict.why)
    return verdict.why


def test_what_was_approved_is_permitted() -> None:
    assert judged(*shipping()) == ""


def changed(snapshot: Snapshot, operation: Operation, **changes: Any) -> Snapshot:
    """The snapshot with its one operation changed."""
    return snapshot._replace(operations={operation.id: operation._replace(**changes)})


def proposal_of(snapshot: Snapshot) -> Proposal:
    assert snapshot.proposal is not None
    return snapshot.proposal


WRONG: list[tuple[str, Callable[[Snapshot, Operation], Snapshot], str]] = [
    ("withdrawn", lambda s, o: s._replace(operations={}), "it was withdrawn or has settled"),
    ("started", lambda s, o: changed(s, o, status=Status.STARTED), "it is under way already"),
    (
        "arguments",
        lambda s, o: changed(s, o, args={"item": "book", "price": NINE}),
        "it is not the planned call, or its arguments",
    ),
    ("tool", lambda s, o: changed(s, o, tool="check"), "it is not the planned call"),
    ("left", lambda s, o: s._replace(entry=99), "the state it was planned in was left"),
    ("no proposal", lambda s, o: s._replace(proposal=None), "ship has no approval"),
    ("not approved", lambda s, o: s._replace(proposal=proposal_of(s)._replace(approved=False)), "ship has no approval"),
    ("other digest", lambda s, o: s._replace(proposal=proposal_of(s)._replace(digest="0")), "ship has no approval"),
    ("other step", lambda s, o: s._replace(proposal=proposal_of(s)._replace(next=0)), "no approved step is ship"),
]


@pytest.mark.parametrize(("change", "why"), [case[1:] for case in WRONG], ids=[case[0] for case in WRONG])
def test_each_thing_that_is_wrong_is_refused(change: Callable[[Snapshot, Operation], Snapshot], why: str) -> None:
    snapshot, operation = shipping()
    assert judged(change(snapshot, operation), operation).startswith(why)


def test_a_value_of_the_wrong_type_is_refused() -> None:
    snapshot, operation = shipping()
    wrong = operation._replace(args={"item": 7, "price": FIVE})
    assert judged(changed(snapshot, operation, args=wrong.args), wrong) == "item is not text"
    odd = operation._replace(args={"nothing": "x"})
    assert judged(changed(snapshot, operation, args=odd.args), odd) == "nothing is not a fact"


def test_a_tool_that_is_switched_off_or_unknown_is_refused() -> None:
    snapshot, operation = shipping()
    assert judged(snapshot, operation, disabled=("ship",)) == "ship is switched off"
    assert judged(snapshot, operation._replace(tool="shop")) == "shop is not a tool of this machine"


def test_another_version_of_the_machine_is_refused() -> None:
    snapshot, operation = shipping()
    verdict = permit(TABLE, snapshot, operation, (), "another")
    assert verdict.why == f"the run was begun with machine another, and this is {TABLE.fingerprint}"


def test_an_approval_for_another_contract_of_the_tool_is_refused() -> None:
    snapshot, operation = shipping()
    tools = {**TABLE.tools, "ship": TABLE.tools["ship"]._replace(contract=digest("another"))}
    assert judged(snapshot, operation, table=replace(TABLE, tools=tools)) == "step 1 was approved for another tool"


def test_a_requirement_is_looked_at_again() -> None:
    snapshot, operation = shipping()
    info = TABLE.tools["ship"]
    for holds, why in ((True, ""), (False, f"it requires {info.tool.requires}")):
        tools = {**TABLE.tools, "ship": info._replace(requires=lambda view, holds=holds: holds)}  # type: ignore[misc]
        assert judged(snapshot, operation, table=replace(TABLE, tools=tools)) == why


def test_the_operation_itself_does_not_make_the_run_busy() -> None:
    snapshot, operation = shipping()
    tools = {**TABLE.tools, "ship": TABLE.tools["ship"]._replace(requires=lambda view: not view.busy)}
    table = replace(TABLE, tools=tools)
    assert judged(snapshot, operation, table=table) == ""
    other = Operation("9.1", Act.WRITE, "ship", {}, 1)
    assert judged(snapshot._replace(operations={**snapshot.operations, "9.1": other}), operation, table=table)


def test_an_interrupted_entry_is_still_current() -> None:
    snapshot, operation = shipping()
    kept = Interrupted("shipping", snapshot.entry, ())
    assert judged(snapshot._replace(state="away", entry=99, interrupted=kept), operation) == ""


def test_nothing_is_carried_out_after_the_end() -> None:
    snapshot, operation = shipping()
    ended = at(parcel, "shipping", item="book", price=FIVE).on(Shipped(receipt="R")).snapshot.end
    assert ended is not None
    assert judged(snapshot._replace(end=ended), operation) == "the state it was planned in was left"


def test_the_grounds_are_kept() -> None:
    snapshot, operation = shipping()
    verdict = permit(TABLE, snapshot, operation, (), TABLE.fingerprint)
    decision = verdict.decision(TABLE, snapshot, operation, 7)
    assert (decision.operation, decision.permitted, decision.why, decision.at) == (operation.id, True, "", 7)
    for part in (
        '"tool":"ship"',
        '"attempt":1',
        f'"machine":"{TABLE.fingerprint}"',
        '"state":"shipping"',
        '"source":"result"',
    ):
        assert part in decision.grounds
