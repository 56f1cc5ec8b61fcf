"""Commands that end badly, each in a way of its own: what `run` has to bring to an exit code."""

import click

from decidable.core.problem import Problem
from decidable.errors import InternalError, MachineError, RefusedError, StoreError


@click.command()
@click.argument("how")
def broken(how: str) -> None:
    """End badly."""
    match how:
        case "bug":
            raise KeyError("lost")
        case "internal":
            raise InternalError("a promise was broken")
        case "machine":
            raise MachineError([Problem("start", "no start", "mark one", 3, 1)], "m.states")
        case "refused":
            raise RefusedError("not now")
        case "store":
            raise StoreError("the disk is full")
        case "interrupted":
            raise KeyboardInterrupt
        case _:
            raise BrokenPipeError
