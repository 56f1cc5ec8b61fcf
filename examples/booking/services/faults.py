"""The ways in which a service goes wrong on purpose, and how a person or a test asks for one.

Owns: the kinds of fault, which operation may have which, and the text form that the environment uses. Never: acts; the
desk does that, from the plan that the ledger keeps.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

ENVIRONMENT: Final = "BOOKING_FAULTS"

READS: Final = {
    "restaurant": frozenset({"availability", "find"}),
    "payments": frozenset({"find"}),
    "messages": frozenset({"find"}),
}
WRITES: Final = {
    "restaurant": frozenset({"reserve", "change", "cancel"}),
    "payments": frozenset({"pay", "refund"}),
    "messages": frozenset({"send"}),
}


class FaultKind(StrEnum):
    """What goes wrong. Nothing has happened after `fail_before` and `die_before`; after the `_after` kinds it has."""

    SLOW = "slow"
    """Waits `seconds`, then works. A caller who leaves while it waits has changed nothing."""
    FAIL_BEFORE = "fail_before"
    """ConnectionError; nothing happened."""
    TIMEOUT_AFTER = "timeout_after"
    """Acts, commits, hangs for `seconds`, then TimeoutError: the answer is lost, the deed is not."""
    REFUSE = "refuse"
    """A business no, for good: the same key is answered the same way again."""
    DECLINE = "decline"
    """The business no of payments."""
    DIE_BEFORE = "die_before"
    """The calling process is killed (exit 137) before the service acts."""
    DIE_AFTER = "die_after"
    """The calling process is killed (exit 137) right after the service committed."""
    UNAVAILABLE_LOOKUP = "unavailable_lookup"
    """`find` raises ConnectionError: nobody can tell what happened."""


@dataclass(frozen=True, slots=True)
class Fault:
    """One planned fault: the next `times` calls of one operation. Raises ValueError where that makes no sense."""

    service: str
    operation: str
    kind: FaultKind
    times: int = 1
    seconds: float = 0.0

    def __post_init__(self) -> None:
        where = f"{self.service}.{self.operation}"
        if self.service not in WRITES:
            raise ValueError(f"{where}: no such service; there are {_listed(WRITES)}")
        operations = READS[self.service] | WRITES[self.service]
        if self.operation not in operations:
            raise ValueError(f"{where}: no such operation; {self.service} has {_listed(operations)}")
        possible = fault_kinds(self.service, self.operation)
        if self.kind not in possible:
            raise ValueError(f"{where} cannot {self.kind}; it can {_listed(possible)}")
        if self.times < 1:
            raise ValueError(f"{where}: a fault happens at least once, not {self.times} times")
        if self.seconds < 0:
            raise ValueError(f"{where}: {self.seconds} seconds is before the call")
        if self.seconds and self.kind not in (FaultKind.SLOW, FaultKind.TIMEOUT_AFTER):
            raise ValueError(f"{where}: {self.kind} takes no seconds; slow and timeout_after do")


def fault_kinds(service: str, operation: str) -> frozenset[FaultKind]:
    """What may go wrong with one operation."""
    anywhere = {FaultKind.SLOW, FaultKind.FAIL_BEFORE, FaultKind.TIMEOUT_AFTER}
    if operation == "find":
        return frozenset(anywhere | {FaultKind.UNAVAILABLE_LOOKUP})
    no = FaultKind.DECLINE if service == "payments" else FaultKind.REFUSE
    return frozenset(anywhere | {no, FaultKind.DIE_BEFORE, FaultKind.DIE_AFTER})


_SPEC: Final = re.compile(r"(\w+)\.(\w+):(\w+)(?:=([0-9.]+))?(?:\*([0-9]+))?")


def parse_faults(text: str) -> tuple[Fault, ...]:
    """Faults from `restaurant.reserve:timeout_after, payments.pay:decline*2, messages.send:slow=1.5`.

    Each is `service.operation:kind`, then `=seconds` and `*times` where wanted. Raises ValueError that quotes the bad one.
    """
    return tuple(_parsed(part.strip()) for part in text.split(",") if part.strip())


def _parsed(spec: str) -> Fault:
    found = _SPEC.fullmatch(spec)
    if found is None:
        raise ValueError(f"{spec!r} is not a fault: write service.operation:kind, as in restaurant.reserve:die_after*2")
    service, operation, kind, seconds, times = found.groups()
    if kind not in set(FaultKind):
        raise ValueError(f"{spec!r}: no such fault as {kind!r}; there are {_listed(FaultKind)}")
    try:
        return Fault(service, operation, FaultKind(kind), int(times or 1), float(seconds or 0))
    except ValueError as error:
        raise ValueError(f"{spec!r}: {error}") from None


def _listed(names: Iterable[str]) -> str:
    return ", ".join(sorted(names))
