"""`decidable prove`: the rules of a machine against a world at its worst.

Owns: what is printed of verdicts and traces, and the line that says how far it is. Never: decides one; `check.prove` does.
"""

from __future__ import annotations

import gc
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import click

from decidable.check.explore.moves import Bounds
from decidable.check.explore.search import Progress
from decidable.check.prove import LIMIT, Holds, Options, Refuted, Undecided, Verdict
from decidable.check.prove import prove as proved
from decidable.check.rules.names import problems, rule_findings
from decidable.check.rules.trace import Trace
from decidable.cli.commands.static import path_argument, table_of
from decidable.cli.exits import Code, Refusal
from decidable.cli.file_names import FileName
from decidable.cli.findings import print_findings
from decidable.cli.how_far import HowFar
from decidable.cli.load import Loaded, load, path_from
from decidable.cli.screen import Screen, color_option, format_option, print_json
from decidable.cli.script_text import decision_data, script_lines, step_data
from decidable.cli.values import start_fact
from decidable.cli.write import write_whole
from decidable.core.problem import Problem, Severity
from decidable.core.table import Table
from decidable.text import sentences

_EXAMPLES = """\b
Examples:
  decidable prove booking.states
  decidable prove booking.states --rule 'never pay_deposit before user_yes'
  decidable prove booking.states --save-test tests/test_rules.py
  decidable prove refund.py:refund --format json
"""


@click.command(epilog=_EXAMPLES)
@path_argument
@click.option("--rule", "rules", multiple=True, metavar="TEXT", help="A rule to prove instead of those in the file.")
@click.option("--limit", type=click.IntRange(min=1), default=LIMIT, show_default=True, help="States of one rule.")
@click.option("--queue", type=click.IntRange(0, 16), default=1, show_default=True, help="Events deferred at a time.")
@click.option(
    "--deliveries", type=click.IntRange(1, 4), default=1, show_default=True, help="Alike deliveries awaited at a time."
)
@click.option("--attempts", type=click.IntRange(1, 3), default=2, show_default=True, help="Attempts of one write.")
@click.option("--fact", "facts", multiple=True, metavar="NAME=VALUE", help="A start fact; may be repeated.")
@click.option("--save-test", "saved", type=FileName(dir_okay=False), help="Write a pytest of the runs that refute.")
@format_option()
@color_option
@click.pass_context
def prove(
    ctx: click.Context,
    path: str,
    rules: tuple[str, ...],
    limit: int,
    queue: int,
    deliveries: int,
    attempts: int,
    facts: tuple[str, ...],
    saved: str | None,
    form: str,
    color: str,
) -> None:
    """Whether the rules of a machine hold, whatever the world does.

    Every rule holds, is refuted by a shortest run, or is not decided within --limit. Exit code 1 where a rule does not
    hold.
    """
    loaded = load(path)
    table = table_of(loaded, color)
    wanted = [" ".join(rule.split()) for rule in rules] or list(table.definition.rules)
    _refuse_unfit(loaded, table, wanted if rules else [], color)
    test = None if saved is None else (_new(Path(saved)), path_from(Path(saved).parent, path, loaded))
    start = dict(start_fact(table, fact) for fact in facts) if facts else None
    bounds = Bounds(queue=queue, deliveries=deliveries, attempts=attempts)
    screen = Screen(color)
    if not wanted:
        raise Refusal(f"{table.name} has no rules", "write them in the section `rules`, or give one with --rule")
    told = _Told()
    found: list[Verdict] = []
    try:
        with _collector_paused():
            for verdict in proved(table, wanted, Options(limit=limit, bounds=bounds, facts=start), told.hear):
                found.append(verdict)
                took = told.done()
                if form == "text":
                    _print(screen, loaded, verdict, took)
    except KeyboardInterrupt:
        told.done()
        click.echo(f"stopped: {told.how_far()}; {len(found)} of {len(wanted)} rules were decided", err=True)
        ctx.exit(Code.INTERRUPTED)
    if form == "json":
        print_json({"path": loaded.path, "machine": table.name, "rules": [_data(verdict) for verdict in found]})
    if test is not None:
        _save(*test, [verdict for verdict in found if isinstance(verdict, Refuted)])
    holds = all(isinstance(verdict, Holds) for verdict in found)
    ctx.exit(Code.CLEAN if holds else Code.FINDINGS)


@contextmanager
def _collector_paused() -> Iterator[None]:
    """A proof makes millions of values and no cycles of them: the collector of cycles would walk them all again and again,
    for a quarter of the time."""
    was = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was:
            gc.enable()


class _Told:
    """How far a proof is, and how long each rule took."""

    def __init__(self) -> None:
        self._line = HowFar()
        self._rule = ""
        self._progress = Progress(0, 0, 0)
        self._began = time.monotonic()

    def hear(self, rule: str, progress: Progress) -> None:
        self._rule, self._progress = rule, progress
        self._line.say(self.how_far())

    def done(self) -> float:
        """The seconds that the rule took; the line is taken away."""
        now = time.monotonic()
        took, self._began = now - self._began, now
        self._line.clear()
        return took

    def how_far(self) -> str:
        states, edges, depth = self._progress
        return f"{self._rule}: {states:,} states, {edges:,} moves, {depth} deep"


