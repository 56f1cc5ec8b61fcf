"""`decidable chat` and `decidable demo`: a machine in conversation.

Owns: how a conversation is set up and left. Never: prints a traceback for what its user can mend.
"""

from __future__ import annotations

import asyncio
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import Any

import click
from click.core import ParameterSource

from decidable.bind.machine import Machine
from decidable.cli.database import bound_machine, db_option, dependencies, remember
from decidable.cli.exits import Code, Refusal
from decidable.cli.file_names import FileName
from decidable.cli.play import play_script
from decidable.cli.screen import Screen, color_option, format_option
from decidable.cli.talk import Printer, Talk, at_terminal
from decidable.cli.values import start_fact
from decidable.core.values import Value
from decidable.models.switch import Switch
from decidable.runtime.runtime import Runtime
from decidable.runtime.settings import Settings
from decidable.stores import SQLite

_CHAT = """\b
Examples:
  decidable chat booking.py:booking
  decidable chat refund.py:refund --fact customer_id=C1
  printf 'Friday at 7 for four\\nyes\\n' | decidable chat booking.py:booking
  decidable chat booking.states --script path.txt
"""
_DEMO = """\b
Examples:
  decidable demo
  printf 'Friday at 7 for four, and tell the group\\nyes\\n' | decidable demo
  BOOKING_FAULTS=restaurant.reserve:die_after decidable demo --dir crash    killed right after the restaurant booked
  decidable demo --dir crash                                               started again: nothing is done twice
"""


@click.command(epilog=_CHAT)
@click.argument("path")
@click.option("--conversation", "name", default="chat", show_default=True, help="Whose thread this is.")
@click.option("--fact", "facts", multiple=True, metavar="NAME=VALUE", help="A start fact; may be repeated.")
@click.option("--draft", is_flag=True, help="Run a machine with undecided cells; they are loud rejections.")
@click.option(
    "--script",
    type=FileName(allow_dash=True),
    metavar="FILE",
    help="Play a script of events, such as `prove` prints; nothing is kept.",
)
@db_option
@format_option()
@color_option
@click.pass_context
def chat(
    ctx: click.Context,
    path: str,
    name: str,
    facts: tuple[str, ...],
    draft: bool,
    script: str | None,
    db: str,
    form: str,
    color: str,
) -> int:
    """Talk to a machine: lines of standard input are messages.

    PATH is file.py:name. The run is kept in the database; the same command carries it on. A line that begins with
    a slash is for the terminal itself: /help lists them.

    With --script the lines of a file reach the machine instead, tools and all, and it is printed what the table decides of
    each and why. No Python is needed for it: PATH may be a .states file. Exit code 1 where a line cannot be played, or the
    script breaks a rule of the machine.
    """
    if script is not None:
        _refuse_with_script(ctx)
        return play_script(path, script, Screen(color), color, form=form, draft=draft)
    if form != "text":
        raise Refusal("--format json is for --script; a conversation is text")
    machine = bound_machine(path)
    start = dict(start_fact(machine.table, fact) for fact in facts)
    remember(db, machine, path)
    return converse(machine, db, name, Screen(color), start=start, draft=draft)


def _refuse_with_script(ctx: click.Context) -> None:
    """A script says everything itself, and keeps nothing."""
    instead = {
        "facts": ("--fact", "write `fact NAME = VALUE` at the top of the script"),
        "name": ("--conversation", "a script is a run of its own"),
        "db": ("--db", "nothing of a script is kept"),
    }
    for parameter, (option, hint) in instead.items():
        if ctx.get_parameter_source(parameter) is ParameterSource.COMMANDLINE:
            raise Refusal(f"{option} cannot be given with --script", hint)


@click.command(epilog=_DEMO)
@click.option("--dir", "folder", type=FileName(file_okay=False), help="Keep the run and the world here.")
@color_option
def demo(folder: str | None, color: str) -> int:
    """Book a dinner table by free text: no key, no internet.

    The restaurant, the payments and the messages are small programs with a ledger of their own in the same folder.
    Without --dir everything is in a temporary folder that is removed at the end.
    """
    machine = bound_machine(f"{demo_folder() / 'booking.py'}:booking")
    if folder is not None:
        if not folder.strip():
            raise Refusal("--dir is empty", "name a folder, or leave --dir out")
        return _demo_in(Path(folder), machine, Screen(color))
    with tempfile.TemporaryDirectory(prefix="decidable-demo-") as made:
        return _demo_in(Path(made), machine, Screen(color), kept=False)


def _demo_in(folder: Path, machine: Machine[Any, Any], screen: Screen, *, kept: bool = True) -> int:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise Refusal(f"cannot use the folder '{folder}': {error.strerror}") from None
    db = str(folder / "runs.db")
    remember(db, machine, f"{demo_folder() / 'booking.py'}:booking")
    if at_terminal():
        screen.print(
            screen.paint("Try: Friday at 7 for four, and tell the group. /help for more, Ctrl-D to leave.", "dim")
        )
    return converse(machine, db, "demo", screen, kept=kept)


def demo_folder() -> Path:
    """Where the booking example is: beside the package when installed, in the repository of a checkout."""
    here = Path(__file__).resolve().parents[2]
    for folder in (here / "demo" / "booking", here.parents[1] / "examples" / "booking"):
        if (folder / "booking.py").exists():
            return folder
    raise Refusal("the booking example is not installed", "run the demo from a checkout of the repository")


def converse(
    machine: Machine[Any, Any],
    db: str,
    name: str,
    screen: Screen,
    *,
    start: dict[str, Value] | None = None,
    draft: bool = False,
    kept: bool = True,
) -> int:
    """Hold a conversation until its input ends. Ctrl-C leaves it where it is: the run is kept."""
    deps = dependencies(machine, db)
    try:
        asyncio.run(_converse(machine, deps, db, name, screen, start or {}, draft))
    except KeyboardInterrupt:
        left = f"the run is kept in {db}" if kept else "nothing is kept; with --dir it would be"
        click.echo(f"\nleft; {left}", err=True)
        return Code.INTERRUPTED
    finally:
        close = getattr(deps, "close", None)
        if callable(close):
            with suppress(Exception):  # the conversation is over; a client that cannot close changes nothing in it
                close()
    return Code.CLEAN


async def _converse(
    machine: Machine[Any, Any],
    deps: object,
    db: str,
    name: str,
    screen: Screen,
    start: dict[str, Value],
    draft: bool,
) -> None:
    switch = Switch(machine.translator) if machine.translator is not None else None
    runtime = Runtime(
        machine,
        store=SQLite(db),
        deps=deps,
        channel=Printer(screen, moves=False),
        settings=Settings(draft=draft),
        translator=switch,
    )
    async with runtime:
        run = await runtime.conversation(name, start=start)
        await Talk(runtime, run, screen, switch).hold()
