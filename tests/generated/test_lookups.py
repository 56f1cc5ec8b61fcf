"""A write that nobody answered, in every way a table can take the news and the host can find out: the generated tests of each
such machine pass on the machine they were made from."""

from __future__ import annotations

from pathlib import Path

import pytest

from decidable.testing import rehearsed
from decidable.testing.machines import written
from tests.generated.loaded import all_of, failing, modules

LOOKUPS = {
    "none": "",
    "tool": "   look up with find_booking",
    "repeat": "   look up by repeating the key",
}
IN_ITS_STATE = {"own line": "unknown", "group": "@result", "star": "*"}
IN_ANY_STATE = {"line of any state": "unknown", "group of any state": "@result", "star of any state": "*"}
OUTCOMES = ("reject", "ignore", "stay", "defer", "-> idle")

TEXT = """\
machine m
facts
  seat, ticket: text
events
  user      ask(seat: text), more
  answer    yes, no
  result    refused, unknown
  evidence  booked(ticket: text)
tools
  write   book(seat)          gives booked, refused   timeout unknown{lookup}{approval}
{find}
any state
  booked      -> done        : it happened
{anywhere}
idle (start)
  ask         -> {first}     : a wish
  *           reject         : not now
{asking}
working
{enter}
  more when busy   defer     : one at a time
  more else   stay           : nothing is under way
  refused when busy   stay   : never, it has settled
  refused else   ignore      : it was not done
{here}
done (final: completed)
"""
ASKING = """\
asking
  enter: propose book
  yes when approved -> working / perform : exactly this
  yes else    reject         : not this
  no          -> idle        : no
  *           reject         : not now
"""


def machine_of(lookup: str, decided: str, outcome: str, *, approval: bool = False) -> str:
    line = f"  {({**IN_ITS_STATE, **IN_ANY_STATE})[decided]}   {outcome}   : nobody answered"
    rest = "" if "star" in decided else "  *   reject   : not now"
    here, anywhere = (line, rest) if decided in IN_ITS_STATE else ("", f"{line}\n{rest}")
    return TEXT.format(
        lookup=LOOKUPS[lookup],
        find="  read    find_booking(key)   gives booked            fails unknown" if lookup == "tool" else "",
        approval="   needs approval" if approval else "",
        here=here or rest,
        anywhere=anywhere or "  *   reject   : not now",
        first="asking" if approval else "working",
        asking=ASKING if approval else "",
        enter="" if approval else "  enter: call book",
    )


@pytest.mark.parametrize("decided", [*IN_ITS_STATE, *IN_ANY_STATE])
@pytest.mark.parametrize("lookup", LOOKUPS)
def test_the_tests_of_a_machine_pass_on_it(lookup: str, decided: str, tmp_path: Path) -> None:
    file = tmp_path / "m.states"
    for outcome in OUTCOMES:
        file.write_text(machine_of(lookup, decided, outcome, approval=outcome == "reject"), encoding="utf-8")
        machine = written(file)
        assert machine.table.problems == ()
        files = modules(machine.table, str(file), tmp_path)
        for kind in ("cells", "guards", "tour", "sneak"):
            assert failing(files[kind]) == set(), f"{kind} of unknown {outcome}"
        ways = [test.value for kind in ("tour", "sneak") for test in all_of(files[kind])]
        decisions = {each for way in ways for _, decided in way.paces for each in decided}
        assert {f"working unknown: {outcome}", "working refused: ignore"} <= decisions


@pytest.mark.parametrize("lookup", LOOKUPS)
def test_its_runs_agree_with_step(lookup: str, tmp_path: Path) -> None:
    file = tmp_path / "m.states"
    file.write_text(machine_of(lookup, "star", "ignore"), encoding="utf-8")
    runs = modules(written(file).table, str(file), tmp_path)["runs"]
    runs.TestRuns().runTest()


def test_a_key_that_is_repeated_is_no_second_call_and_an_ignored_answer_is_seen(tmp_path: Path) -> None:
    file = tmp_path / "m.states"
    file.write_text(machine_of("repeat", "own line", "ignore"), encoding="utf-8")
    with rehearsed(written(file)) as run:
        run.on(run.possible()[0])
        assert run.on("unknown") == ["working unknown: ignore"]
        assert run.on("more") == ["working more: defer"]
        assert run.on("unknown") == ["working unknown: ignore"], "the repetition was not answered either"
        assert run.on("refused") == ["working refused: ignore", "working more: stay"]
        assert run.called == ("book",)
        run.agrees()
