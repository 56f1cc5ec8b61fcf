"""Generated tests, imported and run in this process, so that one table after another can be put under them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

from _pytest.mark.structures import ParameterSet

from decidable.bind.machine import Machine
from decidable.check.generate.written import Source, generated
from decidable.core.table import Table

EXAMPLES = Path(__file__).parents[2] / "examples"


class Generated(NamedTuple):
    """One generated test, by the name that pytest gives it, and what it is called with."""

    name: str
    call: Callable[[], object]
    value: Any
    """A Case or a Way."""


def modules(table: Table, path: str, folder: Path) -> dict[str, ModuleType]:
    """The generated files of a table, imported, by their kind. `path`: of the machine, absolute."""
    found: dict[str, ModuleType] = {}
    for name, text in generated(table, Source(table.name, path)).items():
        (folder / name).write_text(text, encoding="utf-8")
        spec = spec_from_file_location(f"{folder.name}_{name.removesuffix('.py')}", folder / name)
        assert spec is not None
        assert spec.loader is not None
        module = module_from_spec(spec)
        spec.loader.exec_module(module)
        found[name.removesuffix(".py").rpartition("_")[2]] = module
    return found


def all_of(module: ModuleType) -> Iterator[Generated]:
    """Its tests, one for each value of their table."""
    for name, function in vars(module).items():
        if name.startswith("test_"):
            for mark in function.pytestmark:
                for each in mark.args[1]:
                    value = each.values[0] if isinstance(each, ParameterSet) else each
                    yield Generated(f"{name}[{value}]", partial(function, value), value)


def under(module: ModuleType, machine: Machine[Any, Any]) -> None:
    """Put another machine under its tests."""
    vars(module)["machine"] = machine


def failing(module: ModuleType) -> set[str]:
    """The names of its tests that fail now."""
    found: set[str] = set()
    for test in all_of(module):
        try:
            test.call()
        except (AssertionError, ValueError):
            found.add(test.name)
    return found
