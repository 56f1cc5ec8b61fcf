"""`say`, `send`, `approve`, `settle`: act on a run from the outside, as a person, a webhook or an operator.

Owns: the one shape these commands share: open the run's runtime, do one thing, print what happened. Never: a second way
to change a run; everything goes through its inbox and its table.
"""

from __future__ import annotations

import asyncio
import uuid
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any

import click

from decidable.bind.machine import Machine
from decidable.cli.database import db_option, dependencies, machine_for, machine_option, principal, reading, the_run
from decidable.cli.exits import Code, Refusal
from decidable.cli.screen import Screen, color_option
from decidable.cli.talk import Printer
from decidable.cli.values import parsed
from decidable.core.problem import did_you_mean
from decidable.core.snapshot import Act as OperationAct
from decidable.core.values import Value
from decidable.runtime.parts import Part
from decidable.runtime.runtime import Runtime
from decidable.stores import SQLite
from decidable.stores.port import Head, RunKey

Act = Callable[[Runtime[Any, Any], Printer, RunKey], Awaitable[object]]


def _id_option(command: Callable[..., Any]) -> Callable[..., Any]:
    return click.option("--id", "id", help="The sender's own id: the same id twice does nothing the second time.")(
        command
    )


def _by_option(command: Callable[..., Any]) -> Callable[..., Any]:
    return click.option("--by", default=None, help="Who does it; the name of your account where not given.")(command)


def _common(command: Callable[..., Any]) -> Callable[..., Any]:
    return db_option(machine_option(color_option(_by_option(command))))


@click.command()
@click.argument("run")
@click.argument("text")
@_id_option
@_common
def say(run: str, text: str, id: str | None, db: str, path: str | None, color: str, by: str | None) -> int:
    """Send a message to a run and print the answer."""
    head, machine = _target(db, run, path)

    async def act(runtime: Runtime[Any, Any], printer: Printer, key: RunKey) -> None:
        found = await runtime.run(key)
        await printer.show(found.send(text, id=id or uuid.uuid4().hex, by=by or "user"))

    return _do(db, head, machine, color, act)


@click.command(epilog="\b\nExample:\n  decidable send chat.1 table_gone which=R-1001 --id webhook-77")
@click.argument("run")
@click.argument("event")
@click.argument("fields", nargs=-1, metavar="[NAME=VALUE]...")
@_id_option
@_common
def send(
    run: str, event: str, fields: tuple[str, ...], id: str | None, db: str, path: str | None, color: str, by: str | None
) -> int:
    """Send an event to a run, as a webhook, a schedule or a button does."""
    head, machine = _target(db, run, path)
    values = _event_fields(machine, event, fields)

    async def act(runtime: Runtime[Any, Any], _: Printer, key: RunKey) -> tuple[Part, ...]:
        return await runtime.signal(key, event, values, id=id or uuid.uuid4().hex, by=by or principal())

    return _do(db, head, machine, color, act)


@click.command()
@click.argument("run")
@click.argument("digest")
@click.option("--no", "denied", is_flag=True, help="Answer no instead.")
@_common
def approve(run: str, digest: str, denied: bool, db: str, path: str | None, color: str, by: str | None) -> int:
    """Answer the open question of a run, by its digest (`show` prints it): exactly that, and once."""
    head, machine = _target(db, run, path)

    async def act(runtime: Runtime[Any, Any], _: Printer, key: RunKey) -> tuple[Part, ...]:
        answer = runtime.deny if denied else runtime.approve
        return await answer(key, digest, by=by or principal())

    return _do(db, head, machine, color, act)


@click.command(
    epilog="\b\nExample:\n  decidable settle chat.1 4.1 committed reservation=R-1001 'held=2026-12-04 19:00 for 4'"
)
@click.argument("run")
@click.argument("operation")
@click.argument("event")
@click.argument("fields", nargs=-1, metavar="[NAME=VALUE]...")
@_common
def settle(
    run: str,
    operation: str,
    event: str,
    fields: tuple[str, ...],
    db: str,
    path: str | None,
    color: str,
    by: str | None,
) -> int:
    """Say how an operation ended that nobody could look up. The outcome goes through the table like any other."""
    head, machine = _target(db, run, path)
    values = _event_fields(machine, event, fields)
    _require_open(head, operation)

    async def act(runtime: Runtime[Any, Any], _: Printer, key: RunKey) -> tuple[Part, ...]:
        return await runtime.settle(key, operation, event, values, by=by or principal())

    return _do(db, head, machine, color, act)


def _target(db: str, run: str, path: str | None) -> tuple[Head, Machine[Any, Any]]:
    store = reading(db)
    try:
        head = the_run(store, run)
    finally:
        store.close()
    return head, machine_for(db, head, path)


def _event_fields(machine: Machine[Any, Any], event: str, given: tuple[str, ...]) -> dict[str, Value]:
    info = machine.table.events.get(event)
    if info is None:
        hint = did_you_mean(event, machine.table.events) or f"the events are {', '.join(machine.table.events)}"
        raise Refusal(f"'{event}' is not an event of {machine.name}", hint)
    values: dict[str, Value] = {}
    for pair in given:
        name, equals, text = pair.partition("=")
        if not equals or name not in info.types:
            hint = f"its fields are {', '.join(info.types)}" if info.types else f"'{event}' has no fields"
            what = f"'{event}' has no field '{name}'" if equals else f"'{pair}': write NAME=VALUE"
            raise Refusal(what, hint)
        values[name] = parsed(text, info.types[name], name)
    return values


def _require_open(head: Head, operation: str) -> None:
    """Before anything is opened and carried on: a mistyped name must not set a run going."""
    writes = [op.id for op in head.snapshot.operations.values() if op.act is OperationAct.WRITE]
    if operation not in writes:
        known = f"its open writes are {', '.join(writes)}" if writes else "it has no open write"
        raise Refusal(f"'{operation}' is not an open write of {head.key}", known)


def _do(db: str, head: Head, machine: Machine[Any, Any], color: str, act: Act) -> int:
    deps = dependencies(machine, db)
    try:
        asyncio.run(_doing(db, head, machine, Screen(color), deps, act))
    finally:
        close = getattr(deps, "close", None)
        if callable(close):
            with suppress(Exception):  # what was asked is done and committed
                close()
    return Code.CLEAN


async def _doing(db: str, head: Head, machine: Machine[Any, Any], screen: Screen, deps: object, act: Act) -> None:
    """The words that follow come by the channel, as to anybody who does not hold the conversation; a message's answer is
    read from its own stream."""
    printer = Printer(screen, moves=True)
    async with Runtime(machine, store=SQLite(db), deps=deps, channel=printer) as runtime:
        await act(runtime, printer, head.key)
        run = await runtime.run(head.key)
        screen.print(screen.paint(f"({run.state}, waits for: {run.waits.value})", "dim"))
