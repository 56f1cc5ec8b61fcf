"""The one path that every call of a service takes: written down, perhaps made to fail, done once for a key.

Owns: the order of these steps and the answer kept under a key. Never: knows what a table or a payment is.
"""

from __future__ import annotations

import asyncio
import json
import os
import sqlite3
from collections.abc import Callable, Mapping
from typing import Final, TypeVar

from services.answers import A, Kinds, decode, encode
from services.faults import Fault, FaultKind
from services.ledger import Ledger

KILLED: Final = 137
"""The exit code of a process that a fault killed: what a shell reports after SIGKILL."""

R = TypeVar("R")
_NO: Final = frozenset({FaultKind.REFUSE, FaultKind.DECLINE})
_AFTER: Final = frozenset({FaultKind.TIMEOUT_AFTER, FaultKind.DIE_AFTER})


class KeyReusedError(ValueError):
    """One key for two operations, or for other arguments. Nothing was done; the caller's program is wrong."""


class Desk:
    """The front door of one service."""

    def __init__(self, ledger: Ledger, service: str) -> None:
        self._ledger = ledger
        self._service = service

    async def read(self, operation: str, args: Mapping[str, object], look: Callable[[], R], no: R) -> R:
        """Look something up. Nothing changes and no key is needed. `no` is what a planned refusal answers."""
        n, fault = await self._enter(operation, "", args)
        answer = no if fault and fault.kind in _NO else look()
        self._ledger.end_call(n, _outcome(answer, fault))
        await self._leave(operation, fault)
        return answer

    async def write(
        self,
        operation: str,
        args: Mapping[str, object],
        *,
        key: str,
        act: Callable[[sqlite3.Connection], A],
        kinds: Kinds[A],
        no: A,
    ) -> A:
        """Act once for a key and keep the answer, a no as well; the same key is answered the same again.

        Raises KeyReusedError, and what the planned fault raises: ConnectionError (nothing happened), TimeoutError (it did).
        """
        if not key:
            raise ValueError(f"{self._service}.{operation} needs a key: without one a repetition would act twice")
        n, fault = await self._enter(operation, key, args)
        given = json.dumps(args, sort_keys=True)
        try:
            with self._ledger.transaction() as db:
                answer = self._kept(db, operation, key, given, kinds)
                if answer is None:
                    answer = no if fault and fault.kind in _NO else act(db)
                    row = (self._service, key, operation, given, encode(answer))
                    db.execute(
                        "insert into answers (service, key, operation, args, answer) values (?, ?, ?, ?, ?)", row
                    )
                db.execute("update calls set outcome = ? where n = ?", (_outcome(answer, fault), n))
        except KeyReusedError:
            self._ledger.end_call(n, "key reused")
            raise
        await self._leave(operation, fault)
        return answer

    async def find(self, key: str, kinds: Kinds[A]) -> A | None:
        """The answer kept under a key. None: it certainly did not happen. Raises ConnectionError: cannot tell."""
        n, fault = await self._enter("find", key, {})
        with self._ledger.transaction() as db:
            where = (self._service, key)
            row = db.execute("select answer from answers where service = ? and key = ?", where).fetchone()
        answer = decode(row[0], kinds) if row else None
        self._ledger.end_call(n, _outcome(answer, fault))
        await self._leave("find", fault)
        return answer

    def _kept(self, db: sqlite3.Connection, operation: str, key: str, given: str, kinds: Kinds[A]) -> A | None:
        where = (self._service, key)
        row = db.execute("select operation, args, answer from answers where service = ? and key = ?", where).fetchone()
        if row is None:
            return None
        if (row[0], row[1]) != (operation, given):
            first, now = f"{row[0]} {row[1]}", f"{operation} {given}"
            raise KeyReusedError(
                f"{self._service}: key {key!r} was used for {first} and now for {now}; a new deed needs a new key"
            )
        return decode(row[2], kinds)

    async def _enter(self, operation: str, key: str, args: Mapping[str, object]) -> tuple[int, Fault | None]:
        n, fault = self._ledger.begin_call(self._service, operation, key, args)
        match fault.kind if fault else None:
            case FaultKind.SLOW if fault:
                await asyncio.sleep(fault.seconds)
            case FaultKind.FAIL_BEFORE | FaultKind.UNAVAILABLE_LOOKUP as kind:
                self._ledger.end_call(n, kind.value)
                raise ConnectionError(f"{self._service}.{operation}: no connection")
            case FaultKind.DIE_BEFORE:
                os._exit(KILLED)
            case _:
                pass  # what goes wrong after the deed, or nothing
        return n, fault

    async def _leave(self, operation: str, fault: Fault | None) -> None:
        if fault is None:
            return
        if fault.kind is FaultKind.DIE_AFTER:
            os._exit(KILLED)
        if fault.kind is FaultKind.TIMEOUT_AFTER:
            await asyncio.sleep(fault.seconds)
            raise TimeoutError(f"{self._service}.{operation}: no answer in time")


def _outcome(answer: object, fault: Fault | None) -> str:
    name = "nothing found" if answer is None else type(answer).__name__
    return f"{name}, then {fault.kind}" if fault and fault.kind in _AFTER else name
