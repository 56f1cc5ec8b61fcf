"""PATH and every way it can be wrong."""

from pathlib import Path
from textwrap import dedent

import pytest

from decidable.cli.exits import Code
from decidable.cli.main import run
from decidable.text.source import LARGEST

Capture = pytest.CaptureFixture[str]
FINE = "machine m\nbegin (start)\n  go   -> done : on\ndone (final: completed)\n"


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def refused(path: str, capsys: Capture) -> str:
    assert run(["check", path]) == Code.USAGE
    printed = capsys.readouterr()
    assert printed.out == ""
    assert "Traceback" not in printed.err
    return printed.err


def test_a_missing_file_is_answered_with_the_near_one(here: Path, capsys: Capture) -> None:
    assert refused("booking.states", capsys) == (
        "Error: there is no file 'booking.states'\n  hint: there is no .states file in '.'\n"
    )
    (here / "refund.states").write_text(FINE)
    assert "hint: there are refund.states" in refused("booking.states", capsys)
    (here / "bokking.states").write_text(FINE)
    assert "hint: did you mean 'bokking.states'?" in refused("booking.states", capsys)
    assert "hint: there is no folder 'nowhere' either" in refused("nowhere/booking.states", capsys)


def test_a_file_of_another_folder_is_near_too(here: Path, capsys: Capture) -> None:
    (here / "machines" / "old").mkdir(parents=True)
    (here / "machines" / "m.states").write_text(FINE)
    assert "hint: did you mean 'machines/m.states'?" in refused("m.states", capsys)
    assert "hint: did you mean 'machines/m.states'?" in refused("machines/old/m.states", capsys)
    assert "hint: there is no .states file in '.', but in 'machines'" in refused("other.states", capsys)
    assert run(["draw", "machines/m.states", "--trace", "no.json", "--format", "svg"]) == Code.USAGE
    assert "hint: there is no .json file in '.'" in capsys.readouterr().err
    assert run(["chat", "machines/m.states", "--script", "noscript"]) == Code.USAGE
    assert "hint: there is no file in '.'" in capsys.readouterr().err


EMPTY = [
    (["check", ""], "PATH"),
    (["import", " "], "PATH"),
    (["draw", "m.states", "--out", ""], "--out"),
    (["draw", "m.states", "--trace", "", "--format", "svg"], "--trace"),
    (["chat", "m.states", "--script", ""], "--script"),
    (["prove", "m.states", "--save-test", ""], "--save-test"),
    (["suggest-states", "m.states", "--out", ""], "--out"),
    (["generate-tests", "m.states", "--out", ""], "--out"),
    (["runs", "--db", ""], "--db"),
    (["say", "r", "hello", "--machine", ""], "--machine"),
]


@pytest.mark.parametrize(("words", "name"), EMPTY, ids=[" ".join(words) for words, _ in EMPTY])
def test_an_empty_name_is_no_folder(words: list[str], name: str, here: Path, capsys: Capture) -> None:
    (here / "m.states").write_text(FINE)
    assert run(words) == Code.USAGE
    assert (
        capsys.readouterr().err == f"Error: {name} is empty\n  hint: name a file; is a variable of the shell not set?\n"
    )
    assert [file.name for file in here.iterdir()] == ["m.states"]


def test_a_folder_is_answered_with_what_is_in_it(here: Path, capsys: Capture) -> None:
    (here / "machines").mkdir()
    assert refused("machines", capsys).startswith("Error: 'machines' is a folder\n  hint: a PATH is")
    (here / "machines" / "m.states").write_text(FINE)
    assert refused("machines", capsys) == "Error: 'machines' is a folder\n  hint: it has m.states\n"
    (here / "package.py").mkdir()
    assert "'package.py' is a folder" in refused("package.py:x", capsys)


def test_a_suffix_that_is_nearly_right(here: Path, capsys: Capture) -> None:
    (here / "m.states").write_text(FINE)
    for path in ("m", "m.state", "m.mmd"):
        assert "hint: did you mean 'm.states'?" in refused(path, capsys)


