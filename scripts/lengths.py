"""Keeps files and functions short: prints every one that is too long and exits with 1.

Owns: the two limits and how a length is counted. Never: changes a file, or excuses one.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

FILE_LINES = 400
FUNCTION_LINES = 60
FOLDERS = ("src", "tests", "examples", "bench", "scripts")


def too_long(path: Path, text: str) -> Iterator[str]:
    """What is too long in one file, as `path:line name N lines`.

    A function counts from its `def` to its last line, with its docstring and what is defined inside it.
    """
    lines = len(text.splitlines())
    if lines > FILE_LINES:
        yield f"{path}:1 file {lines} lines (at most {FILE_LINES})"
    for node in ast.walk(ast.parse(text, filename=str(path))):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            length = (node.end_lineno or node.lineno) - node.lineno + 1
            if length > FUNCTION_LINES:
                yield f"{path}:{node.lineno} {node.name} {length} lines (at most {FUNCTION_LINES})"


def main(roots: Sequence[str] = FOLDERS) -> int:
    """The exit code: 0 when everything is short enough. Folders that do not exist are passed over."""
    found = [
        finding
        for root in roots
        for path in sorted(Path(root).rglob("*.py"))
        for finding in too_long(path, path.read_text(encoding="utf-8"))
    ]
    print("\n".join(found) if found else "lengths: every file and function is short enough")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:] or FOLDERS))
