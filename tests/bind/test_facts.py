"""The facts class and the view on what is known."""

from __future__ import annotations

from enum import StrEnum
from inspect import getsourcelines
from typing import Annotated, ClassVar

import pytest
from pydantic import BaseModel, Field

from decidable import FactsView, FactUnknown, Money, RefusedError, fact
from decidable.bind.facts import annotated_facts, declare_facts, facts_problems
from decidable.bind.restore import Restorer
from decidable.core import values as v
from decidable.core.definition import Fact


class Cabin(StrEnum):
    ECONOMY = "economy"
    BUSINESS = "business"


class Order(BaseModel):
    id: str


class Base:
    customer_id: str = fact(authority=True)


class Facts(Base):
    LIMIT: ClassVar[int] = 3
    amount: Money = fact(initial=Money("0.00 EUR"))
    cabin: Cabin = fact(initial=Cabin.ECONOMY, authority=True)
    misses: Annotated[int, Field(ge=0, le=2)] = fact(initial=0)
    gone: bool = fact(initial=False)
    orders: list[Order]


def test_facts_are_declared_in_the_order_written_those_of_a_base_first() -> None:
    assert declare_facts(Facts) == (
        Fact(name="customer_id", type=v.Text(), authority=True),
        Fact(name="amount", type=v.MoneyType(), initial=Money("0.00 EUR")),
        Fact(name="cabin", type=v.Choices(("economy", "business")), initial="economy", authority=True),
        Fact(name="misses", type=v.Range(0, 2), initial=0),
        Fact(name="gone", type=v.Bool(), initial=False),
        Fact(name="orders", type=v.ListOf(v.Data())),
    )
    assert not list(facts_problems(Facts))


class Wrong:
    maybe: str | None
    given: str = "a default"
    items: list[str]
    weight: float
    when: str
    slow: str = fact(initial=[1])
    cabin: str = fact(initial=0.5)


def test_what_is_no_fact_is_reported_with_its_line() -> None:
    first = getsourcelines(Wrong)[1] + 1
    found = [(p.message, p.hint) for p in facts_problems(Wrong)]
    assert [
        (message.replace(f"test_facts.py:{first + at}", f"line {at}"), hint) for at, (message, hint) in enumerate(found)
    ] == [
        (
            "fact 'maybe' (line 0) may be None",
            "a fact is known or not yet known: annotate the type it has when it is known",
        ),
        ("fact 'given' (line 1) has a default", "write `given: ... = fact(initial='a default')`"),
        ("fact 'items' (line 2) would hide what a view of facts has already", "choose another name"),
        ("fact 'weight' (line 3) is float, which cannot be kept exactly", "use Money, a whole number or text"),
        (
            "fact 'when' (line 4) is no name for the text: it is a word of the language of .states files",
            "choose another name",
        ),
        (
            "fact 'slow' (line 5) cannot start as [1]",
            "text, yes or no, a whole number, Money or an Enum's member can",
        ),
        (
            "fact 'cabin' (line 6) cannot start as 0.5",
            "text, yes or no, a whole number, Money or an Enum's member can",
        ),
    ]
    assert [fact_.initial for fact_ in declare_facts(Wrong)] == [None] * 7


KNOWN: dict[str, v.Value] = {"cabin": "economy", "orders": ({"id": "A"},), "misses": 0}


def test_a_view_never_invents_a_value() -> None:
    view = FactsView(KNOWN)
    assert (view.misses, view["misses"], view.get("amount"), "amount" in view) == (0, 0, None, False)
    assert (len(view), sorted(view)) == (3, ["cabin", "misses", "orders"])
    with pytest.raises(FactUnknown, match=r"'amount' is not known; ask with \.get\('amount'\) where it may be unknown"):
        _ = view.amount
    with pytest.raises(KeyError):
        view["amount"]
    assert repr(FactsView({"a": 1})) == "FactsView({'a': 1})"


def test_an_unknown_fact_is_a_refusal_and_a_missing_attribute() -> None:
    view = FactsView({})
    assert not hasattr(view, "amount")
    assert getattr(view, "amount", "none") == "none"
    with pytest.raises(RefusedError):
        _ = view.amount
    with pytest.raises(AttributeError, match="__wrapped__") as raised:
        _ = view.__wrapped__
    assert type(raised.value) is AttributeError, "what Python asks about is no fact"


def test_values_are_what_the_class_annotates() -> None:
    view = FactsView(KNOWN, Restorer(annotated_facts(Facts)))
    assert view.cabin is Cabin.ECONOMY
    assert view["orders"] == [Order(id="A")]
    assert dict(view.items())["misses"] == 0
