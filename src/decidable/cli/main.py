"""`decidable`: the list of commands, and what every command does when something goes wrong.

Owns: exit codes and the last line of defence: no traceback reaches a user who did not ask for one. Never: imports a command
before it is called.
"""

from __future__ import annotations

import logging
import os
import platform
import sys
import traceback
from collections.abc import Sequence

import click

from decidable.cli.exits import Code
from decidable.cli.lazy import Entry, LazyGroup, PipeClosedError
from decidable.errors import DecidableError, InternalError, MachineError

_TALK, _LOOK, _RUNS, _SHELL = "Talk to a machine", "Look at a machine", "Look after runs", "The shell"
COMMANDS = {
    "demo": Entry("decidable.cli.commands.chat:demo", "Book a dinner table by free text: no key, no internet.", _TALK),
    "chat": Entry("decidable.cli.commands.chat:chat", "Talk to a machine of yours.", _TALK),
    "check": Entry(
        "decidable.cli.commands.static:check", "What is undecided, contradictory, unreachable or useless.", _LOOK
    ),
    "grid": Entry("decidable.cli.commands.static:grid", "Every state x event, least decided first.", _LOOK),
    "draw": Entry(
        "decidable.cli.commands.draw:draw", "States and arrows: text, Markdown, SVG, HTML, Mermaid, DOT.", _LOOK
    ),
    "why": Entry(
        "decidable.cli.commands.static:why", "Which line decides a cell, and what keeps the others silent.", _LOOK
    ),
    "explain": Entry("decidable.cli.commands.explain:explain", "What a finding means, and how it is mended.", _LOOK),
    "count": Entry(
        "decidable.cli.commands.count:count_", "How many tool sequences break a rule, free and in a machine.", _LOOK
    ),
    "prove": Entry("decidable.cli.commands.prove:prove", "Whether the rules hold, whatever the world does.", _LOOK),
    "fmt": Entry("decidable.cli.commands.fmt:fmt", "Write a .states file in its canonical layout.", _LOOK),
    "import": Entry(
        "decidable.cli.commands.importing:import_", "Draft a machine from a Mermaid diagram or a dict.", _LOOK
    ),
    "suggest-states": Entry(
        "decidable.cli.commands.suggesting:suggest_states", "States worth having, from the tools alone.", _LOOK
    ),
    "generate-tests": Entry(
        "decidable.cli.commands.generate_tests:generate_tests", "Tests of every cell, guard and way, as pytest.", _LOOK
    ),
    "runs": Entry("decidable.cli.commands.runs:runs", "The runs of a database, the latest first.", _RUNS),
    "show": Entry("decidable.cli.commands.runs:show", "A run as a path, with reasons, facts and operations.", _RUNS),
    "replay": Entry("decidable.cli.commands.runs:replay", "Check a journal and fold it again.", _RUNS),
    "cells": Entry("decidable.cli.commands.cells:cells", "How often runs have decided each cell, least first.", _RUNS),
    "say": Entry("decidable.cli.commands.operate:say", "Send a message to a run.", _RUNS),
    "send": Entry("decidable.cli.commands.operate:send", "Send an event to a run, as a webhook does.", _RUNS),
    "approve": Entry("decidable.cli.commands.operate:approve", "Answer the open question of a run with yes.", _RUNS),
    "attention": Entry("decidable.cli.commands.runs:attention", "What waits for a person.", _RUNS),
    "settle": Entry(
        "decidable.cli.commands.operate:settle", "Say how an operation ended that nobody could look up.", _RUNS
    ),
    "completion": Entry(
        "decidable.cli.commands.completion:completion", "Print a script that completes commands.", _SHELL
    ),
}
_EPILOG = """\b
Examples:
  decidable check booking.states           findings and counts; exit code 1 if there are errors
  decidable check refund.py:refund         a machine bound to Python
  decidable grid booking.states            the whole table
  decidable why booking.states book paid   one cell of it

\b
PATH is a .states file, or file.py:name for a machine bound to Python.
Exit codes: 0 clean, 1 findings, 2 usage, 3 our fault.
"""


def _version(ctx: click.Context, _: click.Parameter, wanted: bool) -> None:
    if wanted:
        click.echo(f"decidable {version()}")
        ctx.exit()


@click.group(
    cls=LazyGroup,
    entries=COMMANDS,
    epilog=_EPILOG,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    no_args_is_help=True,
)
@click.option("--version", is_flag=True, is_eager=True, expose_value=False, callback=_version, help="Show the version.")
@click.option("--traceback", is_flag=True, expose_value=False, help="On a fault of ours, show where it happened.")
def cli() -> None:
    """An LLM agent as an explicit state machine: the model proposes, the table decides."""


def run(args: Sequence[str] | None = None) -> int:
    """Run a command line and say how it ended. The entry point of the `decidable` script."""
    words = list(sys.argv[1:] if args is None else args)
    logging.getLogger("decidable").addHandler(logging.NullHandler())  # what a person needs is printed by the command
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")  # a reason in any script reaches a terminal of any encoding
    try:
        ended = cli.main(words, prog_name="decidable", standalone_mode=False)
        sys.stdout.flush()
    except click.ClickException as refused:
        refused.show()
        return Code.USAGE
    except (click.Abort, KeyboardInterrupt):
        return Code.INTERRUPTED
    except (PipeClosedError, BrokenPipeError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # the flush at exit would complain
        return Code.PIPE_CLOSED
    except MachineError as wrong:
        click.echo(str(wrong), err=True)
        return Code.FINDINGS
    except OSError as error:  # of the output or the file system: nothing that a report to us could mend
        click.echo(f"Error: {error.strerror or error}{f': {error.filename}' if error.filename else ''}", err=True)
        return Code.USAGE
    except Exception as error:
        return _failed(error, words)
    return ended if isinstance(ended, int) else Code.CLEAN


def _failed(error: Exception, words: Sequence[str]) -> int:
    """Say what ended the command, and whose turn it is."""
    asked = "--traceback" in words
    if asked:
        traceback.print_exception(error)
    if isinstance(error, DecidableError) and not isinstance(error, InternalError):
        click.echo(f"Error: {error}", err=True)
        return Code.USAGE
    click.echo(f"decidable stopped by a fault of its own: {type(error).__name__}: {error}", err=True)
    where = f"decidable {version()} on Python {platform.python_version()}"
    again = "the lines above" if asked else f"what `decidable --traceback {' '.join(words)}` prints"
    click.echo(f"Please report it, with {where} and {again}.", err=True)
    return Code.FAULT


def version() -> str:
    """The installed version."""
    from importlib import metadata  # noqa: PLC0415 - costs more than the rest of a start

    return metadata.version("decidable")
