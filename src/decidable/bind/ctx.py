"""What passes between the runtime and a tool besides arguments and outcomes.

Owns: `Ctx`, `NotDone`, `Shown`. Never: knows a tool or a run.
"""

from __future__ import annotations

from typing import Generic, TypeVar

T = TypeVar("T")
D_co = TypeVar("D_co", covariant=True)


class NotDone(Exception):  # noqa: N818 - a definite no of the world, raised by a write tool
    """Raised by a write tool: it certainly did nothing. Any other exception means that nobody knows."""


class Ctx(Generic[D_co]):
    """What a tool is given: the dependencies, the operation's key, its tenant, attempt and deadline.

    `key` is the idempotency key: the same in every attempt at the same intended operation. `deadline`: UTC milliseconds.
    """

    __slots__ = ("_deps", "attempt", "deadline", "key", "tenant")

    def __init__(self, deps: D_co, *, key: str, tenant: str = "", attempt: int = 1, deadline: int = 0) -> None:
        self._deps = deps
        self.key = key
        self.tenant = tenant
        self.attempt = attempt
        self.deadline = deadline

    @property
    def deps(self) -> D_co:
        """The dependencies the runtime was given."""
        return self._deps


class Shown(Generic[T]):
    """A result for a model's eyes: recorded, capped at `max_tokens`, no event."""

    def __init__(self, value: T, *, max_tokens: int = 1000) -> None:
        self.value = value
        self.max_tokens = max_tokens
