"""Lines of the table: which events, under which guard, what is decided, with which effects, and why.

Owns: the grammar of a line and of `enter:`. Never: knows in which state the line stands.
"""

from __future__ import annotations

from typing import Final

from decidable.core.definition import (
    After,
    AfterStrikes,
    Back,
    Defer,
    Effect,
    Group,
    Ignore,
    Line,
    Move,
    Named,
    Outcome,
    Reject,
    Selector,
    Star,
    Stay,
    Undecided,
)
from decidable.core.guard import Guard, literal_text
from decidable.text.effects import read_effects
from decidable.text.guards import read_guard
from decidable.text.literals import is_quoted, needs_quotes, read_duration, read_whole, unquote
from decidable.text.names import NameOf, is_reserved
from decidable.text.scan import Cursor, Sort, tokens
from decidable.text.source import SourceLine, split_line
from decidable.text.trouble import nearest

_SELECTOR: Final = "syntax-selector"
_OUTCOME: Final = "syntax-outcome"
_OUTCOMES: Final = ("stay", "defer", "reject", "ignore")
_ADVICE: Final = "an outcome is -> STATE, stay, defer, reject, ignore, or ? for knowingly undecided"
_COMMENT: Final = '  # "'
"""The most troublesome comment: its quote would close one that the reason leaves open."""
_MISPLACED: Final = {
    "enter": "write `enter:` and the effects",
    "when": "the event stands before its guard",
    "else": "the event stands before `else`",
}
_FOREIGN: Final = {
    "=>": "write ->",
    "if": "write `when`",
    "go": "write -> STATE",
    "goto": "write -> STATE",
    "move": "write -> STATE",
}


def looks_decided(cursor: Cursor) -> bool:
    """Whether a line, wherever it stands, is the decision of a cell and not a header."""
    while cursor.here.sort is not Sort.END:
        cursor.take()
        if cursor.sees("->", "when", "else", "/", *_OUTCOMES):
            return True
    return False


def read_line(line: SourceLine) -> Line:
    """A decision. Its reason begins at the first `:` outside quotes; no other part of a line has one."""
    end = line.colon if line.colon >= 0 else len(line.code)
    cursor = Cursor(tokens(line.code, 0, end))
    selector = read_selector(cursor)
    guard: Guard | None = None
    otherwise = False
    if cursor.skip("when"):
        guard = read_guard(cursor)
    elif cursor.skip("else"):
        otherwise = True
    reason = read_reason(line)
    if cursor.here.sort is Sort.END and reason.startswith(("->", *_OUTCOMES)):
        cursor.refuse(
            _OUTCOME, "a reason stands here, and no outcome before it", "take the ':' away; it begins the reason"
        )
    if cursor.here.sort is Sort.END and line.colon >= 0 and isinstance(selector, Named):
        hint = nearest(selector.events[0], ("enter",), _ADVICE)
        cursor.refuse(_OUTCOME, f"an outcome should stand here, not {cursor.here}", hint)
    outcome = read_outcome(cursor)
    effects = read_effects(cursor) if cursor.skip("/") else ()
    if cursor.sees("when", "else"):
        cursor.refuse(
            _OUTCOME, f"{cursor.here} stands too late", "the guard stands before the outcome: details when f -> x"
        )
    cursor.finish(_OUTCOME, "what this line decides", "effects stand after ' / ', with commas; the reason after ' : '")
    return Line(
        selector=selector,
        guard=guard,
        otherwise=otherwise,
        outcome=outcome,
        effects=effects,
        reason=reason,
        at=line.number,
    )


def read_selector(cursor: Cursor) -> Selector:
    """Which events a line speaks of."""
    if cursor.skip("*"):
        return Star()
    if cursor.skip("@"):
        if cursor.sees(*_OUTCOMES):
            cursor.refuse(_SELECTOR, f"the name of a group should stand here, not {cursor.here}")
        name = cursor.name(_SELECTOR, "the name of a group")
        return Group(name, cursor.skip("only"))
    if cursor.skip("after"):
        return _after(cursor)
    events = [_event(cursor)]
    while cursor.skip(","):
        events.append(_event(cursor))
    return Named(tuple(events))


def _event(cursor: Cursor) -> str:
    if cursor.sees("@", "*", "after"):
        cursor.refuse(_SELECTOR, f"{cursor.here} cannot stand in a list of events", "give it a line of its own")
    if is_reserved(cursor.here.text, NameOf.EVENT):
        hint = _MISPLACED.get(cursor.here.text, "choose another name")
        cursor.refuse(_SELECTOR, f"the name of an event should stand here, not {cursor.here}", hint)
    return cursor.name(_SELECTOR, "the name of an event")


def _after(cursor: Cursor) -> Selector:
    token = cursor.here
    if token.sort is Sort.NUMBER and cursor.next.text in ("strikes", "strike"):
        count = read_whole(cursor, _SELECTOR)
        if count < 1:
            cursor.refuse(_SELECTOR, f"after {count} strikes is never", "count from 1", token)
        cursor.take()
        return AfterStrikes(count)
    ms = read_duration(token)
    if ms is None:
        cursor.refuse(_SELECTOR, f"{token} is not a duration", "write 500ms, 45s, 30m, 2h, 1d, or a number of strikes")
    cursor.take()
    return After(ms)


def read_outcome(cursor: Cursor) -> Outcome:
    """What a line decides."""
    token = cursor.here
    if cursor.skip("->"):
        return _move(cursor)
    if cursor.skip("?"):
        return Undecided()
    if cursor.skip("stay"):
        return Stay()
    if cursor.skip("defer"):
        return Defer()
    if cursor.skip("ignore"):
        return Ignore()
    if cursor.skip("reject"):
        return Reject(cursor.skip("strike"))
    hint = _FOREIGN.get(token.text) or nearest(token.text, _OUTCOMES, _ADVICE)
    cursor.refuse(_OUTCOME, f"an outcome should stand here, not {token}", hint)


def _move(cursor: Cursor) -> Outcome:
    if cursor.skip("back"):
        return Back(cursor.name(_OUTCOME, "the name of a state") if cursor.skip("else") else "")
    target = cursor.name(_OUTCOME, "the name of a state")
    return Move(target, cursor.skip("restart"))


def read_enter(line: SourceLine) -> tuple[Effect, ...]:
    """The effects of `enter: ...`."""
    cursor = Cursor(tokens(line.code, line.colon + 1))
    effects = read_effects(cursor)
    cursor.finish("syntax-effect", "the effects of entering", "an `enter:` line has effects with commas, and no reason")
    return effects


def read_reason(line: SourceLine) -> str:
    """The reason of a line: the rest after the first `:`; quoted where it could not stand as it is."""
    if line.colon < 0:
        return ""
    raw = line.code[line.colon + 1 :].strip()
    return (unquote(raw) if is_quoted(raw) else None) or raw


def reason_text(reason: str) -> str:
    """A reason as a line shows it: quoted only where it, or a comment after it, would otherwise be read as something else."""
    if not needs_quotes(reason):
        again = split_line(0, f": {reason}{_COMMENT}")
        if again.comment == _COMMENT.strip() and read_reason(again) == reason:
            return reason
    return literal_text(reason)
