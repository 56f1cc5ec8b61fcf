"""The pieces of the flow: classes of values, boxes, and what guards leave of them."""

from datetime import date, time

import pytest

from decidable.check.flow.conditions import Circumstances, split
from decidable.check.flow.domain import EVERYTHING, UNKNOWN, Class, Domain, Source, classes_of, truth
from decidable.check.flow.space import Boxes, Space
from decidable.check.samples import Samples
from decidable.core import definition as d
from decidable.core import guard as g
from decidable.core import values as v
from tests.check.written import table

SAID = (Source.SAID, ())


@pytest.mark.parametrize(
    ("type_", "mentioned", "classes"),
    [
        (v.Bool(), [], (Class(only=False), Class(only=True))),
        (v.Choices(("a", "b")), [], (Class(only="a"), Class(only="b"))),
        (v.Choices(tuple("abcdefghijklmn")), ["c"], (Class(only="c"), Class(rest=True))),
        (v.Text(), ["x", "x"], (Class(only="x"), Class(rest=True))),
        (v.Range(0, 9), [3, 20], (Class(span=(0, 2)), Class(span=(3, 3)), Class(span=(4, 9)))),
        (v.Range(0, 99), list(range(0, 99, 2)), (EVERYTHING,)),
        (v.MoneyType(), [v.Money("1.00 USD")], (EVERYTHING,)),
    ],
)
def test_a_type_is_cut_where_guards_cut_it(
    type_: v.Type, mentioned: list[g.Literal], classes: tuple[Class, ...]
) -> None:
    assert classes_of(type_, mentioned) == classes


@pytest.mark.parametrize(
    ("values", "atom", "expected"),
    [
        (EVERYTHING, g.IsKnown("f"), (True, False)),
        (Class(only=True), g.Holds("f"), (True, False)),
        (Class(only=False), g.Holds("f"), (False, True)),
        (Class(only="a"), g.Is("f", "a"), (True, False)),
        (Class(rest=True), g.Is("f", "a"), (False, True)),
        (Class(rest=True), g.OneOf("f", ("a", "b")), (False, True)),
        (Class(only="b"), g.OneOf("f", ("a", "b")), (True, False)),
        (Class(span=(2, 4)), g.Is("f", 3), (True, True)),
        (Class(span=(3, 3)), g.Is("f", 3), (True, False)),
        (Class(span=(2, 4)), g.Compare("f", g.Op.LESS, 5), (True, False)),
        (Class(span=(2, 4)), g.Compare("f", g.Op.LESS, 3), (True, True)),
        (Class(span=(2, 4)), g.Compare("f", g.Op.MORE, 4), (False, True)),
        (EVERYTHING, g.Compare("f", g.Op.MORE, v.Money("1.00 USD")), (True, True)),
        (EVERYTHING, g.Is("f", v.Money("1.00 USD")), (True, True)),
    ],
)
def test_what_a_condition_says_of_a_class(values: Class, atom: g.Atom, expected: tuple[bool, bool]) -> None:
    assert truth(values, atom) == expected


def domain(name: str, type_: v.Type, *mentioned: g.Literal, initial: g.Literal | None = None) -> Domain:
    return Domain(d.Fact(name=name, type=type_, initial=initial), mentioned, [SAID], given=False)


def test_counting_moves_to_the_next_class_and_stops_at_the_last() -> None:
    n = domain("n", v.Range(1, 3), 2)
    ways = {at: {atom.at for atom, _ in n.known(n.counted(n.in_class(at, SAID), SAID))} for at in range(len(n.classes))}
    assert ways == {0: {1}, 1: {2}, 2: {2}}
    assert {atom.at for atom, _ in n.known(n.counted(UNKNOWN, SAID))} == {0}
    wide = domain("n", v.Range(0, 99), *range(0, 99, 2))
    assert wide.counted(wide.every(SAID), SAID) == wide.every(SAID)


SPACE = Space({name: domain(name, v.Bool()) for name in ("a", "b", "c")}, ["pay"])
SEEN = Circumstances((), approved=False, busy=False)


def box(**known: bool | None) -> int:
    """A box in which each fact has one value; those that are not named are unknown."""
    made = SPACE.start
    for name, value in known.items():
        one = SPACE.domains[SPACE.facts[name]]
        made = SPACE.put(made, SPACE.facts[name], UNKNOWN if value is None else one.equal_to(value, SAID))
    return made


