"""Whether the lines of one cell decide it: every combination of values, against every line.

Owns: undecided, partial and conflicting cells with a witness. Never: reports lines that are merely useless (`check`).
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from decidable.core import definition as d
from decidable.core.guard import Guard
from decidable.core.problem import Problem
from decidable.core.table import Cell, EventInfo, Option, Origin, Rank
from decidable.core.validate_lines import Scope
from decidable.core.valuations import Name, TooWide, Valuation, valuations
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
    guards = tuple(option.line.guard for option in options if option.line.guard is not None)
    seen = _seen(guards, info, scope, always_known)
    reached: set[int] = set()
    witness: Valuation | None = None
    clash: tuple[Option, Option, Valuation] | None = None
    try:
        for valuation in valuations(guards, seen):
            deciding = _deciding(options, valuation)
            reached.update(deciding)
            if not deciding:
                witness = witness or valuation
            elif len(deciding) > 1:
                clash = clash or (options[deciding[0]], options[deciding[1]], valuation)
    except TooWide:
        problem = Problem(
            "too-wide",
            f"the guards of {state.name} x {event} span too many combinations to judge",
            "split the state, or compute a bool field where the event is built",
            options[0].line.at,
        )
        return Cell(state.name, event, options, Origin.PARTIAL, False), [problem]
    options = tuple(option._replace(reached=n in reached) for n, option in enumerate(options))
    origin = _origin(options, witness, clash)
    return Cell(state.name, event, options, origin, False), list(_problems(state, event, options, witness, clash))


def _seen(
    guards: tuple[Guard, ...], info: EventInfo | None, scope: Scope, always_known: frozenset[str]
) -> dict[str, Name]:
    seen = {name: Name(fact.type, True, name not in always_known) for name, fact in scope.facts.items()}
    if info is None:
        return seen | {name: Name(Text(), False, False) for name in ("tool", "why") if name not in seen}
    for name, type_ in info.types.items():
        required = name in info.required
        if name not in seen:
            seen[name] = Name(type_, False, not required)
        elif required:
            seen[name] = Name(seen[name].type, True, False)
    return seen


def _deciding(options: tuple[Option, ...], valuation: Valuation) -> tuple[int, ...]:
    """The lines that decide under a valuation: more than one is a conflict, none a gap. Within a rank the nearest
    state comes first, so that a `*` of its own covers that of any state."""
    for _, alike in groupby(enumerate(options), lambda numbered: (numbered[1].rank, numbered[1].source)):
        together = tuple(alike)
        holding = tuple(n for n, o in together if not o.line.otherwise and (o.test is None or o.test(valuation.view)))
        if holding:
            return holding
        rest = tuple(n for n, o in together if o.line.otherwise)
        if rest:
            return rest
    return ()


def _origin(options: tuple[Option, ...], witness: object, clash: object) -> Origin:
    reached = [option for option in options if option.reached]
    if any(option.verdict is None for option in reached) or not reached:
        return Origin.UNDECIDED
    if clash is not None:
        return Origin.CONFLICT
    return Origin.PARTIAL if witness is not None else _ORIGIN[reached[0].rank]


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
        yield Problem("undecided", f"{cell} is undecided", hint, place, token=state.name)
    elif witness is not None:
        line = options[0].line
        hint = "add an `else` line, or decide the rest elsewhere"
        yield Problem("partial", f"{cell} is undecided when {witness.text}", hint, line.at)
    if clash is not None:
        one, other, valuation = clash
        places = " and ".join(f"line {o.line.at}" for o in (one, other) if o.line.at)
        where = f" ({places})" if places else ""
        when = "" if valuation.text == "always" else f" when {valuation.text}"
        hint = "make their guards disjoint; the order of lines decides nothing"
        yield Problem("conflict", f"{cell} has 2 rules{when}{where}", hint, other.line.at)
