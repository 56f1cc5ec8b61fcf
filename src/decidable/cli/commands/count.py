"""`count`: how many tool sequences break a rule, in a free loop and in the machine.

Owns: what it prints. Never: counts; `check` does.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import click

from decidable.check.count import Counted, count
from decidable.check.count_automaton import FreeLoop, Monitor, TooManyOrders
from decidable.check.count_machine import MachineOrders
from decidable.check.count_rules import monitor
from decidable.cli.commands.static import path_argument, table_of
from decidable.cli.exits import Refusal
from decidable.cli.load import load
from decidable.cli.screen import Screen, color_option, format_option, print_json, printable
from decidable.core.table import Table
from decidable.errors import RefusedError

_LONGEST = 200
_MOST_TOOLS = 1_000


class _Asked(NamedTuple):
    """The rules that can be counted, and those that no sequence of calls can break."""

    counted: tuple[tuple[str, Monitor], ...]
    uncounted: tuple[str, ...]


@click.command("count")
@path_argument
@click.option("--rule", "rules", multiple=True, help="A rule to count instead of the file's own. Repeatable.")
@click.option("--length", type=click.IntRange(1, _LONGEST), default=4, show_default=True, help="Calls in a sequence.")
@click.option(
    "--tools",
    "tools",
    type=click.IntRange(1, _MOST_TOOLS),
    help="Tools in the free loop's hands: the machine's own, and others that no rule names.",
)
@format_option()
@color_option
def count_(path: str, rules: tuple[str, ...], length: int, tools: int | None, form: str, color: str) -> None:
    """How many tool sequences break a rule, in a free loop and in the machine.

    In a free loop any tool may be called at any time. The machine's column allows every order that its table does, and
    perhaps more: it is an upper bound, and 0 is a proof.

    \b
    Examples:
      decidable count booking.states
      decidable count booking.states --rule "never reserve_table before check_availability" --length 12
      decidable count booking.states --tools 8 --format json
    """
    table = table_of(load(path), color)
    asked = _asked(table, rules)
    orders = MachineOrders(table)
    own = orders.tools
    if not own:
        raise Refusal(f"{table.name} has no tools, so there is nothing to call")
    if tools is not None and tools < len(own):
        raise Refusal(f"--tools {tools}: the machine alone has {len(own)}")
    others = (f"other tool {n + 1}" for n in range((tools or len(own)) - len(own)))
    monitors = [each for _, each in asked.counted]
    free = count(FreeLoop((*own, *others)), monitors, length)
    try:
        machine: Counted | None = count(orders, monitors, length)
    except TooManyOrders:
        machine = None
    if form == "json":
        print_json(_data(table, asked, length, tools or len(own), free, machine))
    else:
        _print(Screen(color), asked, length, free, machine)


def _asked(table: Table, given: Sequence[str]) -> _Asked:
    counted: list[tuple[str, Monitor]] = []
    uncounted: list[str] = []
    for rule in given or table.definition.rules:
        try:
            made = monitor(rule, table)
        except RefusedError as refused:
            raise Refusal(str(refused)) from None
        if made is None:
            uncounted.append(rule)
        else:
            counted.append((rule, made))
    if not counted:
        hint = 'give one: --rule "never A before B", "never A twice" or "A only in S"'
        raise Refusal(f"{table.name} has no rule that a sequence of calls could break", hint)
    return _Asked(tuple(counted), tuple(uncounted))


def _print(screen: Screen, asked: _Asked, length: int, free: Counted, machine: Counted | None) -> None:
    rows = [("in all", free.total, machine and machine.total)]
    if len(asked.counted) > 1:
        rows.append(("breaking a rule", free.any, machine and machine.any))
    for n, (rule, _) in enumerate(asked.counted):
        rows.append((rule, free.breaking[n], machine and machine.breaking[n]))
    title = f"sequences of {length} call{'' if length == 1 else 's'}"
    widest = max(len(title), *(len(printable(name)) for name, _, _ in rows))
    figures = max(len("free loop"), len(f"{free.total:,}")), max(len("machine"), len(_figure(rows[0][2])))
    heads = f"{title.ljust(widest)}  {'free loop'.rjust(figures[0])}  {'machine'.rjust(figures[1])}"
    screen.print(screen.paint(heads, "strong"))
    for name, in_loop, in_machine in rows:
        shown = _figure(in_machine).rjust(figures[1])
        screen.print(f"{printable(name).ljust(widest)}  {f'{in_loop:,}'.rjust(figures[0])}  {shown}")
    if machine is None:
        screen.print("  ?: the table allows too many orders to tell them apart, so the machine is not counted")
    elif machine.any:
        screen.print("  the machine's figures are upper bounds: facts and the queue may rule out more")
    for rule in asked.uncounted:
        screen.print(f"  not counted, for no order of calls breaks it: {printable(rule)}")


def _figure(number: int | None) -> str:
    return "?" if number is None else f"{number:,}"


def _data(
    table: Table, asked: _Asked, length: int, tools: int, free: Counted, machine: Counted | None
) -> dict[str, Any]:  # Any: JSON
    return {
        "machine": table.name,
        "length": length,
        "tools": tools,
        "sequences": {"free": free.total, "machine": machine and machine.total},
        "breaking": {"free": free.any, "machine": machine and machine.any},
        "rules": [
            {"rule": rule, "free": free.breaking[n], "machine": machine and machine.breaking[n]}
            for n, (rule, _) in enumerate(asked.counted)
        ],
        "uncounted": list(asked.uncounted),
    }
