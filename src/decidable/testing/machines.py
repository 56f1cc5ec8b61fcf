"""A machine for tests from a PATH, and its stand-in: the same table with events and tools made from their declarations.

Owns: loading by a path beside the test, and classes and tools that stand in for the author's. Never: changes a table; the
stand-in has the very same one.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from dataclasses import replace
from datetime import date, time
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType, new_class
from typing import Any, Final, Literal, assert_never

from decidable.bind.beside import beside
from decidable.bind.ctx import Ctx
from decidable.bind.events import Event
from decidable.bind.machine import Machine
from decidable.bind.restore import Restorer
from decidable.bind.tools import Tool, ToolOptions
from decidable.bind.words import Words
from decidable.core import definition as d
from decidable.core import values as v
from decidable.core.compile import compile_table
from decidable.core.problem import Severity
from decidable.core.table import Table
from decidable.core.validate import validate
from decidable.errors import MachineError
from decidable.text.reader import read

LONG_S: Final = 1e9
"""A time limit that no test comes to by moving a clock."""


class NothingKnown:
    """The facts of a machine without Python."""


def machine_at(path: str, *, beside: str = "") -> Machine[Any, Any]:
    """The machine of a PATH: a `.states` file, or `file.py:name`. Relative paths begin in the folder of the file `beside`
    (give `__file__`). A module that is imported already is not imported again.

    Raises MachineError for a machine that cannot be read or does not compile, ValueError for a PATH that leads to none.
    """
    folder = Path(beside).resolve().parent if beside else Path.cwd()
    file, colon, name = path.rpartition(":")
    if colon and file.endswith(".py"):
        module = _imported((folder / file).resolve())
        found = getattr(module, name, None)
        if not isinstance(found, Machine):
            raise ValueError(f"'{name}' is no machine of {file}")
        return found
    return written(folder / path)


def written(file: Path) -> Machine[Any, Any]:
    """The machine of a `.states` file that declares everything itself. Its events have no classes: `happens` names them."""
    reading = read(file.read_bytes(), find=beside(file))
    problems = reading.problems
    if reading.definition is not None:
        problems = (*problems, *validate(reading.definition))
    if reading.definition is None or any(problem.severity is Severity.ERROR for problem in problems):
        raise MachineError(problems, str(file))
    return of_table(compile_table(reading.definition), file, reading.source)


def of_table(table: Table, file: Path | None = None, source: str = "") -> Machine[Any, Any]:
    """A machine with nothing but its table."""
    return Machine(
        table=table,
        facts=NothingKnown,
        deps=object,
        events={},
        tools={},
        words=Words(),
        translator=None,
        path=file or Path(f"{table.name or 'machine'}.states"),
        source=source,
        restorer=Restorer({}),
    )


def stand_in(machine: Machine[Any, Any], tools: Mapping[str, Tool[Any, ..., Any]]) -> Machine[Any, Any]:
    """The same table, with event classes made from the declarations, and these tools."""
    events = {event.name: event_class(event, machine.table) for event in machine.definition.events}
    return replace(
        machine, events=events, tools=tools, words=Words(), translator=None, restorer=Restorer({}), facts=NothingKnown
    )


def event_class(event: d.Event, table: Table) -> type[Event]:
    """A class with the event's fields; those that the author's class computes are given."""
    types = table.events[event.name].types
    hints = {
        field.name: _annotation(types[field.name]) | None if field.optional else _annotation(types[field.name])
        for field in event.fields
    }
    body: dict[str, object] = {field.name: None for field in event.fields if field.optional}
    body["__annotations__"] = hints
    body["__module__"] = __name__
    return new_class(
        "".join(map(str.title, event.name.split("_"))), (Event,), {"name": event.name}, lambda ns: ns.update(body)
    )


def _annotation(type_: v.Type) -> Any:  # Any: a type expression
    match type_:
        case v.Text():
            return str
        case v.Bool():
            return bool
        case v.Range():
            return int
        case v.Choices(values):
            return Literal[values]
        case v.MoneyType():
            return v.Money
        case v.Date():
            return date
        case v.Time():
            return time
        case v.ListOf(of):
            return list[_annotation(of)]  # type: ignore[misc]
        case v.Data():
            return object
        case _:
            assert_never(type_)


class StandIn(Tool[Any, ..., Any]):
    """A tool made from its declaration: `call` and `look` say what it answers."""

    def __init__(self, tool: d.Tool, call: Any, look: Any) -> None:  # Any: coroutine functions over a Ctx
        async def function(ctx: Ctx[Any], **args: object) -> object:
            return await call(tool.name, ctx, args)

        options = ToolOptions(
            timeout_s=LONG_S,
            approval="user" if tool.approval else None,
            repeatable=tool.lookup is d.Lookup.REPEAT,
            name=tool.name,
        )
        super().__init__(function, write=tool.write, options=options)
        if tool.lookup is d.Lookup.TOOL:

            async def looking(ctx: Ctx[Any]) -> object:
                return await look(tool.name, ctx)

            self.look = looking
        self.restorer = Restorer({})


def _imported(file: Path) -> ModuleType:
    known = [module for module in list(sys.modules.values()) if _is_of(module, file)]
    if known:
        return known[0]
    if str(file.parent) not in sys.path:
        sys.path.insert(0, str(file.parent))
    spec = spec_from_file_location(file.stem, file)
    if spec is None or spec.loader is None or not file.exists():
        raise ValueError(f"there is no file '{file}'")
    module = module_from_spec(spec)
    sys.modules[file.stem] = module
    try:
        spec.loader.exec_module(module)
    except BaseException:
        del sys.modules[file.stem]  # half a module would hide the mistake from the next who asks
        raise
    return module


def _is_of(module: ModuleType, file: Path) -> bool:
    path = getattr(module, "__file__", None)
    return isinstance(path, str) and Path(path).name == file.name and Path(path).resolve() == file


__all__ = ["StandIn", "event_class", "machine_at", "of_table", "stand_in", "written"]
