"""A store that counts what it is asked, and fails as planned: before the call, with nothing done.

Owns: the count and the planned failures. Never: changes an answer.
"""

from __future__ import annotations

from collections import Counter, defaultdict, deque
from typing import Any, cast

from decidable import StoreError
from decidable.stores.port import Store


class Watched:
    """Forwards every call of the port."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self.calls: Counter[str] = Counter()
        self.failures: defaultdict[str, deque[Exception]] = defaultdict(deque)
        self.full_from = 0
        """From which commit on every write fails, as on a full disk; 0 for never."""

    @property
    def port(self) -> Store:
        """As a store: it forwards every name of the port."""
        return cast(Store, self)

    def __getattr__(self, name: str) -> Any:
        """Any: each method keeps its own type for whoever calls it through the port."""
        found = getattr(self._store, name)
        if not callable(found):
            return found

        def call(*args: Any, **kwargs: Any) -> Any:
            self.calls[name] += 1
            if self.failures[name]:
                raise self.failures[name].popleft()
            full = self.full_from and self.calls["commit"] >= self.full_from
            if full and name in {"commit", "begin", "offer", "delivered", "resolve_attention"}:
                raise StoreError("the disk is full")
            return found(*args, **kwargs)

        return call
