"""A machine of states in states: a checkout of two steps and a check in it, and an interruption of two.

Owns: the machine. Never: tests anything.
"""

from __future__ import annotations

from decidable.core.table import Table
from tests.core.machines import table

SHOP = """
    facts
      total: 0..9
      seen: 0..3 = 0
      away_seen: 0..3 = 0
    events
      user      hours, next, again, over, restart_it, first, on_top, cancel, rest
      answer    yes, no
      result    found, failed, refused, unknown
      evidence  paid
      signal    recall, closing
      system    down, up
    tools
      read   look(total)   gives found     fails failed
      write  pay(total)    gives paid, refused   timeout unknown   look up by repeating the key   needs approval

    any state
      recall          -> checkout
      paid            -> thanks
      blocked, refused, unknown, failed   stay
      closing         -> checkout restart
      cancel          -> gone
      found           stay
      down            -> away
      up              stay
      after 2h        -> gone
      after 3 strikes -> gone
      *               reject

    checkout (start)
      enter: count seen, say welcome
      hours        stay / say hours
      again        -> address
      over         -> checkout restart
      on_top       -> careful
      next         -> thanks
      @answer only stay
      after 30m    -> gone
      after 2 strikes -> careful
      state address (start)
        enter: say where_to
        next         -> card
        on_top       -> checkout restart
        rest         stay / call look
        after 5m     -> card
      state card
        enter: say card_please
        next         -> careful
        first        -> checkout
        rest         -> card restart
        hours        reject strike
        cancel       -> address
        @user        defer
      state careful
        enter: say look_again
        state look_once (start)
          enter: propose pay
          next   -> look_twice
        state look_twice
          yes when approved   -> look_twice restart / perform
          yes else            stay
          after 3 strikes -> gone

    thanks (final: completed)
    gone (final: cancelled)

    away (interruption)
      enter: count away_seen
      up        -> back else checkout
      hours     stay
      after 1h  -> gone
      state resting (start)
        enter: say back_soon
        next      -> waiting
      state waiting
        enter: say still_away
        on_top    -> checkout
        rest      -> away restart
"""


def shop() -> Table:
    """The table of it."""
    return table(SHOP)
