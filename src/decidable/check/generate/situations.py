"""In which situation a line of a cell decides: found by trying it with the real `step`.

Owns: the facts, fields and calls under way that bring an event to its cell. Never: invents an outcome; what a case expects
is what the step did.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from decidable.check.explore.domains import effects as every_effect
from decidable.check.generate.cases import Case, Cases, Tell, Unreached, covering, unheard
from decidable.check.generate.readable import readable
from decidable.check.samples import sample
from decidable.check.shown import UNDECIDED, decisions, deeds
from decidable.check.situation import BLOCKED, NOW, Happens, arriving, asked, entered, enters, outcomes, under_way
from decidable.core import definition as d
from decidable.core import guard as g
from decidable.core import records as r
from decidable.core.snapshot import Act, Snapshot
from decidable.core.step import Step, step
from decidable.core.table import Cell, Option, Table
from decidable.core.valuations import Name, TooWide, Valuation, valuations
from decidable.core.values import Text, Value

MOST_COMBINATIONS: Final = 1_000
"""Of a cell whose guards span more, one in so many is tried."""


_REFUSED: Final = {"tool": Text(), "why": Text()}
"""What a guard of a `blocked` cell may look at."""


class Wanted(NamedTuple):
    """What a situation has to be like."""

    state: str
    happens: Happens
    approved: bool = False
    busy: bool = False
    strikes: int = 0


def cases(table: Table, tell: Tell = unheard) -> Cases:
    """Every case of a table, state by state in the order of the file."""
    all_cells = sum(map(len, table.rows.values()))
    done = 0
    situations = Situations(table)
    cells: list[Case] = []
    boundaries: list[Case] = []
    unreached: list[Unreached] = []
    for state, row in table.rows.items():
        for column, cell in row.items():
            tell(f"cells: {done:,} of {all_cells:,}")
            done += 1
            found = situations.of(cell)
            first: dict[int, Case] = {}
            for case in sorted(found, key=lambda case: sum(value is None for value in case.facts.values())):
                first.setdefault(id(case.line), case)
            cells += first.values()
            decided = [case for case in found if case.line is not None]
            if len(found) > 1 and decided:
                boundaries += covering(decided)
            lines = {id(o.line): o.line for o in cell.options if o.reached and o.verdict is not None}
            unreached += [Unreached(state, column, line) for key, line in lines.items() if key not in first]
    return Cases(tuple(cells), tuple(boundaries), tuple(unreached))


class Situations:
    """Tries situations until a line decides."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._writes = [name for name, info in table.tools.items() if info.tool.write]
        self._lost = may_be_lost(table)
        self._questions: dict[str, tuple[d.Item, ...]] = {}

    def of(self, cell: Cell) -> list[Case]:
        """A case for every combination of values that the cell tells apart, where some situation shows it."""
        struck = self._table.states[cell.state].strikes
        if struck is not None and struck[0] == cell.event:
            return list(self._struck(cell, struck[1]))
        guards = [option.line.guard for option in cell.options if option.line.guard is not None]
        seen = {name: self._seen(name, cell) for guard in guards for name in g.names(guard)}
        try:
            combinations = list(valuations(guards, seen))
        except TooWide:
            return []
        every = len(combinations) // MOST_COMBINATIONS + 1
        found = (self._shown(cell, each, guards, seen) for each in combinations[::every])
        return [case for case in found if case is not None]

    def _struck(self, cell: Cell, limit: int) -> Iterator[Case]:
        """The last of so many strikes: an event that strikes, after all but one of them."""
        found: set[int] = set()
        for other in self._table.rows[cell.state].values():
            for option in other.options:
                if not (option.reached and option.line.outcome == d.Reject(strike=True)):
                    continue
                for case in self.of(other):
                    wanted = Wanted(cell.state, case.happens, strikes=limit - 1)
                    last = self._tried(wanted, case.facts, option, ()) if case.line is option.line else None
                    line = None if last is None else _follows(last, cell)
                    if last is not None and line is not None and id(line) not in found:
                        found.add(id(line))
                        yield last._replace(column=cell.event, line=line)

    def _seen(self, name: str, cell: Cell) -> Name:
        info = self._table.events.get(cell.event)
        fact = self._table.facts.get(name)
        given = info is not None and name in info.required
        if fact is not None:
            return Name(fact.type, True, not given and (name not in self._table.initial or name in self._lost))
        return Name(info.types[name] if info is not None else Text(), False, not given)

    def _shown(self, cell: Cell, valuation: Valuation, guards: Sequence[g.Guard], seen: Collection[str]) -> Case | None:
        """A situation in which these values make the line decide that they should; None where none was found."""
        view = valuation.view
        option = next((o for o in cell.options if o.test is None or o.test(view)), None)
        facts, fields = self._given(cell, valuation, guards, seen)
        approves = view.approved or not any(g.Approved() in g.atoms(guard) for guard in guards)
        wanted = Wanted(cell.state, Happens(cell.event, fields, approves), view.approved, view.busy)
        effects = () if option is None else (*option.line.effects, *enters(self._table, option))
        for own in (self._table.states[cell.state].enter, ()):
            given = {**self._args((*own, *effects), {*facts, *fields, *seen}), **facts}
            case = self._tried(wanted, given, option, effects)
            if case is not None:
                return case._replace(values=valuation.text.replace("other text ", "text ") if guards else "")
        return None

    def _given(
        self, cell: Cell, valuation: Valuation, guards: Sequence[g.Guard], seen: Collection[str]
    ) -> tuple[dict[str, Value | None], dict[str, Value]]:
        """The facts, and the fields of the event, that make these values."""
        info = self._table.events.get(cell.event)
        types = info.types if info is not None else {}
        view = valuation.view
        seen_as = {**_REFUSED, **{name: fact.type for name, fact in self._table.facts.items()}, **types}
        values = {**{name: each.value for name, each in view.facts.items()}, **view.fields}
        known = readable(values, seen_as, guards)
        facts: dict[str, Value | None] = {}
        for name in seen:
            if name in self._table.facts and name not in types:
                if name in known and known[name] != self._table.initial.get(name, UNDECIDED):
                    facts[name] = known[name]
                elif name not in known and name in self._table.initial:
                    facts[name] = None
        fields = {name: value for name, value in known.items() if name in types}
        required = info.required if info is not None else ()
        fields.update((name, sample(name, types[name])) for name in types if name in required and name not in fields)
        return facts, fields

    def _args(self, effects: Iterable[d.Effect], known: Collection[str]) -> dict[str, Value | None]:
        """Facts for the arguments of what these effects start."""
        found: dict[str, Value | None] = {}
        for effect in effects:
            match effect:
                case d.Call(tool):
                    items: tuple[d.Item, ...] = (d.Item(tool),)
                case d.Propose(several):
                    items = several
                case _:
                    items = ()
            for item in items:
                taken = {name for name, _ in item.taken}
                for name in self._table.tools[item.tool].tool.args:
                    if name in self._table.facts and name not in {*known, *taken, *self._table.initial}:
                        found[name] = sample(name, self._table.facts[name].type)
        return found

    def _tried(
        self, wanted: Wanted, facts: Mapping[str, Value | None], option: Option | None, effects: Sequence[d.Effect]
    ) -> Case | None:
        """What happens in a situation with these facts, once what the event needs is under way; None where it does not
        come to its cell, or this line does not decide it."""
        table, (state, happens, approved, _, strikes) = self._table, wanted
        items: tuple[d.Item, ...] = ()
        if approved or d.AskAgain() in effects:
            items = self._questions[state] = self._questions.get(state) or self._question(state)
        facts = {**self._args([d.Propose(items)], facts), **facts}
        snapshot = entered(table, state, facts).step.snapshot
        asks = () if snapshot.proposal is not None else tuple(item.tool for item in items)
        snapshot = asked(table, snapshot, asks) if asks else snapshot
        plants = tuple(self._needed(wanted, snapshot))
        for name in plants:
            snapshot = under_way(table, snapshot, name)
        before, input = arriving(table, snapshot._replace(strikes=strikes), happens, NOW + 1)
        after = step(table, before, input)
        decided = decisions(before, input, after)
        if not decided or not _is_by(option, f"{state} {happens.event}", decided[0], after):
            return None
        return Case(
            state=state,
            column=happens.event,
            happens=happens,
            facts=facts,
            under_way=plants,
            asked=asks,
            strikes=strikes,
            outcome=decided[0].partition(": ")[2],
            follows=decided[1:],
            does=deeds(after),
            line=None if option is None or option.verdict is None else option.line,
        )

    def _question(self, state: str) -> tuple[d.Item, ...]:
        """A list that the table proposes: on the way into this state, if anywhere."""
        elsewhere: list[tuple[d.Item, ...]] = []
        for row in self._table.rows.values():
            for cell in row.values():
                for option in cell.options:
                    for effect in (*option.line.effects, *enters(self._table, option)):
                        if isinstance(effect, d.Propose):
                            if option.target == state:
                                return effect.items
                            elsewhere.append(effect.items)
        return elsewhere[0] if elsewhere else ()

    def _needed(self, wanted: Wanted, snapshot: Snapshot) -> Iterator[str]:
        """What must be under way for the event to come, and for the run to be busy."""
        table, event = self._table, wanted.happens.event
        info = table.events.get(event)
        open_ = list(snapshot.operations.values())
        if info is not None and info.kind is d.Kind.RESULT and not any(event in outcomes(table, op) for op in open_):
            givers = [name for name, each in table.tools.items() if event in (*each.tool.gives, each.tool.no_answer)]
            yield next(iter(givers), event)
        elif event == BLOCKED and not any(op.act in (Act.READ, Act.WRITE) for op in open_):
            yield next(iter(table.tools))  # only a state that starts tools has this column
        if wanted.busy:
            others = [name for name in self._writes if event not in table.tools[name].tool.gives]
            yield from (others or self._writes)[-1:]


