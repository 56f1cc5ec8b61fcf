"""The page of the command line names every command, exit code and JSON key; `tests/docs` runs its examples."""

import json
import re
from pathlib import Path

import click
import pytest

from decidable.cli.exits import Code
from decidable.cli.main import COMMANDS, cli, run

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "reference" / "cli.md").read_text(encoding="utf-8")
SECTIONS = dict(re.findall(r"^## `([\w-]+)`\n(.*?)(?=^## |\Z)", PAGE, re.MULTILINE | re.DOTALL))


def test_every_command_has_a_section_and_no_section_is_left_over() -> None:
    assert set(SECTIONS) == set(COMMANDS)


@pytest.mark.parametrize("name", list(COMMANDS))
def test_a_section_shows_its_command(name: str) -> None:
    assert re.search(rf"^\$ (.*\W)?decidable {name}\b", SECTIONS[name], re.MULTILINE)


@pytest.mark.parametrize("name", ["check", "grid", "draw", "why", "count", "prove", "generate-tests", "cells", "fmt"])
def test_a_section_names_every_option_of_its_own(name: str) -> None:
    command = cli.get_command(click.Context(cli), name)
    assert command is not None
    options = {option for parameter in command.params for option in parameter.opts if option.startswith("--")}
    shared = {"--format", "--color", "--help"}
    assert {option for option in options - shared if f"`{option}" not in SECTIONS[name]} == set()


def test_every_exit_code_is_documented() -> None:
    assert re.findall(r"^\| (\d+) \|", PAGE, re.MULTILINE) == [str(code.value) for code in Code]


def test_every_key_of_the_json_is_documented(capsys: pytest.CaptureFixture[str]) -> None:
    booking = str(ROOT / "examples" / "booking" / "booking.states")
    for command in (["check", booking], ["grid", booking], ["why", booking, "book", "paid"], ["count", booking]):
        run([*command, "--format", "json"])
        found = json.loads(capsys.readouterr().out)
        keys = set(found) | {key for value in found.values() if isinstance(value, list) for key in _keys(value)}
        assert {key for key in keys if f"`{key}`" not in SECTIONS[command[0]]} == set()


def _keys(values: list[object]) -> set[str]:
    return {key for value in values if isinstance(value, dict) for key in value}
