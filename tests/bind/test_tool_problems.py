# mypy: disable-error-code="empty-body"
"""Where a tool's function disagrees with facts, outcomes or dependencies. Only signatures matter, so bodies are empty."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any, Literal, Protocol, runtime_checkable

import pytest
from pydantic import Field

from decidable import Ctx, Event, Evidence, Money, Shown, Tool, tool
from decidable.core.problem import Severity
from tests.bind.kiosk import Facts as KioskFacts
from tests.bind.kiosk import Refused, Sold, Till, load, look, problems, said, sell


class Facts(KioskFacts):
    mood: Literal["good", "bad"]


class BigTill(Till): ...


class Rings(Protocol):
    def ring(self) -> None: ...


@runtime_checkable
class Named(Protocol):
    name: str


class Broken(Event):
    why: str


class Late(Event):
    why: str | None = None


class Gone(Evidence): ...


AnyTool = Tool[Any, Any, Any]
Function = Callable[..., Any]


def write(function: Function) -> AnyTool:
    return tool.write(timeout_s=1, name="t", repeatable=True)(function)


def read(function: Function) -> AnyTool:
    return tool.read(name="t")(function)


async def wider(ctx: Ctx[Till], seats: Annotated[int, Field(ge=0, le=9)]) -> Sold | Refused: ...
async def narrower(ctx: Ctx[Till], seats: Annotated[int, Field(ge=1, le=3)]) -> Sold | Refused: ...
async def a_text(ctx: Ctx[Till], seats: str) -> Sold | Refused: ...
async def a_float(ctx: Ctx[Till], price: float) -> Sold | Refused: ...
async def unsaid(ctx: Ctx[Till], price) -> Sold | Refused: ...  # type: ignore[no-untyped-def]
async def optional(ctx: Ctx[Till], price: Money | None) -> Sold | Refused: ...
async def a_word(ctx: Ctx[Till], mood: str) -> Sold | Refused: ...
async def more_moods(ctx: Ctx[Till], mood: Literal["good", "bad", "odd"]) -> Sold | Refused: ...
async def one_mood(ctx: Ctx[Till], mood: Literal["good"]) -> Sold | Refused: ...
async def unknown(ctx: Ctx[Till], prise: Money) -> Sold | Refused: ...
async def the_key(ctx: Ctx[Till], key: str) -> Sold | Refused: ...
async def packed(ctx: Ctx[Till], *seats: int) -> Sold | Refused: ...
async def by_place(ctx: Ctx[Till], seats: int, /) -> Sold | Refused: ...
async def defaulted(ctx: Ctx[Till], seats: int = 1) -> Sold | Refused: ...
async def no_ctx(seats: int) -> Sold | Refused: ...
async def big(ctx: Ctx[BigTill]) -> Sold | Refused: ...
async def rings(ctx: Ctx[Rings]) -> Sold | Refused: ...
async def anything(ctx: Ctx[Any]) -> Sold | Refused: ...
async def named(ctx: Ctx[Named]) -> Sold | Refused: ...
async def nothing_said(ctx: Ctx[Till]): ...  # type: ignore[no-untyped-def]
async def only_none(ctx: Ctx[Till]) -> None: ...
async def or_none(ctx: Ctx[Till]) -> Sold | Refused | None: ...
async def or_text(ctx: Ctx[Till]) -> Sold | Refused | str: ...
async def shown(ctx: Ctx[Till]) -> Shown[str]: ...
async def shown_or_sold(ctx: Ctx[Till]) -> Shown[str] | Sold: ...
async def only_yes(ctx: Ctx[Till]) -> Sold | Gone: ...
async def no_with_fields(ctx: Ctx[Till]) -> Sold | Broken: ...
async def no_with_optional(ctx: Ctx[Till]) -> Sold | Late: ...


@pytest.mark.parametrize(
    ("made", "message"),
    [
        (write(wider), None),
        (write(narrower), "argument 'seats' of tool 't' (X) is 1..3, the fact is 1..4"),
        (write(a_text), "argument 'seats' of tool 't' (X) is text, the fact is 1..4"),
        (write(a_float), "argument 'price' of tool 't' (X) is float, the fact is money"),
        (write(unsaid), "argument 'price' of tool 't' (X) has no annotation"),
        (write(optional), None),
        (write(a_word), None),
        (write(more_moods), None),
        (write(one_mood), "argument 'mood' of tool 't' (X) is good, the fact is good | bad"),
        (write(unknown), "argument 'prise' of 't' is not a fact (X)"),
        (write(the_key), "argument 'key' of tool 't' (X) is never filled"),
        (write(packed), "argument 'seats' of tool 't' (X) cannot be filled by name"),
        (write(by_place), "argument 'seats' of tool 't' (X) cannot be filled by name"),
        (
            write(defaulted),
            "argument 'seats' of tool 't' (X) has a default, which is never used: without the fact the tool is refused",
        ),
        (write(no_ctx), "tool 't' (X) has no `ctx` in front"),
        (write(big), "tool 't' (X) needs BigTill as ctx.deps, and deps=Till"),
        (write(rings), None),
        (write(anything), None),
        (write(named), None),
        (write(nothing_said), "tool 't' (X) says nothing of its outcomes"),
        (write(only_none), "tool 't' (X) says nothing of its outcomes"),
        (write(or_none), "tool 't' (X) may return None, which is no event"),
        (read(or_none), "tool 't' (X) may return None, which is no event"),
        (write(or_text), "tool 't' (X) may return str, which is no event"),
        (read(shown), None),
        (write(shown), "tool 't' (X) is Shown, which is for a read and says all it returns"),
        (read(shown_or_sold), "tool 't' (X) is Shown, which is for a read and says all it returns"),
        (write(only_yes), "NotDone of 't' (X) has no event: it goes to a person, not through the table"),
        (read(only_yes), None),
        (write(no_with_fields), "NotDone of 't' (X) has no event: it goes to a person, not through the table"),
        (write(no_with_optional), None),
    ],
)
def test_a_signature_that_does_not_fit(tmp_path: Path, made: AnyTool, message: str | None) -> None:
    found = said(tmp_path, NO_TOOLS, facts=Facts, tools=[look, sell, made])
    told = [re.sub(r"\w+\.py:\d+", "X", each) for each in found]
    assert (message in told) if message else told == []


NO_TOOLS = """\
machine kiosk
any state
  @evidence -> gone : it happened
  * reject : not now
