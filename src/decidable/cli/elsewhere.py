"""A `.states` file whose facts, events and tools are declared in Python: found out, and said once.

Owns: recognising such a file and the Python that loads it. Never: imports that Python; it is only read.
"""

from __future__ import annotations

import ast
from pathlib import Path

from decidable.cli.load import Loaded, shown_path
from decidable.core.problem import Problem

UNDECLARED = ("is not a tool", "is not a fact", "is neither a fact nor a field here")
"""How `core` ends a problem about a name that Python may declare; a state or an event is never declared there alone."""
_MOST_FILES = 50
_LARGEST = 500_000


def declared_in_python(loaded: Loaded) -> str:
    """The PATH to use instead, for a file that names tools or facts and declares none; else nothing."""
    definition = loaded.definition
    if loaded.machine is not None or loaded.table is not None or definition is None:
        return ""
    if definition.facts or definition.tools or not any(map(is_undeclared, loaded.problems)):
        return ""
    return _loader_of(Path(loaded.path)) or "FILE.py:NAME"


def is_undeclared(problem: Problem) -> bool:
    """Whether a problem is about a name that Python may declare."""
    return problem.code == "unknown-name" and problem.message.endswith(UNDECLARED)


def _loader_of(states: Path) -> str:
    for file in sorted(states.parent.glob("*.py"))[:_MOST_FILES]:
        try:
            text = file.read_text(encoding="utf-8") if file.stat().st_size <= _LARGEST else ""
            tree = ast.parse(text) if states.name in text else ast.Module([], [])
        except (OSError, ValueError, SyntaxError):
            continue
        for node in tree.body:
            name = _assigned(node, states.name)
            if name:
                return f"{shown_path(file)}:{name}"
    return ""


def _assigned(node: ast.stmt, states: str) -> str:
    """The name that `name = load_machine("this.states", ...)` gives."""
    match node:
        case ast.Assign(targets=[ast.Name(id=name)], value=ast.Call() as call):
            pass
        case ast.AnnAssign(target=ast.Name(id=name), value=ast.Call() as call):
            pass
        case _:
            return ""
    words = [*call.args, *(keyword.value for keyword in call.keywords)]
    return name if any(isinstance(word, ast.Constant) and word.value == states for word in words) else ""
