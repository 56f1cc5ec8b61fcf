"""A small restaurant: it has opening hours, a fixed number of tables for each time, and a book that it keeps itself.

Owns: what is free, what it costs to hold, and the reservations in the ledger. Never: asks whether a caller meant it; two
keys are two tables, as at a real one.

Contract with its customers: an id replaced by `change` is not reported gone.
"""

from __future__ import annotations

import sqlite3
from datetime import date, datetime, time
from typing import Final

from decidable.core.values import Money
from services.answers import Cancelled, Free, Full, Kinds, Refused, Reservation, TableGone
from services.desk import Desk
from services.ledger import Ledger

OPENS: Final = time(17, 0)
LAST: Final = time(22, 0)
LARGEST: Final = 12
TAKEN: Final = frozenset({(4, time(20, 0)), (5, time(20, 0)), (5, time(20, 30))})
"""The times that regulars have for good, as (weekday, time): Friday and Saturday at eight, Saturday at half past."""

_TABLE: Final[Kinds[Reservation | Refused]] = {"Reservation": Reservation, "Refused": Refused}
_CANCEL: Final[Kinds[Cancelled | Refused]] = {"Cancelled": Cancelled, "Refused": Refused}
_ANY: Final[Kinds[Reservation | Cancelled | Refused]] = {**_TABLE, "Cancelled": Cancelled}


def why_full(day: date, at: time, party: int) -> str | None:
    """Why there can be no table, or None. The same for everybody and every day; who came first is not looked at."""
    if party < 1 or party > LARGEST:
        return f"tables are for 1 to {LARGEST}"
    if day.weekday() == 0:
        return "closed on Mondays"
    if not OPENS <= at <= LAST:
        return f"tables from {OPENS:%H:%M} to {LAST:%H:%M}"
    if at.minute % 15 or at.second or at.microsecond:
        return "tables on the quarter hour"
    if (day.weekday(), at) in TAKEN:
        return f"{at:%H:%M} is taken"
    return None


def deposit_for(day: date, party: int) -> Money:
    """20.00 USD for four and more on Friday and Saturday, 5.00 USD each for six and more on other days, else nothing."""
    if party >= 4 and day.weekday() in (4, 5):
        return Money("20.00 USD")
    return Money.of(500 * party if party >= 6 else 0, "USD")


class Restaurant:
    """The restaurant as its customers' programs see it. `tables`: how many there are for each time."""

    def __init__(self, ledger: Ledger, *, tables: int = 20) -> None:
        self._ledger = ledger
        self._tables = tables
        self._desk = Desk(ledger, "restaurant")

    async def availability(self, day: date, at: time, party: int) -> Free | Full:
        """Whether a table can be had. It is not held by asking: somebody else may be quicker."""

        def look() -> Free | Full:
            why = why_full(day, at, party)
            slot = f"{day} {at:%H:%M}"
            if why is None:
                with self._ledger.transaction() as db:
                    why = self._why_no_table(db, slot)
            return Full(why) if why else Free(slot, deposit_for(day, party))

        args = {"day": day.isoformat(), "time": at.isoformat("minutes"), "party": party}
        no: Free | Full = Full("just taken by somebody else")
        return await self._desk.read("availability", args, look, no)

    async def reserve(self, slot: str, party: int, *, key: str) -> Reservation | Refused:
        """Hold a table. Once for a key."""

        def act(db: sqlite3.Connection) -> Reservation | Refused:
            return self._hold(db, slot, party, key)

        no = Refused("just taken by somebody else")
        return await self._desk.write("reserve", {"slot": slot, "party": party}, key=key, act=act, kinds=_TABLE, no=no)

    async def change(self, reservation_id: str, slot: str, party: int, *, key: str) -> Reservation | Refused:
        """Another table for one that is held, under a new id. On a no the old one stands. Once for a key."""

        def act(db: sqlite3.Connection) -> Reservation | Refused:
            state = _state(db, reservation_id)
            if state != "held":
                return Refused(f"{reservation_id} is {state or 'not known here'}")
            db.execute("update reservations set state = 'changed' where id = ?", (reservation_id,))
            made = self._hold(db, slot, party, key)
            new_state = ("changed", made.id) if isinstance(made, Reservation) else ("held", None)
            db.execute("update reservations set state = ?, changed_by = ? where id = ?", (*new_state, reservation_id))
            return made

        args = {"reservation_id": reservation_id, "slot": slot, "party": party}
        return await self._desk.write(
            "change", args, key=key, act=act, kinds=_TABLE, no=Refused("just taken by somebody else")
        )

    async def cancel(self, reservation_id: str, *, key: str) -> Cancelled | Refused:
        """Give a table back. A table that is given back already is a yes; one that was changed or never was, a no."""

        def act(db: sqlite3.Connection) -> Cancelled | Refused:
            state = _state(db, reservation_id)
            if state not in ("held", "cancelled", "gone"):
                return Refused(f"{reservation_id} is {state or 'not known here'}")
            if state == "held":
                db.execute("update reservations set state = 'cancelled' where id = ?", (reservation_id,))
            return Cancelled(reservation_id)

        args = {"reservation_id": reservation_id}
        return await self._desk.write("cancel", args, key=key, act=act, kinds=_CANCEL, no=Refused("too late to cancel"))

    async def find(self, key: str) -> Reservation | Cancelled | Refused | None:
        """What came of a write. None: it certainly did not happen. Raises ConnectionError: cannot tell."""
        return await self._desk.find(key, _ANY)

    async def webhook_gone(self, reservation_id: str) -> TableGone:
        """The restaurant gives a table back on its own initiative. Asked again it sends the same news again.

        Returns what its webhook would send. Raises LookupError where it holds no such table.
        """
        with self._ledger.transaction() as db:
            state = _state(db, reservation_id)
            if state not in ("held", "gone"):
                raise LookupError(
                    f"{reservation_id} is {state or 'not known here'}; only a held table can be given back"
                )
            db.execute("update reservations set state = 'gone' where id = ?", (reservation_id,))
        return TableGone(f"table-gone-{reservation_id}", reservation_id)

    def _hold(self, db: sqlite3.Connection, slot: str, party: int, key: str) -> Reservation | Refused:
        try:
            when = datetime.strptime(slot, "%Y-%m-%d %H:%M")
        except ValueError:
            return Refused(f"{slot!r} is not a slot of this restaurant")
        why = why_full(when.date(), when.time(), party) or self._why_no_table(db, slot)
        if why:
            return Refused(why)
        made = Reservation(f"R-{1001 + db.execute('select count(*) from reservations').fetchone()[0]}", slot, party)
        row = (made.id, key, slot, f"{when:%Y-%m-%d}", f"{when:%H:%M}", party, "held")
        insert = "insert into reservations (id, key, slot, day, time, party, state) values (?, ?, ?, ?, ?, ?, ?)"
        db.execute(insert, row)
        return made

    def _why_no_table(self, db: sqlite3.Connection, slot: str) -> str | None:
        sql = "select count(*) from reservations where slot = ? and state = 'held'"
        held: int = db.execute(sql, (slot,)).fetchone()[0]
        return f"{slot[-5:]} is taken" if held >= self._tables else None


def _state(db: sqlite3.Connection, reservation_id: str) -> str | None:
    row = db.execute("select state from reservations where id = ?", (reservation_id,)).fetchone()
    return row[0] if row else None
