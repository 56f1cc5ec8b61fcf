"""How what contracts share becomes part of a machine.

Owns: the lines that hold in any state, the fragments that states and other fragments include, and what includes itself. Never:
reads a file; each line keeps the place it has in that of its contract.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import replace

from decidable.core.definition import Contract, Definition, Line, Shared, State
from decidable.core.problem import Problem, did_you_mean


def include(
    definition: Definition, contracts: Iterable[Contract], places: Mapping[tuple[str, str], int] | None = None
) -> tuple[Definition, tuple[Problem, ...]]:
    """The machine with the shared lines among its own. `places`: where a state includes a fragment, by both names."""
    found = tuple(contracts)
    problems: list[Problem] = []
    states = []
    for state in definition.states:
        included = _fragments(state, found, places or {}, problems)
        states.append(replace(state, lines=(*state.lines, *included)))
    shared = tuple(_included(line, contract) for contract in found for line in contract.lines)
    whole = replace(definition, any_state=(*definition.any_state, *shared), states=tuple(states), contracts=found)
    return whole, (*problems, *_circle_of_fragments(found))


def _fragments(
    state: State, contracts: Iterable[Contract], places: Mapping[tuple[str, str], int], problems: list[Problem]
) -> Iterator[Line]:
    """The lines of the fragments that a state includes, and of those that these include: each once."""
    known = [(contract, each) for contract in contracts for each in contract.fragments]
    waiting = [(name, f"'{state.name}'", "", places.get((state.name, name), state.at)) for name in state.uses]
    seen: set[str] = set()
    for name, by, file, at in waiting:  # it grows while it is read
        if name in seen:
            continue
        seen.add(name)
        having = [(contract, each) for contract, each in known if each.name == name]
        if not having and any(contract.unread for contract in contracts):
            continue  # it may be in one that could not be read
        if len(having) != 1:
            if having:
                what, hint = (
                    f"is a fragment of {' and of '.join(each.name for each, _ in having)}",
                    "rename one of them",
                )
            else:
                what = "is no fragment of a contract that the machine uses"
                names = [each.name for _, each in known]
                hint = did_you_mean(name, names) or f"there are {', '.join(names) or 'none'}"
            message = f"'{name}', which {by} includes, {what}"
            problems.append(Problem("unknown-name", message, hint, at, token=name, file=file))
            continue
        contract, fragment = having[0]
        waiting += [(each, f"fragment '{name}'", contract.file, fragment.at) for each in fragment.uses]
        yield from (_included(line, contract, name) for line in fragment.lines)


def _circle_of_fragments(contracts: Iterable[Contract]) -> Iterator[Problem]:
    places = {each.name: (contract.file, each) for contract in contracts for each in contract.fragments}
    way = circle({name: each.uses for name, (_, each) in places.items()})
    if way:
        file, fragment = places[way[-2]]
        message = f"fragment '{way[0]}' includes itself: {' > '.join(way)}"
        yield Problem("contract", message, "take one `use` away", fragment.at, token=fragment.name, file=file)


def unused(contracts: Iterable[Contract]) -> Iterator[Problem]:
    """Contracts that others of these use and that are not among them, where each is given by itself."""
    given = list(contracts)
    for contract in given:
        for name in contract.uses:
            if name not in {each.name for each in given}:
                message = f"contract '{contract.name}' uses '{name}', which the machine does not"
                yield Problem("contract", message, "use it as well", token=name)


def _included(line: Line, contract: Contract, fragment: str = "") -> Line:
    return replace(line, at=0, shared=Shared(contract.name, fragment, line.at))


def circle(edges: Mapping[str, Collection[str]]) -> tuple[str, ...]:
    """A way that leads back to where it begins, the first that is found; nothing where none does."""
    done: set[str] = set()
    for start in edges:
        way = {start: iter(edges[start])} if start not in done else {}
        while way:
            here = next(reversed(way))
            name = next(way[here], None)
            if name is None:
                done.add(here)
                del way[here]
            elif name in way:
                names = list(way)
                return (*names[names.index(name) :], name)
            elif name in edges and name not in done:
                way[name] = iter(edges[name])
    return ()
