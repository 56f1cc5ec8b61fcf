"""What tools alone declare, before there is a facts class or a `.states` file: their arguments are the facts.

Owns: that reading, for who wants to know which states a machine of these tools would need. Never: binds anything.
"""

from __future__ import annotations

from collections.abc import Sequence

from decidable.bind.declared import AnyTool, Given, from_python
from decidable.bind.types import core_type
from decidable.core import definition as d
from decidable.core.problem import Problem
from decidable.core.values import Text, Type
from decidable.text.asked_types import asked_types


class _NoFacts:
    """A machine that has no facts class yet."""


def declared_by_tools(tools: Sequence[AnyTool], name: str = "") -> tuple[d.Definition, tuple[Problem, ...]]:
    """Facts, events and tools as a machine without states; and what keeps a tool from being declared.

    A fact for each argument and for each name that a `requires` asks for: of the type an annotation gives it, else of one
    that the question fits.
    """
    side = from_python(Given(_NoFacts, None, None, None, tools, with_model=False))
    declared = side.declared
    types: dict[str, Type] = {}
    for tool in side.bound.values():
        for argument, annotation in tool.signature.annotations.items():
            if argument in tool.arguments:
                types.setdefault(argument, core_type(annotation))
    for event in declared.events:
        for field in event.fields:
            if field.type is not None and field.name in types:
                types[field.name] = field.type
    required = [tool.requires for tool in declared.tools if tool.requires is not None]
    for asked, type_ in asked_types(required).items():
        types.setdefault(asked, type_ or Text())
    facts = tuple(d.Fact(name=fact, type=type_) for fact, type_ in types.items())
    return d.Definition(name=name, facts=facts, events=declared.events, tools=declared.tools), tuple(side.problems)
