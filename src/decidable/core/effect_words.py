"""An effect in the words of a `.states` file, for messages.

Owns: those words. Never: reads them, or quotes a value so that it reads back; `text` does both.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import assert_never

from decidable.core import definition as d
from decidable.core.guard import literal_text


def effect_words(effect: d.Effect) -> str:
    """`say which_order gives told`."""
    match effect:
        case d.Call(tool):
            return f"call {tool}"
        case d.Propose(items):
            return f"propose {' then '.join(map(_item, items))}"
        case d.AskAgain():
            return "ask again"
        case d.Perform():
            return "perform"
        case d.Say(words, gives):
            return f"say {words}{f' gives {gives}' if gives else ''}"
        case d.Compose(words, gives):
            return f"compose {words}{f' gives {gives}' if gives else ''}"
        case d.Send(event, machine):
            return f"send {event} to {machine}"
        case d.HandOff():
            return "hand off"
        case d.Set(fact, value):
            return f"set {fact} = {literal_text(value, bare=True)}"
        case d.Count(fact):
            return f"count {fact}"
        case d.Reset(fact):
            return f"reset {fact}"
        case d.Forget(facts):
            return f"forget {' and '.join(facts)}"
        case d.ForgetAllBut(facts):
            return f"forget all but {' and '.join(facts)}"
        case d.Record():
            return "record"
        case _:
            assert_never(effect)


def _item(item: d.Item) -> str:
    taken = ", ".join(f"{argument} from {event}" for argument, event in item.taken)
    return f"{item.tool}({taken})" if taken else item.tool


def in_words(effects: Iterable[d.Effect]) -> str:
    """Several, as they run."""
    return ", ".join(map(effect_words, effects))
