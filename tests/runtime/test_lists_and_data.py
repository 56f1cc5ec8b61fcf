"""Lists and opaque data live as long as any fact: event, journal, tool, words, and back as what Python annotates."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest

from decidable import Money, RefusedError, Runtime, Said
from decidable.bind.sections import generated_sections
from decidable.core.definition import Event, Field, Kind
from decidable.core.values import Data, Date, ListOf, MoneyType, Range, Text, Type
from decidable.stores import Memory, SQLite
from decidable.text import Builder, read, write
from decidable.text.reader import Declared
from tests.runtime.machines.basket import Basket, Fill, Line, Till, basket

FILL = Fill(
    tags=["a", "b, c", ""],
    prices=[Money("1.00 USD"), Money("3 JPY")],
    grid=[[1], [2, 3], []],
    days=[date(2026, 1, 2)],
    basket=Basket(lines=[Line(sku="x", count=2)]),
    extra={"$money": 2, "$$": 1},
)
TYPES: dict[str, Type] = {
    "tags": ListOf(Text()),
    "prices": ListOf(MoneyType()),
    "grid": ListOf(ListOf(Range(1 - 2**53, 2**53 - 1))),
    "days": ListOf(Date()),
    "basket": Data(),
    "extra": Data(),
    "receipt": Data(),
}


async def test_from_the_event_to_the_tool_to_words_and_back_from_the_file(tmp_path: Path) -> None:
    till, file = Till(), str(tmp_path / "runs.db")
    async with Runtime(basket, store=SQLite(file), deps=till) as runtime:
        run = await runtime.conversation("c")
        said = [part async for part in run.send(FILL, id="1") if isinstance(part, Said)]
    assert till.given == [(FILL.tags, FILL.prices, FILL.grid, FILL.days, FILL.basket, FILL.extra)]
    assert [part.text for part in said] == [
        'Sold a, "b, c", "" for 1.00 USD, 3 JPY on Friday 2 January: '
        '{"lines": [{"sku": "x", "count": 2}], "note": null}, [1], [2, 3], [], '
        '{"lines": 1, "tags": ["a", "b, c", ""], "deep": [{"none": null}]}.'
    ]
    async with Runtime(basket, store=SQLite(file), deps=till) as runtime:
        facts = (await runtime.run(run.key)).facts
        assert (facts.tags, facts.grid, facts.basket, facts.extra) == (FILL.tags, FILL.grid, FILL.basket, FILL.extra)
        assert facts.receipt == {"lines": 1, "tags": ["a", "b, c", ""], "deep": [{"none": None}]}


async def test_what_is_too_deep_or_too_long_is_refused_to_its_sender() -> None:
    deep: dict[str, object] = {}
    for _ in range(70):
        deep = {"a": deep}
    async with Runtime(basket, store=Memory(), deps=Till()) as runtime:
        run = await runtime.conversation("c")
        too_deep = Fill.model_construct(**{**FILL.__dict__, "extra": deep})
        with pytest.raises(RefusedError, match=r"'fill' cannot be kept: a value nested more than 64 deep"):
            [part async for part in run.send(too_deep, id="1")]
        with pytest.raises(RefusedError, match="and 100000 is the most"):
            [part async for part in run.send(FILL.model_copy(update={"tags": ["x" * 100_000]}), id="2")]


def test_python_text_and_builder_agree_on_the_types() -> None:
    assert {fact.name: fact.type for fact in basket.definition.facts} == TYPES
    declared = Declared(basket.definition.facts, basket.definition.events, basket.definition.tools)
    again = read(generated_sections(declared)).definition
    assert again is not None
    assert (again.facts, again.events, again.tools) == (declared.facts, declared.events, declared.tools)
    m = Builder("basket")
    for name, type_ in TYPES.items():
        m.fact(name, type_)
    m.event("fill", Kind.USER, "tags", Field(name="rows", type=ListOf(Data()), optional=True))
    m.state("begin").on("fill").when("tags known and basket known").restart(because="on")
    definition = m.definition()
    assert read(write(definition)).definition == definition
    assert definition.events[0] == Event(
        name="fill", kind=Kind.USER, fields=(Field(name="tags"), Field(name="rows", type=ListOf(Data()), optional=True))
    )
