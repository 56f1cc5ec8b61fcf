"""How the few values that every step makes are made.

Owns: one name. `NamedTuple` gives a class a `__new__` in Python that costs as much again as making the tuple; in the
handful of places where a step spends its time, the tuple is made as what it is, with every field in its place.
"""

from __future__ import annotations

made = tuple.__new__
"""`made(Snapshot, (state, entry, ...))`: all fields, in order. The type checker sees that they are a tuple, not which."""
