"""PATH, as every command takes it: a `.states` file, or `file.py:name` for a machine bound to Python.

Owns: what a PATH means and every way it can be wrong. Never: imports Python for a `.states` file.
"""

from __future__ import annotations

import os
from contextlib import suppress
from heapq import nsmallest
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from decidable.bind.beside import beside
from decidable.check import Report, check, unfit
from decidable.cli.exits import Refusal
from decidable.core.compile import compile_table
from decidable.core.definition import Definition
from decidable.core.problem import Problem, Severity, did_you_mean
from decidable.core.table import Table
from decidable.core.validate import validate
from decidable.errors import MachineError
from decidable.text.reader import read
from decidable.text.source import LARGEST

if TYPE_CHECKING:
    from decidable.bind.machine import Machine

KINDS = "a PATH is a .states file, or file.py:name for a machine bound to Python"
_SUFFIX = ".states"
_MOST_FOLDERS = 100
"""A hint is not worth looking through more."""


class Loaded(NamedTuple):
    """A machine as far as it could be read. `table` is None where it does not compile; `problems` says why."""

    path: str
    """The file its findings are about, as it is printed."""
    source: str
    name: str = ""
    definition: Definition | None = None
    table: Table | None = None
    problems: tuple[Problem, ...] = ()
    """What reading, validating or binding found; what the table itself found is in `table.problems`."""
    machine: Machine[Any, Any] | None = None  # whatever classes its author declares
    """The bound machine, where PATH names one."""

    def report(self) -> Report:
        """Every finding."""
        if self.table is None:
            contracts = () if self.definition is None else self.definition.contracts
            return unfit(self.problems, self.name, self.source, contracts)
        return check(self.table, self.source, self.problems)


def load(path: str) -> Loaded:
    """Read a machine. Raises Refusal where PATH leads to none; a machine with faults is loaded with its problems."""
    file, colon, name = path.rpartition(":")
    if colon and file.endswith(".py"):
        return _bound(file, name)
    if path.endswith(".py"):
        return _bound(path, "")
    return _written(path)


def read_file(path: str) -> bytes:
    """The bytes of a file, at most one more than a machine may have. Raises Refusal."""
    try:
        with _existing(path).open("rb") as file:
            return file.read(LARGEST + 1)
    except OSError as error:
        raise Refusal(f"cannot read '{path}': {error.strerror or error}") from None


def shown_path(path: Path) -> str:
    """A path as a person would type it here."""
    try:
        short = os.path.relpath(path)
    except ValueError:  # another drive
        return str(path)
    return str(path) if short.startswith("..") else short


def path_from(folder: Path, path: str, loaded: Loaded) -> str:
    """The PATH of a machine as files in this folder name it: a `.states` file, or file.py:name. Raises Refusal."""
    file, _, name = path.rpartition(":") if loaded.machine is not None and ".py:" in path else (path, "", "")
    if loaded.machine is not None and not name:
        raise Refusal(f"which machine of {path}?", "write file.py:name")
    try:
        short = os.path.relpath(Path(file).resolve(), folder.resolve())
    except ValueError:  # another drive
        short = str(Path(file).resolve())
    return Path(short).as_posix() + (f":{name}" if name else "")


def _existing(path: str) -> Path:
    file = Path(path)
    if file.is_dir():
        inside = sorted(found.name for found in file.glob(f"*{_SUFFIX}"))[:3]
        raise Refusal(f"'{path}' is a folder", f"it has {', '.join(inside)}" if inside else KINDS)
    if file.suffix != _SUFFIX:
        named = (Path(f"{path}{_SUFFIX}"), file.with_suffix(_SUFFIX) if file.name else file)
        near = next((each for each in named if each.is_file()), None)
        raise Refusal(f"'{path}' is no machine", f"did you mean '{near}'?" if near else KINDS)
    if not file.exists() and not file.is_symlink():
        raise Refusal(f"there is no file '{path}'", near_file(file))
    return file


def near_file(file: Path) -> str:
    """A hint at a file beside a missing one whose name is near, or at the folder that has such files."""
    if not file.parent.is_dir():
        return f"there is no folder '{file.parent}' either"
    beside = sorted(found.name for found in file.parent.glob(f"*{file.suffix}") if not found.is_dir())
    if beside:
        return did_you_mean(file.name, beside) or f"there are {', '.join(beside[:5])}"
    kind = f"{file.suffix} file" if file.suffix else "file"
    with suppress(OSError):  # a folder that may not be read has no hint to give
        folders = [Path(os.path.normpath(file.parent / "..")), *_folders(file.parent)]
        for folder in folders:
            if (folder / file.name).is_file():
                return f"did you mean '{folder / file.name}'?"
        for folder in folders if file.suffix else ():
            if any(True for _ in folder.glob(f"*{file.suffix}")):
                return f"there is no {kind} in '{file.parent}', but in '{folder}'"
    return f"there is no {kind} in '{file.parent}'"


def _folders(folder: Path) -> list[Path]:
    """The first folders in a folder, hidden ones left out."""
    found = (each for each in folder.iterdir() if each.is_dir() and not each.name.startswith("."))
    return nsmallest(_MOST_FOLDERS, found)


def _written(path: str) -> Loaded:
    data = read_file(path)
    if len(data) > LARGEST:
        message = f"the file has {Path(path).stat().st_size:,} bytes, and a machine has at most {LARGEST:,}"
        return Loaded(path, "", problems=(Problem("too-large", message, "split it into several machines"),))
    reading = read(data, find=beside(Path(path)))
    definition = reading.definition
    if definition is None:
        return Loaded(path, reading.source, problems=reading.problems)
    problems = (*reading.problems, *validate(definition))
    if any(problem.severity is Severity.ERROR for problem in problems):
        return Loaded(path, reading.source, definition.name, definition, problems=problems)
    return Loaded(path, reading.source, definition.name, definition, compile_table(definition), problems)


def _bound(file: str, name: str) -> Loaded:
    from decidable.cli.python_file import machine_of  # noqa: PLC0415 - it imports pydantic, which a `.states` file needs not

    try:
        machine = machine_of(file, name)
    except MachineError as wrong:
        source = _source_of(wrong.path)
        return Loaded(shown_path(Path(wrong.path)) if wrong.path else file, source, problems=wrong.problems)
    path = shown_path(machine.path)
    return Loaded(path, machine.source, machine.name, machine.definition, machine.table, machine.problems, machine)


def _source_of(path: str) -> str:
    try:
        return Path(path).read_text(encoding="utf-8", errors="replace") if path.endswith(_SUFFIX) else ""
    except OSError:
        return ""
