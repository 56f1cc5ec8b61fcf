# mypy: disable-error-code="empty-body"
"""What the annotations of a tool's function say. Only signatures matter, so bodies are empty."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Coroutine
from functools import wraps
from inspect import Parameter
from typing import Any, Optional, Union

import pytest

from decidable import Ctx, Event, Evidence, MachineError, Shown
from decidable.bind.signature import argument_names, signature_of


class Till: ...


class Sold(Evidence):
    ticket: str


class Refused(Event): ...


Outcome = Sold | Refused


async def plain(ctx: Ctx[Till], seats: int, *, name: str = "x") -> Sold | Refused: ...
async def aliased(ctx: Ctx[Till]) -> Outcome: ...
async def one(ctx: Ctx[Any]) -> Sold: ...
async def maybe(ctx: Ctx[Till]) -> Sold | None: ...
async def old(ctx: Ctx[Till]) -> Optional[Union[Sold, Refused]]: ...  # noqa: UP007, UP045
async def shown(ctx: Ctx[Till]) -> Shown[list[str]]: ...
async def bare(ctx: Ctx[Till]) -> Shown: ...  # type: ignore[type-arg]
async def silent(ctx): ...  # type: ignore[no-untyped-def]
async def vague(ctx: Ctx[Till]) -> Event | str: ...
def awaitable(ctx: Ctx[Till]) -> Awaitable[Sold]: ...
def coroutine(ctx: Ctx[Till]) -> Coroutine[Any, Any, Sold | Refused]: ...
def without() -> Sold: ...
def other_first(seats: int) -> Sold: ...
def packed(*args: Any) -> Sold: ...


@pytest.mark.parametrize(
    ("function", "events", "others"),
    [
        (plain, (Sold, Refused), ()),
        (aliased, (Sold, Refused), ()),
        (one, (Sold,), ()),
        (maybe, (Sold,), (type(None),)),
        (old, (Sold, Refused), (type(None),)),
        (shown, (), ()),
        (silent, (), ()),
        (vague, (), (Event, str)),
        (awaitable, (Sold,), ()),
        (coroutine, (Sold, Refused), ()),
    ],
)
def test_the_outcomes_of_a_return_annotation(
    function: Callable[..., Any], events: tuple[object, ...], others: tuple[object, ...]
) -> None:
    signature = signature_of(function, "tool")
    assert (signature.events, signature.others) == (events, others)
    assert signature.shown is (function is shown)


def test_shown_may_stand_bare() -> None:
    assert signature_of(bare, "tool").shown


@pytest.mark.parametrize(
    ("function", "takes", "deps"),
    [
        (plain, True, Till),
        (one, True, Any),
        (silent, True, None),
        (without, False, None),
        (other_first, False, None),
        (packed, False, None),
    ],
)
def test_the_context(function: Callable[..., Any], takes: bool, deps: object) -> None:
    signature = signature_of(function, "tool")
    assert (signature.takes_ctx, signature.deps) == (takes, deps)


def test_the_arguments() -> None:
    signature = signature_of(plain, "tool")
    assert argument_names(plain) == tuple(signature.arguments) == ("seats", "name")
    assert signature.annotations == {"seats": int, "name": str}
    assert signature.arguments["name"].default == "x"

    def unsaid(ctx: Ctx[Till], seats) -> Sold: ...  # type: ignore[no-untyped-def]

    assert signature_of(unsaid, "tool").annotations == {"seats": Parameter.empty}


def test_a_wrapped_function_is_read_through_its_wrapper() -> None:
    @wraps(plain)
    def logged(*args: Any, **kwargs: Any) -> Any:
        return plain(*args, **kwargs)

    assert signature_of(logged, "tool") == signature_of(plain, "tool")


def test_annotations_that_mean_nothing_are_the_authors_mistake() -> None:
    def lost(ctx: Ctx[Till]) -> NoSuchEvent: ...  # type: ignore[name-defined]  # noqa: F821

    with pytest.raises(MachineError, match=r"the annotations of tool 'lost' .* cannot be read: name 'NoSuchEvent'"):
        signature_of(lost, "tool 'lost'")
