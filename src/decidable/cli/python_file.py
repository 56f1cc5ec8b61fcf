"""A machine, or another value, from somebody's Python file: the file is imported as if it stood in a program of its own.

Owns: the import, and how its author's mistakes are told: file, line and message, without our traceback. Never: runs a
machine.
"""

from __future__ import annotations

import sys
import traceback
from contextlib import redirect_stdout
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Any, Final, NamedTuple, TypeVar

from decidable.bind.machine import Machine
from decidable.cli.exits import Refusal
from decidable.cli.load import near_file, shown_path
from decidable.core.problem import did_you_mean
from decidable.errors import MachineError

T = TypeVar("T")


class Kinds(NamedTuple):
    """How one of what is asked for is called, and several, and what to do where a file has none."""

    one: str
    many: str
    hint: str


MACHINES: Final = Kinds("machine", "machines", "bind one: `name = load_machine(...)`")


def machine_of(file: str, name: str) -> Machine[Any, Any]:
    """The machine of that name in a Python file. Raises Refusal, or MachineError where the machine itself is wrong."""
    return picked(module_of(file, MACHINES), file, name, Machine, MACHINES)


def module_of(file: str, called: Kinds) -> ModuleType:
    """A Python file, imported. Raises Refusal."""
    path = Path(file)
    if not path.exists():
        raise Refusal(f"there is no file '{file}'", near_file(path))
    if path.is_dir():
        raise Refusal(f"'{file}' is a folder", f"give the Python file that has the {called.one}, and its name")
    return imported(path)


def all_of(module: ModuleType, kind: type[T]) -> dict[str, T]:
    """The values of a kind in a module, by name."""
    return {
        name: value for name, value in vars(module).items() if isinstance(value, kind) and not name.startswith("__")
    }


def picked(module: ModuleType, file: str, name: str, kind: type[T], called: Kinds) -> T:
    """The value of that name and kind. Raises Refusal."""
    known = all_of(module, kind)
    found = getattr(module, name, None) if name else None
    if isinstance(found, kind):
        return found
    if not known:
        raise Refusal(f"{file} has no {called.one}", called.hint)
    if not name:
        raise Refusal(f"which {called.one} of {file}?", f"write {file}:{next(iter(known))}")
    what = f"is {_kind(found, called.one)}" if found is not None else "is not there"
    hint = did_you_mean(name, known) or f"its {called.many} are {', '.join(known)}"
    raise Refusal(f"'{name}' {what} in {file}", hint)


def imported(path: Path) -> ModuleType:
    """Import a Python file by its path, with its folder first on `sys.path`, as `python FILE` would."""
    folder, stem = str(path.parent.resolve()), path.stem
    if folder not in sys.path:
        sys.path.insert(0, folder)
    name = stem if stem not in sys.modules and stem not in sys.stdlib_module_names else f"machine_file_{stem}"
    spec = spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise Refusal(f"'{path}' cannot be imported")
    module = module_from_spec(spec)
    sys.modules[name] = module
    try:
        with redirect_stdout(sys.stderr):  # what it prints is not our output
            spec.loader.exec_module(module)
    except MachineError:
        raise
    except SyntaxError as error:
        place = f"{shown_path(Path(error.filename or path))}:{error.lineno or 1}"
        raise Refusal(f"{place}: {type(error).__name__}: {error.msg}") from error
    except Exception as error:
        raise Refusal(f"{_place(error, folder, path)}: {type(error).__name__}: {error}") from error
    except SystemExit as error:
        hint = 'put what runs the machine under `if __name__ == "__main__":`'
        raise Refusal(f"{_place(error, folder, path)}: the file ends the program when it is imported", hint) from error
    return module


def _place(error: BaseException, folder: str, path: Path) -> str:
    """Where in the author's folder an error arose; the deepest of its lines."""
    frames = [frame for frame in traceback.extract_tb(error.__traceback__) if frame.filename.startswith(folder)]
    own = [frame for frame in frames if "site-packages" not in frame.filename]
    if not own:
        return shown_path(path)
    return f"{shown_path(Path(own[-1].filename))}:{own[-1].lineno}"


def _kind(value: object, wanted: str) -> str:
    return f"the class {value.__name__}" if isinstance(value, type) else f"a {type(value).__name__}, not a {wanted},"
