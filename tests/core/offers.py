"""A machine that asks before it acts, for the tests of proposals.

Owns: the machine, and the runs that have asked and that may act. Never: tests anything.
"""

from __future__ import annotations

from decidable.core.values import Money, Value
from tests.core.driver import Driver
from tests.core.machines import table

MACHINE = """
    facts
      slot, day, code, receipt, town: text
      price: money
      note: text
      open: bool = yes
      tries: 0..3 = 0
    events
      user      ask, again, leave, change(slot?, price?, note?), more, twice, chat, shut, late_say(town), count_it
      answer    yes, no
      result    refused, unknown, found(town), failed
      evidence  made(code), paid(receipt), sent
      signal    news(price)
    tools
      read   find(day)           gives found            fails failed
      write  make(slot)          gives made, refused    timeout unknown   look up with find   needs approval
      write  pay(code, price)    gives paid, refused    timeout unknown   look up with find   needs approval
      write  tell(day)           gives sent             timeout unknown   look up with find   needs approval   requires open
    any state
      paid, sent, unknown, news   stay
      leave        -> idle
      blocked      stay / say blocked
      @user        reject
      @result      stay
      made         stay
    idle (start)
      ask          -> asking / propose make then pay(code from made)
      again        -> asking / propose tell then make
      more         stay / perform
      twice        stay / call make
      late_say     stay
    asking
      yes when approved   -> doing / perform
      yes else            stay / say not_that, ask again
      no                  -> idle
      change, count_it    stay / count tries
      again               stay / propose tell
      chat                stay / ask again, say chatting
      ask                 stay / set note = "x", propose make, say before
      more                stay / perform
      twice               -> asking restart
      late_say            stay
      after 30m           -> idle
    doing
      made         stay / perform
      more         stay / perform
      chat         stay / ask again
      change       stay
      shut         stay / set open = no
      again        stay / propose tell
      ask          -> idle / perform
      twice        -> doing restart
"""


FACTS: dict[str, Value] = {"slot": "s1", "day": "fri", "price": Money("20.00 USD")}


def asking(event: str = "ask", **facts: Value) -> Driver:
    driver = Driver(table(MACHINE), FACTS | facts)
    driver.on(event)
    assert driver.state == "asking"
    return driver


def doing(event: str = "ask", **facts: Value) -> Driver:
    driver = asking(event, **facts)
    driver.approve()
    assert driver.state == "doing"
    return driver


def digest(driver: Driver) -> str:
    assert driver.snapshot.proposal is not None
    return driver.snapshot.proposal.digest
