"""What the tests of the flow look at: a machine in a few lines, and what is known in its states."""

from decidable.check.flow.follow import follow
from decidable.check.flow.found import Flow
from decidable.check.knowledge import Knowledge, knowledge
from tests.check.written import table


def flow_of(text: str) -> Flow:
    """The facts of a machine, followed."""
    return follow(table(text))


def known_in(text: str, state: str) -> dict[str, str]:
    """Each fact with how certain it is in a state."""
    return {name: standing.known.value for name, standing in knowledge(flow_of(text)).states[state].items()}


def whole(text: str) -> Knowledge:
    """Everything."""
    return knowledge(flow_of(text))
