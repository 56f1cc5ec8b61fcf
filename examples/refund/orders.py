"""A small order system for the refund example: it keeps its own book in SQLite and pays back once for a key.

Owns: orders and refunds. Never: knows the machine; `refund.py` is handed one of these as `deps`.
"""

from __future__ import annotations

import os
import sqlite3
import threading
from collections import defaultdict, deque
from dataclasses import dataclass
from enum import StrEnum
from os import PathLike, fspath
from typing import Final

from decidable.core.values import Money

_SCHEMA: Final = """
create table if not exists orders (id text primary key, customer_id text, minor integer, currency text);
create table if not exists refunds (id text primary key, key text unique, order_id text, minor integer, currency text);
"""
_ORDERS: Final = (("A-1", "C1", 2000, "USD"), ("A-1234", "C1", 4950, "USD"), ("B-1", "C2", 1500, "EUR"))


class Fault(StrEnum):
    """How the next call can go wrong."""

    FAIL_BEFORE = "fail_before"
    """ConnectionError; nothing happened."""
    TIMEOUT_AFTER = "timeout_after"
    """It happened, and then TimeoutError."""
    DECLINE = "decline"
    """The bank says no."""
    DIE_AFTER = "die_after"
    """It happened, and then this process is gone, as if killed (exit 137)."""


_READ: Final = {Fault.FAIL_BEFORE, Fault.TIMEOUT_AFTER}
_POSSIBLE: Final = {"get": _READ, "find": _READ, "refund": set(Fault)}


@dataclass(frozen=True, slots=True, kw_only=True)
class Order:
    """What a customer bought and paid."""

    id: str
    customer_id: str
    paid: Money


@dataclass(frozen=True, slots=True, kw_only=True)
class Refund:
    """The order system's answer. `id` is the receipt; without `ok` there is none and no money moved."""

    ok: bool
    id: str = ""


class Orders:
    """One connection to the order system, to be closed."""

    def __init__(self, path: str | PathLike[str]) -> None:
        self._lock = threading.Lock()
        self._planned: defaultdict[str, deque[Fault]] = defaultdict(deque)
        self._db = sqlite3.connect(fspath(path), timeout=30, isolation_level=None, check_same_thread=False)
        self._db.executescript(_SCHEMA)
        self._db.executemany("insert or ignore into orders values (?, ?, ?, ?)", _ORDERS)

    @classmethod
    def fake(cls) -> Orders:
        """In memory, with a few orders: A-1 of customer C1, paid 20.00 USD, and others."""
        return cls(":memory:")

    @classmethod
    def connect(cls, path: str | PathLike[str] = "orders.db") -> Orders:
        """The same orders in a file, so that what was paid back outlives the process."""
        return cls(path)

    def plan(self, operation: str, *faults: Fault) -> None:
        """Let the next calls of `get`, `refund` or `find` go wrong, one fault a call."""
        if not _POSSIBLE.get(operation, set()).issuperset(faults):
            raise ValueError(f"{operation} cannot {', '.join(faults)}: get and find can fail_before and timeout_after")
        self._planned[operation].extend(faults)

    async def get(self, order_id: str) -> Order | None:
        """An order, or None."""
        fault = self._enter("get")
        with self._lock:
            row = self._db.execute("select * from orders where id = ?", (order_id,)).fetchone()
        self._leave("get", fault)
        return Order(id=row[0], customer_id=row[1], paid=Money.of(row[2], row[3])) if row else None

    async def refund(self, order_id: str, amount: Money, *, idempotency_key: str) -> Refund:
        """Pay back, once for a key and never more than was paid. The same key is answered with the same receipt."""
        fault = self._enter("refund")
        answer = Refund(ok=False) if fault is Fault.DECLINE else self._pay_back(order_id, amount, idempotency_key)
        self._leave("refund", fault)
        return answer

    async def find(self, key: str) -> Refund | None:
        """The refund made under a key. None: no money moved. Raises ConnectionError or TimeoutError: cannot tell."""
        fault = self._enter("find")
        with self._lock:
            row = self._db.execute("select id from refunds where key = ?", (key,)).fetchone()
        self._leave("find", fault)
        return Refund(ok=True, id=row[0]) if row else None

    def paid_back(self, order_id: str) -> tuple[Money, ...]:
        """Every refund of an order, as it really happened."""
        with self._lock:
            select = "select minor, currency from refunds where order_id = ? order by rowid"
            return tuple(Money.of(*row) for row in self._db.execute(select, (order_id,)).fetchall())

    def _pay_back(self, order_id: str, amount: Money, key: str) -> Refund:
        insert = """
            insert into refunds (id, key, order_id, minor, currency)
            select 'F-' || (select 7001 + count(*) from refunds), :key, id, :minor, currency from orders
            where id = :order and currency = :currency and :minor > 0 and minor >= :minor
              + (select coalesce(sum(minor), 0) from refunds where order_id = :order)
            on conflict (key) do nothing
        """  # one statement: alone on the file, all or nothing
        values = {"key": key, "order": order_id, "minor": amount.minor, "currency": amount.currency}
        with self._lock:
            self._db.execute(insert, values)
            row = self._db.execute("select id, order_id, minor from refunds where key = ?", (key,)).fetchone()
        if row is None:
            return Refund(ok=False)
        if (row[1], row[2]) != (order_id, amount.minor):
            raise ValueError(f"key {key!r} was used for another refund; a new refund needs a new key")
        return Refund(ok=True, id=row[0])

    def _enter(self, operation: str) -> Fault | None:
        planned = self._planned[operation]
        fault = planned.popleft() if planned else None
        if fault is Fault.FAIL_BEFORE:
            raise ConnectionError(f"orders.{operation}: no connection")
        return fault

    def _leave(self, operation: str, fault: Fault | None) -> None:
        if fault is Fault.DIE_AFTER:
            os._exit(137)
        if fault is Fault.TIMEOUT_AFTER:
            raise TimeoutError(f"orders.{operation}: no answer in time")

    def close(self) -> None:
        """Close the connection."""
        self._db.close()
