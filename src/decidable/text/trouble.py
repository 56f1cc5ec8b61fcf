"""How reading reports: one exception that ends a line, one bounded list that collects.

Owns: `Unreadable`, which never leaves this layer, and `Problems`. Never: prints, and never lets one bad file flood a screen.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final

from decidable.core.problem import Problem, Severity, did_you_mean

LIMIT: Final = 50
"""Problems reported in one file; what is beyond is counted."""

Hint = str | Callable[[], str]
"""A hint, or how to make it: nearness of words is costly, and only the first problems are shown."""


class Unreadable(Exception):  # noqa: N818 - a signal inside this layer, never an error to a caller
    """This piece of text cannot be read; the reader reports it and goes on with the next line."""

    def __init__(self, code: str, message: str, *, column: int, hint: Hint = "", token: str = "") -> None:
        super().__init__(message)
        self.code, self.message, self.column, self.hint, self.token = code, message, column, hint, token


class Problems:
    """The problems of one file, at most `LIMIT` and the count of the rest."""

    def __init__(self) -> None:
        self._listed: list[Problem] = []
        self._more = 0

    def add(
        self,
        code: str,
        message: str,
        *,
        line: int,
        column: int,
        hint: Hint = "",
        token: str = "",
        severity: Severity = Severity.ERROR,
    ) -> None:
        """Report one problem; beyond the limit it is only counted."""
        if len(self._listed) >= LIMIT:
            self._more += 1
            return
        made = hint if isinstance(hint, str) else hint()
        self._listed.append(Problem(code, message, made, line, column, token, severity))

    def add_unreadable(self, trouble: Unreadable, line: int) -> None:
        """Report the end of reading a line."""
        self.add(
            trouble.code, trouble.message, line=line, column=trouble.column, hint=trouble.hint, token=trouble.token
        )

    def forget(self, first: int, last: int) -> bool:
        """Take back what was listed in these lines, the ends included; whether there was anything."""
        kept = [problem for problem in self._listed if not first <= problem.line <= last]
        found = len(kept) < len(self._listed)
        self._listed = kept
        return found

    def listed(self) -> tuple[Problem, ...]:
        """All of them in the order of the file; the count of those left out comes last."""
        found = sorted(self._listed, key=lambda problem: (problem.line, problem.column))
        if self._more:
            found.append(
                Problem("more", f"and {self._more} more problems", "mend these first; then read the file again")
            )
        return tuple(found)


def nearest(word: str, known: Iterable[str], otherwise: str = "") -> Callable[[], str]:
    """A hint made when it is needed: the near word, else a sentence of advice."""
    return lambda: (did_you_mean(word, known) if len(word) <= 40 else "") or otherwise
