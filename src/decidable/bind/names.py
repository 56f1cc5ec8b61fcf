"""The one naming convention, `SlotFree` in Python is `slot_free` in text, and where in Python a thing is written.

Owns: names, places and annotations of what an author wrote. Never: imports a file or runs an author's code.
"""

from __future__ import annotations

import inspect
import re
import sys
from pathlib import Path
from types import CodeType
from typing import get_type_hints

from decidable.core.problem import Problem
from decidable.errors import MachineError
from decidable.text.names import NameOf, is_name, is_reserved

_BOUNDARY = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")


def text_name(python_name: str) -> str:
    """`SlotFree` -> `slot_free`."""
    return _BOUNDARY.sub("_", python_name).lower()


def unfit_name(name: str, role: NameOf) -> str:
    """Why a name from Python cannot stand in a `.states` file; empty when it can."""
    if not is_name(name):
        return "a name has ASCII letters, digits and underscores"
    return "it is a word of the language of .states files" if is_reserved(name, role) else ""


def source_place(thing: object) -> str:
    """`refund.py:12`, where a class or function is written; its module where the source is not at hand.

    To find a class its whole file is parsed, so this is asked only where there is something to report.
    """
    target = inspect.unwrap(thing) if callable(thing) else thing
    code = getattr(target, "__code__", None)
    if isinstance(code, CodeType):
        return f"{Path(code.co_filename).name}:{code.co_firstlineno}"
    try:
        path = inspect.getsourcefile(target)  # type: ignore[arg-type]  # what has no source raises TypeError
        _, line = inspect.getsourcelines(target)  # type: ignore[arg-type]
    except (TypeError, OSError):
        return str(getattr(thing, "__module__", "Python"))
    return f"{Path(path or '?').name}:{line}"


def member_place(owner: type, name: str) -> str:
    """`refund.py:9`, where a class writes the annotation of a member; the place of the class where it is not found."""
    place = source_place(owner)
    file, _, first = place.rpartition(":")
    if not first.isdecimal():
        return place
    written = re.compile(rf"\s+{re.escape(name)}\s*:")
    lines, start = inspect.getsourcelines(owner)
    return next((f"{file}:{start + at}" for at, line in enumerate(lines) if written.match(line)), place)


def folder_of(thing: type) -> Path:
    """The folder of the module that defines a class: relative paths given beside it are looked up there."""
    module = sys.modules.get(thing.__module__)
    file = getattr(module, "__file__", None)
    return Path(file).resolve().parent if file else Path.cwd()


def annotations_of(thing: object, what: str) -> dict[str, object]:
    """The annotations of a class or function, evaluated, with what `Annotated` adds.

    `what`: how a problem names it. Raises MachineError where a name in them means nothing.
    """
    try:
        return get_type_hints(thing, include_extras=True)
    except (NameError, TypeError, SyntaxError, AttributeError) as error:
        message = f"the annotations of {what} ({source_place(thing)}) cannot be read: {error}"
        hint = "names in annotations are looked up in the module: import them there, not in a function"
        raise MachineError((Problem("type", message, hint),)) from None
