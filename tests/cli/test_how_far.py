"""Long work as a process: how far it is on a terminal, silence in a pipe, and Ctrl-C in the middle."""

from __future__ import annotations

import os
import pty
import re
import signal
import subprocess
import sys
from pathlib import Path

from decidable.cli.exits import Code
from tests.draw.generated import written

EXAMPLES = Path(__file__).parents[2] / "examples"
DECIDABLE = [sys.executable, "-c", "import sys; from decidable.cli.main import run; sys.exit(run())"]
COMMAND = [*DECIDABLE, "prove"]
ENVIRONMENT = {name: value for name, value in os.environ.items() if name != "NO_COLOR"} | {"TERM": "xterm"}
FAST = [str(EXAMPLES / "returns" / "returns.states"), "--rule", "never refund_order before eligible"]
LONG = [str(EXAMPLES / "booking" / "booking.states"), "--rule", "never refused twice without gather between"]
"""Minutes of work; the tests end it after its first word."""


def test_how_far_it_is_is_for_a_terminal() -> None:
    parent, child = pty.openpty()
    done = subprocess.Popen([*COMMAND, *FAST], env=ENVIRONMENT, stdout=subprocess.PIPE, stderr=child, encoding="utf-8")
    os.close(child)
    written = os.read(parent, 65536).decode()
    out, _ = done.communicate(timeout=60)
    os.close(parent)
    assert done.returncode == Code.CLEAN
    assert out.startswith("holds    never refund_order before eligible")
    assert "\x1b" not in out
    assert written.startswith("\r\x1b[2K"), "a line that is written over"


def test_in_a_pipe_there_is_only_the_verdict() -> None:
    done = subprocess.run(
        [*COMMAND, *FAST], env=ENVIRONMENT, capture_output=True, encoding="utf-8", timeout=60, check=False
    )
    assert (done.returncode, done.stderr) == (Code.CLEAN, "")
    assert "\x1b" not in done.stdout


def test_ctrl_c_says_how_far_it_came() -> None:
    """The line on the terminal is what says that the search has begun."""
    parent, child = pty.openpty()
    done = subprocess.Popen([*COMMAND, *LONG], env=ENVIRONMENT, stdout=subprocess.PIPE, stderr=child, encoding="utf-8")
    os.close(child)
    written = ""
    while "deep" not in written:
        written += os.read(parent, 65536).decode()
    done.send_signal(signal.SIGINT)
    out, _ = done.communicate(timeout=60)
    written += os.read(parent, 65536).decode()
    os.close(parent)
    assert (done.returncode, out) == (Code.INTERRUPTED, "")
    last = written.replace("\r\x1b[2K", "\n").splitlines()[-1]
    assert re.fullmatch(
        r"stopped: never refused twice without gather between: [\d,]+ states, [\d,]+ moves, \d+ deep; 0 of 1 rules were decided",
        last,
    )


def generating(folder: Path) -> tuple[subprocess.Popen[str], int]:
    """Some seconds of work, and the terminal that hears of it."""
    (folder / "large.states").write_text(written(40, 200, seed=3))
    parent, child = pty.openpty()
    command = [*DECIDABLE, "generate-tests", "large.states"]
    done = subprocess.Popen(
        command, env=ENVIRONMENT, cwd=folder, stdout=subprocess.PIPE, stderr=child, encoding="utf-8"
    )
    os.close(child)
    return done, parent


def test_tests_that_take_long_to_generate_say_how_far_they_are(tmp_path: Path) -> None:
    done, parent = generating(tmp_path)
    heard = ""
    while not re.search(r"cells: [\d,]+ of 7,800", heard):
        heard += os.read(parent, 65536).decode()
    done.send_signal(signal.SIGINT)
    out, _ = done.communicate(timeout=60)
    heard += os.read(parent, 65536).decode()
    os.close(parent)
    assert (done.returncode, out) == (Code.INTERRUPTED, "")
    assert re.search(r"\r\x1b\[2Kstopped: cells: [\d,]+ of 7,800\s", heard)
    assert [file.name for file in tmp_path.iterdir()] == ["large.states"], "nothing was written"
