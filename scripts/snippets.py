"""Runs the fenced code of a Markdown page, so that what a reader copies works.

Owns: which blocks are run and what their output is compared with. Never: changes a page, or skips a block that does not
say `no-run` itself.

* ```python: run in a module of its own; `await` may stand at the top.
* ```console: every `$ ` line is a command, the lines below it are its output. A line `...` is any lines, ` ...` at the end of
  a line any rest of it. Commands are `decidable` and `python`, without a shell, and `cd`; before one may stand
  `printf 'LINES' |` and `NAME=value`.
* ```LANGUAGE file=NAME: written to NAME in the current folder. A page that has one is a story: all its blocks, in order, in
  one folder that is empty at first. On every other page each block stands alone, beside the examples.
* ```python no-run, ```console no-run and every other language: not run.
"""

from __future__ import annotations

import ast
import asyncio
import inspect
import os
import re
import shlex
import subprocess
import sys
import textwrap
import types
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

_FENCE = re.compile(r"^([ \t]*)(```+)([^\n`]*)\n(.*?)^\1\2[ \t]*$", re.MULTILINE | re.DOTALL)
_SET = re.compile(r"[A-Z_]+=.*")
_NAME = "snippet"


class SnippetError(AssertionError):
    """A page says something that is not so."""


class Snippet(NamedTuple):
    """One block to run. `line` is that of its first line of code, from 1."""

    page: str
    line: int
    language: str
    code: str
    file: str = ""
    """Where it is to be written, instead of being run."""


def snippets(page: str, text: str) -> Iterator[Snippet]:
    """The blocks of a page that are to be run."""
    for fence in _FENCE.finditer(text):
        words = fence[3].split()
        file = next((word.removeprefix("file=") for word in words if word.startswith("file=")), "")
        if words and (words[0] in ("python", "console") or file) and "no-run" not in words[1:]:
            line = text.count("\n", 0, fence.start(4)) + 1
            yield Snippet(page, line, words[0], textwrap.dedent(fence[4]), file)


def stories(page: str, text: str) -> Iterator[tuple[Snippet, ...]]:
    """The blocks of a page that are to be run, those together that build on one another."""
    found = tuple(snippets(page, text))
    if any(snippet.file for snippet in found):
        yield found
    else:
        yield from ((snippet,) for snippet in found)


def run(snippet: Snippet, folder: Path) -> None:
    """Run one block. A console block starts in `folder`; a Python block in the current folder. Raises what is wrong."""
    if snippet.file:
        (folder / snippet.file).write_text(snippet.code, encoding="utf-8")
    elif snippet.language == "python":
        run_python(snippet)
    else:
        run_console(snippet, folder)


def run_python(snippet: Snippet) -> None:
    """Run Python as a module, which is there while it runs for those who look a class up by its module."""
    code = "\n" * (snippet.line - 1) + snippet.code  # so that a traceback names the line of the page
    compiled = compile(code, snippet.page, "exec", flags=ast.PyCF_ALLOW_TOP_LEVEL_AWAIT, dont_inherit=True)
    module = types.ModuleType(_NAME)
    sys.modules[_NAME] = module
    try:
        if compiled.co_flags & inspect.CO_COROUTINE:
            asyncio.run(types.FunctionType(compiled, module.__dict__)())
        else:
            exec(compiled, module.__dict__)
    finally:
        del sys.modules[_NAME]


def run_console(snippet: Snippet, folder: Path) -> None:
    """Run the commands of a block one after another and compare what each prints."""
    for line, command, expected in _commands(snippet):
        words = shlex.split(command)
        if words[0] == "cd" and len(words) == 2:
            folder = folder / words[1]
            continue
        typed = ""
        if words[0] == "printf" and words[2:3] == ["|"]:
            typed, words = words[1].replace("\\n", "\n"), words[3:]
        printed = _print_of(words, typed, folder, f"{snippet.page}:{line}")
        if not matches(expected, printed):
            raise SnippetError(
                f"{snippet.page}:{line}: $ {command}\nthe page says:\n{expected}\nit printed:\n{printed}"
            )


def _commands(snippet: Snippet) -> Iterator[tuple[int, str, str]]:
    lines = snippet.code.splitlines()
    starts = [number for number, line in enumerate(lines) if line.startswith("$ ")]
    if not starts or starts[0] != 0:
        raise SnippetError(
            f"{snippet.page}:{snippet.line}: a console block starts with `$ ` and a command, or is no-run"
        )
    for start, end in zip(starts, [*starts[1:], len(lines)], strict=True):
        yield snippet.line + start, lines[start][2:], "\n".join(lines[start + 1 : end])


def _print_of(words: list[str], typed: str, folder: Path, where: str) -> str:
    programs = {"decidable": [str(Path(sys.executable).with_name("decidable"))], "python": [sys.executable]}
    around = {"NO_COLOR": "1", "TERM": "dumb", "COLUMNS": "100", "PYTHONIOENCODING": "utf-8"}
    while len(words) > 1 and _SET.fullmatch(words[0]):
        name, _, value = words.pop(0).partition("=")
        around[name] = value
    if words[0] not in programs:
        raise SnippetError(f"{where}: only decidable and python are run, not {words[0]!r}; mark the block no-run")
    done = subprocess.run(
        [*programs[words[0]], *words[1:]],
        cwd=folder,
        env=os.environ | around,
        input=typed,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        timeout=120,
        check=False,
    )
    return done.stdout


def matches(expected: str, printed: str) -> bool:
    """Whether output is what a page says. Spaces at the end of a line and empty lines at the end do not count."""
    wanted = [line.rstrip() for line in expected.rstrip().splitlines()]
    pattern = "".join(_pattern(line) for line in wanted)
    got = "".join(line.rstrip() + "\n" for line in printed.rstrip().splitlines())
    return re.fullmatch(pattern, got) is not None


def _pattern(line: str) -> str:
    if line.strip() == "...":
        return r"(?:.*\n)*?"
    return f"{re.escape(line[:-3])}.*\n" if line.endswith(" ...") else f"{re.escape(line)}\n"
