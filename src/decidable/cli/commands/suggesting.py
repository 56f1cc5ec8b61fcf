"""`suggest-states`: the states worth having, from the tools alone, as a draft.

Owns: where the tools come from, and writing the draft. Never: writes over a file that is there, unless told to.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

import click

from decidable.check.suggest import Suggestion, suggest
from decidable.cli.commands.static import path_argument
from decidable.cli.elsewhere import declared_in_python
from decidable.cli.exits import Code, Refusal
from decidable.cli.file_names import FileName
from decidable.cli.findings import print_findings
from decidable.cli.load import load, shown_path
from decidable.cli.screen import Screen, color_option, format_option, print_json
from decidable.cli.write import write_whole
from decidable.core.definition import Definition
from decidable.core.problem import Problem, Severity
from decidable.core.validate import validate
from decidable.errors import MachineError
from decidable.text.reader import locate


class Declarations(NamedTuple):
    """What a PATH declares. `problems`: what is wrong with it, and in which file."""

    path: str
    definition: Definition | None
    problems: tuple[Problem, ...] = ()
    in_python: bool = False


@click.command("suggest-states")
@path_argument
@click.option("--out", type=FileName(dir_okay=False), help="Write the draft there; by default it is printed.")
@click.option("--force", is_flag=True, help="Let --out replace a file that is there.")
@format_option()
@color_option
@click.pass_context
def suggest_states(ctx: click.Context, path: str, out: str | None, force: bool, form: str, color: str) -> None:
    """Suggest states from the tools alone: what they require, and how they can end.

    PATH is a .states file that declares tools (states it has are left out), file.py:name of a machine, or a Python file with
    tools and no machine yet. Each state says why it is worth having; what the tools do not say is undecided.

    \b
    Examples:
      decidable suggest-states booking.states
      decidable suggest-states tools.py --out draft.states
    """
    if out is not None and Path(out).exists() and not force:
        raise Refusal(f"'{out}' is there already", "give another name, or --force to replace it")
    declared = _declared(path)
    wrong = [problem for problem in declared.problems if problem.severity is Severity.ERROR]
    if wrong or declared.definition is None:
        print_findings(Screen(color, err=True), declared.path, wrong or declared.problems)
        ctx.exit(Code.FINDINGS)
    if not declared.definition.tools:
        raise Refusal(f"{path} declares no tools", "states are suggested from what tools require and give")
    found = suggest(declared.definition, generated=declared.in_python)
    if out is not None:
        write_whole(Path(out), found.text.encode())
    if form == "json":
        print_json(_data(path, found))
    elif out is not None:
        click.echo(f"{out}: {len(found.states)} states suggested")
        click.echo(f"  next: decidable grid {out}")
    else:
        click.echo(found.text, nl=False)


def _declared(path: str) -> Declarations:
    file = path.rpartition(":")[0] if ".py:" in path else path
    if file.endswith(".py"):
        return _in_python(file, path[len(file) + 1 :])
    loaded = load(path)
    if loaded.definition is None:
        return Declarations(loaded.path, None, loaded.problems)
    if not loaded.definition.tools and (elsewhere := declared_in_python(loaded)):
        raise Refusal(f"{path} declares no tools", f"they seem to live in Python: give {elsewhere}")
    if not loaded.definition.tools and any(problem.severity is Severity.ERROR for problem in loaded.problems):
        return Declarations(loaded.path, None, loaded.report().findings)  # what cannot be read may be where they are
    alone = replace(loaded.definition, any_state=(), states=(), rules=())
    return Declarations(loaded.path, alone, locate(_without_state(validate(alone)), loaded.source))


def _in_python(file: str, name: str) -> Declarations:
    from decidable.bind.from_tools import declared_by_tools  # noqa: PLC0415 - it imports pydantic, which text needs not
    from decidable.bind.machine import Machine  # noqa: PLC0415
    from decidable.bind.tools import Tool  # noqa: PLC0415
    from decidable.cli.python_file import MACHINES, all_of, module_of, picked  # noqa: PLC0415

    try:
        module = module_of(file, MACHINES)
    except MachineError as wrong:
        return Declarations(shown_path(Path(wrong.path)) if wrong.path else file, None, wrong.problems)
    tools = list(dict.fromkeys(all_of(module, Tool).values()))
    if tools and not name and not all_of(module, Machine):
        alone, problems = declared_by_tools(tools)
        return Declarations(file, alone, (*problems, *_without_state(validate(alone))), in_python=True)
    definition = picked(module, file, name, Machine, MACHINES).definition
    return Declarations(file, replace(definition, any_state=(), states=(), rules=()), in_python=True)


def _without_state(problems: tuple[Problem, ...]) -> tuple[Problem, ...]:
    return tuple(problem for problem in problems if problem.code != "no-state")


def _data(path: str, found: Suggestion) -> dict[str, object]:
    return {
        "path": path,
        "machine": found.definition.name,
        "text": found.text,
        "states": [{"name": name, "why": list(why)} for name, why in found.states],
    }
