"""The command line as a whole: listing, exit codes, and how it ends when something goes wrong."""

from pathlib import Path

import click
import pytest

from decidable.cli.exits import Code
from decidable.cli.lazy import Entry
from decidable.cli.main import COMMANDS, cli, run, version

Capture = pytest.CaptureFixture[str]


@pytest.fixture
def _broken(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(COMMANDS, "broken", Entry("tests.cli.broken:broken", "End badly.", "Tests"))


def test_the_help_lists_every_command_with_examples_and_exit_codes(capsys: Capture) -> None:
    assert run(["--help"]) == Code.CLEAN
    text = capsys.readouterr().out
    for name, entry in COMMANDS.items():
        assert f"  {name} " in text
        assert entry.summary in text
    assert "decidable check booking.states" in text
    assert "Exit codes: 0 clean, 1 findings, 2 usage, 3 our fault." in text


@pytest.mark.parametrize("name", list(COMMANDS))
def test_the_listing_names_commands_that_are_there(name: str) -> None:
    command = cli.get_command(click.Context(cli), name)
    assert command is not None
    assert command.name == name
    assert command.get_short_help_str()
    assert COMMANDS[name].summary.endswith(".")
    assert len(COMMANDS[name].summary) <= 70


@pytest.mark.parametrize("name", ["check", "grid", "why", "fmt", "completion"])
def test_the_help_of_a_command_begins_as_it_is_listed_and_shows_examples(name: str, capsys: Capture) -> None:
    assert run([name, "--help"]) == Code.CLEAN
    text = capsys.readouterr().out
    assert COMMANDS[name].summary in text
    assert f"decidable {name}" in text.partition("Examples:")[2]


def test_without_a_command_there_is_help(capsys: Capture) -> None:
    run([])
    printed = capsys.readouterr()
    assert "Look at a machine:" in printed.out + printed.err


def test_the_version_is_that_of_the_distribution(capsys: Capture) -> None:
    assert run(["--version"]) == Code.CLEAN
    assert capsys.readouterr().out == f"decidable {version()}\n"


def test_an_unknown_command_is_answered_with_the_near_one(capsys: Capture) -> None:
    assert run(["chek", "x.states"]) == Code.USAGE
    assert capsys.readouterr().err == "Error: there is no command 'chek'\n  hint: did you mean 'check'?\n"


def test_an_unknown_command_near_nothing_is_answered_with_all(capsys: Capture) -> None:
    assert run(["xyzzy"]) == Code.USAGE
    assert f"the commands are {', '.join(COMMANDS)}" in capsys.readouterr().err


def test_an_unknown_option_is_a_usage_error(capsys: Capture) -> None:
    assert run(["--nope"]) == Code.USAGE
    assert run(["check", "--formt", "json"]) == Code.USAGE
    err = capsys.readouterr().err
    assert "--nope" in err
    assert "--format" in err


@pytest.mark.usefixtures("_broken")
@pytest.mark.parametrize(
    ("how", "code", "said"),
    [
        ("machine", Code.FINDINGS, "m.states:3:1: no start\n  hint: mark one\n"),
        ("refused", Code.USAGE, "Error: not now\n"),
        ("store", Code.USAGE, "Error: the disk is full\n"),
        ("interrupted", Code.INTERRUPTED, "\n"),
    ],
)
def test_an_error_for_the_caller_is_a_sentence(how: str, code: Code, said: str, capsys: Capture) -> None:
    assert run(["broken", how]) == code
    assert capsys.readouterr().err == said


@pytest.mark.usefixtures("_broken")
@pytest.mark.parametrize("how", ["bug", "internal"])
def test_a_fault_of_ours_asks_for_a_report_and_shows_no_traceback(how: str, capsys: Capture) -> None:
    assert run(["broken", how]) == Code.FAULT
    err = capsys.readouterr().err
    assert err.startswith("decidable stopped by a fault of its own: ")
    assert f"with decidable {version()} on Python 3." in err
    assert f"what `decidable --traceback broken {how}` prints" in err
    assert "Traceback" not in err


@pytest.mark.usefixtures("_broken")
def test_the_traceback_is_there_for_who_asks(capsys: Capture) -> None:
    assert run(["--traceback", "broken", "bug"]) == Code.FAULT
    err = capsys.readouterr().err
    assert err.startswith("Traceback")
    assert "the lines above" in err


@pytest.mark.parametrize(
    ("shell", "sign"), [("bash", "complete -o nosort"), ("zsh", "#compdef"), ("fish", "complete --no-files")]
)
def test_completion_prints_the_script_of_a_shell(shell: str, sign: str, capsys: Capture) -> None:
    assert run(["completion", shell]) == Code.CLEAN
    text = capsys.readouterr().out
    assert sign in text
    assert "_DECIDABLE_COMPLETE" in text


def complete(words: str, monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> list[str]:
    monkeypatch.setenv("_DECIDABLE_COMPLETE", "bash_complete")
    monkeypatch.setenv("COMP_WORDS", words)
    monkeypatch.setenv("COMP_CWORD", str(len(words.split(" ")) - 1))
    with pytest.raises(SystemExit):
        run([])
    return [line for line in capsys.readouterr().out.splitlines() if line]


def test_states_and_events_are_completed_from_the_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    file = tmp_path / "m.states"
    file.write_text("begin (start)\n  go   -> wait : x\nwait\n  give_up   -> begin : x\n")
    assert complete(f"decidable why {file} ", monkeypatch, capsys) == ["plain,begin", "plain,wait"]
    assert complete(f"decidable why {file} wait g", monkeypatch, capsys) == ["plain,give_up", "plain,go"]
    assert complete(f"decidable why {tmp_path}/no.states ", monkeypatch, capsys) == []
    (tmp_path / "bad.states").write_text("begin (start)\n  go   -> nowhere : x\n")
    assert complete(f"decidable why {tmp_path}/bad.states ", monkeypatch, capsys) == []
    assert complete("decidable check m", monkeypatch, capsys) == ["file,m"]
