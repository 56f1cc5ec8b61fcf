"""Questions to a person, and what becomes of the answer.

Owns: the findings about proposing, approving and performing: what is asked in vain, and what is never asked. Never: looks
at whose answer counts; the runtime does.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from typing import NamedTuple

from decidable.check.speech import listed
from decidable.check.survey import Deed, Survey
from decidable.core import definition as d
from decidable.core.problem import Problem, Severity
from decidable.core.records import Verdict
from decidable.core.table import Option

_WARNING = Severity.WARNING


class Yes(NamedTuple):
    """A line that takes a yes: in which state, by which event."""

    state: str
    event: str
    option: Option


def question_findings(found: Survey) -> Iterator[Problem]:
    """Every question from its asking to its performing."""
    yeses = _yeses(found)
    yield from _not_needed(found)
    yield from _never_answered(found, yeses)
    yield from _never_asked(found, yeses)
    yield from _never_performed(found, yeses)
    yield from _nothing_to_perform(found)


def _yeses(found: Survey) -> list[Yes]:
    return [
        Yes(state, cell.event, option)
        for state, row in found.table.rows.items()
        for cell in row.values()
        for option in cell.options
        if option.uses_approval and option.reached and option.verdict in (Verdict.MOVE, Verdict.STAY)
    ]


def _questions(found: Survey) -> Iterator[tuple[Deed, d.Propose]]:
    """Each proposal once, however many states its line leads to."""
    seen: set[tuple[str, int, d.Propose]] = set()
    for deed in found.deeds:
        if isinstance(deed.effect, d.Propose) and (deed.source, deed.at, deed.effect) not in seen:
            seen.add((deed.source, deed.at, deed.effect))
            yield deed, deed.effect


def _not_needed(found: Survey) -> Iterator[Problem]:
    for deed, asked in _questions(found):
        tools = [item.tool for item in asked.items]
        if not any(found.table.tools[tool].tool.approval for tool in tools):
            message = f"{listed(tools)} {'is' if len(tools) == 1 else 'are'} asked for and needs no approval, so another line may start it unasked"
            hint = "write `needs approval` on the tool, or `call` it"
            yield Problem("question-not-needed", message, hint, deed.at, 0, tools[0], _WARNING, deed.source)


def _never_answered(found: Survey, yeses: list[Yes]) -> Iterator[Problem]:
    answered = {yes.state for yes in yeses}
    for deed in found.deeds:
        if isinstance(deed.effect, d.Propose) and deed.state not in answered and deed.state in found.entered:
            tool = deed.effect.items[0].tool
            message = f"'{deed.state}' asks for {tool}, and no line there takes a yes"
            hint = "write `yes when approved -> STATE / perform : why`, with the name of your yes"
            yield Problem("question-never-answered", message, hint, deed.at, 0, tool, _WARNING, deed.state)


def _never_asked(found: Survey, yeses: list[Yes]) -> Iterator[Problem]:
    """Tools whose approval nothing asks for, and lines that wait for the answer to no question."""
    started = {item.tool for lists in found.asked.values() for asked in lists for item in asked.items}
    used = {effect.tool for effect in _calls(found.table.definition)}
    for name, info in found.table.tools.items():
        if info.tool.approval and name not in started and name not in used:
            message = f"'{name}' needs an approval, and no line asks for it"
            hint = f"write `propose {name}` where it should be asked"
            yield Problem("question-never-asked", message, hint, info.tool.at, 0, name, _WARNING)
    by_line: dict[tuple[str, int], list[Yes]] = defaultdict(list)
    for yes in yeses:
        by_line[yes.option.source, id(yes.option.line)].append(yes)
    for lines in by_line.values():
        if not any(yes.state in found.asked for yes in lines):
            first = lines[0]
            message = f"`approved` never holds here: nothing is asked in {listed([yes.state for yes in lines], 4)}"
            hint = "write `propose TOOL` where this state is entered, or take the line away"
            at, source = first.option.line.at, first.option.source
            yield Problem("question-never-asked", message, hint, at, 0, "approved", _WARNING, source, first.event)


def _calls(definition: d.Definition) -> Iterator[d.Call]:
    lines = [*definition.any_state, *(line for state in definition.states for line in state.lines)]
    effects = [*(line.effects for line in lines), *(state.enter for state in definition.states)]
    yield from (effect for several in effects for effect in several if isinstance(effect, d.Call))


def _never_performed(found: Survey, yeses: list[Yes]) -> Iterator[Problem]:
    """A yes that nothing comes of. Where a tool is called instead, that call is judged by itself."""
    performing = {deed.state for deed in found.deeds if isinstance(deed.effect, d.Perform | d.Call)}
    for yes in yeses:
        home = yes.option.target if yes.option.verdict is Verdict.MOVE else yes.state
        if yes.state in found.asked and home not in performing:
            message = f"{yes.event} in {yes.state} leads to '{home}', where nothing is performed"
            hint = "write `/ perform` on the line of the yes, or `enter: perform` where it leads"
            at = yes.option.line.at
            yield Problem("never-performed", message, hint, at, 0, yes.event, _WARNING, yes.state, yes.event)


def _nothing_to_perform(found: Survey) -> Iterator[Problem]:
    places: dict[tuple[str, int], list[str]] = defaultdict(list)
    for deed in found.deeds:
        if isinstance(deed.effect, d.Perform) and deed.state in found.entered:
            places[deed.source, deed.at].append(deed.state)
    for (source, at), states in places.items():
        if not any(state in found.approved for state in states):
            message = f"nothing is approved in {listed(states, 4)}, so this `perform` is always blocked"
            hint = "let the line that takes the yes lead here; an approval is good only in the entry that it led to"
            yield Problem("nothing-to-perform", message, hint, at, 0, "perform", _WARNING, source)
