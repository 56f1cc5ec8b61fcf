"""A machine of facts: messages, reads, writes and signals that establish them.

Owns: the machine and the run with everything known. Never: tests anything.
"""

from __future__ import annotations

from decidable.core.values import Value
from tests.core.driver import Driver
from tests.core.machines import table

MACHINE = """
    facts
      day, hour, slot, seat, code: text
      party: 1..20
      paid_by: text
      tries: 0..2 = 0
      low: 1..3
      sure: bool = no
      kind: small | large
    events
      user      wants(day?, hour?, party?), picks(slot?, day?), asks, kinds(kind), clear, all, sets, counts, resets
      result    free(slot, seat?), exact(day, hour, slot), coded(code), failed, refused, unknown
      evidence  made(code, paid_by?), moved(code), sold(seat)
      signal    told(day?), over, undo
    tools
      read   check(day, hour, party)   gives free, exact      fails failed
      read   encode(slot)              gives coded            fails failed
      read   inspect(day)              gives sold             fails failed
      write  make(day, slot)           gives made, refused    timeout unknown   look up with check
      write  change(day, code)         gives moved, refused   timeout unknown   look up with check
    any state
      made, moved, sold, told  stay : recorded
      blocked                  stay : recorded
      @result                  stay : recorded
    here (start)
      wants    stay / call check
      picks    stay / call encode
      asks     stay / call make
      kinds    stay / call inspect
      clear    stay / forget slot and party
      all      stay / forget all but day
      sets     stay / set sure = yes
      counts   stay / count tries, count low
      resets   stay / reset tries, reset low
      over     stay / forget code
      undo     stay / reset code, reset paid_by
    there
      wants, picks, asks, kinds, clear, all, sets, counts, resets  stay
      over, undo  stay
"""


def run(**facts: Value) -> Driver:
    return Driver(table(MACHINE), facts)


def source(driver: Driver, fact: str) -> str:
    return driver.snapshot.facts[fact].source


def free(driver: Driver) -> Driver:
    driver.on("wants", day="fri", hour="19:00", party=4)
    driver.answer("check", "free", slot="A", seat="1")
    driver.on("picks", slot="A")
    driver.answer("encode", "coded", code="X")
    return driver
