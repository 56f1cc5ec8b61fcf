"""The database a command works on, and which Python its machines live in.

Owns: `--db`, opening it for reading or for running, and the note beside it that says where a machine was loaded from.
Never: keeps anything about a run; that is the store's.
"""

from __future__ import annotations

import inspect
import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

from decidable.bind.machine import Machine
from decidable.cli.exits import Refusal
from decidable.cli.file_names import FileName
from decidable.cli.load import load
from decidable.errors import MachineError
from decidable.stores import SQLite
from decidable.stores.port import Head, RunKey

F = TypeVar("F", bound=Callable[..., Any])  # any command, whatever its arguments
DEFAULT = "decidable.db"


def db_option(command: F) -> F:
    """`--db FILE`."""
    return click.option(
        "--db",
        type=FileName(dir_okay=False),
        default=DEFAULT,
        show_default=True,
        envvar="DECIDABLE_DB",
        help="The database file with the runs.",
    )(command)


def machine_option(command: F) -> F:
    """`--machine PATH`, for commands that carry a run on."""
    return click.option(
        "--machine",
        "path",
        type=FileName(),
        metavar="PATH",
        help="Where the run's machine is (file.py:name); remembered from `chat`.",
    )(command)


def reading(db: str) -> SQLite:
    """Open an existing database to look at it, whether or not somebody is running it. Raises Refusal."""
    if not Path(db).exists():
        raise Refusal(f"there is no database '{db}'", "name it with --db, or begin a run with `decidable chat`")
    return SQLite(db, read_only=True)


def the_run(store: SQLite, run: str) -> Head:
    """The run of that name, or the only one whose name begins so. Raises Refusal."""
    keys = store.find(run)
    exact = [key for key in keys if run in (key.run, str(key))]
    found: list[RunKey] = exact or list(keys)
    if not found:
        known = ", ".join(str(summary.key) for summary in store.runs(limit=5))
        raise Refusal(f"there is no run '{run}'", f"the latest are {known}" if known else "no run was begun yet")
    if len(found) > 1:
        raise Refusal(f"'{run}' could be any of {len(found)} runs", ", ".join(str(key) for key in found[:5]))
    head = store.head(found[0])
    if head is None:
        raise Refusal(f"the run '{run}' is gone")
    return head


def remember(db: str, machine: Machine[Any, Any], path: str) -> None:
    """Note beside the database where this machine's Python is."""
    known = _remembered(db)
    file, colon, name = path.rpartition(":")
    known[machine.name] = f"{Path(file).resolve()}{colon}{name}" if colon else str(Path(path).resolve())
    try:
        _note(db).write_text(json.dumps(known, indent=2, sort_keys=True) + "\n", encoding="utf-8")
    except OSError as error:
        raise Refusal(f"cannot write beside the database '{db}': {error.strerror or error}") from None


def machine_for(db: str, head: Head, path: str | None) -> Machine[Any, Any]:
    """The machine of a run: from `path`, or from where it was loaded the last time. Raises Refusal."""
    where = path or _remembered(db).get(head.machine)
    if where is None:
        hint = "say where its Python is: --machine file.py:name"
        raise Refusal(f"it is not known where the machine '{head.machine}' is written", hint)
    return bound_machine(where)


def bound_machine(path: str) -> Machine[Any, Any]:
    """A machine that can run: one bound to Python. Raises Refusal, or MachineError for one with faults."""
    loaded = load(path)
    if loaded.machine is None:
        loaded_errors = [problem for problem in loaded.problems if problem.severity == "error"]
        if loaded_errors:
            raise MachineError(loaded_errors, loaded.path)
        raise Refusal(f"'{path}' has no Python to run", "give file.py:name of the machine that load_machine made")
    return loaded.machine


def dependencies(machine: Machine[Any, Any], db: str) -> Any:
    """The tools' dependencies: `deps.connect()` where the class has it, otherwise the class called without arguments.

    A `connect` with a parameter `folder` is given the folder of the database, so that what it opens beside the runs is
    the same from wherever a command is called. Raises Refusal for whatever it raises: that is outside of us.
    """
    connect = getattr(machine.deps, "connect", machine.deps)
    try:
        takes_folder = "folder" in inspect.signature(connect).parameters
        return connect(folder=Path(db).resolve().parent) if takes_folder else connect()
    except Exception as error:
        name = f"{machine.deps.__name__}{'.connect' if connect is not machine.deps else ''}"
        hint = f"{name} is called without arguments, or with the database's `folder`"
        raise Refusal(f"cannot make the dependencies by {name}: {error}", hint) from None


def _note(db: str) -> Path:
    return Path(f"{db}.machines.json")


def _remembered(db: str) -> dict[str, str]:
    try:
        known = json.loads(_note(db).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return {str(k): str(v) for k, v in known.items()} if isinstance(known, dict) else {}


def principal() -> str:
    """Who is at this terminal: the operating system's word for it."""
    return os.environ.get("USER") or os.environ.get("LOGNAME") or "operator"
