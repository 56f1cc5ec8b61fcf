"""What Python declares, and every way in which a class, a tool or a name can be in the wrong place."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from decidable import Choice, Ctx, Event, Evidence, tool, yes_no
from decidable.bind.declared import members
from decidable.core.definition import Kind
from tests.bind.kiosk import (
    Leave,
    No,
    Priced,
    Refused,
    Sold,
    SoldOut,
    Till,
    Want,
    Yes,
    find_sale,
    load,
    look,
    said,
    sell,
)


class Escalate(Choice):
    """A person should take over."""


class Picked(Event):
    """Picked by a model, without a reason."""


class Arrived(Event): ...


class Burnt(Evidence): ...


class Empty(Event):
    """Nothing."""


def find_another() -> Any:
    @tool.write(timeout_s=1, name="sell")
    async def sell_other(ctx: Ctx[Till]) -> Sold | Refused:
        return Refused()

    return sell_other


def same_look_up() -> Any:
    @tool.write(timeout_s=1)
    async def buy(ctx: Ctx[Till]) -> Sold | Refused:
        return Refused()

    @buy.lookup
    async def find_sale(ctx: Ctx[Till]) -> Sold | None:
        return None

    return buy


@tool.write(timeout_s=1)
async def answer_itself(ctx: Ctx[Till]) -> Yes | Refused:  # type: ignore[valid-type]  # a class made by yes_no()
    return Refused()


def misnamed() -> Any:
    async def write_it(ctx: Ctx[Till]) -> Sold | Refused:
        return Refused()

    async def find_it(ctx: Ctx[Till]) -> Sold | None:
        return None

    write_it.__name__, find_it.__name__ = "größe", "größe_finden"
    made = tool.write(timeout_s=1)(write_it)
    made.lookup(find_it)
    return made


def undecorated(ctx: Ctx[Till]) -> Sold:
    return Sold(ticket="T")


def twin() -> type[Event]:
    class Want(Event):
        """Another want."""

    return Want


OtherYes, OtherNo = yes_no("yes", "no")


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        (
            {"user": Want | Leave | Yes | No | Burnt},
            "user= Burnt (X): evidence comes from a tool or a signal, never from a message",
        ),
        (
            {"user": Want | Leave | Yes | No | Escalate},
            "user= Escalate (X): a Choice is made by a model: pass it as choice=",
        ),
        ({"signal": Escalate}, "signal= Escalate (X): a Choice is made by a model: pass it as choice="),
        ({"signal": OtherYes}, "signal= Yes (X): a person answers the open question: pass it as user="),
        ({"choice": Picked}, "choice= Picked (X): what a model picks carries its reason: derive it from Choice"),
        ({"user": Want | Leave | Yes | No | int}, "user= int is no event class of this machine"),
        ({"user": Want | Leave | Yes | No | None}, "user= NoneType is no event class of this machine"),
        ({"signal": Event}, "signal= Event is no event class of this machine"),
        ({"signal": Want | Arrived}, "event 'want' (X) is both user and signal"),
        ({"signal": Refused}, "event 'refused' (X) is both signal and result"),
        ({"signal": twin()}, "event 'want' is two classes: X and X"),
        ({"user": Want | Leave | Yes | No | OtherYes}, "event 'yes' is two classes: X and X"),
        (
            {"tools": [look, sell, answer_itself]},
            "tool 'answer_itself' returns Yes (X): a tool gives results and evidence: derive it from Event or Evidence",
        ),
        ({"tools": [look, sell, find_another()]}, "tool 'sell' is two functions: X and X"),
        ({"tools": [look, sell, same_look_up()]}, "'find_sale' is two functions: X and X, a look-up of 'buy'"),
        ({"tools": [look, sell, undecorated]}, "tools= undecorated (X) is no tool"),
        ({"tools": [look, sell, 3]}, "tools= 3 (X) is no tool"),
        ({"tools": [look, sell, misnamed()]}, "tool 'größe' (X): a name has ASCII letters, digits and underscores"),
        (
            {"tools": [look, sell, misnamed()]},
            "the look-up of 'größe' is named 'größe_finden': a name has ASCII letters, digits and underscores",
        ),
        ({"user": Want | Leave | Yes}, "1 answer event(s): an open question has two, the yes first, then the no"),
    ],
)
def test_what_is_in_the_wrong_place(tmp_path: Path, changes: dict[str, Any], message: str) -> None:
    found = [re.sub(r"\w+\.py:\d+|Python", "X", each) for each in said(tmp_path, **changes)]
    assert message in found


def test_a_signal_may_bring_evidence(tmp_path: Path) -> None:
    states = "machine m\nany state\n  burnt -> gone : it burnt\n  * reject : no\nbegin (start)\n  arrived -> gone : on\ngone (final: failed)\n"
    machine = load(tmp_path, states, words=None, signal=Arrived | Burnt, user=None, tools=[])
    assert {event.name: event.kind for event in machine.definition.events} == {
        "arrived": Kind.SIGNAL,
        "burnt": Kind.EVIDENCE,
    }


def test_a_choice_is_declared_as_one(tmp_path: Path) -> None:
    assert load(tmp_path, choice=Escalate).table.events["escalate"].kind is Kind.CHOICE


def test_an_outcome_of_two_tools_is_one_event(tmp_path: Path) -> None:
    @tool.read()
    async def look_again(ctx: Ctx[Till], seats: int) -> Priced | SoldOut:
        return SoldOut()

    assert "priced" in load(tmp_path, tools=[look, look_again, sell]).table.events


def test_two_writes_may_share_a_look_up(tmp_path: Path) -> None:
    @tool.write(timeout_s=1)
    async def resell(ctx: Ctx[Till]) -> Sold | Refused:
        return Refused()

    resell.lookup(find_sale)
    names = [each.name for each in load(tmp_path, tools=[look, sell, resell]).definition.tools]
    assert names == ["look", "sell", "resell", "find_sale"]


def test_a_mistake_in_a_class_is_told_once_though_two_tools_return_it(tmp_path: Path) -> None:
    class Weighed(Event):
        kilos: float

    @tool.read()
    async def weigh(ctx: Ctx[Till]) -> Weighed:
        return Weighed(kilos=1)

    @tool.read()
    async def weigh_again(ctx: Ctx[Till]) -> Weighed:
        return Weighed(kilos=1)

    for each in (weigh, weigh_again):  # a class of a function: its name is not in the module
        each.function.__annotations__["return"] = Weighed
    found = said(tmp_path, tools=[look, sell, weigh, weigh_again])
    assert len([message for message in found if "kilos" in message]) == 1


def test_the_members_of_an_argument() -> None:
    assert members(None) == ()
    assert members(Want) == (Want,)
    assert members(Want | Leave) == (Want, Leave)
