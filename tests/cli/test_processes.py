"""The command as a process: its start, its terminal, its signals, its pipes."""

import os
import pty
import resource
import signal
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
BOOKING = str(ROOT / "examples" / "booking" / "booking.states")
DRAWING = str(ROOT / "examples" / "booking" / "first_drawing.states")
COMMAND = [sys.executable, "-c", "import sys; from decidable.cli.main import run; sys.exit(run())"]
QUIET = {name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "COLUMNS", "TERM")}


def ran(*args: str, **env: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*COMMAND, *args],
        env=QUIET | env,
        capture_output=True,
        encoding="utf-8",
        errors="replace",
        timeout=60,
        check=False,
    )


def on_a_terminal(*args: str, **env: str) -> str:
    """What a command writes to a terminal of 80 columns."""
    parent, child = pty.openpty()
    done = subprocess.Popen([*COMMAND, *args], env=QUIET | env, stdout=child, stderr=child, stdin=subprocess.DEVNULL)
    os.close(child)
    written = b""
    try:
        while part := os.read(parent, 65536):
            written += part
    except OSError:  # the other end is closed
        pass
    finally:
        os.close(parent)
        done.wait(60)
    return written.decode()


def spent_s(command: list[str]) -> float:
    """Processor time of a process, which other work on the machine hardly changes."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, env=QUIET, stdout=subprocess.DEVNULL, timeout=60, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def test_check_of_the_booking_takes_less_than_half_a_second() -> None:
    """Where a bare start of Python takes 12 ms, half a second is forty of them; so a slow machine is not accused."""
    taken = [(spent_s([*COMMAND, "check", BOOKING]), spent_s([sys.executable, "-c", ""])) for _ in range(5)]
    check, bare = (min(several) for several in zip(*taken, strict=True))
    assert check < max(0.5, 40 * bare)


@pytest.mark.parametrize(
    ("args", "absent"),
    [
        (["--help"], ["decidable.cli.commands", "decidable.text", "pydantic"]),
        (["check", BOOKING], ["pydantic", "asyncio", "importlib.metadata", "decidable.bind.machine"]),
    ],
)
def test_a_command_imports_no_more_than_it_needs(args: list[str], absent: list[str]) -> None:
    code = (
        "import sys; from decidable.cli.main import run; code = run(sys.argv[2:])\n"
        "print([name for name in sys.argv[1].split(',') if name in sys.modules], file=sys.stderr); sys.exit(code)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, ",".join(absent), *args], capture_output=True, encoding="utf-8", check=True
    )
    assert done.stderr == "[]\n"


def test_colour_on_a_terminal_unless_no_color_is_set() -> None:
    assert "\x1b[1;31m?" in on_a_terminal("grid", DRAWING, TERM="xterm")
    assert "\x1b" not in on_a_terminal("grid", DRAWING, TERM="xterm", NO_COLOR="1")
    assert "\x1b" not in on_a_terminal("grid", DRAWING, TERM="dumb")
    assert "\x1b" not in on_a_terminal("grid", DRAWING, "--color", "never", TERM="xterm")
    assert "\x1b[1;31m?" in on_a_terminal("grid", DRAWING, "--color", "always", TERM="xterm", NO_COLOR="1")
    assert "\x1b[1;31m?" in on_a_terminal("grid", DRAWING, TERM="xterm", NO_COLOR="")


def test_no_colour_into_a_pipe() -> None:
    assert "\x1b" not in ran("check", DRAWING, TERM="xterm").stdout


def test_ctrl_c_ends_quietly_with_130(tmp_path: Path) -> None:
    fifo = tmp_path / "slow.states"
    os.mkfifo(fifo)
    process = subprocess.Popen(
        [*COMMAND, "check", str(fifo)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8"
    )
    with fifo.open("wb"):  # opened when the command has opened it too; now it waits for what never comes
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
    assert (process.returncode, out, err.strip()) == (130, "", "")


@pytest.mark.parametrize("args", [["grid", BOOKING], ["check", DRAWING], ["--version"]])
def test_a_closed_pipe_ends_quietly(args: list[str]) -> None:
    process = subprocess.Popen([*COMMAND, *args], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdout.close()
    assert process.stderr.read() == b""
    process.stderr.close()
    assert process.wait(60) in (141, 1)


def test_a_reason_in_any_script_reaches_a_terminal_of_any_encoding(tmp_path: Path) -> None:
    file = tmp_path / "m.states"
    file.write_text("s (start)\n  a   stay : déjà vu, 既視感\n", encoding="utf-8")
    done = ran("why", str(file), "s", "a", PYTHONIOENCODING="latin-1")
    assert done.returncode == 0
    assert "vu, \\u65e2\\u8996\\u611f" in done.stdout


def test_a_path_that_is_no_unicode_is_printed_all_the_same(tmp_path: Path) -> None:
    name = os.fsencode(tmp_path) + b"/caf\xe9.states"
    with open(name, "wb") as file:
        file.write(b"s (start)\n  a   stay\n")
    done = subprocess.run([*(os.fsencode(word) for word in COMMAND), b"check", name], capture_output=True, check=False)
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"warning[no-reason]" in done.stdout