def test_a_wrong_suffix_is_refused(here: Path, capsys: Capture) -> None:
    (here / "notes.txt").write_text("hello")
    assert "Error: 'notes.txt' is no machine" in refused("notes.txt", capsys)
    (here / "m.states").write_text(FINE)
    assert "hint: did you mean 'm.states'?" in refused("m", capsys)


def test_a_file_that_cannot_be_read_says_why(here: Path, capsys: Capture) -> None:
    (here / "loop.states").symlink_to(here / "loop.states")
    assert "Error: cannot read 'loop.states': " in refused("loop.states", capsys)


def test_a_binary_file_has_problems_and_no_traceback(here: Path, capsys: Capture) -> None:
    (here / "m.states").write_bytes(bytes(range(256)) * 40)
    assert run(["check", "m.states"]) == Code.FINDINGS
    assert "error[" in capsys.readouterr().out


def test_a_huge_file_is_refused_unread(here: Path, capsys: Capture) -> None:
    with (here / "m.states").open("wb") as file:
        file.truncate(LARGEST * 100)
    assert run(["check", "m.states"]) == Code.FINDINGS
    assert f"error[too-large] the file has {LARGEST * 100:,} bytes" in capsys.readouterr().out


def test_an_empty_file_says_so(here: Path, capsys: Capture) -> None:
    (here / "m.states").write_text("")
    assert run(["check", "m.states"]) == Code.FINDINGS
    assert "m.states:1:1: error[empty] this file says nothing" in capsys.readouterr().out


BOUND = '''\
from decidable.bind.events import Event
from decidable.bind.load import load_machine


class Facts:
    name: str


class Go(Event):
    """The user wants to go on."""

    name: str


print("loading")
m = load_machine("m.states", facts=Facts, deps=object, user=Go, tools=[])
other = m
'''


def write_bound(here: Path, text: str = FINE, python: str = BOUND, name: str = "machine_of_a_test.py") -> str:
    (here / "m.states").write_text(text)
    (here / name).write_text(python)
    return name


def test_a_machine_bound_to_python_is_loaded_by_file_and_name(here: Path, capsys: Capture) -> None:
    name = write_bound(here)
    assert run(["check", f"{name}:m"]) == Code.CLEAN
    printed = capsys.readouterr()
    assert printed.out.startswith("1 cell: 1 move; 0 undecided\n")
    assert printed.err == "loading\n"


def test_findings_of_a_bound_machine_name_the_states_file(here: Path, capsys: Capture) -> None:
    name = write_bound(here, FINE.replace(" : on", ""))
    assert run(["check", f"{name}:m"]) == Code.CLEAN
    assert "m.states:3:3: warning[no-reason]" in capsys.readouterr().out


def test_python_that_disagrees_with_its_file_is_reported_with_places(here: Path, capsys: Capture) -> None:
    name = write_bound(here, FINE.replace("go ", "gone "))
    assert run(["check", f"{name}:m"]) == Code.FINDINGS
    assert "m.states:3:3: error[unknown-name] 'gone' is not an event" in capsys.readouterr().out
    name = write_bound(here, python=BOUND.replace('"m.states"', '"missing.states"'))
    assert run(["check", f"{name}:m"]) == Code.FINDINGS
    assert "missing.states: error[file] cannot read the machine" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("", "Error: which machine of NAME?\n  hint: write NAME:m\n"),
        (":", "Error: which machine of NAME?\n  hint: write NAME:m\n"),
        (":othr", "Error: 'othr' is not there in NAME\n  hint: did you mean 'other'?\n"),
        (":xyz", "Error: 'xyz' is not there in NAME\n  hint: its machines are m, other\n"),
        (":Go", "Error: 'Go' is the class Go in NAME\n  hint: its machines are m, other\n"),
        (":__name__", "Error: '__name__' is a str, not a machine, in NAME\n  hint: its machines are m, other\n"),
    ],
)
def test_a_name_that_is_no_machine_is_answered_with_those_that_are(
    here: Path, name: str, said: str, capsys: Capture
) -> None:
    file = write_bound(here)
    assert run(["check", f"{file}{name}"]) == Code.USAGE
    assert capsys.readouterr().err.replace("loading\n", "") == said.replace("NAME", file)


