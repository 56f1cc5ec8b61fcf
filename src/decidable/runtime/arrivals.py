"""What comes from outside, made ready for a run: checked, bounded, and with the sender's own id.

Owns: what a run takes from a sender, and whether it is decided at once or waits in the inbox. Never: decides an event.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from decidable.bind.events import Event
from decidable.core.definition import Kind
from decidable.core.problem import did_you_mean
from decidable.core.snapshot import Occurrence
from decidable.core.values import Value
from decidable.errors import RefusedError
from decidable.journal import FormatError, encode_occurrence
from decidable.runtime.job import Prepare
from decidable.runtime.keepable import require_keepable
from decidable.stores import port

if TYPE_CHECKING:
    from decidable.runtime.host import Host
    from decidable.runtime.live import LiveRun

OURS: Final = "@"
"""How the ids begin that the runtime gives itself; no sender may use one."""


def message(host: Host, text: str, id: str, by: str) -> port.Arrival:
    """A person's words. Raises RefusedError for what is too long, or without an id, or where nothing reads messages."""
    require_names(host, id, by)
    if host.translator is None:
        raise RefusedError(f"{host.machine.name} has no translator, so it takes events and no messages")
    longest = host.settings.longest_message
    if len(text) > longest:
        raise RefusedError(f"the message has {len(text)} characters, and {longest} is the most")
    _require_keepable("the message", text)
    return port.Arrival(id, port.ArrivalKind.MESSAGE, text, host.clock.now(), by)


def of_a_person(host: Host, event: Event, id: str, by: str) -> Occurrence:
    """An event as a button sends it. Raises RefusedError for one that is not a person's to send."""
    occurrence = event_of(host, event, {}, id, by)
    kind = host.machine.table.events[occurrence.event].kind
    if kind not in (Kind.USER, Kind.ANSWER):
        raise RefusedError(
            f"'{occurrence.event}' is {kind.value}, which no person sends: use `signal` for what the world reports"
        )
    return occurrence


def event_of(host: Host, event: str | Event, fields: Mapping[str, object], id: str, by: str) -> Occurrence:
    """An event of the machine from its name or object. Raises RefusedError for what is none, or cannot be kept."""
    require_names(host, id, by)
    name, built = _named(host, event, fields) if isinstance(event, str) else _read(host, event)
    occurrence = Occurrence(name, built, host.clock.now(), id, by)
    longest = host.settings.longest_event
    try:
        body = encode_occurrence(occurrence)
    except FormatError as wrong:
        raise RefusedError(f"'{name}' cannot be kept: {wrong}") from None
    if len(body) > longest:
        raise RefusedError(f"'{name}' has {len(body)} characters, and {longest} is the most")
    _require_keepable(f"'{name}'", built)
    return occurrence


def _named(host: Host, name: str, fields: Mapping[str, object]) -> tuple[str, dict[str, Value]]:
    machine = host.machine
    if name not in machine.table.events:
        hint = did_you_mean(name, machine.table.events) or f"its events are {', '.join(machine.table.events)}"
        raise RefusedError(f"'{name}' is not an event of {machine.name}; {hint}")
    built, problem = machine.build_fields(name, fields)
    if problem:
        raise RefusedError(f"'{name}' cannot be built: {problem}")
    return name, built


def _read(host: Host, event: Event) -> tuple[str, dict[str, Value]]:
    try:
        return host.machine.occurrence_fields(event)
    except RefusedError:
        raise
    except Exception as error:  # a property of the event is the author's code
        raise RefusedError(f"'{type(event).__name__}' cannot be read: {type(error).__name__}: {error}") from error


def require_names(host: Host, id: str, by: str) -> None:
    """Raises RefusedError for an id or a principal that is empty or too long."""
    longest = host.settings.longest_id
    if not id:
        raise RefusedError("a message needs an id of its sender's, so that a repetition can be told")
    if id.startswith(OURS):
        raise RefusedError(f"the id '{id}' begins with '{OURS}', as only the runtime's own do")
    if not by:
        raise RefusedError("`by` is empty: say who sends it, as the channel has authenticated them")
    for name in (id, by):
        if len(name) > longest:
            raise RefusedError(f"'{name[:20]}...' has {len(name)} characters, and {longest} is the most for a name")
        _require_keepable("a name", name)


def _require_keepable(what: str, value: object) -> None:
    try:
        require_keepable(value)
    except ValueError as error:
        raise RefusedError(f"{what} cannot be kept: {error}") from None


async def take(live: LiveRun, occurrence: Occurrence) -> port.Offered:
    """An event: decided in one commit where the run is free, otherwise put into its inbox."""
    if live.free:
        return await take_now(live, occurrence, None)
    return await live.offer(_arrival(occurrence))


async def take_now(live: LiveRun, occurrence: Occurrence, prepare: Prepare | None) -> port.Offered:
    """Decided at the writer's next turn and known by its id, in one commit. Raises OvertakenError when `prepare` calls it
    off."""
    arrival = _arrival(occurrence)
    try:
        if prepare is None:
            await live.apply(occurrence, arrival=arrival)
        else:
            await live.judge(prepare, arrival=arrival)
    except port.DuplicateArrivalError as known:
        return known.offered
    return port.Offered.ACCEPTED


def _arrival(occurrence: Occurrence) -> port.Arrival:
    """An occurrence as an inbox row. The time is not part of what makes two of them the same."""
    body = encode_occurrence(occurrence._replace(at=0))
    return port.Arrival(occurrence.id, port.ArrivalKind.EVENT, body, occurrence.at, occurrence.by)
