"""That the question about to be approved is the one the journal says was asked.

Owns: reading back the record of the open question, through rows whose chain is checked, up to the head. Never: trusts the
memory alone where a person's yes is about to move money: history that was edited is refused.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from decidable.core import records as r
from decidable.errors import StoreError

if TYPE_CHECKING:
    from decidable.runtime.live import LiveRun

AT_ONCE: Final = 100
"""How many records are read at once, from the end of the journal backwards."""


async def require_recorded(live: LiveRun, digest: str) -> None:
    """Raises StoreError when the journal was edited, or does not hold the question as it stands."""
    host, proposal = live.host, live.snapshot.proposal
    if proposal is None or proposal.digest != digest:
        return  # it is refused for that
    head = await host.ask(host.store.head, live.key)
    if head is None:
        raise StoreError(f"run {live.key} is not in the store any more")
    after = head.snapshot.seq
    deleted = False
    while after > 0:
        after = max(0, after - AT_ONCE)
        rows = await host.ask(host.store.history, live.key, after=after)
        if not rows or (rows[-1].seq == head.snapshot.seq and rows[-1].check != head.check):
            raise StoreError(f"run {live.key} is damaged: its journal does not lead to its head. Run `verify`")
        deleted = deleted or any(row.record is None for row in rows)
        asked = [row.record.proposal for row in rows if isinstance(row.record, r.Proposed)]
        found = next((one for one in reversed(asked) if one.digest == digest), None)
        if found is not None:
            if (found.steps, found.entry) != (proposal.steps, proposal.entry):
                raise StoreError(f"run {live.key} is damaged: another question was recorded. Run `verify`")
            return
    if not deleted:  # a body that was deleted on request cannot be compared; its chain was checked all the same
        raise StoreError(f"run {live.key} is damaged: its open question was never recorded. Run `verify`")