def test_boxes_that_differ_in_one_fact_are_one_and_nothing_is_lost() -> None:
    found = Boxes(SPACE, 9)
    assert found.add(box(a=True, b=True)) == box(a=True, b=True)
    assert found.add(box(a=False, b=False)) == box(a=False, b=False)
    assert len(found.found) == 2
    assert found.add(box(a=True, b=False)) == box(a=True, b=False) | box(a=True, b=True)
    assert found.add(box(a=True, b=False)) is None
    assert found.add(box(a=False, b=True)) is not None
    assert len(found.found) == 1


def test_a_box_that_holds_others_takes_their_place() -> None:
    found = Boxes(SPACE, 9)
    found.add(box(a=True, b=True))
    found.add(box(a=False, b=False))
    everything = box(a=True, b=True) | box(a=False, b=False) | box(a=None, b=None)
    assert found.add(everything) == everything
    assert found.found == [everything]


def test_too_many_boxes_are_joined_to_what_differs_least() -> None:
    found = Boxes(SPACE, 2)
    found.add(box(a=True, b=True, c=True))
    found.add(box(a=False, b=False, c=False))
    joined = found.add(box(a=True, c=None, b=None))
    assert joined == box(a=True, b=True, c=True) | box(a=True, b=None, c=None)
    assert len(found.found) == 2


def parts(guard: g.Guard, of: int) -> tuple[set[int], set[int]]:
    holds, fails = split(SPACE, of, guard, SEEN)
    return set(holds), set(fails)


def test_guards_split_a_box() -> None:
    anything = box(a=True) | box(a=False) | box(a=None)
    assert parts(g.Holds("a"), anything) == ({box(a=True)}, {box(a=False) | box(a=None)})
    assert parts(g.Not(g.IsKnown("a")), anything) == ({box(a=None)}, {box(a=True) | box(a=False)})
    both = g.And((g.Holds("a"), g.Holds("b")))
    assert parts(both, box(a=True, b=True) | box(a=True, b=False)) == (
        {box(a=True, b=True)},
        {box(a=True, b=False)},
    )
    either = g.Or((g.Holds("a"), g.Holds("b")))
    assert parts(either, box(a=False, b=True)) == ({box(a=False, b=True)}, set())
    assert parts(either, box(a=False, b=False)) == (set(), {box(a=False, b=False)})


def test_equal_values_are_known_values() -> None:
    unknown_or_not = box(a=True, b=True) | box(a=None, b=True)
    holds, fails = parts(g.Same("a", "b"), unknown_or_not)
    assert (holds, fails) == ({box(a=True, b=True)}, {unknown_or_not})
    seen = Circumstances(("which",), approved=True, busy=True)
    assert split(SPACE, unknown_or_not, g.Same("which", "a"), seen) == ([box(a=True, b=True)], [unknown_or_not])
    assert split(SPACE, box(), g.Holds("which"), seen) == ([box()], [box()])
    assert split(SPACE, box(), g.And((g.Approved(), g.Busy())), seen) == ([box()], [])
    assert split(SPACE, box(), g.Or((g.Approved(), g.Busy())), SEEN) == ([], [box()])


SAMPLED = """\
    facts
      text_: text
      flag: bool
      n: 0..9
      kind: big | small
      price: money
      day: date
      hour: time
      several: list of bool
      more: data
    events
      user  a(text_, flag, n, kind, price, day, hour, several, more), b(n?, word: text)
    s (start)
      a when n < 5 and price > 2.00 EUR and kind in (big) and text_ is "x"  stay : x
      a else  stay : y
      b when word is "go"  stay : z
      b else  stay : y
"""


def test_samples_lie_on_both_sides_of_what_guards_ask_for() -> None:
    samples = Samples(table(SAMPLED))
    facts = {fact.name: samples.of(fact.name, fact.type) for fact in table(SAMPLED).definition.facts}
    assert facts == {
        "text_": ("text  1", "x", "text  2"),
        "flag": (False, True),
        "n": (4, 5, 6, 0, 9),
        "kind": ("big", "small"),
        "price": (v.Money("1.99 EUR"), v.Money("2.00 EUR"), v.Money("2.01 EUR")),
        "day": (date(2027, 1, 1), date(2027, 1, 2)),
        "hour": (time(9), time(10)),
        "several": ((True,), (False,)),
        "more": ("more 1",),
    }


def test_an_event_is_tried_with_everything_first_and_then_without_what_it_may_lack() -> None:
    carried = [*Samples(table(SAMPLED)).fields(table(SAMPLED).events["b"])]
    assert carried[0] == {"n": 4, "word": "word 1"}
    assert {"word": "go"} in carried
    assert len([*Samples(table(SAMPLED)).fields(table(SAMPLED).events["a"])]) == 160