def _refuse_unfit(loaded: Loaded, table: Table, given: list[str], color: str) -> None:
    """Exit with the findings that keep anything from being proved: an unfit machine, a rule about nothing."""
    wrong = [problem for problem in table.problems if problem.severity is Severity.ERROR]
    if given:
        _refuse_rules(table, given)
    else:
        wrong += rule_findings(table, loaded.source)
    if wrong:
        print_findings(Screen(color, err=True), loaded.path, _placed(wrong, loaded))
        raise click.exceptions.Exit(Code.FINDINGS)


def _refuse_rules(table: Table, given: list[str]) -> None:
    """Exit where a rule of the command line says nothing of this machine. The others wait: what is proved is what was asked."""
    wrong = {rule: refusals for rule in given if (refusals := list(_wrong(table, rule)))}
    for refusals in wrong.values():
        for refusal in refusals:
            refusal.show()
    if wrong and len(given) > 1:
        click.echo(f"nothing was proved: {len(wrong)} of the {len(given)} rules cannot be read as meant", err=True)
    if wrong:
        raise click.exceptions.Exit(Code.USAGE)


def _wrong(table: Table, rule: str) -> Iterator[Refusal]:
    if sentences.parse(rule) is None:
        shapes = "; ".join(form.example for form in sentences.FORMS)
        yield Refusal(f"'{rule}' is not a rule of a known shape", f"write it like: {shapes}")
        return
    for problem in problems(table, rule):
        yield Refusal(f"--rule '{rule}': {problem.message}", problem.hint)


def _placed(wrong: list[Problem], loaded: Loaded) -> tuple[Problem, ...]:
    from decidable.text.reader import in_order  # noqa: PLC0415 - only where something is wrong

    return in_order(wrong, loaded.source, () if loaded.definition is None else loaded.definition.contracts)


def _print(screen: Screen, loaded: Loaded, verdict: Verdict, took: float) -> None:
    size = f"{_counted(verdict.size.states, 'state')}, {_counted(verdict.size.edges, 'move')}, {took:.1f} s"
    match verdict:
        case Holds(rule, _, bounds, trace):
            screen.print(f"{screen.paint('holds', 'good')}    {rule}   {screen.paint(f'({size})', 'dim')}")
            if bounds:
                screen.print(screen.paint(f"         with {', '.join(bounds)}", "dim"))
            if trace is not None:
                screen.print("         such a path:")
                _print_trace(screen, trace)
        case Refuted(rule, _, trace, why):
            screen.print(f"{screen.paint('refuted', 'error')}  {rule}   {screen.paint(f'({size})', 'dim')}")
            screen.print(f"         {why}")
            if trace is not None:
                _print_trace(screen, trace)
        case Undecided(rule, _, why):
            screen.print(f"{screen.paint(why, 'warning')}: {rule}   {screen.paint(f'({size})', 'dim')}")


def _counted(number: int, what: str) -> str:
    return f"{number:,} {what}{'' if number == 1 else 's'}"


def _print_trace(screen: Screen, trace: Trace) -> None:
    for line in script_lines(trace):
        text, hash_, remark = line.partition("  # ")
        screen.print(f"  {text}{screen.paint(hash_ + remark, 'dim')}" if hash_ else f"  {line}")


def _data(verdict: Verdict) -> dict[str, Any]:
    """A verdict as JSON. Any: JSON."""
    data: dict[str, Any] = {
        "rule": verdict.rule,
        "verdict": type(verdict).__name__.lower(),
        "states": verdict.size.states,
        "moves": verdict.size.edges,
        "bounds": [],
        "why": "",
        "trace": None,
    }
    if isinstance(verdict, Holds):
        data["bounds"] = list(verdict.bounds)
    else:
        data["why"] = verdict.why
    if not isinstance(verdict, Undecided) and verdict.trace is not None:
        begun = [decision_data(each) for each in verdict.trace.begun]
        data["begins"] = {"state": verdict.trace.state, "decisions": begun}
        data["trace"] = [step_data(step) for step in verdict.trace.steps]
        data["script"] = list(script_lines(verdict.trace))
    return data


def _new(file: Path) -> Path:
    """A file that is not there yet, in a folder that is. Raises Refusal: what stands in a test is never written over."""
    if file.exists():
        raise Refusal(f"'{file}' is there already, and it is left alone", "give --save-test the name of a new file")
    if not file.parent.is_dir():
        raise Refusal(f"there is no folder '{file.parent}'", "make it first, or give another one")
    return file


def _save(file: Path, machine: str, refuted: list[Refuted]) -> None:
    from decidable.cli.saved_test import saved_test  # noqa: PLC0415 - only where it is asked for

    traces = [(verdict.rule, verdict.trace) for verdict in refuted if verdict.trace is not None]
    if not traces:
        click.echo(f"nothing is refuted by a run, so {file} is not written", err=True)
        return
    write_whole(file, saved_test(machine, traces).encode())
    click.echo(f"wrote {file}: {len(traces)} test{'' if len(traces) == 1 else 's'}", err=True)