def may_be_lost(table: Table) -> frozenset[str]:
    """The facts that something makes unknown: an effect, or an argument of the read that gave them."""
    found: set[str] = set()
    for effect in every_effect(table):
        if isinstance(effect, d.Forget):
            found.update(effect.facts)
        elif isinstance(effect, d.ForgetAllBut):
            found.update(name for name in table.facts if name not in effect.facts)
    for info in table.tools.values():
        if not info.tool.write and info.tool.args:
            found.update(name for event in info.tool.gives for name in table.events[event].establishes)
    return frozenset(found)


def _follows(case: Case, cell: Cell) -> d.Line | None:
    """The line of a cell that decided next in the same step."""
    said = {
        f"{cell.state} {cell.event}: {_outcome(option.verdict, option.target)}": option.line
        for option in reversed(cell.options)
        if option.verdict is not None
    }
    return said.get(case.follows[0]) if case.follows else None


def _outcome(verdict: r.Verdict, target: str) -> str:
    return f"-> {target}" if verdict is r.Verdict.MOVE else verdict.value


def _is_by(option: Option | None, cell: str, decided: str, after: Step) -> bool:
    """Whether the first decision of a step is that of this line."""
    if option is None or option.verdict is None:
        return decided == f"{cell}: {UNDECIDED}"
    record = next((record for record in after.records if isinstance(record, r.Decided)), None)
    if decided != f"{cell}: {_outcome(option.verdict, option.target)}":
        return False
    return option.verdict is r.Verdict.IGNORE or (
        record is not None and (record.line, record.reason) == (option.line.at, option.line.reason)
    )
