"""The pytest plugin as somebody else's project has it: silent until asked, then a report, a file and an exit code."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

pytest_plugins = "pytester"

EXAMPLES = Path(__file__).parents[2] / "examples"
TINY = """\
machine tiny
events
  user  go, home, noise
here (start)
  go     -> there : on
  home   reject   : not yet
  noise  ignore   : never mind
there
  go     ?
  home   -> here  : back
  noise  ignore   : never mind
"""
TESTS = """\
from decidable.testing import at, machine_at, rehearsed

tiny = machine_at("tiny.states", beside=__file__)


def test_go():
    at(tiny, "here").on("go").moves("there")


def test_live():
    with rehearsed(tiny) as run:
        assert run.on("noise") == ["here noise: ignore"]
        assert run.on("go") == ["here go: -> there"]
        assert run.on("home") == ["there home: -> here"]
"""
INI = "[pytest]\nfilterwarnings = error\nasyncio_default_fixture_loop_scope = function\naddopts = -p no:cacheprovider\n"
PLUGIN = ("-p", "decidable.testing.plugin", "-p", "no:decidable")
"""By its module, so that these tests need no installation."""


@pytest.fixture
def tiny(pytester: pytest.Pytester) -> pytest.Pytester:
    pytester.makefile(".states", tiny=TINY)
    pytester.makepyfile(test_tiny=TESTS)
    pytester.makefile(".ini", pytest=INI)
    return pytester


def run(pytester: pytest.Pytester, *args: str) -> pytest.RunResult:
    return pytester.runpytest_subprocess("-q", *PLUGIN, *args)


def test_it_is_silent_until_somebody_asks(tiny: pytest.Pytester) -> None:
    result = run(tiny)
    assert result.ret == 0
    result.stdout.no_fnmatch_line("*cells*")


def test_a_report_names_what_was_never_exercised(tiny: pytest.Pytester) -> None:
    result = run(tiny, "--decidable-cells")
    assert result.ret == 0
    result.stdout.fnmatch_lines(
        ["*cells of state machines*", "tiny: 3 of 5 decided cells exercised", "  never: here x home, there x noise"]
    )


def test_too_few_fail_the_session_and_say_so(tiny: pytest.Pytester) -> None:
    result = run(tiny, "--decidable-fail-under", "100")
    assert result.ret == 1
    result.stdout.fnmatch_lines(["FAIL tiny: 60.0% of its cells, and 100% are required"])
    assert run(tiny, "--decidable-fail-under", "60").ret == 0


def test_a_file_has_every_cell(tiny: pytest.Pytester) -> None:
    assert run(tiny, "--decidable-json", "cells.json").ret == 0
    (machine,) = json.loads((tiny.path / "cells.json").read_text())["machines"]
    assert (machine["machine"], machine["exercised"], machine["decided"]) == ("tiny", 3, 5)
    assert machine["cells"][-1] == {"state": "here", "event": "go", "times": 2}


def test_one_machine_may_be_looked_at_alone(tiny: pytest.Pytester) -> None:
    result = run(tiny, "--decidable-cells", "--decidable-machine", "tiny")
    result.stdout.fnmatch_lines(["tiny: 3 of 5 *"])
    result = run(tiny, "--decidable-fail-under", "1", "--decidable-machine", "other")
    assert result.ret == 1
    result.stdout.fnmatch_lines(["no cell of other was exercised", "FAIL other: no test exercised any cell of it"])


def test_tests_without_a_machine_exercise_nothing(pytester: pytest.Pytester) -> None:
    pytester.makefile(".ini", pytest=INI)
    pytester.makepyfile("def test_a(): pass")
    assert run(pytester, "--decidable-fail-under", "0").ret == 0
    result = run(pytester, "--decidable-fail-under", "50")
    assert result.ret == 1
    result.stdout.fnmatch_lines(["FAIL no test exercised any cell"])


def test_a_failing_session_keeps_its_own_exit_code(tiny: pytest.Pytester) -> None:
    tiny.makepyfile(test_other="def test_bad(): assert False")
    result = run(tiny, "--decidable-fail-under", "100")
    assert result.ret == 1
    result.assert_outcomes(passed=2, failed=1)
    assert run(tiny, "--decidable-cells", "-k", "nothing").ret == pytest.ExitCode.NO_TESTS_COLLECTED


def test_a_store_of_a_real_runtime_can_be_watched(tiny: pytest.Pytester) -> None:
    tiny.makepyfile(
        test_tiny=f"""
        import asyncio, sys
        sys.path.insert(0, {str(EXAMPLES / "refund")!r})
        from orders import Orders
        from refund import AskHuman, refund
        from decidable import Runtime
        from decidable.stores import Memory
        from decidable.testing import Scripted, watched

        async def whole(store):
            async with Runtime(refund, store=store, deps=Orders.fake(), translator=Scripted({{}})) as runtime:
                run = await runtime.conversation("c", start={{"customer_id": "C1"}})
                async for part in run.send(AskHuman(), id="1"):
                    pass
                assert run.state == "human"

        def test_watched():
            asyncio.run(whole(watched(Memory())))
        """
    )
    result = run(tiny, "--decidable-cells")
    assert result.ret == 0
    result.stdout.fnmatch_lines(["refund: 1 of 94 decided cells exercised"])


def test_it_is_installed_and_costs_other_sessions_nothing() -> None:
    code = "import sys, decidable.testing.plugin; print(sorted(m for m in sys.modules if m.startswith('decidable')))"
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert found.stdout.strip() == "['decidable', 'decidable.testing', 'decidable.testing.plugin']"
    pyproject = (Path(__file__).parents[2] / "pyproject.toml").read_text()
    assert 'decidable = "decidable.testing.plugin"' in pyproject.partition("[project.entry-points.pytest11]")[2]
