"""`python -m services LEDGER [FAULT ...]`: see what is really true, or plan a fault for the next calls.

Run it from examples/booking beside a running demo: `python -m services booking.db restaurant.reserve:die_after`.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

from services.faults import parse_faults
from services.ledger import Ledger


def story(ledger: Ledger) -> str:
    """Everything in a ledger, for a person."""
    lines = [f"table    {r.id}  {r.slot}  for {r.party}  {r.state} {r.changed_by or ''}" for r in ledger.reservations()]
    lines += [f"payment  {p.receipt}  {p.amount}  for {p.reservation}  {p.state}" for p in ledger.payments()]
    lines += [f"text     {t.id}  {t.body}" for t in ledger.texts()]
    lines += [f"call     {c.n}  {c.service}.{c.operation}  {c.key}  {c.outcome}" for c in ledger.calls()]
    return "\n".join(line.rstrip() for line in lines) or "nothing has happened"


def main(arguments: Sequence[str]) -> int:
    """The exit code: 2 for a wrong command line."""
    if not arguments or arguments[0].startswith("-"):
        print("usage: python -m services LEDGER [service.operation:kind[=seconds][*times] ...]", file=sys.stderr)
        return 2
    path, *specs = arguments
    try:
        faults = parse_faults(",".join(specs))
    except ValueError as error:
        print(error, file=sys.stderr)
        return 2
    if not faults and not Path(path).exists():
        print(f"{path}: no such ledger", file=sys.stderr)
        return 2
    with Ledger(path) as ledger:
        ledger.plan_all(faults)
        print("planned: " + ", ".join(specs) if faults else story(ledger))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