def test_a_python_file_without_a_machine_or_without_itself(here: Path, capsys: Capture) -> None:
    (here / "none_here.py").write_text("x = 1\n")
    assert "none_here.py has no machine" in refused("none_here.py:x", capsys)
    assert "there is no file 'nine_here.py'\n  hint: did you mean 'none_here.py'?" in refused("nine_here.py:x", capsys)


@pytest.mark.parametrize(
    ("python", "said"),
    [
        ("x = 1\ny = x.nope\n", "fails.py:2: AttributeError: 'int' object has no attribute 'nope'"),
        ("import nothing_of_that_name\n", "fails.py:1: ModuleNotFoundError: No module named 'nothing_of_that_name'"),
        ("def f(:\n", "fails.py:1: SyntaxError: invalid syntax"),
        ("import beside\nbeside.f()\n", "beside.py:3: ValueError: out of reach"),
        ("import sys\nsys.exit(0)\n", "fails.py:2: the file ends the program when it is imported\n  hint: put"),
    ],
)
def test_a_mistake_in_the_users_python_is_told_with_its_place_and_without_our_traceback(
    here: Path, python: str, said: str, capsys: Capture
) -> None:
    (here / "fails.py").write_text(python)
    (here / "beside.py").write_text("\ndef f():\n    raise ValueError('out of reach')\n")
    assert refused("fails.py:m", capsys).startswith(f"Error: {said}")


def test_a_file_named_like_a_module_of_python_is_imported_all_the_same(here: Path, capsys: Capture) -> None:
    name = write_bound(here, name="tokenize.py")
    assert run(["check", f"{name}:m"]) == Code.CLEAN
    capsys.readouterr()


IN_PYTHON = dedent("""\
    machine refund   # events and tools: bound.py
    begin (start)
      enter: call look
      go when several   -> done : on
      go else           stay : wait
    done (final: completed)
""")


def test_a_states_file_whose_declarations_live_in_python_gets_one_hint(here: Path, capsys: Capture) -> None:
    (here / "refund.states").write_text(IN_PYTHON)
    (here / "bound.py").write_text('refund = load_machine(\n    "refund.states", facts=Facts)\n')
    (here / "a_broken.py").write_text('refund = load_machine("refund.states"\n')
    (here / "a_other.py").write_text('"refund.states"\nimport x\ny: int = len("refund.statess")\n')
    assert run(["check", "refund.states"]) == Code.FINDINGS
    assert capsys.readouterr().out.splitlines() == [
        "refund.states:3:15: error[unknown-name] 2 names not declared in this file: look, several",
        "2 errors; the machine does not compile, so its cells are not counted",
        "  hint: the declarations seem to live in Python: decidable check bound.py:refund",
    ]
    assert run(["grid", "refund.states"]) == Code.FINDINGS
    assert "hint: the declarations seem to live in Python: give bound.py:refund" in capsys.readouterr().err


def test_an_annotated_name_is_found_and_without_one_the_form_is_shown(here: Path, capsys: Capture) -> None:
    (here / "refund.states").write_text(IN_PYTHON)
    assert run(["check", "refund.states"]) == Code.FINDINGS
    assert "decidable check FILE.py:NAME" in capsys.readouterr().out
    (here / "bound.py").write_text('refund: Machine = load_machine(path="refund.states")\n')
    assert run(["check", "refund.states"]) == Code.FINDINGS
    assert "decidable check bound.py:refund" in capsys.readouterr().out


def test_a_file_that_declares_its_own_names_gets_no_such_hint(here: Path, capsys: Capture) -> None:
    (here / "m.states").write_text(
        "facts\n  f: bool\nevents\n  user a\nbegin (start)\n  a when g -> begin restart : x\n"
    )
    assert run(["check", "m.states"]) == Code.FINDINGS
    assert "live in Python" not in capsys.readouterr().out
