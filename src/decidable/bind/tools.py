"""Tools: plain awaitable functions whose annotations declare what the world may answer.

Owns: `tool.read`, `tool.write`, and how a function becomes a declaration. Never: calls a tool for a run; the runtime does,
through the gate.
"""

from __future__ import annotations

import asyncio
import inspect
import math
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import cached_property, update_wrapper, wraps
from typing import Any, Concatenate, Generic, ParamSpec, TypeVar, overload

from decidable.bind.ctx import Ctx, NotDone, Shown
from decidable.bind.events import Event
from decidable.bind.names import source_place, text_name, unfit_name
from decidable.bind.restore import Restorer
from decidable.bind.signature import Signature, argument_names, signature_of
from decidable.core import definition as d
from decidable.core.guard import Guard
from decidable.text.names import NameOf

__all__ = ["Ctx", "Decorator", "Look", "NotDone", "Shown", "Tool", "ToolOptions", "tool"]

P = ParamSpec("P")
R_co = TypeVar("R_co", covariant=True)
T = TypeVar("T")
D = TypeVar("D")
D_contra = TypeVar("D_contra", contravariant=True)
Look = Callable[[Ctx[Any]], Awaitable[T | None]]


class Tool(Generic[D_contra, P, R_co]):
    """A function the world feels. Calling it calls the function, as in a test; a run calls it through the gate."""

    __name__: str

    def __init__(self, function: Callable[..., Any], *, write: bool, options: ToolOptions) -> None:
        update_wrapper(self, function)
        self.function = function
        self.write = write
        self.options = options
        self.name = options.name or text_name(getattr(function, "__name__", ""))
        self.look: Look[Any] | None = None

    async def __call__(self, ctx: Ctx[D_contra], *args: P.args, **kwargs: P.kwargs) -> R_co:
        """Call the function: awaited where it is one to await, in a thread where it is not."""
        result: R_co = await _called(self.function, ctx, *args, **kwargs)
        return result

    def lookup(self, fn: Callable[[Ctx[Any]], Awaitable[T | None]]) -> Callable[[Ctx[Any]], Awaitable[T | None]]:
        """Decorator: how to find out whether it happened, by `ctx.key`. Returns the outcome; None when it certainly did
        not happen; raises when nobody can tell.

        Raises ValueError for a read, which is simply repeated, and for a second way to find out.
        """
        if not self.write:
            raise ValueError(f"'{self.name}' is a read, which is simply repeated: only a write is looked up")
        if self.look is not None or self.options.repeatable:
            known = "by repeating it" if self.look is None else f"with {getattr(self.look, '__name__', 'a function')}"
            raise ValueError(f"'{self.name}' is looked up {known} already")

        @wraps(fn)
        async def look(ctx: Ctx[Any]) -> T | None:
            found: T | None = await _called(fn, ctx)
            return found

        self.look = look
        return fn

    @property
    def arguments(self) -> tuple[str, ...]:
        """The names of its arguments, without `ctx`."""
        return argument_names(self.function)

    @cached_property
    def signature(self) -> Signature:
        """What its annotations say. Raises MachineError where they cannot be read."""
        return signature_of(self.function, f"tool '{self.name}'")

    @cached_property
    def look_signature(self) -> Signature | None:
        """What the annotations of its look-up say."""
        return None if self.look is None else signature_of(self.look, f"the look-up of '{self.name}'")

    @cached_property
    def restorer(self) -> Restorer:
        """Of arguments, to what the function annotates."""
        return Restorer(self.signature.annotations)

    @property
    def outcomes(self) -> tuple[type[Event], ...]:
        """The events of its return annotation."""
        return self.signature.events

    @property
    def shown(self) -> bool:
        """Whether its result is only for a model's eyes."""
        return self.signature.shown

    @property
    def look_name(self) -> str:
        """The name of its look-up in the text; empty where it has none."""
        return text_name(getattr(self.look, "__name__", "")) if self.look is not None else ""

    @property
    def place(self) -> str:
        """Where it is written."""
        return source_place(self.function)

    def declare(self, requires: Guard | None) -> d.Tool:
        """The tool as the machine's declaration."""
        looked = d.Lookup.NONE
        if self.look is not None:
            looked = d.Lookup.TOOL
        elif self.options.repeatable:
            looked = d.Lookup.REPEAT
        return d.Tool(
            name=self.name,
            write=self.write,
            args=self.arguments,
            gives=tuple(event.event_name for event in self.outcomes),
            no_answer=self.no_answer,
            lookup=looked,
            lookup_with=self.look_name,
            approval=self.options.approval is not None,
            requires=requires,
            trusts=self.options.trusts,
            shown=self.shown,
        )

    @property
    def no_answer(self) -> str:
        """The event of no answer."""
        return self.options.no_answer or ("unknown" if self.write else "failed")

    def declare_lookup(self) -> d.Tool | None:
        """Its look-up as the machine's declaration: a read by the key. It gives no events of its own; what it finds is
        the outcome of the write."""
        if self.look_signature is None:
            return None
        gives = tuple(event.event_name for event in self.look_signature.events)
        return d.Tool(name=self.look_name, write=False, args=("key",), gives=gives, no_answer=self.no_answer)


