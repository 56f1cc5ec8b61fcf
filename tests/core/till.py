"""A till: reads, writes with and without approval, words; for the tests of operations.

Owns: the machine and the shortest way to an open payment. Never: tests anything.
"""

from __future__ import annotations

from tests.core.driver import Driver
from tests.core.machines import table

MACHINE = """
    facts
      order, slot, seat, receipt: text
      sure: bool = no
    events
      user      look, buy, gift, both, leave, change(order), be_sure, other_slot(slot)
      result    free(slot), gone, failed, refused, unknown, told
      evidence  paid(receipt), sent, sold(seat)
      signal    freed
    tools
      read   check(order, slot)   gives free, gone       fails failed
      read   count_all(order)     gives sold             fails failed
      write  pay(order)           gives paid, refused    timeout unknown   look up with check
      write  give(order)          gives sent             timeout unknown   look up by repeating the key
      write  ship(receipt)        gives sent, refused    timeout unknown   look up with check   requires sure
    any state
      leave     -> there : gone
      unknown, failed, told   stay
      paid, sent, sold        stay
      free, gone              stay
      refused   stay / say refused
      freed     stay
      change, other_slot      stay
      be_sure   stay / set sure = yes
      *         reject
    here (start)
      look      stay / call check
      buy       stay / call pay
      gift      stay / call give
      both      stay / call ship, say shipping gives told
      blocked   stay / say blocked
    there
      buy       stay / call pay
      look      stay / call count_all
      gift      -> done
      blocked   stay
      sold      -> here
    done (final: completed, leftovers to attention)
"""


def run(**facts: str | bool) -> Driver:
    return Driver(table(MACHINE), {"order": "o1", "slot": "s1", **facts})


def pay(driver: Driver, *, started: bool = True) -> str:
    driver.on("buy")
    operation = driver.start("pay") if started else driver.open("pay")
    return operation.id
