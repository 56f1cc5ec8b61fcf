"""The same runtime for code that does not await: one event loop in one thread, and a portal to it.

Owns: the synchronous methods. Never: a second behaviour; every method passes its arguments on.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import TracebackType
from typing import Any, Generic, Self

from decidable.bind.events import Event
from decidable.bind.machine import D, F, Machine
from decidable.core.values import Value
from decidable.runtime.parts import Part, Waits
from decidable.runtime.portal import Portal
from decidable.runtime.run import Run
from decidable.runtime.runtime import Runtime
from decidable.stores import port


class SyncRun(Generic[F]):
    """A run, for code that does not await."""

    def __init__(self, portal: Portal, run: Run[F]) -> None:
        self._portal = portal
        self.run = run

    @property
    def key(self) -> port.RunKey:
        """Its tenant and name."""
        return self.run.key

    @property
    def waits(self) -> Waits:
        """What it waits for."""
        return self.run.waits

    @property
    def question(self) -> tuple[str, str] | None:
        """The open question and its digest."""
        return self.run.question

    @property
    def facts(self) -> F:
        """What is known now."""
        return self.run.facts

    @property
    def state(self) -> str:
        """Where the task stands."""
        return self.run.state

    def send(self, message: str | Event, *, id: str, by: str = "user") -> Iterator[Part]:
        """Send a message or an event, and read what happens until the run waits."""
        return self._read(self.run.send(message, id=id, by=by))

    def updates(self) -> Iterator[Part]:
        """What was said and not read yet."""
        return self._read(self.run.updates())

    def chat(self, message: str, *, id: str, by: str = "user") -> list[Part]:
        """Send a message and wait until the run waits again."""
        return list(self.send(message, id=id, by=by))

    def _read(self, stream: Any) -> Iterator[Part]:
        """Any: an async generator's own type is not exported by typing in a form that has both methods used here."""
        try:
            while True:
                try:
                    yield self._portal.call(anext(stream))
                except StopAsyncIteration:
                    return
        finally:
            self._portal.call(stream.aclose())


class SyncRuntime(Generic[F, D]):
    """A runtime, for code that does not await. Use it as a context manager.

    with SyncRuntime(Runtime(refund, store=SQLite("refund.db"), deps=orders)) as runtime:
        for part in runtime.conversation("c-17").send("I want my money back", id="m-1"):
            ...
    """

    def __init__(self, runtime: Runtime[F, D]) -> None:
        self.runtime = runtime
        self._portal = Portal()

    def __enter__(self) -> Self:
        self._portal.start()
        try:
            self._portal.call(self.runtime.__aenter__())
        except BaseException:
            self._portal.stop()
            raise
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        try:
            self._portal.call(self.runtime.__aexit__(kind, error, trace))
        finally:
            self._portal.stop()

    def conversation(self, key: str, *, tenant: str = "", start: Mapping[str, Value] | None = None) -> SyncRun[F]:
        """The open run of a conversation, or a new one."""
        return SyncRun(self._portal, self._portal.call(self.runtime.conversation(key, tenant=tenant, start=start)))

    def find(self, run: str | port.RunKey) -> SyncRun[F]:
        """A run by its key or its unique name."""
        return SyncRun(self._portal, self._portal.call(self.runtime.run(run)))

    def approve(self, run: str | port.RunKey, digest: str, *, by: str, wait: bool = True) -> tuple[Part, ...]:
        """Answer the open question with yes."""
        return self._portal.call(self.runtime.approve(run, digest, by=by, wait=wait))

    def deny(self, run: str | port.RunKey, digest: str, *, by: str, wait: bool = True) -> tuple[Part, ...]:
        """Answer the open question with no."""
        return self._portal.call(self.runtime.deny(run, digest, by=by, wait=wait))

    def signal(
        self,
        run: str | port.RunKey,
        event: str | Event,
        fields: Mapping[str, object] | None = None,
        *,
        id: str,
        by: str = "signal",
        operation: str = "",
        wait: bool = True,
    ) -> tuple[Part, ...]:
        """Send an event of the world or of an operator."""
        return self._portal.call(self.runtime.signal(run, event, fields, id=id, by=by, operation=operation, wait=wait))

    def cancel(self, run: str | port.RunKey, *, by: str, id: str, wait: bool = True) -> tuple[Part, ...]:
        """Send the machine's event that cancels."""
        return self._portal.call(self.runtime.cancel(run, by=by, id=id, wait=wait))

    def settle(
        self,
        run: str | port.RunKey,
        operation: str,
        event: str,
        fields: Mapping[str, object] | None = None,
        *,
        by: str,
    ) -> tuple[Part, ...]:
        """A person says how an operation ended."""
        return self._portal.call(self.runtime.settle(run, operation, event, fields, by=by))

    def runs(self, *, open_only: bool = False, limit: int = 100) -> tuple[port.RunSummary, ...]:
        """Runs, the most recently changed first."""
        return self._portal.call(self.runtime.runs(open_only=open_only, limit=limit))

    def attention(self) -> tuple[port.AttentionItem, ...]:
        """What waits for a person."""
        return self._portal.call(self.runtime.attention())

    def resolve(self, number: int) -> None:
        """A person has dealt with an item of the attention list."""
        self._portal.call(self.runtime.resolve(number))

    def probe(self) -> None:
        """Ask a translator that is away whether it is back, now."""
        self._portal.call(self.runtime.probe())

    def disable(self, tool: str) -> None:
        """Switch a tool off."""
        self.runtime.disable(tool)

    def enable(self, tool: str) -> None:
        """Switch a tool on again."""
        self.runtime.enable(tool)

    @property
    def left_alone(self) -> Mapping[port.RunKey, str]:
        """Runs that could not be resumed here, and why."""
        return self.runtime.left_alone

    @property
    def machine(self) -> Machine[Any, Any]:
        """The machine it runs."""
        return self.runtime.machine
