"""Whether the lines of one cell decide it: every combination of values, against every line.

Owns: undecided, partial and conflicting cells with a witness. Never: reports lines that are merely useless (`check`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby

from decidable.core import definition as d
from decidable.core.guard import names
from decidable.core.problem import Problem
from decidable.core.records import Verdict
from decidable.core.scope import Scope
from decidable.core.shared import place_of, placed
from decidable.core.table import ANY_STATE, Cell, EventInfo, Option, Origin, Rank
from decidable.core.valuations import ALWAYS, Name, TooWide, Valuation, valuations
from decidable.core.values import Text

_ORIGIN = {
    Rank.NAMED: Origin.NAMED,
    Rank.ONLY: Origin.GROUP,
    Rank.INHERITED: Origin.INHERITED,
    Rank.GROUP: Origin.GROUP,
    Rank.INHERITED_GROUP: Origin.GROUP,
    Rank.DEFAULT: Origin.DEFAULT,
}


def decide_cell(
    state: d.State,
    event: str,
    options: tuple[Option, ...],
    info: EventInfo | None,
    scope: Scope,
    always_known: frozenset[str],
) -> tuple[Cell, list[Problem]]:
    """The cell these lines make, and what is wrong with it. `options`: strongest first, `else` last of its rank."""
    reached: set[int] = set()
    witness: Valuation | None = None
    clash: tuple[Option, Option, Valuation] | None = None
    try:
        for valuation in _valuations(options, info, scope, always_known):
            holding = deciding(options, valuation)
            reached.update(holding)
            if not holding:
                witness = witness or valuation
            elif len(holding) > 1:
                clash = clash or (options[holding[0]], options[holding[1]], valuation)
    except TooWide:
        problem = Problem(
            "too-wide",
            f"the guards of {state.name} x {event} span too many combinations to judge",
            "split the state, or compute a bool field where the event is built",
            options[0].line.at,
            state=state.name,
            event=event,
        )
        return Cell(state.name, event, options, Origin.PARTIAL, False), [problem]
    origin = _origin([option for n, option in enumerate(options) if n in reached], witness, clash)
    options = tuple(
        option._replace(reached=True, origin=_recorded(option, origin)) if n in reached else option
        for n, option in enumerate(options)
    )
    return Cell(state.name, event, options, origin, False), [
        *_problems(state, event, options, witness, clash),
        *_late_answers(state, options, info),
    ]


def _valuations(
    options: tuple[Option, ...], info: EventInfo | None, scope: Scope, always_known: frozenset[str]
) -> Iterable[Valuation]:
    """The values to judge a cell by. Where its strongest line always decides, no other line and no value matters."""
    first = options[0] if options else None
    alone = len(options) < 2 or options[1].strength != options[0].strength
    if first is None or (alone and first.test is None and not first.line.otherwise):
        return (ALWAYS,)
    guards = tuple(option.line.guard for option in options if option.line.guard is not None)
    return valuations(guards, {name: seen_by(name, info, scope, always_known) for g in guards for name in names(g)})


def seen_by(name: str, info: EventInfo | None, scope: Scope, always_known: frozenset[str]) -> Name:
    """What a guard of a cell can find under a name: a fact, or a field of the event."""
    fact = scope.facts.get(name)
    given = info is None or name in info.required
    if fact is not None:
        in_event = info is not None and given
        return Name(fact.type, True, not in_event and name not in always_known)
    return Name(info.types[name] if info else Text(), False, not given)


def deciding(options: tuple[Option, ...], valuation: Valuation) -> tuple[int, ...]:
    """The lines that decide under a valuation: more than one is a conflict, none a gap. Within a rank the nearest
    state comes first, so that a `*` of its own covers that of any state."""
    for _, alike in groupby(enumerate(options), lambda numbered: numbered[1].strength):
        together = tuple(alike)
        holding = tuple(n for n, o in together if not o.line.otherwise and (o.test is None or o.test(valuation.view)))
        if holding:
            return holding
        rest = tuple(n for n, o in together if o.line.otherwise)
        if rest:
            return rest
    return ()


def _origin(reached: list[Option], witness: object, clash: object) -> Origin:
    if not reached or any(option.verdict is None for option in reached):
        return Origin.UNDECIDED
    if clash is not None:
        return Origin.CONFLICT
    return Origin.PARTIAL if witness is not None else _ORIGIN[reached[0].rank]


def _recorded(option: Option, origin: Origin) -> str:
    """Of a line of a parent, where it stands; of any other only how the cell is decided."""
    if option.depth == 0 or option.source == ANY_STATE:
        return origin
    return f"{_ORIGIN[option.rank]} from {option.source}"


def _problems(
    state: d.State,
    event: str,
    options: tuple[Option, ...],
    witness: Valuation | None,
    clash: tuple[Option, Option, Valuation] | None,
) -> Iterator[Problem]:
    cell = f"{state.name} x {event}"
    open_line = next((o.line for o in options if o.verdict is None and o.reached), None)
    if not options or open_line is not None:
        place = open_line.at if open_line else state.at
        hint = "write what happens: move, stay, defer, reject or ignore, and why"
        message = f"{cell} is undecided"
        found = Problem("undecided", message, hint, place, token=state.name, state=state.name, event=event)
        yield from placed([found], open_line) if open_line else [found]
    elif witness is not None:
        line = options[0].line
        hint = "add an `else` line, or decide the rest elsewhere"
        message = f"{cell} is undecided when {witness.text}"
        yield from placed([Problem("partial", message, hint, line.at, state=state.name, event=event)], line)
    if clash is not None:
        one, other, valuation = clash
        places = " and ".join(stands for o in (one, other) if (stands := place_of(o.line)))
        where = f" ({places})" if places else ""
        when = "" if valuation.text == "always" else f" when {valuation.text}"
        hint = "make their guards disjoint; the order of lines decides nothing"
        message = f"{cell} has 2 rules{when}{where}"
        found = Problem("conflict", message, hint, other.line.at, state=state.name, event=event)
        yield from placed([found], other.line)


def _late_answers(state: d.State, options: tuple[Option, ...], info: EventInfo | None) -> Iterator[Problem]:
    """A result is about the moment it was asked in; facts from it may be out of date when it is recalled."""
    if info is None or info.kind is not d.Kind.RESULT or not info.establishes:
        return
    for option in options:
        if option.reached and option.verdict is Verdict.DEFER:
            message = f"{state.name} defers '{info.name}', whose facts may be out of date by then"
            hint = "take it now: move or stay"
            found = Problem("defer-result", message, hint, option.line.at, token=info.name)
            yield from placed([found._replace(state=state.name, event=info.name)], option.line)
