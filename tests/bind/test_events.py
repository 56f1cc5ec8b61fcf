"""Event classes: declarations, derived fields, and building one from raw fields."""

from __future__ import annotations

from datetime import date
from functools import cached_property
from typing import Annotated, Any, Literal

import pytest
from pydantic import BaseModel, Field, ValidationError, computed_field

from decidable import Choice, Event, Evidence, MachineError, Money, yes_no
from decidable.bind.events import build, class_problems, declare, fields_of, told
from decidable.core import values as v
from decidable.core.definition import Event as Declared
from decidable.core.definition import Field as DeclaredField
from decidable.core.definition import Kind


class GiveOrder(Event):
    """The customer wrote an order number
    in this message.
    """

    order_ids: list[str]
    note: str = ""
    day: date | None = None
    party: int = Field(default=2, ge=1, le=20)
    kind: Literal["new", "old"] = "new"

    @property
    def several(self) -> bool:
        return len(self.order_ids) > 1

    @property
    def order_id(self) -> str:
        return self.order_ids[0]

    @cached_property
    def urgent(self) -> bool | None:
        return None

    @property
    def _secret(self) -> int:
        return 1


class GiveTwo(GiveOrder):
    @property
    def order_id(self) -> str:
        return self.order_ids[1]


class Refunded(Evidence):
    receipt: str


class Escalate(Choice):
    """A person should take over."""


class Renamed(Event, name="other_name"): ...


class Heir(Renamed): ...


def test_a_class_is_declared_with_its_fields_and_properties() -> None:
    text = v.Text()
    assert declare(GiveOrder, Kind.USER) == Declared(
        name="give_order",
        kind=Kind.USER,
        fields=(
            DeclaredField(name="order_ids", type=v.ListOf(text)),
            DeclaredField(name="note", type=text, optional=True),
            DeclaredField(name="day", type=v.Date(), optional=True),
            DeclaredField(name="party", type=v.Range(1, 20), optional=True),
            DeclaredField(name="kind", type=v.Choices(("new", "old")), optional=True),
            DeclaredField(name="several", type=v.Bool(), derived=True),
            DeclaredField(name="order_id", type=text, derived=True),
            DeclaredField(name="urgent", type=v.Bool(), optional=True, derived=True),
        ),
    )
    assert not list(class_problems(GiveOrder))


def test_properties_are_inherited_and_overridden() -> None:
    two = GiveTwo(order_ids=["A", "B"])
    assert fields_of(two) == {
        "order_ids": ("A", "B"),
        "note": "",
        "party": 2,
        "kind": "new",
        "several": True,
        "order_id": "B",
    }
    names = [field.name for field in declare(GiveTwo, Kind.USER).fields]
    assert names[-3:] == ["several", "order_id", "urgent"]


def test_the_kind_is_the_argument_but_for_evidence_and_answers() -> None:
    assert declare(Renamed, Kind.SIGNAL).kind is Kind.SIGNAL
    assert declare(Refunded, Kind.RESULT).kind is Kind.EVIDENCE
    assert declare(Escalate, Kind.CHOICE).fields == (DeclaredField(name="reason", type=v.Text(), optional=True),)
    yes, no = yes_no("user_yes", "user_no")
    assert [declare(cls, Kind.USER) for cls in (yes, no)] == [
        Declared(name="user_yes", kind=Kind.ANSWER),
        Declared(name="user_no", kind=Kind.ANSWER),
    ]
    assert (repr(yes()), repr(no())) == ("Yes()", "No()")
    assert (told(yes), told(no)) == ("A plain yes to the open question.", "A plain no to the open question.")
    assert [cls.event_name for cls in yes_no()] == ["yes", "no"]


def test_names() -> None:
    assert Renamed.event_name == "other_name"
    assert Heir.event_name == "heir"


def test_a_field_may_begin_as_pydantics_own_methods_do() -> None:
    class Validated(Event):
        model_validated: bool

    assert fields_of(Validated(model_validated=True)) == {"model_validated": True}


def test_a_misspelt_option_of_a_class_is_refused() -> None:
    with pytest.raises(TypeError, match="takes no keyword arguments"):

        class Misnamed(Event, named="other"): ...


def test_what_is_told_is_the_docstring_without_its_indentation() -> None:
    assert told(GiveOrder) == "The customer wrote an order number\nin this message."
    assert told(Renamed) == ""


def test_events_are_frozen_whole_and_known_by_their_fields() -> None:
    event = Refunded(receipt="R-1")
    with pytest.raises(ValidationError, match="frozen"):
        event.receipt = "R-2"
    with pytest.raises(ValidationError, match="receipt"):
        Refunded()  # type: ignore[call-arg]
    with pytest.raises(ValidationError, match="Extra inputs"):
        Refunded(receipt="R-1", more=1)  # type: ignore[call-arg]
    assert event == Refunded(receipt="R-1")
    assert len({event, Refunded(receipt="R-1")}) == 1


