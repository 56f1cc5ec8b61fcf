"""A machine with every type, an outage with deadlines, strikes, words and another machine: what is proved of it is checked
against runs of the plain kind."""

from __future__ import annotations

from pathlib import Path

import pytest

from decidable.check.explore.domains import sample
from decidable.check.explore.packing import Change, Layout, apply
from decidable.check.prove import Holds, Options, Refuted, prove
from decidable.core import values as v
from decidable.core.compile import compile_table
from decidable.core.table import Table
from decidable.text.reader import read
from tests.check.written import table

EVERYTHING = """\
    machine everything
    facts
      day: date
      at: time
      price: money
      many, count: 0..99
      few: 0..2 = 0
      size: small | large
      note, code, other_code: text
      seen: bool = no
      stamp: text = "none"
    events
      user      tell(day?, at?, many?, size?), pay(price), show(code), compare(other_code, want: text), other
      answer    yes, no
      result    found(note), lost, failed, unknown, refused, told
      evidence  done_so(stamp), shown
      signal    ring
      system    model_down, model_back
    tools
      read   look(code, day)     gives found, lost  fails failed
      write  send_it(code)        gives done_so, refused  timeout unknown  look up with look  requires size is large
      write  bare(many)           gives done_so  timeout unknown  look up by repeating the key
    any state
      done_so, shown, ring, unknown   stay   : news
      blocked     -> first    : refused
      model_down  -> away     : needs the model
      other       reject strike / say what : a miss
      after 2 strikes -> last : enough
      *           reject      : not now
    first (start)
      enter: say hello gives told
      told        stay        : heard
      tell when many > 9 and size is large   -> second / count few : much
      tell when many in (3, 4)               stay / count count    : some
      tell else   defer       : later
      pay when price > 10.00 USD  -> second  : enough
      pay else    stay / reset few, reset note : too little
      show        -> second / set seen = yes, set many = 12 : a code
      compare when want is other_code  stay / forget all but code : the same
      compare else  -> last    : another
      after 10m   stay / say hello gives told : anybody?
    second
      enter: call look
      found when stamp is "none" and note known   -> third / call send_it : now
      found else  stay / say hello gives told : again
      lost        -> first    : gone
      failed      -> first    : no answer
      tell        defer       : later
      told        stay        : heard
      after 5m    -> first    : too late
    third
      refused     -> first    : no
      tell        stay / call bare : more
      after 20m   stay        : still here
    away (interruption)
      enter: say back_soon
      tell        defer       : later
      told        stay        : heard
      after 1h    -> last     : too long
      model_back  -> back else first : again
    last (final: handed off, leftovers to attention)
"""


@pytest.mark.parametrize(
    ("rule", "holds"),
    [
        ("never third before look", True),
        ("never send_it before found", True),
        ("never second twice without first, last between", True),
        ("never second before first", True),
        ("bare only in third", True),
        ("every path after tell visits last", True),
        ("seen holds whenever look is possible", True),
        ("never last before other", False),
    ],
)
def test_a_machine_with_everything_in_it(rule: str, holds: bool) -> None:
    (verdict,) = prove(everything(), [rule], Options(limit=60))
    assert isinstance(verdict, Refuted) is not holds, verdict


def everything() -> Table:
    made = table(EVERYTHING)
    assert made.fit, made.problems
    return made


def test_the_booking_reserves_nothing_before_a_yes() -> None:
    source = (Path(__file__).parents[3] / "examples" / "booking" / "booking.states").read_text(encoding="utf-8")
    definition = read(source).definition
    assert definition is not None
    (verdict,) = prove(compile_table(definition), definition.rules[:1])
    assert isinstance(verdict, Holds)
    assert "up to 2 attempts of a write" in verdict.bounds


@pytest.mark.slow
def test_the_booking_keeps_all_of_its_rules() -> None:
    source = (Path(__file__).parents[3] / "examples" / "booking" / "booking.states").read_text(encoding="utf-8")
    definition = read(source).definition
    assert definition is not None
    verdicts = list(prove(compile_table(definition), definition.rules))
    assert [type(verdict) for verdict in verdicts] == [Holds] * 4


@pytest.mark.parametrize(
    "type_",
    [
        v.Text(),
        v.Bool(),
        v.Range(1, 20),
        v.Choices(("a", "b")),
        v.MoneyType(),
        v.Date(),
        v.Time(),
        v.ListOf(v.Text()),
        v.Data(),
    ],
)
def test_a_sample_is_of_its_type(type_: v.Type) -> None:
    first, second = sample(type_, "name", 0), sample(type_, "name", 1)
    assert v.fits(first, type_)
    assert v.fits(second, type_)
    assert first != second


def test_packed_valuations_move_as_their_facts_do() -> None:
    layout = Layout((3, 2))
    up = (Change(0, (1, 2, 2)),)
    one = 1 << layout.number((0, 1))
    assert apply(one, layout.shifts(up)) == 1 << layout.number((1, 1))
    both = layout.before(1 << layout.number((2, 1)), up)
    assert both == 1 << layout.number((1, 1)) | 1 << layout.number((2, 1))
