"""`generate-tests`: a table's tests as files that a team keeps.

Owns: writing them, and keeping what a person wrote. Never: makes them; `check` does.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import click

from decidable.check.generate.written import KINDS, MARK, Source, file_name, generated
from decidable.cli.commands.static import path_argument, table_of
from decidable.cli.exits import Code, Refusal
from decidable.cli.file_names import FileName
from decidable.cli.how_far import how_far
from decidable.cli.load import load, path_from
from decidable.cli.screen import Screen, color_option, format_option, print_json
from decidable.cli.write import write_whole


@click.command("generate-tests")
@path_argument
@click.option("--out", type=FileName(), default="tests", show_default=True, help="The folder the files are written to.")
@click.option("--check", "only_check", is_flag=True, help="Write nothing; exit with 1 if a file is out of date.")
@format_option()
@color_option
@click.pass_context
def generate_tests(ctx: click.Context, path: str, out: str, only_check: bool, form: str, color: str) -> None:
    """Tests of every cell, guard and way of a machine, as pytest files.

    A case for every line that decides a cell; each guard at its boundaries; a tour of what moves, stays, defers and is recalled;
    what is rejected or ignored, through the real runtime; and runs of it beside the pure step (with hypothesis). A file that a
    person wrote is never replaced.

    \b
    Examples:
      decidable generate-tests booking.states
      decidable generate-tests refund.py:refund --out tests/refund
      decidable generate-tests booking.states --check
    """
    loaded = load(path)
    table = table_of(loaded, color)
    folder = Path(out)
    name = table.name or Path(loaded.path).stem
    source = Source(name, path_from(folder, path, loaded))
    with how_far() as line:
        files = generated(table, source, line.say)
    there = _there(folder, [file_name(name, kind) for kind in KINDS])
    _require_ours(there)
    outdated = [each for each in files if there.get(each) != files[each]]
    left_over = [each for each in there if each not in files]
    if not only_check:
        _write(folder, {each: files[each] for each in outdated}, left_over)
    if form == "json":
        print_json({"machine": name, "files": list(files), "outdated": outdated, "left_over": left_over})
    else:
        _print(Screen(color), folder, list(files), outdated, left_over, only_check)
        if not only_check:
            _say_how(Screen(color), folder)
    ctx.exit(Code.FINDINGS if only_check and (outdated or left_over) else Code.CLEAN)


def _there(folder: Path, names: list[str]) -> dict[str, str]:
    """What stands in the folder under the names of generated files. Raises Refusal."""
    if folder.exists() and not folder.is_dir():
        raise Refusal(f"'{folder}' is a file", "give the folder for the tests with --out")
    found: dict[str, str] = {}
    for name in names:
        try:
            found[name] = (folder / name).read_text(encoding="utf-8", errors="replace")
        except FileNotFoundError:
            continue
        except OSError as error:
            raise Refusal(f"cannot read '{folder / name}': {error.strerror or error}") from None
    return {name: text for name, text in found.items() if text}


def _require_ours(there: Mapping[str, str]) -> None:
    """Raises Refusal for a file that a person wrote."""
    for name, text in there.items():
        if not text.startswith(MARK):
            raise Refusal(
                f"{name} was not written by this command, so it is left alone, and so is everything else",
                "rename it, or choose another folder with --out",
            )


def _write(folder: Path, files: Mapping[str, str], left_over: list[str]) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name, text in files.items():
            (folder / name).touch()
            write_whole(folder / name, text.encode())
        for name in left_over:
            (folder / name).unlink()
    except OSError as error:
        raise Refusal(f"cannot write to '{folder}': {error.strerror or error}") from None


def _print(
    screen: Screen, folder: Path, files: list[str], outdated: list[str], left_over: list[str], only_check: bool
) -> None:
    for name in files:
        done = ("is out of date" if only_check else "is written") if name in outdated else "is unchanged"
        screen.print(f"{folder / name} {done}")
    for name in left_over:
        screen.print(
            f"{folder / name} {'has no case any more' if only_check else 'had no case any more, and is removed'}"
        )


def _say_how(screen: Screen, folder: Path) -> None:
    """How the files are run, and what they are run with."""
    line = f"  next: python -m pytest {folder}   (it needs pytest and hypothesis: pip install pytest hypothesis)"
    screen.print(screen.paint(line, "dim"))