begin (start)
  enter: say here_it_is
  want -> gone : on
gone (final: cancelled)
"""


def test_what_is_only_worth_a_look_is_a_warning(tmp_path: Path) -> None:
    for function in (defaulted, only_yes):
        found = problems(tmp_path, NO_TOOLS, tools=[look, sell, write(function)])
        assert [problem.severity for problem in found] == [Severity.WARNING]
        assert load(tmp_path, NO_TOOLS, tools=[look, sell, write(function)]).table.fit


def test_a_class_that_has_more_than_is_needed_will_do(tmp_path: Path) -> None:
    assert said(tmp_path, deps=BigTill) == []
    found = [re.sub(r"\w+\.py:\d+", "X", each) for each in said(tmp_path, deps=str)]
    assert found == [
        "tool 'look' (X) needs Till as ctx.deps, and deps=str",
        "tool 'sell' (X) needs Till as ctx.deps, and deps=str",
        "look-up 'find_sale' of 'sell' (X) needs Till as ctx.deps, and deps=str",
    ]


def looked_up(function: Function) -> AnyTool:
    @tool.write(timeout_s=1, name="t")
    async def write_it(ctx: Ctx[Till]) -> Sold | Refused:
        return Refused()

    write_it.lookup(function)
    return write_it


async def find_it(ctx: Ctx[Till]) -> Sold | Refused | None: ...
async def find_other(ctx: Ctx[Till]) -> Sold | Gone | None: ...
async def find_nothing(ctx: Ctx[Till]) -> None: ...
async def find_text(ctx: Ctx[Till]) -> Sold | str: ...
async def find_by(ctx: Ctx[Till], seats: int) -> Sold | None: ...


@pytest.mark.parametrize(
    ("function", "message"),
    [
        (find_it, None),
        (find_other, "look-up 'find_other' of 't' (X) may find 'gone', which is no outcome of 't'"),
        (find_nothing, "look-up 'find_nothing' of 't' (X) says nothing of what it finds"),
        (find_text, "look-up 'find_text' of 't' (X) may return str, which is no event"),
        (find_by, "look-up 'find_by' of 't' (X) has arguments besides ctx: seats"),
    ],
)
def test_a_look_up_that_does_not_fit(tmp_path: Path, function: Function, message: str | None) -> None:
    found = said(tmp_path, NO_TOOLS, tools=[look, sell, looked_up(function)])
    told = [re.sub(r"\w+\.py:\d+", "X", each) for each in found]
    assert (message in told) if message else told == []
