"""A process to be killed: it takes events and says which are acknowledged, or dines.

    python child.py pings FOLDER FIRST COUNT     prints the number of each acknowledged event
    python child.py dinner FOLDER LIFE           prints `open`, and `done` at the end

Owns: what the process does. Never: ends on its own before it is done.
"""

from __future__ import annotations

import asyncio
import sys
from contextlib import closing
from pathlib import Path

from booking import booking
from decidable import Runtime
from decidable.stores import SQLite
from services import Services
from tests.crash.dinner import SETTINGS, order, translator
from tests.runtime.harness import START
from tests.runtime.machines.parcel import parcel
from tests.runtime.machines.world import World


async def pings(folder: Path, first: int, count: int) -> None:
    """Events one after the other, each printed once it is acknowledged."""
    async with Runtime(parcel, store=SQLite(folder / "runs.db"), deps=World()) as runtime:
        run = await runtime.conversation("c", start=START)
        for number in range(first, count):
            await runtime.signal(run.key, "ping", id=f"p-{number}", wait=False)
            print(number, flush=True)


async def dinner(folder: Path, life: int) -> None:
    """One life of the booking."""
    with closing(Services.open(folder / "world.db")) as services:
        runtime = Runtime(
            booking, store=SQLite(folder / "runs.db"), deps=services, translator=translator(), settings=SETTINGS
        )
        async with runtime:
            print("open", flush=True)
            await order(await runtime.conversation("dinner"), life)
    print("done", flush=True)


if __name__ == "__main__":
    what, where, *numbers = sys.argv[1:]
    if what == "pings":
        asyncio.run(pings(Path(where), int(numbers[0]), int(numbers[1])))
    else:
        asyncio.run(dinner(Path(where), int(numbers[0])))