async def _called(function: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:  # Any: the function's own types
    """A function's result, whichever way it is written; one that blocks does so in a thread.

    A thread cannot be stopped: whoever gives up on a call in one still sees it at work until it has ended.
    """
    if inspect.iscoroutinefunction(function) or isinstance(function, Tool):
        return await function(*args, **kwargs)
    thread = asyncio.ensure_future(asyncio.to_thread(function, *args, **kwargs))
    try:
        result = await asyncio.shield(thread)
    except asyncio.CancelledError:
        await asyncio.wait((thread,))
        result = thread.result()
    return await result if inspect.isawaitable(result) else result


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolOptions:
    """What the decorator was told. Raises ValueError for what makes no sense."""

    timeout_s: float
    attempts: int = 1
    approval: str | None = None
    requires: str | None = None
    trusts: tuple[str, ...] = ()
    no_answer: str = ""
    repeatable: bool = False
    name: str = ""

    def __post_init__(self) -> None:
        if not 0 < self.timeout_s < math.inf:
            raise ValueError(f"timeout_s={self.timeout_s}: a tool needs a positive number of seconds")
        if self.attempts < 1:
            raise ValueError(f"attempts={self.attempts}: at least one")
        if self.approval not in (None, "user"):
            raise ValueError(f'approval={self.approval!r}: write approval="user", or leave it out')
        for name, role in ((self.name, NameOf.TOOL), (self.no_answer, NameOf.EVENT)):
            if name and (why := unfit_name(name, role)):
                raise ValueError(
                    f"'{name}' cannot be the name of {'a tool' if role is NameOf.TOOL else 'an event'}: {why}"
                )


class Decorator:
    """What `tool.read(...)` and `tool.write(...)` return."""

    __slots__ = ("_options", "_write")

    def __init__(self, write: bool, options: ToolOptions) -> None:
        self._write = write
        self._options = options

    @overload
    def __call__(self, fn: Callable[Concatenate[Ctx[D], P], Awaitable[T]]) -> Tool[D, P, T]: ...
    @overload
    def __call__(self, fn: Callable[Concatenate[Ctx[D], P], T]) -> Tool[D, P, T]: ...
    def __call__(self, fn: Callable[..., Any]) -> Tool[Any, Any, Any]:
        return Tool(fn, write=self._write, options=self._options)


class _Tools:
    """The two kinds of tools."""

    __slots__ = ()

    def read(
        self, *, timeout_s: float = 10, attempts: int = 3, requires: str | None = None, fails: str = "", name: str = ""
    ) -> Decorator:
        """A function that only looks. The runtime tries it `attempts` times within `timeout_s` altogether; then comes
        the event `fails` (`failed`, unless named)."""
        options = ToolOptions(timeout_s=timeout_s, attempts=attempts, requires=requires, no_answer=fails, name=name)
        return Decorator(False, options)

    def write(
        self,
        *,
        timeout_s: float,
        approval: str | None = None,
        requires: str | None = None,
        trusts: tuple[str, ...] = (),
        repeatable: bool = False,
        timeout: str = "",
        name: str = "",
    ) -> Decorator:
        """A function that changes the world. `approval="user"`: only as a step of an approved proposal. `repeatable`:
        the other side is idempotent by `ctx.key`, so that no answer is answered by repeating it. Never retry inside it.
        `trusts`: the facts, of its arguments and of `requires`, that it takes from a user or a model at their word.
        """
        options = ToolOptions(
            timeout_s=timeout_s,
            approval=approval,
            requires=requires,
            trusts=trusts,
            repeatable=repeatable,
            no_answer=timeout,
            name=name,
        )
        return Decorator(True, options)


tool = _Tools()
"""`@tool.read(...)` and `@tool.write(...)`."""
