"""What the annotations of a tool's function, or of a look-up, say.

Owns: reading them. Never: judges them (`tool_problems` does), or calls the function.
"""

from __future__ import annotations

import inspect
import types as python_types
from collections.abc import Awaitable, Callable, Coroutine, Mapping
from inspect import Parameter
from typing import Any, NamedTuple, Union, get_args, get_origin

from decidable.bind.ctx import Ctx, Shown
from decidable.bind.events import BASES, Event
from decidable.bind.names import annotations_of
from decidable.bind.types import unwrapped

_PACKED = (Parameter.VAR_POSITIONAL, Parameter.VAR_KEYWORD)


class Signature(NamedTuple):
    """A tool's function: its arguments without `ctx`, and what its return annotation lists.

    `takes_ctx`: it has a first argument that can be `ctx`. `deps`: the D of `Ctx[D]`, None where it is not said.
    `others`: what it may return besides events. An argument without an annotation has `Parameter.empty`.
    """

    takes_ctx: bool
    deps: object
    arguments: Mapping[str, Parameter]
    annotations: Mapping[str, object]
    events: tuple[type[Event], ...]
    others: tuple[object, ...]
    shown: bool


def argument_names(function: Callable[..., Any]) -> tuple[str, ...]:
    """The names of its arguments, without `ctx`."""
    return tuple(inspect.signature(function).parameters)[1:]


def signature_of(function: Callable[..., Any], what: str) -> Signature:
    """Read a function. `what`: how a problem names it. Raises MachineError where its annotations cannot be read."""
    parameters = dict(inspect.signature(function).parameters)
    hints = annotations_of(inspect.unwrap(function), what)
    first = next(iter(parameters), "")
    context = unwrapped(hints.get(first, Ctx))
    takes_ctx = first != "" and parameters.pop(first).kind not in _PACKED and Ctx in (context, get_origin(context))
    parts = _parts(hints.get("return"))
    events = tuple(part for part in parts if isinstance(part, type) and issubclass(part, Event) and part not in BASES)
    shown = [part for part in parts if Shown in (part, get_origin(part))]
    return Signature(
        takes_ctx,
        next(iter(get_args(context)), None),
        parameters,
        {name: hints.get(name, Parameter.empty) for name in parameters},
        events,
        tuple(part for part in parts if part not in events and part not in shown),
        bool(shown),
    )


def _parts(returned: object) -> tuple[object, ...]:
    """The members of a union; what is awaited stands for itself."""
    returned = unwrapped(returned)
    if get_origin(returned) is Coroutine:
        return _parts(get_args(returned)[2])
    if get_origin(returned) is Awaitable:
        return _parts(get_args(returned)[0])
    if get_origin(returned) in (Union, python_types.UnionType):
        return tuple(part for arg in get_args(returned) for part in _parts(arg))
    return () if returned is None else (returned,)
