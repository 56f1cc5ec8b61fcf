"""The machine built in Python equals the one that its text reads to, however it is declared."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from decidable.core.definition import After, Definition, End, Event, Field, Kind, Line, Tool
from decidable.core.guard import And, Is, Same
from decidable.core.values import Bool, Choices, Money, MoneyType, Range, Text
from decidable.text import Builder, read, write
from decidable.text.do import (
    ask_again,
    call,
    compose,
    count,
    forget,
    forget_all_but,
    hand_off,
    perform,
    propose,
    record,
    reset,
    say,
    send,
    set_,
    then,
)

TEXT = """machine refund

facts
  order, receipt: text
  amount: money
  misses: 0..2 = 0
  cabin: economy | business
  fee: money authority = 2.50 USD

events
  user      want, details(order?, several: bool derived), other
  answer    yes, no
  result    eligible(amount), declined, told
  evidence  paid(receipt, old: text)
  system    model_down, model_back

tools
  read   find(order)         gives eligible   fails declined
  read   history()           shown
  write  pay(order, amount)  gives paid, declined  timeout unknown  look up with find  needs approval  requires not receipt known
  write  undo(receipt)       gives told  timeout lost  look up by repeating the key  trusts order  requires order is receipt

any state
  model_down          -> down                       : no model
  paid                stay / record
  @user               reject strike / say no_now    : not asked
  after 3 strikes     -> person
  *                   ?

begin
  enter: say hello gives told, compose more gives told, reset misses
  want, details when order known  -> wait / call find, count misses, set cabin = economy : known now
  details else        stay / ask again
  other               ignore
  other when cabin is economy and order is receipt  defer / say wait

wait
  enter: propose pay then undo(receipt from paid) then pay
  yes when approved   -> wait restart / perform
  yes else            -> wait restart
  after 30m           -> begin / forget order and amount
  after 1s            -> begin / forget all but order
  @user only          defer                         : later

down (interruption)
  model_back          -> back else begin
  other               -> back / hand off, send paid to ledger

person (final: handed off, leftovers to attention)
bad (final: failed)

rules
  never pay before yes
"""


class Paid:
    event_name = "paid"


@dataclass(frozen=True)
class Find:
    name: str = "find"


def declared() -> Builder:
    m = Builder("refund")
    for name in ("order", "receipt"):
        m.fact(name, Text())
    m.fact("amount", MoneyType())
    m.fact("misses", Range(0, 2), initial=0)
    m.fact("cabin", Choices(("economy", "business")))
    m.fact("fee", MoneyType(), initial=Money("2.50 USD"), authority=True)
    m.event("want", Kind.USER)
    m.event("details", Kind.USER, Field(name="order", optional=True), Field(name="several", type=Bool(), derived=True))
    m.event("other", Kind.USER)
    m.event("yes", Kind.ANSWER)
    m.event("no", Kind.ANSWER)
    m.event("eligible", Kind.RESULT, "amount")
    m.event("declined", Kind.RESULT)
    m.event("told", Kind.RESULT)
    m.event("paid", Kind.EVIDENCE, "receipt", Field(name="old", type=Text()))
    m.event("model_down", Kind.SYSTEM)
    m.event("model_back", Kind.SYSTEM)
    m.tool(Find(), "order", write=False, gives=["eligible"], no_answer="declined")
    m.tool("history", write=False, shown=True)
    m.tool(
        "pay",
        "order",
        "amount",
        write=True,
        gives=[Paid, "declined"],
        look_up_with=Find(),
        needs_approval=True,
        requires="not receipt known",
    )
    m.tool(
        "undo",
        "receipt",
        write=True,
        gives=["told"],
        no_answer="lost",
        look_up_by_repeating=True,
        requires="order is receipt",
        trusts=["order"],
    )
    return m


def built() -> Builder:
    m = declared()
    (
        m.any_state()
        .on("model_down").move("down", because="no model")
        .on(Paid).stay(do=[record()])
        .on_group("user").reject(strike=True, do=[say("no_now")], because="not asked")
        .after_strikes(3).move("person")
        .on_anything().undecided()
    )  # fmt: skip
    begin = m.state("begin")
    begin.enter(say("hello", gives="told"), compose("more", gives="told"), reset("misses"))
    begin.on("want", "details").when("order known").move(
        "wait", do=[call("find"), count("misses"), set_("cabin", "economy")], because="known now"
    )
    begin.on("details").otherwise().stay(do=[ask_again()])
    begin.on("other").ignore()
    begin.on("other").when(And((Is("cabin", "economy", bare=True), Is("order", "receipt", bare=True)))).defer(
        do=[say("wait")]
    )
    wait = m.state("wait").enter(propose("pay", then("undo", receipt=Paid), "pay"))
    wait.on("yes").when("approved").move("wait", restart=True, do=[perform()])
    wait.on("yes").otherwise().restart()
    wait.after(minutes=30).move("begin", do=[forget("order", "amount")])
    wait.after(seconds=1).move("begin", do=[forget_all_but("order")])
    wait.on_group("user", only=True).defer(because="later")
    down = m.state("down", interruption=True)
    down.on("model_back").back(otherwise="begin")
    down.on("other").back(do=[hand_off(), send(Paid, to="ledger")])
    m.state("person", final=End.HANDED_OFF, leftovers=True)
    m.state("bad", final=End.FAILED)
    m.rule("never pay   before yes")
    return m


def test_text_and_python_give_equal_machines() -> None:
    reading = read(TEXT)
    assert reading.problems == ()
    assert built().definition() == reading.definition
    assert read(write(built().definition())).definition == reading.definition


def test_a_name_after_is_is_settled_when_all_facts_are_known() -> None:
    definition = built().definition()
    (guard,) = (line.guard for line in definition.states[0].lines if isinstance(line.guard, And))
    assert guard == And((Is("cabin", "economy", bare=True), Same("order", "receipt")))
    assert definition.tools[-1].requires == Same("order", "receipt")


def test_a_start_may_be_marked() -> None:
    m = Builder()
    m.state("a")
    m.state("b", start=True)
    definition = m.definition()
    assert definition == read("a\nb (start)\n").definition


def test_a_definition_is_a_value_and_the_builder_goes_on() -> None:
    m = Builder("m")
    s = m.state("a")
    before = m.definition()
    s.on("x").stay()
    assert before.states[0].lines == ()
    assert len(m.definition().states[0].lines) == 1


@pytest.mark.parametrize(
    ("parts", "ms"),
    [
        ({"days": 1}, 86_400_000),
        ({"hours": 2, "minutes": 30}, 9_000_000),
        ({"ms": 500}, 500),
        ({"seconds": 90}, 90_000),
    ],
)
def test_deadlines_are_in_units(parts: dict[str, int], ms: int) -> None:
    m = Builder()
    m.state("a").after(**parts).stay()
    text = write(m.definition())
    assert read(text).definition == m.definition()
    assert [line.selector for line in m.definition().states[0].lines] == [After(ms)]


def test_the_parts_are_the_values_of_the_core() -> None:
    m = Builder("m")
    m.event("a", Kind.USER)
    m.tool("t", write=False, shown=True)
    m.state("s").on("a").stay()
    definition = m.definition()
    assert isinstance(definition, Definition)
    assert definition.events == (Event(name="a", kind=Kind.USER),)
    assert definition.tools == (Tool(name="t", write=False, shown=True, no_answer="failed"),)
    assert all(isinstance(line, Line) for line in definition.states[0].lines)
