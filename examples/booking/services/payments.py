"""A small payment service: exact amounts in minor units, one receipt for a key.

Owns: the payments in the ledger. Never: knows whether a reservation exists; it is another company than the restaurant.
"""

from __future__ import annotations

import sqlite3
from typing import Final

from decidable.core.values import Money
from services.answers import Declined, Kinds, Receipt, Refunded
from services.desk import Desk
from services.ledger import Ledger

_PAY: Final[Kinds[Receipt | Declined]] = {"Receipt": Receipt, "Declined": Declined}
_REFUND: Final[Kinds[Refunded | Declined]] = {"Refunded": Refunded, "Declined": Declined}
_ANY: Final[Kinds[Receipt | Refunded | Declined]] = {**_PAY, "Refunded": Refunded}


class Payments:
    """The payment service as its customers' programs see it."""

    def __init__(self, ledger: Ledger) -> None:
        self._desk = Desk(ledger, "payments")

    async def pay(self, reservation: str, amount: Money, *, key: str) -> Receipt | Declined:
        """Take money. Once for a key; repeating the key is a lookup too."""

        def act(db: sqlite3.Connection) -> Receipt | Declined:
            if amount.minor <= 0:
                return Declined(f"{amount} is not an amount to pay")
            receipt = f"P-{5001 + db.execute('select count(*) from payments').fetchone()[0]}"
            insert = "insert into payments (receipt, key, reservation, minor, currency, state) values (?, ?, ?, ?, ?, 'paid')"
            db.execute(insert, (receipt, key, reservation, amount.minor, amount.currency))
            return Receipt(receipt)

        args = {"reservation": reservation, "amount": str(amount)}
        return await self._desk.write("pay", args, key=key, act=act, kinds=_PAY, no=Declined("the card was declined"))

    async def refund(self, receipt: str, *, key: str) -> Refunded | Declined:
        """Give money back, all of it. Once for a key, and once for a receipt."""

        def act(db: sqlite3.Connection) -> Refunded | Declined:
            update = "update payments set state = 'refunded' where receipt = ? and state = 'paid' returning receipt"
            return (
                Refunded(receipt)
                if db.execute(update, (receipt,)).fetchall()
                else Declined(f"nothing is paid under {receipt}")
            )

        return await self._desk.write(
            "refund", {"receipt": receipt}, key=key, act=act, kinds=_REFUND, no=Declined("the bank said no")
        )

    async def find(self, key: str) -> Receipt | Refunded | Declined | None:
        """What came of a write. None: it certainly did not happen. Raises ConnectionError: cannot tell."""
        return await self._desk.find(key, _ANY)
