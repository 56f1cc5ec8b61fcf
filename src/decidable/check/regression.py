"""Whether one run still breaks a rule: what a saved counterexample asks.

Owns: judging a script that is played. Never: proves anything; a run that breaks nothing says nothing of the others.
"""

from __future__ import annotations

from decidable.check.rules.meaning import monitor_of
from decidable.check.rules.monitors import BROKEN, START
from decidable.check.rules.seen import seen
from decidable.check.script import Played, ScriptError, play
from decidable.core.snapshot import Snapshot, Status
from decidable.core.table import Table
from decidable.text import sentences as s


def broken_by(table: Table, rule: str, script: str) -> str:
    """How a script breaks a rule, or nothing. A line that cannot be played any more ends the run, and breaks nothing.

    Raises ValueError for a rule of which a single run cannot say that it is broken.
    """
    sentence = s.parse(rule)
    if sentence is None or isinstance(sentence, s.Visits | s.ModelCalls):
        raise ValueError(f"one run does not break '{rule}'; prove it")
    monitor, at = monitor_of(table, sentence), START
    try:
        for played in play(table, script):
            after = played.step.snapshot
            shown = tuple(filter(monitor.wants, seen(played.before, played.input, played.step)))
            at = monitor.advance(at, shown, after.state)
            if at == BROKEN or _is_possible_without(after, sentence):
                return f"{rule}: broken in {after.state}, at {_place(played)}"
            if at < 0:
                return ""
    except ScriptError:
        return ""
    return ""


def _place(played: Played) -> str:
    return f"line {played.line} of the script" if played.line else "the beginning"


def _is_possible_without(snapshot: Snapshot, sentence: s.Sentence) -> bool:
    if not isinstance(sentence, s.HoldsWhenever):
        return False
    known = snapshot.facts.get(sentence.fact)
    planned = any(op.tool == sentence.tool and op.status is Status.PLANNED for op in snapshot.operations.values())
    return planned and (known is None or known.value is not True)
