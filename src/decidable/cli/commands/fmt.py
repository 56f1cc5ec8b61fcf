"""`fmt`: a `.states` file in its canonical layout.

Owns: writing it back safely. Never: writes a file it could not read whole, or half a file.
"""

from __future__ import annotations

from pathlib import Path

import click

from decidable.bind.sections import rewrite
from decidable.cli.commands.static import path_argument
from decidable.cli.exits import Code, Refusal
from decidable.cli.findings import print_findings
from decidable.cli.load import Loaded, load, read_file
from decidable.cli.screen import Screen, color_option
from decidable.cli.write import write_whole
from decidable.errors import MachineError
from decidable.text.reader import Declared, locate
from decidable.text.writer import reformat


@click.command()
@path_argument
@click.option("--check", "only_check", is_flag=True, help="Write nothing; exit with 1 if anything would change.")
@click.option(
    "--sections", is_flag=True, help="Write only the generated sections of file.py:name; leave the rest alone."
)
@color_option
@click.pass_context
def fmt(ctx: click.Context, path: str, only_check: bool, sections: bool, color: str) -> None:
    """Write a .states file in its canonical layout.

    Comments, blank lines and the order of everything stay. For file.py:name the sections that repeat what Python declares
    are written anew. A file with mistakes is left as it is.

    \b
    Examples:
      decidable fmt booking.states
      decidable fmt refund.py:refund
      decidable fmt refund.py:refund --sections
      decidable fmt booking.states --check
    """
    bound = load(path) if ".py" in path and not path.endswith(".states") else None
    file = path if bound is None else _file_of(bound, path)
    declared = _declared(ctx, bound, color)
    if sections and declared is None:
        raise Refusal("only a machine bound to Python has generated sections", "give file.py:name")
    before = read_file(file)
    try:
        # What binds has been read, so that it can be decoded.
        written = rewrite(before.decode(), declared) if sections and declared else reformat(before, declared=declared)
        after = written.encode()
    except MachineError as wrong:
        source = before.decode("utf-8", "replace")
        print_findings(Screen(color, err=True), file, locate(wrong.problems, source))
        ctx.exit(Code.FINDINGS)
    if after == before:
        click.echo(f"{file} is unchanged")
    elif only_check:
        click.echo(f"{file} would change")
        ctx.exit(Code.FINDINGS)
    else:
        write_whole(Path(file), after)
        click.echo(f"{file} is formatted")


def _file_of(loaded: Loaded, path: str) -> str:
    if not loaded.path.endswith(".states"):
        raise Refusal(f"the machine of {path} is built in Python and has no .states file")
    return loaded.path


def _declared(ctx: click.Context, bound: Loaded | None, color: str) -> Declared | None:
    """What Python declares. Where it does not fit its file, what is wrong is printed and the file is left as it is."""
    if bound is None:
        return None
    if bound.definition is None:
        print_findings(Screen(color, err=True), bound.path, bound.problems)
        ctx.exit(Code.FINDINGS)
    return Declared(bound.definition.facts, bound.definition.events, bound.definition.tools)
