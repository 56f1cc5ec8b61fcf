"""A process that runs one machine of a trade, does what waits for it, and goes.

    python -m tests.crash.trader billing FOLDER
    python -m tests.crash.trader orders FOLDER
    python -m tests.crash.trader killed FOLDER     the orders; it ends with code 9 once its event is in the inbox of billing

Owns: what the process does. Never: runs both machines.
"""

from __future__ import annotations

import asyncio
import os
import sys
from pathlib import Path
from typing import Any

from decidable import Money, Runtime
from decidable.stores import SQLite
from decidable.stores.port import Arrival, RunKey
from tests.runtime.harness import read
from tests.runtime.machines.trade import OrderIt, billing, orders
from tests.runtime.machines.world import World


class Deadly(SQLite):
    """A store whose process ends right after something was sent."""

    def post(self, tenant: str, conversation: str, machine: str, arrival: Arrival) -> RunKey | None:
        super().post(tenant, conversation, machine, arrival)
        os._exit(9)


async def main(who: str, folder: Path) -> None:
    store = (Deadly if who == "killed" else SQLite)(folder / "runs.db")
    runtime: Runtime[Any, Any] = Runtime(billing if who == "billing" else orders, store=store, deps=World())
    async with runtime:
        run = await runtime.conversation("c")
        await read(run.updates())
        if who == "killed":
            await read(run.send(OrderIt(item="book", price=Money("9.00 USD"), tags=[]), id="o-1"))


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], Path(sys.argv[2])))
