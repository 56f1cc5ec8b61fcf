"""A machine with two interruptions.

Owns: the machine, and the run that is away. Never: tests anything.
"""

from __future__ import annotations

from tests.core.driver import Driver
from tests.core.machines import table

MINUTE = 60_000


MACHINE = """
    facts
      order, slot, receipt: text
    events
      user      look, buy, say_it, later, stop, ask, tell_all, gift, both
      answer    yes, no
      result    free(slot), gone, failed, refused, unknown, told
      evidence  paid(receipt), sold
      signal    news
      system    down, up, deeper
    tools
      read   check(order)   gives free, gone      fails failed
      read   inspect(order)  gives sold           fails failed
      write  pay(order)     gives paid, refused   timeout unknown   look up with check
      write  give(order)    gives paid, refused   timeout unknown   look up with check   needs approval
    any state
      stop      -> over
      down      -> away
      news, sold      stay
      paid      -> report
      unknown, failed, told, refused, free, gone   stay
      blocked   stay / say blocked
      yes, no   stay
      deeper    -> deep
      up        stay
      after 3 strikes   -> report
      @user     reject
    here (start)
      enter: say welcome
      look      stay / call check, call inspect
      buy       stay / call pay
      say_it    stay / say news gives told
      later     defer
      gift      stay / propose give
      yes when approved   stay / perform
      yes else            stay / ask again
      both      stay / call give, call give
      ask       reject strike
      after 30m   -> report
      after 10m   stay / say ten
    report
      later     stay
    away (interruption)
      enter: say back_soon
      up        -> back else report
      look      stay / call check
      later     defer
      ask       stay / ask again
      tell_all  -> report
      buy       -> back else report / call pay
      after 1h  stay
      both      -> away restart
    deep (interruption)
      up        -> back
      tell_all  -> report
    over (final: cancelled, leftovers to attention)
"""


def run() -> Driver:
    return Driver(table(MACHINE), order="o")


def away(*events: str) -> Driver:
    driver = run()
    for event in events:
        driver.on(event)
    driver.on("down")
    assert driver.state == "away"
    return driver
