"""Everything about a machine that following its facts looks up again and again, worked out once.

Owns: the domains of the facts, the questions a machine asks, and the slots that a cell touches; `givers` and `variants` know how
events come.
Never: follows anything.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator

from decidable.check.flow.domain import Domain, Origin, Source
from decidable.check.flow.givers import Givers, filled, origin
from decidable.check.flow.space import Box, Space
from decidable.check.flow.variants import Variant, Variants
from decidable.core import definition as d
from decidable.core import guard as g
from decidable.core.records import Verdict
from decidable.core.table import Option, Table


class World:
    """One machine, prepared."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self._options = [option for row in table.rows.values() for cell in row.values() for option in cell.options]
        done = [effect for option in self._options for effect in (*option.line.effects, *option.entering)]
        self.effects = tuple(dict.fromkeys([*table.states[table.start].enter, *done]))
        self.entered_at = {id(effect): state.at for state in table.definition.states for effect in state.enter}
        """Where each effect on entry is written: a move may enter parents too."""
        self.proposals = tuple(dict.fromkeys(effect for effect in self.effects if isinstance(effect, d.Propose)))
        offered = {item.tool for proposal in self.proposals for item in proposal.items}
        self.offered = [name for name, info in table.tools.items() if info.tool.write and name in offered]
        """The writes that some line proposes."""
        self.givers = Givers(table, self.effects, self.proposals)
        self.space = Space(self._domains(), (name for name, info in table.tools.items() if info.tool.write))
        self._forgettable()
        self.variants = Variants(self.givers, self.effects, self.space)

    def domain(self, fact: str) -> Domain:
        """What can be known of a fact."""
        return self.space.domains[self.space.facts[fact]]

    def touched(self, options: Iterable[Option], variants: Iterable[Variant]) -> Box:
        """The slots that deciding a cell may look at or change."""
        names: set[str] = set()
        effects: list[d.Effect] = []
        for option in options:
            if option.line.guard is not None:
                names.update(g.names(option.line.guard))
            if option.verdict in (Verdict.MOVE, Verdict.STAY):
                effects += option.line.effects
                effects += option.entering
        changed = {self.space.domains[fact.at].fact.name for variant in variants for fact in variant.taught}
        for effect in effects:
            looked_at, written = self._reach(effect)
            names.update(looked_at)
            changed.update(written)
        if changed:
            names.update(changed, (domain.fact.name for domain in self.space.domains if domain.dependent))
        slots = self.space.all_writes
        for name in names & self.space.facts.keys():
            slots |= self.space.slot[self.space.facts[name]]
        return slots

    def _reach(self, effect: d.Effect) -> tuple[Iterable[str], Iterable[str]]:
        """The facts an effect looks at, and those it changes."""
        match effect:
            case d.Set(name) | d.Count(name) | d.Reset(name):
                return (), (name,)
            case d.Forget(names):
                return (), names
            case d.ForgetAllBut():
                return (), self.space.facts
            case d.Call(tool):
                return self._needed(tool), ()
            case d.Propose(items):
                return [name for item in items for name in self._needed(item.tool)], ()
            case d.Perform():
                return [name for p in self.proposals for item in p.items for name in self._needed(item.tool)], ()
            case _:
                return (), ()

    def _needed(self, name: str) -> list[str]:
        tool = self.table.tools[name].tool
        return [*tool.args, *(() if tool.requires is None else g.names(tool.requires))]

    def question(self, effect: d.Propose) -> int:
        """The number of a question; two lines that ask the same ask one."""
        return self.proposals.index(effect)

    def built_on(self, question: int, done: int) -> frozenset[str]:
        """The facts that the rest of a list was built on."""
        items = self.proposals[question].items[done:]
        tools = self.table.tools
        return frozenset(name for item in items for name in filled(tools[item.tool].tool, dict(item.taken)))

    def _domains(self) -> dict[str, Domain]:
        origins: dict[str, dict[Origin, None]] = {name: {} for name in self.table.facts}
        for info in self.table.events.values():
            for depends in self.givers.dependences(info):
                for name in info.establishes:
                    origins[name][origin(name, info, depends)] = None
        for effect in self.effects:
            if isinstance(effect, d.Set | d.Count):
                origins[effect.fact][Source.SAID, ()] = None
        mentioned = self._literals()
        return {
            name: Domain(fact, mentioned[name], origins[name], given=not origins[name])
            for name, fact in self.table.facts.items()
        }

    def _forgettable(self) -> None:
        """A fact that is only ever forgotten is given at the start, and changes all the same."""
        for effect in self.effects:
            match effect:
                case d.Forget(names):
                    forgotten: Iterable[str] = names
                case d.ForgetAllBut(names):
                    forgotten = [name for name in self.space.facts if name not in names]
                case d.Reset(name):
                    forgotten = (name,)
                case _:
                    continue
            for name in forgotten:
                self.space.domains[self.space.facts[name]].written = True

    def _literals(self) -> dict[str, list[g.Literal]]:
        """What guards and effects say of each fact."""
        found: dict[str, list[g.Literal]] = defaultdict(list)
        for guard in self._guards():
            for atom in g.atoms(guard):
                match atom:
                    case g.Is(name, value):
                        found[name].append(value)
                    case g.OneOf(name, values):
                        found[name] += values
                    case g.Compare(name, _, bound) if isinstance(bound, int):
                        found[name].append(bound)
                    case _:
                        pass
        for effect in self.effects:
            if isinstance(effect, d.Set):
                found[effect.fact].append(effect.value)
        return found

    def _guards(self) -> Iterator[g.Guard]:
        written = {id(option.line): option.line.guard for option in self._options}
        required = [info.tool.requires for info in self.table.tools.values()]
        yield from (guard for guard in (*written.values(), *required) if guard is not None)
