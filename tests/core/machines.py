"""Small machines, written as text, for the tests of the core.

Owns: reading a source into a table, and the one machine that most tests of operations share. Never: tests anything.
"""

from __future__ import annotations

from textwrap import dedent

from decidable.core.compile import compile_table
from decidable.core.definition import Definition
from decidable.core.table import Table
from decidable.text.reader import read


def definition(source: str) -> Definition:
    """The definition a text says; the text itself must be without a fault."""
    reading = read(dedent(source))
    assert reading.definition is not None
    assert not reading.problems, reading.problems
    return reading.definition


def draft(source: str) -> Table:
    """A table that need not be fit."""
    return compile_table(definition(source))


def table(source: str) -> Table:
    """A table that must be fit to run."""
    made = draft(source)
    assert made.fit, made.problems
    return made


SHOP = """
    machine shop
    facts
      order, note, slot, receipt, parcel: text
      party: 1..20
      price: money
      urgent: bool = no
      tries: 0..2 = 0

    events
      user      wants(order?, party?, note?), cancels, hello
      answer    yes, no
      result    free(slot, price), gone, failed, refused, unknown, told
      evidence  paid(receipt), sent(parcel), lost(which: text)
      signal    news(price?)
      system    model_down, model_back

    tools
      read   check(order, party)      gives free, gone      fails failed
      write  pay(slot, price)         gives paid, refused   timeout unknown   look up with check   needs approval
      write  send(order, receipt)     gives sent, refused   timeout unknown   look up by repeating the key   needs approval
      write  tell(order)              gives sent, refused   timeout unknown   look up with check

    any state
      paid        -> report          : it is real
      sent        -> report          : it is real
      lost, news  stay               : recorded
      model_down  -> away            : needs the model
      blocked     -> report          : refused
      *           reject             : not here

    begin (start)
      wants when order known and party known   -> search
      wants else                               stay
      hello                                    stay / say hello

    search
      enter: call check
      free       -> offer / propose pay then send(receipt from paid)
      gone       -> begin / forget slot
      failed     -> begin
      wants      -> search restart
      hello      defer / say one_moment
      news       stay

    offer
      yes when approved     -> buying / perform
      yes else              stay / say not_clear, ask again
      no                    -> begin
      wants                 stay
      news                  stay
      hello                 stay / say hello, ask again
      after 30m             -> begin

    buying
      paid when urgent      -> report
      paid else             stay / perform
      sent                  -> report
      refused               stay
      unknown               stay
      wants                 defer
      hello                 defer
      news                  stay
      cancels               -> report

    report
      enter: say what_stands gives told
      told      -> begin
      wants     defer
      unknown, refused  stay
      hello     stay
      cancels when order known   stay / call tell
      cancels else   stay

    away (interruption)
      enter: say back_soon
      wants       defer
      model_back  -> back else begin
      cancels     -> report
      after 2h    -> report
"""
"""An order is checked, offered, paid for and sent; every rule about operations has a place in it."""


def shop() -> Table:
    return table(SHOP)