@pytest.mark.parametrize(
    ("fields", "problem"),
    [
        ({"order_ids": []}, "IndexError: list index out of range"),
        ({}, "order_ids: Field required"),
        ({"order_ids": ["A"], "party": 21}, "party: Input should be less than or equal to 20"),
        ({"order_ids": ["A"], "kind": "odd"}, "kind: Input should be 'new' or 'old'"),
        ({"order_ids": ["A", 3]}, "order_ids.1: Input should be a valid string"),
        ({"order_ids": ["A"], "several": True}, "several: Extra inputs are not permitted"),
    ],
)
def test_raw_fields_that_make_no_event_say_why(fields: dict[str, object], problem: str) -> None:
    assert build(GiveOrder, fields) == ({}, problem)


def test_raw_fields_are_read_as_a_person_or_json_writes_them() -> None:
    built, problem = build(GiveOrder, {"order_ids": ("A",), "day": "2026-12-04", "party": "4"})
    assert problem == ""
    assert (built["order_ids"], built["day"], built["party"]) == (("A",), date(2026, 12, 4), 4)


class Order(BaseModel):
    id: str


class Delivered(Evidence):
    order: Order
    marks: dict[str, Any]


def test_models_are_opaque_data() -> None:
    assert [field.type for field in declare(Delivered, Kind.RESULT).fields] == [v.Data(), v.Data()]
    event = Delivered(order=Order(id="A"), marks={"at": [date(2026, 1, 2)], "by": Money("1.00 EUR")})
    assert fields_of(event) == {"order": {"id": "A"}, "marks": {"at": ("2026-01-02",), "by": "1.00 EUR"}}
    assert build(Delivered, {"order": Order(id="A"), "marks": {"x": 0.5}}) == (
        {},
        "TypeError: 0.5 (float) cannot be kept exactly; use text, whole numbers or Money",
    )


class Weighed(Event, name="größe"):
    kilos: float
    known: bool
    cabin: Literal["first class", "yes"]
    pair: tuple[str, ...] | set[str]

    @property
    def heavy(self):  # type: ignore[no-untyped-def]  # what the problem is about
        return self.kilos > 9


def test_what_of_a_class_cannot_be_kept_or_written() -> None:
    name = "event class Weighed (test_events.py:N)"
    found = [
        problem.message.replace(problem.message.split(":")[1].split(")")[0], "N") for problem in class_problems(Weighed)
    ]
    assert found == [
        f"{name}: cannot be named 'größe': a name has ASCII letters, digits and underscores",
        f"{name}: 'kilos' is float, which cannot be kept exactly",
        f"{name}: 'known' is no name for the text: it is a word of the language of .states files",
        f"{name}: 'cabin' may be 'first class', which cannot be written in the text: a name has ASCII letters, digits and underscores",
        f"{name}: 'cabin' may be 'yes', which cannot be written in the text: it is a word of the language of .states files",
        f"{name}: 'pair' is set[str], which cannot be kept exactly",
        f"{name}: 'heavy' has no annotation",
    ]
    assert next(p.hint for p in class_problems(Weighed) if "kilos" in p.message) == "use Money, a whole number or text"


def test_an_annotation_that_is_not_there_is_reported_and_not_raised_by_pydantic() -> None:
    class Lost(Event):
        order: NoSuchOrder  # type: ignore[name-defined]  # noqa: F821

    with pytest.raises(MachineError, match=r"event class Lost .* cannot be read: name 'NoSuchOrder' is not defined"):
        declare(Lost, Kind.USER)

    class Later(Event):
        @property
        def order(self) -> NoSuchOrder:  # type: ignore[name-defined]  # noqa: F821
            return None

    with pytest.raises(MachineError, match=r"Later.order .* cannot be read"):
        declare(Later, Kind.USER)


class Forward(Event):
    order: Behind


class Behind(BaseModel):
    id: Annotated[str, "written after the class that names it"]


def test_a_name_may_be_written_further_down() -> None:
    assert declare(Forward, Kind.USER).fields == (DeclaredField(name="order", type=v.Data()),)


class Computed(Event):
    seats: int

    @computed_field  # type: ignore[prop-decorator]
    @property
    def pair(self) -> bool:
        return self.seats == 2


def test_a_computed_field_of_pydantic_is_a_property() -> None:
    assert fields_of(Computed(seats=2)) == {"seats": 2, "pair": True}
