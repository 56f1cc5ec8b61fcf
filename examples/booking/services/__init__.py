"""A restaurant, a payment service and a message service for the booking example: small, real, and able to go wrong.

Owns: the bundle that opens the three on one ledger. Never: part of the framework; it is the world outside a run, and its
ledger is a file of its own, so that what really happened can be compared with what a run says.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from os import PathLike
from pathlib import Path
from typing import Self

from services.answers import (
    Cancelled,
    Declined,
    Free,
    Full,
    NotTaken,
    Receipt,
    Refunded,
    Refused,
    Reservation,
    Sent,
    TableGone,
)
from services.desk import KILLED, KeyReusedError
from services.faults import ENVIRONMENT, Fault, FaultKind, parse_faults
from services.ledger import Ledger
from services.messaging import Messages
from services.payments import Payments
from services.restaurant import Restaurant

LEDGER = "BOOKING_LEDGER"
"""The environment variable that names the ledger's file."""

__all__ = [
    "ENVIRONMENT",
    "KILLED",
    "LEDGER",
    "Cancelled",
    "Declined",
    "Fault",
    "FaultKind",
    "Free",
    "Full",
    "KeyReusedError",
    "Ledger",
    "Messages",
    "NotTaken",
    "Payments",
    "Receipt",
    "Refunded",
    "Refused",
    "Reservation",
    "Restaurant",
    "Sent",
    "Services",
    "TableGone",
    "parse_faults",
]


class Services:
    """The three services on one ledger. Close them, or use them in a `with` statement."""

    def __init__(self, ledger: Ledger, *, tables: int = 20) -> None:
        self.ledger = ledger
        self.restaurant = Restaurant(ledger, tables=tables)
        self.payments = Payments(ledger)
        self.messages = Messages(ledger)

    @classmethod
    def open(
        cls, path: str | PathLike[str], *, tables: int = 20, environment: Mapping[str, str] = os.environ
    ) -> Services:
        """The services on the ledger at `path`, made if it is absent, with the faults that `BOOKING_FAULTS` asks for.

        The same text is planned once for a ledger: a process killed by its fault gets past it when started again.
        Raises ValueError for a fault that makes no sense.
        """
        wanted = environment.get(ENVIRONMENT, "")
        faults = parse_faults(wanted)
        ledger = Ledger(path)
        if faults:
            ledger.plan_all(faults, origin=f"{ENVIRONMENT}={wanted}")
        return cls(ledger, tables=tables)

    @classmethod
    def connect(cls, folder: Path = Path()) -> Services:
        """The services on the ledger that `BOOKING_LEDGER` names, or on `world.db` in the folder of the runs: whoever
        carries a run on, from wherever, acts on the world it began in."""
        return cls.open(os.environ.get(LEDGER) or folder / "world.db")

    def close(self) -> None:
        """Close the ledger."""
        self.ledger.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
