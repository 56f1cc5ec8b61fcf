"""The errors of Decidable, by who must act.

Owns: the one small tree every layer raises from. Never: stands for an expected refusal; those are outcomes, not exceptions.

    DecidableError
      MachineError    the author of a machine: it cannot be read, built or checked
      RefusedError    the caller: this run does not take that now
      ProviderError   outside: a model provider did not do its part
      StoreError      the operator: the journal cannot be read or written
      InternalError   us: please report it
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum

from decidable.core.problem import Problem

__all__ = [
    "DecidableError",
    "InternalError",
    "MachineError",
    "ProviderError",
    "ProviderFault",
    "RefusedError",
    "StoreError",
]


class DecidableError(Exception):
    """Every error this project raises on purpose."""


class MachineError(DecidableError):
    """A machine is not fit for what was asked. `problems` says what, where, and what to do about each."""

    def __init__(self, problems: Iterable[Problem], path: str = "") -> None:
        self.problems = tuple(problems)
        self.path = path
        super().__init__(self.problems, path)

    def __str__(self) -> str:
        return "\n".join(_lines(problem, self.path) for problem in self.problems)


def _lines(problem: Problem, path: str) -> str:
    if problem.file:
        path = f"{path.rpartition('/')[0]}/{problem.file}" if "/" in path else problem.file
    place = [path] if path else []
    if problem.line:
        place += [str(problem.line)] + ([str(problem.column)] if problem.column else [])
    first = f"{':'.join(place)}: {problem.message}" if place else problem.message
    return f"{first}\n  hint: {problem.hint}" if problem.hint else first


class RefusedError(DecidableError):
    """The caller asked for something that this run, or this moment, does not allow."""


class ProviderFault(StrEnum):
    """What went wrong at a model provider; decides whether to wait, to stop, or to call the operator."""

    OVERLOADED = "overloaded"
    RATE_LIMITED = "rate limited"
    QUOTA = "quota"
    AUTH = "auth"
    INVALID = "invalid"
    TRANSPORT = "transport"
    SERVER = "server"
    TIMEOUT = "timeout"


class ProviderError(DecidableError):
    """A model provider did not do its part."""

    def __init__(self, message: str, kind: ProviderFault) -> None:
        self.message = message
        self.kind = kind
        super().__init__(message, kind)

    def __str__(self) -> str:
        return f"{self.message} ({self.kind})"


class StoreError(DecidableError):
    """The store cannot be read or written; an operator has to look."""


class InternalError(DecidableError):
    """A promise of this project itself was broken."""
